//! Frequencies and harmonics of an oscillation.

use std::f64::consts::TAU;

/// The frequency from the rising crossings of zero, in cycles per sample.
pub(super) fn frequency(samples: &[f64]) -> f64 {
    let mut crossings = samples.windows(2).enumerate().filter_map(|(i, pair)| {
        let &[before, after] = pair else { return None };
        (before < 0.0 && after >= 0.0).then(|| i as f64 + before / (before - after))
    });
    let Some(first) = crossings.next() else { return f64::NAN };
    let (periods, last) = crossings.fold((0.0, first), |(count, _), at| (count + 1.0, at));
    periods / (last - first)
}

/// The amplitude at one frequency (cycles per sample), through the window of Blackman and Harris,
/// whose side lobes at −92 dB are below what is looked for.
pub(super) fn amplitude(samples: &[f64], frequency: f64) -> f64 {
    let n = samples.len() as f64;
    // Two phasors, turned by multiplication; the error grows with the length alone, to some 1e-12.
    let (mut wave, turn) = ((1.0, 0.0), (TAU * frequency).sin_cos());
    let (mut slow, slow_turn) = ((1.0, 0.0), (TAU / n).sin_cos());
    let (mut re, mut im) = (0.0, 0.0);
    for x in samples {
        let (twice, thrice) = (2.0 * slow.0 * slow.0 - 1.0, (4.0 * slow.0 * slow.0 - 3.0) * slow.0);
        let window = 0.35875 - 0.48829 * slow.0 + 0.14128 * twice - 0.01168 * thrice;
        re += window * x * wave.0;
        im += window * x * wave.1;
        wave = turned(wave, turn);
        slow = turned(slow, slow_turn);
    }
    re.hypot(im) * 2.0 / (0.35875 * n)
}

/// (cos, sin) turned by an angle of this (sin, cos).
fn turned((re, im): (f64, f64), (sin, cos): (f64, f64)) -> (f64, f64) {
    (re * cos - im * sin, re * sin + im * cos)
}

/// A harmonic relative to the fundamental (dB).
pub(super) fn harmonic_db(samples: &[f64], frequency: f64, harmonic: f64) -> f64 {
    20.0 * (amplitude(samples, harmonic * frequency) / amplitude(samples, frequency)).log10()
}

/// A spectrum up to `end` (Hz), in dB relative to `reference`.
pub(super) fn spectrum(samples: &[f64], rate: f64, end: f64, reference: f64) -> Vec<(f64, f64)> {
    const POINTS: u32 = 600;
    let at = |i: u32| {
        let hertz = end * f64::from(i) / f64::from(POINTS);
        (hertz, 20.0 * (amplitude(samples, hertz / rate) / reference).log10())
    };
    (1..=POINTS).map(at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_of_cosines_is_taken_apart() {
        let wave = |i: f64| (TAU * 0.01 * i + 0.3).sin() + 1e-3 * (TAU * 0.03 * i).cos();
        let samples: Vec<f64> = (0..20_000).map(|i| wave(f64::from(i))).collect();
        assert!((frequency(&samples) - 0.01).abs() < 1e-7);
        assert!((amplitude(&samples, 0.01) - 1.0).abs() < 1e-6);
        assert!((harmonic_db(&samples, 0.01, 3.0) + 60.0).abs() < 1e-3);
        assert!(harmonic_db(&samples, 0.01, 2.0) < -120.0);
    }
}
