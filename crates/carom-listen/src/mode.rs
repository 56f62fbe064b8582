//! One freely ringing mode, and fast exact sums over it.

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
        let powers = Powers::new(self.exponent);
        let span = self.span(samples.len());
        for (block, start) in samples[..span].chunks_mut(BLOCK).zip(starts(self.exponent)) {
            let start = self.amplitude * start;
            for ((x, re), im) in block.iter_mut().zip(&powers.re).zip(&powers.im) {
                *x -= start.re * re - start.im * im;
            }
        }
    }

    /// Σ x(t)·z^t with z = exp(exponent).
    pub(super) fn overlap(&self, samples: &[f64]) -> Complex<f64> {
        let powers = Powers::new(self.exponent);
        let span = self.span(samples.len());
        let mut sum = Complex::default();
        for (block, start) in samples[..span].chunks(BLOCK).zip(starts(self.exponent)) {
            let [re, im] = dots(block, [&powers.re, &powers.im]);
            sum += start * Complex::new(re, im);
        }
        sum
    }

    /// Σ x(t)·z^t and Σ x(t)·t·z^t with z = exp(exponent).
    pub(super) fn project(&self, samples: &[f64]) -> [Complex<f64>; 2] {
        let powers = Powers::new(self.exponent);
        let span = self.span(samples.len());
        let (timed_re, timed_im) = (timed(&powers.re), timed(&powers.im));
        let mut sums = [Complex::default(); 2];
        let blocks = samples[..span].chunks(BLOCK).zip(starts(self.exponent));
        for (index, (block, start)) in blocks.enumerate() {
            let first = (index * BLOCK) as f64;
            let [re, im, timed_re, timed_im] =
                dots(block, [&powers.re, &powers.im, &timed_re, &timed_im]);
            let (plain, timed) = (Complex::new(re, im), Complex::new(timed_re, timed_im));
            sums[0] += start * plain;
            sums[1] += start * (plain * first + timed);
        }
        sums
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

/// Σ x·y of a block with several tables, in lanes that the compiler turns into vector instructions.
fn dots<const N: usize>(block: &[f64], tables: [&[f64; BLOCK]; N]) -> [f64; N] {
    const LANES: usize = 4;
    let (whole, rest) = block.as_chunks::<LANES>();
    let mut sums = [[0.0; LANES]; N];
    for (n, x) in whole.iter().enumerate() {
        for (sum, table) in sums.iter_mut().zip(tables) {
            let y = &table.as_chunks::<LANES>().0[n];
            for k in 0..LANES {
                sum[k] += x[k] * y[k];
            }
        }
    }
    std::array::from_fn(|k| {
        let last = rest.iter().zip(&tables[k][block.len() - rest.len()..]);
        last.map(|(x, y)| x * y).sum::<f64>() + sums[k].iter().sum::<f64>()
    })
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
                for (p, sum) in power_sums(s, count).iter().enumerate() {
                    let scale = (count.max(1) as f64).powi(p as i32 + 1);
                    assert!((sum - direct(p as i32)).norm() < 1e-13 * scale);
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
