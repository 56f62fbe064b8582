//! What the schemes for one mass and one contact share.
//!
//! Their state is the compression at two consecutive samples, kept as the present one and its last
//! change, so that a long flight and the gap of the contact cost no digits. (The offset of a law does:
//! a wall far from zero is better given as a gap.)

use carom::law::Law;
use carom::scheme::{Input, SchemeError};
use carom::{Model, State};
use carom_numeric::two_sum;

/// A free mass in one contact, seen in the coordinate of its compression.
#[derive(Clone, Debug, Default)]
pub(super) struct LoneMass {
    pub(super) dt: f64,
    /// m/w²: the mass that the compression feels.
    pub(super) mass: f64,
    weight: f64,
    gap: f64,
    /// The compression now.
    pub(super) x: f64,
    /// The compression at the sample before.
    pub(super) before: f64,
    /// Its change since; not the difference of the two, which a hard contact would round away.
    pub(super) change: f64,
    /// What rounding took from `x` and `change`, given back at the next step: a million steps in
    /// contact add up their forces, and their energy is only as exact as those sums.
    carried: [f64; 2],
    /// The outside force of the last step, which its half kick belongs to.
    driven: f64,
    pub(super) memory: Vec<f64>,
    pub(super) forces: [f64; 1],
}

impl LoneMass {
    pub(super) fn new(
        scheme: &'static str,
        model: &Model,
        state: &State,
        dt: f64,
    ) -> Result<Self, SchemeError> {
        let refuse = |reason| Err(SchemeError::new(scheme, reason));
        let (modes, [contact]) = (model.modes(), model.contacts()) else {
            return refuse("it treats exactly one contact");
        };
        let (&[mode], &[weight]) = (&contact.coupling.modes[..], &contact.coupling.weights[..])
        else {
            return refuse("it treats one free mass against a wall");
        };
        if modes.mass.len() != 1 || modes.omega[mode] != 0.0 || modes.sigma[mode] != 0.0 {
            return refuse("it treats one free mass against a wall");
        }
        if weight == 0.0 {
            return refuse("the contact does not move the mass");
        }
        Ok(Self {
            dt,
            mass: modes.mass[mode] / (weight * weight),
            weight,
            gap: contact.gap,
            memory: state.memory.clone(),
            ..Self::default()
        })
    }

    pub(super) fn law<'a>(&self, model: &'a Model) -> &'a Law {
        &model.contacts()[0].law
    }

    /// Which way the mass has to move to compress.
    pub(super) fn sign(&self) -> f64 {
        self.weight
    }

    /// The outside force along the compression.
    pub(super) fn drive(&self, input: &Input) -> f64 {
        input.on(0) / self.weight
    }

    /// The rate of approach in the middle of the last step.
    pub(super) fn rate(&self) -> f64 {
        self.change / self.dt
    }

    pub(super) fn arm(&mut self, model: &Model) {
        let law = self.law(model);
        if law.potential().depth(self.x).0 <= 0.0 {
            law.arm(self.rate(), &mut self.memory[0]);
        }
    }

    /// The sample before is placed where the equation of motion puts it, exactly so outside
    /// contact: x⁻ = x − Δt·v + Δt²/2·a.
    pub(super) fn load(&mut self, model: &Model, state: &State, input: &Input) {
        self.memory.copy_from_slice(&state.memory);
        self.gap = model.contacts()[0].gap;
        self.x = self.weight * state.displacement[0] - self.gap;
        self.carried = [0.0; 2];
        self.driven = self.drive(input);
        let rate = self.weight * state.velocity[0];
        let force = self.law(model).force(self.x, rate, self.memory[0]);
        self.set_change(self.dt * (rate - 0.5 * self.dt * (self.drive(input) - force) / self.mass));
    }

    /// Sets the last change, and with it the sample before.
    pub(super) fn set_change(&mut self, change: f64) {
        self.change = change;
        self.before = self.x - change;
    }

    pub(super) fn store(&self, model: &Model, state: &mut State) {
        let middle = self.rate();
        let force = self.law(model).force(self.x, middle, self.memory[0]);
        let rate = middle + 0.5 * self.dt * (self.driven - force) / self.mass;
        state.memory.copy_from_slice(&self.memory);
        state.displacement[0] = (self.x + self.gap) / self.weight;
        state.velocity[0] = rate / self.weight;
    }

    /// Kinetic energy between the last two samples.
    pub(super) fn kinetic(&self) -> f64 {
        0.5 * self.mass * self.rate() * self.rate()
    }

    /// Moves on from sample n to n+1 at `end` under a contact force; `span` is the change over the
    /// last step and this one together.
    pub(super) fn advance(&mut self, end: f64, span: f64, force: f64, input: &Input) {
        let push = self.dt * self.dt / self.mass * (self.drive(input) - force);
        self.before = self.x;
        self.driven = self.drive(input);
        self.forces[0] = force;
        // Near zero the end is known best, elsewhere changes are added up.
        let near = end.abs() <= 2.0 * self.change.abs();
        if push.abs() > 0.5 * self.change.abs() {
            (self.change, self.carried[1]) = (span - self.change, 0.0);
        } else {
            (self.change, self.carried[1]) = two_sum(self.change, push + self.carried[1]);
        }
        if near {
            (self.x, self.carried[0]) = (end, 0.0);
        } else {
            (self.x, self.carried[0]) = two_sum(self.x, self.change + self.carried[0]);
        }
    }
}
