use super::explicit::arm;
use super::lone_mass::two_sum;
use super::mode_step::ModeStep;
use super::solve::Equation;
use super::{Input, Scheme, SchemeError, StepError};
use crate::energy::Flow;
use crate::model::{Model, Modes, State};

/// The two-point scheme of chatziioannou (8), with modes that are exact in frequency and decay.
///
/// A mode holds its displacement y and a scaled momentum q:
/// y⁺ − y = q⁺ + q, q⁺ − q = −A·(y⁺+y) − B·(q⁺+q) + γ·force. A and B are chosen so that a free mode
/// rings at its exact frequency and decays at its exact rate whatever the step, and γ so that its
/// static compliance, and with it its energy (q² + A·y²)/γ, is exact too. A free mass has A = B = 0
/// and q = v·Δt/2, which is the paper's scheme.
///
/// A contact adds one scalar equation that always has one root (see `solve`). The energy of modes
/// and contacts together changes by what the losses take and the forces give, to rounding.
#[derive(Clone, Debug)]
pub struct TwoPoint {
    dt: f64,
    modes: Vec<ModeStep>,
    y: Vec<f64>,
    q: Vec<f64>,
    /// The change of y over the step.
    change: Vec<f64>,
    /// Where y ends, as far as a contact knows better than y plus change; NaN otherwise.
    end: Vec<f64>,
    /// What rounding took from y and q of free masses, given back at the next step: they add up a
    /// million forces without anything that would pull them back.
    carried: Vec<[f64; 2]>,
    /// q⁺ − q of free masses, from the forces on them.
    push: Vec<f64>,
    compliance: Vec<f64>,
    velocity: Vec<f64>,
    memory: Vec<f64>,
    forces: Vec<f64>,
}

impl TwoPoint {
    /// Starts from a physical state with steps of `dt`; refuses contacts that share a mode.
    pub fn new(model: &Model, state: &State, dt: f64, input: &Input) -> Result<Self, SchemeError> {
        if !model.contacts_are_decoupled() {
            return Err(SchemeError {
                scheme: "two-point",
                reason: "two contacts move the same mode",
            });
        }
        model.check_below_nyquist("two-point", dt)?;
        let Modes { mass, omega, sigma } = model.modes();
        let modes: Vec<ModeStep> =
            (0..mass.len()).map(|i| ModeStep::new(mass[i], omega[i], sigma[i], dt)).collect();
        let compliance = model
            .couplings()
            .iter()
            .map(|coupling| {
                let parts = coupling.modes.iter().zip(&coupling.weights);
                parts.map(|(&i, w)| w * w * modes[i].gamma * modes[i].inverse).sum()
            })
            .collect();
        let zeros = vec![0.0; mass.len()];
        let mut scheme = Self {
            dt,
            modes,
            y: zeros.clone(),
            q: zeros.clone(),
            change: zeros.clone(),
            end: zeros.clone(),
            carried: vec![[0.0; 2]; mass.len()],
            push: zeros.clone(),
            compliance,
            velocity: zeros,
            memory: state.memory.clone(),
            forces: vec![0.0; model.contacts().len()],
        };
        scheme.load(model, state, input);
        Ok(scheme)
    }

    fn read_velocity(&self, i: usize) -> f64 {
        (self.q[i] - self.modes[i].from_y * self.y[i]) / self.modes[i].from_v
    }

    /// The change of every mode over the step if nothing touched.
    fn predict(&mut self, input: &Input) {
        for (i, mode) in self.modes.iter().enumerate() {
            self.push[i] = mode.gamma * input.on(i);
            let drift = 2.0 * (self.q[i] - mode.a * self.y[i]);
            self.change[i] = (drift + self.push[i]) * mode.inverse;
            self.end[i] = f64::NAN;
        }
    }

    /// Moves a free mass by its change, or to where its contact says it ends.
    fn move_free_mass(&mut self, i: usize) {
        let (change, end) = (self.change[i], self.end[i]);
        let [y_low, q_low] = &mut self.carried[i];
        let push = self.push[i];
        if push.abs() > self.q[i].abs() {
            (self.q[i], *q_low) = (change - self.q[i], 0.0);
        } else {
            (self.q[i], *q_low) = two_sum(self.q[i], push + *q_low);
        }
        if end.abs() <= 2.0 * change.abs() {
            (self.y[i], *y_low) = (end, 0.0);
        } else {
            (self.y[i], *y_low) = two_sum(self.y[i], change + *y_low);
        }
    }

    /// Solves one contact and adds its force to the changes of its modes.
    fn touch(&mut self, model: &Model, c: usize, flow: &mut Flow) {
        let (contact, coupling) = (&model.contacts()[c], &model.couplings()[c]);
        let equation = Equation {
            law: &contact.law,
            memory: &self.memory[model.memory_of(c)],
            free: coupling.dot(&self.change),
            compliance: self.compliance[c],
            dt: self.dt,
            hint: 0.0,
        };
        let solution = equation.solve(coupling.dot(&self.y) - contact.gap);
        self.forces[c] = solution.step.force;
        flow.iterations = flow.iterations.max(solution.iterations);
        flow.dissipated += solution.step.lost;
        if solution.step.force == 0.0 {
            return;
        }
        if let ([mode], [weight]) = (&coupling.modes[..], &coupling.weights[..]) {
            // The whole compression is one mode: its end is known better than start plus change.
            self.change[*mode] = solution.change / weight;
            self.push[*mode] -= weight * solution.step.force * self.modes[*mode].gamma;
            self.end[*mode] = (solution.end + contact.gap) / weight;
            return;
        }
        // In a stiff contact the force is best known from the change that it makes.
        let (free, k) = (equation.free, equation.compliance);
        let stiff = (k * solution.step.force).abs() > 0.5 * free.abs();
        let force = if stiff { (free - solution.change) / k } else { solution.step.force };
        for (&i, w) in coupling.modes.iter().zip(&coupling.weights) {
            let push = w * force * self.modes[i].gamma;
            self.push[i] -= push;
            self.change[i] -= push * self.modes[i].inverse;
        }
    }
}

impl Scheme for TwoPoint {
    fn step(&mut self, model: &Model, input: &Input) -> Result<Flow, StepError> {
        if !self.memory.is_empty() {
            for i in 0..self.y.len() {
                self.velocity[i] = self.read_velocity(i);
            }
            arm(model, &self.y, &self.velocity, &mut self.memory);
        }
        let mut flow = Flow::default();
        self.predict(input);
        for c in 0..self.forces.len() {
            self.touch(model, c, &mut flow);
        }
        for i in 0..self.modes.len() {
            let (mode, change) = (self.modes[i], self.change[i]);
            flow.supplied += input.on(i) * change;
            if mode.a == 0.0 && mode.b == 0.0 {
                self.move_free_mass(i);
                continue;
            }
            self.y[i] += change;
            self.q[i] = change - self.q[i];
            flow.dissipated += mode.b * change * change / mode.gamma;
        }
        Ok(flow)
    }

    fn load(&mut self, _: &Model, state: &State, _: &Input) {
        self.memory.copy_from_slice(&state.memory);
        self.carried.fill([0.0; 2]);
        for (i, mode) in self.modes.iter().enumerate() {
            self.y[i] = state.displacement[i];
            self.q[i] = mode.from_y * state.displacement[i] + mode.from_v * state.velocity[i];
        }
    }

    fn store(&self, _: &Model, state: &mut State, _: &Input) {
        state.memory.copy_from_slice(&self.memory);
        state.displacement.copy_from_slice(&self.y);
        for (i, velocity) in state.velocity.iter_mut().enumerate() {
            *velocity = self.read_velocity(i);
        }
    }

    fn energy(&self, model: &Model) -> f64 {
        let modes: f64 = self
            .modes
            .iter()
            .zip(self.y.iter().zip(&self.q))
            .map(|(mode, (y, q))| (q * q + mode.a * y * y) / mode.gamma)
            .sum();
        modes + model.contact_energy(&self.y, &[])
    }

    fn forces(&self) -> &[f64] {
        &self.forces
    }
}
