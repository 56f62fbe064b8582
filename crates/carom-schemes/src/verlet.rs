use super::explicit::{Stage, arm};
use carom::Flow;
use carom::scheme::{Input, Scheme, StepError};
use carom::{Model, State};

/// Velocity Verlet as papetti (24) has it: the force at the new position is taken with the
/// predicted velocity, and is kept for the next step.
#[derive(Clone, Debug)]
pub struct Verlet {
    dt: f64,
    state: State,
    half: Vec<f64>,
    now: Stage,
}

impl Verlet {
    /// Starts from a physical state with steps of `dt`.
    #[must_use]
    pub fn new(model: &Model, state: &State, dt: f64, input: &Input) -> Self {
        let half = state.velocity.clone();
        let mut scheme = Self { dt, state: state.clone(), half, now: Stage::new(model) };
        scheme.load(model, state, input);
        scheme
    }
}

impl Scheme for Verlet {
    fn step(&mut self, model: &Model, input: &Input) -> Result<Flow, StepError> {
        let State { displacement, velocity, memory } = &mut self.state;
        arm(model, displacement, velocity, memory);
        let (h, mass) = (self.dt, &model.modes().mass);
        let mut flow = Flow { dissipated: 0.5 * h * self.now.lost, ..Flow::default() };
        for i in 0..displacement.len() {
            let outside = input.on(i) / mass[i];
            self.half[i] = velocity[i] + 0.5 * h * (self.now.acceleration[i] + outside);
            let change = h * self.half[i];
            displacement[i] += change;
            flow.supplied += input.on(i) * change;
        }
        self.now.evaluate(model, displacement, &self.half, memory);
        self.now.check_finite()?;
        for i in 0..velocity.len() {
            let outside = input.on(i) / mass[i];
            velocity[i] = self.half[i] + 0.5 * h * (self.now.acceleration[i] + outside);
        }
        flow.dissipated += 0.5 * h * self.now.lost;
        Ok(flow)
    }

    state_methods!(load, forces);
}
