//! Finds from when a sound rings freely, and the modes that it consists of from there.

use super::fit::{Fit, LEAST_QUALITY};
use super::mode::Mode;
use super::report::report;
use super::search::{Neighbourhood, Peak, View, choose, views};
use super::spectrum::Fft;
use super::{Partial, RANGE_DB};
use realfft::num_complex::Complex;
use std::cell::Cell;

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
/// Part of the energy of a sound, beyond that of white noise, from which on what modes leave of it is
/// something else.
#[cfg(feature = "recordings")]
const UNEXPLAINED: f64 = 2e-5;
/// Part of their energy that modes must share to be merged on trial.
const ALIKE: f64 = 0.3;
/// Part of the sound's energy that the residual may reach if that saves a mode.
const SAME: f64 = 1e-6;
/// The energy by which it may grow, in variances of the noise.
const SAME_NOISE: f64 = 64.0;
/// Seconds analysed at most, and samples.
const LONGEST: (f64, usize) = (10.0, 1 << 19);
/// Samples analysed at most if the budget is limited.
const LONGEST_BRIEF: usize = 1 << 15;
/// The cost of a search for peaks, in passes over the sound.
const SEARCH_COST: usize = 30;
/// The cost of a last improvement, in samples times modes times steps.
const POLISH_COST: f64 = 1e9;
/// Fewer samples than this are not analysed.
const LEAST_SAMPLES: usize = 32;

/// How much work a fit may take.
struct Effort {
    modes: usize,
    rounds: usize,
    steps: usize,
}

const FULL: Effort = Effort { modes: 64, rounds: 16, steps: 12 };
const QUICK: Effort = Effort { modes: 32, rounds: 8, steps: 8 };

/// Samples after the onset from which `sound` rings freely, and its partials from there.
/// `budget` is the work that may be done, in samples times modes; `free` is where free ringing
/// begins, if that is known.
pub(super) fn partials(
    sound: &[f64],
    rate: f64,
    budget: f64,
    free: Option<usize>,
) -> (usize, Vec<Partial>) {
    let most = if budget.is_finite() { LONGEST_BRIEF } else { LONGEST.1 };
    let longest = most.min((LONGEST.0 * rate) as usize);
    let mut fft = Fft::new();
    let budget = Cell::new(budget);
    let start = free.unwrap_or_else(|| start(&mut fft, sound, rate, &budget)).min(sound.len());
    let sound = &sound[start..];
    let sound = &sound[..sound.len().min(longest)];
    if sound.len() < LEAST_SAMPLES {
        return (start, Vec::new());
    }
    let mut fit = fitted(&mut fft, sound, rate, &FULL, &budget);
    polish(&mut fit, 1e-6);
    merge_similar(&mut fit);
    polish(&mut fit, 1e-8);
    (start, report(&mut fft, &fit, rate))
}

/// Whether modes explain what is left of a sound once no contact can push any more.
#[cfg(feature = "recordings")]
pub(super) fn explains(sound: &[f64], rate: f64) -> bool {
    let start = (STARTS[STARTS.len() - 1] * rate) as usize;
    let start = if 2 * start > sound.len() { 0 } else { start };
    let trial = &sound[start..sound.len().min(start + (TRIAL * rate) as usize)];
    if trial.len() < LEAST_SAMPLES {
        return true;
    }
    let (mut fft, budget) = (Fft::new(), Cell::new(f64::INFINITY));
    let fit = fitted(&mut fft, trial, rate, &QUICK, &budget);
    let noise =
        2.0 * View::new(&mut fft, &[&fit.residual], trial.len(), Neighbourhood::Near).white_noise();
    fit.unexplained_start(trial.len(), noise) < UNEXPLAINED
}

/// The earliest start from which modes explain the sound.
fn start(fft: &mut Fft, sound: &[f64], rate: f64, budget: &Cell<f64>) -> usize {
    let trial = (TRIAL * rate) as usize;
    let mut left = Vec::new();
    for seconds in STARTS {
        let start = (seconds * rate).round() as usize;
        if start > 0 && (2 * start > sound.len() || budget.get() <= 0.0) {
            break;
        }
        let stretch = &sound[start..sound.len().min(start + trial)];
        let fit = fitted(fft, stretch, rate, &QUICK, budget);
        // Twice the noise, because its energy varies much over a few samples.
        let noise = 2.0
            * View::new(fft, &[&fit.residual], stretch.len(), Neighbourhood::Near).white_noise();
        let unexplained = fit.unexplained_start((PUSHED * rate) as usize, noise);
        if unexplained < EXPLAINED {
            return start;
        }
        left.push((start, unexplained));
    }
    let best = left.iter().fold(f64::INFINITY, |best, (_, left)| best.min(*left));
    left.iter().find(|(_, left)| *left <= 2.0 * best).map_or(0, |(start, _)| *start)
}

/// Adds modes at the strongest peaks of the residual, then moves all of them together, until only
/// noise is left.
fn fitted<'a>(
    fft: &mut Fft,
    sound: &'a [f64],
    rate: f64,
    effort: &Effort,
    budget: &'a Cell<f64>,
) -> Fit<'a> {
    let mean = sound.iter().sum::<f64>() / sound.len().max(1) as f64;
    let mut fit = Fit::new(sound, Vec::new(), mean, budget);
    let mut loudest = 0.0_f64;
    for _ in 0..effort.rounds {
        let room = effort.modes.saturating_sub(fit.modes.len());
        if !fit.has_budget() {
            break;
        }
        let peaks = unexplained(fft, &fit, rate, loudest * amplitude(RANGE_DB + 2.0));
        let chosen = choose(peaks, room);
        if chosen.is_empty() {
            break;
        }
        for peak in &chosen {
            let exponent = guess(&fit, peak);
            fit.add(exponent);
        }
        fit.improve(effort.steps, 1e-3);
        loudest = fit.modes.iter().fold(0.0, |loudest, mode| loudest.max(mode.amplitude.norm()));
        let least = loudest * amplitude(RANGE_DB + 6.0);
        fit.retain(|mode| mode.amplitude.norm() >= least);
    }
    fit
}

/// Improves a fit until nothing more is gained, or the cost is reached.
fn polish(fit: &mut Fit, tolerance: f64) {
    let cost = (fit.residual.len() * fit.modes.len().max(1)) as f64;
    fit.improve((POLISH_COST / cost).clamp(12.0, 200.0) as usize, tolerance);
}

/// Removes modes whose part similar modes can take over: two of them may have been fitted to the
/// same partial.
fn merge_similar(fit: &mut Fit) {
    let samples = fit.residual.len();
    let mut tried = 0;
    while tried < fit.modes.len() && fit.has_budget() {
        // A mode that stays moves to the end.
        let similar = similar_to_first(&fit.modes, samples);
        let Some(simpler) = without_first(fit, &similar) else {
            fit.modes.rotate_left(1);
            tried += 1;
            continue;
        };
        fit.replace(&similar, &simpler);
    }
}

/// The indices of the first mode and of all that are similar to it.
fn similar_to_first(modes: &[Mode], samples: usize) -> Vec<usize> {
    let width = |mode: &Mode| mode.exponent.re.abs().max(1.0 / samples as f64);
    let first = &modes[0];
    let alike = |mode: &Mode| {
        let apart = mode.exponent.im - first.exponent.im;
        let (a, b) = (width(mode), width(first));
        // The part of their energy that two decaying sines share.
        4.0 * a * b / ((a + b).powi(2) + apart.powi(2)) > ALIKE
    };
    (0..modes.len()).filter(|index| *index == 0 || alike(&modes[*index])).collect()
}

/// Modes that explain as much as these without the first of them, if there are any.
fn without_first(fit: &Fit, indices: &[usize]) -> Option<Vec<Mode>> {
    if indices.len() < 2 {
        return None;
    }
    let modes: Vec<Mode> = indices.iter().map(|index| fit.modes[*index]).collect();
    let sound = fit.with_only(&modes);
    let noise = fit.energy / sound.len() as f64;
    let same = (fit.energy + SAME_NOISE * noise).max(SAME * fit.sound_energy());
    let mut simpler = Fit::new(&sound, modes[1..].to_vec(), 0.0, fit.budget);
    simpler.improve(FULL.steps, 1e-3);
    (simpler.energy < same).then_some(simpler.modes)
}

/// The peaks of the residual in windows of all lengths.
fn unexplained(fft: &mut Fft, fit: &Fit, rate: f64, least: f64) -> Vec<Peak> {
    fit.spend(SEARCH_COST);
    views(fft, &[&fit.residual], rate, Neighbourhood::Near)
        .flat_map(|view| view.peaks(&view, least))
        .collect()
}

/// The exponent of a peak: of decays an octave apart the one that reduces the residual most.
fn guess(fit: &Fit, peak: &Peak) -> Complex<f64> {
    let slowest = 1.0 / (4.0 * peak.window as f64);
    (0..5)
        .map(|octave| {
            let decay = -slowest * 2.0_f64.powi(octave);
            let decay = decay.max(-0.5 * peak.frequency / LEAST_QUALITY);
            Complex::new(decay, peak.frequency)
        })
        .map(|exponent| (fit.gain(exponent), exponent))
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map_or(Complex::new(-slowest, peak.frequency), |best| best.1)
}

/// The amplitude this many decibels below 1.
fn amplitude(decibels: f64) -> f64 {
    10.0_f64.powf(-decibels / 20.0)
}
