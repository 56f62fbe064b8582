//! One step of what touches: contacts are prepared and solved, and their forces handed on.

use super::ExactHold;
use super::kernels::{self, part, rotate, rotate_pushed, rotate_under};
use super::quadratised::inside;
use super::solve::Solution;
use crate::energy::Flow;
use crate::model::Model;
use crate::stepper::{Drive, Touch};

/// A contact that rests counts as one that moves by this share of its depth in a step.
const LEAST_SHARE: f64 = 1e-6;

impl ExactHold {
    /// Hands the contact forces to masses.
    #[inline(always)]
    pub(super) fn push_masses(
        &mut self,
        c: usize,
        outcome: &Solution,
        dt: f64,
        gap: f64,
        gap_step: f64,
    ) {
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
    pub(super) fn rotate_body(&mut self, b: usize, fine: bool, flow: &mut Flow) {
        let dt = if fine { self.fine_dt } else { self.dt };
        let body = &mut self.bodies[b];
        body.pushes += u64::from(body.users > 0 || body.driven);
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
            // The next step can be solved while the modes are still moving.
            let next = part.free.map(|[_, next]| next + force * part.echo);
            let (lost, after) =
                rotate_under(self.cpu, self.bank.moving(range), force, &part.ports, step);
            part.free = next.map(|next| [next, after]);
            flow.dissipated += lost;
            return;
        }
        let range = body.bank.clone();
        let step = part(coefficients, range.clone());
        if body.users == 0 && !body.driven {
            flow.dissipated += rotate(self.cpu, self.bank.moving(range), step);
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
                if force == 0.0 {
                    continue;
                }
                let push = part.ports.iter().flat_map(|port| &port.push);
                for (slot, push) in pushed.iter_mut().zip(push) {
                    *slot += push * force;
                }
            }
        }
        if !body.driven {
            flow.dissipated += rotate_pushed(self.cpu, self.bank.moving(range), pushed, step);
            return;
        }
        let drives = &self.drives[range.clone()];
        let before = self.bank.work(range.clone(), drives);
        let moving = self.bank.moving(range.clone());
        flow.dissipated += rotate_pushed(self.cpu, moving, pushed, step);
        flow.supplied += self.bank.work(range, drives) - before;
    }

    /// The rate of approach at the instant at which the bodies touch within a step: with the velocity
    /// at its start and the mean over it, as if the acceleration were constant.
    pub(super) fn rate_at_touch(&self, c: usize, gap_step: f64, dt: f64) -> f64 {
        let link = &self.links[c];
        let mean = link.free - gap_step;
        let start = link.rate(self.cpu, &self.bank, &self.masses) * dt - gap_step;
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
        for (place, &a) in self.seen.iter().enumerate() {
            self.coupled.k[a * n + a] = self.links[a].compliance;
            for &b in &self.seen[..place] {
                let value = self.compliance(a, b, self.fine_dt);
                self.coupled.k[a * n + b] = value;
                self.coupled.k[b * n + a] = value;
            }
        }
    }

    pub(super) fn compliance(&self, a: usize, b: usize, dt: f64) -> f64 {
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

    /// Computes where a contact is and how it would move in the next step.
    #[inline(always)]
    pub(super) fn prepare(&mut self, c: usize, model: &Model, drive: &Drive) {
        if !self.links[c].foresee(&self.masses, self.fine_dt) {
            if self.links[c].touching {
                self.look_on(model, c);
            } else {
                self.look(model, c, true);
            }
        }
        let law = &model.contacts[c].law;
        if self.links[c].arms
            && (law.potential().depth(self.links[c].x).0 <= 0.0 || self.memory[c] == 0.0)
        {
            let rate = self.rate_at_touch(c, drive.gap_step[c], self.fine_dt);
            // A contact that did not begin by an approach has the loss of the speed that it has, or of one that
            // rounding cannot hide.
            let depth = law.potential().depth(self.links[c].x).0;
            let least = LEAST_SHARE * depth / self.fine_dt;
            law.arm(if depth > 0.0 { rate.abs().max(least) } else { rate }, &mut self.memory[c]);
        }
        self.links[c].evaluations = 0;
    }

    /// Takes over what a step does to a contact.
    #[inline(always)]
    pub(super) fn take(
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
        self.contact_lost[c] += outcome.step.lost;
        flow.iterations = flow.iterations.max(link.evaluations);
        let way = link.free - gap_step;
        let stores = self.psi.as_ref().is_some_and(|psi| psi[c] != 0.0);
        let potential = model.contacts[c].law.potential();
        *touch = Touch {
            from: link.x,
            // A contact is not over before it has given back what it stores.
            to: if stores { inside(potential, outcome.end) } else { outcome.end },
            force: outcome.step.force,
            way,
            way_after: 2.0 * outcome.change - way,
            evaluations: link.evaluations,
        };
        link.x = outcome.end;
        link.touching = true;
    }
}
