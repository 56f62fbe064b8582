//! Events of hosts as actions, and which notes a host still waits for.

use carom_instrument::{Action, Parameter, Who};
use clack_plugin::events::event_types::{
    NoteEndEvent, NoteExpressionEvent, NoteExpressionType, NoteOnEvent,
};
use clack_plugin::events::io::OutputEvents;
use clack_plugin::prelude::*;

use crate::params::share;

/// The notes that an event means: nothing if there can be none.
pub(crate) fn who(pckn: &Pckn) -> Option<Who> {
    let small = |raw: i16| if raw < 0 { Some(None) } else { u8::try_from(raw).ok().map(Some) };
    let id = pckn.raw_note_id();
    (pckn.raw_port_index() <= 0).then_some(Who {
        id: (id >= 0).then_some(id),
        channel: small(pckn.raw_channel())?,
        key: small(pckn.raw_key())?,
    })
}

/// A note on. It needs a key; without a channel it is on the first.
pub(crate) fn note_on(event: &NoteOnEvent) -> Option<Action> {
    let Who { id, channel, key } = who(&event.pckn())?;
    // A note on is never a note off, however soft.
    let velocity = event.velocity().max(1e-6);
    Some(Action::NoteOn { id, channel: channel.unwrap_or(0), key: key?, velocity })
}

/// What a note expression does.
pub(crate) fn expression(event: &NoteExpressionEvent) -> Option<Action> {
    let (who, value) = (who(&event.pckn())?, event.value());
    match event.expression_type()? {
        _ if value.is_nan() => None,
        NoteExpressionType::Tuning => Some(Action::Bend(who, value)),
        NoteExpressionType::Brightness => Some(Action::brightness(who, value)),
        NoteExpressionType::Pressure => Some(Action::Pressure(who, value)),
        NoteExpressionType::Volume => {
            // Four times is the most that a host may ask for.
            let decibels = 20.0 * value.clamp(1e-6, 4.0).log10();
            let share = share(Parameter::Volume, decibels)?;
            Some(Action::Modulate(who, Parameter::Volume, share))
        }
        _ => None,
    }
}

/// Notes whose end the host has not been told.
pub(crate) struct Waiting {
    notes: [Pckn; 64],
    count: usize,
}

impl Default for Waiting {
    fn default() -> Self {
        Self { notes: [Pckn::match_all(); 64], count: 0 }
    }
}

impl Waiting {
    /// One more. If there are too many, the first has ended long ago.
    pub(crate) fn add(&mut self, note: Pckn, time: u32, output: &mut OutputEvents) {
        if self.count == self.notes.len() {
            let _ = output.try_push(NoteEndEvent::new(time, self.notes[0]));
            self.notes.rotate_left(1);
            self.count -= 1;
        }
        self.notes[self.count] = note;
        self.count += 1;
    }

    /// Those have ended whose keys do not sound.
    pub(crate) fn end(
        &mut self,
        time: u32,
        output: &mut OutputEvents,
        sounds: impl Fn(u8) -> bool,
    ) {
        let mut kept = 0;
        for n in 0..self.count {
            let note = self.notes[n];
            if note.raw_key().try_into().is_ok_and(&sounds) {
                self.notes[kept] = note;
                kept += 1;
            } else {
                // A host that cannot take it does without.
                let _ = output.try_push(NoteEndEvent::new(time, note));
            }
        }
        self.count = kept;
    }
}
