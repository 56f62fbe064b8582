use super::explicit::{Stage, arm, work};
use carom::Flow;
use carom::scheme::{Input, Scheme, StepError};
use carom::{Model, State};

/// The classical Runge-Kutta method of fourth order, papetti (26).
#[derive(Clone, Debug)]
pub struct Rk4 {
    dt: f64,
    state: State,
    /// Where and how fast the present stage is.
    at: State,
    /// The velocities of the stage before, which carry the present one.
    carried: Vec<f64>,
    displacement_sum: Vec<f64>,
    velocity_sum: Vec<f64>,
    now: Stage,
    forces: Vec<f64>,
}

impl Rk4 {
    /// Starts from a physical state with steps of `dt`.
    #[must_use]
    pub fn new(model: &Model, state: &State, dt: f64) -> Self {
        let zeros = vec![0.0; state.displacement.len()];
        Self {
            dt,
            state: state.clone(),
            at: state.clone(),
            carried: zeros.clone(),
            displacement_sum: zeros.clone(),
            velocity_sum: zeros,
            now: Stage::new(model),
            forces: vec![0.0; model.contacts().len()],
        }
    }
}

/// Weight in the sum and distance to the next stage, in steps.
const STAGES: [(f64, f64); 4] =
    [(1.0 / 6.0, 0.5), (1.0 / 3.0, 0.5), (1.0 / 3.0, 1.0), (1.0 / 6.0, 0.0)];

impl Scheme for Rk4 {
    fn step(&mut self, model: &Model, input: &Input) -> Result<Flow, StepError> {
        let (h, mass) = (self.dt, &model.modes().mass);
        arm(model, &self.state.displacement, &self.state.velocity, &mut self.state.memory);
        self.at.copy_from(&self.state);
        self.displacement_sum.fill(0.0);
        self.velocity_sum.fill(0.0);
        self.forces.fill(0.0);
        let mut flow = Flow::default();
        for (weight, reach) in STAGES {
            let State { displacement, velocity, memory } = &mut self.at;
            self.now.evaluate(model, displacement, velocity, memory);
            flow.dissipated += weight * h * self.now.lost;
            for (sum, force) in self.forces.iter_mut().zip(&self.now.forces) {
                *sum += weight * force;
            }
            self.carried.copy_from_slice(velocity);
            for i in 0..velocity.len() {
                let acceleration = self.now.acceleration[i] + input.on(i) / mass[i];
                self.displacement_sum[i] += weight * h * self.carried[i];
                self.velocity_sum[i] += weight * h * acceleration;
                displacement[i] = self.state.displacement[i] + reach * h * self.carried[i];
                velocity[i] = self.state.velocity[i] + reach * h * acceleration;
            }
        }
        self.now.check_finite()?;
        self.at.displacement.copy_from_slice(&self.state.displacement);
        for i in 0..self.velocity_sum.len() {
            self.state.displacement[i] += self.displacement_sum[i];
            self.state.velocity[i] += self.velocity_sum[i];
        }
        flow.supplied = work(input, &self.at.displacement, &self.state.displacement);
        Ok(flow)
    }

    fn load(&mut self, _: &Model, state: &State, _: &Input) {
        self.state.copy_from(state);
    }

    state_methods!();

    fn forces(&self) -> &[f64] {
        &self.forces
    }
}
