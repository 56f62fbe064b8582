//! Exact hold: the two-point scheme for bodies that ring.
//!
//! The contact force is held over a step and every mode is propagated exactly under it, in physical
//! displacement and velocity; the law's discrete force makes the step conserve energy. Nothing that is
//! stored depends on the step, so steps may change at any time, and the ledger is in joules.
//!
//! Far from any contact whole flights of samples pass in closed form. Near one, every mode takes one
//! step per sample and the contacts that are not certainly out of reach are looked at. While bodies
//! touch, their steps are subdivided until the contact spans enough of them; other bodies keep their
//! pace.

mod bank;
mod cholesky;
mod coupled;
mod filters;
mod flight;
mod kernels;
mod link;
mod mass;
mod matter;
mod mixer;
mod mode_step;
mod ports;
mod press;
mod quadratised;
mod reach;
mod solve;
mod start;
mod step;
mod substeps;
mod vectors;
mod wake;

pub(crate) use filters::{Complexes, filter, filter_on, hush};
pub(crate) use flight::{LONGEST, SHORTEST};
pub use solve::{Equation, Solution};
pub(crate) use vectors::{LANES, Lanes, add_up, is_within};

use std::ops::Range;

use crate::energy::Flow;
use crate::model::{Model, State};
use crate::scheme::{Abilities, StepError};
use crate::stepper::{Allowance, Approach, Drive, Lost, Rows, Stepper, Touch};
use crate::voice::Substeps;
use bank::{Aside, Slot};
use coupled::Coupled;
use flight::Flight;
use link::Link;
use mass::FreeMass;
use matter::Matter;
use mixer::Mixer;
use press::Press;
use quadratised::root_of;

#[derive(Clone, Debug, Default)]
struct Body {
    bank: Range<usize>,
    masses: Range<usize>,
    /// How many awake contacts touch it, and the last of them: contact and part of it.
    users: usize,
    user: Option<(usize, usize)>,
    /// Whether an awake contact may move it, and how strongly all of them together.
    shared: bool,
    push: f64,
    /// Whether a force from outside acts on its ringing modes.
    driven: bool,
    /// Whether none of its modes moves.
    quiet: bool,
    /// How often something but its own springs has moved its modes, from 1 on.
    pushes: u64,
}

/// The stepper behind the two-point scheme.
#[derive(Debug)]
pub(crate) struct ExactHold {
    matter: Matter,
    substeps: Substeps,
    most_substeps: u32,
    bodies: Vec<Body>,
    links: Vec<Link>,
    mixer: Mixer,
    memory: Vec<f64>,
    /// What each contact has lost since that was last cleared (J).
    contact_lost: Vec<f64>,
    flight: Flight,
    aside: Aside,
    coupled: Coupled,
    coupled_ready: bool,
    wanted: u32,
    /// The work of the steps of this sample.
    work: f64,
    /// What a step costs but for its equations, and what these usually take.
    contacts_work: f64,
    equations: f64,
    pushed: Vec<f64>,
    /// The root of twice what each contact stores, where contacts are solved without iteration.
    psi: Option<Vec<f64>>,
    press: Press,
    /// How far each gap moves in the present step (m).
    gap_steps: Vec<f64>,
}

impl Stepper for ExactHold {
    fn abilities(&self) -> Abilities {
        let exact = Abilities { balanced: true, exact_modes: true, ..Abilities::ALL };
        if self.psi.is_none() {
            return exact;
        }
        Abilities { felt: false, ..exact }
    }

    fn plan(&mut self, model: &Model, drive: &Drive, allowance: Allowance) -> u32 {
        self.work = 0.0;
        if !self.wake(model, drive) {
            return 0;
        }
        self.wanted = self.choose_substeps(model, drive);
        self.contacts_work = self.work_of_contacts();
        let substeps = self.wanted.min(self.affordable(allowance));
        if substeps != self.matter.steps.count {
            self.refine(substeps);
        }
        self.refine_seen();
        substeps
    }

    fn wanted(&self) -> u32 {
        self.wanted
    }

    fn work(&self) -> u32 {
        self.work.ceil() as u32
    }

    fn seen(&self) -> &[usize] {
        &self.coupled.seen
    }

    fn step(
        &mut self,
        model: &Model,
        drive: &Drive,
        touches: &mut [Touch],
        flow: &mut Flow,
    ) -> Result<(), StepError> {
        self.step_contacts(model, drive, touches, flow);
        Ok(())
    }

    fn finish(&mut self, model: &Model, drive: &Drive) -> Flow {
        let mut flow = Flow::default();
        for b in 0..self.bodies.len() {
            if self.bodies[b].users == 0 {
                self.rotate_body(b, false, &mut flow);
            }
        }
        for (c, link) in self.links.iter_mut().enumerate() {
            (link.touching, link.reweighed) = (drive.touching[c], false);
            if !link.awake {
                link.forces = [0.0; 3];
                let law = &model.contacts[c].law;
                let lost = law.settle(f64::NEG_INFINITY, self.matter.dt, &mut self.memory[c]);
                flow.dissipated += lost;
                self.contact_lost[c] += lost;
            }
        }
        flow
    }

    fn hear(&self, _: &Model, means: &[f64], rows: &mut Rows) {
        self.mixer.now(&self.matter, &self.links, means, rows);
    }

    fn begin_flight(
        &mut self,
        model: &Model,
        drive: &Drive,
        frames: usize,
        rows: &mut Rows,
    ) -> usize {
        let mut length = frames;
        for c in 0..self.links.len() {
            length = length.min(self.open_for(model, drive, c, frames));
            if length < SHORTEST {
                return 0;
            }
        }
        let frames = length;
        let Self { matter, bodies, mixer, aside, .. } = self;
        let quiet = |body: usize| bodies[body].quiet && !bodies[body].driven;
        mixer.over_flight(matter, aside, quiet, frames, rows);
        for link in &mut self.links {
            (link.awake, link.touching, link.age, link.forces) = (false, false, 0, [0.0; 3]);
            link.look_again();
        }
        self.coupled.seen.clear();
        frames
    }

    fn begin_press(
        &mut self,
        model: &Model,
        drive: &Drive,
        frames: usize,
        rows: &mut Rows,
    ) -> Option<usize> {
        if self.psi.is_some() {
            return None;
        }
        self.prepare_press(model, drive, frames, rows)
    }

    fn pressed(&self) -> &[Touch] {
        &self.press.touches
    }

    fn end_flight(&mut self, model: &Model, frames: usize) -> Flow {
        let flow = self.fly(model, frames);
        self.take_up(frames);
        if frames == flight::LONGEST {
            self.silence();
        }
        flow
    }

    fn peek(
        &mut self,
        model: &Model,
        frames: usize,
        (state, lost): (&mut State, &mut Lost),
    ) -> (f64, Flow) {
        self.save();
        let flow = self.fly(model, frames);
        self.store(model, state);
        self.lost(lost);
        let energy = self.energy(model);
        self.restore();
        (energy, flow)
    }

    fn lost(&self, lost: &mut Lost) -> bool {
        for (lost, slot) in lost.modes.iter_mut().zip(&self.matter.bank.slots) {
            *lost = match *slot {
                Slot::Ringing(place) => self.matter.bank.lost[place / LANES].0[place % LANES],
                Slot::Mass(_) => 0.0,
            };
        }
        lost.contacts.copy_from_slice(&self.contact_lost);
        true
    }

    fn clear_lost(&mut self) {
        self.matter.bank.lost.fill(Lanes::default());
        self.contact_lost.fill(0.0);
    }

    fn distance(&self, _: &Model, contact: usize) -> f64 {
        let [first, second] = self.at_ports(contact, |mass| mass.y, &self.matter.bank.y);
        first - second
    }

    fn port_motion(&self, _: &Model, contact: usize) -> [[f64; 2]; 2] {
        [
            self.at_ports(contact, |mass| mass.y, &self.matter.bank.y),
            self.at_ports(contact, |mass| mass.v, &self.matter.bank.v),
        ]
    }

    fn port_motion_after(&mut self, model: &Model, contact: usize, frames: usize) -> [[f64; 2]; 2] {
        self.save();
        self.fly(model, frames);
        let motion = self.port_motion(model, contact);
        self.restore();
        motion
    }

    fn free_speeds(&self, _: &Model, contact: usize, force: f64, dt: f64) -> [f64; 2] {
        let mut speeds = [0.0; 2];
        for &(mass, weight) in &self.links[contact].masses {
            let mass = &self.matter.masses[mass];
            let gain = dt * mass.lightness * (mass.force - weight * force);
            speeds[0] += weight * (mass.v - gain);
            speeds[1] += weight * mass.v;
        }
        speeds
    }

    fn approach(&mut self, model: &Model, drive: &Drive, contact: usize) -> Option<Approach> {
        if !self.links[contact].awake {
            return None;
        }
        self.gap_steps.copy_from_slice(&drive.gap_step);
        self.prepare(contact, model);
        let Link { x, approach, compliance, .. } = self.links[contact];
        Some(Approach { x, change: approach, compliance, dt: self.matter.steps.dt })
    }

    fn update_weights(&mut self, model: &Model, contact: usize) {
        self.links[contact].update_weights(model, contact, &self.matter);
        self.mixer.see(self.matter.cpu, contact, &self.links[contact]);
    }

    fn drive(&mut self, model: &Model, drive: &Drive) {
        for body in &mut self.bodies {
            body.driven = false;
        }
        self.matter.drives.clear();
        self.matter.drives.resize(self.matter.bank.len(), 0.0);
        for (body, modes) in self.bodies.iter_mut().zip(&model.bodies) {
            for i in modes.clone() {
                match self.matter.bank.slots[i] {
                    Slot::Mass(mass) => self.matter.masses[mass].force = drive.force[i],
                    Slot::Ringing(place) => {
                        self.matter.drives[place] = drive.force[i] / self.matter.bank.mass[place];
                        body.driven |= drive.force[i] != 0.0;
                    }
                }
            }
            body.quiet &= !body.driven;
            body.pushes += 1;
        }
        if !self.bodies.iter().any(|body| body.driven) {
            self.matter.drives.clear();
        }
        for link in &mut self.links {
            link.look_again();
        }
    }

    fn update_law(&mut self, model: &Model, contact: usize) {
        self.links[contact].read_law(&model.contacts[contact].law);
    }

    fn update_modes(&mut self, model: &Model, body: usize) {
        self.matter.bank.read(model, body);
        for mass in &mut self.matter.masses[self.bodies[body].masses.clone()] {
            mass.mass = model.modes.mass[mass.mode];
            mass.lightness = 1.0 / mass.mass;
        }
        self.matter.read(self.bodies[body].bank.clone());
        self.mixer.read(model, &self.matter.bank, body);
        for c in 0..self.links.len() {
            if self.links[c].bodies.contains(&body) {
                self.update_weights(model, c);
            }
        }
    }

    fn load(&mut self, model: &Model, state: &State, drive: &Drive) {
        // What fills a vector is silent, also after a force that was no number.
        self.matter.bank.y.fill(0.0);
        self.matter.bank.v.fill(0.0);
        self.matter.load(state, true);
        self.memory.copy_from_slice(&state.memory);
        for body in &mut self.bodies {
            body.pushes += 1;
            body.quiet = !body.driven
                && body
                    .bank
                    .clone()
                    .all(|i| self.matter.bank.y[i] == 0.0 && self.matter.bank.v[i] == 0.0);
        }
        for c in 0..self.links.len() {
            let x = self.distance(model, c) - model.contacts[c].gap;
            let link = &mut self.links[c];
            (link.x, link.touching, link.age) = (x, drive.touching[c], 0);
            link.forces = [0.0; 3];
            link.look_again();
            if let Some(psi) = &mut self.psi {
                psi[c] = root_of(model.contacts[c].law.potential(), x);
            }
        }
    }

    fn load_velocities(&mut self, _: &Model, state: &State, _: &Drive) {
        self.matter.load(state, false);
        self.bodies.iter_mut().for_each(|body| body.pushes += 1);
        self.links.iter_mut().for_each(Link::look_again);
    }

    fn store(&self, _: &Model, state: &mut State) {
        self.matter.store(state);
        state.memory.copy_from_slice(&self.memory);
    }

    fn energy(&self, model: &Model) -> f64 {
        let contacts = (0..self.links.len()).map(|c| match &self.psi {
            None => model.contacts[c].law.energy(self.compression(model, c), self.memory[c]),
            Some(psi) => 0.5 * psi[c] * psi[c],
        });
        let masses = self.matter.masses.iter().map(FreeMass::energy);
        let modes = self.matter.bank.energy() - model.counted_twice();
        modes + masses.sum::<f64>() + contacts.sum::<f64>()
    }

    fn rests(&self, energy: f64) -> bool {
        // Masses first: they are few, and while one flies nothing rests.
        let masses: f64 = self.matter.masses.iter().map(FreeMass::energy).sum();
        masses <= energy && masses + self.matter.bank.kinetic() <= energy
    }

    fn memory(&mut self) -> &mut [f64] {
        &mut self.memory
    }
}
