//! One step of what touches: contacts are prepared and solved, and their forces handed on.

use super::ExactHold;
use super::coupled::Given;
use super::kernels::{self, after_next, part as part_of, rotate_under};
use super::matter::Matter;
use super::quadratised::{before, inside};
use super::solve::Solution;
use crate::energy::Flow;
use crate::law::Discrete;
use crate::model::Model;
use crate::stepper::{Drive, Touch};

/// How many parts a step is taken in, at most, if its energy does not add up.
const MOST_PARTS: u32 = 64;

/// A contact that rests counts as one that moves by this share of its depth in a step.
const LEAST_SHARE: f64 = 1e-6;

impl ExactHold {
    /// Hands the contact forces to masses.
    #[inline(always)]
    fn push_masses(&mut self, c: usize, outcome: &Solution, gap: f64) {
        let (link, dt, gap_step) = (&self.links[c], self.matter.steps.dt, self.gap_steps[c]);
        let force = outcome.step.force;
        for &(mass, weight) in &link.masses {
            self.matter.masses[mass].pushed -= weight * force;
        }
        if let (true, &[(mass, weight)]) = (link.lone, &link.masses[..])
            && weight != 0.0
        {
            // The whole compression is one mass: where it ends is known better than start plus change,
            // and in a hard contact its velocity follows best from the way.
            let mass = &mut self.matter.masses[mass];
            mass.end = (outcome.end + gap + gap_step) / weight;
            if (dt * force * weight).abs() > (mass.mass * mass.v).abs() {
                let way = (outcome.change + gap_step) / weight;
                mass.leaving = 2.0 * way / dt - mass.v;
            }
        }
    }

    /// One step of a body.
    #[inline(always)]
    pub(super) fn rotate_body(&mut self, b: usize, fine: bool, flow: &mut Flow) {
        let body = &mut self.bodies[b];
        body.pushes += u64::from(body.users > 0);
        let body = &self.bodies[b];
        let Matter { cpu, dt, bank, masses, drives, steps } = &mut self.matter;
        let dt = if fine { steps.dt } else { *dt };
        for mass in &mut masses[body.masses.clone()] {
            flow.supplied += mass.advance(dt);
        }
        if body.bank.is_empty() || (body.quiet && body.users == 0) {
            return;
        }
        let step = if fine { steps.fine() } else { steps.sample() };
        if body.users == 1
            && !body.driven
            && let Some((c, p)) = body.user
        {
            let link = &mut self.links[c];
            let (force, part) = (link.forces[0], &mut link.parts[p]);
            // Padding beyond the last vector that the contact needs is not walked over.
            let range = part.range.clone();
            let step = part_of(step, range.clone());
            // The next step can be solved while the modes are still moving.
            let [y, v] = bank.state(&range);
            let free = part.after.unwrap_or_else(|| after_next(*cpu, &part.ports, y, v));
            part.free = Some(free + force * part.echo);
            let (lost, after) = rotate_under(*cpu, bank.moving(range), force, &part.ports, step);
            part.after = Some(after);
            flow.dissipated += lost;
            return;
        }
        let range = body.bank.clone();
        let step = part_of(step, range.clone());
        let pushed = &mut self.pushed[range.clone()];
        if body.driven {
            pushed.copy_from_slice(&drives[range.clone()]);
        } else {
            pushed.fill(0.0);
        }
        for link in self.links.iter_mut().filter(|link| fine && link.awake) {
            let force = link.forces[0];
            for part in link.parts.iter_mut().filter(|part| part.body == b) {
                (part.free, part.after) = (None, None);
                if force == 0.0 {
                    continue;
                }
                let push = part.ports.iter().flat_map(|port| &port.push);
                for (slot, push) in pushed.iter_mut().zip(push) {
                    *slot += push * force;
                }
            }
        }
        let drives = body.driven.then(|| &drives[range.clone()]);
        bank.push((*cpu, range), pushed, drives, step, flow);
    }

    /// The rate of approach at the instant at which the bodies touch within a step: with the velocity
    /// at its start and the mean over it, as if the acceleration were constant.
    fn rate_at_touch(&self, c: usize, dt: f64) -> f64 {
        let (link, gap_step) = (&self.links[c], self.gap_steps[c]);
        let mean = link.approach;
        let start = link.rate(&self.matter) * dt - gap_step;
        let (bend, way) = (mean - start, -link.x.min(0.0));
        let square = start * start + 4.0 * bend * way;
        if square > 0.0 && start > 0.0 { square.sqrt() / dt } else { mean / dt }
    }

    /// Σ over the modes that two contacts share: how a force in one moves the other.
    pub(super) fn prepare_coupled(&mut self) {
        if std::mem::replace(&mut self.coupled_ready, true) {
            return;
        }
        for link in &mut self.links {
            link.coupled = link.awake;
        }
        let n = self.links.len();
        for (place, &a) in self.coupled.seen.iter().enumerate() {
            self.coupled.k[a * n + a] = self.links[a].compliance;
            for &b in &self.coupled.seen[..place] {
                let value = self.compliance(a, b);
                self.coupled.k[a * n + b] = value;
                self.coupled.k[b * n + a] = value;
            }
        }
    }

    fn compliance(&self, a: usize, b: usize) -> f64 {
        let (first, second) = (&self.links[a], &self.links[b]);
        let (step, dt) = self.matter.step(true);
        let mut sum = 0.0;
        for &(mass, weight) in &first.masses {
            let other = second.masses.iter().filter(|(m, _)| *m == mass);
            sum +=
                other.map(|(_, w)| w * weight * self.matter.masses[mass].mobility(dt)).sum::<f64>();
        }
        for part in &first.parts {
            for other in second.parts.iter().filter(|other| other.body == part.body) {
                let step = part_of(step, part.range.clone());
                sum += kernels::compliance(self.matter.cpu, &part.ports, &other.ports, step);
            }
        }
        sum
    }

    /// Computes where a contact is and how it would move in the next step.
    #[inline(always)]
    pub(super) fn prepare(&mut self, c: usize, model: &Model) {
        if !self.links[c].foresee(&self.matter) {
            self.look(model, c, true);
        }
        self.links[c].approach = self.links[c].free - self.gap_steps[c];
        if self.links[c].arms {
            let (law, dt) = (&model.contacts[c].law, self.matter.steps.dt);
            let depth = law.potential().depth(self.links[c].x).0;
            if depth <= 0.0 {
                let rate = self.rate_at_touch(c, dt);
                law.arm(rate, &mut self.memory[c]);
            } else {
                // Slower than this, rounding may hide it.
                let least = LEAST_SHARE * depth / dt;
                law.rearm((self.links[c].approach.abs() / dt).max(least), &mut self.memory[c]);
            }
        }
        self.links[c].evaluations = 0;
    }

    /// Takes over what a step does to a contact: the `done`th of so many `parts` of one that was planned.
    #[inline(always)]
    fn take(
        &mut self,
        c: usize,
        outcome: &Solution,
        model: &Model,
        [done, parts]: [u32; 2],
        touch: &mut Touch,
        flow: &mut Flow,
    ) {
        let gap = model.contacts[c].gap + f64::from(done) * self.gap_steps[c];
        self.push_masses(c, outcome, gap);
        let link = &mut self.links[c];
        link.note_force(outcome.step.force);
        if let Some(psi) = &mut self.psi {
            psi[c] = self.coupled.psi[c];
        }
        flow.dissipated += outcome.step.lost;
        self.contact_lost[c] += outcome.step.lost;
        flow.iterations = flow.iterations.max(link.evaluations);
        let stores = self.psi.as_ref().is_some_and(|psi| psi[c] != 0.0);
        let potential = model.contacts[c].law.potential();
        let whole = f64::from(parts);
        if done == 0 {
            *touch = Touch { from: link.x, way: link.approach * whole, ..Touch::default() };
        }
        touch.force += outcome.step.force / whole;
        touch.way_after = (2.0 * outcome.change - link.approach) * whole;
        touch.evaluations += link.evaluations;
        // A gap that has moved by a part only: where the contact is was tracked.
        link.reweighed &= parts == 1;
        // A contact is not over before it has given back what it stores.
        touch.to = if stores { inside(potential, outcome.end) } else { outcome.end };
        link.x = outcome.end;
        link.touching = true;
    }

    /// Solves the contacts that are awake. Returns what their forces move (J), nothing if the energy does not add up.
    #[inline(always)]
    fn solve(&mut self, model: &Model, energy: f64) -> Option<f64> {
        let dt = self.matter.steps.dt;
        if let [c] = self.coupled.seen[..] {
            self.prepare(c, model);
            let (link, law, memory) = (&mut self.links[c], &model.contacts[c].law, self.memory[c]);
            let known = (link.approach, link.compliance);
            let outcome = match &self.psi {
                None => link.solve(law, memory, known, dt),
                Some(psi) => {
                    let alone = before(link, (law, memory), psi[c], known, dt);
                    let alone = alone.alone(&mut self.coupled.psi[c]);
                    link.evaluations = alone.iterations;
                    alone
                }
            };
            let way = link.approach - link.compliance * outcome.step.force;
            self.coupled.outcomes[c] = outcome;
            let made = outcome.step.created(way, link.span());
            self.note_step(0);
            return Discrete::adds_up(made, energy).then_some(made.1);
        }
        for n in 0..self.coupled.seen.len() {
            self.prepare(self.coupled.seen[n], model);
        }
        self.prepare_coupled();
        self.solve_coupled(model, energy, false);
        self.note_step(self.coupled.rounds);
        self.coupled.adds_up(&self.links, energy)
    }

    /// Solves all contacts that are awake at once, or as viscous stops.
    fn solve_coupled(&mut self, model: &Model, energy: f64, stop: bool) {
        let Self { matter, links, coupled, memory, psi, .. } = self;
        let (contacts, dt) = (&model.contacts[..], matter.steps.dt);
        let given = Given { cpu: matter.cpu, contacts, memory, dt, energy };
        match psi {
            psi if stop => coupled.stop(links, &given, psi.as_deref()),
            None => coupled.solve(links, &given),
            Some(psi) => coupled.solve_linear(links, &given, psi),
        }
    }

    /// Takes one step as planned, or in halves of halves where its energy does not add up; in the smallest of them
    /// that still do not, contacts act as viscous stops.
    #[inline(always)]
    pub(super) fn step_contacts(
        &mut self,
        model: &Model,
        drive: &Drive,
        touches: &mut [Touch],
        flow: &mut Flow,
    ) {
        let whole = self.matter.steps.count;
        let (mut parts, mut done) = (1, 0);
        self.gap_steps.copy_from_slice(&drive.gap_step);
        while done < parts {
            if let Some(exchanged) = self.solve(model, drive.energy) {
                flow.exchanged += exchanged;
            } else {
                if parts < MOST_PARTS {
                    (parts, done) = (2 * parts, 2 * done);
                    flow.halved += 1;
                    self.refine(whole * parts);
                    self.refine_seen();
                    self.gap_steps.iter_mut().for_each(|step| *step *= 0.5);
                    continue;
                }
                flow.stopped += 1;
                self.prepare_coupled();
                self.solve_coupled(model, drive.energy, true);
            }
            for n in 0..self.coupled.seen.len() {
                let c = self.coupled.seen[n];
                let outcome = self.coupled.outcomes[c];
                self.take(c, &outcome, model, [done, parts], &mut touches[c], flow);
            }
            for b in 0..self.bodies.len() {
                if self.bodies[b].users > 0 {
                    self.rotate_body(b, true, flow);
                }
            }
            done += 1;
        }
        if parts > 1 {
            self.refine(whole);
            self.refine_seen();
        }
    }

    /// Prepares the contacts that are awake for the present steps.
    pub(super) fn refine_seen(&mut self) {
        for n in 0..self.coupled.seen.len() {
            let link = &mut self.links[self.coupled.seen[n]];
            if !link.ready {
                link.refine(&self.matter);
                self.coupled_ready = false;
                self.press.known = None;
            }
        }
    }
}
