//! What the explicit schemes share: accelerations and losses of any model at a given state.

use carom::scheme::{Input, StepError};
use carom::{Contact, Model, Modes};

/// Accelerations of all modes, forces of all contacts and the power they lose, at one stage.
#[derive(Clone, Debug)]
pub(super) struct Stage {
    pub(super) acceleration: Vec<f64>,
    pub(super) forces: Vec<f64>,
    /// Power lost in contacts and modes (W).
    pub(super) lost: f64,
}

impl Stage {
    pub(super) fn new(model: &Model) -> Self {
        Self {
            acceleration: vec![0.0; model.modes().mass.len()],
            forces: vec![0.0; model.contacts().len()],
            lost: 0.0,
        }
    }

    /// m·a = −m·(ω²y + 2σv) ∓ contact forces; the outside force, which may change from step to
    /// step, is added where the acceleration is used. papetti (23)-(26) print the contact force with
    /// the opposite sign; it pushes the bodies apart.
    pub(super) fn evaluate(&mut self, model: &Model, y: &[f64], v: &[f64], memory: &[f64]) {
        let Modes { mass, omega, sigma, .. } = model.modes();
        self.acceleration.fill(0.0);
        self.lost = 0.0;
        for (c, contact) in model.contacts().iter().enumerate() {
            let Contact { law, coupling, gap, gap_rate, .. } = contact;
            let x = coupling.dot(y) - gap;
            if law.potential().force(x) == 0.0 {
                self.forces[c] = 0.0;
                continue;
            }
            let rate = coupling.dot(v) - gap_rate;
            self.forces[c] = law.force(x, rate, memory[c]);
            self.lost += law.power_lost(x, rate, memory[c]);
            coupling.scatter(-self.forces[c], &mut self.acceleration);
        }
        for i in 0..mass.len() {
            let damping = 2.0 * sigma[i] * v[i];
            self.lost += mass[i] * damping * v[i];
            self.acceleration[i] =
                self.acceleration[i] / mass[i] - omega[i] * omega[i] * y[i] - damping;
        }
    }

    pub(super) fn check_finite(&self) -> Result<(), StepError> {
        let finite = self.acceleration.iter().all(|a| a.is_finite());
        if finite { Ok(()) } else { Err(StepError::Diverged) }
    }
}

/// Sets the memory of every law that depends on the speed of approach, while the bodies are apart.
pub(super) fn arm(model: &Model, y: &[f64], v: &[f64], memory: &mut [f64]) {
    for (c, contact) in model.contacts().iter().enumerate() {
        let Contact { law, coupling, gap, .. } = contact;
        if !law.has_memory() || law.as_felt().is_some() {
            continue;
        }
        let (depth, rate) =
            (law.potential().depth(coupling.dot(y) - gap).0, coupling.dot(v) - contact.gap_rate);
        if depth <= 0.0 {
            law.arm(rate, &mut memory[c]);
        } else if memory[c] == 0.0 {
            // It did not begin by an approach: it has the loss of the speed that it has.
            law.arm(rate.abs(), &mut memory[c]);
        }
    }
}

/// The work of the outside forces over displacements `after − before`.
pub(super) fn work(input: &Input, before: &[f64], after: &[f64]) -> f64 {
    input.force.iter().zip(before.iter().zip(after)).map(|(f, (a, b))| f * (b - a)).sum()
}
