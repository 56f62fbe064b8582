//! `carom stimuli`: the hundred sounds of a listening test on materials.

use std::path::{Path, PathBuf};

use carom_files::check_directory;
use carom_papers::avanzini::brightness::{self, Brightness};
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

    /// Print what was measured as one JSON object on standard output
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  carom stimuli                                  a hundred sounds, into carom-out/stimuli/
  carom stimuli --out test-1 --json              the same elsewhere, and the numbers as JSON

Written: stimulus-FFFFHz-QQQQ.wav (pitch and quality factor), stimuli.csv, stimuli.json,
centroid.svg (brightness of an attack against contact time) and report.html. Each stimulus has its
decay as designed and as measured on the sound, its level, the contact time, and the materials whose
ranges of quality factor and decay (Table 5.2) hold it.
Exit status: 0 done, 2 bad flag, 3 could not write.";

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<(), CommandError> {
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
