use super::lone_mass::LoneMass;
use super::{Abilities, Input, Scheme, SchemeError, StepError};
use crate::energy::Flow;
use crate::law::Potential;
use crate::model::{Model, State};

/// Energy quadratisation: the potential is carried as ψ = √(2φ), the force is ψ·ψ′, and the step is
/// linear in the unknown, so that it never fails and needs no iteration.
///
/// Kinetic energy plus ψ²/2 closes exactly with losses μ·|φ′(xⁿ)| on the centred velocity. ψ is a
/// variable of its own and would not return to zero with the bodies apart: the release rule
/// g = −2ψ/(x* − xⁿ⁻¹), x* the flight without contact, lets it give its energy back.
#[derive(Clone, Debug)]
pub struct Quadratised {
    mass: LoneMass,
    psi: f64,
}

impl Quadratised {
    /// Starts from a physical state with steps of `dt`; refuses all but one mass in one contact.
    pub fn new(model: &Model, state: &State, dt: f64, input: &Input) -> Result<Self, SchemeError> {
        let mass = LoneMass::new("quadratised", model, state, dt)?;
        let mut scheme = Self { mass, psi: 0.0 };
        scheme.load(model, state, input);
        Ok(scheme)
    }

    /// dψ/dx, or what releases ψ outside contact; `span` is the free x* − xⁿ⁻¹.
    fn gradient(&self, potential: &Potential, span: f64) -> f64 {
        let (depth, side) = potential.depth(self.mass.x);
        if depth > 0.0 {
            let (alpha, k) = (potential.exponent(), potential.stiffness_coefficient());
            let branch = if self.psi < 0.0 { -1.0 } else { 1.0 };
            return branch
                * side
                * (0.5 * k * (alpha + 1.0)).sqrt()
                * depth.powf(0.5 * (alpha - 1.0));
        }
        if self.psi == 0.0 || span == 0.0 { 0.0 } else { -2.0 * self.psi / span }
    }
}

impl Scheme for Quadratised {
    fn step(&mut self, model: &Model, input: &Input) -> Result<Flow, StepError> {
        self.mass.arm(model);
        let LoneMass { dt, mass, x, change, .. } = self.mass;
        let law = self.mass.law(model);
        let (inertia, drive) = (mass / (dt * dt), self.mass.drive(input));
        let free = 2.0 * change + drive / inertia;
        let g = self.gradient(law.potential(), free);
        if g == 0.0 {
            self.mass.advance(self.mass.before + free, free, 0.0, input);
            return Ok(Flow { supplied: 0.5 * drive * free, ..Flow::default() });
        }
        let loss = law.mu(self.mass.memory[0]) * law.potential().force(x).abs() / dt;
        let whole = inertia + 0.25 * g * g + 0.5 * loss;
        let span = (inertia * free - g * self.psi) / whole;
        let before = self.psi;
        self.psi += 0.5 * g * span;
        // A remainder far below rounding of the kinetic energy would keep the contact alive for
        // ever; nothing that the ledger can see is in it.
        if self.psi * self.psi < 1e-40 * self.mass.kinetic() {
            self.psi = 0.0;
        }
        let force = 0.5 * g * (self.psi + before) + 0.5 * loss * span;
        self.mass.advance(self.mass.before + span, span, force, input);
        Ok(Flow {
            dissipated: 0.25 * loss * span * span,
            supplied: 0.5 * drive * span,
            iterations: 0,
        })
    }

    fn load(&mut self, model: &Model, state: &State, input: &Input) {
        self.mass.load(model, state, input);
        let middle = 0.5 * (self.mass.x + self.mass.before);
        self.psi = (2.0 * self.mass.law(model).potential().energy(middle)).sqrt();
    }

    fn energy(&self, _: &Model) -> f64 {
        self.mass.kinetic() + 0.5 * self.psi * self.psi
    }

    lone_mass_methods!(store);
}
