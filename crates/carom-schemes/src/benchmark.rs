//! The two classic schemes that ducceschi compares with, each for one spring only.

use super::lone_mass::LoneMass;
use carom::Flow;
use carom::law::{Loss, Sides};
use carom::scheme::{Abilities, Input, Scheme, SchemeError, StepError};
use carom::{Model, State};

/// A lossless spring centred at 0 with the wanted exponent, or a refusal.
fn spring(
    scheme: &'static str,
    model: &Model,
    state: &State,
    dt: f64,
    exponent: f64,
) -> Result<LoneMass, SchemeError> {
    let mass = LoneMass::new(scheme, model, state, dt)?;
    let law = mass.law(model);
    let centred = law.potential().sides() == Sides::Two { half_gap: 0.0 };
    if !centred || law.potential().exponent() != exponent || law.loss() != Loss::None {
        return Err(SchemeError::new(scheme, "it treats one lossless spring of its own power"));
    }
    Ok(mass)
}

/// ducceschi (22): the classic scheme for the simple harmonic oscillator, stable below
/// k = 2√(M/K).
#[derive(Clone, Debug)]
pub struct Linear {
    mass: LoneMass,
}

impl Linear {
    /// Refuses all but a lossless linear spring.
    pub fn new(model: &Model, state: &State, dt: f64, input: &Input) -> Result<Self, SchemeError> {
        let mut mass = spring("linear", model, state, dt, 1.0)?;
        mass.load(model, state, input);
        Ok(Self { mass })
    }
}

/// ducceschi (25): an unconditionally stable scheme for the cubic oscillator.
#[derive(Clone, Debug)]
pub struct Cubic {
    mass: LoneMass,
}

impl Cubic {
    /// Refuses all but a lossless cubic spring.
    pub fn new(model: &Model, state: &State, dt: f64, input: &Input) -> Result<Self, SchemeError> {
        let mut mass = spring("cubic", model, state, dt, 3.0)?;
        mass.load(model, state, input);
        Ok(Self { mass })
    }
}

impl Scheme for Linear {
    fn step(&mut self, model: &Model, input: &Input) -> Result<Flow, StepError> {
        let LoneMass { dt, mass, x, change, .. } = self.mass;
        let force = self.mass.law(model).potential().force(x);
        let drive = self.mass.drive(input);
        let next = change + dt * dt / mass * (drive - force);
        let flow = Flow { supplied: 0.5 * drive * (next + change), ..Flow::default() };
        self.mass.advance(x + next, next + change, force, input);
        if self.mass.x.is_finite() { Ok(flow) } else { Err(StepError::Diverged) }
    }

    /// M/2·(δu)² + K/2·uⁿ·uⁿ⁻¹.
    fn energy(&self, model: &Model) -> f64 {
        let k = self.mass.law(model).potential().stiffness_coefficient();
        self.mass.kinetic() + 0.5 * k * self.mass.x * self.mass.before
    }

    lone_mass_methods!(load, store);
}

impl Scheme for Cubic {
    fn step(&mut self, model: &Model, input: &Input) -> Result<Flow, StepError> {
        let LoneMass { dt, mass, x, change, .. } = self.mass;
        let k = self.mass.law(model).potential().stiffness_coefficient();
        let (drive, inertia) = (self.mass.drive(input), mass / (dt * dt));
        // M(u⁺ − 2u + u⁻)/k² = F − K/2·u²·(u⁺ + u⁻), solved for u⁺ − u.
        let half = 0.5 * k * x * x;
        let next = (inertia * change + drive - half * (2.0 * x - change)) / (inertia + half);
        let flow = Flow { supplied: 0.5 * drive * (next + change), ..Flow::default() };
        let force = half * (2.0 * x + next - change);
        self.mass.advance(x + next, next + change, force, input);
        Ok(flow)
    }

    /// M/2·(δu)² + K/4·(uⁿ·uⁿ⁻¹)².
    fn energy(&self, model: &Model) -> f64 {
        let k = self.mass.law(model).potential().stiffness_coefficient();
        let product = self.mass.x * self.mass.before;
        self.mass.kinetic() + 0.25 * k * product * product
    }

    lone_mass_methods!(load, store);
}
