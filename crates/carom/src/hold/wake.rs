//! Which contacts are looked at in a sample.

use super::ExactHold;
use crate::model::Model;
use crate::stepper::Drive;

impl ExactHold {
    pub(super) fn look(&mut self, model: &Model, c: usize, fine: bool) {
        let dt = if fine { self.fine_dt } else { self.dt };
        let step = if fine { &self.fine[..] } else { self.flight.sample() };
        let gap = model.contacts[c].gap;
        let sources = (&self.bank, &self.masses[..]);
        self.links[c].look(self.cpu, sources, (gap, &self.drives), step, dt);
    }

    /// Which contacts may touch in the sample to come; true if any does.
    pub(super) fn wake(&mut self, model: &Model, drive: &Drive) -> bool {
        for body in &mut self.bodies {
            (body.users, body.user, body.shared) = (0, None, false);
        }
        let mut awake = 0;
        for c in 0..self.links.len() {
            let law = &model.contacts[c].law;
            let (touching, moving) = (drive.touching[c], drive.moving[c]);
            let link = &mut self.links[c];
            link.touching = touching;
            link.discard_depth();
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

    pub(super) fn is_far(&self, model: &Model, drive: &Drive, c: usize) -> bool {
        let (link, contact) = (&self.links[c], &model.contacts[c]);
        let driven = link.bodies.iter().any(|&b| self.bodies[b].driven);
        !driven && link.is_far(&contact.law, contact.gap, &self.masses, drive.reach, self.dt)
    }

    /// A contact shares the steps of every contact that touches one of its bodies, unless it is out of
    /// reach.
    pub(super) fn wake_neighbours(&mut self, model: &Model) -> usize {
        let mut woken = 0;
        loop {
            for link in self.links.iter().filter(|link| link.awake) {
                for &b in &link.bodies {
                    // A wall does not move.
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
}
