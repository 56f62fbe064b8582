//! Blows as they are heard: what forces on a body do to the air beside it, beyond the ringing of
//! its modes.
//!
//! Every pole of a far field has a state with ż = q·z + input, and the sum of their real parts is
//! heard. The input is what the contact forces on the body drive the pole with, each held over a
//! step: z⁺ = e^(qh)·z + (e^(qh) − 1)/q·input is exact. A constant force from outside moves
//! nothing; a change of it does.

use std::ops::Range;

use num_complex::Complex64;

use crate::hearing::Hearing;
use crate::model::Model;
use crate::stepper::{Rows, Touch};

/// A state below this (Pa) is silent: 500 dB below what anybody hears.
const SILENT: f64 = 1e-30;

/// So is everything together, beside what was left when nothing touched any more: rounding.
const UNHEARD: f64 = 1e-16;

/// The modes that share a filter.
#[derive(Clone, Debug)]
struct Group {
    poles: Range<usize>,
    /// Which modes of the body.
    members: Vec<usize>,
    /// How a newton on each member drives each pole; pole by pole.
    drives: Vec<Complex64>,
}

/// A contact of the body.
#[derive(Clone, Debug)]
struct Input {
    contact: usize,
    side: usize,
    /// How a newton in it drives each pole.
    drives: Vec<Complex64>,
    /// Whether modes or weights have changed since.
    stale: bool,
}

/// What a step of some length does to each pole: e^(qh) and (e^(qh) − 1)/q.
#[derive(Clone, Debug)]
struct Step {
    dt: f64,
    turns: Vec<[Complex64; 2]>,
}

impl Step {
    fn new(poles: &[Complex64], dt: f64) -> Self {
        let mut step = Self { dt: 0.0, turns: vec![Default::default(); poles.len()] };
        step.set(poles, dt);
        step
    }

    fn set(&mut self, poles: &[Complex64], dt: f64) {
        if self.dt == dt {
            return;
        }
        self.dt = dt;
        for (turn, &q) in self.turns.iter_mut().zip(poles) {
            let x = q * dt;
            // By its series where the difference would cancel.
            let share = if x.norm() < 0.1 {
                (2..=9).rev().fold(Complex64::from(1.0), |sum, n| 1.0 + x / f64::from(n) * sum)
            } else {
                (x.exp() - 1.0) / x
            };
            *turn = [x.exp(), share * dt];
        }
    }
}

/// What one pickup hears of the blows on its body.
#[derive(Clone, Debug)]
pub(super) struct Blow {
    pickup: usize,
    body: usize,
    poles: Vec<Complex64>,
    states: Vec<Complex64>,
    /// Room for what drives each pole.
    input: Vec<Complex64>,
    sample: Step,
    fine: Step,
    groups: Vec<Group>,
    inputs: Vec<Input>,
    /// The constant force on each mode of the body (N).
    forces: Vec<f64>,
    /// Whether any state is not 0.
    sounds: bool,
    /// What was left when nothing touched any more, once that is known (Pa).
    left: f64,
}

/// The blows of all pickups that hear some.
pub(super) fn blows(model: &Model, forces: &[f64], dt: f64) -> Vec<Blow> {
    let pickups = model.pickups.iter().enumerate();
    let heard = pickups.filter_map(|(p, pickup)| Some((p, pickup.body, pickup.hearing.as_ref()?)));
    let blows = heard.map(|(p, body, hearing)| Blow::new(model, (p, body, hearing), forces, dt));
    blows.filter(|blow| !blow.poles.is_empty()).collect()
}

impl Blow {
    fn new(
        model: &Model,
        (pickup, body, hearing): (usize, usize, &Hearing),
        forces: &[f64],
        dt: f64,
    ) -> Self {
        let (mut poles, mut groups): (Vec<Complex64>, Vec<Group>) = (Vec::new(), Vec::new());
        for (index, filter) in hearing.filters().enumerate() {
            let modes = hearing.far.modes.iter().enumerate();
            let heard = modes.filter(|(_, heard)| heard.filter == Some(index) && heard.gain != 0.0);
            let members: Vec<usize> = heard.map(|(n, _)| n).collect();
            let start = poles.len();
            if !members.is_empty() {
                poles.extend(filter);
            }
            let drives = vec![Complex64::default(); (poles.len() - start) * members.len()];
            groups.push(Group { poles: start..poles.len(), members, drives });
        }
        let zeros = vec![Complex64::default(); poles.len()];
        let touching = model.contacts.iter().enumerate().filter_map(|(contact, definition)| {
            let side = definition.bodies.iter().position(|b| *b == body)?;
            Some(Input { contact, side, drives: zeros.clone(), stale: true })
        });
        let mut blow = Self {
            pickup,
            body,
            inputs: touching.collect(),
            states: zeros.clone(),
            input: zeros,
            sample: Step::new(&poles, dt),
            fine: Step::new(&poles, dt),
            groups,
            forces: forces[model.modes_of(body)].to_vec(),
            sounds: false,
            left: f64::NAN,
            poles,
        };
        blow.update_modes(model, body);
        blow
    }

    /// The modes of a body have changed.
    pub(super) fn update_modes(&mut self, model: &Model, body: usize) {
        let hearing = model.pickups[self.pickup].hearing.as_ref().filter(|_| body == self.body);
        let Some(hearing) = hearing else { return };
        let (modes, first) = (&model.modes, model.modes_of(body).start);
        for Group { poles, members, drives } in &mut self.groups {
            for (m, &n) in members.iter().enumerate() {
                let i = first + n;
                let drive = hearing.drives(n, [modes.mass[i], modes.omega[i], modes.sigma[i]]);
                for (row, drive) in (0..poles.len()).zip(drive) {
                    drives[row * members.len() + m] = drive;
                }
            }
        }
        for input in &mut self.inputs {
            input.stale = true;
        }
    }

    /// The weights of a contact have changed.
    pub(super) fn update_weights(&mut self, contact: usize) {
        for input in self.inputs.iter_mut().filter(|input| input.contact == contact) {
            input.stale = true;
        }
    }

    /// One step under the forces that the contacts had in it.
    pub(super) fn step(&mut self, model: &Model, touches: &[Touch], dt: f64) {
        let Self { inputs, groups, input: sum, .. } = self;
        let mut pushed = false;
        for input in inputs.iter_mut() {
            let force = touches[input.contact].force;
            if force == 0.0 {
                continue;
            }
            if std::mem::take(&mut input.stale) {
                let weights = &model.contacts[input.contact].coupling.weights;
                // The force pushes each mode by minus its signed weight.
                let weights = &weights[model.side_weights(input.contact, input.side)];
                drive(groups, |n| -weights[n], &mut input.drives);
            }
            if !std::mem::replace(&mut pushed, true) {
                sum.fill(Complex64::default());
            }
            for (sum, drive) in sum.iter_mut().zip(&input.drives) {
                *sum += drive * force;
            }
        }
        if !pushed {
            self.rest(dt);
            return;
        }
        (self.sounds, self.left) = (true, f64::NAN);
        self.fine.set(&self.poles, dt);
        let states = self.states.iter_mut().zip(&self.input);
        for ((state, input), [turn, share]) in states.zip(&self.fine.turns) {
            *state = turn * *state + share * input;
        }
    }

    /// One step without forces.
    pub(super) fn rest(&mut self, dt: f64) {
        if self.sounds {
            self.fine.set(&self.poles, dt);
            for (state, [turn, _]) in self.states.iter_mut().zip(&self.fine.turns) {
                pass(state, *turn, 1, |_, _| ());
            }
        }
    }

    /// An impulse (N·s) at a point of a body.
    pub(super) fn kick(&mut self, body: usize, weights: &[f64], impulse: f64) {
        if body == self.body {
            drive(&self.groups, |n| weights[n] * impulse, &mut self.input);
            for (state, input) in self.states.iter_mut().zip(&self.input) {
                *state += input;
            }
            (self.sounds, self.left) = (true, f64::NAN);
        }
    }

    /// Other constant forces on all modes: from where the old ones held each state to where the new
    /// ones do.
    pub(super) fn push(&mut self, model: &Model, forces: &[f64]) {
        let now = &forces[model.modes_of(self.body)];
        if self.forces != now {
            drive(&self.groups, |n| now[n] - self.forces[n], &mut self.input);
            for ((state, input), q) in self.states.iter_mut().zip(&self.input).zip(&self.poles) {
                *state += input / q;
            }
            self.forces.copy_from_slice(now);
            (self.sounds, self.left) = (true, f64::NAN);
        }
    }

    /// Silence, under these constant forces.
    pub(super) fn reset(&mut self, model: &Model, forces: &[f64]) {
        self.forces.copy_from_slice(&forces[model.modes_of(self.body)]);
        self.silence();
    }

    fn silence(&mut self) {
        self.states.fill(Complex64::default());
        (self.sounds, self.left) = (false, f64::NAN);
    }

    /// What is heard now in a row.
    pub(super) fn now(&self, pickup: usize) -> f64 {
        let heard = self.sounds && self.pickup == pickup;
        if heard { self.states.iter().map(|state| state.re).sum() } else { 0.0 }
    }

    /// Adds what is heard in so many samples in which nothing touches. What nobody could hear ends
    /// here.
    pub(super) fn over_flight(&mut self, frames: usize, rows: &mut Rows) {
        if !self.sounds {
            return;
        }
        let level: f64 = self.states.iter().map(|state| state.norm()).sum();
        if self.left.is_nan() {
            self.left = level;
        }
        if level <= SILENT.max(UNHEARD * self.left) {
            self.silence();
            return;
        }
        let row = &mut rows[self.pickup];
        for (state, [turn, _]) in self.states.iter().zip(&self.sample.turns) {
            pass(&mut { *state }, *turn, frames, |n, value| row[n] += value);
        }
    }

    /// Passes so many samples of a flight.
    pub(super) fn end_flight(&mut self, frames: usize) {
        if self.sounds {
            for (state, [turn, _]) in self.states.iter_mut().zip(&self.sample.turns) {
                pass(state, *turn, frames, |_, _| ());
            }
        }
    }
}

/// How forces on the members of groups drive each pole.
fn drive(groups: &[Group], force: impl Fn(usize) -> f64, into: &mut [Complex64]) {
    for Group { poles, members, drives } in groups {
        for (pole, drives) in
            into[poles.clone()].iter_mut().zip(drives.chunks_exact(members.len().max(1)))
        {
            *pole = members.iter().zip(drives).map(|(&n, drive)| drive * force(n)).sum();
        }
    }
}

/// Lets a state die away over so many samples; numbers too small to be heard are slow, and end.
fn pass(state: &mut Complex64, turn: Complex64, frames: usize, mut heard: impl FnMut(usize, f64)) {
    for n in 0..frames {
        if state.norm_sqr() < SILENT * SILENT {
            *state = Complex64::default();
            return;
        }
        *state *= turn;
        heard(n, state.re);
    }
}
