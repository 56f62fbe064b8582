//! `carom listen`: level, attack and partials of a recording.

use std::fmt::Write;
use std::path::PathBuf;

use carom_listen::{Cues, ListenError, Recording, listen};
use clap::Args;

use crate::error::{CommandError, print, print_json};

/// Measures a recording of a struck object: level, centroid of the attack, and frequency, decay and
/// quality factor of every audible partial.
#[derive(Args)]
pub(crate) struct Arguments {
    /// A WAV file
    file: PathBuf,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<(), CommandError> {
    let recording = Recording::read(&arguments.file).map_err(|error| match error {
        ListenError::Unreadable { .. } => CommandError::file(error),
        _ => CommandError::input(error),
    })?;
    let cues = listen(&recording.mono(), recording.rate);
    if arguments.json { print_json(&cues) } else { print(&table(&recording, &cues)) }
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
    let _ =
        writeln!(text, "{:>12}  {:>8}  {:>12}  {:>8}", "partial (Hz)", "(dB)", "decay (s)", "Q");
    for partial in &cues.partials {
        let or_dash = |value: Option<f64>, digits: usize| {
            value.map_or_else(|| "-".into(), |value| format!("{value:.digits$}"))
        };
        let _ = writeln!(
            text,
            "{:>12.2}  {:>8.1}  {:>12}  {:>8}",
            partial.frequency_hz,
            partial.level_db,
            or_dash(partial.decay_s, 4),
            or_dash(partial.q, 1)
        );
    }
    text.push_str(
        "\nDecay: the time in which the amplitude falls to 1/e. Q = π · frequency · decay.",
    );
    text
}
