//! What is heard: one linear operator from modes, masses and forces to the signals of all pickups, applied alike to a
//! sample, a flight and a press.
//!
//! Pickups of one body are heard in pairs. Two listeners on either side of a body hear each mode alike or with
//! opposite signs. Such a pair is heard as mid and side, each of which has modes of its own: the pickups are their sum
//! and their difference.

use std::ops::Range;

use super::bank::{Aside, Bank, Slot};
use super::kernels::{part, pushes, signals};
use super::link::Link;
use super::mass::FreeMass;
use super::matter::Matter;
use super::vectors::{WIDTH, dot, ring, sum_and_difference};
use crate::cpu::Cpu;
use crate::hearing::Ring;
use crate::model::{Model, Quantity};
use crate::stepper::Rows;

/// A signal Σ of_y·y + of_v·v + of_drive·drive over the modes of a body.
#[derive(Clone, Debug, Default)]
struct Channel {
    of_y: Vec<f64>,
    of_v: Vec<f64>,
    of_drive: Vec<f64>,
    /// The same of accelerations by contacts.
    of_push: Vec<f64>,
    /// The modes that it hears, in whole vectors, counted from the first of the body.
    modes: Range<usize>,
}

impl Channel {
    fn new(modes: usize) -> Self {
        let zeros = || vec![0.0; modes];
        let (of_y, of_v, of_drive, of_push) = (zeros(), zeros(), zeros(), zeros());
        Self { of_y, of_v, of_drive, of_push, modes: 0..0 }
    }

    fn of(&self, mode: usize) -> [f64; 4] {
        [self.of_y[mode], self.of_v[mode], self.of_drive[mode], self.of_push[mode]]
    }

    fn set(&mut self, mode: usize, of: [f64; 4]) {
        [self.of_y[mode], self.of_v[mode], self.of_drive[mode], self.of_push[mode]] = of;
    }

    fn find_modes(&mut self) {
        let mut heard = (0..self.of_y.len()).filter(|&mode| self.of(mode) != [0.0; 4]);
        let first = heard.next();
        let last = heard.next_back().or(first);
        let bounds = first.zip(last);
        self.modes =
            bounds.map_or(0..0, |(a, b)| a / WIDTH * WIDTH..(b + 1).next_multiple_of(WIDTH));
    }

    /// The signal of modes as constant forces hold them, and how fast it grows (per second).
    fn held(&self, bank: &Bank, drives: &[f64], start: usize) -> [f64; 2] {
        let (mut at, mut rate) = (0.0, 0.0);
        for i in self.modes.clone() {
            let drive = drives[start + i];
            let [y, v] = bank.held(start + i, drive);
            at += self.of_y[i] * y + self.of_v[i] * v + self.of_drive[i] * drive;
            rate += self.of_y[i] * v;
        }
        [at, rate]
    }

    /// The signal now; `start` is the first mode of the body.
    fn now(&self, matter: &Matter, start: usize) -> f64 {
        let Matter { cpu, bank, drives, .. } = matter;
        let (own, all) = (self.modes.clone(), start + self.modes.start..start + self.modes.end);
        let driven = if drives.is_empty() {
            0.0
        } else {
            dot(*cpu, &self.of_drive[own.clone()], &drives[all.clone()])
        };
        dot(*cpu, &self.of_y[own.clone()], &bank.y[all.clone()])
            + dot(*cpu, &self.of_v[own], &bank.v[all])
            + driven
    }
}

#[derive(Clone, Debug)]
struct Pickup {
    body: usize,
    quantity: Quantity,
    channel: Channel,
    /// How a newton in each contact enters the signal at once.
    direct: Vec<f64>,
    /// The free masses that it hears, with their weights.
    masses: Vec<(usize, f64)>,
}

/// Two pickups of a body, or one.
#[derive(Clone, Debug)]
struct Pair {
    body: usize,
    first: usize,
    second: Option<usize>,
    /// Whether their channels are mid and side.
    mirrored: bool,
}

impl Pair {
    fn pickups(&self) -> impl Iterator<Item = usize> + use<> {
        [Some(self.first), self.second].into_iter().flatten()
    }

    /// From channels to pickups.
    fn unfold(&self, [first, second]: [f64; 2]) -> [f64; 2] {
        if self.mirrored { [first + second, first - second] } else { [first, second] }
    }

    /// The same in lanes.
    fn unfold_lanes(&self, cpu: Cpu, rows: &mut Rows, frames: usize) {
        if let Some(side) = self.second.filter(|_| self.mirrored)
            && let Ok([mid, side]) = rows.get_disjoint_mut([self.first, side])
        {
            sum_and_difference(cpu, mid.set_lanes(frames), side.set_lanes(frames));
        }
    }
}

/// All pickups of a world.
#[derive(Clone, Debug)]
pub(super) struct Mixer {
    pickups: Vec<Pickup>,
    pairs: Vec<Pair>,
    /// The signals of the modes of a body at the first two samples of a flight.
    first: Vec<f64>,
    second: Vec<f64>,
}

impl Mixer {
    pub(super) fn new(model: &Model, bank: &Bank) -> Self {
        let mut pairs: Vec<Pair> = Vec::new();
        let pickups = model.pickups.iter().enumerate().map(|(p, definition)| {
            let body = definition.body;
            match pairs.iter_mut().find(|pair| pair.body == body && pair.second.is_none()) {
                Some(pair) => pair.second = Some(p),
                None => pairs.push(Pair { body, first: p, second: None, mirrored: false }),
            }
            let coupling = &definition.coupling;
            let weights = coupling.modes.iter().zip(&coupling.weights);
            let masses = weights.filter_map(|(&i, &weight)| match bank.slots[i] {
                // A free mass is heard by its contacts alone.
                Slot::Mass(mass) if definition.hearing.is_none() => Some((mass, weight)),
                _ => None,
            });
            Pickup {
                body,
                quantity: definition.quantity,
                channel: Channel::new(bank.bodies[body].len()),
                direct: vec![0.0; model.contacts.len()],
                masses: masses.collect(),
            }
        });
        let pickups = pickups.collect();
        let room = || vec![0.0; bank.len()];
        let mut mixer = Self { pickups, pairs, first: room(), second: room() };
        for body in 0..model.bodies.len() {
            mixer.read(model, bank, body);
        }
        mixer
    }

    /// Takes the parameters of the modes of a body from model and bank.
    pub(super) fn read(&mut self, model: &Model, bank: &Bank, body: usize) {
        for pair in self.pairs.iter_mut().filter(|pair| pair.body == body) {
            for p in pair.pickups() {
                let (definition, channel) = (&model.pickups[p], &mut self.pickups[p].channel);
                let coupling = &definition.coupling;
                for (n, (&i, &weight)) in coupling.modes.iter().zip(&coupling.weights).enumerate() {
                    let Slot::Ringing(place) = bank.slots[i] else { continue };
                    // What rings at or above half the sample rate takes part in contacts and is not heard.
                    let weight = if bank.is_heard(place) { weight } else { 0.0 };
                    let (square, sigma) = (bank.square[place], bank.sigma[place]);
                    let of = match definition.quantity {
                        Quantity::Displacement => [weight, 0.0, 0.0, 0.0],
                        Quantity::Velocity => [0.0, weight, 0.0, 0.0],
                        Quantity::Acceleration => {
                            [-weight * square, -2.0 * weight * sigma, weight, weight]
                        }
                        Quantity::Pressure => {
                            let rings = definition.hearing.as_ref().map(|hearing| hearing.rings[n]);
                            let Ring { of_g, of_v, of_push } = rings.unwrap_or_default();
                            [-square * of_g, of_v, of_g, of_push]
                        }
                        Quantity::Force => [0.0; 4],
                    };
                    channel.set(place - bank.bodies[body].start, of);
                }
            }
            pair.mirrored = false;
            if let Some(q) = pair.second
                && let Ok([left, right]) = self.pickups.get_disjoint_mut([pair.first, q])
            {
                let far = [&left, &right].iter().all(|ear| ear.quantity == Quantity::Pressure);
                let (left, right) = (&mut left.channel, &mut right.channel);
                let modes = 0..left.of_y.len();
                let opposite = |of: [f64; 4]| of.map(|of| -of);
                pair.mirrored = far
                    && modes.clone().all(|mode| {
                        let (one, other) = (left.of(mode), right.of(mode));
                        one == other || one == opposite(other)
                    });
                for mode in modes.filter(|_| pair.mirrored) {
                    let alike = left.of(mode) == right.of(mode);
                    let (mid, side) =
                        if alike { (left.of(mode), [0.0; 4]) } else { ([0.0; 4], left.of(mode)) };
                    left.set(mode, mid);
                    right.set(mode, side);
                }
            }
            for p in pair.pickups() {
                self.pickups[p].channel.find_modes();
            }
        }
    }

    /// The weights of a contact have changed, or the modes of its bodies.
    pub(super) fn see(&mut self, cpu: Cpu, contact: usize, link: &Link) {
        for pair in &self.pairs {
            let of = |p: usize| -> f64 {
                let parts = link.parts.iter().filter(|part| part.body == pair.body);
                parts.map(|part| pushes(cpu, &part.ports, &self.pickups[p].channel.of_push)).sum()
            };
            let direct = pair.unfold([of(pair.first), pair.second.map_or(0.0, of)]);
            for (p, direct) in pair.pickups().zip(direct) {
                self.pickups[p].direct[contact] = direct;
            }
        }
    }

    /// The body that a pickup hears.
    pub(super) fn body(&self, pickup: usize) -> usize {
        self.pickups[pickup].body
    }

    /// The signals now, with these mean forces in the contacts.
    pub(super) fn now(&self, matter: &Matter, links: &[Link], means: &[f64], rows: &mut Rows) {
        for pair in &self.pairs {
            let start = matter.bank.bodies[pair.body].start;
            let of = |p: usize| self.pickups[p].channel.now(matter, start);
            let ringing = pair.unfold([of(pair.first), pair.second.map_or(0.0, of)]);
            for (p, ringing) in pair.pickups().zip(ringing) {
                let pickup = &self.pickups[p];
                let direct = pickup.direct.iter().zip(means).map(|(direct, mean)| direct * mean);
                let flying = pickup.masses_after(0.0, &matter.masses)
                    + pickup.pushed(&matter.masses, links, means);
                rows[p].samples[0] = ringing + direct.sum::<f64>() + flying;
            }
        }
    }

    /// The signals over a flight of so many samples. Bodies that are quiet are not heard.
    pub(super) fn over_flight(
        &mut self,
        matter: &Matter,
        aside: &mut Aside,
        quiet: impl Fn(usize) -> bool,
        frames: usize,
        rows: &mut Rows,
    ) {
        let Matter { cpu, bank, drives, steps, .. } = matter;
        for pair in &self.pairs {
            let body = bank.bodies[pair.body].clone();
            let sounds = !body.is_empty() && !quiet(pair.body);
            // As constant forces hold the modes of the first and of the second, and how fast that grows.
            let mut held = [[0.0; 2]; 2];
            for (side, p) in pair.pickups().enumerate() {
                let Pickup { quantity, channel, .. } = &self.pickups[p];
                rows[p].samples[..frames].fill(0.0);
                if !sounds || *quantity == Quantity::Force {
                    continue;
                }
                let own = channel.modes.clone();
                let all = body.start + own.start..body.start + own.end;
                let hears = [&channel.of_y[own.clone()], &channel.of_v[own.clone()]];
                let step = part(steps.sample(), all.clone());
                let [first, second] =
                    [&mut self.first, &mut self.second].map(|signal| &mut signal[own.clone()]);
                let state = aside.of(matter, &all);
                let turns = steps.turns.each_ref().map(|of| &of[all.clone()]);
                signals(*cpu, state, step, turns, hears, first, second);
                // Two samples at a time.
                let lanes = rows[p].set_lanes(frames.next_multiple_of(2));
                ring(*cpu, lanes, turns[0], turns[1], first, second);
                if !drives.is_empty() {
                    let [at, rate] = channel.held(bank, drives, body.start);
                    (held[0][side], held[1][side]) = (at, rate);
                }
            }
            if sounds {
                pair.unfold_lanes(*cpu, rows, frames.next_multiple_of(2));
            }
            let [at, rate] = held.map(|held| pair.unfold(held));
            for (side, p) in pair.pickups().enumerate() {
                let pickup = &self.pickups[p];
                if drives.is_empty() && pickup.masses.is_empty() {
                    continue;
                }
                for (n, sample) in rows[p].samples[..frames].iter_mut().enumerate() {
                    let time = (n + 1) as f64 * matter.dt;
                    *sample += at[side] + rate[side] * time;
                    *sample += pickup.masses_after(time, &matter.masses);
                }
            }
        }
    }
}

impl Pickup {
    /// What is heard of free masses after this time without contact forces.
    fn masses_after(&self, time: f64, masses: &[FreeMass]) -> f64 {
        let of = |&(m, weight): &(usize, f64)| {
            let FreeMass { y, v, mass, force, .. } = masses[m];
            let pull = force / mass;
            let of = match self.quantity {
                Quantity::Displacement => y + time * (v + 0.5 * time * pull),
                Quantity::Velocity => v + time * pull,
                Quantity::Acceleration => pull,
                Quantity::Pressure | Quantity::Force => 0.0,
            };
            weight * of
        };
        self.masses.iter().map(of).sum()
    }

    /// What is heard of the mean forces in contacts at once, but for what they do to modes.
    fn pushed(&self, masses: &[FreeMass], links: &[Link], means: &[f64]) -> f64 {
        let all = links.iter().zip(means);
        let pushed = all.filter(|(link, mean)| **mean != 0.0 && link.bodies.contains(&self.body));
        match self.quantity {
            Quantity::Force => pushed.map(|(_, mean)| mean).sum(),
            Quantity::Acceleration => pushed
                .map(|(link, mean)| {
                    let of = |&(m, w): &(usize, f64)| {
                        let weight = link.masses.iter().find(|(other, _)| *other == m);
                        weight.map_or(0.0, |(_, weight)| -w * weight / masses[m].mass)
                    };
                    mean * self.masses.iter().map(of).sum::<f64>()
                })
                .sum(),
            Quantity::Pressure | Quantity::Displacement | Quantity::Velocity => 0.0,
        }
    }
}
