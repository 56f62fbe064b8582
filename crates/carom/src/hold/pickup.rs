//! The signals of pickups: linear in the state of the modes.

use std::ops::Range;

use super::bank::{Bank, Slot};
use super::flight::Flight;
use super::kernels::{LANES, Step, dot, pushes, ring, signals};
use super::link::Link;
use super::mass::FreeMass;
use crate::cpu::Cpu;
use crate::hearing::Ring;
use crate::model::{Model, Quantity};
use crate::stepper::Row;

/// The state that signals are computed from.
#[derive(Clone, Copy)]
pub(super) struct Sources<'a> {
    pub(super) cpu: Cpu,
    pub(super) bank: &'a Bank,
    pub(super) masses: &'a [FreeMass],
    /// Accelerations from outside, empty if there are none.
    pub(super) drives: &'a [f64],
    /// The length of a sample (s).
    pub(super) dt: f64,
}

/// One pickup as arrays over the modes of its body.
#[derive(Clone, Debug)]
pub(super) struct PickupSignal {
    pub(super) body: usize,
    /// Which of the pickups it is.
    pickup: usize,
    range: Range<usize>,
    pub(super) quantity: Quantity,
    weights: Vec<f64>,
    /// How the state of each mode is heard, by one that takes pressure.
    rings: Vec<Ring>,
    /// The signal is Σ of_y·y + of_v·v, and of accelerations by constant forces and by contacts.
    of_y: Vec<f64>,
    of_v: Vec<f64>,
    of_drive: Vec<f64>,
    of_push: Vec<f64>,
    /// How a newton in each contact enters it at once.
    direct: Vec<f64>,
    /// The signal one and two samples ahead: of v, and of g = acceleration from outside − ω²y.
    ahead: [[Vec<f64>; 2]; 2],
    /// Whether it has modes with losses but without a spring: their displacement does not return to 0.
    braked: bool,
    /// The free masses of the pickup, with their weights.
    masses: Vec<(usize, f64)>,
    first: Vec<f64>,
    second: Vec<f64>,
}

impl PickupSignal {
    /// From the steps over one sample and over two.
    pub(super) fn new(model: &Model, pickup: usize, bank: &Bank, steps: [Step; 2]) -> Self {
        let definition = &model.pickups[pickup];
        let range = bank.bodies[definition.body].clone();
        let zeros = vec![0.0; range.len()];
        let mut signal = Self {
            body: definition.body,
            pickup,
            quantity: definition.quantity,
            weights: zeros.clone(),
            rings: vec![Ring::default(); range.len()],
            of_y: zeros.clone(),
            of_v: zeros.clone(),
            of_drive: zeros.clone(),
            of_push: zeros.clone(),
            direct: vec![0.0; model.contacts.len()],
            ahead: [[zeros.clone(), zeros.clone()], [zeros.clone(), zeros.clone()]],
            braked: false,
            masses: Vec::new(),
            first: zeros.clone(),
            second: zeros,
            range,
        };
        for (&i, &weight) in definition.coupling.modes.iter().zip(&definition.coupling.weights) {
            match bank.slots[i] {
                // A free mass is heard by its blows alone.
                Slot::Mass(_) if definition.hearing.is_some() => {}
                Slot::Mass(mass) => signal.masses.push((mass, weight)),
                Slot::Ringing(place) => signal.weights[place - signal.range.start] = weight,
            }
        }
        signal.update(model, bank, steps);
        signal
    }

    /// Takes the parameters of the modes from model and bank.
    pub(super) fn update(&mut self, model: &Model, bank: &Bank, steps: [Step; 2]) {
        let definition = &model.pickups[self.pickup];
        let rings = definition.hearing.iter().flat_map(|hearing| &hearing.rings);
        for (&i, ring) in definition.coupling.modes.iter().zip(rings) {
            if let Slot::Ringing(place) = bank.slots[i] {
                self.rings[place - self.range.start] = *ring;
            }
        }
        for i in 0..self.range.len() {
            let place = self.range.start + i;
            if !bank.is_real(place) {
                continue;
            }
            // What rings at or above half the sample rate takes part in contacts and is not heard.
            let weight = if bank.is_heard(place) { self.weights[i] } else { 0.0 };
            let (square, sigma) = (bank.square[place], bank.sigma[place]);
            self.braked |= weight != 0.0 && square == 0.0;
            let Ring { of_g, of_v, of_push } = self.rings[i];
            [self.of_y[i], self.of_v[i], self.of_drive[i], self.of_push[i]] = match self.quantity {
                Quantity::Displacement => [weight, 0.0, 0.0, 0.0],
                Quantity::Velocity => [0.0, weight, 0.0, 0.0],
                Quantity::Acceleration => [-weight * square, -2.0 * weight * sigma, weight, weight],
                Quantity::Pressure => [-square * of_g, of_v, of_g, of_push],
                Quantity::Force => [0.0; 4],
            };
            let signal = [of_g, of_v];
            for (n, [of_v, of_g]) in self.ahead.iter_mut().enumerate() {
                let step = steps[n][place / LANES].of(place % LANES);
                // v and g after these samples, as they follow from v and g now.
                let (v, g) = ([step.d, step.s], [-square * step.s, 1.0 - square * step.c]);
                // A displacement from where the force from outside holds the mode.
                let y = g.map(|g| if square > 0.0 { -g / square } else { 0.0 });
                [of_v[i], of_g[i]] = match self.quantity {
                    Quantity::Displacement => y.map(|y| weight * y),
                    Quantity::Velocity => v.map(|v| weight * v),
                    Quantity::Acceleration => [0, 1].map(|k| weight * (g[k] - 2.0 * sigma * v[k])),
                    Quantity::Pressure => [0, 1].map(|k| signal[0] * g[k] + signal[1] * v[k]),
                    Quantity::Force => [0.0; 2],
                };
            }
        }
    }

    /// The weights of a contact have changed, or the modes of its body.
    pub(super) fn see(&mut self, cpu: Cpu, contact: usize, link: &Link) {
        let parts = link.parts.iter().filter(|part| part.body == self.body);
        self.direct[contact] = parts.map(|part| pushes(cpu, &part.ports, &self.of_push)).sum();
    }

    /// The modes of its body.
    pub(super) fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// How many they are, with those that only fill a vector.
    pub(super) fn modes(&self) -> usize {
        self.range.len()
    }

    /// How a mode enters the signal one and two samples ahead.
    pub(super) fn ahead_of(&self, mode: usize) -> [f64; 4] {
        let [[v1, g1], [v2, g2]] = &self.ahead;
        [v1[mode], g1[mode], v2[mode], g2[mode]]
    }

    /// The signals of the modes at the first two samples, as they were looked at last.
    pub(super) fn signals(&self) -> [&[f64]; 2] {
        [&self.first, &self.second]
    }

    /// What it hears of displacement and of velocity of each mode.
    pub(super) fn of_state(&self) -> [&[f64]; 2] {
        [&self.of_y, &self.of_v]
    }

    /// What it hears of a newton in a contact at once.
    pub(super) fn direct(&self, contact: usize) -> f64 {
        self.direct[contact]
    }

    /// The signal now, with these mean forces in the contacts and accelerations from outside.
    pub(super) fn now(&self, sources: &Sources, links: &[Link], means: &[f64]) -> f64 {
        let Sources { cpu, bank, masses, drives, .. } = *sources;
        let range = self.range.clone();
        let touching = || {
            links
                .iter()
                .zip(means)
                .filter(|(link, mean)| **mean != 0.0 && link.bodies.contains(&self.body))
        };
        let flying: f64 = match self.quantity {
            Quantity::Force => return touching().map(|(_, mean)| mean).sum(),
            Quantity::Pressure => 0.0,
            Quantity::Displacement => self.masses.iter().map(|&(m, w)| w * masses[m].y).sum(),
            Quantity::Velocity => self.masses.iter().map(|&(m, w)| w * masses[m].v).sum(),
            Quantity::Acceleration => {
                let constant =
                    self.masses.iter().map(|&(m, w)| w * masses[m].force / masses[m].mass);
                let pushed = touching().map(|(link, mean)| {
                    let of = |&(m, w): &(usize, f64)| {
                        let weight = link.masses.iter().find(|(other, _)| *other == m);
                        weight.map_or(0.0, |(_, weight)| -w * weight / masses[m].mass)
                    };
                    mean * self.masses.iter().map(of).sum::<f64>()
                });
                constant.sum::<f64>() + pushed.sum::<f64>()
            }
        };
        if self.range.is_empty() {
            return flying;
        }
        let (y, v) = (&bank.y[range.clone()], &bank.v[range.clone()]);
        let ringing = match self.quantity {
            Quantity::Displacement => dot(cpu, &self.of_y, y),
            Quantity::Velocity => dot(cpu, &self.of_v, v),
            Quantity::Acceleration | Quantity::Pressure | Quantity::Force => {
                let pushed = self.direct.iter().zip(means).map(|(direct, mean)| direct * mean);
                let outside =
                    if drives.is_empty() { 0.0 } else { dot(cpu, &self.of_drive, &drives[range]) };
                dot(cpu, &self.of_y, y) + dot(cpu, &self.of_v, v) + pushed.sum::<f64>() + outside
            }
        };
        ringing + flying
    }

    /// The signal over a flight of so many samples.
    pub(super) fn over_flight(
        &mut self,
        (sources, flight): (&Sources, &Flight),
        quiet: bool,
        frames: usize,
        row: &mut Row,
    ) {
        let Sources { cpu, bank, masses, drives, dt } = *sources;
        row.samples[..frames].fill(0.0);
        if !quiet && !self.range.is_empty() && self.quantity != Quantity::Force {
            let offset = self.look_ahead(sources);
            // Two samples at a time.
            let lanes = row.set_lanes(frames.next_multiple_of(2));
            let [trace, minus_det] = flight.turns.each_ref().map(|of| &of[self.range.clone()]);
            ring(cpu, lanes, trace, minus_det, &self.first, &self.second);
            row.samples[..frames].fill(offset);
        }
        let out = &mut row.samples[..frames];
        if self.braked && self.quantity == Quantity::Displacement {
            self.add_braked(bank, drives, dt, out);
        }
        for &(mass, weight) in &self.masses {
            let FreeMass { y, v, mass, force, .. } = masses[mass];
            let pull = force / mass;
            for (n, out) in out.iter_mut().enumerate() {
                let t = (n + 1) as f64 * dt;
                *out += weight
                    * match self.quantity {
                        Quantity::Displacement => y + t * (v + 0.5 * t * pull),
                        Quantity::Velocity => v + t * pull,
                        Quantity::Acceleration => pull,
                        Quantity::Pressure | Quantity::Force => 0.0,
                    };
            }
        }
    }

    /// Adds the displacement of modes with losses but without a spring, sample by sample.
    fn add_braked(&self, bank: &Bank, drives: &[f64], dt: f64, out: &mut [f64]) {
        for (place, weight) in self.range.clone().zip(&self.weights) {
            if *weight == 0.0 || bank.square[place] > 0.0 {
                continue;
            }
            let (step, g) = (bank.step(place, dt), drives.get(place).copied().unwrap_or(0.0));
            let (mut y, mut v) = (bank.y[place], bank.v[place]);
            for out in &mut *out {
                (y, v) = (y + step.s * v + step.c * g, step.d * v + step.s * g);
                *out += weight * y;
            }
        }
    }

    /// Sets the signals at the first two samples; returns what is added to each sample.
    pub(super) fn look_ahead(&mut self, sources: &Sources) -> f64 {
        let Sources { cpu, bank, drives, .. } = *sources;
        let range = self.range.clone();
        let (y, v) = (&bank.y[range.clone()], &bank.v[range.clone()]);
        let square = &bank.square[range.clone()];
        if drives.is_empty() {
            let ahead = self.ahead.each_ref().map(|of| of.each_ref().map(|of| &of[..]));
            signals(cpu, y, v, square, ahead, &mut self.first, &mut self.second);
            return 0.0;
        }
        let [[v1, g1], [v2, g2]] = &self.ahead;
        let (drives, mut offset) = (&drives[range], 0.0);
        for i in 0..y.len() {
            let g = drives[i] - square[i] * y[i];
            self.first[i] = v1[i] * v[i] + g1[i] * g;
            self.second[i] = v2[i] * v[i] + g2[i] * g;
            if self.quantity == Quantity::Displacement && square[i] > 0.0 {
                offset += self.weights[i] * drives[i] / square[i];
            }
        }
        offset
    }
}
