//! Finds from when a sound rings freely, and the modes that it consists of from there.

use super::RANGE_DB;
use super::band::{CORE, Filter};
use super::esprit::Esprit;
use super::fit::{Fit, LEAST_QUALITY};
use super::search::{View, view_for, views};
use super::select::select;
use super::spectrum::Fft;
use realfft::num_complex::Complex;
use std::f64::consts::{PI, TAU};

/// Seconds after the onset that are tried as the start of free ringing: a contact may push until
/// then.
const STARTS: [f64; 12] =
    [0.0, 0.0005, 0.001, 0.0015, 0.002, 0.003, 0.004, 0.006, 0.009, 0.013, 0.02, 0.03];
/// Seconds of sound from which a trial decides whether it rings freely.
const TRIAL: f64 = 0.2;
/// Seconds at the start of a trial in which a push would leave a residual.
const PUSHED: f64 = 0.005;
/// Largest part of the energy there that may be in the residual.
const EXPLAINED: f64 = 1e-5;
/// Least part of the energy of a sound that a mode of the first round explains.
const LEAST_GAIN: f64 = 1e-6;
/// Decimated samples of a band.
const SPAN: usize = 400;
/// Fewer samples than this are not analysed.
const LEAST_SAMPLES: usize = 32;

/// How much work a fit may take.
#[derive(Clone, Copy)]
pub(super) struct Effort {
    /// Modes at most.
    pub(super) modes: usize,
    /// Rounds in which modes are sought.
    pub(super) rounds: usize,
    /// Steps by which they are improved in each.
    pub(super) steps: usize,
    /// Bands of each width.
    pub(super) bands: usize,
    /// Steps of the last improvement.
    pub(super) polish: usize,
}

pub(super) const FULL: Effort = Effort { modes: 80, rounds: 4, steps: 5, bands: 40, polish: 40 };
pub(super) const BRIEF: Effort = Effort { modes: 48, rounds: 2, steps: 4, bands: 8, polish: 8 };
const TRIED: Effort = Effort { modes: 48, rounds: 3, steps: 5, bands: 16, polish: 0 };

/// What is planned once for all fits.
pub(super) struct Tools {
    pub(super) fft: Fft,
    esprit: Esprit,
}

impl Tools {
    pub(super) fn new() -> Self {
        Self { fft: Fft::new(), esprit: Esprit::new() }
    }
}

/// The earliest start from which modes explain the sound, in samples after its first.
pub(super) fn start(tools: &mut Tools, sound: &[f64], rate: f64) -> usize {
    let trial = (TRIAL * rate) as usize;
    let mut left = Vec::new();
    for seconds in STARTS {
        let start = (seconds * rate).round() as usize;
        if start > 0 && 2 * start > sound.len() {
            break;
        }
        let stretch = [sound[start..sound.len().min(start + trial)].to_vec()];
        let fit = sought(tools, &stretch, rate, &TRIED);
        // Twice the noise, because its energy varies much over a few samples.
        let residual: [&[f64]; 1] = [&fit.parts[0].residual];
        let noise = 2.0 * View::new(&mut tools.fft, &residual, stretch[0].len()).white_noise();
        let unexplained = fit.unexplained_start((PUSHED * rate) as usize, noise);
        if unexplained < EXPLAINED {
            return start;
        }
        if std::env::var("DBG").is_ok() { eprintln!("start {seconds} modes {} unexplained {unexplained:.2e}", fit.exponents.len()); }
        left.push((start, unexplained));
    }
    let best = left.iter().fold(f64::INFINITY, |best, (_, left)| best.min(*left));
    left.iter().find(|(_, left)| *left <= 2.0 * best).map_or(0, |(start, _)| *start)
}

/// The modes of sounds of one object, equally long.
pub(super) fn fitted<'a>(
    tools: &mut Tools,
    sounds: &'a [Vec<f64>],
    rate: f64,
    effort: &Effort,
) -> Fit<'a> {
    if sounds.first().is_none_or(|sound| sound.len() < LEAST_SAMPLES) {
        return Fit::new(sounds, Vec::new());
    }
    let mut fit = sought(tools, sounds, rate, effort);
    fit.improve(effort.polish, 1e-5);
    prune(tools, &mut fit, rate);
    fit.improve(effort.polish, 1e-8);
    fit
}

/// Adds modes that explain what is left, then moves all of them together, until only noise is left.
fn sought<'a>(tools: &mut Tools, sounds: &'a [Vec<f64>], rate: f64, effort: &Effort) -> Fit<'a> {
    let mut fit = Fit::new(sounds, Vec::new());
    for _ in 0..effort.rounds {
        let views = residual_views(tools, &fit, rate);
        let known = fit.exponents.len();
        let mut exponents = fit.exponents.clone();
        exponents.extend(candidates(tools, &fit, &views, effort));
        if exponents.len() == known {
            break;
        }
        // Before anything is explained, the skirts of strong modes would pass for noise.
        let noise = |s: &Complex<f64>| {
            if known == 0 || effort.polish == 1 { LEAST_GAIN * fit.energy } else { views[0].most_noise(s.im) }
        };
        let least: Vec<f64> = exponents.iter().map(noise).collect();
        let selected = select(sounds, &exponents, &least, effort.modes);
        if selected.iter().all(|k| *k < known) {
            break;
        }
        let mut next = Fit::new(sounds, selected.iter().map(|k| exponents[*k]).collect());
        let before = next.energy;
        next.improve(effort.steps, 1e-3);
        if std::env::var("DBG").is_ok() { eprintln!("  samples {} known {known} candidates {} selected {} energy {:.3e} -> {before:.3e} -> {:.3e}", fit.samples(), exponents.len() - known, selected.len(), fit.energy, next.energy); 
          if std::env::var("DBG2").is_ok() { for (k, s) in exponents.iter().enumerate() { eprintln!("     {} {:.2} Hz t60 {:.4} {}", k, s.im * rate / TAU, 6.9078 / (-s.re * rate), selected.contains(&k)); } } }
        if next.energy >= fit.energy {
            break;
        }
        fit = next;
    }
    fit
}

fn residual_views(tools: &mut Tools, fit: &Fit, rate: f64) -> Vec<View> {
    let residuals: Vec<&[f64]> = fit.parts.iter().map(|part| part.residual.as_slice()).collect();
    views(&mut tools.fft, &residuals, rate)
}

/// The energy that noise hardly ever has in a mode.
fn most_noise(views: &[View], exponent: Complex<f64>, samples: usize) -> f64 {
    let view = view_for(views, exponent.re, samples);
    view.map_or(f64::INFINITY, |view| view.most_noise(exponent.im))
}

/// Exponents of what may be modes, from bands around the peaks of what is left.
fn candidates(tools: &mut Tools, fit: &Fit, views: &[View], effort: &Effort) -> Vec<Complex<f64>> {
    let strongest = (0..fit.exponents.len()).fold(0.0_f64, |a, k| a.max(fit.amplitude(k)));
    let least = strongest * 10.0_f64.powf(-(RANGE_DB + 2.0) / 20.0);
    let mut found = Vec::new();
    for view in views.iter().step_by(2) {
        let decimation = (view.window / SPAN).max(1);
        let filter = Filter::new(decimation);
        let half = CORE * TAU / decimation as f64;
        for centre in centres(view, &views[0], least, half, effort.bands) {
            for sound in 0..fit.parts.len() {
                // Modes of the band are not taken out: one of them may stand for two.
                let near = |s: Complex<f64>| (s.im - centre).abs() < 2.0 * half;
                let rest = fit.with_only(sound, near);
                let band = filter.band(&rest[..view.window], centre);
                let scale = 1.0 / decimation as f64;
                for exponent in tools.esprit.exponents(&band) {
                    let shifted = exponent * scale + Complex::new(0.0, centre);
                    if exponent.im.abs() <= CORE * TAU && plausible(shifted, view.window) {
                        let decay = shifted.re.min(-1e-3 / fit.samples() as f64);
                        found.push(Complex::new(decay, shifted.im));
                    }
                }
            }
        }
    }
    found
}

/// Frequencies of bands that hold the strongest peaks of a view.
fn centres(view: &View, floor: &View, least: f64, half: f64, most: usize) -> Vec<f64> {
    let mut peaks = view.peaks(floor, least);
    peaks.sort_by(|a, b| b.energy.total_cmp(&a.energy));
    let mut centres: Vec<f64> = Vec::new();
    for peak in peaks {
        if centres.len() >= most {
            break;
        }
        if centres.iter().all(|centre| (centre - peak.frequency).abs() > 0.6 * half) {
            centres.push(peak.frequency);
        }
    }
    centres
}

/// Whether an exponent may be that of a mode which is heard in this many samples.
fn plausible(exponent: Complex<f64>, window: usize) -> bool {
    let (decay, frequency) = (-exponent.re, exponent.im);
    frequency > TAU / window as f64
        && frequency < PI
        && decay < 0.5 * frequency / LEAST_QUALITY
        && decay * (window as f64) > -1.0
        && decay * (window as f64) < 300.0
}

/// Removes modes that explain no more than noise would let them.
fn prune(tools: &mut Tools, fit: &mut Fit, rate: f64) {
    let samples = fit.samples();
    let views = residual_views(tools, fit, rate);
    loop {
        let strongest = (0..fit.exponents.len()).fold(0.0_f64, |a, k| a.max(fit.amplitude(k)));
        let ratio = |(k, worth): (usize, &f64)| {
            let quiet = fit.amplitude(k) < strongest * 10.0_f64.powf(-(RANGE_DB + 6.0) / 20.0);
            if quiet { 0.0 } else { worth / most_noise(&views, fit.exponents[k], samples) }
        };
        let worths = fit.worths();
        let ratios: Vec<f64> = worths.iter().enumerate().map(ratio).collect();
        let weak = |k: &usize| ratios[*k] < 1.0;
        let Some(weakest) = (0..ratios.len()).filter(weak).min_by(|a, b| ratios[*a].total_cmp(&ratios[*b]))
        else {
            return;
        };
        let mut exponents = fit.exponents.clone();
        exponents.remove(weakest);
        *fit = Fit::new(fit.sounds(), exponents);
        fit.improve(2, 1e-3);
    }
}

/// The modes, `most` of them at most, that explain most of some sounds, whatever else is in these.
pub(super) fn explained<'a>(
    tools: &mut Tools,
    sounds: &'a [Vec<f64>],
    rate: f64,
    most: usize,
) -> Fit<'a> {
    let effort = Effort { modes: most + most / 2 + 20, rounds: 6, polish: 1, ..FULL };
    let mut fit = sought(tools, sounds, rate, &effort);
    fit.improve(6, 1e-3);
    while fit.exponents.len() > most {
        let spare = fit.exponents.len() - most;
        let worths = fit.worths();
        let mut order: Vec<usize> = (0..worths.len()).collect();
        order.sort_by(|a, b| worths[*a].total_cmp(&worths[*b]));
        order.truncate(spare.div_ceil(4));
        let kept = (0..worths.len()).filter(|k| !order.contains(k));
        fit = Fit::new(sounds, kept.map(|k| fit.exponents[k]).collect());
        fit.improve(4, 1e-3);
    }
    fit.improve(FULL.polish, 1e-5);
    fit
}
