//! `carom listen`: level, attack and partials of a recording, or how far two are apart.

use std::f64::consts::LN_10;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use carom_listen::{
    Comparison, Component, Cues, Fault, ListenError, Recording, Refused, compare, faults, listen,
};
use clap::Args;
use serde::Serialize;

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

JSON of one recording: peak, rms (full scale is 1), onset_s, ringing_s, centroid_hz; room_s, if more \
than partials is in it; partials, each with frequency_hz, decay_s (to 1/e), q, level_db (of the \
strongest), standard deviations frequency_sd_hz and decay_sd_s, and components, if several modes are \
heard as one; modes, the same one by one, with frequency_hz, t60_s, level_db, frequency_sd_hz, \
t60_sd_s; warnings, each with kind and message. Kinds: leading-silence, repeated-strikes, cut-off, \
fade, loop, hum, noise, offset, room, not-struck.
JSON of two: level_difference_db, loudness_lu, centroid_hz and attack_s of both, partials that both \
have (frequency_hz, cents, level_db, decay_ratio), and only, the frequencies that one of them has.

Exit status: 0 done, 2 bad input or nothing rings, 3 could not read.";

/// Largest number of channels of a recording.
const MOST_CHANNELS: usize = 8;

/// What is heard of a recording.
#[derive(Serialize)]
struct Heard {
    #[serde(flatten)]
    cues: Cues,
    modes: Vec<Mode>,
    warnings: Vec<Fault>,
}

/// A mode of a partial.
#[derive(Serialize)]
struct Mode {
    frequency_hz: f64,
    t60_s: Option<f64>,
    level_db: f64,
    frequency_sd_hz: Option<f64>,
    t60_sd_s: Option<f64>,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<(), CommandError> {
    let recording = read(&arguments.file)?;
    if let Some(other_path) = &arguments.other {
        let other = read(other_path)?;
        let (a, b) = (recording.mono(), other.mono());
        for (path, samples, rate) in
            [(&arguments.file, &a, recording.rate), (other_path, &b, other.rate)]
        {
            usable(path, faults(samples, rate).err().as_ref())?;
        }
        let comparison = compare((&a, recording.rate), (&b, other.rate));
        return if arguments.json {
            print_json(&comparison)
        } else {
            print(&differences(&comparison))
        };
    }
    let heard = heard(&arguments.file, &recording)?;
    if arguments.json { print_json(&heard) } else { print(&table(&recording, &heard)) }
}

/// What is heard of a recording, if anything rings in it.
fn heard(path: &Path, recording: &Recording) -> Result<Heard, CommandError> {
    let mono = recording.mono();
    let found = faults(&mono, recording.rate);
    usable(path, found.as_ref().err())?;
    let cues = listen(&mono, recording.rate);
    let refused = |reason: &dyn std::fmt::Display| {
        CommandError::input(format!("nothing rings in {}: {reason}", path.display()))
    };
    let mut warnings = match found {
        Ok(faults) if cues.partials.is_empty() && faults.is_empty() => {
            return Err(refused(&"no partial stands out; it may be noise or speech"));
        }
        Err(reason) if cues.partials.is_empty() => return Err(refused(&reason)),
        Err(reason) => vec![Fault { kind: "not-struck", message: reason.to_string() }],
        Ok(faults) => faults,
    };
    if let Some(seconds) = cues.room_s {
        let message = format!(
            "there is more than partials in it, which dies away by 60 dB in {seconds:.1} s: a room or the noise of the blow"
        );
        warnings.push(Fault { kind: "room", message });
    }
    let modes = cues.partials.iter().flat_map(|partial| {
        let alone = Component {
            frequency_hz: partial.frequency_hz,
            frequency_sd_hz: partial.frequency_sd_hz,
            decay_s: partial.decay_s,
            decay_sd_s: partial.decay_sd_s,
            level_db: partial.level_db,
        };
        let several = partial.components.clone();
        if several.is_empty() { vec![alone] } else { several }
    });
    let t60 = |decay: f64| 3.0 * LN_10 * decay;
    let mut modes: Vec<Mode> = modes
        .map(|mode| Mode {
            frequency_hz: mode.frequency_hz,
            t60_s: mode.decay_s.map(t60),
            level_db: mode.level_db,
            frequency_sd_hz: mode.frequency_sd_hz,
            t60_sd_s: mode.decay_sd_s.map(t60),
        })
        .collect();
    modes.sort_by(|a, b| a.frequency_hz.total_cmp(&b.frequency_hz));
    Ok(Heard { cues, modes, warnings })
}

/// Refuses recordings in which nothing could be heard.
fn usable(path: &Path, reason: Option<&Refused>) -> Result<(), CommandError> {
    match reason {
        Some(
            reason @ (Refused::Silent { .. }
            | Refused::NotFinite { .. }
            | Refused::Rate { .. }
            | Refused::Short { .. }
            | Refused::Click { .. }),
        ) => Err(CommandError::input(format!("nothing rings in {}: {reason}", path.display()))),
        _ => Ok(()),
    }
}

/// A recording from a file.
pub(crate) fn read(path: &Path) -> Result<Recording, CommandError> {
    let recording = Recording::read(path).map_err(|error| match error {
        ListenError::Unreadable { .. } => CommandError::file(error),
        _ => CommandError::input(error),
    })?;
    let channels = recording.channels.len();
    if channels > MOST_CHANNELS {
        let name = path.display();
        let message =
            format!("{name} has {channels} channels; at most {MOST_CHANNELS} can be heard");
        return Err(CommandError::input(message));
    }
    Ok(recording)
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

fn table(recording: &Recording, heard: &Heard) -> String {
    let cues = &heard.cues;
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
    for Fault { message, .. } in &heard.warnings {
        let _ = writeln!(text, "\nWarning: {message}.");
    }
    text.push_str(
        "\nDecay: the time in which the amplitude falls to 1/e. Q = π · frequency · decay.",
    );
    text
}
