//! Notes and what is done to them while they sound.

use crate::{Parameter, Who};

/// How a note differs from the others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touch {
    /// By how much each parameter differs, as a share of its scale.
    pub(crate) offsets: [f64; Parameter::ALL.len()],
    /// Semitones.
    pub(crate) bend: f64,
    /// From 0 to 1.
    pub(crate) pressure: f64,
}

impl Default for Touch {
    fn default() -> Self {
        Self { offsets: [0.0; Parameter::ALL.len()], bend: 0.0, pressure: 1.0 }
    }
}

/// The note of a key.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Note {
    who: Option<(Option<i32>, u8, u8)>,
    /// Whether its key is down.
    pub(crate) held: bool,
    /// Whether only the pedal keeps its damper up.
    pub(crate) sustained: bool,
    pub(crate) velocity: f64,
    pub(crate) touch: Touch,
}

impl Note {
    pub(crate) fn new(id: Option<i32>, channel: u8, key: u8, touch: Touch, velocity: f64) -> Self {
        let who = Some((id, channel, key));
        Self { who, held: true, sustained: false, velocity, touch }
    }

    /// Whether it is one of those that are meant.
    pub(crate) fn is(&self, who: Who) -> bool {
        self.who.is_some_and(|(id, channel, key)| {
            who.key.is_none_or(|wanted| wanted == key)
                && who.channel.is_none_or(|wanted| wanted == channel)
                && (who.id.is_none() || who.id == id)
        })
    }

    /// Nobody plays it any more.
    pub(crate) fn end(&mut self) {
        (self.held, self.sustained) = (false, false);
    }
}

/// What is done to all notes of a channel, also to those to come.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Channels([Touch; 16]);

impl Channels {
    /// Notes that are meant by their channel alone, or all of them.
    pub(crate) fn change(&mut self, who: Who, change: &impl Fn(&mut Touch)) {
        if who.key.is_some() || who.id.is_some() {
            return;
        }
        match who.channel {
            Some(channel) => self.0.get_mut(usize::from(channel)).into_iter().for_each(change),
            None => self.0.iter_mut().for_each(change),
        }
    }

    pub(crate) fn touch(&self, channel: u8) -> Touch {
        self.0.get(usize::from(channel)).copied().unwrap_or_default()
    }
}
