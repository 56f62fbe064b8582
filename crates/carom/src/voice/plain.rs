//! Any scheme as a voice uses it.

use crate::energy::Flow;
use crate::hearing::Ring;
use crate::model::{Coupling, Model, Modes, Quantity, State};
use crate::scheme::{Abilities, Input, Scheme, StepError};
use crate::stepper::{Allowance, Drive, Rows, Stepper, Touch};

/// A scheme that takes a fixed number of steps per sample.
#[derive(Debug)]
pub(super) struct Plain {
    scheme: Box<dyn Scheme>,
    dt: f64,
    substeps: u32,
    /// All contacts.
    seen: Vec<usize>,
    force: Vec<f64>,
    before: State,
    now: State,
    /// Whether the model has moved under the scheme since its last step.
    stale: bool,
}

impl Plain {
    pub(super) fn new(
        scheme: Box<dyn Scheme>,
        state: &State,
        dt: f64,
        substeps: u32,
        drive: &Drive,
    ) -> Self {
        let (force, before, now) = (drive.force.clone(), state.clone(), state.clone());
        let seen = (0..state.memory.len()).collect();
        Self { scheme, dt, substeps, seen, force, before, now, stale: false }
    }

    fn input(&self) -> Input<'_> {
        Input { force: &self.force }
    }

    fn signal(&self, model: &Model, pickup: usize, means: &[f64]) -> f64 {
        let definition = &model.pickups[pickup];
        let coupling: &Coupling = &definition.coupling;
        match definition.quantity {
            Quantity::Displacement => coupling.dot(&self.now.displacement),
            Quantity::Velocity => coupling.dot(&self.now.velocity),
            Quantity::Acceleration => {
                let values = coupling.modes.iter().zip(&coupling.weights);
                let of = |(&i, w): (&usize, &f64)| {
                    let outside = self.force[i] / model.modes.mass[i];
                    w * (model.acceleration(i, &self.now, means) + outside)
                };
                values.map(of).sum()
            }
            Quantity::Pressure => {
                let rings = definition.hearing.iter().flat_map(|hearing| &hearing.rings);
                let of = |(&i, ring): (&usize, &Ring)| {
                    let Modes { mass, omega, .. } = &model.modes;
                    let pull = omega[i] * omega[i] * self.now.displacement[i];
                    let g = self.force[i] / mass[i] - pull;
                    let direct = if ring.of_push == 0.0 {
                        0.0
                    } else {
                        ring.of_push * model.pushed(i, means)
                    };
                    ring.of_g * g + ring.of_v * self.now.velocity[i] + direct
                };
                coupling.modes.iter().zip(rings).map(of).sum()
            }
            Quantity::Force => {
                let touching = model.contacts.iter().zip(means);
                let on_body = touching.filter(|(c, _)| c.bodies.contains(&definition.body));
                on_body.map(|(_, force)| force).sum()
            }
        }
    }
}

impl Stepper for Plain {
    fn abilities(&self) -> Abilities {
        self.scheme.abilities()
    }

    fn plan(&mut self, _: &Model, _: &Drive, _: Allowance) -> u32 {
        self.substeps
    }

    fn wanted(&self) -> u32 {
        self.substeps
    }

    fn work(&self) -> u32 {
        self.substeps
    }

    fn seen(&self) -> &[usize] {
        &self.seen
    }

    fn step(
        &mut self,
        model: &Model,
        drive: &Drive,
        touches: &mut [Touch],
        flow: &mut Flow,
    ) -> Result<(), StepError> {
        let input = Input { force: &self.force };
        if std::mem::take(&mut self.stale) {
            self.now.memory.copy_from_slice(self.scheme.memory());
            self.scheme.load(model, &self.now, &input);
        }
        self.before.copy_from(&self.now);
        let step = self.scheme.step(model, &input)?;
        self.scheme.store(model, &mut self.now, &input);
        let forces = self.scheme.forces();
        if !(step.dissipated + step.supplied + forces.iter().sum::<f64>()).is_finite() {
            return Err(StepError::Diverged);
        }
        for (c, touch) in touches.iter_mut().enumerate() {
            *touch = Touch {
                from: model.compression(c, &self.before),
                to: model.compression(c, &self.now),
                force: forces[c],
                way: self.dt * model.rate(c, &self.before),
                way_after: self.dt * model.rate(c, &self.now),
                evaluations: step.iterations,
            };
        }
        // Gaps that move do so at the end of the step.
        self.stale = drive.gap_step.iter().any(|by| *by != 0.0);
        flow.dissipated += step.dissipated;
        flow.supplied += step.supplied;
        flow.iterations = flow.iterations.max(step.iterations);
        Ok(())
    }

    fn finish(&mut self, _: &Model, _: &Drive) -> Flow {
        Flow::default()
    }

    fn hear(&self, model: &Model, means: &[f64], rows: &mut Rows) {
        for (p, row) in rows.iter_mut().enumerate() {
            row.samples[0] = self.signal(model, p, means);
        }
    }

    fn distance(&self, model: &Model, contact: usize) -> f64 {
        model.contacts[contact].coupling.dot(&self.now.displacement)
    }

    fn port_motion(&self, model: &Model, contact: usize) -> [[f64; 2]; 2] {
        model.port_motion(contact, &self.now)
    }

    fn free_speeds(&self, model: &Model, contact: usize, _: f64, _: f64) -> [f64; 2] {
        [&self.before, &self.now].map(|state| model.free_rate(contact, state))
    }

    fn update_weights(&mut self, model: &Model, _: usize) {
        self.scheme.refresh(model);
        self.stale = true;
    }

    fn drive(&mut self, _: &Model, drive: &Drive) {
        self.force.copy_from_slice(&drive.force);
    }

    fn update_law(&mut self, model: &Model, _: usize) {
        self.scheme.refresh(model);
    }

    fn update_modes(&mut self, model: &Model, _: usize) {
        self.scheme.refresh(model);
    }

    fn load(&mut self, model: &Model, state: &State, _: &Drive) {
        let input = Input { force: &self.force };
        self.scheme.load(model, state, &input);
        self.scheme.store(model, &mut self.now, &input);
        self.stale = false;
    }

    fn store(&self, model: &Model, state: &mut State) {
        self.scheme.store(model, state, &self.input());
    }

    fn energy(&self, model: &Model) -> f64 {
        self.scheme.energy(model)
    }

    fn rests(&self, _: f64) -> bool {
        false
    }

    fn memory(&mut self) -> &mut [f64] {
        self.scheme.memory()
    }
}
