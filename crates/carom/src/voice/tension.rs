//! Bodies that grow stiffer as they swing, by the mean tension of their middle surface.
//!
//! A thin plate whose rim holds it is stretched where it bends: after Berger (J. Appl. Mech. 22
//! (1955) 465) with the potential ¼κS², S = Σ gᵢ·yᵢ², which adds κS·gᵢ·yᵢ to the force on every mode.
//! Here S is replaced by its mean over a period, T, which is held over 64 samples: modes stay modes,
//! with ωᵢ² + κT·gᵢ/mᵢ, and every step stays exact. The ripple of the tension, at sums and differences
//! of the frequencies, is left out, and with it the coupling of modes that makes a tam-tam build up; by
//! its own ripple a mode alone would rise half as much again (Duffing: ¾ instead of ½).
//!
//! With T held, kinetic energy + ½Σ(mᵢωᵢ² + κT·gᵢ)·yᵢ² − ¼κT² is what is stored: at the T at which it is
//! stationary, that is the mean of ¼κS². When T changes, displacements stay and velocities take what
//! the springs give or cost, so that nothing is gained or lost.

use super::Voice;
use crate::hold::LONGEST;
use crate::model::{Model, Modes, State};

/// A relative change of ω² below this is not worth new coefficients: a tenth of a cent.
const WORTH: f64 = 1e-4;

/// The work of new coefficients for a mode.
const WORK: u32 = 3;

/// Velocities pay at most such a share of their energy at once.
const PAY: f64 = 0.5;

impl Voice {
    /// At the start of every 64 samples: the tension follows the motion.
    pub(super) fn tighten(&mut self) {
        if self.model.tensions.is_empty() || !self.frame.is_multiple_of(LONGEST as u64) {
            return;
        }
        self.begin_cell();
        self.stepper.store(&self.model, &mut self.state);
        let mut changed = false;
        for t in 0..self.model.tensions.len() {
            if self.model.tighten(t, &mut self.state) {
                changed = true;
                let body = self.model.tensions[t].body;
                self.modes_changed(body);
                self.note_work(WORK * self.model.modes_of(body).len() as u32);
            }
        }
        if changed {
            self.stepper.load_velocities(&self.model, &self.state, &self.drive);
        }
    }

    /// The state is another: every tension is what it would be after a long time in that motion.
    pub(super) fn refit_tensions(&mut self) {
        for t in 0..self.model.tensions.len() {
            self.model.refit_tension(t, &self.state);
            self.modes_changed(self.model.tensions[t].body);
        }
    }
}

impl Model {
    /// What held tensions count twice in the energies of the modes (J).
    pub(crate) fn counted_twice(&self) -> f64 {
        self.tensions.iter().map(Held::counted_twice).sum()
    }

    /// Lets a tension follow the motion; false if it stays.
    fn tighten(&mut self, t: usize, state: &mut State) -> bool {
        let range = self.modes_of(self.tensions[t].body);
        let held = &mut self.tensions[t];
        let mass = &self.modes.mass[range.clone()];
        let y = &state.displacement[range.clone()];
        let v = &mut state.velocity[range.clone()];
        let next = held.mean_square(mass, y, v);
        let change = next - held.mean;
        let worth = held.stiffness * change.abs() * held.softest > WORTH;
        if !worth {
            return false;
        }
        let stretching = held.weights.iter().enumerate().filter(|(_, weight)| **weight > 0.0);
        let (mut now, mut kinetic) = (0.0, 0.0);
        for (i, weight) in stretching.clone() {
            now += weight * y[i] * y[i];
            kinetic += 0.5 * mass[i] * v[i] * v[i];
        }
        let cost = 0.5 * held.stiffness * change * (now - 0.5 * (next + held.mean));
        // At a turning point there is nothing to pay with: the next time will do.
        let affordable = kinetic > 0.0 && cost.abs() <= PAY * kinetic;
        if !affordable {
            return false;
        }
        let factor = (1.0 - cost / kinetic).sqrt();
        for (i, _) in stretching {
            v[i] *= factor;
        }
        held.mean = next;
        held.stiffen(&mut self.modes, range.start);
        true
    }

    /// Sets a tension to that of a motion.
    fn refit_tension(&mut self, t: usize, state: &State) {
        let range = self.modes_of(self.tensions[t].body);
        let held = &mut self.tensions[t];
        held.mean = held.mean_square(
            &self.modes.mass[range.clone()],
            &state.displacement[range.clone()],
            &state.velocity[range.clone()],
        );
        held.stiffen(&mut self.modes, range.start);
    }

    /// Somebody has given a body other modes: they are those without tension.
    pub(crate) fn note_slack_modes(&mut self, body: usize) {
        let range = self.modes_of(body);
        for held in self.tensions.iter_mut().filter(|held| held.body == body) {
            held.read(&self.modes, range.start);
            held.stiffen(&mut self.modes, range.start);
        }
    }
}

/// How a body is stretched as it bends: see [`World::tension`](crate::World::tension).
#[derive(Clone, Debug, PartialEq)]
pub struct Tension {
    /// κ (J/m⁴ while weights are pure numbers): ¼κS² is stored.
    pub stiffness: f64,
    /// gᵢ, with S = Σ gᵢ·yᵢ²: the mean square slope of each mode times the area. Modes beyond the
    /// last stretch nothing.
    pub weights: Vec<f64>,
}

/// The tension of a body in a model.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Held {
    pub(crate) body: usize,
    stiffness: f64,
    weights: Vec<f64>,
    /// ω² without tension.
    squares: Vec<f64>,
    /// The largest gᵢ/(mᵢωᵢ²).
    softest: f64,
    /// T.
    mean: f64,
}

impl Held {
    /// Modes that move as a whole stretch nothing.
    pub(crate) fn new(body: usize, tension: &Tension, modes: &Modes, first: usize) -> Self {
        let weights: Vec<f64> = (first..)
            .zip(&tension.weights)
            .map(|(i, weight)| if modes.omega[i] > 0.0 { *weight } else { 0.0 })
            .collect();
        let squares = vec![0.0; weights.len()];
        let stiffness = tension.stiffness;
        let mut held = Self { body, stiffness, weights, squares, softest: 0.0, mean: 0.0 };
        held.read(modes, first);
        held
    }

    /// Takes over frequencies without tension.
    fn read(&mut self, modes: &Modes, first: usize) {
        self.softest = 0.0;
        for (k, weight) in self.weights.iter().enumerate() {
            let square = modes.omega[first + k].powi(2);
            self.squares[k] = square;
            if *weight > 0.0 {
                self.softest = self.softest.max(weight / (modes.mass[first + k] * square));
            }
        }
    }

    /// Puts the frequencies with tension into the modes.
    fn stiffen(&self, modes: &mut Modes, first: usize) {
        for (k, weight) in self.weights.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
            let more = self.stiffness * self.mean * weight / modes.mass[first + k];
            modes.omega[first + k] = (self.squares[k] + more).sqrt();
        }
    }

    /// The mean of S over a period once T is that mean: one equation, whose right side falls with T,
    /// by Newton's method.
    fn mean_square(&self, mass: &[f64], y: &[f64], v: &[f64]) -> f64 {
        let mut mean = self.mean;
        for _ in 0..40 {
            let (mut sum, mut slope) = (0.0, 0.0);
            for (k, weight) in self.weights.iter().enumerate().filter(|(_, weight)| **weight > 0.0)
            {
                let stiffer = self.stiffness * weight / mass[k];
                let square = self.squares[k] + stiffer * mean;
                let moving = v[k] * v[k] / square;
                sum += 0.5 * weight * (y[k] * y[k] + moving);
                slope += 0.5 * weight * moving * stiffer / square;
            }
            let step = (sum - mean) / (1.0 + slope);
            mean = (mean + step).max(0.0);
            if step.abs() <= 1e-12 * mean {
                break;
            }
        }
        mean
    }

    /// ¼κT² (J).
    pub(crate) fn counted_twice(&self) -> f64 {
        0.25 * self.stiffness * self.mean * self.mean
    }

    /// Back to where another one is.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        self.squares.copy_from_slice(&other.squares);
        (self.softest, self.mean) = (other.softest, other.mean);
    }
}
