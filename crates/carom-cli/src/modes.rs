//! `carom modes`: what a scene rings like.

use std::fmt::Write;
use std::path::PathBuf;

use carom_numeric::five_digits as number;
use carom_scene::modes::{BodyListing, ModeListing, modes};
use clap::Args;

use crate::error::{CommandError, print, print_json};
use crate::scene::parse;

/// Lists the modes of every body of a scene: frequency, quality factor, decay, mass, weight.
///
/// The modes of a shape follow from its geometry and material and are kept up to 20 kHz, or to
/// `highest_mode` of the scene, at every sample rate.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The scene file; - reads standard input, and without one it is the built-in scene
    scene: Option<PathBuf>,

    /// Change a value of the scene; may be repeated
    #[arg(long, value_name = "PATH=VALUE")]
    set: Vec<String>,

    /// Print JSON with full precision
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  carom modes scenes/glass-bowl.toml
  carom modes scenes/steel-plate.toml --set body.plate.shape.thickness=0.002 --json

The weight is how far the struck point moves when the mode moves by one: 0 at a node.
Exit status: 0 done, 2 bad scene or flag, 3 could not read.";

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<(), CommandError> {
    let parsed = parse(arguments.scene.as_deref(), &arguments.set)?;
    let listing = modes(&parsed.plan).map_err(CommandError::input)?;
    if arguments.json {
        return print_json(&listing);
    }
    let mut text = String::new();
    for body in &listing.bodies {
        describe(body, &mut text);
    }
    if listing.left_out > 0 {
        let _ = writeln!(
            text,
            "{} modes at or above half the sample rate are left out",
            listing.left_out
        );
    }
    print(text.trim_end())
}

fn describe(body: &BodyListing, text: &mut String) {
    let ringing = body.modes.iter().filter(|mode| mode.frequency > 0.0).count();
    let what = match (body.modes.len(), ringing) {
        (0, _) => "a wall".to_owned(),
        (1, 0) => format!("a free mass of {} kg", number(body.modes[0].mass)),
        (_, 1) => "1 mode".to_owned(),
        (_, count) => format!("{count} modes"),
    };
    let reach = body.up_to.map_or_else(String::new, |hertz| format!(" up to {hertz:.0} Hz"));
    let _ = writeln!(text, "{}: {what}{reach}", body.name);
    if ringing == 0 {
        text.push('\n');
        return;
    }
    let _ = writeln!(
        text,
        "  {:<18} {:>11} {:>9} {:>10} {:>11} {:>8}",
        "mode", "frequency Hz", "Q", "-60 dB s", "mass kg", "weight"
    );
    for mode in &body.modes {
        line(mode, text);
    }
    text.push('\n');
}

fn line(mode: &ModeListing, text: &mut String) {
    let or_dash = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), number);
    let weight = mode.weight.map_or_else(|| "-".to_owned(), |weight| format!("{weight:.3}"));
    let _ = writeln!(
        text,
        "  {:<18} {:>12.2} {:>9} {:>10} {:>11} {:>8}",
        mode.name,
        mode.frequency,
        or_dash(mode.q),
        or_dash(mode.decay),
        number(mode.mass),
        weight
    );
}
