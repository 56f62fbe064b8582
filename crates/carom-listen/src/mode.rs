//! One freely ringing mode, and fast exact sums over it.

use carom_numeric::cpu::{Cpu, fused, kernels};
use carom_numeric::vector::dots;
use realfft::num_complex::Complex;

/// Samples handled with one table of powers, which fits into the first cache.
const BLOCK: usize = 256;
/// Decay times after which a mode counts as silent (−156 dB).
const SILENT: f64 = 18.0;

/// A mode; at sample t it is the real part of `amplitude`·exp(`exponent`·t).
#[derive(Clone, Copy, Debug)]
pub(super) struct Mode {
    /// Decay (negative) and angular frequency, per sample.
    pub(super) exponent: Complex<f64>,
    /// At sample 0.
    pub(super) amplitude: Complex<f64>,
}

impl Mode {
    /// A mode of amplitude 1.
    pub(super) fn unit(exponent: Complex<f64>) -> Self {
        Self { exponent, amplitude: Complex::new(1.0, 0.0) }
    }

    /// The number of samples, of `samples` at most, in which it is not silent.
    fn span(&self, samples: usize) -> usize {
        let span = SILENT / -self.exponent.re;
        if span > 0.0 && span < samples as f64 { span as usize + 1 } else { samples }
    }

    /// Subtracts it from `samples`.
    pub(super) fn subtract(&self, samples: &mut [f64]) {
        let span = self.span(samples.len());
        subtract(Cpu::detect(), &mut samples[..span], self.exponent, self.amplitude);
    }

    /// Σ x(t)·z^t with z = exp(exponent).
    pub(super) fn overlap(&self, samples: &[f64]) -> Complex<f64> {
        overlap(Cpu::detect(), &samples[..self.span(samples.len())], self.exponent)
    }

    /// Σ x(t)·z^t and Σ x(t)·t·z^t with z = exp(exponent).
    pub(super) fn project(&self, samples: &[f64]) -> [Complex<f64>; 2] {
        project(Cpu::detect(), &samples[..self.span(samples.len())], self.exponent)
    }

    /// Sum of the squares of its envelope over `samples`.
    pub(super) fn envelope_energy(&self, samples: usize) -> f64 {
        self.amplitude.norm_sqr() * power_sums(self.exponent + self.exponent.conj(), samples)[0].re
    }

    /// π·f·decay time; infinite if it does not decay.
    pub(super) fn quality(&self) -> f64 {
        if self.exponent.re < 0.0 {
            self.exponent.im / (-2.0 * self.exponent.re)
        } else {
            f64::INFINITY
        }
    }
}

kernels! {
    /// Subtracts Re(amplitude·z^t) with z = exp(exponent).
    fn subtract(samples: &mut [f64], exponent: Complex<f64>, amplitude: Complex<f64>) -> () {
        let powers = Powers::new(exponent);
        for (block, start) in samples.chunks_mut(BLOCK).zip(starts(exponent)) {
            let start = amplitude * start;
            for ((x, re), im) in block.iter_mut().zip(&powers.re).zip(&powers.im) {
                *x = fused::<FMA>(start.im, *im, fused::<FMA>(-start.re, *re, *x));
            }
        }
    }

    /// Σ x(t)·z^t with z = exp(exponent).
    fn overlap(samples: &[f64], exponent: Complex<f64>) -> Complex<f64> {
        let powers = Powers::new(exponent);
        let mut sum = Complex::default();
        for (block, start) in samples.chunks(BLOCK).zip(starts(exponent)) {
            let [re, im] = dots::<FMA, 16, 2>(block, [&powers.re, &powers.im]);
            sum += start * Complex::new(re, im);
        }
        sum
    }

    /// Σ x(t)·z^t and Σ x(t)·t·z^t with z = exp(exponent).
    fn project(samples: &[f64], exponent: Complex<f64>) -> [Complex<f64>; 2] {
        let powers = Powers::new(exponent);
        let (timed_re, timed_im) = (timed(&powers.re), timed(&powers.im));
        let mut sums = [Complex::default(); 2];
        for (index, (block, start)) in samples.chunks(BLOCK).zip(starts(exponent)).enumerate() {
            let first = (index * BLOCK) as f64;
            let [re, im, timed_re, timed_im] =
                dots::<FMA, 8, 4>(block, [&powers.re, &powers.im, &timed_re, &timed_im]);
            let (plain, timed) = (Complex::new(re, im), Complex::new(timed_re, timed_im));
            sums[0] += start * plain;
            sums[1] += start * (plain * first + timed);
        }
        sums
    }
}

/// z^j for the samples of a block.
struct Powers {
    re: [f64; BLOCK],
    im: [f64; BLOCK],
}

impl Powers {
    fn new(exponent: Complex<f64>) -> Self {
        // Each is the product of two with half its exponent: eight roundings at most, and no sines.
        let mut powers = [Complex::new(1.0, 0.0); BLOCK];
        powers[1] = exponent.exp();
        for j in 2..BLOCK {
            powers[j] = powers[j / 2] * powers[j - j / 2];
        }
        Self { re: powers.map(|z| z.re), im: powers.map(|z| z.im) }
    }
}

/// Each value times its index.
fn timed(values: &[f64; BLOCK]) -> [f64; BLOCK] {
    std::array::from_fn(|j| j as f64 * values[j])
}

/// z^(BLOCK·n) for n = 0, 1, 2 …: each from the one before, every sixteenth anew.
fn starts(exponent: Complex<f64>) -> impl Iterator<Item = Complex<f64>> {
    const ANEW: usize = 16;
    let turn = (exponent * BLOCK as f64).exp();
    let mut power = Complex::new(1.0, 0.0);
    (0..).map(move |n: usize| {
        power = if n.is_multiple_of(ANEW) {
            (exponent * (n * BLOCK) as f64).exp()
        } else {
            power * turn
        };
        power
    })
}

/// [`power_sums`] of the products of all pairs of modes, plain and with one of them conjugate: those of the
/// first with itself, then of the second with the first and itself, and so on. The last is an offset.
pub(super) fn pair_sums(exponents: &[Complex<f64>], count: usize) -> Vec<[[Complex<f64>; 3]; 2]> {
    let of = |s: Complex<f64>| (s, s.exp(), (s * count as f64).exp());
    let all: Vec<_> = exponents.iter().copied().chain([Complex::default()]).map(of).collect();
    let mut sums = Vec::with_capacity(all.len() * (all.len() + 1) / 2);
    for (row, (a, ratio, last)) in all.iter().enumerate() {
        for (b, other_ratio, other_last) in &all[..=row] {
            let pair = |b: Complex<f64>, other_ratio: Complex<f64>, other_last: Complex<f64>| {
                let closed = closed_sums(ratio * other_ratio, last * other_last, count);
                closed.unwrap_or_else(|| power_sums(a + b, count))
            };
            sums.push([
                pair(*b, *other_ratio, *other_last),
                pair(b.conj(), other_ratio.conj(), other_last.conj()),
            ]);
        }
    }
    sums
}

/// [`power_sums`] in closed form, from exp(s) and exp(s·count); none where that cancels.
fn closed_sums(ratio: Complex<f64>, last: Complex<f64>, count: usize) -> Option<[Complex<f64>; 3]> {
    const NEAR: f64 = 0.02;
    let one = Complex::new(1.0, 0.0);
    let apart = one - ratio;
    if apart.norm_sqr() < NEAR * NEAR || count == 0 {
        return None;
    }
    let inverse = apart.conj() / apart.norm_sqr();
    let n = (count - 1) as f64;
    let zero = (one - last) * inverse;
    let first = (zero - one - last * n) * inverse;
    let second = (first * 2.0 - zero + one - last * (n * n)) * inverse;
    Some([zero, first, second])
}

/// Σ t^p·exp(s·t) for t from 0 to below `count`, p = 0, 1, 2.
///
/// By doubling, because the closed forms cancel where s is near zero, as in the product of a mode
/// with itself.
pub(super) fn power_sums(s: Complex<f64>, count: usize) -> [Complex<f64>; 3] {
    let ratio = s.exp();
    let mut sums = [Complex::default(); 3];
    let (mut n, mut power) = (0.0, Complex::new(1.0, 0.0));
    for bit in (0..usize::BITS - count.leading_zeros()).rev() {
        let [zero, one, two] = sums;
        sums[0] = zero + power * zero;
        sums[1] = one + power * (zero * n + one);
        sums[2] = two + power * (zero * (n * n) + one * (2.0 * n) + two);
        n *= 2.0;
        power *= power;
        if count >> bit & 1 == 1 {
            sums[0] += power;
            sums[1] += power * n;
            sums[2] += power * (n * n);
            n += 1.0;
            power *= ratio;
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_powers_are_those_of_the_loop() {
        for (re, im) in [(0.0, 0.0), (-1e-7, 1e-6), (-0.01, 0.3), (-2.0, 3.0), (1e-4, 0.1)] {
            let s = Complex::new(re, im);
            for count in [0, 1, 2, 7, 64, 1001] {
                let direct = |p: i32| -> Complex<f64> {
                    (0..count).map(|t| (s * t as f64).exp() * (t as f64).powi(p)).sum()
                };
                let closed = closed_sums(s.exp(), (s * count as f64).exp(), count);
                for sums in [Some(power_sums(s, count)), closed].into_iter().flatten() {
                    for (p, sum) in sums.iter().enumerate() {
                        let scale = (count.max(1) as f64).powi(p as i32 + 1);
                        assert!((sum - direct(p as i32)).norm() < 1e-13 * scale);
                    }
                }
            }
        }
    }

    #[test]
    fn projection_and_subtraction_agree_with_their_definitions() {
        let mode = Mode { exponent: Complex::new(-0.003, 0.2), amplitude: Complex::new(0.4, -0.3) };
        let mut samples = vec![0.0; 1000];
        mode.subtract(&mut samples);
        let mut sums = [Complex::<f64>::default(); 2];
        for (t, x) in samples.iter().enumerate() {
            let z = (mode.exponent * t as f64).exp();
            assert!((x + (mode.amplitude * z).re).abs() < 1e-14);
            sums[0] += z * *x;
            sums[1] += z * (*x * t as f64);
        }
        let projected = mode.project(&samples);
        assert!((projected[0] - sums[0]).norm() < 1e-11);
        assert!((projected[1] - sums[1]).norm() < 1e-8);
    }
}
