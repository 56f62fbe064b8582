//! What moves, and what steps of several lengths do to it.

use std::ops::Range;

use super::bank::{Bank, Slot};
use super::flight::LONGEST;
use super::kernels::{Coefficients, Step};
use super::mass::FreeMass;
use super::vectors::LANES;
use crate::cpu::Cpu;
use crate::model::State;

const POWERS: usize = LONGEST.ilog2() as usize + 1;

/// How many kinds of fine steps are kept: 2, 4 to 1024 per sample, and whatever else was last.
const SLOTS: usize = 11;

/// Ringing modes and free masses, what pushes them from outside, and their steps.
#[derive(Debug)]
pub(super) struct Matter {
    pub(super) cpu: Cpu,
    /// The length of a sample (s).
    pub(super) dt: f64,
    pub(super) bank: Bank,
    pub(super) masses: Vec<FreeMass>,
    /// Accelerations of the ringing modes from outside; empty if there are none.
    pub(super) drives: Vec<f64>,
    pub(super) steps: Steps,
}

impl Matter {
    /// The fine steps, or those of a sample, and their length.
    #[inline(always)]
    pub(super) fn step(&self, fine: bool) -> (Step<'_>, f64) {
        if fine { (self.steps.fine(), self.steps.dt) } else { (self.steps.sample(), self.dt) }
    }

    /// Takes over velocities, and displacements with them or not.
    pub(super) fn load(&mut self, state: &State, displaced: bool) {
        let Self { bank, masses, .. } = self;
        for (i, slot) in bank.slots.iter().enumerate() {
            let (y, v) = match *slot {
                Slot::Ringing(place) => (&mut bank.y[place], &mut bank.v[place]),
                Slot::Mass(mass) => masses[mass].place(),
            };
            *v = state.velocity[i];
            if displaced {
                *y = state.displacement[i];
            }
        }
    }

    pub(super) fn store(&self, state: &mut State) {
        for (i, slot) in self.bank.slots.iter().enumerate() {
            (state.displacement[i], state.velocity[i]) = match *slot {
                Slot::Ringing(place) => (self.bank.y[place], self.bank.v[place]),
                Slot::Mass(mass) => (self.masses[mass].y, self.masses[mass].v),
            };
        }
    }

    /// Takes the steps of some modes from the bank, whose parameters are new.
    pub(super) fn read(&mut self, range: Range<usize>) {
        self.steps.read(&self.bank, range, self.dt);
        self.refine(self.steps.count);
    }

    /// From now on, fine steps are so many in a sample.
    pub(super) fn refine(&mut self, count: u32) {
        let Self { bank, steps, dt, .. } = self;
        (steps.count, steps.dt) = (count, *dt / f64::from(count));
        let slot = slot(count);
        steps.slot = slot;
        if count > 1 && std::mem::replace(&mut steps.known[slot], count) != count {
            bank.coefficients(0..bank.len(), steps.dt, &mut steps.fine[slot]);
        }
    }
}

/// What happens to every mode over steps of several lengths.
#[derive(Debug)]
pub(super) struct Steps {
    /// How many fine steps there are in a sample, and their length (s).
    pub(super) count: u32,
    pub(super) dt: f64,
    /// Over 1, 2, 4 ... samples.
    pub(super) powers: [Vec<Coefficients>; POWERS],
    /// s⁺ = a·s + b·s⁻ for every signal of a free mode from sample to sample: a and b of each.
    pub(super) turns: [Vec<f64>; 2],
    /// Over parts of a sample, where they were needed; and how many parts each is for, 0 if none.
    fine: [Vec<Coefficients>; SLOTS],
    known: [u32; SLOTS],
    /// Where those that are taken now stand.
    slot: usize,
}

impl Steps {
    pub(super) fn new(bank: &Bank, dt: f64) -> Self {
        let mut steps = Self {
            count: 1,
            dt,
            powers: std::array::from_fn(|_| bank.room()),
            turns: [vec![0.0; bank.len()], vec![0.0; bank.len()]],
            fine: std::array::from_fn(|_| bank.room()),
            known: [0; SLOTS],
            slot: 0,
        };
        steps.read(bank, 0..bank.len(), dt);
        steps
    }

    /// Takes the parameters of some modes from the bank. Fine steps are prepared anew when they are needed.
    fn read(&mut self, bank: &Bank, range: Range<usize>, dt: f64) {
        self.known.fill(0);
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

    /// Over a sample.
    pub(super) fn sample(&self) -> Step<'_> {
        &self.powers[0]
    }

    /// Over a fine step.
    pub(super) fn fine(&self) -> Step<'_> {
        if self.count == 1 { self.sample() } else { &self.fine[self.slot] }
    }
}

/// Where the coefficients of so many steps per sample are kept; the last place is for all others.
fn slot(count: u32) -> usize {
    let power = count.trailing_zeros() as usize;
    if count.is_power_of_two() { power.saturating_sub(1).min(SLOTS - 1) } else { SLOTS - 1 }
}
