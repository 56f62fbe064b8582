//! The instrument: keys that sound, what is done to them, and what can be known of them.

mod budget;
mod make;
mod mix;
mod notes;
mod setup;
mod slot;

use std::sync::Arc;
use std::sync::atomic::AtomicU8;

use carom::numeric::Random;
use carom_scene::scene::Parsed;
use carom_shapes::Material;

use crate::export::Log;
use crate::hands::{Channels, Note};
use crate::template::{Fragment, Template};
use crate::{Action, Parameter, Who};
pub use make::{Addition, Rest};
pub use setup::{InstrumentError, Setup, Work};
use slot::{Slot, Stage};

/// The seed of drum rolls.
const SEED: u64 = 1;

/// A scene that is played. See [the crate](crate).
#[derive(Debug)]
pub struct Instrument {
    setup: Setup,
    template: Arc<Template>,
    fragments: Vec<Fragment>,
    left_out: Vec<InstrumentError>,
    full: f64,
    /// By key. A key that is made later is put between the others, which moves addresses and no keys.
    #[allow(clippy::vec_box)]
    slots: Vec<Box<Slot>>,
    /// The slot of each key.
    of_key: [Option<u8>; 128],
    /// The last key that was struck before it was made.
    wanted: Arc<AtomicU8>,
    values: [f64; Parameter::ALL.len()],
    usual: [f64; Parameter::ALL.len()],
    channels: Channels,
    wheel: f64,
    sustain: bool,
    frame: u64,
    orders: u64,
    /// What is left of notes that were ended while they faded, left and right: the sample of a frame is
    /// at its remainder by the length.
    tails: [Vec<f64>; 2],
    volume: [f64; 2],
    own: Option<Material>,
    /// For drum rolls: the same in every run.
    random: Random,
    work: Work,
    /// The steps until the next multiple of 64 samples that no key has.
    spare: u32,
    /// What was played, if that is kept.
    log: Option<Log>,
}

/// The key nearest to the pitch at which the object of a scene is heard as it is written, of those that
/// the scene has.
///
/// # Errors
///
/// If nothing in the scene can be struck.
pub fn own_key(scene: &Parsed) -> Result<u8, InstrumentError> {
    Ok(Template::new(scene)?.own_key())
}

impl Instrument {
    /// Does something, before the next sample. It never fails, waits or allocates.
    pub fn act(&mut self, action: Action) {
        match action {
            Action::NoteOn { id, channel, key, velocity } if velocity > 0.0 => {
                self.note_on(id, channel, key, velocity.min(1.0));
            }
            Action::NoteOn { channel, key, velocity, .. } if velocity <= 0.0 => {
                self.note_off(Who { id: None, channel: Some(channel), key: Some(key) });
            }
            Action::NoteOff(who) => self.note_off(who),
            Action::Choke(who) => {
                for i in 0..self.slots.len() {
                    if self.slots[i].note.is(who) {
                        self.fade(i);
                    }
                }
            }
            Action::Set(parameter, value) => {
                if let Some(value) = parameter.fit(value) {
                    self.values[parameter.number() as usize] = value;
                }
            }
            Action::Modulate(who, parameter, amount) if amount.is_finite() => {
                if parameter.about().per_note {
                    self.shape_notes(who, |touch| {
                        touch.offsets[parameter.number() as usize] = amount;
                    });
                }
            }
            Action::Bend(who, semitones) if semitones.is_finite() => {
                self.shape_notes(who, |touch| touch.bend = semitones.clamp(-96.0, 96.0));
            }
            Action::Pressure(who, amount) if amount.is_finite() => {
                self.shape_notes(who, |touch| touch.pressure = amount.clamp(0.0, 1.0));
            }
            Action::Wheel(amount) if amount.is_finite() => self.wheel = amount.clamp(0.0, 1.0),
            Action::Sustain(down) => {
                self.sustain = down;
                for i in 0..self.slots.len() {
                    if !down && std::mem::take(&mut self.slots[i].note.sustained) {
                        self.damp(i);
                    }
                }
            }
            Action::AllNotesOff => {
                self.note_off(Who::ALL);
                self.slots.iter_mut().for_each(|slot| slot.let_go());
            }
            Action::AllSoundOff => (0..self.slots.len()).for_each(|i| self.fade(i)),
            Action::Drag(who, place, share) if place.is_finite() && share.is_finite() => {
                self.drag(who, place.clamp(0.0, 1.0), share.clamp(0.0, 1.0));
            }
            Action::NoteOn { .. }
            | Action::Drag(..)
            | Action::Modulate(..)
            | Action::Bend(..)
            | Action::Pressure(..)
            | Action::Wheel(_) => {}
        }
    }

    /// Everything silent, as at the start; parameters stay.
    pub fn reset(&mut self) {
        for slot in &mut self.slots {
            slot.end();
            self.spare += slot.take_back();
            (slot.note, slot.blow, slot.drag) = (Note::default(), None, None);
            slot.key.reset();
        }
        self.channels = Channels::default();
        (self.wheel, self.sustain) = (1.0, false);
        self.tails.iter_mut().for_each(|tail| tail.fill(0.0));
        let volume = 10f64.powf(self.value(Parameter::Volume) / 20.0);
        (self.volume, self.random) = ([volume; 2], Random::new(SEED));
    }

    /// Takes over how the pedal and the wheel stand in another instrument, and what is done to whole
    /// channels: whoever plays goes on with the same hands.
    pub fn follow(&mut self, other: &Self) {
        self.channels = other.channels;
        (self.wheel, self.sustain) = (other.wheel, other.sustain);
    }

    /// From now on keeps what is played, for [`export`](crate::export). That takes memory as it is
    /// played: not for an audio thread.
    pub fn keep(&mut self) {
        self.log = Some(Log::default());
    }

    pub(crate) fn log(&self) -> Option<&Log> {
        self.log.as_ref()
    }

    pub(crate) fn template(&self) -> &Template {
        &self.template
    }

    pub(crate) fn fragments(&self) -> &[Fragment] {
        &self.fragments
    }

    /// What is full scale, in the unit of the pickups.
    #[must_use]
    pub fn full(&self) -> f64 {
        self.full
    }

    /// How it was set up.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The value of a parameter, where it is going.
    #[must_use]
    pub fn value(&self, parameter: Parameter) -> f64 {
        self.values[parameter.number() as usize]
    }

    /// The value that this instrument has for a parameter as it was made.
    #[must_use]
    pub fn usual(&self, parameter: Parameter) -> f64 {
        self.usual[parameter.number() as usize]
    }

    /// The lowest and the highest key that it has.
    #[must_use]
    pub fn keys(&self) -> [u8; 2] {
        let number = |slot: Option<&Box<Slot>>| slot.map_or(0, |slot| slot.key.number);
        [number(self.slots.first()), number(self.slots.last())]
    }

    /// Why keys of the scene are left out, those that cannot be made: they are silent.
    #[must_use]
    pub fn left_out(&self) -> &[InstrumentError] {
        &self.left_out
    }

    /// Whether its objects have dampers: without, they ring on when their keys are up.
    #[must_use]
    pub fn is_damped(&self) -> bool {
        self.template.damper > 0.0
    }

    /// Samples made so far.
    #[must_use]
    pub fn frames(&self) -> u64 {
        self.frame
    }

    /// How many notes sound.
    #[must_use]
    pub fn sounding(&self) -> usize {
        self.count(|stage| stage != Stage::Asleep)
    }

    /// Whether the object of a key sounds, or is about to be struck.
    #[must_use]
    pub fn is_sounding(&self, key: u8) -> bool {
        let slot = self.of_key.get(usize::from(key)).copied().flatten();
        let slot = slot.and_then(|slot| self.slots.get(usize::from(slot)));
        slot.is_some_and(|slot| slot.stage != Stage::Asleep || slot.blow.is_some())
    }

    /// What it has done so far.
    #[must_use]
    pub fn work(&self) -> Work {
        let counts = self.slots.iter().map(|slot| slot.key.voice.counts());
        Work { coarsened: counts.map(|counts| counts.coarsened).sum(), ..self.work }
    }
}
