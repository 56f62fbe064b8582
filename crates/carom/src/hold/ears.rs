//! Two listeners on either side of a body: what one hears of a mode, the other hears alike or with the
//! opposite sign. What they hear over a flight is the sum and the difference of two parts, each of which
//! has only its own modes.

use super::flight::Flight;
use super::kernels::{WIDTH, ring, sum_and_difference};
use super::pickup::{PickupSignal, Sources};
use crate::model::Quantity;
use crate::stepper::Rows;

/// Two pickups that hear the modes of one body in this way.
#[derive(Clone, Debug)]
pub(super) struct Ears {
    pub(super) body: usize,
    pair: [usize; 2],
    /// What both hear alike, and what they hear with opposite signs.
    parts: [Part; 2],
    /// Whether that is so at present.
    mirrored: bool,
}

/// Some modes of a body side by side, padded with silence.
#[derive(Clone, Debug)]
struct Part {
    modes: Vec<usize>,
    turns: [Vec<f64>; 2],
    signals: [Vec<f64>; 2],
}

impl Part {
    fn new(modes: usize) -> Self {
        let room = || vec![0.0; modes.next_multiple_of(WIDTH)];
        Self {
            modes: Vec::with_capacity(modes),
            turns: [room(), room()],
            signals: [room(), room()],
        }
    }
}

/// The pairs of pickups that may hear in this way.
pub(super) fn find(pickups: &[PickupSignal], flight: &Flight) -> Vec<Ears> {
    let mut found: Vec<Ears> = Vec::new();
    for (q, right) in pickups.iter().enumerate() {
        let paired = |p: usize| found.iter().any(|ears| ears.pair.contains(&p));
        let fits = |p: &usize| pickups[*p].body == right.body && !paired(*p) && !paired(q);
        for p in (0..q).filter(fits).collect::<Vec<_>>() {
            let parts = [Part::new(right.modes()), Part::new(right.modes())];
            let mut ears = Ears { body: right.body, pair: [p, q], parts, mirrored: false };
            ears.read(pickups, flight);
            if ears.mirrored {
                found.push(ears);
                break;
            }
        }
    }
    found
}

impl Ears {
    /// Takes over how the pickups hear the modes, and how these turn.
    pub(super) fn read(&mut self, pickups: &[PickupSignal], flight: &Flight) {
        let [left, right] = self.pair.map(|p| &pickups[p]);
        self.parts.iter_mut().for_each(|part| part.modes.clear());
        let pressure = [left, right].iter().all(|ear| ear.quantity == Quantity::Pressure);
        self.mirrored = pressure;
        for mode in 0..right.modes() {
            let (one, other) = (left.ahead_of(mode), right.ahead_of(mode));
            if one == other.map(|of| -of) {
                self.parts[1].modes.push(mode);
            } else {
                self.mirrored &= one == other;
                self.parts[0].modes.push(mode);
            }
        }
        // What neither hears is silent.
        self.parts[1].modes.retain(|mode| left.ahead_of(*mode) != [0.0; 4]);
        let turns = flight.turns.each_ref().map(|turns| &turns[right.range()]);
        for Part { modes, turns: own, signals, .. } in &mut self.parts {
            for (own, all) in own.iter_mut().zip(turns) {
                own.fill(0.0);
                own.iter_mut().zip(&*modes).for_each(|(own, mode)| *own = all[*mode]);
            }
            signals.iter_mut().for_each(|signal| signal.fill(0.0));
        }
    }

    /// Whether a pickup is one of them, and they hear so at present.
    pub(super) fn are_mirrored(&self, pickup: usize) -> bool {
        self.mirrored && self.pair.contains(&pickup)
    }

    /// Whether a pickup is the first of them.
    pub(super) fn begin_with(&self, pickup: usize) -> bool {
        self.pair[0] == pickup
    }

    /// The signals over a flight of so many samples of bodies that no constant force pushes.
    pub(super) fn over_flight(
        &mut self,
        (sources, pickups): (&Sources, &mut [PickupSignal]),
        frames: usize,
        rows: &mut Rows,
    ) {
        let Ok(rows) = rows.get_disjoint_mut(self.pair) else { return };
        let lanes = rows.map(|row| {
            row.samples[..frames].fill(0.0);
            row.set_lanes(frames.next_multiple_of(2))
        });
        let [alike, opposite] = lanes;
        let left = &mut pickups[self.pair[0]];
        left.look_ahead(sources);
        for (Part { modes, turns, signals }, lanes) in
            self.parts.iter_mut().zip([&mut *alike, &mut *opposite])
        {
            for (own, all) in signals.iter_mut().zip(left.signals()) {
                own.iter_mut().zip(&*modes).for_each(|(own, mode)| *own = all[*mode]);
            }
            let count = modes.len().next_multiple_of(WIDTH);
            let ([a, b], [first, second]) = (&*turns, &*signals);
            ring(sources.cpu, lanes, &a[..count], &b[..count], &first[..count], &second[..count]);
        }
        sum_and_difference(sources.cpu, alike, opposite);
    }
}
