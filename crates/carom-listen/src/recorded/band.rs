//! A band of a sound, shifted to zero and decimated.

use realfft::num_complex::Complex;
use std::f64::consts::PI;

/// Length of the filter, in decimated samples.
const TAPS: usize = 12;
/// Half the width of the band in which nothing else appears, times the decimated rate.
pub(super) const CORE: f64 = 0.32;
/// Parameter of the Kaiser window: stop band at −75 dB.
const BETA: f64 = 7.4;

/// The low-pass filter of one decimation.
pub(super) struct Filter {
    taps: Vec<f64>,
    decimation: usize,
}

impl Filter {
    pub(super) fn new(decimation: usize) -> Self {
        let count = TAPS * decimation + 1;
        let middle = 0.5 * (count - 1) as f64;
        let cutoff = 0.5 / decimation as f64;
        let tap = |n: usize| {
            let t = n as f64 - middle;
            let sinc =
                if t == 0.0 { 2.0 * cutoff } else { (2.0 * PI * cutoff * t).sin() / (PI * t) };
            sinc * bessel(BETA * (1.0 - (t / middle).powi(2)).max(0.0).sqrt())
        };
        let mut taps: Vec<f64> = (0..count).map(tap).collect();
        let sum: f64 = taps.iter().sum();
        taps.iter_mut().for_each(|tap| *tap /= sum);
        if decimation == 1 {
            taps = vec![1.0];
        }
        Self { taps, decimation }
    }

    /// The band around `centre` (radians per sample), without the samples for which the filter
    /// would need what was before the sound: what decays freely, decays freely here.
    pub(super) fn band(&self, sound: &[f64], centre: f64) -> Vec<Complex<f64>> {
        let turned: Vec<Complex<f64>> = {
            let step = Complex::from_polar(1.0, -centre);
            let mut turn = Complex::new(1.0, 0.0);
            let turned = |(n, x): (usize, &f64)| {
                if n % 1024 == 0 {
                    turn = Complex::from_polar(1.0, -centre * n as f64);
                }
                let value = turn * *x;
                turn *= step;
                value
            };
            sound.iter().enumerate().map(turned).collect()
        };
        turned
            .windows(self.taps.len())
            .step_by(self.decimation)
            .map(|window| weighted(window, &self.taps))
            .collect()
    }
}

/// Σ x·tap, in four sums side by side: none waits for another.
fn weighted(window: &[Complex<f64>], taps: &[f64]) -> Complex<f64> {
    const SUMS: usize = 4;
    let ((xs, rest), (taps, taps_rest)) = (window.as_chunks::<SUMS>(), taps.as_chunks::<SUMS>());
    let mut sums = [Complex::new(0.0, 0.0); SUMS];
    for (x, tap) in xs.iter().zip(taps) {
        for k in 0..SUMS {
            sums[k] += x[k] * tap[k];
        }
    }
    let last: Complex<f64> = rest.iter().zip(taps_rest).map(|(x, tap)| x * tap).sum();
    last + sums.iter().sum::<Complex<f64>>()
}

/// The modified Bessel function I₀, by its series.
fn bessel(x: f64) -> f64 {
    let (mut sum, mut term) = (1.0, 1.0);
    for k in 1..40 {
        term *= (0.5 * x / f64::from(k)).powi(2);
        sum += term;
    }
    sum
}
