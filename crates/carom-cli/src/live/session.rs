//! From the first note to the last: everything is opened, played, and closed.

use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};

use carom_instrument::{Action, Instrument, Player, Setup};
use carom_scene::scene::Container;
use cpal::traits::StreamTrait;
use crossterm::event::{
    Event, KeyboardEnhancementFlags, PopKeyboardEnhancementFlags, PushKeyboardEnhancementFlags,
    poll, read,
};
use crossterm::{execute, terminal};
use rtrb::{Consumer, Producer, RingBuffer};

use super::Arguments;
use super::device::{self, Output};
use super::engine::{Clock, Engine, Meters, Taken, Timed};
use super::keyboard::{Keyboard, Meaning};
use super::port;
use super::recording::Recording;
use crate::error::{CommandError, Target, print};
use crate::play::{cast::Seat, export, read_song, setting, warn_of_silent_keys};
use crate::say::{say, show};
use crate::scene::parse;

/// Actions that may wait for their sample.
const QUEUE: usize = 4096;

/// Errors of the device that may wait to be said.
const ERRORS: usize = 8;

/// Between two looks at keys and meters.
const LOOK: Duration = Duration::from_millis(10);
const SHOW: Duration = Duration::from_millis(100);

/// A song begins so long after the device (s), and rings for at most so long after its end (s).
const LEAD: f64 = 0.5;
const RINGS: f64 = 60.0;

static RUNNING: AtomicBool = AtomicBool::new(false);

/// Ends what is played, if anything is; the second time there is nothing.
pub(super) fn interrupted() -> bool {
    RUNNING.swap(false, Relaxed)
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments) -> Result<(), CommandError> {
    if arguments.list {
        return list();
    }
    let target = arguments.record.as_deref().map(target).transpose()?.flatten();
    let seat = Seat {
        name: arguments.scene.clone(),
        scene: parse(Some(Path::new(&arguments.scene)), &[])?,
        parts: Vec::new(),
    };
    let song = arguments.play.as_deref().map(read_song).transpose()?;
    setting::check(&arguments.set, std::slice::from_ref(&seat))?;
    let output = Output::find(arguments.device.as_deref(), arguments.rate, arguments.block)?;
    let rate = output.config.sample_rate;
    let schedule = song.map(|(_, song)| song.schedule(f64::from(rate), &|_| true));
    let instrument = instrument_of(arguments, &seat, rate)?;
    warn_of_silent_keys(&seat.name, &instrument);
    let actions = play(arguments, &output, instrument, schedule.unwrap_or_default())?;
    let Some(target) = target else { return Ok(()) };
    export::export(&[again(instrument_of(arguments, &seat, rate)?, actions)], None, target)
}

/// The file of a recording, if it is a scene: a sound is opened when its rate is known.
fn target(path: &Path) -> Result<Option<Target<'_>>, CommandError> {
    if Container::of(path).is_some() {
        return Ok(None);
    }
    if !export::is_scene(path) {
        let shown = path.display();
        return Err(CommandError::Input(format!(
            "--record {shown}: a recording is NAME.wav, NAME.flac or, as a scene, NAME.toml"
        )));
    }
    Target::open(path).map(Some)
}

/// The instrument of a scene, set as asked for.
fn instrument_of(
    arguments: &Arguments,
    seat: &Seat,
    rate: u32,
) -> Result<Instrument, CommandError> {
    let setup = Setup {
        sample_rate: f64::from(rate),
        voices: usize::from(arguments.voices),
        ..Setup::default()
    };
    let mut instrument = Instrument::new(&seat.scene, &setup).map_err(|error| {
        CommandError::Input(format!("{} is no instrument: {error}", arguments.scene))
    })?;
    setting::apply(&arguments.set, seat, &mut instrument);
    Ok(instrument)
}

/// Plays what was played once more, from the first note on, and keeps it.
fn again(mut instrument: Instrument, mut actions: Vec<(u64, Action)>) -> Instrument {
    let first = actions.iter().find(|(_, action)| matches!(action, Action::NoteOn { .. }));
    let first = first.map_or(0, |(sample, _)| *sample);
    actions.iter_mut().for_each(|(sample, _)| *sample = sample.saturating_sub(first));
    instrument.keep();
    let mut player = Player::new(instrument, actions);
    let [mut left, mut right] = [[0.0f32; 256]; 2];
    while !player.is_over() {
        player.render(&mut left, &mut right);
    }
    player.into_instrument()
}

fn list() -> Result<(), CommandError> {
    let shown = |names: Vec<String>, none: &str| match names.is_empty() {
        true => format!("  {none}"),
        false => names.iter().map(|name| format!("  {name}")).collect::<Vec<_>>().join("\n"),
    };
    let devices = shown(device::names(), "none: start the sound server, or plug a device in");
    let ports =
        shown(port::names(), "none: plug a keyboard in; the keys of the computer play, too");
    print(&format!(
        "Sound devices (--device takes a part of a name):\n{devices}\nMIDI ports (--midi \
        takes a part of a name):\n{ports}"
    ))
}

fn play(
    arguments: &Arguments,
    output: &Output,
    instrument: Instrument,
    schedule: Vec<(u64, Action)>,
) -> Result<Vec<(u64, Action)>, CommandError> {
    let rate = output.config.sample_rate;
    let clock = Arc::new(Clock::new(f64::from(rate)));
    let meters = Arc::new(Meters::default());
    let [(to_song, song), (to_keys, keys), (to_midi, midi)] =
        [(); 3].map(|()| RingBuffer::new(QUEUE));
    let record = arguments.record.as_deref().filter(|path| Container::of(path).is_some());
    let (recording, sound) = record.map(|path| Recording::start(path, rate)).transpose()?.unzip();
    let notes = arguments.record.is_some() && record.is_none();
    let (actions, taken) = notes.then(|| RingBuffer::new(QUEUE)).unzip();
    let parts = vec![song, keys, midi];
    let engine = Engine::new(
        instrument,
        parts,
        Taken { sound, actions },
        Arc::clone(&clock),
        Arc::clone(&meters),
    );
    let port = port::open(arguments.midi.as_deref(), Arc::clone(&clock), to_midi)?;
    let (to_errors, errors) = sync_channel(ERRORS);
    let stream = output.stream(engine, Arc::clone(&meters), to_errors)?;
    RUNNING.store(true, Relaxed);
    stream.play().map_err(CommandError::file)?;
    let midi = port.as_ref().map_or("no MIDI port", |port| &port.name);
    say!("{} on {} at {rate} Hz, {midi}", arguments.scene, output.name);
    let is_song = !schedule.is_empty();
    let mut session = Session {
        name: &arguments.scene,
        clock: &clock,
        meters: &meters,
        errors,
        said: String::new(),
        song: Feeder { queue: to_song, schedule, next: 0, start: (LEAD * f64::from(rate)) as u64 },
        keys: to_keys,
        taken,
        actions: Vec::new(),
        last: is_song.then_some(f64::from(rate)),
    };
    let played = Terminal::open().and_then(|mut terminal| session.go_on(&mut terminal));
    RUNNING.store(false, Relaxed);
    drop((stream, port));
    say!("{}", session.summary(rate));
    recording.map_or(Ok(()), Recording::end)?;
    played.map_err(CommandError::file)?;
    session.take_down();
    Ok(session.actions)
}

/// Hands a song to the engine as far as its queue has room.
struct Feeder {
    queue: Producer<Timed>,
    schedule: Vec<(u64, Action)>,
    next: usize,
    /// The sample of its beginning.
    start: u64,
}

impl Feeder {
    fn feed(&mut self) {
        while let Some((sample, action)) = self.schedule.get(self.next).copied() {
            if self.queue.push(Timed { sample: self.start + sample, action }).is_err() {
                return;
            }
            self.next += 1;
        }
    }

    /// The sample of its last action.
    fn end(&self) -> u64 {
        self.start + self.schedule.last().map_or(0, |(sample, _)| *sample)
    }
}

struct Session<'a> {
    name: &'a str,
    clock: &'a Clock,
    meters: &'a Meters,
    errors: Receiver<cpal::Error>,
    /// The last of them that was said.
    said: String,
    song: Feeder,
    keys: Producer<Timed>,
    taken: Option<Consumer<Timed>>,
    /// What was played, if it becomes a scene.
    actions: Vec<(u64, Action)>,
    /// The rate, if the session ends with its song.
    last: Option<f64>,
}

impl Session<'_> {
    fn go_on(&mut self, terminal: &mut Terminal) -> io::Result<()> {
        let mut shown = Instant::now();
        while RUNNING.load(Relaxed) && !self.is_over() {
            self.song.feed();
            self.take_down();
            self.look_at_errors(terminal)?;
            if !terminal.look(&mut |action| self.act(action))? {
                return Ok(());
            }
            if terminal.is_watched && shown.elapsed() >= SHOW {
                shown = Instant::now();
                show!("\r{}\x1b[K", self.line(&terminal.keyboard));
            }
        }
        Ok(())
    }

    /// Says what the device reports, the same once; whether it goes on in spite of it.
    fn look_at_errors(&mut self, terminal: &Terminal) -> io::Result<()> {
        while let Ok(error) = self.errors.try_recv() {
            if device::is_end(&error) {
                return Err(io::Error::other(format!("the sound device is gone: {error}")));
            }
            let error = error.to_string();
            if self.said != error {
                terminal.say(&format!("note: the sound device reports: {error}"));
                self.said = error;
            }
        }
        Ok(())
    }

    fn take_down(&mut self) {
        while let Some(timed) = self.taken.as_mut().and_then(|taken| taken.pop().ok()) {
            self.actions.push((timed.sample, timed.action));
        }
    }

    fn act(&mut self, action: Action) {
        let sample = self.clock.now();
        // A full queue means that the device has stopped: the next look says so.
        let _ = self.keys.push(Timed { sample, action });
    }

    /// Whether the song is over and has rung out.
    fn is_over(&self) -> bool {
        let Some(rate) = self.last else { return false };
        let frames = self.meters.frames.load(Relaxed);
        let (end, now) = (self.song.end() as f64, frames as f64);
        let silent = self.meters.sounding.load(Relaxed) == 0 && now > end + 0.1 * rate;
        silent || now > end + RINGS * rate
    }

    fn line(&self, keyboard: &Keyboard) -> String {
        let peak = 20.0 * Meters::largest(&self.meters.peak).max(1e-6).log10();
        let bar = ((peak + 60.0) / 3.0).clamp(0.0, 20.0) as usize;
        let (bar, rest) = ("#".repeat(bar), "-".repeat(20 - bar));
        let load = 100.0 * Meters::largest(&self.meters.load);
        let voices = self.meters.sounding.load(Relaxed);
        let pedal = if keyboard.sustain { ", pedal" } else { "" };
        format!(
            "{} [{bar}{rest}] {peak:5.1} dB, {voices} sounding, load {load:.0} %, {} drop-outs, octave \
             {}, velocity {}{pedal}",
            self.name,
            self.drop_outs(),
            keyboard.octave,
            keyboard.velocity
        )
    }

    fn drop_outs(&self) -> u32 {
        self.meters.late.load(Relaxed) + self.meters.dropped.load(Relaxed)
    }

    fn summary(&self, rate: u32) -> String {
        let seconds = self.meters.frames.load(Relaxed) as f64 / f64::from(rate);
        let unrecorded = self.meters.unrecorded.load(Relaxed);
        let unrecorded = match unrecorded {
            0 => String::new(),
            _ => format!(", {unrecorded} samples are missing in the recording"),
        };
        format!(
            "played {seconds:.1} s, {} blocks late, {} drop-outs of the device{unrecorded}",
            self.meters.late.load(Relaxed),
            self.meters.dropped.load(Relaxed)
        )
    }
}

/// The terminal, if there is one: raw while it is kept.
struct Terminal {
    keyboard: Keyboard,
    is_watched: bool,
    is_raw: bool,
    tells: bool,
}

impl Terminal {
    fn open() -> io::Result<Self> {
        let is_watched = io::stderr().is_terminal();
        let is_raw = is_watched && io::stdin().is_terminal();
        if is_raw {
            terminal::enable_raw_mode()?;
        }
        let tells = is_raw && terminal::supports_keyboard_enhancement().unwrap_or(false);
        if tells {
            let flags = KeyboardEnhancementFlags::REPORT_EVENT_TYPES
                | KeyboardEnhancementFlags::DISAMBIGUATE_ESCAPE_CODES;
            execute!(io::stderr(), PushKeyboardEnhancementFlags(flags))?;
        }
        Ok(Self { keyboard: Keyboard::new(tells), is_watched, is_raw, tells })
    }

    /// Says something above the line with the meters.
    fn say(&self, text: &str) {
        match self.is_watched {
            true => show!("\r{text}\x1b[K\r\n"),
            false => say!("{text}"),
        }
    }

    /// Waits a little for keys; whether to go on.
    fn look(&mut self, act: &mut dyn FnMut(Action)) -> io::Result<bool> {
        if !self.is_raw {
            std::thread::sleep(LOOK);
            return Ok(true);
        }
        while poll(LOOK)? {
            if let Event::Key(event) = read()? {
                match self.keyboard.key(&event, Instant::now()) {
                    Meaning::Act(action) => act(action),
                    Meaning::End => return Ok(false),
                    Meaning::Nothing => {}
                }
            }
        }
        self.keyboard.let_go(Instant::now()).into_iter().for_each(act);
        Ok(true)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        if self.tells {
            let _ = execute!(io::stderr(), PopKeyboardEnhancementFlags);
        }
        if self.is_raw {
            let _ = terminal::disable_raw_mode();
        }
        if self.is_watched {
            show!("\r\x1b[K\n");
        }
    }
}
