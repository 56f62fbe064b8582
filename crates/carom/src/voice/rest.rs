//! Rest: where nothing moves any more, samples cost no steps.

use super::Voice;

/// Kinetic energy below this share of all the energy that the run has seen is rest: 240 dB down.
const REST: f64 = 1e-24;

/// Energies beyond this (J) are no measure of what counts as rest: somebody moved a contact deep into a body.
const MOST: f64 = 1e6;

/// For this many samples in a row, so that no turning point is taken for it.
const PATIENCE: u32 = 512;

/// Whether a voice is at rest.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rest {
    calm: u32,
    asleep: bool,
}

impl Rest {
    pub(super) fn is_asleep(self) -> bool {
        self.asleep
    }
}

impl Voice {
    /// Looks whether anything still moves, after so many samples in which something touched.
    pub(super) fn watch_rest(&mut self, samples: u32) {
        let time = self.frame as f64 * self.dt;
        if self.motions.iter().any(|motion| motion.moves(time)) {
            return;
        }
        let seen = self.ledger.initial() + self.ledger.supplied().abs();
        let scale = REST * seen.min(MOST);
        if !self.stepper.rests(scale) {
            self.rest.calm = 0;
            return;
        }
        self.rest.calm += samples;
        if self.rest.calm >= PATIENCE {
            self.fall_asleep();
        }
    }

    /// Stops everything; the kinetic energy that is left is booked as dissipated.
    fn fall_asleep(&mut self) {
        let before = self.stepper.energy(&self.model);
        self.stepper.store(&self.model, &mut self.state);
        let kinetic = self.lose_motion();
        self.state.velocity.fill(0.0);
        self.stepper.load(&self.model, &self.state, &self.drive);
        let lost = before - self.stepper.energy(&self.model);
        self.settle(lost - kinetic);
        self.ledger.book(&crate::energy::Flow { dissipated: lost, ..Default::default() });
        self.rest.asleep = true;
    }
}
