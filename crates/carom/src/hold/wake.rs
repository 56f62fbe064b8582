//! Which contacts are looked at in a sample.

use super::ExactHold;
use super::link::Link;
use crate::model::Model;
use crate::stepper::Drive;

impl ExactHold {
    /// Looks where a contact is, and how it would move in a fine step or in the sample. Where one that touches is was
    /// tracked, unless its weights have changed.
    pub(super) fn look(&mut self, model: &Model, c: usize, fine: bool) {
        let (link, gap) = (&mut self.links[c], model.contacts[c].gap);
        let tracked = (link.touching && !link.reweighed).then_some(link.x);
        link.look(&self.matter, gap, fine);
        link.x = tracked.unwrap_or(link.x);
    }

    /// Which contacts may touch in the sample to come; true if any does.
    pub(super) fn wake(&mut self, model: &Model, drive: &Drive) -> bool {
        for body in &mut self.bodies {
            (body.users, body.user, body.shared, body.push) = (0, None, false, 0.0);
        }
        for c in 0..self.links.len() {
            let (touching, moving) = (drive.touching[c], drive.moving[c]);
            let link = &mut self.links[c];
            link.touching = touching;
            link.discard_depth();
            link.age = if touching { link.age.saturating_add(1) } else { 0 };
            if touching && !link.foresee(&self.matter) {
                // How fast it moves must be known before its steps are chosen.
                self.look(model, c, true);
            } else if moving && !touching {
                self.look(model, c, false);
            }
        }
        let reach = self.reach(model, drive);
        for c in 0..self.links.len() {
            let (touching, moving) = (drive.touching[c], drive.moving[c]);
            let near = touching || moving || !self.is_far(model, reach, c);
            if near && !touching && !moving {
                self.look(model, c, false);
            }
            let awake = touching || (near && self.may_touch(model, drive, c));
            (self.links[c].near, self.links[c].awake) = (near, awake);
        }
        let left = |link: &Link| link.near && !link.awake;
        if self.links.iter().any(|link| link.awake) && self.links.iter().any(left) {
            self.wake_neighbours(model, drive, reach);
        }
        for link in &mut self.links {
            self.coupled_ready &= link.awake == link.coupled;
        }
        self.coupled.seen.clear();
        for (c, link) in self.links.iter().enumerate().filter(|(_, link)| link.awake) {
            self.coupled.seen.push(c);
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
        !self.coupled.seen.is_empty()
    }

    /// A contact that is awake may push its bodies.
    fn note_push(&mut self, model: &Model, drive: &Drive, c: usize, reach: f64) {
        let (link, law) = (&self.links[c], &model.contacts[c].law);
        let push = link.push(law, &self.matter.masses, drive.gap_step[c], reach, self.matter.dt);
        for &b in &link.bodies {
            // A wall does not move.
            let body = &mut self.bodies[b];
            if !(body.bank.is_empty() && body.masses.is_empty()) {
                (body.shared, body.push) = (true, body.push + push);
            }
        }
    }

    /// A contact shares the steps of every contact that touches one of its bodies, unless that cannot
    /// make it touch.
    fn wake_neighbours(&mut self, model: &Model, drive: &Drive, reach: f64) {
        for c in 0..self.links.len() {
            if self.links[c].awake {
                self.note_push(model, drive, c, reach);
            }
        }
        let mut woken = true;
        while std::mem::take(&mut woken) {
            for c in 0..self.links.len() {
                let link = &self.links[c];
                let shared = || link.bodies.iter().filter(|&&b| self.bodies[b].shared);
                if !link.near || link.awake || shared().next().is_none() {
                    continue;
                }
                let push: f64 = shared().map(|&b| self.bodies[b].push).sum();
                let pushed = link.pushed(push, self.matter.dt);
                if link.may_turn(&model.contacts[c].law, drive.gap_step[c], pushed) {
                    self.links[c].awake = true;
                    self.note_push(model, drive, c, reach);
                    woken = true;
                }
            }
        }
    }
}
