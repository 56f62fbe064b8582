//! Samples in which nothing touches, in closed form.

use super::ExactHold;
use super::bank::Bank;
use super::kernels::{self, ahead, part, rotate};
use super::link::BankPart;
use super::mass::FreeMass;
use super::matter::Matter;
use super::vectors::{Lanes, add_up, ring};
use crate::energy::Flow;
use crate::model::Model;

/// The longest flight in samples: a power of two.
pub(crate) const LONGEST: usize = 64;

/// Shorter ones are not worth their preparation.
pub(crate) const SHORTEST: usize = 4;

/// After so many of the longest flights, what has died away is looked for: from there to numbers that are slow
/// is a long way.
const HEARD: u64 = 16;

/// A mode below this is silent: far below anything audible, far above denormal numbers, which are slow.
const SILENT: f64 = 1e-140;

/// Room to look ahead.
#[derive(Clone, Debug)]
pub(super) struct Flight {
    /// How many of the longest were made.
    count: u64,
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
    pub(super) fn new(bank: &Bank, masses: &[FreeMass], contacts: usize) -> Self {
        let zeros = || vec![0.0; bank.len()];
        Self {
            count: 0,
            lanes: vec![Lanes::default(); LONGEST],
            signals: [zeros(), zeros()],
            y: zeros(),
            v: zeros(),
            masses: masses.to_vec(),
            memory: vec![0.0; contacts],
            lost: bank.lost.clone(),
            contact_lost: vec![0.0; contacts],
        }
    }

    /// Adds by how much modes of a body move a port in each of so many samples, an even number, if
    /// nothing pushes: from their displacements and velocities.
    pub(super) fn draw_on(
        &mut self,
        matter: &Matter,
        port: &BankPart,
        [y, v]: [&[f64]; 2],
        ways: &mut [f64],
    ) {
        let Matter { cpu, bank, steps, .. } = matter;
        let body = bank.bodies[port.body].clone();
        let [first, second] = self.signals.each_mut().map(|signal| &mut signal[..body.len()]);
        first[port.range.len()..].fill(0.0);
        second[port.range.len()..].fill(0.0);
        let two = [0, 1].map(|power| part(&steps.powers[power], port.range.clone()));
        ahead(*cpu, &port.ports, y, v, two, first, second);
        let lanes = &mut self.lanes[..ways.len()];
        let [a, b] = steps.turns.each_ref().map(|turns| &turns[body.clone()]);
        ring(*cpu, lanes, a, b, first, second);
        add_up(*cpu, lanes, ways);
    }
}

impl ExactHold {
    /// Moves everything over so many samples, at most [`LONGEST`] or as many as a press has.
    pub(super) fn fly(&mut self, model: &Model, frames: usize) -> Flow {
        let pressed = self.press.contact;
        let mut flow = pressed.map_or_else(Flow::default, |c| self.pass_press(c, frames));
        let pressed_body = pressed.map(|c| self.links[c].parts[0].body);
        for (power, coefficients) in self.matter.steps.powers.iter().enumerate().rev() {
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
                    let drives = &self.matter.drives[range.clone()];
                    let modes = (self.matter.cpu, range);
                    self.matter.bank.push(modes, drives, Some(drives), step, &mut flow);
                } else {
                    flow.dissipated +=
                        rotate(self.matter.cpu, self.matter.bank.moving(range), step);
                }
            }
        }
        let time = self.matter.dt * frames as f64;
        for mass in &mut self.matter.masses {
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

    /// From time to time, modes that have died away are silent, and bodies without a mode that moves are quiet.
    pub(super) fn silence(&mut self) {
        self.flight.count += 1;
        if !self.flight.count.is_multiple_of(HEARD) {
            return;
        }
        for body in self.bodies.iter_mut().filter(|body| !body.quiet && !body.driven) {
            let range = body.bank.clone();
            let still =
                kernels::silence(self.matter.cpu, &mut self.matter.bank.y[range.clone()], SILENT);
            let quiet =
                kernels::silence(self.matter.cpu, &mut self.matter.bank.v[range], SILENT) && still;
            body.quiet = quiet;
        }
    }

    /// Remembers where everything is.
    pub(super) fn save(&mut self) {
        let Flight { y, v, masses, memory, lost, contact_lost, .. } = &mut self.flight;
        lost.copy_from_slice(&self.matter.bank.lost);
        contact_lost.copy_from_slice(&self.contact_lost);
        y.copy_from_slice(&self.matter.bank.y);
        v.copy_from_slice(&self.matter.bank.v);
        masses.copy_from_slice(&self.matter.masses);
        memory.copy_from_slice(&self.memory);
    }

    /// Puts everything back where it was.
    pub(super) fn restore(&mut self) {
        let Flight { y, v, masses, memory, lost, contact_lost, .. } = &self.flight;
        self.matter.bank.lost.copy_from_slice(lost);
        self.contact_lost.copy_from_slice(contact_lost);
        self.matter.bank.y.copy_from_slice(y);
        self.matter.bank.v.copy_from_slice(v);
        self.matter.masses.copy_from_slice(masses);
        self.memory.copy_from_slice(memory);
    }
}
