use super::explicit::{Stage, arm};
use carom::Flow;
use carom::scheme::{Input, Scheme, StepError};
use carom::{Model, State};

/// Heun's predictor-corrector as papetti (25) has it: position and force use the predicted
/// velocity, and the force is kept for the next step.
#[derive(Clone, Debug)]
pub struct Heun {
    dt: f64,
    state: State,
    predicted: Vec<f64>,
    before: Vec<f64>,
    now: Stage,
}

impl Heun {
    /// Starts from a physical state with steps of `dt`.
    #[must_use]
    pub fn new(model: &Model, state: &State, dt: f64, input: &Input) -> Self {
        let (predicted, before) = (state.velocity.clone(), state.velocity.clone());
        let mut scheme =
            Self { dt, state: state.clone(), predicted, before, now: Stage::new(model) };
        scheme.load(model, state, input);
        scheme
    }
}

impl Scheme for Heun {
    fn step(&mut self, model: &Model, input: &Input) -> Result<Flow, StepError> {
        let State { displacement, velocity, memory } = &mut self.state;
        arm(model, displacement, velocity, memory);
        let (h, mass) = (self.dt, &model.modes().mass);
        let mut flow = Flow { dissipated: 0.5 * h * self.now.lost, ..Flow::default() };
        self.before.copy_from_slice(&self.now.acceleration);
        for i in 0..displacement.len() {
            let outside = input.on(i) / mass[i];
            self.predicted[i] = velocity[i] + h * (self.before[i] + outside);
            let change = 0.5 * h * (velocity[i] + self.predicted[i]);
            displacement[i] += change;
            flow.supplied += input.on(i) * change;
        }
        self.now.evaluate(model, displacement, &self.predicted, memory);
        self.now.check_finite()?;
        for i in 0..velocity.len() {
            let outside = input.on(i) / mass[i];
            velocity[i] += h * (0.5 * (self.before[i] + self.now.acceleration[i]) + outside);
        }
        flow.dissipated += 0.5 * h * self.now.lost;
        Ok(flow)
    }

    state_methods!(load, forces);
}
