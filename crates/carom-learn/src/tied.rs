//! All modes of a known shape at once.
//!
//! Where resonances overlap, a recording does not tell them apart. But all places together have one unknown
//! for each mode: what is heard of it when it is struck where it moves as 1. How lively it is at each place
//! follows from the shape and ties the recordings together. Pitches are about those of the shape; decays are
//! found.

use crate::gains::ringing_overlap;
use crate::linear::Factor;
use carom_numeric::bessel::BesselI;
use num_complex::Complex;
use std::f64::consts::{PI, TAU};

type C = Complex<f64>;

/// What is taken to be uncertain of a sound, as a part of it.
const UNSURE: f64 = 0.003;
/// Standard deviations: of gains, as multiples of those around; of logarithms of decays; of frequencies, as a
/// part; of logarithms of what differs between recordings.
const GAIN: f64 = 3.0;
const DECAY: f64 = 0.7;
const PITCH: f64 = 3e-4;
const DIFFERENCE: f64 = 0.2;
/// How far frequencies of modes differ that are one, as a part.
const ONE: f64 = 1e-7;
/// Gains are compared with those within this ratio of frequencies.
const AROUND: f64 = 1.3;
/// What gains cost at first, as a part of what they explain.
const COST: f64 = 1e-3;
/// Losses that are tried first, as multiples of what is usual.
const LOSSES: [f64; 3] = [0.5, 1.0, 2.0];
/// From where on nothing is left of a sound, as a multiple of the frequency below which it is kept.
pub(crate) const STOP: f64 = 1.15;
const STEPS: usize = 40;
const TRIES: usize = 8;

/// A mode of the shape.
#[derive(Clone)]
pub(crate) struct Part {
    /// 1/s, as expected.
    pub(crate) exponent: C,
    /// Whether it was measured.
    pub(crate) sure: bool,
    /// How lively it is in each recording, times the force there.
    pub(crate) at: Vec<C>,
    /// The same at the new place.
    pub(crate) new: C,
}

/// Sounds of one object, from when nothing pushes any more.
pub(crate) struct Tied<'a> {
    /// All of one length.
    pub(crate) sounds: &'a [Vec<f64>],
    /// Hz.
    pub(crate) rate: f64,
    pub(crate) parts: Vec<Part>,
}

/// What is sought.
#[derive(Clone)]
struct Unknowns {
    gains: Vec<C>,
    /// Logarithms of decays, beside what is expected.
    decays: Vec<f64>,
    /// Frequencies beside what is expected, as a part.
    pitches: Vec<f64>,
    /// For each recording, the logarithm of how its gains differ, and its rise up to the highest mode.
    differences: Vec<[C; 2]>,
}

/// Sums over samples of products of modes.
struct Sums {
    exponents: Vec<C>,
    /// For each pair, Σ tᵐ·z·z′ and Σ tᵐ·z·conj(z′) for m from 0 to 2.
    products: Vec<[C; 6]>,
    /// For each recording and mode, Σ x·z and Σ t·x·z.
    overlaps: Vec<Vec<[C; 2]>>,
}

/// What a fit found.
pub(crate) struct Fitted {
    /// For each part, its exponent (1/s) and its amplitude at the new place when the sounds begin.
    pub(crate) modes: Vec<(C, C)>,
    /// For each recording, the energy of what is left.
    pub(crate) left: Vec<f64>,
}

/// Σ nᵐ·ρⁿ for n below a count, m from 0 to 2.
fn series(ratio: C, count: usize) -> [C; 3] {
    let one = C::new(1.0, 0.0);
    let (n, gap) = (count as f64, one - ratio);
    if gap.norm() * n < 1e-2 {
        // A polynomial in the logarithm, of which the first terms are enough.
        let log = ratio.ln();
        let power = |m: i32| n.powi(m + 1) / f64::from(m + 1);
        let sum = |m: i32| one * power(m) + log * power(m + 1) + log * log * 0.5 * power(m + 2);
        return [sum(0), sum(1), sum(2)];
    }
    let last = ratio.powf(n);
    let zero = (one - last) / gap;
    // Each by parts from the one before.
    let first = (ratio * zero - last * n) / gap;
    let second = (ratio * (first * 2.0 + zero) - last * n * n) / gap;
    [zero, first, second]
}

impl Sums {
    fn new(exponents: Vec<C>, sounds: &[[Vec<f64>; 2]], rate: f64) -> Self {
        let count = sounds.first().map_or(0, |sound| sound[0].len());
        let size = exponents.len();
        let mut products = vec![[C::default(); 6]; size * size];
        for i in 0..size {
            for j in 0..=i {
                let same = series(((exponents[i] + exponents[j]) / rate).exp(), count);
                let turned = series(((exponents[i] + exponents[j].conj()) / rate).exp(), count);
                let (mut here, mut there) = ([C::default(); 6], [C::default(); 6]);
                for m in 0..3 {
                    let unit = rate.powi(-(m as i32));
                    here[m] = same[m] * unit;
                    here[3 + m] = turned[m] * unit;
                    there[m] = here[m];
                    there[3 + m] = here[3 + m].conj();
                }
                products[i * size + j] = here;
                products[j * size + i] = there;
            }
        }
        let overlap = |sound: &[Vec<f64>; 2]| -> Vec<[C; 2]> {
            let of = |s: &C| {
                let turn = (s / rate).exp();
                [0, 1].map(|m| ringing_overlap(C::new(1.0, 0.0), turn, &sound[m]))
            };
            exponents.iter().map(of).collect()
        };
        let overlaps = sounds.iter().map(overlap).collect();
        Self { exponents, products, overlaps }
    }

    /// Σ x·y of the real parts of a·tᵐ·z and b·tⁿ·z′, of which `m` is the sum of the powers.
    fn product(&self, (i, a): (usize, C), (j, b): (usize, C), m: usize) -> f64 {
        let sums = &self.products[i * self.exponents.len() + j];
        0.5 * (a * (b * sums[m] + b.conj() * sums[3 + m])).re
    }
}

impl Tied<'_> {
    /// The modes that explain the recordings together.
    pub(crate) fn fitted(&self) -> Option<Fitted> {
        let energy = |sound: &Vec<f64>| sound.iter().map(|x| x * x).sum::<f64>();
        let energies: Vec<f64> = self.sounds.iter().map(energy).collect();
        let count = self.sounds.first()?.len();
        // Per recording, what one standard deviation is.
        let units: Vec<f64> =
            energies.iter().map(|e| UNSURE * (e / count as f64).sqrt().max(1e-300)).collect();
        let timed = |sound: &Vec<f64>| -> [Vec<f64>; 2] {
            let later = sound.iter().enumerate().map(|(n, x)| x * n as f64 / self.rate);
            [sound.clone(), later.collect()]
        };
        let timed: Vec<[Vec<f64>; 2]> = self.sounds.iter().map(timed).collect();
        let problem = Problem { tied: self, timed, energies, units };
        problem.fitted()
    }
}

struct Problem<'a> {
    tied: &'a Tied<'a>,
    /// The sounds, and these times the time.
    timed: Vec<[Vec<f64>; 2]>,
    energies: Vec<f64>,
    units: Vec<f64>,
}

impl Problem<'_> {
    fn size(&self) -> usize {
        self.tied.parts.len()
    }

    /// The highest frequency (rad/s).
    fn highest(&self) -> f64 {
        self.tied.parts.iter().map(|part| part.exponent.im).fold(1.0, f64::max)
    }

    fn exponents(&self, unknowns: &Unknowns) -> Vec<C> {
        let of = |(k, part): (usize, &Part)| {
            C::new(
                part.exponent.re * unknowns.decays[k].exp(),
                part.exponent.im * (1.0 + unknowns.pitches[k]),
            )
        };
        self.tied.parts.iter().enumerate().map(of).collect()
    }

    fn sums(&self, unknowns: &Unknowns) -> Sums {
        Sums::new(self.exponents(unknowns), &self.timed, self.tied.rate)
    }

    /// For a recording, what gains are multiplied by.
    fn factors(&self, recording: usize, unknowns: &Unknowns) -> Vec<C> {
        let [level, rise] = unknowns.differences[recording];
        let highest = self.highest();
        let of =
            |part: &Part| part.at[recording] * (level + rise * (part.exponent.im / highest)).exp();
        self.tied.parts.iter().map(of).collect()
    }

    /// For each recording, the energy of what is left.
    fn left(&self, unknowns: &Unknowns, sums: &Sums) -> Vec<f64> {
        let of = |recording: usize| {
            let factors = self.factors(recording, unknowns);
            let sizes: Vec<C> = factors.iter().zip(&unknowns.gains).map(|(c, g)| c * g).collect();
            let mut left = self.energies[recording];
            for (i, a) in sizes.iter().enumerate() {
                left -= 2.0 * (a * sums.overlaps[recording][i][0]).re;
                left += sums.product((i, *a), (i, *a), 0);
                let others = sizes[..i].iter().enumerate();
                left += 2.0 * others.map(|(j, b)| sums.product((i, *a), (j, *b), 0)).sum::<f64>();
            }
            left.max(0.0)
        };
        (0..self.energies.len()).map(of).collect()
    }

    /// What is not explained, in squares of standard deviations.
    fn missed(&self, unknowns: &Unknowns, sums: &Sums, usual: &[f64]) -> f64 {
        let left = self.left(unknowns, sums);
        let data: f64 = left.iter().zip(&self.units).map(|(left, unit)| left / unit.powi(2)).sum();
        let gains =
            unknowns.gains.iter().zip(usual).map(|(g, u)| g.norm_sqr() / (GAIN * u).powi(2));
        let decays = unknowns.decays.iter().map(|x| (x / DECAY).powi(2));
        let pitches = unknowns.pitches.iter().map(|x| (x / PITCH).powi(2));
        let differences = unknowns.differences.iter().flatten().map(C::norm_sqr);
        data + gains.chain(decays).chain(pitches).sum::<f64>()
            + differences.sum::<f64>() / DIFFERENCE.powi(2)
    }

    /// The gains that explain most, if each costs so much.
    fn gains(
        &self,
        unknowns: &Unknowns,
        sums: &Sums,
        cost: impl Fn(usize, f64) -> f64,
    ) -> Option<Vec<C>> {
        let size = 2 * self.size();
        let (mut matrix, mut right) = (vec![0.0; size * size], vec![0.0; size]);
        for (recording, unit) in self.units.iter().enumerate() {
            let factors = self.factors(recording, unknowns);
            let weight = unit.powi(-2);
            let column = |n: usize| (n / 2, factors[n / 2] * turn(n % 2));
            for i in 0..size {
                let (k, a) = column(i);
                right[i] += weight * (a * sums.overlaps[recording][k][0]).re;
                for j in 0..=i {
                    matrix[i * size + j] += weight * sums.product(column(i), column(j), 0);
                }
            }
        }
        for i in 0..size {
            matrix[i * (size + 1)] += cost(i / 2, matrix[i * (size + 1)]);
            for j in 0..i {
                matrix[j * size + i] = matrix[i * size + j];
            }
        }
        let found = Factor::new(size, &matrix)?.solve(&right);
        Some(found.chunks(2).map(|pair| C::new(pair[0], pair[1])).collect())
    }

    /// With usual decays times a factor, the gains, and what is left.
    fn first(&self, loss: f64) -> Option<(f64, Unknowns)> {
        let size = self.size();
        let mut unknowns = Unknowns {
            gains: vec![C::default(); size],
            decays: self.tied.parts.iter().map(|p| if p.sure { 0.0 } else { loss.ln() }).collect(),
            pitches: vec![0.0; size],
            differences: vec![[C::default(); 2]; self.energies.len()],
        };
        let sums = self.sums(&unknowns);
        unknowns.gains = self.gains(&unknowns, &sums, |_, own| COST * own)?;
        let left = self.left(&unknowns, &sums);
        let missed = left.iter().zip(&self.units).map(|(left, unit)| left / unit.powi(2)).sum();
        Some((missed, unknowns))
    }

    /// For each gain, the root of the mean square of those around it.
    fn usual(&self, gains: &[C]) -> Vec<f64> {
        let parts = &self.tied.parts;
        let of = |part: &Part| {
            let near =
                |other: &Part| (other.exponent.im / part.exponent.im).ln().abs() < AROUND.ln();
            let around = parts.iter().zip(gains).filter(|(other, _)| near(other));
            let (sum, count) = around
                .fold((0.0, 0.0), |(sum, count), (_, gain)| (sum + gain.norm_sqr(), count + 1.0));
            f64::sqrt(sum / f64::max(count, 1.0)).max(1e-300)
        };
        parts.iter().map(of).collect()
    }

    fn fitted(&self) -> Option<Fitted> {
        let trials = LOSSES.iter().filter_map(|loss| self.first(*loss));
        let (_, mut unknowns) = trials.min_by(|a, b| a.0.total_cmp(&b.0))?;
        let usual = self.usual(&unknowns.gains);
        // What was tried is what is expected.
        let shift = unknowns.decays.clone();
        let mut parts = self.tied.parts.clone();
        parts.iter_mut().zip(&shift).for_each(|(part, x)| part.exponent.re *= x.exp());
        unknowns.decays.fill(0.0);
        let tied = Tied { sounds: self.tied.sounds, rate: self.tied.rate, parts };
        let problem = Problem {
            tied: &tied,
            timed: self.timed.clone(),
            energies: self.energies.clone(),
            units: self.units.clone(),
        };
        problem.descended(unknowns, &usual)
    }

    fn descended(&self, mut unknowns: Unknowns, usual: &[f64]) -> Option<Fitted> {
        let mut sums = self.sums(&unknowns);
        let settle = |unknowns: &mut Unknowns, sums: &Sums| {
            let cost = |k: usize, _: f64| (GAIN * usual[k]).powi(-2);
            if let Some(gains) = self.gains(unknowns, sums, cost) {
                unknowns.gains = gains;
            }
        };
        settle(&mut unknowns, &sums);
        let mut missed = self.missed(&unknowns, &sums, usual);
        let mut damping = 0.1;
        for _ in 0..STEPS {
            let before = missed;
            let (matrix, right) = self.equations(&unknowns, &sums, usual);
            let size = right.len();
            for _ in 0..TRIES {
                let mut damped = matrix.clone();
                (0..size).for_each(|k| damped[k * (size + 1)] *= 1.0 + damping);
                if let Some(factor) = Factor::new(size, &damped) {
                    let mut next = self.moved(&unknowns, &factor.solve(&right));
                    let next_sums = self.sums(&next);
                    settle(&mut next, &next_sums);
                    let next_missed = self.missed(&next, &next_sums, usual);
                    if next_missed < missed {
                        (unknowns, sums, missed) = (next, next_sums, next_missed);
                        damping *= 0.3;
                        break;
                    }
                }
                damping *= 4.0;
            }
            if before - missed < 1e-3 * before {
                break;
            }
        }
        let exponents = self.exponents(&unknowns);
        let new = self.tied.parts.iter().zip(&unknowns.gains).map(|(part, gain)| part.new * gain);
        let left = self.left(&unknowns, &sums);
        Some(Fitted { modes: exponents.into_iter().zip(new).collect(), left })
    }

    /// The unknowns after a step.
    fn moved(&self, unknowns: &Unknowns, step: &[f64]) -> Unknowns {
        let mut next = unknowns.clone();
        let size = self.size();
        for k in 0..size {
            next.gains[k] += C::new(step[4 * k], step[4 * k + 1]);
            next.decays[k] += step[4 * k + 2].clamp(-1.0, 1.0);
            next.pitches[k] += step[4 * k + 3].clamp(-3.0 * PITCH, 3.0 * PITCH);
        }
        for k in self.twins() {
            (next.decays[k + 1], next.pitches[k + 1]) = (next.decays[k], next.pitches[k]);
        }
        for (n, difference) in next.differences.iter_mut().enumerate().skip(1) {
            let at = 4 * size + 4 * (n - 1);
            difference[0] += C::new(step[at], step[at + 1]);
            difference[1] += C::new(step[at + 2], step[at + 3]);
        }
        next
    }

    /// The equations of a step: for each mode, gain, decay and pitch, then differences of recordings.
    fn equations(&self, unknowns: &Unknowns, sums: &Sums, usual: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let (modes, highest) = (self.size(), self.highest());
        let size = 4 * modes + 4 * (self.energies.len() - 1);
        let (mut matrix, mut right) = (vec![0.0; size * size], vec![0.0; size]);
        for (recording, unit) in self.units.iter().enumerate() {
            let weight = unit.powi(-2);
            let factors = self.factors(recording, unknowns);
            let sizes: Vec<C> = factors.iter().zip(&unknowns.gains).map(|(c, g)| c * g).collect();
            // What a column is: of which mode, times what, and times which power of the time.
            let column = |n: usize| -> (usize, C, usize) {
                let k = n / 4;
                let s = sums.exponents[k];
                match n % 4 {
                    0 => (k, factors[k], 0),
                    1 => (k, factors[k] * turn(1), 0),
                    2 => (k, sizes[k] * s.re, 1),
                    _ => (k, sizes[k] * turn(1) * self.tied.parts[k].exponent.im, 1),
                }
            };
            let columns: Vec<(usize, C, usize)> = (0..4 * modes).map(column).collect();
            // Σ tᵐ·z·x of what is left, and Σ tᵐ·z·y of what two kinds of difference change.
            let model = |i: usize, m: usize, sizes: &[C]| -> C {
                let of = |(j, b): (usize, &C)| {
                    let sums = &sums.products[i * modes + j];
                    b * sums[m] + b.conj() * sums[3 + m]
                };
                sizes.iter().enumerate().map(of).sum::<C>() * 0.5
            };
            let left: Vec<[C; 2]> = (0..modes)
                .map(|i| [0, 1].map(|m| sums.overlaps[recording][i][m] - model(i, m, &sizes)))
                .collect();
            for (i, (k, a, m)) in columns.iter().enumerate() {
                right[i] += weight * (a * left[*k][*m]).re;
                for (j, (l, b, n)) in columns[..=i].iter().enumerate() {
                    matrix[i * size + j] += weight * sums.product((*k, *a), (*l, *b), m + n);
                }
            }
            if recording == 0 {
                continue;
            }
            let at = 4 * modes + 4 * (recording - 1);
            let changed: Vec<Vec<C>> = (0..4)
                .map(|n| {
                    let of = |(k, size): (usize, &C)| {
                        let part = self.tied.parts[k].exponent.im / highest;
                        size * turn(n % 2) * if n < 2 { 1.0 } else { part }
                    };
                    sizes.iter().enumerate().map(of).collect()
                })
                .collect();
            for (n, sizes) in changed.iter().enumerate() {
                let overlaps: Vec<[C; 2]> =
                    (0..modes).map(|i| [0, 1].map(|m| model(i, m, sizes))).collect();
                for (i, (k, a, m)) in columns.iter().enumerate() {
                    matrix[(at + n) * size + i] += weight * (a * overlaps[*k][*m]).re;
                }
                let dot = |others: &[C], m: &dyn Fn(usize) -> C| -> f64 {
                    others.iter().enumerate().map(|(k, b)| (b * m(k)).re).sum()
                };
                right[at + n] += weight * dot(sizes, &|k| left[k][0]);
                for (o, others) in changed[..=n].iter().enumerate() {
                    matrix[(at + n) * size + at + o] += weight * dot(others, &|k| overlaps[k][0]);
                }
            }
        }
        let mut expected = |i: usize, deviation: f64, value: f64| {
            matrix[i * (size + 1)] += deviation.powi(-2);
            right[i] -= value * deviation.powi(-2);
        };
        for k in 0..modes {
            let gain = GAIN * usual[k];
            expected(4 * k, gain, unknowns.gains[k].re);
            expected(4 * k + 1, gain, unknowns.gains[k].im);
            expected(4 * k + 2, DECAY, unknowns.decays[k]);
            expected(4 * k + 3, PITCH, unknowns.pitches[k]);
        }
        for (n, [level, rise]) in unknowns.differences.iter().enumerate().skip(1) {
            let at = 4 * modes + 4 * (n - 1);
            for (k, value) in [level.re, level.im, rise.re, rise.im].into_iter().enumerate() {
                expected(at + k, DIFFERENCE, value);
            }
        }
        for i in 0..size {
            for j in 0..i {
                matrix[j * size + i] = matrix[i * size + j];
            }
        }
        // Twins have their decay and pitch in common: those of the second stay.
        for k in self.twins() {
            for n in [2, 3] {
                let (one, two) = (4 * k + n, 4 * (k + 1) + n);
                for i in 0..size {
                    matrix[one * size + i] += matrix[two * size + i];
                }
                for i in 0..size {
                    matrix[i * size + one] += matrix[i * size + two];
                }
                for i in 0..size {
                    matrix[two * size + i] = 0.0;
                    matrix[i * size + two] = 0.0;
                }
                matrix[two * (size + 1)] = 1.0;
                right[one] += right[two];
                right[two] = 0.0;
            }
        }
        (matrix, right)
    }

    /// Modes after which another one of the same frequency comes, as round things have them.
    fn twins(&self) -> impl Iterator<Item = usize> {
        let parts = &self.tied.parts;
        let twins = |k: &usize| {
            let ratio = parts[k + 1].exponent.im / parts[*k].exponent.im;
            (ratio - 1.0).abs() < ONE
        };
        // The second of two has no third.
        let mut last = None;
        (0..parts.len().saturating_sub(1)).filter(twins).filter(move |k| {
            let first = last.is_none_or(|last| last + 1 != *k);
            last = first.then_some(*k);
            first
        })
    }
}

/// A filter that keeps what is below a frequency, and fewer samples.
pub(crate) struct Low {
    taps: Vec<f64>,
    /// Of so many samples one is kept.
    pub(crate) step: usize,
}

impl Low {
    /// Keeps what is below a frequency (Hz) and takes away what is above 1.15 times that.
    pub(crate) fn new(frequency: f64, rate: f64) -> Self {
        let step = ((rate / (3.0 * frequency)) as usize).max(1);
        // A window after Kaiser whose side lobes are 70 dB down.
        let (beta, width) = (6.76, (STOP - 1.0) * frequency / rate);
        let half = (62.0 / (2.285 * TAU * width) / 2.0).ceil();
        let cutoff = 0.5 * (1.0 + STOP) * frequency / rate;
        let tap = |n: usize| {
            let t = n as f64 - half;
            let sinc = if t == 0.0 { 2.0 * cutoff } else { (TAU * cutoff * t).sin() / (PI * t) };
            let x = beta * (1.0 - (t / half).powi(2)).max(0.0).sqrt();
            sinc * x.exp() * BesselI::new(0, x).scaled
        };
        let mut taps: Vec<f64> = (0..=2 * half as usize).map(tap).collect();
        let sum: f64 = taps.iter().sum();
        taps.iter_mut().for_each(|tap| *tap /= sum);
        Self { taps, step }
    }

    /// A sound, where the filter needs nothing from before it.
    pub(crate) fn of(&self, sound: &[f64]) -> Vec<f64> {
        let kept = sound.windows(self.taps.len()).step_by(self.step);
        kept.map(|part| part.iter().zip(&self.taps).map(|(x, tap)| x * tap).sum()).collect()
    }

    /// What it makes of a mode that rings (1/s).
    pub(crate) fn at(&self, exponent: C, rate: f64) -> C {
        let all = self.taps.iter().enumerate();
        all.map(|(n, tap)| (exponent * (n as f64 / rate)).exp() * *tap).sum()
    }
}

/// 1 or i.
fn turn(n: usize) -> C {
    if n == 0 { C::new(1.0, 0.0) } else { C::new(0.0, 1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_powers_are_those_of_their_terms() {
        for ratio in [C::new(0.9, 0.3), C::from_polar(0.9999, 0.001), C::new(1.0 - 1e-8, 0.0)] {
            let count = 5000;
            let mut sums = [C::default(); 3];
            for n in 0..count {
                let term = ratio.powu(n as u32);
                for (m, sum) in sums.iter_mut().enumerate() {
                    *sum += term * (n as f64).powi(m as i32);
                }
            }
            for (a, b) in series(ratio, count).iter().zip(sums) {
                assert!((a - b).norm() < 3e-3 * b.norm(), "{ratio} {a} {b}");
            }
        }
    }

    #[test]
    fn modes_that_overlap_are_told_by_how_lively_they_are_at_each_place() {
        // Resonances 12 Hz wide, 5 and 7 Hz apart, with decays that nobody knows before.
        let rate = 6000.0;
        let pitches = [600.0, 605.0, 612.0];
        let decays = [30.0, 55.0, 38.0];
        let gains = [C::new(1.0, 0.2), C::new(-0.3, 0.9), C::new(0.5, -0.6)];
        let lively = [[0.9, -0.4, 0.7], [0.3, 1.1, -0.8], [-0.6, 0.9, 1.0]];
        let sound = |place: usize| -> Vec<f64> {
            let at = |t: f64| {
                let of = |k: usize| {
                    let s = C::new(-decays[k], TAU * pitches[k]);
                    (gains[k] * lively[place][k] * (s * t).exp()).re
                };
                (0..3).map(of).sum()
            };
            (0..3000).map(|n| at(f64::from(n) / rate)).collect()
        };
        let part = |k: usize| Part {
            exponent: C::new(-40.0, TAU * pitches[k]),
            sure: false,
            at: [0, 1].map(|place| C::new(lively[place][k], 0.0)).to_vec(),
            new: C::new(lively[2][k], 0.0),
        };
        let sounds = [sound(0), sound(1)];
        let tied = Tied { sounds: &sounds, rate, parts: (0..3).map(part).collect() };
        let fitted = tied.fitted().expect("a fit");
        for k in 0..3 {
            let (s, size) = fitted.modes[k];
            let expected = gains[k] * lively[2][k];
            assert!((size - expected).norm() < 0.05 * expected.norm(), "{k}: {size} {expected}");
            assert!((-s.re / decays[k] - 1.0).abs() < 0.05, "{k}: {s}");
        }
    }

    #[test]
    fn a_low_filter_keeps_modes_as_they_are_and_takes_the_rest_away() {
        let rate = 44_100.0;
        let low = Low::new(1000.0, rate);
        let tone = |s: C| -> Vec<f64> {
            (0..20_000).map(|n| (s * (f64::from(n) / rate)).exp().re).collect()
        };
        let slow = C::new(-20.0, TAU * 700.0);
        let kept = low.of(&tone(slow));
        let factor = low.at(slow, rate);
        for (n, x) in kept.iter().enumerate() {
            let t = (n * low.step) as f64 / rate;
            assert!((x - (factor * (slow * t).exp()).re).abs() < 1e-9);
        }
        let gone = low.of(&tone(C::new(-20.0, TAU * 1200.0)));
        assert!(gone.iter().all(|x| x.abs() < 1e-3));
    }
}
