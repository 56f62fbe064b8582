//! `carom play`: a song on instruments made of scenes, rendered to a sound.

pub(crate) mod cast;
pub(crate) mod export;
mod perform;
mod record;
pub(crate) mod setting;

use std::path::{Path, PathBuf};

use carom_instrument::{Instrument, Setup, Song};
use carom_scene::scene::Container;
use carom_scene::scene::Format;
use clap::Args;

use self::cast::{Seat, cast};
use self::perform::{Outcome, perform};
pub(crate) use self::record::{KIND, rerun};
use self::setting::Setting;
use crate::error::{CommandError, Target, print};
use crate::say::say;

/// Plays a song, a standard MIDI file, on instruments made of scenes.
///
/// Every key of an instrument is the object of its scene, as large as its pitch asks for; a note strikes
/// it, and a felt damper comes down when the key goes up. The sound is computed note by note as `carom
/// live` and the plug-in play it: each note begins at its own sample.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The song, a standard MIDI file of format 0 or 1
    song: PathBuf,

    /// What plays: a scene file or the name of a piece of the gallery; may be repeated. N=SCENE plays
    /// channel N, from 1 to 16
    #[arg(long, value_name = "[N=]SCENE", required = true)]
    scene: Vec<String>,

    /// The sound file, NAME.wav or NAME.flac [default: the song's name, .wav; with --json or --export, none]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Write the notes as a scene, NAME.toml, for `carom run`; without --out no sound is written
    #[arg(long, value_name = "FILE")]
    export: Option<PathBuf>,

    /// How samples are stored: float32, int24, int16 or flac [default: float32; flac for NAME.flac]
    #[arg(long, value_name = "WORD", value_parser = format_of)]
    format: Option<Format>,

    /// Print a summary as JSON on standard output
    #[arg(long)]
    json: bool,

    /// Samples per second
    #[arg(long, value_name = "HZ", default_value_t = 48_000,
        value_parser = clap::value_parser!(u32).range(8000..=192_000))]
    rate: u32,

    /// Notes that an instrument sounds at once, at most
    #[arg(long, value_name = "N", default_value_t = 16,
        value_parser = clap::value_parser!(u16).range(1..=128))]
    voices: u16,

    /// Set a parameter of all instruments, or of those of one scene; may be repeated
    #[arg(long, value_name = "[SCENE.]PARAMETER=VALUE")]
    set: Vec<Setting>,
}

const EXAMPLES: &str = "\
Examples:
  carom play song.mid --scene marimba-bar        one instrument plays everything, into song.wav
  carom play scenes/songs/four-bars.mid --scene glass-bowl --scene kettledrum --scene woodblock
  carom play song.mid --scene chimes --scene 10=woodblock --out song.flac
  carom play song.mid --scene bar --set hardness=4 --set material=glass --set volume=-6
  carom play song.mid --scene bar --scene gong --set gong.volume=-12
  carom play song.mid --scene bar --export song.toml     then: carom run song.toml

Parts: a part is what one track has on one channel. Parts whose channel is named (10=woodblock) are \
played by that scene. The others go to the remaining scenes in their order: the first part to the first \
scene, and so on; the last scene plays all that are left. The command says who plays what.

Time: tempo changes and time in frames are followed, and each event comes at the sample nearest to its \
time. The time that sound takes to the listener is left out. After the song the sound rings out until it \
is 70 dB below its peak, for at most 60 s.

Level: as it is, so that songs and live playing sound alike; a peak over full scale gives a warning and \
the volume that avoids it.

Parameters: volume, hammer mass, hardness, exponent, loss, place, size, material, damping, damper, \
gesture, force, speed, rate, tune, softest, hardest. Spaces may be written as hyphens.

`carom rerun` makes the sound again from what its file holds.
Exit status: 0 done, 2 bad song, scene or flag, 3 could not read or write.";

fn format_of(word: &str) -> Result<Format, String> {
    let format = serde_json::from_value(serde_json::json!(word));
    format.map_err(|_| "it may be float32, int24, int16 or flac".to_owned())
}

/// Everything that a sound follows from.
pub(crate) struct Take {
    /// The bytes of the song.
    bytes: Vec<u8>,
    song: Song,
    seats: Vec<Seat>,
    settings: Vec<Setting>,
    rate: u32,
    voices: u16,
    format: Format,
    /// Whether what is played is kept, for a scene.
    keeps: bool,
}

impl Take {
    /// The instruments, set as asked for.
    fn instruments(&self) -> Result<Vec<Instrument>, CommandError> {
        let setup = Setup {
            sample_rate: f64::from(self.rate),
            voices: usize::from(self.voices),
            ..Setup::default()
        };
        setting::check(&self.settings, &self.seats)?;
        let made = self.seats.iter().map(|seat| {
            let mut instrument = Instrument::new(&seat.scene, &setup).map_err(|error| {
                CommandError::Input(format!("{} is no instrument: {error}", seat.name))
            })?;
            warn_of_silent_keys(&seat.name, &instrument);
            setting::apply(&self.settings, seat, &mut instrument);
            if self.keeps {
                instrument.keep();
            }
            Ok(instrument)
        });
        made.collect()
    }
}

/// Says how many keys of a scene are silent, and why the first of them is.
pub(crate) fn warn_of_silent_keys(name: &str, instrument: &Instrument) {
    if let Some(first) = instrument.left_out().first() {
        let count = instrument.left_out().len();
        let keys = if count == 1 { "a key is silent" } else { &format!("{count} keys are silent") };
        say!("warning: {name}: {keys}: {first}");
    }
}

/// Reads a song.
pub(crate) fn read_song(path: &Path) -> Result<(Vec<u8>, Song), CommandError> {
    let shown = path.display();
    let bytes = carom_files::read_bytes(path, Song::LARGEST as u64);
    let bytes = bytes.map_err(|error| CommandError::of_reading(&error))?;
    let song = Song::read(&bytes);
    let song = song.map_err(|error| CommandError::Input(format!("{shown}: {error}")))?;
    Ok((bytes, song))
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<(), CommandError> {
    let out = out(arguments);
    if let Some(path) = &out
        && Container::of(path).is_none()
    {
        let shown = path.display();
        return Err(CommandError::Input(format!(
            "--out {shown}: a sound file is NAME.wav or NAME.flac"
        )));
    }
    if let Some(path) = &arguments.export
        && !export::is_scene(path)
    {
        let shown = path.display();
        return Err(CommandError::Input(format!("--export {shown}: a scene file is NAME.toml")));
    }
    let (bytes, song) = read_song(&arguments.song)?;
    let take = Take {
        seats: cast(&song, &arguments.scene)?,
        bytes,
        song,
        settings: arguments.set.clone(),
        rate: arguments.rate,
        voices: arguments.voices,
        format: arguments.format.unwrap_or_default(),
        keeps: arguments.export.is_some(),
    };
    let scene = arguments.export.as_deref().map(Target::open).transpose()?;
    let outcome = perform(&take, out.as_deref())?;
    say!("{}", described(&take, &outcome));
    for warning in &outcome.warnings {
        say!("warning: {warning}");
    }
    if let Some(path) = &out {
        say!("wrote {}", path.display());
    }
    if let Some(scene) = scene {
        export::export(&outcome.instruments, take.song.title.as_deref(), scene)?;
    }
    if arguments.json {
        print(&outcome.to_json(&take)?)?;
    }
    Ok(())
}

/// Where the sound goes.
fn out(arguments: &Arguments) -> Option<PathBuf> {
    let usual = || {
        let name = arguments.song.file_stem().unwrap_or_default();
        let flac = arguments.format == Some(Format::Flac);
        Path::new(name).with_extension(if flac { "flac" } else { "wav" })
    };
    let none = arguments.json || arguments.export.is_some();
    arguments.out.clone().or_else(|| (!none).then(usual))
}

/// Who played what, and what came of it.
fn described(take: &Take, outcome: &Outcome) -> String {
    let song = &take.song;
    let mut lines: Vec<String> = song.title.iter().cloned().collect();
    for (number, part) in song.parts.iter().enumerate() {
        let name = part.name.as_deref().or(part.program).unwrap_or("part");
        let by = take.seats.iter().find(|seat| seat.parts.contains(&number));
        let by = by.map_or("nobody", |seat| &seat.name);
        let channel = part.channel + 1;
        lines.push(format!("  {name} (channel {channel}, {} notes): {by}", part.notes));
    }
    lines.push(format!("  {}", outcome.described(take.rate)));
    lines.join("\n")
}
