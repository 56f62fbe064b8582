//! What is heard: signals that are linear in the state of the modes.

use std::ops::Range;

use super::bank::Bank;
use super::free::FreeBlock;
use super::kernels::{Cpu, LANES, WIDTH, dot, ring};
use super::link::{BankPart, Link};
use crate::model::{Model, Quantity};

/// One pickup as arrays over the modes of its body.
#[derive(Clone, Debug)]
pub(super) struct Ear {
    range: Range<usize>,
    /// The signal is Σ of_y·y + of_w·w.
    of_y: Vec<f64>,
    of_w: Vec<f64>,
    /// The same one and two steps ahead.
    ahead: [[Vec<f64>; 2]; 2],
    /// What a force in each contact adds at once: acceleration, or the force itself; and to a
    /// velocity the part that a displacement held by the force would seem to have.
    of_force: Vec<f64>,
    hears_force: bool,
    /// What a force of one on each mode adds.
    of_push: Vec<f64>,
    first: Vec<f64>,
    second: Vec<f64>,
}

impl Ear {
    pub(super) fn new(
        model: &Model,
        pickup: usize,
        bank: &Bank,
        free: &FreeBlock,
        links: &[Link],
        dt: f64,
    ) -> Self {
        let definition = &model.pickups()[pickup];
        let coupling = &definition.coupling;
        let places: Vec<usize> = coupling.modes.iter().filter_map(|&i| bank.place[i]).collect();
        let low = places.iter().copied().min().unwrap_or(0);
        let high =
            places.iter().copied().max().map_or(0, |high| (high + 1).next_multiple_of(WIDTH));
        let range = low..high.max(low);
        let zeros = vec![0.0; range.len()];
        let mut ear = Self {
            of_y: zeros.clone(),
            of_w: zeros.clone(),
            ahead: [[zeros.clone(), zeros.clone()], [zeros.clone(), zeros.clone()]],
            of_force: vec![0.0; links.len()],
            of_push: zeros.clone(),
            hears_force: definition.quantity == Quantity::Force,
            first: zeros.clone(),
            second: zeros,
            range,
        };
        for (&place, &weight) in places.iter().zip(&coupling.weights) {
            let (y, w) = reading(bank, place, definition.quantity, dt);
            let i = place - ear.range.start;
            (ear.of_y[i], ear.of_w[i]) = (weight * y, weight * w);
            ear.of_push[i] = match definition.quantity {
                Quantity::Acceleration => weight / bank.parameters(place).0,
                Quantity::Velocity => -weight * y / (2.0 * bank.stiffness[place]),
                Quantity::Displacement | Quantity::Force => 0.0,
            };
        }
        for (c, link) in links.iter().enumerate() {
            ear.note_link(Cpu::detect(), c, link);
        }
        if definition.quantity == Quantity::Force {
            for (of, link) in ear.of_force.iter_mut().zip(links) {
                *of = f64::from(u8::from(link.bodies.contains(&definition.body.0)));
            }
        }
        ear.look_ahead(free);
        ear
    }

    /// Notes what the force in a contact adds, for the place where it now touches.
    pub(super) fn note_link(&mut self, cpu: Cpu, contact: usize, link: &Link) {
        if self.hears_force {
            return;
        }
        let pushed = |part: &BankPart| dot(cpu, &self.of_push, &part.weights);
        let parts = link.bank.iter().filter(|part| part.range == self.range);
        self.of_force[contact] = -parts.map(pushed).sum::<f64>();
    }

    fn look_ahead(&mut self, free: &FreeBlock) {
        for i in 0..self.range.len() {
            let mut row = [self.of_y[i], self.of_w[i]];
            for ahead in &mut self.ahead {
                row = free.transposed(self.range.start + i, row);
                (ahead[0][i], ahead[1][i]) = (row[0], row[1]);
            }
        }
    }

    /// The signal now.
    pub(super) fn hear(&self, cpu: Cpu, bank: &Bank, links: &[Link]) -> f64 {
        let range = self.range.clone();
        let ringing =
            dot(cpu, &self.of_y, &bank.y[range.clone()]) + dot(cpu, &self.of_w, &bank.w[range]);
        let forced: f64 = self.of_force.iter().zip(links).map(|(of, link)| of * link.force).sum();
        ringing + forced
    }

    /// The signal over a free block.
    pub(super) fn hear_block(
        &mut self,
        cpu: Cpu,
        bank: &Bank,
        free: &FreeBlock,
        lanes: &mut [[f64; LANES]],
        out: &mut [f64],
    ) {
        let (y, w) = (&bank.y[self.range.clone()], &bank.w[self.range.clone()]);
        for i in 0..y.len() {
            self.first[i] = self.ahead[0][0][i] * y[i] + self.ahead[0][1][i] * w[i];
            self.second[i] = self.ahead[1][0][i] * y[i] + self.ahead[1][1][i] * w[i];
        }
        let lanes = &mut lanes[..out.len()];
        lanes.fill([0.0; LANES]);
        let range = self.range.clone();
        ring(
            cpu,
            lanes,
            &free.trace[range.clone()],
            &free.minus_det[range],
            &self.first,
            &self.second,
        );
        for (out, lane) in out.iter_mut().zip(lanes) {
            *out = lane.iter().sum();
        }
    }
}

/// How a quantity of a mode reads from its y and w.
fn reading(bank: &Bank, place: usize, quantity: Quantity, dt: f64) -> (f64, f64) {
    let step = bank.step(place, dt);
    let velocity = (-step.from_y / step.from_v, step.gamma.sqrt() / step.from_v);
    let (_, omega, sigma) = bank.parameters(place);
    match quantity {
        Quantity::Displacement => (1.0, 0.0),
        Quantity::Velocity => velocity,
        Quantity::Acceleration => {
            (-omega * omega - 2.0 * sigma * velocity.0, -2.0 * sigma * velocity.1)
        }
        Quantity::Force => (0.0, 0.0),
    }
}
