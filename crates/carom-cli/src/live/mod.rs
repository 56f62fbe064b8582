//! `carom live`: a scene played from MIDI and computer keys while it sounds.

#[cfg(feature = "live")]
mod device;
#[cfg(feature = "live")]
mod engine;
#[cfg(feature = "live")]
mod keyboard;
#[cfg(feature = "live")]
mod port;
#[cfg(feature = "live")]
mod recording;
#[cfg(feature = "live")]
mod session;

use std::path::PathBuf;

use clap::Args;

use crate::error::CommandError;
use crate::play::setting::Setting;

/// Plays a scene from a MIDI keyboard or the keys of the computer, while it sounds.
///
/// Every key is the object of the scene, as large as its pitch asks for. A command built without the
/// feature `live` says how to build one that has it.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
#[cfg_attr(not(feature = "live"), allow(dead_code))]
pub(crate) struct Arguments {
    /// What is played: a scene file or the name of a piece of the gallery
    #[arg(default_value = "marimba-bar")]
    scene: String,

    /// The sound device: a part of its name [default: that of the system]
    #[arg(long, value_name = "NAME")]
    device: Option<String>,

    /// The MIDI port: a part of its name [default: the first that is not a loop of the system]
    #[arg(long, value_name = "PORT")]
    midi: Option<String>,

    /// List sound devices and MIDI ports
    #[arg(long)]
    list: bool,

    /// Samples per second [default: those of the device]
    #[arg(long, value_name = "HZ", value_parser = clap::value_parser!(u32).range(8000..=192_000))]
    rate: Option<u32>,

    /// Samples that the device is asked to take at once: notes sound one block later
    #[arg(long, value_name = "SAMPLES", default_value_t = 256,
        value_parser = clap::value_parser!(u32).range(16..=8192))]
    block: u32,

    /// Notes that sound at once, at most
    #[arg(long, value_name = "N", default_value_t = 16,
        value_parser = clap::value_parser!(u16).range(1..=128))]
    voices: u16,

    /// Set a parameter, as `carom play` does; may be repeated
    #[arg(long, value_name = "PARAMETER=VALUE")]
    set: Vec<Setting>,

    /// Write what is played as a sound file, NAME.wav or NAME.flac, or as a scene for `carom run`,
    /// NAME.toml
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Play a song, a standard MIDI file, and end after it
    #[arg(long, value_name = "SONG")]
    play: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  carom live                                     a marimba
  carom live glass-bowl --midi keystation --block 128
  carom live --list                              which devices and ports there are
  carom live kettledrum --record take.wav
  carom live kettledrum --record take.toml       then: carom run take.toml
  carom live chimes --play song.mid

Keys: z s x d c v g b h n j m , l . are C to the D of the next octave; < and > change the octave, 1 to 9 \
how hard, space holds the pedal, q or Esc ends.

The line shows level, notes that sound, load (the share of a block's time that computing it took), and \
drop-outs: blocks that came too late, and those that the device reports. If there are any, take larger \
blocks or fewer voices. A device that refuses the block chooses its own.

Each note sounds one block after it was played, at its own sample: the rhythm does not depend on blocks.
Exit status: 0 done, 2 bad flag, unknown device or port, or built without the feature, 3 no device or it \
failed, or could not write.";

/// Ends what is played, if anything is.
pub(crate) fn interrupted() -> bool {
    #[cfg(feature = "live")]
    return session::interrupted();
    #[cfg(not(feature = "live"))]
    false
}

/// Runs the command.
#[cfg(feature = "live")]
pub(crate) fn run(arguments: &Arguments) -> Result<(), CommandError> {
    session::run(arguments)
}

/// Says how to build a command that can.
#[cfg(not(feature = "live"))]
pub(crate) fn run(_: &Arguments) -> Result<(), CommandError> {
    Err(CommandError::Input(
        "this carom was built without the feature `live`, which needs a sound system. Type\n  \
         cargo run --release --features live -- live\nOn Linux, install the headers of ALSA first: \
         apt-get install libasound2-dev, or dnf install alsa-lib-devel. `carom play` renders songs \
         without them."
            .to_owned(),
    ))
}
