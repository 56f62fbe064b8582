//! A given number of modes that explain as much as they can of recordings of one object.

use super::fit::Fit;
use super::search::view_for;
use super::seek::{self, Tools};
use crate::strike;
use realfft::num_complex::Complex;
use std::f64::consts::{LN_10, TAU};

/// Part of the peak from which on a recording is explained.
const LOUD: f64 = 0.3;
/// Seconds that are explained at most.
const LONGEST: f64 = 1.0;
/// Seconds over which it is said how well.
const JUDGED: f64 = 1.0;

/// A mode of the explanation.
#[derive(Clone, Debug, PartialEq)]
pub struct ExplainedMode {
    /// Hz.
    pub frequency_hz: f64,
    /// Standard deviation of the frequency (Hz).
    pub frequency_sd_hz: f64,
    /// Time (s) to fall by 60 dB.
    pub t60_s: f64,
    /// Its standard deviation (s).
    pub t60_sd_s: f64,
    /// For each recording, real and imaginary part of the amplitude at its first loud sample.
    pub amplitudes: Vec<[f64; 2]>,
}

/// Recordings of one object as a sum of modes.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// From low to high.
    pub modes: Vec<ExplainedMode>,
    /// For each recording, the energy of its first second divided by that of what is not explained
    /// of it (dB).
    pub snr_db: Vec<f64>,
    /// For each recording, the number of the first loud sample.
    pub starts: Vec<usize>,
    /// For each recording, what no mode explains of it, from there on.
    pub residuals: Vec<Vec<f64>>,
}

/// The modes, at most `most`, that explain most of recordings of one object at `rate` (Hz), from the
/// first sample above 0.3 of the peak on, 1.5 s at most. Frequencies and decays are common to all
/// recordings, amplitudes are not. What decays in several ways is explained by several modes, and so
/// is what is no mode at all: [`listen`](crate::listen) says what can be heard as a partial.
#[must_use]
pub fn explain(recordings: &[&[f64]], rate: f64, most: usize) -> Explanation {
    let peaks: Vec<f64> = recordings.iter().map(|samples| strike::peak(samples)).collect();
    let start = |(samples, peak): (&&[f64], &f64)| {
        samples.iter().position(|x| x.abs() > LOUD * peak).unwrap_or(0)
    };
    let starts: Vec<usize> = recordings.iter().zip(&peaks).map(start).collect();
    let left = recordings.iter().zip(&starts).map(|(samples, start)| samples.len() - start);
    let length = left.min().unwrap_or(0).min((LONGEST * rate) as usize);
    let unit = |n: usize| 1.0 / peaks[n].max(f64::MIN_POSITIVE);
    let sounds: Vec<Vec<f64>> = (0..recordings.len())
        .map(|n| {
            let stretch = &recordings[n][starts[n]..starts[n] + length];
            stretch.iter().map(|x| if x.is_finite() { x * unit(n) } else { 0.0 }).collect()
        })
        .collect();
    let mut tools = Tools::new();
    let fit = seek::explained(&mut tools, &sounds, rate, most);
    let views = seek::residual_views(&mut tools, &fit, rate);
    let deviations = fit.deviations();
    let mut modes: Vec<ExplainedMode> = (0..fit.exponents.len())
        .map(|k| {
            let s = fit.exponents[k];
            let view = view_for(&views, s.re, fit.samples());
            let noise = view.map_or(0.0, |v| v.noise(s.im).max(views[0].noise(s.im)));
            let noise = (noise / recordings.len() as f64).sqrt();
            let t60_s = 3.0 * LN_10 / (-s.re * rate).max(1e-3);
            ExplainedMode {
                frequency_hz: s.im * rate / TAU,
                frequency_sd_hz: deviations[k].1 * noise * rate / TAU,
                t60_s,
                t60_sd_s: t60_s * deviations[k].0 * noise / s.re.abs().max(1e-12),
                amplitudes: amplitudes(&fit, k, &peaks),
            }
        })
        .collect();
    modes.sort_by(|a, b| a.frequency_hz.total_cmp(&b.frequency_hz));
    let judged = ((JUDGED * rate) as usize).min(length);
    let energy = |samples: &[f64]| samples[..judged].iter().map(|x| x * x).sum::<f64>();
    let snr = |(sound, part): (&Vec<f64>, &super::fit::Part)| {
        10.0 * (energy(sound) / energy(&part.residual).max(f64::MIN_POSITIVE)).log10()
    };
    let snr_db = sounds.iter().zip(&fit.parts).map(snr).collect();
    let residual =
        |(part, peak): (&super::fit::Part, &f64)| part.residual.iter().map(|x| x * peak).collect();
    let residuals = fit.parts.iter().zip(&peaks).map(residual).collect();
    Explanation { modes, snr_db, starts, residuals }
}

fn amplitudes(fit: &Fit, mode: usize, peaks: &[f64]) -> Vec<[f64; 2]> {
    let scaled = |(part, peak): (&super::fit::Part, &f64)| {
        let amplitude: Complex<f64> = part.amplitudes[mode] * *peak;
        [amplitude.re, amplitude.im]
    };
    fit.parts.iter().zip(peaks).map(scaled).collect()
}
