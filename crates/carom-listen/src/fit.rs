//! Modes fitted together to a stretch of sound, by damped least squares.
//!
//! All modes are fitted at once. A mode need not be far from its neighbours, as it would have to be
//! for a filter: the overlap of modes is part of the model.

use super::mode::{Mode, pair_sums};
use super::solve::Normal;
use realfft::num_complex::Complex;
use std::cell::Cell;
use std::f64::consts::PI;

/// Least quality factor of a fitted mode: below it, a sound is a thud without a pitch.
pub(super) const LEAST_QUALITY: f64 = 2.5;
/// Number of unknowns of a mode: amplitude (two), decay, frequency.
const UNKNOWNS: usize = 4;
/// Index of the decay among the unknowns of a mode.
const DECAY: usize = 2;
/// Index of the frequency.
const FREQUENCY: usize = 3;

/// A stretch of sound as a sum of modes, an offset and a residual.
#[derive(Clone)]
pub(super) struct Fit<'a> {
    sound: &'a [f64],
    pub(super) modes: Vec<Mode>,
    offset: f64,
    pub(super) residual: Vec<f64>,
    /// Sum of squares of the residual.
    pub(super) energy: f64,
    /// Work that may still be done, in samples times modes.
    pub(super) budget: &'a Cell<f64>,
}

impl<'a> Fit<'a> {
    /// A sound as these modes and this offset.
    pub(super) fn new(
        sound: &'a [f64],
        modes: Vec<Mode>,
        offset: f64,
        budget: &'a Cell<f64>,
    ) -> Self {
        let mut fit = Self { sound, modes, offset, residual: Vec::new(), energy: 0.0, budget };
        fit.refresh();
        fit
    }

    /// Whether any of the budget is left.
    pub(super) fn has_budget(&self) -> bool {
        self.budget.get() > 0.0
    }

    /// Takes the cost of this many passes over the sound from the budget.
    pub(super) fn spend(&self, passes: usize) {
        self.budget.set(self.budget.get() - (passes * self.sound.len()) as f64);
    }

    /// Recomputes residual and energy after a change of the modes.
    fn refresh(&mut self) {
        self.spend(self.modes.len() + 3);
        self.residual.clear();
        self.residual.extend(self.sound.iter().map(|x| x - self.offset));
        for mode in &self.modes {
            mode.subtract(&mut self.residual);
        }
        self.energy = self.residual.iter().map(|x| x * x).sum();
    }

    /// Energy by which a mode of this exponent would reduce the residual.
    pub(super) fn gain(&self, exponent: Complex<f64>) -> f64 {
        self.spend(1);
        let mode = Mode::unit(exponent);
        let gain = mode.envelope_energy(self.sound.len());
        2.0 * mode.overlap(&self.residual).norm_sqr() / gain
    }

    /// Adds a mode of this exponent with the amplitude that reduces the residual most.
    pub(super) fn add(&mut self, exponent: Complex<f64>) {
        self.spend(3);
        let mut mode = Mode::unit(exponent);
        let gain = mode.envelope_energy(self.sound.len());
        mode.amplitude = mode.overlap(&self.residual).conj() * (2.0 / gain);
        mode.subtract(&mut self.residual);
        self.modes.push(mode);
        self.energy = self.residual.iter().map(|x| x * x).sum();
    }

    /// Keeps the modes for which `keep` holds.
    pub(super) fn retain(&mut self, keep: impl FnMut(&Mode) -> bool) {
        let before = self.modes.len();
        self.modes.retain(keep);
        if self.modes.len() < before {
            self.refresh();
        }
    }

    /// These modes and the residual: the sound without all other modes.
    pub(super) fn with_only(&self, modes: &[Mode]) -> Vec<f64> {
        self.spend(3 + modes.len());
        let mut sound = self.residual.clone();
        for mode in modes {
            Mode { amplitude: -mode.amplitude, ..*mode }.subtract(&mut sound);
        }
        sound
    }

    /// Puts other modes in the place of those with these indices.
    pub(super) fn replace(&mut self, indices: &[usize], modes: &[Mode]) {
        let mut index = 0;
        self.modes.retain(|_| {
            index += 1;
            !indices.contains(&(index - 1))
        });
        self.modes.extend(modes);
        self.refresh();
    }

    /// Energy of the sound without its offset.
    pub(super) fn sound_energy(&self) -> f64 {
        self.sound.iter().map(|x| (x - self.offset).powi(2)).sum()
    }

    /// Moves all unknowns until a step reduces the energy left by less than this part of it.
    pub(super) fn improve(&mut self, steps: usize, tolerance: f64) {
        let mut damping = 1e-4;
        for _ in 0..steps {
            let before = self.energy;
            if !self.has_budget()
                || !self.step(&mut damping)
                || before - self.energy <= tolerance * before
            {
                return;
            }
        }
    }

    /// Takes one step that reduces the energy; returns false if there is none.
    fn step(&mut self, damping: &mut f64) -> bool {
        let modes = self.modes.len() as f64;
        // The cost of the sums for every pair of modes.
        self.budget.set(self.budget.get() - 500.0 * modes * modes);
        let normal = self.normal();
        let gradient = self.gradient();
        for _ in 0..8 {
            if !self.has_budget() {
                return false;
            }
            // The cost of an elimination of all unknowns.
            self.budget.set(self.budget.get() - 30.0 * modes * modes * modes);
            if let Some(factor) = normal.factor(*damping) {
                let trial = self.moved(&factor.solve(&gradient));
                if trial.energy < self.energy {
                    *damping = (*damping * 0.1).max(1e-12);
                    *self = trial;
                    return true;
                }
            }
            *damping = (*damping * 10.0).max(1e-10);
        }
        false
    }

    /// The fit with all unknowns changed by `step`.
    fn moved(&self, step: &[f64]) -> Self {
        let mut trial = self.clone();
        let least = 1.0 / self.sound.len().max(1) as f64;
        for (mode, step) in trial.modes.iter_mut().zip(step.chunks(UNKNOWNS)) {
            mode.amplitude += Complex::new(step[0], step[1]);
            let frequency = (mode.exponent.im + step[FREQUENCY]).clamp(least, PI);
            let decay = mode.exponent.re + step[DECAY];
            // A mode may grow by at most a factor of e over the length of the sound.
            let decay = decay.clamp(-0.5 * frequency / LEAST_QUALITY, least);
            mode.exponent = Complex::new(decay, frequency);
        }
        trial.offset += step.last().copied().unwrap_or(0.0);
        trial.refresh();
        trial
    }

    /// The column of an unknown is the real part of c·t^p·exp(s·t): returns c, p and s.
    fn column(&self, unknown: usize) -> (Complex<f64>, usize, Complex<f64>) {
        let Some(mode) = self.modes.get(unknown / UNKNOWNS) else {
            return (Complex::new(1.0, 0.0), 0, Complex::default());
        };
        let i = Complex::new(0.0, 1.0);
        match unknown % UNKNOWNS {
            0 => (Complex::new(1.0, 0.0), 0, mode.exponent),
            1 => (i, 0, mode.exponent),
            2 => (mode.amplitude, 1, mode.exponent),
            _ => (i * mode.amplitude, 1, mode.exponent),
        }
    }

    /// The inner products of the columns of all unknowns.
    fn normal(&self) -> Normal {
        let count = self.sound.len();
        let exponents: Vec<_> = self.modes.iter().map(|mode| mode.exponent).collect();
        let sums = pair_sums(&exponents, count);
        Normal::new(self.modes.len() * UNKNOWNS + 1, |row, column| {
            let (a, p, _) = self.column(row);
            let (b, q, _) = self.column(column);
            let (i, j) = (row / UNKNOWNS, column / UNKNOWNS);
            let [plain, conjugate] = &sums[i * (i + 1) / 2 + j];
            0.5 * (a * b * plain[p + q] + a * b.conj() * conjugate[p + q]).re
        })
    }

    /// The inner product of each column with the residual.
    fn gradient(&self) -> Vec<f64> {
        self.spend(2 * self.modes.len());
        let mut gradient = Vec::with_capacity(self.modes.len() * UNKNOWNS + 1);
        for (index, mode) in self.modes.iter().enumerate() {
            let sums = mode.project(&self.residual);
            gradient.extend((0..UNKNOWNS).map(|unknown| {
                let (direction, p, _) = self.column(index * UNKNOWNS + unknown);
                (direction * sums[p]).re
            }));
        }
        gradient.push(self.residual.iter().sum());
        gradient
    }

    /// Standard deviations of decay and frequency (per sample) of each mode in noise of variance 1;
    /// infinite if undetermined.
    pub(super) fn deviations(&self) -> Vec<[f64; 2]> {
        let normal = self.normal();
        // Nearly equal modes may make the matrix singular.
        let factor = [1e-13, 1e-10, 1e-7].iter().find_map(|damping| normal.factor(*damping));
        let deviation = |unknown: usize| {
            let variance = factor.as_ref().map(|factor| factor.variance(unknown));
            variance.map_or(f64::INFINITY, |variance| variance.max(0.0).sqrt())
        };
        let of = |first: usize| [deviation(first + DECAY), deviation(first + FREQUENCY)];
        (0..self.modes.len()).map(|index| of(index * UNKNOWNS)).collect()
    }

    /// Energy of the first `count` samples of the residual, beyond that of `noise` per sample, as a
    /// part of the energy of the sound there.
    pub(super) fn unexplained_start(&self, count: usize, noise: f64) -> f64 {
        let count = count.min(self.sound.len());
        let left: f64 = self.residual[..count].iter().map(|x| x * x).sum();
        let sound: f64 = self.sound[..count].iter().map(|x| (x - self.offset).powi(2)).sum();
        let left = (left - noise * count as f64).max(0.0);
        if sound > 0.0 { left / sound } else { 0.0 }
    }
}
