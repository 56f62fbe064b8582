/// A mass that nothing holds: two-point form with its velocity, exact in free flight.
#[derive(Clone, Debug)]
pub(super) struct FreeMass {
    /// Its mode in the model.
    pub(super) mode: usize,
    pub(super) y: f64,
    pub(super) v: f64,
    pub(super) mass: f64,
    /// The constant force on it (N).
    pub(super) force: f64,
    /// The sum of the contact forces on it in the present step (N).
    pub(super) pushed: f64,
}

impl FreeMass {
    /// The change of y over a step without contact forces.
    pub(super) fn free_change(&self, dt: f64) -> f64 {
        dt * (self.v + 0.5 * dt * self.force / self.mass)
    }

    /// Moves it over `dt` under its constant force and what pushes it; returns the work of the
    /// constant force.
    pub(super) fn advance(&mut self, dt: f64) -> f64 {
        let gain = dt * (self.force + self.pushed) / self.mass;
        let change = dt * (self.v + 0.5 * gain);
        self.y += change;
        self.v += gain;
        self.pushed = 0.0;
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
