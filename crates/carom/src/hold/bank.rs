//! All ringing modes of a model, one array per quantity.

use std::ops::Range;

use super::kernels::{Coefficients, Moving, Step, rotate_pushed};
use super::matter::Matter;
use super::mode_step::ModeStep;
use super::vectors::{LANES, Lanes, WIDTH};
use crate::cpu::Cpu;
use crate::energy::Flow;
use crate::model::{Model, Modes};

/// Where a mode of the model lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    /// In the bank.
    Ringing(usize),
    /// Among the free masses.
    Mass(usize),
}

/// State and parameters of all ringing modes, each body's padded to a whole number of vectors. The
/// state is displacement and velocity: nothing in it depends on the step.
#[derive(Clone, Debug)]
pub(super) struct Bank {
    pub(super) y: Vec<f64>,
    pub(super) v: Vec<f64>,
    /// What each has lost since that was last cleared (J).
    pub(super) lost: Vec<Lanes>,
    /// ω².
    pub(super) square: Vec<f64>,
    /// 1/ω²; 0 without a spring.
    pub(super) period: Vec<f64>,
    /// 1/m and 1/(mω²).
    pub(super) lightness: Vec<f64>,
    pub(super) give: Vec<f64>,
    /// How far beside its amplitude a mode leaves the straight line between two samples: 1 − cos(ωΔt/2).
    pub(super) sag: Vec<f64>,
    /// The length of a sample (s).
    dt: f64,
    /// Modal parameters; padding has no mass.
    pub(super) mass: Vec<f64>,
    omega: Vec<f64>,
    pub(super) sigma: Vec<f64>,
    pub(super) slots: Vec<Slot>,
    /// What part of the bank each body has.
    pub(super) bodies: Vec<Range<usize>>,
}

impl Bank {
    pub(super) fn new(model: &Model, dt: f64) -> Self {
        let Modes { mass, omega, sigma, .. } = model.modes();
        let (mut slots, mut bodies) = (vec![Slot::Mass(0); mass.len()], Vec::new());
        let (mut ringing, mut masses) = (0, 0);
        for body in 0..model.bodies.len() {
            let start = ringing;
            let rings = |i: usize| omega[i] > 0.0 || sigma[i] > 0.0;
            for i in side_by_side(model, body).filter(|&i| rings(i)) {
                slots[i] = Slot::Ringing(ringing);
                ringing += 1;
            }
            for i in model.modes_of(body).filter(|&i| !rings(i)) {
                slots[i] = Slot::Mass(masses);
                masses += 1;
            }
            ringing = ringing.next_multiple_of(WIDTH);
            bodies.push(start..ringing);
        }
        let zeros = || vec![0.0; ringing];
        let mut bank = Self {
            y: zeros(),
            v: zeros(),
            lost: vec![Lanes::default(); ringing / LANES],
            square: zeros(),
            period: zeros(),
            lightness: zeros(),
            give: zeros(),
            sag: zeros(),
            dt,
            mass: zeros(),
            omega: zeros(),
            sigma: zeros(),
            slots,
            bodies,
        };
        for body in 0..model.bodies.len() {
            bank.read(model, body);
        }
        bank
    }

    /// Takes the parameters of the modes of a body from the model, which has as many as before.
    pub(super) fn read(&mut self, model: &Model, body: usize) {
        let Modes { mass, omega, sigma, .. } = model.modes();
        for i in model.modes_of(body) {
            if let Slot::Ringing(place) = self.slots[i] {
                self.mass[place] = mass[i];
                self.omega[place] = omega[i];
                self.sigma[place] = sigma[i];
                self.square[place] = omega[i] * omega[i];
                let square = self.square[place];
                self.period[place] = if square > 0.0 { 1.0 / square } else { 0.0 };
                self.lightness[place] = 1.0 / mass[i];
                self.give[place] = 1.0 / (mass[i] * omega[i] * omega[i]);
                self.sag[place] = 1.0 - (0.5 * omega[i] * self.dt).min(std::f64::consts::PI).cos();
            }
        }
    }

    pub(super) fn len(&self) -> usize {
        self.y.len()
    }

    /// The work of constant accelerations (m/s²) of some modes, from where they were not displaced.
    fn work(&self, range: Range<usize>, drives: &[f64]) -> f64 {
        let (mass, y) = (&self.mass[range.clone()], &self.y[range]);
        (0..y.len()).map(|i| drives[i] * mass[i] * y[i]).sum()
    }

    /// One step of some modes that are accelerated by `pushed` (m/s²), of which a constant part may do work.
    pub(super) fn push(
        &mut self,
        (cpu, range): (Cpu, Range<usize>),
        pushed: &[f64],
        drives: Option<&[f64]>,
        step: Step,
        flow: &mut Flow,
    ) {
        let work = |bank: &Self| drives.map_or(0.0, |drives| bank.work(range.clone(), drives));
        let before = work(self);
        flow.dissipated += rotate_pushed(cpu, self.moving(range.clone()), pushed, step);
        flow.supplied += work(self) - before;
    }

    /// Displacement and velocity of a mode that a constant acceleration holds: one without a spring moves on.
    pub(super) fn held(&self, i: usize, drive: f64) -> [f64; 2] {
        if self.square[i] > 0.0 || drive == 0.0 {
            [drive * self.period[i], 0.0]
        } else {
            [0.0, 0.5 * drive / self.sigma[i]]
        }
    }

    /// Displacements and velocities of some modes.
    pub(super) fn state(&self, range: &Range<usize>) -> [&[f64]; 2] {
        [&self.y[range.clone()], &self.v[range.clone()]]
    }

    /// Some modes, to be moved.
    pub(super) fn moving(&mut self, range: Range<usize>) -> Moving<'_> {
        let Self { y, v, lost, .. } = self;
        let lanes = range.start / LANES..range.end / LANES;
        Moving { y: &mut y[range.clone()], v: &mut v[range], lost: &mut lost[lanes] }
    }

    pub(super) fn is_real(&self, i: usize) -> bool {
        self.mass[i] > 0.0
    }

    /// Whether a mode rings below half the sample rate.
    pub(super) fn is_heard(&self, i: usize) -> bool {
        let square = (self.omega[i] - self.sigma[i]) * (self.omega[i] + self.sigma[i]);
        square < (std::f64::consts::PI / self.dt).powi(2)
    }

    /// Fills the coefficients of a step of some modes; padding keeps zeros.
    pub(super) fn coefficients(&self, range: Range<usize>, dt: f64, into: &mut [Coefficients]) {
        for i in range.filter(|&i| self.is_real(i)) {
            self.put(i, ModeStep::new(self.omega[i], self.sigma[i], dt), into);
        }
    }

    /// Fills those of a step twice as long.
    pub(super) fn double(
        &self,
        range: Range<usize>,
        half: &[Coefficients],
        into: &mut [Coefficients],
    ) {
        for i in range.filter(|&i| self.is_real(i)) {
            let half = half[i / LANES].of(i % LANES);
            self.put(i, half.twice(self.square[i]), into);
        }
    }

    fn put(&self, i: usize, step: ModeStep, into: &mut [Coefficients]) {
        let (group, lane) = (&mut into[i / LANES], i % LANES);
        group.square[lane] = self.square[i];
        (group.s[lane], group.c[lane], group.d[lane]) = (step.s, step.c, step.d);
        for (into, loss) in group.loss.iter_mut().zip(step.loss(self.square[i])) {
            into[lane] = self.mass[i] * loss;
        }
    }

    /// Room for the coefficients of a step.
    pub(super) fn room(&self) -> Vec<Coefficients> {
        vec![Coefficients::default(); self.len() / LANES]
    }

    /// Kinetic and elastic energy of all modes (J).
    pub(super) fn energy(&self) -> f64 {
        let Self { y, v, square, mass, .. } = self;
        let energy = |i: usize| mass[i] * (v[i] * v[i] + square[i] * y[i] * y[i]);
        0.5 * (0..self.len()).map(energy).sum::<f64>()
    }

    /// Kinetic energy of all modes (J).
    pub(super) fn kinetic(&self) -> f64 {
        0.5 * self.mass.iter().zip(&self.v).map(|(mass, v)| mass * v * v).sum::<f64>()
    }
}

/// Room for where modes are relative to where constant accelerations hold them.
#[derive(Clone, Debug)]
pub(super) struct Aside {
    y: Vec<f64>,
    v: Vec<f64>,
}

impl Aside {
    pub(super) fn new(modes: usize) -> Self {
        Self { y: vec![0.0; modes], v: vec![0.0; modes] }
    }

    /// Displacements and velocities of some modes, relative to those at which they are held.
    pub(super) fn of<'a>(
        &'a mut self,
        Matter { bank, drives, .. }: &'a Matter,
        range: &Range<usize>,
    ) -> [&'a [f64]; 2] {
        if drives.is_empty() {
            return bank.state(range);
        }
        for place in range.clone() {
            let [y, v] = bank.held(place, drives[place]);
            (self.y[place], self.v[place]) = (bank.y[place] - y, bank.v[place] - v);
        }
        [&self.y[range.clone()], &self.v[range.clone()]]
    }
}

/// The modes of a body in the order in which they stand: those that two listeners hear with opposite signs come last,
/// so that vectors of modes are heard alike or with opposite signs. Any order is right.
fn side_by_side(model: &Model, body: usize) -> impl Iterator<Item = usize> {
    let all = model.modes_of(body);
    let pickups = model.pickups.iter().filter(|pickup| pickup.body == body);
    let mut listeners = pickups.filter_map(|pickup| pickup.hearing.as_ref());
    let mut order: Vec<usize> = all.clone().collect();
    if let (Some(left), Some(right)) = (listeners.next(), listeners.next()) {
        let signs = |i: &usize| [left, right].map(|ear| ear.rings[i - all.start].of_g > 0.0);
        order.sort_by_key(|i| signs(i)[0] != signs(i)[1]);
    }
    order.into_iter()
}
