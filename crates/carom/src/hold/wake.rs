//! Which contacts are looked at in a sample.

use super::ExactHold;
use crate::model::Model;
use crate::stepper::Drive;

/// A contact that goes on alone is looked at again after so many samples.
const STEADY: u32 = 64;

/// Whoever moves a contact adds less than this in a sample (J).
const BY_HAND: f64 = 1e6;

impl ExactHold {
    pub(super) fn look(&mut self, model: &Model, c: usize, fine: bool) {
        let dt = if fine { self.fine_dt } else { self.dt };
        let step = if fine { &self.fine[..] } else { self.flight.sample() };
        let gap = model.contacts[c].gap;
        let sources = (&self.bank, &self.masses[..]);
        self.links[c].look(self.cpu, sources, (gap, &self.drives), step, (dt, fine));
    }

    /// Whether the one contact that touches goes on as in the sample before, which was planned; then it is
    /// ready for its step.
    pub(super) fn goes_on(&mut self, drive: &Drive) -> bool {
        let (left, reach) = self.steady;
        let (1, &[c]) = (self.awake, &self.seen[..]) else { return false };
        let calm = left > 0
            && drive.touching[c]
            && drive.reach <= reach
            && !drive.moving.iter().any(|moving| *moving);
        if !calm || !self.links[c].foresee(&self.masses, self.fine_dt) {
            self.steady.0 = 0;
            return false;
        }
        self.steady.0 -= 1;
        let link = &mut self.links[c];
        link.discard_depth();
        link.age = link.age.saturating_add(1);
        true
    }

    /// For how many samples after this one only the contact that touches matters, and up to which energy
    /// (J): one that takes a step per sample, while all others are out of reach.
    pub(super) fn steadiness(&self, model: &Model, drive: &Drive) -> (u32, f64) {
        let (1, &[c]) = (self.awake, &self.seen[..]) else { return (0, 0.0) };
        let whole = self.fine_substeps == 1 && model.contacts[c].most_substeps == 1;
        let still = drive.touching[c] && !drive.moving.iter().any(|moving| *moving);
        let far = |other: usize| {
            let time = f64::from(STEADY + 1) * self.dt;
            other == c || self.is_far(model, drive.reach, other, time)
        };
        let steady = whole && still && (0..self.links.len()).all(far);
        (if steady { STEADY } else { 0 }, drive.reach)
    }

    /// Which contacts may touch in the sample to come; true if any does.
    pub(super) fn wake(&mut self, model: &Model, drive: &Drive) -> bool {
        for body in &mut self.bodies {
            (body.users, body.user, body.shared) = (0, None, false);
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
        let reach = if moved { self.reach(model, drive) } else { drive.reach };
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

    /// No less than the energy that everything may have in the next sample (J), with what whoever moves
    /// contacts may add.
    fn reach(&self, model: &Model, drive: &Drive) -> f64 {
        let work = |energy: f64| -> f64 {
            let moving = (0..self.links.len()).filter(|&c| drive.moving[c]);
            let most = |c: usize| {
                let law = &model.contacts[c].law;
                let by = drive.gap_step[c];
                self.links[c].most_force(law, by, energy, self.dt) * by.abs()
            };
            moving.map(most).sum()
        };
        // A bound of the work for twice the energy holds if the energy stays below that.
        let twice = 2.0 * (drive.reach + work(drive.reach));
        let reach = drive.reach + work(twice);
        if reach <= twice { reach } else { drive.reach + BY_HAND }
    }

    fn is_far(&self, model: &Model, reach: f64, c: usize, time: f64) -> bool {
        let (link, contact) = (&self.links[c], &model.contacts[c]);
        let driven = link.bodies.iter().any(|&b| self.bodies[b].driven);
        !driven && link.is_far(&contact.law, contact.gap, &self.masses, reach, time)
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

    /// How far the contacts that are awake may move another in the sample to come (m).
    fn pushed(&self, model: &Model, drive: &Drive, c: usize, reach: f64) -> f64 {
        let link = &self.links[c];
        let moves = |&b: &usize| self.bodies[b].shared && link.bodies.contains(&b);
        let pushing = (0..self.links.len()).filter(|&other| {
            let other = &self.links[other];
            other.awake && other.bodies.iter().any(moves)
        });
        let pushed = pushing.map(|other| {
            let law = &model.contacts[other].law;
            let other = (&self.links[other], drive.gap_step[other]);
            let force = other.0.most_force(law, other.1, reach, self.dt);
            link.pushed_by(other.0, force, self.dt)
        });
        pushed.sum()
    }

    /// A contact shares the steps of every contact that touches one of its bodies, unless that cannot
    /// make it touch.
    fn wake_neighbours(&mut self, model: &Model, drive: &Drive, reach: f64) -> usize {
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
                if !link.near || link.awake || !shares() {
                    continue;
                }
                let pushed = self.pushed(model, drive, c, reach);
                if self.links[c].may_touch(&model.contacts[c].law, drive.gap_step[c], pushed) {
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
