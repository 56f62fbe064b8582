//! One sample, or one block of samples.

mod step;
mod substeps;

pub use step::FirstRelease;
pub use substeps::Substeps;

use std::ops::Range;

use super::bank::Bank;
use super::coupled::Coupled;
use super::free::{BLOCK, FreeBlock};
use super::kernels::{Coefficients, Cpu};
use super::link::Link;
use super::log::{ContactLog, Trace};
use super::mass::FreeMass;
use super::pickups::Ear;
use super::rest::Rest;
use crate::energy::{Flow, Ledger};
use crate::law::Law;
use crate::model::{Model, State};
use step::Push;
use substeps::SLOTS;

#[derive(Clone, Debug)]
pub(super) struct Body {
    pub(super) bank: Range<usize>,
    pub(super) masses: Range<usize>,
    awake: bool,
    /// What pushes its modes in the present step.
    push: Push,
}

/// The engine behind a [`Player`](super::Player) with the two-point scheme.
#[derive(Clone, Debug)]
pub(super) struct Engine {
    pub(super) cpu: Cpu,
    pub(super) dt: f64,
    pub(super) frame: u64,
    wanted: Substeps,
    pub(super) bank: Bank,
    pub(super) masses: Vec<FreeMass>,
    pub(super) bodies: Vec<Body>,
    pub(super) links: Vec<Link>,
    pub(super) laws: Vec<Law>,
    pub(super) logs: Vec<ContactLog>,
    /// The first contacts step by step, or nothing.
    pub(super) traces: Vec<Trace>,
    ears: Vec<Ear>,
    free: FreeBlock,
    base: Coefficients,
    fine: Coefficients,
    fine_substeps: u32,
    /// Fine steps that were needed before, by [`slot`].
    stash: [Coefficients; SLOTS],
    stashed: [bool; SLOTS],
    coupled: Coupled,
    pushed: Vec<f64>,
    pub(super) ledger: Ledger,
    pub(super) iterations: u32,
    first_release: FirstRelease,
    released: bool,
    pub(super) mass_of: Vec<Option<usize>>,
    pub(super) rest: Rest,
}

impl Engine {
    pub(super) fn new(
        model: &Model,
        state: &State,
        dt: f64,
        force: &[f64],
        wanted: Substeps,
    ) -> Self {
        let mut bank = Bank::new(model);
        let modes = model.modes();
        let mut mass_of = vec![None; modes.mass.len()];
        let mut masses = Vec::new();
        for i in (0..modes.mass.len()).filter(|&i| bank.place[i].is_none()) {
            mass_of[i] = Some(masses.len());
            let force = force.get(i).copied().unwrap_or(0.0);
            masses.push(FreeMass {
                mode: i,
                y: 0.0,
                v: 0.0,
                mass: modes.mass[i],
                force,
                pushed: 0.0,
            });
        }
        let bodies = model.body_ranges().iter().map(|range| body(range, &bank, &mass_of)).collect();
        let mut base = Coefficients::default();
        bank.coefficients(dt, &mut base);
        let links: Vec<Link> =
            (0..model.contacts().len()).map(|c| Link::new(model, c, &bank, &mass_of)).collect();
        let free = FreeBlock::new(&bank, &base);
        let ears = (0..model.pickups().len())
            .map(|p| Ear::new(model, p, &bank, &free, &links, dt))
            .collect();
        load(&mut bank, &mut masses, state, dt);
        let mut engine = Self {
            cpu: Cpu::detect(),
            dt,
            frame: 0,
            wanted,
            pushed: vec![0.0; bank.len()],
            fine: base.clone(),
            fine_substeps: 0,
            stash: std::array::from_fn(|_| base.clone()),
            stashed: [false; SLOTS],
            coupled: Coupled::new(links.len()),
            laws: model.contacts().iter().map(|contact| contact.law.clone()).collect(),
            logs: vec![ContactLog::default(); links.len()],
            traces: Vec::new(),
            ledger: Ledger::new(0.0),
            iterations: 0,
            first_release: FirstRelease { time: 0.0, state: state.clone() },
            released: false,
            bank,
            masses,
            bodies,
            links,
            ears,
            free,
            base,
            mass_of,
            rest: Rest::default(),
        };
        engine.refine(1);
        engine.ledger = Ledger::new(engine.energy());
        engine
    }

    /// One sample.
    pub(super) fn frame(&mut self) {
        if self.rest.asleep() {
            self.frame += 1;
            return;
        }
        let moved = self.travel();
        let mut touch = false;
        for c in 0..self.links.len() {
            let link = &mut self.links[c];
            let touching = self.logs[c].is_touching();
            link.glanced = touching && link.is_lasting(&self.laws[c]) && self.fine_substeps > 1;
            if link.glanced {
                // Each fine step will look anyway: how it last moved says how fine they must be.
                (link.x, link.free) = (link.end, link.free * f64::from(self.fine_substeps));
            } else {
                link.look(self.cpu, &self.bank, &self.masses, &self.base, self.dt);
            }
            link.age = if touching { link.age.saturating_add(1) } else { 0 };
            link.awake = touching || link.may_touch(&self.laws[c]);
            link.next_force();
            link.force = 0.0;
            touch |= link.awake;
        }
        for body in &mut self.bodies {
            body.awake = false;
        }
        let mut flow = Flow::default();
        if touch {
            self.wake_neighbours();
            let substeps = self.choose_substeps();
            if substeps != self.fine_substeps {
                self.refine(substeps);
            } else if moved {
                self.refine_links();
            }
            if substeps == 1 {
                for link in self.links.iter_mut().filter(|link| link.glanced) {
                    link.look(self.cpu, &self.bank, &self.masses, &self.base, self.dt);
                }
            }
            for i in 0..substeps {
                self.fine_step(i, &mut flow);
            }
        }
        for b in 0..self.bodies.len() {
            if !self.bodies[b].awake {
                self.rotate_body(b, false, &mut flow);
            }
        }
        self.recover(self.dt, &mut flow);
        self.frame += 1;
        self.ledger.book(&flow);
        if touch {
            self.watch_rest();
        }
    }

    /// Moves points of contact and gaps to the end of the sample; true if anything moved.
    fn travel(&mut self) -> bool {
        let start = self.frame as f64 * self.dt;
        let mut moved = false;
        for (c, link) in self.links.iter_mut().enumerate() {
            if link.travelling.as_ref().is_some_and(|t| t.moves(start)) {
                link.move_point(self.cpu, start + self.dt, &self.bank, &self.masses);
                link.move_gap(start + self.dt, 0.0);
                for ear in &mut self.ears {
                    ear.note_link(self.cpu, c, link);
                }
                moved = true;
            }
        }
        moved
    }

    /// The gaps of contacts that sleep follow their surfaces, and dented felt recovers.
    fn recover(&mut self, dt: f64, flow: &mut Flow) {
        for (link, law) in self.links.iter_mut().zip(&self.laws).filter(|(link, _)| !link.awake) {
            flow.supplied += link.moved();
            flow.dissipated += law.settle(f64::NEG_INFINITY, dt, &mut link.memory);
        }
    }

    /// A whole block if nothing can touch in it; false if something may.
    pub(super) fn try_block(&mut self, out: &mut [f64], stride: usize, at: usize) -> bool {
        if self.rest.asleep() {
            for p in 0..self.ears.len() {
                let (start, value) = (p * stride + at, self.hear(p));
                out[start..start + BLOCK].fill(value);
            }
            self.frame += BLOCK as u64;
            return true;
        }
        let (time, now) = (self.dt * BLOCK as f64, self.frame as f64 * self.dt);
        if self.links.iter().any(|l| l.travelling.as_ref().is_some_and(|t| t.moves(now))) {
            return false;
        }
        let open = self.links.iter().zip(&self.laws).zip(&self.logs).all(|((link, law), log)| {
            !log.is_touching() && self.free.stays_open(link, law, &self.bank, &self.masses, time)
        });
        if !open {
            return false;
        }
        let mut lanes = std::mem::take(&mut self.free.lanes);
        for (p, ear) in self.ears.iter_mut().enumerate() {
            let start = p * stride + at;
            let part = &mut out[start..start + BLOCK];
            ear.hear_block(self.cpu, &self.bank, &self.free, &mut lanes, part);
        }
        self.free.lanes = lanes;
        let mut flow = Flow { dissipated: self.free.advance(&mut self.bank), ..Flow::default() };
        for mass in &mut self.masses {
            flow.supplied += mass.advance(time);
        }
        for link in &mut self.links {
            (link.force, link.awake) = (0.0, false);
        }
        self.recover(time, &mut flow);
        self.ledger.book(&flow);
        self.frame += BLOCK as u64;
        true
    }

    /// What a pickup hears now.
    pub(super) fn hear(&self, pickup: usize) -> f64 {
        self.ears[pickup].hear(self.cpu, &self.bank, &self.links)
    }

    /// The force in a contact over the last step.
    pub(super) fn force(&self, contact: usize) -> f64 {
        self.links[contact].force
    }

    /// A contact shares the fate of every contact that touches one of its bodies.
    fn wake_neighbours(&mut self) {
        loop {
            for link in self.links.iter().filter(|link| link.awake) {
                for &b in &link.bodies {
                    let movable =
                        !self.bodies[b].bank.is_empty() || !self.bodies[b].masses.is_empty();
                    self.bodies[b].awake = movable;
                }
            }
            let bodies = &self.bodies;
            let asleep = self.links.iter_mut().filter(|link| !link.awake);
            let woken = asleep.filter(|link| link.bodies.iter().any(|&b| bodies[b].awake));
            if woken.map(|link| link.awake = true).count() == 0 {
                return;
            }
        }
    }

    pub(super) fn first_release(&self) -> Option<&FirstRelease> {
        self.released.then_some(&self.first_release)
    }
}

fn body(range: &Range<usize>, bank: &Bank, mass_of: &[Option<usize>]) -> Body {
    let places = range.clone().filter_map(|i| bank.place[i]);
    let bank = match (places.clone().min(), places.max()) {
        (Some(low), Some(high)) => low..(high + 1).next_multiple_of(super::kernels::WIDTH),
        _ => 0..0,
    };
    let masses = range.clone().filter_map(|i| mass_of[i]);
    let masses = match (masses.clone().min(), masses.max()) {
        (Some(low), Some(high)) => low..high + 1,
        _ => 0..0,
    };
    Body { bank, masses, awake: false, push: Push::Nothing }
}

fn load(bank: &mut Bank, masses: &mut [FreeMass], state: &State, dt: f64) {
    for i in 0..bank.place.len() {
        if let Some(place) = bank.place[i] {
            let step = bank.step(place, dt);
            bank.set(place, state.displacement[i], state.velocity[i], &step);
        }
    }
    for mass in masses {
        (mass.y, mass.v) = (state.displacement[mass.mode], state.velocity[mass.mode]);
    }
}
