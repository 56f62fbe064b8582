//! One step of what touches: contacts solved, forces handed on, energy booked.

use super::super::kernels::{rotate, rotate_pushed, rotate_under};
use super::super::log::ContactStep;
use super::Engine;
use crate::energy::Flow;
use crate::model::State;

/// The state when the first contact of the model first came apart.
#[derive(Clone, Debug, PartialEq)]
pub struct FirstRelease {
    /// s.
    pub time: f64,
    /// Where everything was.
    pub state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Push {
    Nothing,
    /// One contact: which, and which part of it.
    One(usize, usize),
    /// Several, added up.
    Many,
}

impl Engine {
    /// One fine step of everything that is awake.
    pub(super) fn fine_step(&mut self, index: u32, flow: &mut Flow) {
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

    pub(super) fn rotate_body(&mut self, b: usize, fine: bool, flow: &mut Flow) {
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
}
