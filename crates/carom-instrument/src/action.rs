//! What can be done to an instrument while it sounds.

use crate::Parameter;

/// Which notes an action is about: those that fit everything that is given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Who {
    /// The number that whoever plays gave the note.
    pub id: Option<i32>,
    /// The MIDI channel, from 0.
    pub channel: Option<u8>,
    /// The MIDI key, 60 being middle C.
    pub key: Option<u8>,
}

impl Who {
    /// All notes.
    pub const ALL: Self = Self { id: None, channel: None, key: None };

    /// The note of a key.
    #[must_use]
    pub const fn key(key: u8) -> Self {
        Self { key: Some(key), ..Self::ALL }
    }
}

/// What can be done to an instrument. Values that are no numbers do nothing; others are brought into
/// their range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Action {
    /// A key goes down: its hammer strikes.
    NoteOn {
        /// The number by which later actions name this note.
        id: Option<i32>,
        /// The MIDI channel, from 0.
        channel: u8,
        /// The MIDI key. One that the instrument does not have does nothing.
        key: u8,
        /// How hard, from 0 to 1.
        velocity: f64,
    },
    /// A key goes up: its damper comes down, unless the pedal holds it.
    NoteOff(Who),
    /// A note ends at once: it is faded out within milliseconds.
    Choke(Who),
    /// A parameter of the whole instrument takes a value.
    Set(Parameter, f64),
    /// A parameter of some notes differs from that of the instrument, for those that
    /// [can](crate::About::per_note): by this share of its [scale](Parameter::position), 1 being all
    /// of it.
    Modulate(Who, Parameter, f64),
    /// The pitch of some notes is bent by so many semitones.
    Bend(Who, f64),
    /// The pressure on some keys, from 0 to 1: how hard they scrape, roll and drum.
    Pressure(Who, f64),
    /// The modulation wheel, from 0 to 1: how fast they scrape, roll and drum.
    Wheel(f64),
    /// The probe of some keys is drawn to a place, from 0 to 1, pressed by a share, from 0 to 1, of
    /// the [force](Parameter::Force); a share of 0 lifts it.
    Drag(Who, f64, f64),
    /// The sustain pedal: while it is down, dampers stay up.
    Sustain(bool),
    /// All keys go up.
    AllNotesOff,
    /// Everything falls silent within milliseconds.
    AllSoundOff,
}

impl Action {
    /// How bright some notes are, from 0 to 1: a hammer that is about 16 times softer, as it is (0.5), 16
    /// times harder.
    #[must_use]
    pub const fn brightness(who: Who, amount: f64) -> Self {
        let share = 0.4 * (amount.clamp(0.0, 1.0) - 0.5);
        Self::Modulate(who, Parameter::Hardness, share)
    }
}
