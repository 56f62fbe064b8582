//! Everything that touches and nothing that moves: time can pass without work.

use super::engine::Engine;
use crate::energy::Flow;

/// Kinetic energy below this share of all the energy that the run has seen is rest: 240 dB down.
const REST: f64 = 1e-24;

/// For this many samples in a row, so that no turning point is taken for it.
const PATIENCE: u32 = 512;

/// Whether the engine is at rest.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rest {
    calm: u32,
    asleep: bool,
}

impl Rest {
    pub(super) fn asleep(self) -> bool {
        self.asleep
    }

    pub(super) fn wake(&mut self) {
        *self = Self::default();
    }
}

impl Engine {
    /// Looks whether anything still moves, after a sample in which something touched.
    pub(super) fn watch_rest(&mut self) {
        let time = self.frame as f64 * self.dt;
        let moved = |t: &super::travel::Travelling| t.moves(time);
        if self.links.iter().any(|link| link.travelling.as_ref().is_some_and(moved)) {
            return;
        }
        // Masses first: they are few, and while one flies nothing rests.
        let scale = REST * (self.ledger.initial() + self.ledger.supplied().abs());
        let masses: f64 = self.masses.iter().map(super::mass::FreeMass::energy).sum();
        if masses > scale || self.bank.w.iter().map(|w| w * w).sum::<f64>() > scale {
            self.rest.calm = 0;
            return;
        }
        self.rest.calm += 1;
        if self.rest.calm >= PATIENCE {
            self.fall_asleep();
        }
    }

    /// What little moves is lost.
    fn fall_asleep(&mut self) {
        let before = self.energy();
        for mass in &mut self.masses {
            mass.v = 0.0;
        }
        self.bank.w.fill(0.0);
        let flow = Flow { dissipated: before - self.energy(), ..Flow::default() };
        self.ledger.book(&flow);
        self.rest.asleep = true;
    }
}
