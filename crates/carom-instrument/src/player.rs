//! An instrument that plays what was written down.

use carom::Sample;

use crate::{Action, Event, Instrument, Song};

impl Song {
    /// What an instrument does at which sample, if it plays the parts for which `plays` holds: what is
    /// about a note goes to whoever plays it, pedal and wheel to whoever plays a part of their channel,
    /// or to all if nobody does.
    #[must_use]
    pub fn schedule(&self, rate: f64, plays: &dyn Fn(usize) -> bool) -> Vec<(u64, Action)> {
        let of_channel = |channel: u8, who: &dyn Fn(usize) -> bool| {
            let mut parts = self.parts.iter().enumerate();
            parts.any(|(part, of)| of.channel == channel && who(part))
        };
        let concerns = |event: &Event| match (event.part, event.action) {
            (Some(part), _) => plays(part),
            // Nothing says whose they are but the channel that they came on.
            (None, Action::Wheel(_) | Action::Sustain(_)) => {
                of_channel(event.channel, plays) || !of_channel(event.channel, &|_| true)
            }
            // These say themselves which channel they are about.
            (None, _) => true,
        };
        let events = self.events.iter().filter(|event| concerns(event));
        events.map(|event| ((event.time * rate).round() as u64, event.action)).collect()
    }
}

/// An instrument that plays what was written down, each action before its sample.
#[derive(Debug)]
pub struct Player {
    instrument: Instrument,
    /// In the order of samples.
    actions: Vec<(u64, Action)>,
    next: usize,
    frame: u64,
}

impl Player {
    /// An instrument, and what it does at which sample, in their order.
    #[must_use]
    pub fn new(instrument: Instrument, actions: Vec<(u64, Action)>) -> Self {
        Self { instrument, actions, next: 0, frame: 0 }
    }

    /// Makes the next samples, as many as the shorter of the two has. It never fails, waits or
    /// allocates, and the sound does not depend on the length of the blocks.
    pub fn render<S: Sample>(&mut self, left: &mut [S], right: &mut [S]) {
        let frames = left.len().min(right.len());
        let mut done = 0;
        while done < frames {
            while let Some((_, action)) = self.due() {
                self.instrument.act(action);
                self.next += 1;
            }
            let until = self.actions.get(self.next).map_or(u64::MAX, |(sample, _)| *sample);
            let count = (until - self.frame).min((frames - done) as u64) as usize;
            let piece = done..done + count;
            self.instrument.render(&mut left[piece.clone()], &mut right[piece]);
            self.frame += count as u64;
            done += count;
        }
    }

    /// The next action, if its sample has come.
    fn due(&self) -> Option<(u64, Action)> {
        self.actions.get(self.next).copied().filter(|(sample, _)| *sample <= self.frame)
    }

    /// Whether everything that was written down is done.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.next == self.actions.len()
    }

    /// The instrument.
    #[must_use]
    pub fn instrument(&self) -> &Instrument {
        &self.instrument
    }

    /// The instrument, which plays by hand from now on.
    #[must_use]
    pub fn into_instrument(self) -> Instrument {
        self.instrument
    }
}
