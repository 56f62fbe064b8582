use super::lone_mass::LoneMass;
use carom::Flow;
use carom::scheme::Equation;
use carom::scheme::{Abilities, Input, Scheme, SchemeError, StepError};
use carom::{Model, State};

/// The three-point scheme of chatziioannou (7), which is ducceschi's benchmark (23).
///
/// Losses are centred over the two steps that the stencil spans; the energy
/// m/2·((xⁿ⁺¹−xⁿ)/Δt)² + (V(xⁿ⁺¹)+V(xⁿ))/2 then closes with them.
#[derive(Clone, Debug)]
pub struct ThreePoint {
    mass: LoneMass,
}

impl ThreePoint {
    /// Starts from a physical state with steps of `dt`; refuses all but one mass in one contact.
    pub fn new(model: &Model, state: &State, dt: f64, input: &Input) -> Result<Self, SchemeError> {
        let mut mass = LoneMass::new("three-point", model, state, dt)?;
        mass.load(model, state, input);
        Ok(Self { mass })
    }
}

impl Scheme for ThreePoint {
    fn step(&mut self, model: &Model, input: &Input) -> Result<Flow, StepError> {
        self.mass.arm(model);
        let LoneMass { dt, mass, before, change, .. } = self.mass;
        let drive = self.mass.drive(input);
        let compliance = dt * dt / mass;
        let equation = Equation {
            law: self.mass.law(model),
            memory: self.mass.memory[0],
            free: 2.0 * change + compliance * drive,
            compliance,
            dt: 2.0 * dt,
            hint: 0.0,
            power: f64::NAN,
        };
        let solution = equation.solve(before);
        let supplied = 0.5 * drive * solution.change;
        let flow = Flow {
            dissipated: 0.5 * solution.step.lost,
            supplied,
            iterations: solution.iterations,
            ..Flow::default()
        };
        self.mass.advance(solution.end, solution.change, solution.step.force, input);
        Ok(flow)
    }

    fn energy(&self, model: &Model) -> f64 {
        let potential = self.mass.law(model).potential();
        let stored = potential.energy(self.mass.x) + potential.energy(self.mass.before);
        self.mass.kinetic() + 0.5 * stored
    }

    lone_mass_methods!(load, store);
}
