use super::lone_mass::LoneMass;
use carom::Flow;
use carom::InvalidValue;
use carom::check::positive;
use carom::scheme::{Abilities, Input, Scheme, SchemeError, StepError};
use carom::{Model, State};

/// The scheme of ducceschi (17): the potential is expanded to second order around the sample, and
/// a step needs one square root and no iteration.
///
/// With d = uⁿ⁺¹ − uⁿ its energy is (A/2)·d² + s·φ′·d + φ, A = M/k² + s·φ″, all at uⁿ. The free
/// parameter s is 2α/(α+1) unless given: then the discrete potential is a square, φ·(1+αd/ū)², so
/// it is never negative, and without losses the root exists. Written as
/// Δ = 2(A·h − M·φ/k²) instead of B² − 4AC it also gains nothing in contacts far shorter than a
/// sample. Losses μ·|φ′(uⁿ)| act on the centred velocity, forces do work over both steps.
///
/// A complex root is reported and the state left as it was.
#[derive(Clone, Debug)]
pub struct Quadratic {
    mass: LoneMass,
    s: f64,
    /// s(α+1)/α − 2, exactly 0 for the default s.
    excess: f64,
    /// The discrete energy between the last two samples.
    energy: f64,
    /// 1 + αd/ū of the last step, the root of its discrete potential: from the stored d it would
    /// lose the digits by which αd/ū exceeds −1 in contacts far shorter than a sample.
    shrink: f64,
    starting: bool,
}

impl Quadratic {
    /// Starts from a physical state with steps of `dt`; refuses all but one mass in one contact.
    /// Inside the potential the first step is u¹ = u⁰ + k·v⁰, as the paper starts it.
    pub fn new(
        model: &Model,
        state: &State,
        dt: f64,
        input: &Input,
        s: Option<f64>,
    ) -> Result<Self, SchemeError> {
        let mass = LoneMass::new("quadratic", model, state, dt)?;
        let alpha = mass.law(model).potential().exponent();
        let s_star = 2.0 * alpha / (alpha + 1.0);
        let excess = s.map_or(0.0, |s| s * (alpha + 1.0) / alpha - 2.0);
        let mut scheme =
            Self { mass, s: s.unwrap_or(s_star), excess, energy: 0.0, shrink: 1.0, starting: true };
        scheme.load(model, state, input);
        Ok(scheme)
    }

    /// Checks a value of s.
    pub fn check_s(s: f64) -> Result<f64, InvalidValue> {
        positive("s", s)
    }

    /// The discrete energy of the last step, `d` from `u`. The potential (6) is written as the
    /// square φ·(1+αd/ū)² that it is for the default s, plus what another s adds: in a hard contact
    /// its three terms would be far larger than their sum.
    fn energy_of(&self, model: &Model, u: f64, d: f64) -> f64 {
        let potential = self.mass.law(model).potential();
        let kinetic = 0.5 * self.mass.mass * (d / self.mass.dt).powi(2);
        let stored = potential.energy(u);
        if stored == 0.0 {
            return kinetic;
        }
        let alpha = potential.exponent();
        let square = stored * self.shrink.powi(2);
        let other = self.excess * alpha / (alpha + 1.0)
            * d
            * (potential.force(u) + 0.5 * d * potential.stiffness(u));
        kinetic + square + other
    }
}

impl Scheme for Quadratic {
    fn step(&mut self, model: &Model, input: &Input) -> Result<Flow, StepError> {
        self.mass.arm(model);
        let LoneMass { dt, mass, x, change, .. } = self.mass;
        if std::mem::take(&mut self.starting) {
            let none = self.mass.drive(input);
            self.mass.advance(x + change, 2.0 * change, none, input);
            self.mass.forces[0] = 0.0;
            return Ok(Flow::default());
        }
        let law = self.mass.law(model);
        let (s, drive, inertia) = (self.s, self.mass.drive(input), mass / (dt * dt));
        let potential = law.potential();
        let (phi, force, stiffness) =
            (potential.energy(x), potential.force(x), potential.stiffness(x));
        if phi == 0.0 && potential.energy(self.mass.before) == 0.0 {
            // Free flight: the root is known, and the energy would be a poor way to find it where
            // a force turns the mass around.
            let next = change + drive / inertia;
            let flow = Flow { supplied: 0.5 * drive * (next + change), ..Flow::default() };
            self.mass.advance(x + next, next + change, 0.0, input);
            self.energy = self.mass.kinetic();
            return Ok(flow);
        }
        let loss = law.mu(self.mass.memory[0]) * force.abs() / dt;
        // (a/2)·d² + b·d + c = 0, with e = uⁿ − uⁿ⁻¹: the energy, less half the drive's work over
        // d + e, plus half the loss over the same.
        let a = inertia + s * stiffness;
        let whole = a + 0.5 * loss;
        let b = s * force + 0.5 * (loss * change - drive);
        let side = 0.5 * change * (0.5 * loss * change - drive);
        // b² − 2·whole·c with the part s²φ′² − 2sφ″φ, which is −excess·(−sφφ″), taken out exactly.
        let extra = 0.5 * (loss * change - drive);
        let square = 2.0 * (a * self.energy - inertia * phi)
            + self.excess * s * phi * stiffness
            + extra * (2.0 * s * force + extra)
            + loss * (self.energy - phi)
            - 2.0 * whole * side;
        let scale = 2.0 * whole * (self.energy.abs() + phi + side.abs());
        if !square.is_finite() {
            return Err(StepError::Diverged);
        }
        if square < -1e-14 * scale {
            return Err(StepError::ComplexRoot { discriminant: square / scale });
        }
        let root = square.max(0.0).sqrt();
        // ducceschi 3.3.2: the root that is not the way back.
        let root = if change * a > s * force { root } else { -root };
        let d = (root - b) / whole;
        // s·(φ″ū − αφ′) = 0 taken out.
        let (depth, side) = potential.depth(x);
        let kept = inertia + 0.5 * loss;
        self.shrink = (kept + potential.exponent() * side * (root - extra) / depth) / whole;
        let span = d + change;
        let flow = Flow {
            dissipated: 0.25 * loss * span * span,
            supplied: 0.5 * drive * span,
            ..Flow::default()
        };
        self.energy += flow.supplied - flow.dissipated;
        let mean_force = drive - inertia * (d - change);
        self.mass.advance(x + d, span, mean_force, input);
        Ok(flow)
    }

    fn load(&mut self, model: &Model, state: &State, input: &Input) {
        self.mass.load(model, state, input);
        self.starting = self.mass.law(model).potential().depth(self.mass.x).0 > 0.0;
        let from = if self.starting {
            self.mass.set_change(self.mass.dt * state.velocity[0] * self.mass.sign());
            self.mass.x
        } else {
            self.mass.before
        };
        let potential = self.mass.law(model).potential();
        let (depth, side) = potential.depth(from);
        self.shrink = 1.0 + potential.exponent() * side * self.mass.change / depth;
        self.energy = self.energy_of(model, from, self.mass.change);
    }

    fn store(&self, model: &Model, state: &mut State, _: &Input) {
        self.mass.store(model, state);
        if self.starting {
            state.velocity[0] = self.mass.rate() / self.mass.sign();
        }
    }

    fn energy(&self, model: &Model) -> f64 {
        if self.starting {
            return self.energy;
        }
        self.energy_of(model, self.mass.before, self.mass.change)
    }

    lone_mass_methods!();
}
