//! A mass that nothing holds.

use crate::numeric::two_sum;

/// Displacement and velocity under a force that is held over the step: exact.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FreeMass {
    /// Its mode in the model.
    pub(super) mode: usize,
    pub(super) y: f64,
    pub(super) v: f64,
    pub(super) mass: f64,
    /// 1/mass.
    pub(super) lightness: f64,
    /// The constant force on it (N).
    pub(super) force: f64,
    /// The sum of the contact forces on it in the present step (N).
    pub(super) pushed: f64,
    /// Its displacement and velocity at the end of the step, where a contact gives them more exactly than
    /// start plus change; NaN otherwise.
    pub(super) end: f64,
    pub(super) leaving: f64,
    /// Whether one wall is all that it meets: nothing else takes up rounding errors then.
    pub(super) careful: bool,
    /// What rounding took from y and v, given back at the next step: they add up a million forces
    /// without anything that would pull them back.
    carried: [f64; 2],
}

impl FreeMass {
    pub(super) fn new(mode: usize, mass: f64) -> Self {
        let (end, leaving) = (f64::NAN, f64::NAN);
        Self { mode, mass, lightness: 1.0 / mass, end, leaving, ..Self::default() }
    }

    /// Displacement and velocity, which are given anew.
    pub(super) fn place(&mut self) -> (&mut f64, &mut f64) {
        self.carried = [0.0; 2];
        (&mut self.y, &mut self.v)
    }

    /// The change of y over a step without contact forces.
    #[inline]
    pub(super) fn free_change(&self, dt: f64) -> f64 {
        dt * (self.v + 0.5 * dt * self.force * self.lightness)
    }

    /// Moves it over `dt` under its constant force and what pushes it; returns the work of the
    /// constant force.
    #[inline(always)]
    pub(super) fn advance(&mut self, dt: f64) -> f64 {
        let gain = dt * (self.force + self.pushed) * self.lightness;
        if !self.careful {
            let change = dt * (self.v + 0.5 * gain);
            self.y += change;
            self.v += gain;
            self.pushed = 0.0;
            return self.force * change;
        }
        // With twice the digits: a million steps add up.
        let (mean, mean_low) = two_sum(self.v, 0.5 * gain);
        let change = dt * mean;
        let low = dt * (mean_low + self.carried[1]);
        if self.leaving.is_nan() {
            (self.v, self.carried[1]) = two_sum(self.v, gain + self.carried[1]);
        } else {
            (self.v, self.carried[1]) = (self.leaving, 0.0);
        }
        if self.end.abs() <= 2.0 * change.abs() {
            (self.y, self.carried[0]) = (self.end, 0.0);
        } else {
            (self.y, self.carried[0]) = two_sum(self.y, change + (low + self.carried[0]));
        }
        (self.pushed, self.end, self.leaving) = (0.0, f64::NAN, f64::NAN);
        self.force * change
    }

    /// The least and the largest displacement during free flight over `time`.
    pub(super) fn reach(&self, time: f64) -> (f64, f64) {
        let acceleration = self.force / self.mass;
        let end = self.y + time * (self.v + 0.5 * time * acceleration);
        let (mut low, mut high) = (self.y.min(end), self.y.max(end));
        let turn = -self.v / acceleration;
        if turn > 0.0 && turn < time {
            let top = self.y + 0.5 * turn * self.v;
            (low, high) = (low.min(top), high.max(top));
        }
        (low, high)
    }

    /// How far a step under contact force moves it per newton.
    pub(super) fn mobility(&self, dt: f64) -> f64 {
        0.5 * dt * dt / self.mass
    }

    pub(super) fn energy(&self) -> f64 {
        0.5 * self.mass * self.v * self.v
    }
}
