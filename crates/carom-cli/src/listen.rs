//! `carom listen`: level, attack and partials of a recording, or how far two are apart.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use carom_listen::{Comparison, Cues, ListenError, Recording, compare, listen};
use clap::Args;

use crate::error::{CommandError, print, print_json};

/// Measures a recording of a struck object: level, centroid of the attack, and frequency, decay and
/// quality factor of every audible partial. Of two recordings it says how far they are apart.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// A WAV or FLAC file
    file: PathBuf,

    /// Another, to compare with the first
    other: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  carom listen bell.wav
  carom listen recorded.wav rendered.wav

The level difference is the mean over bands of equivalent rectangular bandwidth times 10 ms, with a \
floor 60 dB below the loudest cell.
Exit status: 0 done, 2 bad input, 3 could not read.";

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<(), CommandError> {
    let recording = read(&arguments.file)?;
    if let Some(other) = &arguments.other {
        let other = read(other)?;
        let (a, b) = (recording.mono(), other.mono());
        let comparison = compare((&a, recording.rate), (&b, other.rate));
        return if arguments.json {
            print_json(&comparison)
        } else {
            print(&differences(&comparison))
        };
    }
    let cues = listen(&recording.mono(), recording.rate);
    if arguments.json { print_json(&cues) } else { print(&table(&recording, &cues)) }
}

/// A recording from a file.
pub(crate) fn read(path: &Path) -> Result<Recording, CommandError> {
    Recording::read(path).map_err(|error| match error {
        ListenError::Unreadable { .. } => CommandError::file(error),
        _ => CommandError::input(error),
    })
}

fn differences(comparison: &Comparison) -> String {
    let mut text = format!("level difference  {:.2} dB\n", comparison.level_difference_db);
    if let Some(loudness) = comparison.loudness_lu {
        let _ = writeln!(text, "loudness          {loudness:+.2} LU");
    }
    let [a, b] = comparison.centroid_hz;
    let _ = writeln!(text, "centroid          {a:.0} Hz, {b:.0} Hz");
    let [a, b] = comparison.attack_s;
    let _ = writeln!(text, "loudest after     {:.0} ms, {:.0} ms\n", 1000.0 * a, 1000.0 * b);
    let _ =
        writeln!(text, "{:>12}  {:>8}  {:>8}  {:>8}", "partial (Hz)", "cents", "(dB)", "decay ×");
    for partial in &comparison.partials {
        let decay = partial.decay_ratio.map_or_else(|| "-".into(), |ratio| format!("{ratio:.3}"));
        let _ = writeln!(
            text,
            "{:>12.2}  {:>+8.2}  {:>+8.1}  {decay:>8}",
            partial.frequency_hz, partial.cents, partial.level_db
        );
    }
    for (name, only) in ["first", "second"].iter().zip(&comparison.only) {
        if !only.is_empty() {
            let list: Vec<String> = only.iter().map(|f| format!("{f:.1}")).collect();
            let _ = writeln!(text, "only in the {name}: {} Hz", list.join(", "));
        }
    }
    text.push_str("Differences are those of the second from the first.");
    text
}

fn table(recording: &Recording, cues: &Cues) -> String {
    let decibels = |value: f64| {
        if value > 0.0 { format!("{:.1} dBFS", 20.0 * value.log10()) } else { "silence".into() }
    };
    let mut text = format!(
        "{:.3} s at {} Hz, peak {}, rms {}\nattack at {:.4} s, centroid {:.0} Hz\n\n",
        recording.duration(),
        recording.rate,
        decibels(cues.peak),
        decibels(cues.rms),
        cues.onset_s,
        cues.centroid_hz
    );
    let _ = writeln!(
        text,
        "{:>12}  {:>8}  {:>12}  {:>10}  {:>8}",
        "partial (Hz)", "(dB)", "decay (s)", "± (s)", "Q"
    );
    for partial in &cues.partials {
        let or_dash = |value: Option<f64>, digits: usize| {
            value.map_or_else(|| "-".into(), |value| format!("{value:.digits$}"))
        };
        let _ = writeln!(
            text,
            "{:>12.2}  {:>8.1}  {:>12}  {:>10}  {:>8}",
            partial.frequency_hz,
            partial.level_db,
            or_dash(partial.decay_s, 4),
            or_dash(partial.decay_sd_s, 4),
            or_dash(partial.q, 1)
        );
        if partial.components.len() > 1 {
            let decays: Vec<String> = partial
                .components
                .iter()
                .filter_map(|c| c.decay_s)
                .map(|d| format!("{d:.3}"))
                .collect();
            let _ = writeln!(text, "{:>22}decays {} s", "", decays.join(", "));
        }
    }
    text.push_str(
        "\nDecay: the time in which the amplitude falls to 1/e. Q = π · frequency · decay.",
    );
    text
}
