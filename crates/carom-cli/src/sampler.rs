//! `carom sampler`: a scene as a sampled instrument.

use std::path::{Path, PathBuf};

use crate::sfz::{instrument, sfz};
use carom_files::write_whole;
use carom_listen::listen;
use carom_scene::render::{Keep, RenderOptions, render_sound};
use carom_scene::vary::{Variation, changed};
use clap::Args;

use crate::error::{CommandError, print};
use crate::scene::parse;
use crate::vary::write_sounds;

/// Renders a scene as a sampled instrument: an SFZ file with one sample for each note and each layer
/// of velocities, with full decays.
///
/// The object is made larger for lower notes and smaller for higher ones, so that its strongest
/// partial has their pitch; layers are blows of different speed, at their own levels.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The scene file, or the name of a piece of the gallery
    scene: String,

    /// The lowest and the highest MIDI note
    #[arg(long, value_name = "LOW..HIGH", default_value = "48..84", value_parser = notes)]
    notes: [u8; 2],

    /// How many layers of velocities, 1 to 16
    #[arg(long, default_value_t = 4)]
    layers: u8,

    /// Factor of the scene's speeds at the hardest blow
    #[arg(long, default_value_t = 2.0)]
    hardest: f64,

    /// The directory to write to; it is made if need be
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

const EXAMPLES: &str = "\
Examples:
  carom sampler marimba.toml --notes 48..84 --layers 4 --out marimba
  carom sampler glass-bowl --notes 60..72 --layers 2 --out bowls

instrument.sfz in the directory opens in any SFZ player.
Exit status: 0 done, 2 bad input, 3 could not read or write.";

fn notes(text: &str) -> Result<[u8; 2], String> {
    let wrong =
        || format!("`{text}` is not LOW..HIGH with MIDI notes from 0 to 127, such as 48..84");
    let (low, high) = text.split_once("..").ok_or_else(wrong)?;
    let note = |text: &str| text.trim().parse::<u8>().ok().filter(|note| *note < 128);
    let (low, high) = note(low).zip(note(high)).ok_or_else(wrong)?;
    if low > high { Err(wrong()) } else { Ok([low, high]) }
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<(), CommandError> {
    if !(1..=16).contains(&arguments.layers) {
        return Err(CommandError::input(format!(
            "--layers is {}; it must be from 1 to 16",
            arguments.layers
        )));
    }
    if !(arguments.hardest > 0.0 && arguments.hardest <= 100.0) {
        return Err(CommandError::input(format!(
            "--hardest is {}; it must be above 0 and at most 100",
            arguments.hardest
        )));
    }
    let scene = parse(Some(Path::new(&arguments.scene)), &[])?.scene;
    let same = Variation { velocity: 1.0, place: 0.0, hardness: 0.0, size: 1.0 };
    let parsed = changed(&scene, &same).resolve().map_err(CommandError::rendered)?;
    let options = RenderOptions { keep: Keep::Samples, ..RenderOptions::default() };
    let sound = render_sound(&parsed.plan, options).map_err(CommandError::input)?;
    let samples: Vec<f64> = sound.left.iter().map(|x| f64::from(*x)).collect();
    let partials = listen(&samples, parsed.plan.sample_rate).partials;
    let strongest = partials.iter().max_by(|a, b| a.level_db.total_cmp(&b.level_db));
    let Some(pitch) = strongest.map(|partial| partial.frequency_hz) else {
        return Err(CommandError::input(
            "the scene has no partial that could be tuned; it must ring",
        ));
    };
    let [low, high] = arguments.notes;
    let keys = instrument(low, high, arguments.layers, pitch, arguments.hardest);
    let jobs: Vec<(String, Variation)> =
        keys.iter().map(|key| (key.file.clone(), key.variation)).collect();
    write_sounds(&scene, &jobs, &arguments.out)?;
    let path = arguments.out.join("instrument.sfz");
    write_whole(&path, sfz(&arguments.scene, &keys))
        .map_err(|error| CommandError::writing(&path, &error))?;
    print(&format!("{} samples and instrument.sfz in {}", keys.len(), arguments.out.display()))
}
