//! How much of each mode is heard when a known force strikes it.
//!
//! A force f makes a mode ring as z(t) = ∫ f(τ)·exp(s·(t − τ)) dτ, also while it still pushes. A sound
//! is the real part of Σ g·z, and the gains g are those that leave least of it.

use crate::blow::Blow;
use crate::linear::Factor;
use num_complex::Complex;
use std::f64::consts::{LN_10, TAU};

type C = Complex<f64>;

/// Part of the peak at which a sound begins.
const ONSET: f64 = 0.02;
/// Seconds of a recording that are looked at at most.
const LONGEST: f64 = 1.5;
/// How many beginnings of the blow are tried, and the seconds over which each is judged.
const BEGINNINGS: usize = 16;
const JUDGED: f64 = 0.025;
/// What gains cost, as a part of what they explain: modes in a gap of the force stay quiet.
const COST: f64 = 1e-4;

/// The gains of a sound.
pub(crate) struct Gains {
    /// For each mode.
    pub(crate) gains: Vec<C>,
    /// What they leave, from the beginning of the blow on.
    pub(crate) left: Vec<f64>,
    /// The sample at which the blow begins.
    pub(crate) begin: usize,
}

/// Samples that are looked at side by side.
const LANES: usize = 16;

/// A mode that rings, at some samples side by side.
struct Lanes {
    re: [f64; LANES],
    im: [f64; LANES],
    turn: C,
}

impl Lanes {
    fn new(mut z: C, turn: C) -> Self {
        let (mut re, mut im) = ([0.0; LANES], [0.0; LANES]);
        for k in 0..LANES {
            (re[k], im[k]) = (z.re, z.im);
            z *= turn;
        }
        Self { re, im, turn: turn.powu(LANES as u32) }
    }

    fn step(&mut self) {
        let C { re, im } = self.turn;
        for k in 0..LANES {
            (self.re[k], self.im[k]) =
                (self.re[k] * re - self.im[k] * im, self.re[k] * im + self.im[k] * re);
        }
    }
}

/// Σ x·z of a mode that rings freely from a value on, turning so much from one sample to the next.
pub(crate) fn ringing_overlap(z: C, turn: C, sound: &[f64]) -> C {
    let mut sums = [[0.0; LANES]; 2];
    let mut lanes = Lanes::new(z, turn);
    for block in sound.chunks(LANES) {
        for (k, x) in block.iter().enumerate() {
            sums[0][k] += lanes.re[k] * x;
            sums[1][k] += lanes.im[k] * x;
        }
        lanes.step();
    }
    C::new(sums[0].iter().sum(), sums[1].iter().sum())
}

/// Takes the real part of a mode that rings freely from a value on out of a sound.
pub(crate) fn subtract_ringing(z: C, turn: C, sound: &mut [f64]) {
    let mut lanes = Lanes::new(z, turn);
    for block in sound.chunks_mut(LANES) {
        block.iter_mut().zip(&lanes.re).for_each(|(x, re)| *x -= re);
        lanes.step();
    }
}

/// What modes do under a blow, at the samples of a recording from the beginning of the blow on.
struct Ringing {
    /// For each mode, its values at the samples at which the force may still push.
    pushed: Vec<Vec<C>>,
    /// Its factor from one sample to the next.
    turns: Vec<C>,
    /// How much larger it would be without gaps in the spectrum of the force.
    gaps: Vec<f64>,
}

impl Ringing {
    fn new(blow: &Blow, exponents: &[C], rate: f64) -> Self {
        let count = (blow.step * blow.force.len() as f64 * rate).ceil() as usize + 1;
        let pushed = |s: &C| -> Vec<C> {
            let (mut z, mut time, mut done) = (C::default(), 0.0, 0);
            let mut advance = |z: &mut C, to: f64, force: f64| {
                let turn = (s * (to - time)).exp();
                *z = *z * turn + (turn - 1.0) / s * force;
                time = to;
            };
            (0..=count)
                .map(|n| {
                    let sample = n as f64 / rate;
                    while done < blow.force.len() && blow.step * (done + 1) as f64 <= sample {
                        advance(&mut z, blow.step * (done + 1) as f64, blow.force[done]);
                        done += 1;
                    }
                    advance(&mut z, sample, blow.force.get(done).copied().unwrap_or(0.0));
                    z
                })
                .collect()
        };
        let gap = |s: &C| blow.around(s.im / TAU) / blow.at(*s).norm().max(1e-12);
        Self {
            pushed: exponents.iter().map(pushed).collect(),
            turns: exponents.iter().map(|s| (s / rate).exp()).collect(),
            gaps: exponents.iter().map(|s| gap(s).max(1.0)).collect(),
        }
    }

    /// The first sample at which nothing pushes any more.
    fn free(&self) -> usize {
        self.pushed.first().map_or(0, |values| values.len() - 1)
    }

    /// The sums of z_i·z_j and z_i·conj(z_j) over so many samples.
    fn products(&self, i: usize, j: usize, count: usize) -> [C; 2] {
        let free = self.free().min(count);
        let (a, b) = (&self.pushed[i], &self.pushed[j]);
        let mut sums = [C::default(); 2];
        for n in 0..free {
            sums[0] += a[n] * b[n];
            sums[1] += a[n] * b[n].conj();
        }
        let left = (count - free) as i32;
        let series = |ratio: C| {
            let one = C::new(1.0, 0.0);
            if (one - ratio).norm() < 1e-12 {
                one * f64::from(left)
            } else {
                (one - ratio.powi(left)) / (one - ratio)
            }
        };
        sums[0] += a[free] * b[free] * series(self.turns[i] * self.turns[j]);
        sums[1] += a[free] * b[free].conj() * series(self.turns[i] * self.turns[j].conj());
        sums
    }

    /// Σ x·z of a mode.
    fn overlap(&self, mode: usize, sound: &[f64]) -> C {
        let free = self.free().min(sound.len());
        let pushed = self.pushed[mode].iter().zip(&sound[..free]);
        let early: C = pushed.map(|(z, x)| z * *x).sum();
        early + ringing_overlap(self.pushed[mode][free], self.turns[mode], &sound[free..])
    }

    /// Takes the real part of a gain times a mode out of a sound.
    fn subtract(&self, mode: usize, gain: C, sound: &mut [f64]) {
        let free = self.free().min(sound.len());
        let (early, late) = sound.split_at_mut(free);
        early.iter_mut().zip(&self.pushed[mode]).for_each(|(x, z)| *x -= (gain * z).re);
        subtract_ringing(gain * self.pushed[mode][free], self.turns[mode], late);
    }

    /// The equations of the gains over so many samples.
    fn factor(&self, count: usize) -> Option<Factor> {
        let modes = self.turns.len();
        let size = 2 * modes;
        let mut matrix = vec![0.0; size * size];
        for i in 0..modes {
            for j in 0..=i {
                let [same, turned] = self.products(i, j, count);
                // Columns are the real part of z and minus its imaginary part.
                let (rr, ii) = (0.5 * (same + turned).re, 0.5 * (turned - same).re);
                let (ri, ir) = (-0.5 * (same - turned).im, -0.5 * (same + turned).im);
                matrix[2 * i * size + 2 * j] = rr;
                matrix[(2 * i + 1) * size + 2 * j + 1] = ii;
                matrix[2 * i * size + 2 * j + 1] = ri;
                matrix[(2 * i + 1) * size + 2 * j] = ir;
                matrix[2 * j * size + 2 * i] = rr;
                matrix[(2 * j + 1) * size + 2 * i + 1] = ii;
                matrix[(2 * j + 1) * size + 2 * i] = ri;
                matrix[2 * j * size + 2 * i + 1] = ir;
            }
        }
        for (i, gap) in self.gaps.iter().enumerate() {
            let own = matrix[2 * i * size + 2 * i] + matrix[(2 * i + 1) * size + 2 * i + 1];
            for k in [2 * i, 2 * i + 1] {
                matrix[k * size + k] += 0.5 * COST * gap * gap * own + 1e-30;
            }
        }
        Factor::new(size, &matrix)
    }

    /// The gains of a sound.
    fn solve(&self, factor: &Factor, sound: &[f64]) -> Vec<C> {
        let mut right = Vec::with_capacity(2 * self.turns.len());
        for mode in 0..self.turns.len() {
            let sum = self.overlap(mode, sound);
            right.extend([sum.re, -sum.im]);
        }
        factor.solve(&right).chunks(2).map(|pair| C::new(pair[0], pair[1])).collect()
    }

    /// A sound without its modes.
    fn left(&self, gains: &[C], sound: &[f64]) -> Vec<f64> {
        let mut left = sound.to_vec();
        for (mode, gain) in gains.iter().enumerate() {
            self.subtract(mode, *gain, &mut left);
        }
        left
    }
}

/// The gains of the channels of one recording under a blow, for modes with these exponents (1/s).
/// When the blow begins is found, too, unless it is known.
pub(crate) fn gains(
    channels: &[&[f64]],
    blow: &Blow,
    exponents: &[C],
    rate: f64,
    begin_at: Option<usize>,
) -> Vec<Gains> {
    let ringing = Ringing::new(blow, exponents, rate);
    let begin = begin_at.unwrap_or_else(|| begin(channels, &ringing, blow, rate));
    let length = channels.iter().map(|c| c.len() - begin.min(c.len())).min().unwrap_or(0);
    let length = length.min((LONGEST * rate) as usize);
    let factor = ringing.factor(length);
    let of = |samples: &&[f64]| {
        let sound = &samples[begin..begin + length];
        let gains = match &factor {
            Some(factor) => ringing.solve(factor, sound),
            None => vec![C::default(); exponents.len()],
        };
        let left = ringing.left(&gains, sound);
        Gains { gains, left, begin }
    };
    channels.iter().map(of).collect()
}

/// The amplitudes, a moment after the first loud sample, of modes with these frequencies (Hz) and decays
/// (T60, s) in a sound at `rate` (Hz).
#[must_use]
pub fn amplitudes(samples: &[f64], rate: f64, modes: &[(f64, f64)]) -> Vec<f64> {
    const AFTER: f64 = 0.004;
    let from = (loud(samples) + (AFTER * rate) as usize).min(samples.len());
    let sound = &samples[from..samples.len().min(from + (LONGEST * rate) as usize)];
    let of = |(frequency, t60): &(f64, f64)| C::new(-3.0 * LN_10 / t60, TAU * frequency);
    let exponents: Vec<C> = modes.iter().map(of).collect();
    let click = Blow { step: 1.0 / rate, force: vec![rate], first: 1.0 / rate };
    let ringing = Ringing::new(&click, &exponents, rate);
    let found = ringing.factor(sound.len()).map(|factor| ringing.solve(&factor, sound));
    found.map_or_else(Vec::new, |gains| gains.iter().map(|gain| gain.norm()).collect())
}

/// How much of a sound (dB) modes with these exponents (1/s) explain from a moment after its first loud
/// sample on.
pub(crate) fn ringing_snr(samples: &[f64], exponents: &[C], rate: f64) -> f64 {
    const AFTER: f64 = 0.002;
    let from = (loud(samples) + (AFTER * rate) as usize).min(samples.len());
    let sound = &samples[from..samples.len().min(from + (LONGEST * rate) as usize)];
    let click = Blow { step: 1.0 / rate, force: vec![rate], first: 1.0 / rate };
    let ringing = Ringing::new(&click, exponents, rate);
    let energy = |samples: &[f64]| samples.iter().map(|x| x * x).sum::<f64>();
    // While the click still pushes, modes that are already ringing do something else.
    let late = ringing.free().min(sound.len());
    let Some(factor) = ringing.factor(sound.len()) else { return 0.0 };
    let left = ringing.left(&ringing.solve(&factor, sound), sound);
    10.0 * (energy(&sound[late..]) / energy(&left[late..]).max(1e-300)).log10()
}

/// The first sample above 0.3 of the peak.
pub(crate) fn loud(samples: &[f64]) -> usize {
    let peak = samples.iter().fold(0.0_f64, |peak, x| peak.max(x.abs()));
    samples.iter().position(|x| x.abs() > 0.3 * peak).unwrap_or(0)
}

/// The sample at which the blow begins: that from which on it explains the attack best.
fn begin(channels: &[&[f64]], ringing: &Ringing, blow: &Blow, rate: f64) -> usize {
    let onset = |samples: &&[f64]| {
        let peak = samples.iter().fold(0.0_f64, |peak, x| peak.max(x.abs()));
        samples.iter().position(|x| x.abs() > ONSET * peak).unwrap_or(0)
    };
    let onset = channels.iter().map(onset).min().unwrap_or(0);
    let span = ((blow.first + 0.001) * rate) as usize;
    let count = ((JUDGED + 2.0 * blow.first) * rate) as usize;
    let shortest = channels.iter().map(|c| c.len()).min().unwrap_or(0);
    let last = (onset + 2 + count).min(shortest);
    let step = span.div_ceil(BEGINNINGS).max(1);
    let left = |begin: usize| {
        let factor = ringing.factor(last.checked_sub(begin)?)?;
        let energy = |samples: &&[f64]| {
            let sound = &samples[begin..last];
            let left = ringing.left(&ringing.solve(&factor, sound), sound);
            let before = samples[..begin].iter().rev().take(span).map(|x| x * x).sum::<f64>();
            before + left.iter().map(|x| x * x).sum::<f64>()
        };
        Some(channels.iter().map(energy).sum::<f64>())
    };
    let mut best = (f64::INFINITY, onset.min(last));
    let mut look = |begin: Option<usize>| {
        if let Some((begin, left)) = begin.and_then(|begin| Some((begin, left(begin)?)))
            && left < best.0
        {
            best = (left, begin);
        }
        best.1
    };
    let mut near = onset;
    for n in 0..=BEGINNINGS {
        near = look((onset + 2).checked_sub(n * step));
    }
    // Then closer around the best.
    let fine = step.div_ceil(8);
    for n in 1..=(2 * step / fine) {
        look((near + step).checked_sub(n * fine));
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blow::{Law, Loss};

    #[test]
    fn the_gains_of_a_sound_that_was_made_of_them_are_found() {
        let rate = 44100.0;
        let blow =
            Blow::new(&Law { stiffness: 1e8, exponent: 1.5, loss: Loss::Rate(0.1) }, &[], 1.0);
        let exponents = [C::new(-8.0, TAU * 440.0), C::new(-30.0, TAU * 1213.0)];
        let truth = [C::new(0.3, -0.2), C::new(-0.1, 0.4)];
        let ringing = Ringing::new(&blow, &exponents, rate);
        let mut sound = vec![0.0; 20_000];
        for (mode, gain) in truth.iter().enumerate() {
            ringing.subtract(mode, -gain, &mut sound[100..]);
        }
        // What rings after the blow is the spectrum of the force at the exponent.
        let (s, n) = (exponents[0], ringing.free());
        let expected = blow.at(s) * (s * (n as f64 / rate)).exp();
        assert!((ringing.pushed[0][n] / expected - 1.0).norm() < 1e-3);
        let found = gains(&[&sound], &blow, &exponents, rate, None);
        for (a, b) in found[0].gains.iter().zip(&truth) {
            assert!((a.norm() / b.norm() - 1.0).abs() < 0.02, "{a} {b}");
        }
        let energy = |x: &[f64]| x.iter().map(|x| x * x).sum::<f64>();
        assert!(energy(&found[0].left) < 1e-4 * energy(&sound));
    }
}
