//! Modes fitted together to one or several sounds of an object, by least squares.
//!
//! All modes are fitted at once: a mode need not be far from its neighbours, as it would have to be
//! for a filter. Frequencies and decays are common to all sounds, amplitudes belong to each. Since
//! the amplitudes follow linearly from the exponents, only the exponents are searched (variable
//! projection: Golub, Pereyra, SIAM J. Numer. Anal. 10 (1973) 413-432). Inner products of modes are
//! known in closed form, so that no matrix has a row for each sample.

use crate::mode::{Mode, pair_sums};
use crate::solve::{Factor, Normal};
use carom_numeric::vector::dot;
use realfft::num_complex::Complex;
use std::f64::consts::PI;

/// Least quality factor of a fitted mode: below it, a sound is a thud without a pitch.
pub(super) const LEAST_QUALITY: f64 = 2.5;
/// Dampings of the amplitudes' equations that are tried: nearly equal modes may make them singular.
const DAMPINGS: [f64; 4] = [1e-14, 1e-11, 1e-9, 1e-7];

/// One of the sounds: an offset and an amplitude for each mode.
#[derive(Clone, Default)]
pub(super) struct Part {
    pub(super) amplitudes: Vec<Complex<f64>>,
    offset: f64,
    pub(super) residual: Vec<f64>,
}

/// Sounds of equal length as sums of modes, offsets and residuals.
#[derive(Clone)]
pub(super) struct Fit<'a> {
    sounds: &'a [Vec<f64>],
    /// Decay (negative) and angular frequency of each mode, per sample.
    pub(super) exponents: Vec<Complex<f64>>,
    /// In the order of the sounds.
    pub(super) parts: Vec<Part>,
    /// Sum of squares of the residuals.
    pub(super) energy: f64,
}

/// Sums over the products of all pairs of modes, of plain and of conjugate products.
struct Pairs(Vec<[[Complex<f64>; 3]; 2]>);

impl Pairs {
    fn new(exponents: &[Complex<f64>], count: usize) -> Self {
        Self(pair_sums(exponents, count))
    }

    /// Inner product of Re(a·t^p·z^t) of one mode and Re(b·t^q·z^t) of another.
    fn product(&self, first: Column, second: Column) -> f64 {
        let (i, j) = (first.mode.max(second.mode), first.mode.min(second.mode));
        let [plain, conjugate] = &self.0[i * (i + 1) / 2 + j];
        let power = first.power + second.power;
        // The sums are of the mode with the larger number times the other, or its conjugate.
        let (a, b) = if first.mode >= second.mode {
            (first.factor, second.factor)
        } else {
            (second.factor, first.factor)
        };
        0.5 * (a * b * plain[power] + a * b.conj() * conjugate[power]).re
    }
}

/// Re(factor · t^power · z^t) of a mode.
#[derive(Clone, Copy)]
struct Column {
    mode: usize,
    factor: Complex<f64>,
    power: usize,
}

const I: Complex<f64> = Complex::new(0.0, 1.0);

impl<'a> Fit<'a> {
    /// The sounds as modes of these exponents; all sounds must be equally long.
    pub(super) fn new(sounds: &'a [Vec<f64>], exponents: Vec<Complex<f64>>) -> Self {
        let mut fit = Self { sounds, exponents, parts: Vec::new(), energy: 0.0 };
        fit.amplitudes();
        fit
    }

    pub(super) fn sounds(&self) -> &'a [Vec<f64>] {
        self.sounds
    }

    pub(super) fn samples(&self) -> usize {
        self.sounds.first().map_or(0, Vec::len)
    }

    /// The amplitude of a mode, over all sounds: the root of the sum of squares.
    pub(super) fn amplitude(&self, mode: usize) -> f64 {
        self.parts.iter().map(|part| part.amplitudes[mode].norm_sqr()).sum::<f64>().sqrt()
    }

    /// The column of an amplitude or, as the last, of the offset.
    fn linear(&self, unknown: usize) -> Column {
        let factor = if unknown.is_multiple_of(2) { Complex::new(1.0, 0.0) } else { I };
        Column { mode: unknown / 2, factor, power: 0 }
    }

    /// The column of a decay or frequency of one of the sounds.
    fn curved(&self, part: &Part, unknown: usize) -> Column {
        let amplitude = part.amplitudes[unknown / 2];
        let factor = if unknown.is_multiple_of(2) { amplitude } else { I * amplitude };
        Column { mode: unknown / 2, factor, power: 1 }
    }

    fn linear_equations(&self, pairs: &Pairs) -> Normal {
        Normal::new(2 * self.exponents.len() + 1, |i, j| {
            pairs.product(self.linear(i), self.linear(j))
        })
    }

    /// Gives every sound its best amplitudes, offset and residual.
    fn amplitudes(&mut self) {
        let normal = self.linear_equations(&Pairs::new(&self.exponents, self.samples()));
        let Some(factor) = DAMPINGS.iter().find_map(|damping| normal.factor(*damping)) else {
            self.energy = f64::INFINITY;
            return;
        };
        let parts = self.sounds.iter().map(|sound| self.part(sound, &factor)).collect();
        self.parts = parts;
        let energy = |part: &Part| part.residual.iter().map(|x| x * x).sum::<f64>();
        self.energy = self.parts.iter().map(energy).sum();
    }

    fn part(&self, sound: &[f64], factor: &Factor) -> Part {
        let mut part = Part {
            amplitudes: vec![Complex::default(); self.exponents.len()],
            offset: 0.0,
            residual: sound.to_vec(),
        };
        let mut right = Vec::with_capacity(2 * self.exponents.len() + 1);
        for exponent in &self.exponents {
            let overlap = Mode::unit(*exponent).overlap(sound);
            right.extend([overlap.re, -overlap.im]);
        }
        right.push(sound.iter().sum());
        let solved = factor.solve(&right);
        for ((k, exponent), pair) in self.exponents.iter().enumerate().zip(solved.chunks(2)) {
            part.amplitudes[k] = Complex::new(pair[0], pair[1]);
            let mode = Mode { exponent: *exponent, amplitude: part.amplitudes[k] };
            mode.subtract(&mut part.residual);
        }
        part.offset = solved.last().copied().unwrap_or(0.0);
        part.residual.iter_mut().for_each(|x| *x -= part.offset);
        part
    }

    /// The first samples of one of the sounds without all modes for which `keep` does not hold.
    pub(super) fn with_only(
        &self,
        sound: usize,
        samples: usize,
        keep: impl Fn(Complex<f64>) -> bool,
    ) -> Vec<f64> {
        let part = &self.parts[sound];
        let mut rest = part.residual[..samples].to_vec();
        for (exponent, amplitude) in self.exponents.iter().zip(&part.amplitudes) {
            if keep(*exponent) {
                Mode { exponent: *exponent, amplitude: -amplitude }.subtract(&mut rest);
            }
        }
        rest
    }

    /// Moves the exponents until a step reduces the energy left by less than this part of it.
    pub(super) fn improve(&mut self, steps: usize, tolerance: f64) {
        let mut damping = 1e-3;
        for _ in 0..steps {
            let before = self.energy;
            if !self.step(&mut damping) || before - self.energy <= tolerance * before {
                return;
            }
        }
    }

    /// Takes one step that reduces the energy; returns false if there is none.
    fn step(&mut self, damping: &mut f64) -> bool {
        let Some((normal, gradient)) = self.reduced() else {
            return false;
        };
        for _ in 0..6 {
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

    /// The fit with all exponents changed by `step`.
    fn moved(&self, step: &[f64]) -> Self {
        let least = 1.0 / self.samples().max(1) as f64;
        let moved = |(exponent, step): (&Complex<f64>, &[f64])| {
            let frequency = (exponent.im + step[1]).clamp(least, PI);
            // A mode may grow by at most a factor of e over the length of the sound.
            let decay = (exponent.re + step[0]).clamp(-0.5 * frequency / LEAST_QUALITY, least);
            Complex::new(decay, frequency)
        };
        Self::new(self.sounds, self.exponents.iter().zip(step.chunks(2)).map(moved).collect())
    }

    /// The equations for a step of the exponents, after the amplitudes have been eliminated, and
    /// their right-hand side.
    fn reduced(&self) -> Option<(Normal, Vec<f64>)> {
        let pairs = Pairs::new(&self.exponents, self.samples());
        let linear = self.linear_equations(&pairs);
        let factor = DAMPINGS.iter().find_map(|damping| linear.factor(*damping))?;
        let size = 2 * self.exponents.len();
        let mut matrix = vec![0.0; size * size];
        let mut gradient = vec![0.0; size];
        for part in &self.parts {
            let row = |unknown: usize| -> Vec<f64> {
                let column = self.curved(part, unknown);
                let right: Vec<f64> =
                    (0..=size).map(|k| pairs.product(column, self.linear(k))).collect();
                factor.halfway(&right)
            };
            let rows: Vec<Vec<f64>> = (0..size).map(row).collect();
            for i in 0..size {
                for j in 0..=i {
                    let whole = pairs.product(self.curved(part, i), self.curved(part, j));
                    matrix[i * size + j] += whole - dot(&rows[i], &rows[j]);
                }
            }
            for (k, exponent) in self.exponents.iter().enumerate() {
                let [_, timed] = Mode::unit(*exponent).project(&part.residual);
                for unknown in [2 * k, 2 * k + 1] {
                    gradient[unknown] += (self.curved(part, unknown).factor * timed).re;
                }
            }
        }
        Some((Normal::new(size, |i, j| matrix[i * size + j]), gradient))
    }

    /// Standard deviations of decay and frequency (per sample) of each mode in noise of variance 1
    /// per sample; infinite if undetermined.
    pub(super) fn deviations(&self) -> Vec<(f64, f64)> {
        let undetermined = vec![(f64::INFINITY, f64::INFINITY); self.exponents.len()];
        let Some((normal, _)) = self.reduced() else {
            return undetermined;
        };
        let Some(factor) = DAMPINGS.iter().find_map(|damping| normal.factor(*damping)) else {
            return undetermined;
        };
        let deviation = |unknown: usize| factor.variance(unknown).max(0.0).sqrt();
        (0..self.exponents.len()).map(|k| (deviation(2 * k), deviation(2 * k + 1))).collect()
    }

    /// The energy by which all residuals together would grow without each mode, while the other
    /// exponents stay.
    pub(super) fn worths(&self) -> Vec<f64> {
        let normal = self.linear_equations(&Pairs::new(&self.exponents, self.samples()));
        let Some(factor) = DAMPINGS.iter().find_map(|damping| normal.factor(*damping)) else {
            return vec![0.0; self.exponents.len()];
        };
        let worth = |k: usize| {
            let [[a, b], [_, d]] = factor.block(2 * k);
            let determinant = a * d - b * b;
            let of = |part: &Part| {
                let (x, y) = (part.amplitudes[k].re, part.amplitudes[k].im);
                (d * x * x - 2.0 * b * x * y + a * y * y) / determinant
            };
            self.parts.iter().map(of).sum::<f64>()
        };
        (0..self.exponents.len()).map(worth).collect()
    }

    /// Energy of the first `count` samples of the residuals, beyond that of `noise` per sample, as a
    /// part of the energy of the sounds there.
    pub(super) fn unexplained_start(&self, count: usize, noise: f64) -> f64 {
        let count = count.min(self.samples());
        let (mut left, mut whole) = (0.0, 0.0);
        for (part, sound) in self.parts.iter().zip(self.sounds) {
            left += part.residual[..count].iter().map(|x| x * x).sum::<f64>();
            left -= noise * count as f64;
            whole += sound[..count].iter().map(|x| (x - part.offset).powi(2)).sum::<f64>();
        }
        if whole > 0.0 { left.max(0.0) / whole } else { 0.0 }
    }
}
