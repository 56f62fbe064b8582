//! `carom learn`: recordings to an object that can be struck.

mod page;

use std::fmt::Write;
use std::path::PathBuf;

use carom_files::write_whole;
use carom_learn::{Learned, Options, learn, shape};
use carom_listen::Recording;
use carom_scene::scene::Scene;
use clap::Args;

use crate::error::{CommandError, print, print_json};
use crate::listen;
use crate::say::say;

/// Makes a scene of recordings of one struck object: its modes with standard deviations, and the
/// contact that explains how it was struck.
///
/// From one recording the object sounds as it was recorded. Recordings of blows of several speeds
/// separate the hammer from the object: only then is it known how it sounds when struck harder.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// WAV or FLAC files of the same object; all with the same sample rate
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// The scene file to write
    #[arg(long, value_name = "SCENE.toml")]
    out: Option<PathBuf>,

    /// The largest number of modes, 1 to 100
    #[arg(long, default_value_t = 30)]
    modes: usize,

    /// The speed of the blow in each file (m/s), separated by commas; without it they are guessed
    /// from the lowest modes, the first being 1 m/s
    #[arg(long, value_delimiter = ',', value_name = "SPEED,...")]
    speeds: Vec<f64>,

    /// The shape of the object, if it is known where each file was struck: its family with the usual
    /// sizes, such as bar, or as JSON with its own, such as {"kind":"plate","length":0.4,"width":0.3}
    #[arg(long)]
    shape: Option<String>,

    /// Where on the shape each file was struck, as scenes write places: one number for a bar, two with
    /// a colon between them for a plate; separated by commas
    #[arg(long, value_delimiter = ',', value_name = "PLACE,...", value_parser = place)]
    places: Vec<[f64; 2]>,

    /// Where on the shape the scene is struck; without it, where the first file was
    #[arg(long, value_name = "PLACE", value_parser = place)]
    at: Option<[f64; 2]>,

    /// A page to write: the recording and what was learned of it side by side, with players,
    /// spectrograms, their difference, and what is not explained
    #[arg(long, value_name = "PAGE.html")]
    page: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  carom learn marimba.wav --out marimba.toml && carom run marimba.toml
  carom learn soft.wav hard.wav --speeds 1,2 --out bell.toml --json
  carom run bell.toml --set body.mallet.velocity=4
  carom learn a.wav b.wav --shape bar --places 0.1,0.3 --at 0.5 --out middle.toml
  carom learn marimba.wav --out marimba.toml --page marimba.html

Nothing is learned from silence, noise, speech, a click or a clipped recording: the reason is said.
Exit status: 0 done, 2 bad input, 3 could not read or write.";

/// `0.3` or `0.3:0.4`.
fn place(text: &str) -> Result<[f64; 2], String> {
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|x| x.is_finite());
    let both = match text.split_once(':') {
        Some((first, second)) => number(first).zip(number(second)),
        // In the middle of the width.
        None => number(text).map(|x| (x, f64::NAN)),
    };
    both.map(|(x, y)| [x, y])
        .ok_or_else(|| format!("`{text}` is not a place, such as 0.3 or 0.3:0.4"))
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<(), CommandError> {
    let read = |path: &PathBuf| {
        let name = path
            .file_name()
            .map_or_else(|| path.display().to_string(), |n| n.to_string_lossy().into_owned());
        Ok((name, listen::read(path)?))
    };
    let recordings = arguments
        .files
        .iter()
        .map(read)
        .collect::<Result<Vec<(String, Recording)>, CommandError>>()?;
    let shape = arguments.shape.as_deref().map(shape).transpose();
    let options = Options {
        modes: arguments.modes,
        speeds: arguments.speeds.clone(),
        shape: shape.map_err(|message| CommandError::input(format!("--shape: {message}")))?,
        places: arguments.places.clone(),
        at: arguments.at,
    };
    let learned = learn(&recordings, &options).map_err(CommandError::input)?;
    // What is written can be run.
    Scene::parse("the learned scene", &learned.scene).map_err(CommandError::rendered)?;
    let page = match &arguments.page {
        Some(path) => Some((path, page::page(&recordings[0].0, &recordings[0].1, &learned)?)),
        None => None,
    };
    if let Some((path, page)) = page {
        write_whole(path, page.to_html()).map_err(|error| CommandError::writing(path, &error))?;
    }
    if let Some(path) = &arguments.out {
        write_whole(path, &learned.scene).map_err(|error| CommandError::writing(path, &error))?;
    }
    if arguments.json {
        return print_json(&learned);
    }
    for warning in &learned.warnings {
        say!("warning: {warning}");
    }
    print(&table(&learned))
}

fn table(learned: &Learned) -> String {
    let mut text = format!(
        "{} {:.1} dB of the first second\n\n{:>12}  {:>8}  {:>10}  {:>8}  {:>8}\n",
        match learned.modes.len() {
            1 => "1 mode explains".into(),
            count => format!("{count} modes explain"),
        },
        learned.snr_db,
        "mode (Hz)",
        "± (Hz)",
        "-60 dB (s)",
        "± (s)",
        "(dB)"
    );
    let strongest = learned.modes.iter().map(|mode| mode.amplitude).fold(1e-12, f64::max);
    for mode in &learned.modes {
        let level = 20.0 * (mode.amplitude / strongest).max(1e-9).log10();
        let _ = writeln!(
            text,
            "{:>12.2}  {:>8.3}  {:>10.4}  {:>8.4}  {:>8.1}",
            mode.frequency_hz, mode.frequency_sd_hz, mode.t60_s, mode.t60_sd_s, level
        );
    }
    let contact = &learned.contact;
    let _ = write!(
        text,
        "\ncontact: {:.3} ms ({:.3} to {:.3}), exponent {:.2} ({:.2} to {:.2}), mu {:.2} s/m ({:.2} to {:.2})",
        1000.0 * contact.duration_s.value,
        1000.0 * contact.duration_s.low,
        1000.0 * contact.duration_s.high,
        contact.exponent.value,
        contact.exponent.low,
        contact.exponent.high,
        contact.loss.value,
        contact.loss.low,
        contact.loss.high
    );
    text
}
