//! A scene that is played from keys, each of them the object brought to another pitch.

use carom_instrument::{Action, Instrument, InstrumentError, Setup, export, own_key};
use carom_scene::scene::{Parsed, Scene};
use serde_json::{Value, json};

use super::player::BUDGET;
use super::{Note, Take};
use crate::error::Refusal;
use crate::limits::{LONGEST, MOST_NOTES};

/// Keys below and above that of the object as it is written: two octaves.
const SPAN: u8 = 12;

/// One note for each key, so that none makes room for another, and the modes of its object.
const VOICES: usize = 2 * SPAN as usize + 1;
const MODES: usize = 256;

/// Below this share of full scale for so long (s) it counts as silent.
const SILENCE: f32 = 1e-4;
const PATIENCE: f64 = 0.25;

/// Notes for which there is room from the start.
const ROOM: usize = 1024;

/// A key that goes down or up in a sample.
#[derive(Clone, Copy, Debug)]
struct Due {
    frame: u64,
    key: u8,
    velocity: f64,
}

/// The object of a scene at many pitches, played sample by sample.
#[derive(Debug)]
pub struct Pitches {
    instrument: Instrument,
    /// The key of the object as it is written.
    own: u8,
    /// What is to come, the latest first.
    waiting: Vec<Due>,
    /// The sample of the instrument with which what is played began.
    from: u64,
    /// Whether it stays at the first sample, because nothing was played yet.
    is_fresh: bool,
    /// Whether silence does not end it.
    pub keeps_running: bool,
    quiet: u64,
}

impl Pitches {
    /// Makes the keys around that of the object, so many below and above it, and at most an octave; at
    /// another sample rate than that of the scene if one is given (Hz).
    ///
    /// # Errors
    ///
    /// If the scene cannot be played from keys.
    pub fn new(scene: &Parsed, rate: Option<f64>, span: Option<u8>) -> Result<Self, Refusal> {
        let own = own_key(scene).map_err(|error| refused(&error))?;
        let keys = around(own, span.unwrap_or(SPAN).min(SPAN));
        let instrument =
            Instrument::new(scene, &setup(scene, rate, keys)).map_err(|error| refused(&error))?;
        Ok(Self {
            instrument,
            own,
            waiting: Vec::with_capacity(ROOM),
            from: 0,
            is_fresh: true,
            keeps_running: false,
            quiet: 0,
        })
    }

    /// What the page has to know of it.
    #[must_use]
    pub fn described(&self) -> Value {
        let Setup { sample_rate, keys, .. } = self.instrument.setup();
        json!({ "version": 1, "rate": sample_rate, "own": self.own, "keys": keys })
    }

    /// The sample that comes next.
    #[must_use]
    pub fn frame(&self) -> u64 {
        self.instrument.frames() - self.from
    }

    /// Samples whose steps were coarser than they should have been.
    #[must_use]
    pub fn coarsened(&self) -> u64 {
        self.instrument.work().coarsened
    }

    /// Begins anew, with everything at rest; it runs at once if `runs`, otherwise from the first note on.
    pub fn begin(&mut self, runs: bool) {
        self.instrument.reset();
        self.from = self.instrument.frames();
        self.waiting.clear();
        (self.is_fresh, self.quiet) = (!runs, 0);
    }

    /// A key goes down, or up with a velocity of 0, in a sample: in the next, if that has passed. Whether
    /// there is such a key.
    pub fn note(&mut self, key: u32, velocity: f64, frame: u64) -> bool {
        let [lowest, highest] = self.instrument.keys();
        let Ok(key) = u8::try_from(key) else { return false };
        if !(lowest..=highest).contains(&key) || self.waiting.len() >= MOST_NOTES {
            return false;
        }
        let place = self.waiting.partition_point(|other| other.frame > frame);
        self.waiting.insert(place, Due { frame, key, velocity });
        self.is_fresh = false;
        true
    }

    /// Makes the next samples, as many as both channels have; whether it sounds or may sound soon.
    pub fn render(&mut self, left: &mut [f32], right: &mut [f32]) -> bool {
        let count = left.len().min(right.len());
        let (left, right) = (&mut left[..count], &mut right[..count]);
        left.fill(0.0);
        right.fill(0.0);
        if self.is_fresh {
            return false;
        }
        let mut at = 0;
        while at < count {
            let now = self.frame();
            while let Some(due) = self.waiting.pop_if(|due| due.frame <= now) {
                self.instrument.act(action(due.key, due.velocity));
            }
            let until = self.waiting.last().map_or(u64::MAX, |due| due.frame - now);
            let end = at + usize::try_from(until).unwrap_or(count).min(count - at);
            self.instrument.render(&mut left[at..end], &mut right[at..end]);
            at = end;
        }
        self.settle(left, right)
    }

    /// Goes back to the start when nothing has been heard for a while and nothing is to come.
    fn settle(&mut self, left: &[f32], right: &[f32]) -> bool {
        let peak = left.iter().chain(right).fold(0.0f32, |peak, sample| peak.max(sample.abs()));
        let silent = peak < SILENCE && self.waiting.is_empty();
        self.quiet = if silent { self.quiet + left.len() as u64 } else { 0 };
        let patience = PATIENCE * self.instrument.setup().sample_rate;
        if self.quiet as f64 >= patience && !self.keeps_running {
            self.begin(false);
        }
        !self.is_fresh
    }

    /// The scene of what was played from keys, which `carom run` renders to the same sound.
    ///
    /// # Errors
    ///
    /// If the scene cannot be played from keys, or not such notes.
    pub fn played(scene: &Parsed, rate: Option<f64>, take: &Take) -> Result<Scene, Refusal> {
        check(&take.notes)?;
        let keys = match take.keys {
            Some(keys) => checked_keys(keys)?,
            None => around(own_key(scene).map_err(|error| refused(&error))?, SPAN),
        };
        let setup = setup(scene, rate, keys);
        let mut instrument = Instrument::new(scene, &setup).map_err(|error| refused(&error))?;
        instrument.keep();
        let mut notes = take.notes.clone();
        notes.sort_by(|a, b| a.time.total_cmp(&b.time));
        let (mut left, mut right) = ([0.0f32; 128], [0.0f32; 128]);
        for note in &notes {
            let frame = (note.time * setup.sample_rate).round() as u64;
            while instrument.frames() < frame {
                let count = (frame - instrument.frames()).min(128) as usize;
                instrument.render(&mut left[..count], &mut right[..count]);
            }
            instrument.act(action(note.key, note.velocity));
        }
        // What falls on the last sample is done with it.
        instrument.render(&mut left[..1], &mut right[..1]);
        let mut played = export(&[&instrument]).map_err(|error| refused(&error))?.scene;
        if played.strikes.is_empty() {
            let allowed = format!("keys from {} to {}", keys[0], keys[1]);
            return Err(Refusal::new("no key that it has was played").allowed(allowed));
        }
        let last = notes.last().map_or(0.0, |note| note.time);
        played.duration = take.length.or(scene.scene.duration.map(|duration| duration + last));
        Ok(played)
    }
}

/// The lowest and the highest key, so many below and above one of them.
fn around(own: u8, span: u8) -> [u8; 2] {
    [own.saturating_sub(span), (own + span).min(127)]
}

/// An error for keys that are in the wrong order or too many.
fn checked_keys([lowest, highest]: [u8; 2]) -> Result<[u8; 2], Refusal> {
    if lowest <= highest && highest - lowest <= 2 * SPAN && highest <= 127 {
        return Ok([lowest, highest]);
    }
    let error = Refusal::new(format!("`keys` is [{lowest}, {highest}]")).at("take.keys");
    Err(error.allowed(format!("the lowest and the highest, at most 127, {} apart", 2 * SPAN)))
}

/// The instrument of a scene.
fn setup(scene: &Parsed, rate: Option<f64>, keys: [u8; 2]) -> Setup {
    let sample_rate = rate.unwrap_or(scene.scene.sample_rate);
    Setup { sample_rate, voices: VOICES, budget: 2 * VOICES as u32 * BUDGET, modes: MODES, keys }
}

/// A key that goes down, or up.
fn action(key: u8, velocity: f64) -> Action {
    Action::NoteOn { id: None, channel: 0, key, velocity }
}

/// An error for notes that cannot have been played.
fn check(notes: &[Note]) -> Result<(), Refusal> {
    if notes.len() > MOST_NOTES {
        let error = Refusal::new(format!("`notes` has {} elements", notes.len()));
        return Err(error.at("take.notes").allowed(format!("at most {MOST_NOTES} here")));
    }
    for (i, note) in notes.iter().enumerate() {
        for (field, value, most) in [("time", note.time, LONGEST), ("velocity", note.velocity, 1.0)]
        {
            if !(0.0..=most).contains(&value) {
                let error = Refusal::new(format!("`{field}` is {value:?}"));
                let at = format!("take.notes[{i}].{field}");
                return Err(error.at(at).allowed(format!("from 0 to {most}")));
            }
        }
    }
    Ok(())
}

/// Why a scene has no pitches.
fn refused(error: &InstrumentError) -> Refusal {
    Refusal::new(format!("This scene cannot be played as pitches: {error}"))
}
