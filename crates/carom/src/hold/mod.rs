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
mod coupled;
mod ear;
mod flight;
mod kernels;
mod link;
mod mass;
mod mode_step;
mod solve;
mod substeps;

pub(crate) use flight::LONGEST;
pub(crate) use mass::two_sum;
pub(crate) use solve::Equation;

use std::ops::Range;

use crate::energy::Flow;
use crate::model::{Model, State};
use crate::scheme::{Abilities, StepError};
use crate::stepper::{Drive, Rows, Stepper, Touch};
use crate::voice::Substeps;
use bank::{Bank, Slot};
use coupled::{Coupled, Given};
use ear::{Ear, Sources};
use flight::Flight;
use kernels::{Coefficients, Cpu, at_port, part, rotate, rotate_pushed, rotate_under};
use link::Link;
use mass::FreeMass;
use solve::Solution;
use substeps::SLOTS;

#[derive(Clone, Debug)]
struct Body {
    bank: Range<usize>,
    masses: Range<usize>,
    /// How many awake contacts touch it, and the last of them: contact and part of it.
    users: usize,
    user: Option<(usize, usize)>,
    /// Whether an awake contact may move it.
    shared: bool,
    /// Whether a force from outside acts on its ringing modes.
    driven: bool,
    /// Whether none of its modes moves.
    quiet: bool,
}

/// The stepper behind the two-point scheme.
#[derive(Debug)]
pub(crate) struct Hold {
    cpu: Cpu,
    /// The length of a sample (s).
    dt: f64,
    substeps: Substeps,
    most_substeps: u32,
    bank: Bank,
    masses: Vec<FreeMass>,
    bodies: Vec<Body>,
    links: Vec<Link>,
    ears: Vec<Ear>,
    memory: Vec<f64>,
    flight: Flight,
    fine: Vec<Coefficients>,
    fine_substeps: u32,
    /// The length of a fine step (s).
    fine_dt: f64,
    /// Fine steps that were needed before, by slot.
    stash: [Vec<Coefficients>; SLOTS],
    stashed: [bool; SLOTS],
    coupled: Coupled,
    coupled_ready: bool,
    wanted: u32,
    pushed: Vec<f64>,
    /// Accelerations of the ringing modes from outside; empty if there are none.
    drives: Vec<f64>,
    room_for_drives: Vec<f64>,
    awake: usize,
    /// The contacts that are awake.
    seen: Vec<usize>,
}

impl Hold {
    pub(crate) fn new(
        model: &Model,
        state: &State,
        dt: f64,
        drive: &Drive,
        substeps: Substeps,
        most_substeps: u32,
    ) -> Self {
        let bank = Bank::new(model, dt);
        let mut masses = Vec::new();
        let mut bodies = Vec::new();
        for (body, modes) in model.bodies.iter().enumerate() {
            let first = masses.len();
            for i in modes.clone().filter(|&i| matches!(bank.slots[i], Slot::Mass(_))) {
                masses.push(FreeMass::new(i, model.modes.mass[i]));
            }
            bodies.push(Body {
                bank: bank.bodies[body].clone(),
                masses: first..masses.len(),
                users: 0,
                user: None,
                shared: false,
                driven: false,
                quiet: false,
            });
        }
        let mut links: Vec<Link> =
            (0..model.contacts.len()).map(|c| Link::new(model, c, &bank, &masses)).collect();
        find_lone_masses(&mut links, &mut masses);
        let ears = (0..model.pickups.len()).map(|p| Ear::new(model, p, &bank, dt)).collect();
        let flight = Flight::new(&bank, &masses, links.len(), dt);
        let fine = bank.room();
        let mut hold = Self {
            cpu: Cpu::detect(),
            dt,
            substeps,
            most_substeps,
            pushed: vec![0.0; bank.len()],
            drives: Vec::with_capacity(bank.len()),
            room_for_drives: vec![0.0; bank.len()],
            stash: std::array::from_fn(|_| fine.clone()),
            stashed: [false; SLOTS],
            fine,
            fine_substeps: 0,
            fine_dt: dt,
            coupled: Coupled::new(links.len()),
            coupled_ready: false,
            wanted: 0,
            memory: state.memory.clone(),
            awake: 0,
            seen: Vec::with_capacity(links.len()),
            bank,
            masses,
            bodies,
            links,
            ears,
            flight,
        };
        hold.refine(1);
        hold.drive(model, drive);
        hold.load(model, state, drive);
        hold
    }

    /// Hands the contact forces to masses.
    #[inline(always)]
    fn push_masses(&mut self, c: usize, outcome: &Solution, dt: f64, gap: f64, gap_step: f64) {
        let link = &self.links[c];
        let force = outcome.step.force;
        for &(mass, weight) in &link.masses {
            self.masses[mass].pushed -= weight * force;
        }
        if let (true, &[(mass, weight)]) = (link.lone, &link.masses[..])
            && weight != 0.0
        {
            // The whole compression is one mass: where it ends is known better than start plus change,
            // and in a hard contact its velocity follows best from the way.
            let mass = &mut self.masses[mass];
            mass.end = (outcome.end + gap + gap_step) / weight;
            if (dt * force * weight).abs() > (mass.mass * mass.v).abs() {
                let way = (outcome.change + gap_step) / weight;
                mass.leaving = 2.0 * way / dt - mass.v;
            }
        }
    }

    /// One step of a body.
    #[inline(always)]
    fn rotate_body(&mut self, b: usize, fine: bool, flow: &mut Flow) {
        let dt = if fine { self.fine_dt } else { self.dt };
        let body = &self.bodies[b];
        for mass in &mut self.masses[body.masses.clone()] {
            flow.supplied += mass.advance(dt);
        }
        if body.bank.is_empty() || (body.quiet && body.users == 0) {
            return;
        }
        let coefficients = if fine { &self.fine[..] } else { self.flight.sample() };
        if body.users == 1
            && !body.driven
            && let Some((c, p)) = body.user
        {
            let link = &mut self.links[c];
            let (force, part) = (link.forces[0], &mut link.parts[p]);
            // Padding beyond the last vector that the contact needs is not walked over.
            let range = part.range.clone();
            let step = kernels::part(coefficients, range.clone());
            let (y, v) = (&mut self.bank.y[range.clone()], &mut self.bank.v[range]);
            // The next step can be solved while the modes are still moving.
            let next = part.free.map(|[_, next]| next + force * part.echo);
            let (lost, after) = rotate_under(self.cpu, y, v, force, &part.ports, step);
            part.free = next.map(|next| [next, after]);
            flow.dissipated += lost;
            return;
        }
        let range = body.bank.clone();
        let step = part(coefficients, range.clone());
        let (y, v) = (&mut self.bank.y[range.clone()], &mut self.bank.v[range.clone()]);
        if body.users == 0 && !body.driven {
            flow.dissipated += rotate(self.cpu, y, v, step);
            return;
        }
        let pushed = &mut self.pushed[range.clone()];
        if body.driven {
            pushed.copy_from_slice(&self.drives[range.clone()]);
        } else {
            pushed.fill(0.0);
        }
        for link in self.links.iter_mut().filter(|link| fine && link.awake) {
            let force = link.forces[0];
            for part in link.parts.iter_mut().filter(|part| part.body == b) {
                part.free = None;
                let push = part.ports.iter().flat_map(|port| &port.push);
                for (slot, push) in pushed.iter_mut().zip(push) {
                    *slot += push * force;
                }
            }
        }
        if !body.driven {
            flow.dissipated += rotate_pushed(self.cpu, y, v, pushed, step);
            return;
        }
        let (drives, mass) = (&self.drives[range.clone()], &self.bank.mass[range]);
        let work = |y: &[f64]| (0..y.len()).map(|i| drives[i] * mass[i] * y[i]).sum::<f64>();
        let before = work(y);
        flow.dissipated += rotate_pushed(self.cpu, y, v, pushed, step);
        flow.supplied += work(y) - before;
    }

    /// The rate of approach at the instant at which the bodies touch within a step: with the velocity
    /// at its start and the mean over it, as if the acceleration were constant.
    fn rate_at_touch(&self, c: usize, gap_step: f64, dt: f64) -> f64 {
        let link = &self.links[c];
        let mean = link.free - gap_step;
        let start = link.rate(self.cpu, &self.bank, &self.masses) * dt - gap_step;
        let (bend, way) = (mean - start, -link.x.min(0.0));
        let square = start * start + 4.0 * bend * way;
        if square > 0.0 && start > 0.0 { square.sqrt() / dt } else { mean / dt }
    }

    fn look(&mut self, model: &Model, c: usize, fine: bool) {
        let dt = if fine { self.fine_dt } else { self.dt };
        let step = if fine { &self.fine[..] } else { self.flight.sample() };
        let gap = model.contacts[c].gap;
        let sources = (&self.bank, &self.masses[..]);
        self.links[c].look(self.cpu, sources, (gap, &self.drives), step, dt);
    }

    /// Which contacts may touch in the sample to come; true if any does.
    fn wake(&mut self, model: &Model, drive: &Drive) -> bool {
        for body in &mut self.bodies {
            (body.users, body.user, body.shared) = (0, None, false);
        }
        let mut awake = 0;
        for c in 0..self.links.len() {
            let law = &model.contacts[c].law;
            let (touching, moving) = (drive.touching[c], drive.moving[c]);
            let link = &mut self.links[c];
            link.touching = touching;
            link.forget_depth();
            link.age = if touching { link.age.saturating_add(1) } else { 0 };
            if touching && (moving || !link.foresee(&self.masses, self.fine_dt)) {
                // How fast it moves must be known before its steps are chosen.
                let x = link.x;
                self.look(model, c, true);
                if !moving {
                    self.links[c].x = x;
                }
            }
            let near = touching || moving || !self.is_far(model, drive, c);
            let awake_now = touching
                || (near && {
                    self.look(model, c, false);
                    self.links[c].may_touch(law, drive.gap_step[c], &self.bank)
                });
            (self.links[c].near, self.links[c].awake) = (near, awake_now);
            awake += usize::from(awake_now);
        }
        if awake > 0 {
            awake += self.wake_neighbours(model);
        }
        self.awake = awake;
        for link in &mut self.links {
            self.coupled_ready &= link.awake == link.coupled;
        }
        self.seen.clear();
        for (c, link) in self.links.iter().enumerate().filter(|(_, link)| link.awake) {
            self.seen.push(c);
            for (p, part) in link.parts.iter().enumerate() {
                let body = &mut self.bodies[part.body];
                body.users += 1;
                body.user = Some((c, p));
            }
            for &body in &link.bodies {
                let body = &mut self.bodies[body];
                if body.bank.is_empty() && !body.masses.is_empty() {
                    body.users += 1;
                }
                body.quiet = false;
            }
        }
        awake > 0
    }

    fn is_far(&self, model: &Model, drive: &Drive, c: usize) -> bool {
        let (link, contact) = (&self.links[c], &model.contacts[c]);
        let driven = link.bodies.iter().any(|&b| self.bodies[b].driven);
        !driven && link.is_far(&contact.law, contact.gap, &self.masses, drive.reach, self.dt)
    }

    /// A contact shares the steps of every contact that touches one of its bodies, unless it is out of
    /// reach.
    fn wake_neighbours(&mut self, model: &Model) -> usize {
        let mut woken = 0;
        loop {
            for link in self.links.iter().filter(|link| link.awake) {
                for &b in &link.bodies {
                    // A wall hands nothing on.
                    let body = &mut self.bodies[b];
                    body.shared = !(body.bank.is_empty() && body.masses.is_empty());
                }
            }
            let before = woken;
            for c in 0..self.links.len() {
                let link = &self.links[c];
                let shares = || link.bodies.iter().any(|&b| self.bodies[b].shared);
                if link.near && !link.awake && shares() {
                    self.look(model, c, false);
                    self.links[c].awake = true;
                    woken += 1;
                }
            }
            if woken == before {
                return woken;
            }
        }
    }

    /// Σ over the modes that two contacts share: how a force in one moves the other.
    fn prepare_coupled(&mut self) {
        if std::mem::replace(&mut self.coupled_ready, true) {
            return;
        }
        for link in &mut self.links {
            link.coupled = link.awake;
        }
        let n = self.links.len();
        for (place, &a) in self.seen.iter().enumerate() {
            self.coupled.k[a * n + a] = self.links[a].compliance;
            for &b in &self.seen[..place] {
                let value = self.compliance(a, b, self.fine_dt);
                self.coupled.k[a * n + b] = value;
                self.coupled.k[b * n + a] = value;
            }
        }
    }

    fn compliance(&self, a: usize, b: usize, dt: f64) -> f64 {
        let (first, second) = (&self.links[a], &self.links[b]);
        let mut sum = 0.0;
        for &(mass, weight) in &first.masses {
            let other = second.masses.iter().filter(|(m, _)| *m == mass);
            sum += other.map(|(_, w)| w * weight * self.masses[mass].mobility(dt)).sum::<f64>();
        }
        for part in &first.parts {
            for other in second.parts.iter().filter(|other| other.body == part.body) {
                let step = kernels::part(&self.fine, part.range.clone());
                sum += kernels::compliance(self.cpu, &part.ports, &other.ports, step);
            }
        }
        sum
    }

    /// Makes sure that a contact knows where it is and how it would move in the step to come.
    #[inline(always)]
    fn prepare(&mut self, c: usize, model: &Model, drive: &Drive) {
        if !self.links[c].foresee(&self.masses, self.fine_dt) {
            let (x, tracked) = (self.links[c].x, self.links[c].touching);
            self.look(model, c, true);
            if tracked && !drive.moving[c] {
                self.links[c].x = x;
            }
        }
        let law = &model.contacts[c].law;
        if self.links[c].arms
            && (law.potential().depth(self.links[c].x).0 <= 0.0 || self.memory[c] == 0.0)
        {
            let rate = self.rate_at_touch(c, drive.gap_step[c], self.fine_dt);
            // A contact that did not begin by an approach has the loss of the speed that it has.
            let inside = law.potential().depth(self.links[c].x).0 > 0.0;
            law.arm(if inside { rate.abs() } else { rate }, &mut self.memory[c]);
        }
        self.links[c].evaluations = 0;
    }

    /// Takes over what a step does to a contact.
    #[inline(always)]
    fn take(
        &mut self,
        c: usize,
        outcome: &Solution,
        model: &Model,
        drive: &Drive,
        touch: &mut Touch,
        flow: &mut Flow,
    ) {
        let (dt, gap_step) = (self.fine_dt, drive.gap_step[c]);
        self.push_masses(c, outcome, dt, model.contacts[c].gap, gap_step);
        let link = &mut self.links[c];
        link.note_force(outcome.step.force);
        flow.dissipated += outcome.step.lost;
        flow.iterations = flow.iterations.max(link.evaluations);
        let way = link.free - gap_step;
        *touch = Touch {
            from: link.x,
            to: outcome.end,
            force: outcome.step.force,
            way,
            way_after: 2.0 * outcome.change - way,
            evaluations: link.evaluations,
        };
        link.x = outcome.end;
        link.touching = true;
    }

    /// The compression of a contact: as the steps left it while it touches.
    fn compression(&self, model: &Model, c: usize) -> f64 {
        let link = &self.links[c];
        if link.touching { link.x } else { self.distance(model, c) - model.contacts[c].gap }
    }
}

/// Contacts that move one free mass and nothing else, which no other contact moves.
fn find_lone_masses(links: &mut [Link], masses: &mut [FreeMass]) {
    for c in 0..links.len() {
        let (&[(mass, _)], true) = (&links[c].masses[..], links[c].parts.is_empty()) else {
            continue;
        };
        let users = links.iter().filter(|link| link.masses.iter().any(|(m, _)| *m == mass));
        if users.count() == 1 {
            links[c].lone = true;
            masses[mass].careful = true;
        }
    }
}

impl Stepper for Hold {
    fn abilities(&self) -> Abilities {
        Abilities { balanced: true, exact_modes: true, ..Abilities::ALL }
    }

    fn plan(&mut self, model: &Model, drive: &Drive, most: u32) -> u32 {
        if !self.wake(model, drive) {
            return 0;
        }
        self.wanted = self.choose_substeps(model, drive);
        let substeps = self.wanted.min(most.max(1));
        if substeps != self.fine_substeps {
            self.refine(substeps);
        } else if substeps > 1 {
            // What was seen is for a whole sample.
            for link in self.links.iter_mut().filter(|link| link.awake && !link.touching) {
                link.forget();
            }
        }
        for n in 0..self.seen.len() {
            let link = &mut self.links[self.seen[n]];
            if !link.ready {
                link.refine(self.cpu, &self.fine, &self.masses, self.fine_dt);
                self.coupled_ready = false;
            }
        }
        substeps
    }

    fn wanted(&self) -> u32 {
        self.wanted
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
        if self.awake == 1 {
            let c = self.seen[0];
            self.prepare(c, model, drive);
            let link = &mut self.links[c];
            let free = link.free - drive.gap_step[c];
            let law = &model.contacts[c].law;
            let outcome = link.solve(law, self.memory[c], free, self.fine_dt);
            self.take(c, &outcome, model, drive, &mut touches[c], flow);
            for side in 0..2 {
                let body = self.links[c].bodies[side];
                self.rotate_body(body, true, flow);
            }
            return Ok(());
        }
        for c in 0..self.links.len() {
            if self.links[c].awake {
                self.prepare(c, model, drive);
            }
        }
        self.prepare_coupled();
        let given = Given {
            contacts: &model.contacts,
            memory: &self.memory,
            gap_steps: &drive.gap_step,
            dt: self.fine_dt,
            energy: drive.energy,
        };
        self.coupled.solve(&mut self.links, &given);
        for c in 0..self.links.len() {
            if self.links[c].awake {
                let outcome = self.coupled.outcomes[c];
                self.take(c, &outcome, model, drive, &mut touches[c], flow);
            }
        }
        for b in 0..self.bodies.len() {
            if self.bodies[b].users > 0 {
                self.rotate_body(b, true, flow);
            }
        }
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
            link.touching = drive.touching[c];
            if !link.awake {
                link.forces = [0.0; 3];
                let law = &model.contacts[c].law;
                flow.dissipated += law.settle(f64::NEG_INFINITY, self.dt, &mut self.memory[c]);
            }
        }
        flow
    }

    fn hear(&self, _: &Model, pickup: usize, means: &[f64]) -> f64 {
        let Self { cpu, bank, masses, drives, dt, .. } = self;
        let sources = Sources { cpu: *cpu, bank, masses, drives, dt: *dt };
        self.ears[pickup].hear(&sources, &self.links, means)
    }

    fn begin_flight(
        &mut self,
        model: &Model,
        drive: &Drive,
        frames: usize,
        rows: &mut Rows,
    ) -> bool {
        let time = self.dt * frames as f64;
        for (c, (link, contact)) in self.links.iter().zip(&model.contacts).enumerate() {
            let far = !link.bodies.iter().any(|&b| self.bodies[b].driven)
                && link.is_far(&contact.law, contact.gap, &self.masses, drive.reach, time);
            let driven = link.parts.iter().any(|part| self.bodies[part.body].driven);
            let sources = (&self.bank, &self.masses[..]);
            if drive.touching[c]
                || drive.moving[c]
                || (!far && (driven || !link.stays_open(&contact.law, contact.gap, sources, time)))
            {
                return false;
            }
        }
        let Self { cpu, bank, masses, drives, dt, bodies, ears, flight, .. } = self;
        let sources = Sources { cpu: *cpu, bank, masses, drives, dt: *dt };
        for (ear, row) in ears.iter_mut().zip(rows) {
            let quiet = bodies[ear.body].quiet && !bodies[ear.body].driven;
            ear.hear_flight(&sources, &mut flight.lanes, quiet, &mut row[..frames]);
        }
        for link in &mut self.links {
            (link.awake, link.touching, link.age, link.forces) = (false, false, 0, [0.0; 3]);
            link.forget();
        }
        self.awake = 0;
        self.seen.clear();
        true
    }

    fn end_flight(&mut self, model: &Model, frames: usize) -> Flow {
        let mut flow = self.fly(frames);
        let time = self.dt * frames as f64;
        for (contact, memory) in model.contacts.iter().zip(&mut self.memory) {
            flow.dissipated += contact.law.settle(f64::NEG_INFINITY, time, memory);
        }
        if frames == flight::LONGEST {
            self.silence();
        }
        flow
    }

    fn peek(&mut self, model: &Model, frames: usize, state: &mut State) -> (f64, Flow) {
        self.save();
        let mut flow = self.fly(frames);
        let time = self.dt * frames as f64;
        for (contact, memory) in model.contacts.iter().zip(&mut self.memory) {
            flow.dissipated += contact.law.settle(f64::NEG_INFINITY, time, memory);
        }
        self.store(model, state);
        let energy = self.energy(model);
        self.restore();
        (energy, flow)
    }

    fn distance(&self, model: &Model, contact: usize) -> f64 {
        let [first, second] = self.ports(model, contact);
        first - second
    }

    fn ports(&self, _: &Model, contact: usize) -> [f64; 2] {
        let link = &self.links[contact];
        let mut ports = [0.0; 2];
        for (side, (port, sign)) in ports.iter_mut().zip([1.0, -1.0]).enumerate() {
            let body = link.bodies[side];
            let flying = link.masses.iter().filter(|(m, _)| self.bodies[body].masses.contains(m));
            for &(mass, weight) in flying {
                *port += sign * weight * self.masses[mass].y;
            }
            for part in link.parts.iter().filter(|part| part.body == body) {
                *port += sign * at_port(self.cpu, &part.ports, &self.bank.y[part.range.clone()]);
            }
        }
        ports
    }

    fn reweigh(&mut self, model: &Model, contact: usize) {
        self.links[contact].reweigh(model, contact, &self.bank, &self.masses);
    }

    fn drive(&mut self, model: &Model, drive: &Drive) {
        for body in &mut self.bodies {
            body.driven = false;
        }
        let mut driven = false;
        self.room_for_drives.fill(0.0);
        for (body, modes) in self.bodies.iter_mut().zip(&model.bodies) {
            for i in modes.clone() {
                match self.bank.slots[i] {
                    Slot::Mass(mass) => self.masses[mass].force = drive.force[i],
                    Slot::Ringing(place) => {
                        self.room_for_drives[place] = drive.force[i] / self.bank.mass[place];
                        body.driven |= drive.force[i] != 0.0;
                    }
                }
            }
            driven |= body.driven;
            body.quiet &= !body.driven;
        }
        self.drives.clear();
        if driven {
            self.drives.extend_from_slice(&self.room_for_drives);
        }
        for link in &mut self.links {
            link.forget();
        }
    }

    fn relaw(&mut self, model: &Model, contact: usize) {
        self.links[contact].read_law(&model.contacts[contact].law);
    }

    fn remode(&mut self, model: &Model, body: usize) {
        self.bank.read(model, body);
        for mass in &mut self.masses[self.bodies[body].masses.clone()] {
            mass.mass = model.modes.mass[mass.mode];
            mass.lightness = 1.0 / mass.mass;
        }
        let range = self.bodies[body].bank.clone();
        self.flight.read(&self.bank, range.clone(), self.dt);
        for ear in self.ears.iter_mut().filter(|ear| ear.body == body) {
            ear.read(&self.bank, self.dt);
        }
        // Fine steps that were prepared before are prepared anew when they are needed.
        self.stashed = [false; SLOTS];
        self.bank.coefficients(range, self.fine_dt, &mut self.fine);
        for c in 0..self.links.len() {
            if self.links[c].bodies.contains(&body) {
                self.reweigh(model, c);
            }
        }
    }

    fn load(&mut self, model: &Model, state: &State, drive: &Drive) {
        for (i, slot) in self.bank.slots.iter().enumerate() {
            let (y, v) = (state.displacement[i], state.velocity[i]);
            match *slot {
                Slot::Ringing(place) => (self.bank.y[place], self.bank.v[place]) = (y, v),
                Slot::Mass(mass) => self.masses[mass].set(y, v),
            }
        }
        self.memory.copy_from_slice(&state.memory);
        for body in &mut self.bodies {
            body.quiet = !body.driven
                && body.bank.clone().all(|i| self.bank.y[i] == 0.0 && self.bank.v[i] == 0.0);
        }
        for c in 0..self.links.len() {
            let x = self.distance(model, c) - model.contacts[c].gap;
            let link = &mut self.links[c];
            (link.x, link.touching, link.age) = (x, drive.touching[c], 0);
            link.forces = [0.0; 3];
            link.forget();
        }
    }

    fn store(&self, _: &Model, state: &mut State) {
        for (i, slot) in self.bank.slots.iter().enumerate() {
            (state.displacement[i], state.velocity[i]) = match *slot {
                Slot::Ringing(place) => (self.bank.y[place], self.bank.v[place]),
                Slot::Mass(mass) => (self.masses[mass].y, self.masses[mass].v),
            };
        }
        state.memory.copy_from_slice(&self.memory);
    }

    fn energy(&self, model: &Model) -> f64 {
        let contacts = (0..self.links.len())
            .map(|c| model.contacts[c].law.energy(self.compression(model, c), self.memory[c]));
        let masses = self.masses.iter().map(FreeMass::energy);
        self.bank.energy() + masses.sum::<f64>() + contacts.sum::<f64>()
    }

    fn rests(&self, energy: f64) -> bool {
        // Masses first: they are few, and while one flies nothing rests.
        let masses: f64 = self.masses.iter().map(FreeMass::energy).sum();
        masses <= energy && masses + self.bank.kinetic() <= energy
    }

    fn memory(&mut self) -> &mut [f64] {
        &mut self.memory
    }
}
