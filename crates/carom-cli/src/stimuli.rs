//! `carom stimuli`: the hundred sounds of a listening test on materials.

use std::path::{Path, PathBuf};

use carom_files::check_directory;
use carom_papers::avanzini::brightness::{self, Brightness};
use carom_papers::avanzini::listening::{self, Analysis};
use carom_papers::avanzini::stimuli::{Row, Stimuli};
use carom_papers::avanzini::{StimuliError, files, stimuli};
use clap::Args;

use crate::error::{CommandError, directory, print};
use crate::say::say;
use crate::watch::Watch;

/// Makes a hundred stimuli for the perception of material: five pitches, twenty quality factors.
///
/// After F. Avanzini, Computational issues in physically-based sound models (PhD thesis, University
/// of Padova, 2001), section 5.3: one partial each, from 1000 to 2000 Hz and from Q 5 to 5000. What
/// the thesis leaves open: every object has a stiffness of 1.97e6 N/m; the hammer of its Figure 5.1
/// strikes at 4 m/s; the velocity is heard at 44.1 kHz, at one level for all; a sound ends 70 dB
/// below its peak, after 10 s at the latest.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The directory to write to [default: carom-out/stimuli; with --json, nowhere]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Analyse answers that the page test.html saved instead: the share of each material for each
    /// sound, and the most likely boundaries between materials in decay and frequency
    #[arg(long, value_name = "CSV", num_args = 1..)]
    answers: Vec<PathBuf>,

    /// Print what was measured as one JSON object on standard output
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  carom stimuli                                  a hundred sounds, into carom-out/stimuli/
  carom stimuli --out test-1 --json              the same elsewhere, and the numbers as JSON
  carom stimuli --answers answers-*.csv          what listeners answered, into carom-out/answers/

test.html asks a listener: open it from the folder of the sounds, or put the folder on a web server.
It plays the sounds in random order, asks for one of four materials and how sure the listener is, sends
nothing anywhere, and saves the answers as a CSV file with a random number instead of a name.

Written: test.html, stimulus-FFFFHz-QQQQ.wav (pitch and quality factor), stimuli.csv, stimuli.json,
centroid.svg (brightness of an attack against contact time) and report.html. Each stimulus has its
decay as designed and as measured on the sound, its level, the contact time, and the materials whose
ranges of quality factor and decay (Table 5.2) hold it. With --answers: answers.json and answers.html.
Exit status: 0 done, 2 bad flag, 3 could not write.";

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<(), CommandError> {
    if !arguments.answers.is_empty() {
        return analyse(arguments);
    }
    let directory = directory(arguments.out.as_ref(), arguments.json, "carom-out/stimuli");
    let failure = |error: StimuliError| failure(&error, directory.as_deref());
    if let Some(directory) = &directory {
        check_directory(directory).map_err(|error| failure(error.into()))?;
    }
    let mut watch = Watch::new();
    let stimuli = stimuli::render(&mut |done, of| {
        watch.report(|| format!("{done} of {of} stimuli rendered"));
    })
    .map_err(failure)?;
    let brightness = brightness::measure().map_err(failure)?;
    watch.clear();
    let written = match &directory {
        Some(directory) => files::write(directory, &stimuli, &brightness).map_err(failure)?,
        None => Vec::new(),
    };
    if !arguments.json {
        return print(&summary(&stimuli, &brightness, &written));
    }
    if let Some(directory) = &directory {
        say!("wrote {} files to {}", written.len(), directory.display());
    }
    print(&files::json(&stimuli, &brightness).map_err(|error| failure(error.into()))?)
}

/// What listeners answered.
fn analyse(arguments: &Arguments) -> Result<(), CommandError> {
    let directory = directory(arguments.out.as_ref(), arguments.json, "carom-out/answers");
    let mut answers = Vec::new();
    for path in &arguments.answers {
        answers.extend(listening::read(path).map_err(|error| CommandError::input(&error))?);
    }
    let analysis = listening::analyse(&answers).map_err(|error| CommandError::input(&error))?;
    let written = match &directory {
        Some(directory) => listening::write(directory, &analysis).map_err(|error| {
            CommandError::File(format!("cannot write to {}: {error}", directory.display()))
        })?,
        None => Vec::new(),
    };
    if arguments.json {
        let json = serde_json::to_string_pretty(&analysis);
        return print(&json.map_err(|error| CommandError::input(&error))?);
    }
    print(&answered(&analysis, &written))
}

fn answered(analysis: &Analysis, written: &[PathBuf]) -> String {
    let model = &analysis.model;
    let mut lines =
        vec![format!("{} answers of {} listeners", analysis.answers, analysis.listeners)];
    for boundary in &analysis.boundaries {
        let at = boundary.at.iter().map(|at| {
            let error = 100.0 * (at.factor - 1.0);
            format!("{:.4} s at {:.0} Hz (± {error:.0} %)", at.decay_s, at.pitch_hz)
        });
        let at: Vec<String> = at.collect();
        lines.push(format!("  {} becomes {}: {}", boundary.below, boundary.above, at.join(", ")));
    }
    lines.push(format!(
        "  boundaries follow decay ∝ pitch^{:.2} (± {:.2}): 0 where decay decides, -1 where Q does",
        model.slope, model.slope_sd
    ));
    if let Some(page) = written.last() {
        lines.extend([String::new(), format!("Open {}.", page.display())]);
    }
    lines.join("\n")
}

fn failure(error: &StimuliError, directory: Option<&Path>) -> CommandError {
    match (error, directory) {
        (StimuliError::Write(error), Some(directory)) => {
            CommandError::File(format!("cannot write to {}: {error}", directory.display()))
        }
        (StimuliError::Write(error), None) => CommandError::file(error),
        _ => CommandError::input(error),
    }
}

/// The stimuli, what was measured on them, and where they were written.
fn summary(stimuli: &Stimuli, brightness: &Brightness, written: &[PathBuf]) -> String {
    let counts = &stimuli.counts;
    let seconds: f64 = stimuli.stimuli.iter().map(|row| row.length_s).sum();
    let none: Vec<&Row> = stimuli.stimuli.iter().filter(|row| row.materials.is_empty()).collect();
    let none: Vec<String> =
        none.iter().map(|row| format!("{:.0} Hz with Q {:.1}", row.pitch_hz, row.q)).collect();
    let mut lines = vec![
        format!(
            "{} stimuli, {seconds:.0} s in all, levels within {:.1} dB",
            stimuli.stimuli.len(),
            counts.level_range_db
        ),
        format!(
            "  decay as measured on the sound: within {:.0e} of the design (for Q of 20 and above \
             {:.0e})",
            counts.largest_decay_error_of_all, counts.largest_decay_error
        ),
        format!(
            "  by Q alone {} lie in the ranges of two materials, by Q and decay {}",
            counts.in_two_by_q, counts.in_two
        ),
        format!("  by Q and decay {} lie in none: {}", counts.in_none, none.join(", ")),
        format!(
            "  a longer contact is darker: rank correlation of contact time and centroid {:.3}",
            brightness.rank_correlation
        ),
    ];
    lines.push(String::new());
    if let (Some(first), Some(page)) = (written.first(), written.last()) {
        lines.push(format!("wrote {} files, from {}", written.len(), first.display()));
        lines.push(format!("Open {}.", page.display()));
    }
    lines.join("\n")
}
