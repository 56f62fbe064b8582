//! Whether and when the bodies of a contact can touch.
//!
//! Every bound is a [`Span`]: compressions that the contact cannot leave in some time, because of the energy that
//! there is, of how far its own modes swing, or of where it was seen. If the span is open nothing touches.

use super::ExactHold;
use super::bank::Aside;
use super::flight::LONGEST;
use super::kernels::swings;
use super::link::{BankPart, Link};
use super::mass::FreeMass;
use super::matter::Matter;
use crate::law::{Law, Loss, Sides};
use crate::model::{Contact, Model};
use crate::stepper::Drive;

/// Moving a contact by hand adds less than this in a sample (J).
const BY_HAND: f64 = 1e6;

/// How often [`Swings`] are used before they are found anew: they stay true, but what rings dies away.
const USES: u32 = 32;

/// Compressions (m) that a contact does not leave in some time.
#[derive(Clone, Copy, Debug)]
struct Span {
    low: f64,
    high: f64,
}

impl Span {
    fn at(x: f64) -> Self {
        Self { low: x, high: x }
    }

    fn and(self, x: f64) -> Self {
        Self { low: self.low.min(x), high: self.high.max(x) }
    }

    fn widened(self, by: f64) -> Self {
        Self { low: self.low - by, high: self.high + by }
    }

    /// The span of the sum with something else that lies between two numbers.
    fn plus(self, a: f64, b: f64) -> Self {
        Self { low: self.low + a.min(b), high: self.high + a.max(b) }
    }

    /// Whether nothing touches anywhere in it: between two walls both ends must lie between them, of one wall the high
    /// end decides.
    fn is_open(self, law: &Law) -> bool {
        let potential = law.potential();
        potential.depth(self.low).0 <= 0.0 && potential.depth(self.high).0 <= 0.0
    }
}

/// How far the modes of a body can move a port of it while no contact pushes them: no mode moves farther from where
/// constant forces hold it than its amplitude, which only falls.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Swings {
    /// How far in any time (m), with how fast modes without a spring drift on (m/s).
    far: f64,
    drift: f64,
    /// Where constant forces hold the port (m), and how fast they carry it on (m/s).
    held: f64,
    carried: f64,
    /// How far aside from the straight line between two samples (m).
    aside: f64,
    /// After which push of the body this was found, 0 if it was not; and how often it was asked for since.
    pub(super) after: u64,
    uses: u32,
}

impl BankPart {
    /// Finds how far the port can be moved, unless that is known after this push of its body.
    fn measure(&mut self, matter: &Matter, aside: &mut Aside, push: u64) {
        let known = self.swings.after == push && self.swings.uses < USES;
        // What drifts was elsewhere.
        if known && !self.slack {
            self.swings.uses += 1;
            return;
        }
        let Matter { cpu, bank, drives, .. } = matter;
        let range = self.range.clone();
        let (period, sag) = (&bank.period[range.clone()], &bank.sag[range.clone()]);
        let [y, v] = aside.of(matter, &range);
        let [far, aside] = swings(*cpu, &self.ports, y, v, period, sag);
        let (mut held, mut carried, mut drift) = (0.0, 0.0, 0.0);
        if self.slack || !drives.is_empty() {
            let weights = self.ports.iter().flat_map(|port| &port.weights);
            for (i, weight) in range.zip(weights) {
                let [at, speed] = bank.held(i, drives.get(i).copied().unwrap_or(0.0));
                held += weight * at;
                carried += weight * speed;
                if bank.period[i] == 0.0 {
                    drift += weight.abs() * (speed.abs() + (bank.v[i] - speed).abs());
                }
            }
        }
        self.swings = Swings { far, drift, held, carried, aside, after: push, uses: 0 };
    }
}

impl Link {
    /// Whether it may touch in the sample just looked at, from where it was seen to where it is going, if it may be this
    /// far (m) from the straight line between them.
    fn may_touch(&self, law: &Law, gap_step: f64, aside: f64) -> bool {
        !Span::at(self.x).and(self.x + self.free - gap_step).widened(aside).is_open(law)
    }

    /// The same where fast modes turn between the ends of the sample, and other contacts push its bodies by this much
    /// (m) at most.
    pub(super) fn may_turn(&self, law: &Law, gap_step: f64, pushed: f64) -> bool {
        let aside = self.parts.iter().map(|part| part.swings.aside).sum::<f64>() + pushed;
        self.may_touch(law, gap_step, aside)
    }

    /// In a time in which its bodies share this energy (J): no mode moves beyond what its energy allows, and no mass is
    /// faster.
    fn by_energy(&self, gap: f64, masses: &[FreeMass], energy: f64, time: f64) -> Span {
        let mut span = Span::at(-gap).widened(self.swing * (2.0 * energy).sqrt());
        for &(mass, weight) in &self.masses {
            let FreeMass { y, mass, force, .. } = masses[mass];
            let speed = (2.0 * energy / mass).sqrt() + time * force.abs() / mass;
            let reach = weight.abs() * speed * time;
            span = span.plus(weight * y - reach, weight * y + reach);
        }
        span
    }

    /// Over a free flight, by how its own modes swing.
    fn by_motion(&self, gap: f64, masses: &[FreeMass], time: f64) -> Span {
        let mut span = Span::at(-gap);
        for &(mass, weight) in &self.masses {
            let (a, b) = masses[mass].reach(time);
            span = span.plus(weight * a, weight * b);
        }
        for BankPart { swings, .. } in &self.parts {
            span = span.plus(swings.held, swings.held).widened(swings.far + time * swings.drift);
        }
        span
    }

    /// How strongly it can push its bodies in the next `dt`: the largest force, or the impulse as a force,
    /// weighed by how easily they move there.
    pub(super) fn push(
        &self,
        law: &Law,
        masses: &[FreeMass],
        gap_step: f64,
        energy: f64,
        dt: f64,
    ) -> f64 {
        if self.agility == 0.0 {
            return 0.0;
        }
        // An impulse at the start moves as far as twice its force over the whole time.
        let struck = 2.0 * self.most_impulse(masses, energy, dt) / dt;
        self.push_of(self.most_force(law, gap_step, energy, dt).min(struck))
    }

    /// No less than the impulse (N·s) in the next `dt`, whatever the law: a mass that nothing else touches
    /// comes and goes no faster than the energy (J) of everything allows.
    fn most_impulse(&self, masses: &[FreeMass], energy: f64, dt: f64) -> f64 {
        match self.masses[..] {
            [(mass, weight)] if self.owns_mass && weight != 0.0 => {
                let FreeMass { mass, force, .. } = masses[mass];
                (2.0 * (2.0 * mass * energy).sqrt() + force.abs() * dt) / weight.abs()
            }
            _ => f64::INFINITY,
        }
    }

    /// No less than the force (N) in the next `dt`, in which the gap moves by `gap_step`, while everything
    /// has this energy (J): no port is faster than that allows, and the force is at most that of
    /// the deepest place which it can reach.
    fn most_force(&self, law: &Law, gap_step: f64, energy: f64, dt: f64) -> f64 {
        let potential = law.potential();
        let mu = match (law.loss(), potential.sides()) {
            (Loss::None, Sides::One { .. }) => 0.0,
            (Loss::HuntCrossley { mu }, Sides::One { .. }) => mu,
            _ => return f64::INFINITY,
        };
        let speed = (2.0 * energy * self.agility).sqrt() + gap_step.abs() / dt;
        let depth = potential.depth(self.x).0 + speed * dt;
        if depth <= 0.0 {
            return 0.0;
        }
        // Nor is it deeper than that which stores all the energy.
        let (k, alpha) = (potential.stiffness_coefficient(), potential.exponent());
        let deepest = ((alpha + 1.0) * energy / k).powf(1.0 / (alpha + 1.0)) + gap_step.abs();
        let force = k * depth.min(deepest).powf(alpha);
        force * (1.0 + mu * speed)
    }

    /// How strongly a force pushes its bodies, weighed by how easily they move there.
    pub(super) fn push_of(&self, force: f64) -> f64 {
        self.agility.sqrt() * force
    }

    /// How far others that push its bodies this strongly can move it in `dt` (m).
    pub(super) fn pushed(&self, push: f64, dt: f64) -> f64 {
        if self.agility == 0.0 { 0.0 } else { 0.5 * dt * dt * self.agility.sqrt() * push }
    }
}

impl ExactHold {
    /// No less than the energy that everything may have in the sample to come (J), in which gaps are moved.
    pub(super) fn reach(&self, model: &Model, drive: &Drive) -> f64 {
        let work = |energy: f64| -> f64 {
            let moved = (0..self.links.len()).filter(|&c| drive.moving[c]);
            let most = |c: usize| {
                let (law, by) = (&model.contacts[c].law, drive.gap_step[c]);
                self.links[c].most_force(law, by, energy, self.matter.dt) * by.abs()
            };
            moved.map(most).sum()
        };
        if !drive.moving.contains(&true) {
            return drive.reach;
        }
        // A bound of the work for twice the energy holds if the energy stays below that.
        let twice = 2.0 * (drive.reach + work(drive.reach));
        let reach = drive.reach + work(twice);
        if reach <= twice { reach } else { drive.reach + BY_HAND }
    }

    /// Whether all the energy there is does not close a contact in the sample to come.
    pub(super) fn is_far(&self, model: &Model, reach: f64, c: usize) -> bool {
        let Contact { gap, law, .. } = &model.contacts[c];
        self.links[c].by_energy(*gap, &self.matter.masses, reach, self.matter.dt).is_open(law)
    }

    /// Whether a contact that was [measured](Self::measure), with its gap here, certainly stays open for so many samples
    /// if others push its bodies this strongly.
    pub(super) fn stays_open(
        &self,
        model: &Model,
        (c, gap): (usize, f64),
        push: f64,
        frames: usize,
    ) -> bool {
        let (link, time) = (&self.links[c], self.matter.dt * frames as f64);
        let span = link.by_motion(gap, &self.matter.masses, time);
        span.widened(link.pushed(push, time)).is_open(&model.contacts[c].law)
    }

    /// For how many of the samples to come a contact certainly stays open if nothing touches.
    pub(super) fn open_for(
        &mut self,
        model: &Model,
        drive: &Drive,
        c: usize,
        frames: usize,
    ) -> usize {
        if drive.touching[c] {
            return 0;
        }
        self.measure(c);
        let (gap, next) = (model.contacts[c].gap, drive.next_gap[c]);
        let open = |gap: f64| self.stays_open(model, (c, gap), 0.0, frames);
        if open(gap) && (next == gap || open(next)) {
            return frames;
        }
        self.follow(model, drive, c, frames)
    }

    /// The same for one that is near: its ports are followed from sample to sample.
    fn follow(&mut self, model: &Model, drive: &Drive, c: usize, frames: usize) -> usize {
        self.look(model, c, false);
        let Self { matter, links, flight, aside, .. } = self;
        let Matter { masses, dt, .. } = &*matter;
        let (link, contact) = (&links[c], &model.contacts[c]);
        let mut ways = [0.0; LONGEST];
        let ways = &mut ways[..frames.next_multiple_of(2)];
        let (mut steady, mut bends) = (0.0, 0.0);
        for part in &link.parts {
            flight.draw_on(matter, part, aside.of(matter, &part.range), ways);
            steady += part.swings.carried * *dt;
            bends += part.swings.aside;
        }
        for &(mass, weight) in &link.masses {
            let (mass, pull) = (&masses[mass], masses[mass].force * masses[mass].lightness);
            for (n, way) in ways.iter_mut().enumerate() {
                *way += weight * *dt * (mass.v + (n as f64 + 0.5) * *dt * pull);
            }
            bends += (weight * pull).abs() * *dt * *dt / 8.0;
        }
        // A gap that moves is taken where it is nearest.
        let moved = contact.gap - drive.next_gap[c];
        let is_open = |x: f64| Span::at(x).plus(0.0, moved).widened(bends).is_open(&contact.law);
        let mut x = link.x;
        if !is_open(x) {
            return 0;
        }
        let closes = ways[..frames].iter().position(|way| {
            x += way + steady;
            !is_open(x)
        });
        closes.unwrap_or(frames)
    }

    /// Whether a contact that was looked at may touch within the sample, if nothing else pushes its
    /// bodies.
    pub(super) fn may_touch(&mut self, model: &Model, drive: &Drive, c: usize) -> bool {
        let (law, gap_step) = (&model.contacts[c].law, drive.gap_step[c]);
        self.links[c].turning = false;
        if self.links[c].may_touch(law, gap_step, 0.0) {
            return true;
        }
        self.measure(c);
        let link = &mut self.links[c];
        link.turning = link.may_turn(law, gap_step, 0.0);
        link.turning
    }

    /// Finds how far the ports of a contact can be moved by the modes of its bodies.
    pub(super) fn measure(&mut self, c: usize) {
        let Self { matter, bodies, links, aside, .. } = self;
        for part in &mut links[c].parts {
            part.measure(matter, aside, bodies[part.body].pushes);
        }
    }
}
