//! Songs: standard MIDI files as actions over time.

mod file;
mod programs;

use std::collections::{BTreeMap, HashMap, VecDeque};

use midly::live::LiveEvent;
use midly::{MetaMessage, MidiMessage, TrackEventKind};
use thiserror::Error;

use self::file::Ticks;
use crate::{Action, Midi, Who};

/// Microseconds of a quarter note, until the file says otherwise.
const USUAL_TEMPO: u32 = 500_000;

/// A song lasts at most so long (s).
const LONGEST: f64 = 4.0 * 3600.0;

/// Why a file is no song.
#[derive(Debug, Error, PartialEq)]
pub enum SongError {
    /// It is too long.
    #[error("the file has {bytes} bytes; a song has up to {most}")]
    Long {
        /// How many bytes it has.
        bytes: usize,
        /// How many it may have.
        most: usize,
    },
    /// It is something else.
    #[error("this is no standard MIDI file, which begins with MThd")]
    NoSong,
    /// Something in it is wrong.
    #[error("at byte {byte}: {message}")]
    Broken {
        /// Where.
        byte: usize,
        /// What.
        message: String,
    },
    /// It lasts too long.
    #[error("the song lasts {seconds:.0} s; a song lasts up to {most:.0} s")]
    Lasts {
        /// How long it lasts (s).
        seconds: f64,
        /// How long it may last (s).
        most: f64,
    },
    /// Nothing is to be heard.
    #[error("the song has no notes")]
    Silent,
}

/// What belongs to one player: the notes that one track has on one channel.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Its track, from 0.
    pub track: usize,
    /// Its MIDI channel, from 0.
    pub channel: u8,
    /// What the file calls it.
    pub name: Option<String>,
    /// The program that it asks for, as General MIDI calls it.
    pub program: Option<&'static str>,
    /// How many notes it has.
    pub notes: usize,
    /// Its lowest and its highest key.
    pub keys: [u8; 2],
}

/// A note.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Note {
    /// When it begins (s).
    pub time: f64,
    /// When its key goes up (s): at the end of the song, if nothing says when.
    pub end: f64,
    /// Which part plays it.
    pub part: usize,
    /// Its MIDI channel, from 0.
    pub channel: u8,
    /// Its MIDI key.
    pub key: u8,
    /// How hard, from 0 to 1.
    pub velocity: f64,
}

/// Something that is done at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// When (s).
    pub time: f64,
    /// The MIDI channel that it came on, from 0.
    pub channel: u8,
    /// Which part it belongs to, if it is about a note.
    pub part: Option<usize>,
    /// What is done. The number of a note is its place in [`Song::notes`].
    pub action: Action,
}

/// A song.
#[derive(Clone, Debug, PartialEq)]
pub struct Song {
    /// What the file calls it.
    pub title: Option<String>,
    /// Who plays: by track, then by channel.
    pub parts: Vec<Part>,
    /// All notes, in the order in which they begin.
    pub notes: Vec<Note>,
    /// All that is done, in the order of time.
    pub events: Vec<Event>,
    /// When the last event of the file is (s).
    pub length: f64,
}

impl Song {
    /// Files of more bytes are not read.
    pub const LARGEST: usize = file::MOST_BYTES;

    /// Reads a standard MIDI file of format 0 or 1.
    ///
    /// A key that goes down again before it went up has two notes: each time it goes up, the older one
    /// ends. A note that nothing ends ends with the song.
    ///
    /// # Errors
    ///
    /// With what is wrong and where, if the file is broken or cut off, has more than 16 MB or a million
    /// events, lasts more than four hours, or has no notes.
    pub fn read(bytes: &[u8]) -> Result<Self, SongError> {
        let (ticks, events) = file::read(bytes)?;
        let mut reader = Reader::new();
        let mut clock = Clock::new(ticks);
        let mut length = 0.0f64;
        for event in &events {
            let time = clock.at(event.tick);
            length = length.max(time);
            match event.kind {
                TrackEventKind::Meta(MetaMessage::Tempo(tempo)) => clock.tempo = tempo.as_int(),
                TrackEventKind::Meta(MetaMessage::TrackName(name)) => {
                    reader.names.entry(event.track).or_insert_with(|| text(name));
                }
                TrackEventKind::Midi { channel, message } => {
                    reader.message(time, event.track, channel.as_int(), message);
                }
                _ => {}
            }
        }
        if length > LONGEST {
            return Err(SongError::Lasts { seconds: length, most: LONGEST });
        }
        reader.finish(length)
    }
}

/// A text of a file as it can be shown.
fn text(bytes: &[u8]) -> String {
    let shown = String::from_utf8_lossy(bytes);
    let shown: String = shown.chars().filter(|character| !character.is_control()).collect();
    shown.trim().to_owned()
}

/// Turns ticks into seconds, one after the other.
struct Clock {
    ticks: Ticks,
    /// Microseconds of a quarter note.
    tempo: u32,
    tick: u64,
    /// Microseconds, times the ticks of a quarter note: whole, so that nothing adds up.
    passed: u128,
}

impl Clock {
    fn new(ticks: Ticks) -> Self {
        Self { ticks, tempo: USUAL_TEMPO, tick: 0, passed: 0 }
    }

    /// The time of a tick that is not before the last.
    fn at(&mut self, tick: u64) -> f64 {
        match self.ticks {
            Ticks::PerSecond(rate) => tick as f64 / rate,
            Ticks::PerQuarter(quarter) => {
                self.passed += u128::from(tick - self.tick) * u128::from(self.tempo);
                self.tick = tick;
                self.passed as f64 / (1e6 * f64::from(quarter))
            }
        }
    }
}

/// Makes actions and notes of messages.
struct Reader {
    midi: Midi,
    names: HashMap<usize, String>,
    /// The latest program of a channel.
    programs: [Option<&'static str>; 16],
    /// By track and channel; the numbers in notes and events are of this map until the end.
    parts: BTreeMap<(usize, u8), Part>,
    notes: Vec<((usize, u8), Note)>,
    events: Vec<(Option<(usize, u8)>, Event)>,
    /// The notes of a key that is down.
    down: HashMap<(usize, u8, u8), VecDeque<usize>>,
}

impl Reader {
    fn new() -> Self {
        Self {
            midi: Midi::default(),
            names: HashMap::new(),
            programs: [None; 16],
            parts: BTreeMap::new(),
            notes: Vec::new(),
            events: Vec::new(),
            down: HashMap::new(),
        }
    }

    fn message(&mut self, time: f64, track: usize, channel: u8, message: MidiMessage) {
        if let MidiMessage::ProgramChange { program } = message {
            let name = programs::NAMES[usize::from(program.as_int())];
            self.programs[usize::from(channel)] = Some(name);
        }
        let mut bytes = [0; 3];
        let event = LiveEvent::Midi { channel: channel.into(), message };
        // Three bytes hold every message of a channel.
        let _ = event.write_std(&mut bytes[..]);
        let mut actions = Vec::new();
        self.midi.message(bytes, &mut |action| actions.push(action));
        for action in actions {
            self.act(time, track, channel, action);
        }
    }

    fn act(&mut self, time: f64, track: usize, channel: u8, action: Action) {
        let mut part = None;
        let action = match action {
            Action::NoteOn { key, velocity, .. } => {
                part = Some((track, channel));
                let id = self.begin(time, (track, channel), key, velocity);
                Action::NoteOn { id: Some(id), channel, key, velocity }
            }
            Action::NoteOff(Who { key: Some(key), .. }) => {
                part = Some((track, channel));
                let down = self.down.get_mut(&(track, channel, key));
                // A key that goes up without having gone down does nothing.
                let Some(note) = down.and_then(VecDeque::pop_front) else { return };
                self.notes[note].1.end = time;
                self.note_off(note)
            }
            other => other,
        };
        self.events.push((part, Event { time, channel, part: None, action }));
    }

    /// A note begins; its number.
    fn begin(&mut self, time: f64, of: (usize, u8), key: u8, velocity: f64) -> i32 {
        let (track, channel) = of;
        let program = self.programs[usize::from(channel)];
        let empty = Part { track, channel, name: None, program, notes: 0, keys: [key; 2] };
        let part = self.parts.entry(of).or_insert(empty);
        part.notes += 1;
        part.keys = [part.keys[0].min(key), part.keys[1].max(key)];
        let note = self.notes.len();
        self.down.entry((track, channel, key)).or_default().push_back(note);
        let end = f64::INFINITY;
        self.notes.push((of, Note { time, end, part: 0, channel, key, velocity }));
        note as i32
    }

    fn note_off(&self, note: usize) -> Action {
        let Note { channel, key, .. } = self.notes[note].1;
        Action::NoteOff(Who { id: Some(note as i32), channel: Some(channel), key: Some(key) })
    }

    fn finish(mut self, length: f64) -> Result<Song, SongError> {
        let mut open: Vec<usize> = self.down.values().flatten().copied().collect();
        open.sort_unstable();
        for note in open {
            let of = self.notes[note].0;
            self.notes[note].1.end = length;
            let action = self.note_off(note);
            self.events.push((Some(of), Event { time: length, channel: of.1, part: None, action }));
        }
        if self.notes.is_empty() {
            return Err(SongError::Silent);
        }
        let keys: Vec<_> = self.parts.keys().copied().collect();
        let place = |of: (usize, u8)| keys.binary_search(&of).unwrap_or_default();
        let notes = self.notes.into_iter().map(|(of, note)| Note { part: place(of), ..note });
        let events = self.events.into_iter();
        let events = events.map(|(of, event)| Event { part: of.map(place), ..event });
        let mut names = self.names;
        names.retain(|_, name| !name.is_empty());
        // The first track is named after the song.
        let title = names.get(&0).cloned();
        let several = keys.iter().any(|(track, _)| *track > 0);
        let parts = self.parts.into_values().map(|part| {
            let name = names.get(&part.track).filter(|_| several).cloned();
            Part { name, ..part }
        });
        Ok(Song {
            title,
            parts: parts.collect(),
            notes: notes.collect(),
            events: events.collect(),
            length,
        })
    }
}
