//! One sample, or one block of samples.

use std::ops::Range;

use super::bank::Bank;
use super::coupled::Coupled;
use super::free::{BLOCK, FreeBlock};
use super::kernels::{Coefficients, Cpu, dot, rotate, rotate_pushed, rotate_under};
use super::link::Link;
use super::log::{ContactLog, ContactStep, Trace};
use super::mass::FreeMass;
use super::pickups::Ear;
use super::rest::Rest;
use crate::energy::{Flow, Ledger};
use crate::law::Law;
use crate::model::{Model, State};

/// Steps per sample while bodies touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Substeps {
    /// As many as make each contact span at least twenty of them.
    Auto,
    /// Always this many.
    Fixed(u32),
}

/// The steps that a contact should span.
const WANTED: f64 = 20.0;

/// No contact is subdivided further than this.
const MOST_SUBSTEPS: u32 = 1 << 10;

/// Samples after which a lasting contact takes the coarser steps that it wants.
const CALM: u32 = 32;

/// How many fine steps are kept: 1, 2, 4, 8, 16 per sample, and whatever else was last.
const SLOTS: usize = 6;

/// The state when the first contact of the model first came apart.
#[derive(Clone, Debug, PartialEq)]
pub struct FirstRelease {
    /// s.
    pub time: f64,
    /// Where everything was.
    pub state: State,
}

#[derive(Clone, Debug)]
pub(super) struct Body {
    pub(super) bank: Range<usize>,
    pub(super) masses: Range<usize>,
    awake: bool,
    /// What pushes its modes in the present step.
    push: Push,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Push {
    Nothing,
    /// One contact: which, and which part of it.
    One(usize, usize),
    /// Several, added up.
    Many,
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

    fn choose_substeps(&mut self) -> u32 {
        if let Substeps::Fixed(count) = self.wanted {
            return count.max(1);
        }
        let mut most = 1;
        for ((link, law), log) in self.links.iter_mut().zip(&self.laws).zip(&self.logs) {
            if !link.awake {
                continue;
            }
            let wanted = link.wanted_substeps(law, self.dt, WANTED).min(f64::from(MOST_SUBSTEPS));
            let wanted = (wanted.ceil().max(1.0) as u32).next_power_of_two();
            // While a contact lasts its steps grow finer at once and coarser only slowly.
            link.calm = if wanted < link.substeps { link.calm + 1 } else { 0 };
            let calm = wanted <= link.substeps / 4 || (link.is_lasting(law) && link.calm > CALM);
            let calmer = if calm { link.substeps / 2 } else { link.substeps };
            if calm {
                link.calm = 0;
            }
            link.substeps = if log.is_touching() { calmer.max(wanted) } else { wanted };
            most = most.max(link.substeps);
        }
        most
    }

    /// Prepares steps of this many per sample.
    fn refine(&mut self, substeps: u32) {
        let (old, new) = (slot(self.fine_substeps), slot(substeps));
        std::mem::swap(&mut self.stash[old], &mut self.fine);
        std::mem::swap(&mut self.stash[new], &mut self.fine);
        self.fine_substeps = substeps;
        if !std::mem::replace(&mut self.stashed[new], new < SLOTS - 1) {
            let dt = self.dt / f64::from(substeps);
            self.bank.coefficients(dt, &mut self.fine);
        }
        self.refine_links();
    }

    /// Prepares the contacts for their present weights and steps.
    pub(super) fn refine_links(&mut self) {
        let dt = self.dt / f64::from(self.fine_substeps);
        if let [link] = &mut self.links[..] {
            let masses = link.masses.iter();
            let masses = masses.map(|&(m, weight)| weight * weight * self.masses[m].mobility(dt));
            let masses: f64 = masses.sum();
            self.coupled.k[0] = masses + link.refine(self.cpu, &self.fine);
            return;
        }
        for link in &mut self.links {
            link.refine(self.cpu, &self.fine);
        }
        let n = self.links.len();
        for a in 0..n {
            for b in 0..n {
                self.coupled.k[a * n + b] = self.compliance(a, b, dt);
            }
        }
    }

    /// How a force in contact `b` moves the compression of contact `a`.
    fn compliance(&self, a: usize, b: usize, dt: f64) -> f64 {
        let (first, second) = (&self.links[a], &self.links[b]);
        let mut sum = 0.0;
        for &(mass, weight) in &first.masses {
            let other = second.masses.iter().filter(|(m, _)| *m == mass);
            sum += other.map(|(_, w)| w * weight * self.masses[mass].mobility(dt)).sum::<f64>();
        }
        for part in &first.bank {
            for other in second.bank.iter().filter(|other| other.range == part.range) {
                sum += dot(self.cpu, &part.weights, &other.push);
            }
        }
        sum
    }

    /// One fine step of everything that is awake.
    fn fine_step(&mut self, index: u32, flow: &mut Flow) {
        let dt = self.dt / f64::from(self.fine_substeps);
        for c in 0..self.links.len() {
            let link = &mut self.links[c];
            if !link.awake {
                continue;
            }
            if index > 0 {
                link.next_force();
            }
            // With one step per sample the contact was just looked at.
            if self.fine_substeps > 1 {
                let left =
                    f64::from(self.fine_substeps - 1 - index) / f64::from(self.fine_substeps);
                let end = self.frame as f64 * self.dt + f64::from(index + 1) * dt;
                link.move_gap(end, left);
                link.look(self.cpu, &self.bank, &self.masses, &self.fine, dt);
            }
            if self.laws[c].potential().depth(link.x).0 <= 0.0 {
                self.laws[c].arm(link.free / dt, &mut link.memory);
            }
        }
        self.coupled.solve(&mut self.links, &self.laws, dt);
        self.push();
        for b in 0..self.bodies.len() {
            if self.bodies[b].awake {
                self.rotate_body(b, true, flow);
            }
        }
        self.book_contacts(index, dt, flow);
    }

    /// Hands the contact forces to masses and modes.
    fn push(&mut self) {
        for body in &mut self.bodies {
            body.push = Push::Nothing;
        }
        for (c, link) in self.links.iter().enumerate() {
            if !link.awake || link.force == 0.0 {
                continue;
            }
            for &(mass, weight) in &link.masses {
                self.masses[mass].pushed -= weight * link.force;
            }
            for (p, part) in link.bank.iter().enumerate() {
                let body = &mut self.bodies[link.bodies[part.side]];
                let pushed = &mut self.pushed[part.range.clone()];
                match body.push {
                    Push::Nothing => {
                        body.push = Push::One(c, p);
                        continue;
                    }
                    Push::One(c, p) => {
                        let first = &self.links[c];
                        for (slot, push) in pushed.iter_mut().zip(&first.bank[p].push) {
                            *slot = -push * first.force;
                        }
                        body.push = Push::Many;
                    }
                    Push::Many => {}
                }
                for (slot, push) in pushed.iter_mut().zip(&part.push) {
                    *slot -= push * link.force;
                }
            }
        }
    }

    fn rotate_body(&mut self, b: usize, fine: bool, flow: &mut Flow) {
        let body = &self.bodies[b];
        let (range, masses) = (body.bank.clone(), body.masses.clone());
        let step = if fine { &self.fine } else { &self.base };
        let part = step.part(range.clone());
        let y = &mut self.bank.y[range.clone()];
        let w = &mut self.bank.w[range.clone()];
        flow.dissipated += match body.push {
            Push::One(c, p) if fine => {
                let link = &self.links[c];
                rotate_under(self.cpu, y, w, -link.force, &link.bank[p].push, part)
            }
            Push::Many if fine => rotate_pushed(self.cpu, y, w, &self.pushed[range], part),
            _ => rotate(self.cpu, y, w, part),
        };
        let dt = if fine { self.dt / f64::from(self.fine_substeps) } else { self.dt };
        for mass in &mut self.masses[masses] {
            flow.supplied += mass.advance(dt);
        }
    }

    fn book_contacts(&mut self, index: u32, dt: f64, flow: &mut Flow) {
        let end = self.frame as f64 * self.dt + f64::from(index + 1) * dt;
        for c in 0..self.links.len() {
            let (link, law) = (&mut self.links[c], &self.laws[c]);
            if !link.awake {
                continue;
            }
            flow.dissipated += link.lost;
            flow.supplied += link.moved();
            self.iterations = self.iterations.max(link.iterations);
            let before = law.depth(link.x, &link.memory);
            // The memory of felt moves at the end of the step, and its dent with it.
            flow.dissipated += law.settle(link.end, dt, &mut link.memory);
            let rate = link.free / dt;
            let step = ContactStep {
                end,
                dt,
                before,
                after: law.depth(link.end, &link.memory),
                compression: law.potential().depth(link.end).0,
                force: link.force,
                rate_before: rate,
                rate_after: 2.0 * (link.end - link.x) / dt - rate,
                substeps: self.fine_substeps,
            };
            let released = self.logs[c].see(&step);
            if let Some(trace) = self.traces.get_mut(c) {
                trace.note(&step, &self.logs[c]);
            }
            if released && c == 0 && !self.released {
                self.released = true;
                self.first_release.time = end;
                let mut state = std::mem::replace(
                    &mut self.first_release.state,
                    State { displacement: Vec::new(), velocity: Vec::new(), memory: Vec::new() },
                );
                self.store(&mut state, dt);
                self.first_release.state = state;
            }
        }
    }

    pub(super) fn first_release(&self) -> Option<&FirstRelease> {
        self.released.then_some(&self.first_release)
    }
}

/// Where the coefficients of so many steps per sample are kept; the last place is for all others.
fn slot(substeps: u32) -> usize {
    let power = substeps.trailing_zeros() as usize;
    if substeps.is_power_of_two() { power.min(SLOTS - 1) } else { SLOTS - 1 }
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
