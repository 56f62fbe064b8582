//! Which contacts are looked at in a sample.

use super::{ExactHold, LONGEST};
use crate::model::Model;
use crate::stepper::Drive;

/// Whoever moves a contact adds less than this in a sample (J).
const BY_HAND: f64 = 1e6;

impl ExactHold {
    pub(super) fn look(&mut self, model: &Model, c: usize, fine: bool) {
        let dt = if fine { self.fine_dt } else { self.dt };
        let step = if fine { &self.fine[..] } else { self.flight.sample() };
        let gap = model.contacts[c].gap;
        let sources = (&self.bank, &self.masses[..]);
        let ahead = self.links[c].parts.iter().all(|part| self.bodies[part.body].users <= 1);
        self.links[c].look(self.cpu, sources, (gap, &self.drives), step, (dt, fine, ahead));
    }

    /// Which contacts may touch in the sample to come; true if any does.
    pub(super) fn wake(&mut self, model: &Model, drive: &Drive) -> bool {
        for body in &mut self.bodies {
            (body.users, body.user, body.shared, body.push) = (0, None, false, 0.0);
        }
        let (mut awake, mut moved) = (0, false);
        for c in 0..self.links.len() {
            let (touching, moving) = (drive.touching[c], drive.moving[c]);
            let link = &mut self.links[c];
            link.touching = touching;
            link.discard_depth();
            link.age = if touching { link.age.saturating_add(1) } else { 0 };
            moved |= moving;
            if touching && !link.foresee(&self.masses, self.fine_dt) {
                // How fast it moves must be known before its steps are chosen.
                self.look_on(model, c);
            } else if moving && !touching {
                self.look(model, c, false);
            }
        }
        let reach = if moved {
            let all = (0..self.links.len()).filter(|&c| drive.moving[c]);
            self.reach(model, drive, &all.map(|c| (c, drive.gap_step[c])), self.dt)
        } else {
            drive.reach
        };
        for c in 0..self.links.len() {
            let (touching, moving) = (drive.touching[c], drive.moving[c]);
            let near = touching || moving || !self.is_far(model, reach, c, self.dt);
            let awake_now = touching
                || (near && {
                    if !moving {
                        self.look(model, c, false);
                    }
                    self.may_touch(model, drive, c)
                });
            (self.links[c].near, self.links[c].awake) = (near, awake_now);
            awake += usize::from(awake_now);
        }
        if awake > 0 {
            awake += self.wake_neighbours(model, drive, reach);
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

    /// Looks at a contact that touches. Where it is was tracked, unless its weights have changed.
    pub(super) fn look_on(&mut self, model: &Model, c: usize) {
        let x = self.links[c].x;
        self.look(model, c, true);
        if !self.links[c].reweighed {
            self.links[c].x = x;
        }
    }

    /// No less than the energy that everything may have in the next `time` (J), with what whoever moves
    /// the gaps of contacts by so much (m) may add.
    pub(super) fn reach(
        &self,
        model: &Model,
        drive: &Drive,
        moved: &(impl Iterator<Item = (usize, f64)> + Clone),
        time: f64,
    ) -> f64 {
        let work = |energy: f64| -> f64 {
            let most = |(c, by): (usize, f64)| {
                let law = &model.contacts[c].law;
                self.links[c].most_force(law, by, energy, time) * by.abs()
            };
            moved.clone().map(most).sum()
        };
        // A bound of the work for twice the energy holds if the energy stays below that.
        let twice = 2.0 * (drive.reach + work(drive.reach));
        let reach = drive.reach + work(twice);
        if reach <= twice { reach } else { drive.reach + BY_HAND }
    }

    pub(super) fn is_far(&self, model: &Model, reach: f64, c: usize, time: f64) -> bool {
        let (link, contact) = (&self.links[c], &model.contacts[c]);
        let driven = link.bodies.iter().any(|&b| self.bodies[b].driven);
        !driven && link.is_far(&contact.law, contact.gap, &self.masses, reach, time)
    }

    /// For how many of the samples to come a contact certainly stays open if nothing touches.
    pub(super) fn open_for(
        &mut self,
        model: &Model,
        drive: &Drive,
        c: usize,
        frames: usize,
    ) -> usize {
        self.measure(c);
        let (link, contact) = (&self.links[c], &model.contacts[c]);
        let (law, time, next) = (&contact.law, self.dt * frames as f64, drive.next_gap[c]);
        let pushed = link.bodies.iter().any(|&b| self.bodies[b].driven);
        let driven = link.parts.iter().any(|part| self.bodies[part.body].driven);
        let open = |gap: f64| {
            (!pushed && link.is_far(law, gap, &self.masses, drive.reach, time))
                || (!driven && link.stays_open((law, gap), &self.masses, time, 0.0))
        };
        if drive.touching[c] {
            return 0;
        }
        if open(contact.gap) && (next == contact.gap || open(next)) {
            return frames;
        }
        if driven { 0 } else { self.follow(model, drive, c, frames) }
    }

    /// The same for one that is near: its ports are followed from sample to sample.
    fn follow(&mut self, model: &Model, drive: &Drive, c: usize, frames: usize) -> usize {
        self.look(model, c, false);
        let Self { cpu, bank, bodies, links, masses, flight, dt, .. } = self;
        let (link, contact) = (&links[c], &model.contacts[c]);
        let mut ways = [0.0; LONGEST];
        let ways = &mut ways[..frames.next_multiple_of(2)];
        let mut aside = 0.0;
        for port in &link.parts {
            let body = bodies[port.body].bank.clone();
            flight.draw_on(*cpu, port, body, bank.state(&port.range), ways);
            aside += port.aside();
        }
        for &(mass, weight) in &link.masses {
            let (mass, pull) = (&masses[mass], masses[mass].force * masses[mass].lightness);
            for (n, way) in ways.iter_mut().enumerate() {
                *way += weight * *dt * (mass.v + (n as f64 + 0.5) * *dt * pull);
            }
            aside += (weight * pull).abs() * *dt * *dt / 8.0;
        }
        // A gap that moves is taken where it is nearest.
        let moved = contact.gap - drive.next_gap[c];
        let (low, high) = (aside - moved.min(0.0), aside + moved.max(0.0));
        let potential = contact.law.potential();
        let open = |x: f64| potential.depth(x - low).0 <= 0.0 && potential.depth(x + high).0 <= 0.0;
        let mut x = link.x;
        if !open(x) {
            return 0;
        }
        let closes = ways[..frames].iter().position(|way| {
            x += way;
            !open(x)
        });
        closes.unwrap_or(frames)
    }

    /// Whether a contact that was looked at may touch within the sample, if nothing else pushes its
    /// bodies.
    fn may_touch(&mut self, model: &Model, drive: &Drive, c: usize) -> bool {
        let (law, gap_step) = (&model.contacts[c].law, drive.gap_step[c]);
        self.links[c].turning = false;
        if self.links[c].touches(law, gap_step) {
            return true;
        }
        self.measure(c);
        let link = &mut self.links[c];
        link.turning = link.may_touch(law, gap_step, 0.0);
        link.turning
    }

    /// Finds how far the ports of a contact can be moved by the modes of its bodies.
    pub(super) fn measure(&mut self, c: usize) {
        let Self { cpu, bank, bodies, links, .. } = self;
        for part in &mut links[c].parts {
            part.measure(*cpu, bank, bodies[part.body].pushes);
        }
    }

    /// A contact that is awake may push its bodies.
    fn note_push(&mut self, model: &Model, drive: &Drive, c: usize, reach: f64) {
        let (link, law) = (&self.links[c], &model.contacts[c].law);
        let push = link.push(law, &self.masses, drive.gap_step[c], reach, self.dt);
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
    fn wake_neighbours(&mut self, model: &Model, drive: &Drive, reach: f64) -> usize {
        for c in 0..self.links.len() {
            if self.links[c].awake {
                self.note_push(model, drive, c, reach);
            }
        }
        let mut woken = 0;
        loop {
            let before = woken;
            for c in 0..self.links.len() {
                let link = &self.links[c];
                let shared = || link.bodies.iter().filter(|&&b| self.bodies[b].shared);
                if !link.near || link.awake || shared().next().is_none() {
                    continue;
                }
                let push: f64 = shared().map(|&b| self.bodies[b].push).sum();
                let pushed = link.pushed(push, self.dt);
                if link.may_touch(&model.contacts[c].law, drive.gap_step[c], pushed) {
                    self.links[c].awake = true;
                    self.note_push(model, drive, c, reach);
                    woken += 1;
                }
            }
            if woken == before {
                return woken;
            }
        }
    }
}
