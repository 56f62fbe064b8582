//! Samples in which nothing touches, in closed form.

use super::ExactHold;
use std::ops::Range;

use super::bank::Bank;
use super::kernels::{self, Coefficients, Step, ahead, part, rotate};
use super::link::BankPart;
use super::mass::FreeMass;
use super::vectors::{LANES, Lanes, add_up, ring};
use crate::cpu::Cpu;
use crate::energy::Flow;
use crate::model::Model;

/// The longest flight in samples: a power of two.
pub(crate) const LONGEST: usize = 64;

/// Shorter ones are not worth their preparation.
pub(crate) const SHORTEST: usize = 4;

const POWERS: usize = LONGEST.ilog2() as usize + 1;

/// A mode below this is silent: far below anything audible, far above denormal numbers, which are slow.
const SILENT: f64 = 1e-140;

/// What happens to every mode over 1, 2, 4 ... samples, and room to look ahead.
#[derive(Clone, Debug)]
pub(super) struct Flight {
    powers: [Vec<Coefficients>; POWERS],
    /// s⁺ = a·s + b·s⁻ for every signal of a free mode from sample to sample: a and b of each.
    pub(super) turns: [Vec<f64>; 2],
    pub(super) lanes: Vec<Lanes>,
    /// The signals of the modes in two samples.
    signals: [Vec<f64>; 2],
    y: Vec<f64>,
    v: Vec<f64>,
    masses: Vec<FreeMass>,
    memory: Vec<f64>,
    lost: Vec<Lanes>,
    contact_lost: Vec<f64>,
}

impl Flight {
    pub(super) fn new(bank: &Bank, masses: &[FreeMass], contacts: usize, dt: f64) -> Self {
        let mut flight = Self {
            powers: std::array::from_fn(|_| bank.room()),
            turns: [vec![0.0; bank.len()], vec![0.0; bank.len()]],
            lanes: vec![Lanes::default(); LONGEST],
            signals: [vec![0.0; bank.len()], vec![0.0; bank.len()]],
            y: vec![0.0; bank.len()],
            v: vec![0.0; bank.len()],
            masses: masses.to_vec(),
            memory: vec![0.0; contacts],
            lost: bank.lost.clone(),
            contact_lost: vec![0.0; contacts],
        };
        flight.read(bank, 0..bank.len(), dt);
        flight
    }

    /// Takes the parameters of some modes from the bank.
    pub(super) fn read(&mut self, bank: &Bank, range: Range<usize>, dt: f64) {
        bank.coefficients(range.clone(), dt, &mut self.powers[0]);
        for place in range.clone().filter(|&place| bank.is_real(place)) {
            let (step, square) =
                (self.powers[0][place / LANES].of(place % LANES), bank.square[place]);
            // The matrix of a step on (y, v): rows (1 − ω²c, S) and (−ω²S, d).
            let first = 1.0 - square * step.c;
            self.turns[0][place] = first + step.d;
            self.turns[1][place] = -(first * step.d + square * step.s * step.s);
        }
        for power in 1..POWERS {
            let (done, next) = self.powers.split_at_mut(power);
            bank.double(range.clone(), &done[power - 1], &mut next[0]);
        }
    }

    /// Adds by how much modes of a body move a port in each of so many samples, an even number, if
    /// nothing pushes: from their displacements and velocities.
    pub(super) fn draw_on(
        &mut self,
        cpu: Cpu,
        port: &BankPart,
        body: Range<usize>,
        [y, v]: [&[f64]; 2],
        ways: &mut [f64],
    ) {
        let [first, second] = self.signals.each_mut().map(|signal| &mut signal[..body.len()]);
        first[port.range.len()..].fill(0.0);
        second[port.range.len()..].fill(0.0);
        let steps = [0, 1].map(|power| part(&self.powers[power], port.range.clone()));
        ahead(cpu, &port.ports, y, v, steps, first, second);
        let lanes = &mut self.lanes[..ways.len()];
        let [a, b] = self.turns.each_ref().map(|turns| &turns[body.clone()]);
        ring(cpu, lanes, a, b, first, second);
        add_up(cpu, lanes, ways);
    }

    /// The coefficients of one sample.
    pub(super) fn sample(&self) -> Step<'_> {
        &self.powers[0]
    }
}

impl ExactHold {
    /// Moves everything over so many samples, at most [`LONGEST`] or as many as a press has.
    pub(super) fn fly(&mut self, model: &Model, frames: usize) -> Flow {
        let pressed = self.press.contact;
        let mut flow = pressed.map_or_else(Flow::default, |c| self.pass_press(c, frames));
        let pressed_body = pressed.map(|c| self.links[c].parts[0].body);
        for (power, coefficients) in self.flight.powers.iter().enumerate().rev() {
            if frames & (1 << power) == 0 {
                continue;
            }
            for (b, body) in self.bodies.iter().enumerate() {
                if body.quiet || body.bank.is_empty() || pressed_body == Some(b) {
                    continue;
                }
                let range = body.bank.clone();
                let step = part(coefficients, range.clone());
                if body.driven {
                    let drives = &self.drives[range.clone()];
                    let modes = (self.cpu, range);
                    self.bank.push(modes, drives, Some(drives), step, &mut flow);
                } else {
                    flow.dissipated += rotate(self.cpu, self.bank.moving(range), step);
                }
            }
        }
        let time = self.dt * frames as f64;
        for mass in &mut self.masses {
            flow.supplied += mass.advance(time);
        }
        // Dented felt recovers.
        for (c, contact) in model.contacts.iter().enumerate() {
            let lost = contact.law.settle(f64::NEG_INFINITY, time, &mut self.memory[c]);
            flow.dissipated += lost;
            self.contact_lost[c] += lost;
        }
        flow
    }

    /// Modes that have died away are silent, and bodies without a mode that moves are quiet.
    pub(super) fn silence(&mut self) {
        for body in self.bodies.iter_mut().filter(|body| !body.quiet && !body.driven) {
            let range = body.bank.clone();
            let still = kernels::silence(self.cpu, &mut self.bank.y[range.clone()], SILENT);
            let quiet = kernels::silence(self.cpu, &mut self.bank.v[range], SILENT) && still;
            body.quiet = quiet;
        }
    }

    /// Remembers where everything is.
    pub(super) fn save(&mut self) {
        let Flight { y, v, masses, memory, lost, contact_lost, .. } = &mut self.flight;
        lost.copy_from_slice(&self.bank.lost);
        contact_lost.copy_from_slice(&self.contact_lost);
        y.copy_from_slice(&self.bank.y);
        v.copy_from_slice(&self.bank.v);
        masses.copy_from_slice(&self.masses);
        memory.copy_from_slice(&self.memory);
    }

    /// Puts everything back where it was.
    pub(super) fn restore(&mut self) {
        let Flight { y, v, masses, memory, lost, contact_lost, .. } = &self.flight;
        self.bank.lost.copy_from_slice(lost);
        self.contact_lost.copy_from_slice(contact_lost);
        self.bank.y.copy_from_slice(y);
        self.bank.v.copy_from_slice(v);
        self.masses.copy_from_slice(masses);
        self.memory.copy_from_slice(memory);
    }
}
