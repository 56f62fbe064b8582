//! Levels over time in bands as wide as those of the ear.

use crate::spectrum::Fft;
use std::f64::consts::PI;

/// Seconds of a frame.
pub(super) const FRAME: f64 = 0.01;
/// Mean square of the weights of a frame, times what half of a spectrum has of the energy.
const WEIGHT: f64 = 0.5 * 0.375;

/// Edges (Hz) of bands that are one equivalent rectangular bandwidth wide each, from 50 Hz to 16 kHz
/// (Glasberg, Moore, Hearing Research 47 (1990) 103-138).
#[must_use]
pub fn band_edges() -> Vec<f64> {
    let number = |f: f64| 21.4 * (1.0 + 0.00437 * f).log10();
    let (low, high) = (number(50.0), number(16_000.0));
    let count = (high - low).floor() as usize;
    (0..=count)
        .map(|k| low + (high - low) * k as f64 / count as f64)
        .map(|e| (10.0_f64.powf(e / 21.4) - 1.0) / 0.00437)
        .collect()
}

/// The mean squares of the [bands](band_edges) of a sound, in frames of 10 ms that overlap by half,
/// the first of them around the sample `start`.
#[must_use]
pub fn band_levels(samples: &[f64], rate: f64, start: usize) -> Vec<Vec<f64>> {
    let step = ((FRAME * rate) as usize).max(1);
    let window = 2 * step;
    let size = window.next_power_of_two();
    let edges = band_edges();
    let mut fft = Fft::new();
    let weight = |n: usize| 0.5 - 0.5 * (2.0 * PI * (n as f64 + 0.5) / window as f64).cos();
    let weights: Vec<f64> = (0..window).map(weight).collect();
    let mut frames = Vec::new();
    let mut middle = start;
    while middle < samples.len() {
        // What is before the first sample is silent.
        let at = |n: usize| (middle + n).checked_sub(step).and_then(|i| samples.get(i));
        let weighted = |n: usize| weights[n] * at(n).copied().unwrap_or(0.0);
        let mut input: Vec<f64> = (0..window).map(weighted).collect();
        input.resize(size, 0.0);
        let scale = 1.0 / (WEIGHT * (size * window) as f64);
        frames.push(bands(&fft.power(input), &edges, rate / size as f64, scale));
        middle += step;
    }
    frames
}

/// The sums of the bins of bands, each times `scale`.
fn bands(power: &[f64], edges: &[f64], bin: f64, scale: f64) -> Vec<f64> {
    let band = |pair: &[f64]| {
        // A band narrower than a bin gets its part of it.
        let (low, high) = (pair[0] / bin, pair[1] / bin);
        (low as usize..=(high as usize).min(power.len().saturating_sub(1)))
            .map(|n| (high.min(n as f64 + 1.0) - low.max(n as f64)).max(0.0) * power[n] * scale)
            .sum()
    };
    edges.windows(2).map(band).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tone_has_its_mean_square_in_its_band() {
        let edges = band_edges();
        let band = 20;
        let omega = 2.0 * PI * (edges[band] * edges[band + 1]).sqrt() / 44100.0;
        let tone: Vec<f64> = (0..4410).map(|n| (omega * f64::from(n)).sin()).collect();
        let levels = &band_levels(&tone, 44100.0, 2205)[0];
        assert!((levels.iter().sum::<f64>() - 0.5).abs() < 0.01);
        assert!(levels[band] > 0.45);
    }
}
