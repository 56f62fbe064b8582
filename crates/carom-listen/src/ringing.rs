//! Takes a sound apart into modes: from when it rings freely, and as what.

use super::fit::{Fit, LEAST_QUALITY};
use super::mode::Mode;
use super::report::report;
use super::search::{Peak, View, choose, views};
use super::spectrum::Fft;
use super::{Partial, RANGE_DB};
use realfft::num_complex::Complex;
use std::cell::Cell;

/// Seconds after the onset from which it may ring freely: a contact may push for a while.
const STARTS: [f64; 12] =
    [0.0, 0.0005, 0.001, 0.0015, 0.002, 0.003, 0.004, 0.006, 0.009, 0.013, 0.02, 0.03];
/// Seconds that are enough to tell whether it rings freely.
const TRIAL: f64 = 0.2;
/// Seconds at the start of these in which a push would be seen.
const PUSHED: f64 = 0.005;
/// Part of the energy there that may be left unexplained.
const EXPLAINED: f64 = 1e-5;
/// Part of their energy that modes must share to be tried as one.
const ALIKE: f64 = 0.3;
/// Part of the sound's energy that may be left unexplained for the sake of one mode less.
const SAME: f64 = 1e-6;
/// Times the variance of the noise that may be left.
const SAME_NOISE: f64 = 64.0;
/// Seconds analysed at most, and samples.
const LONGEST: (f64, usize) = (10.0, 1 << 19);
/// Samples analysed at most by those who cannot wait.
const LONGEST_GLANCE: usize = 1 << 15;
/// Looking for what stands out takes as long as going through the sound this many times.
const LOOK: usize = 30;
/// Samples times modes times steps that are worth waiting for.
const PATIENCE: f64 = 1e9;
/// Fewer samples than this say nothing.
const LEAST_SAMPLES: usize = 32;

/// How far to go.
struct Effort {
    modes: usize,
    rounds: usize,
    steps: usize,
}

const FULL: Effort = Effort { modes: 64, rounds: 16, steps: 12 };
const QUICK: Effort = Effort { modes: 32, rounds: 8, steps: 8 };

/// Samples after the onset from which `sound` rings freely, and its partials from there.
/// `patience` is how many samples times modes it is worth; `free` is from where it rings freely, if
/// that is known.
pub(super) fn partials(
    sound: &[f64],
    rate: f64,
    patience: f64,
    free: Option<usize>,
) -> (usize, Vec<Partial>) {
    let most = if patience.is_finite() { LONGEST_GLANCE } else { LONGEST.1 };
    let longest = most.min((LONGEST.0 * rate) as usize);
    let mut fft = Fft::new();
    let patience = Cell::new(patience);
    let start = free.unwrap_or_else(|| start(&mut fft, sound, rate, &patience)).min(sound.len());
    let sound = &sound[start..];
    let sound = &sound[..sound.len().min(longest)];
    if sound.len() < LEAST_SAMPLES {
        return (start, Vec::new());
    }
    let mut fit = fitted(&mut fft, sound, rate, &FULL, &patience);
    polish(&mut fit, 1e-6);
    simplify(&mut fit);
    polish(&mut fit, 1e-8);
    (start, report(&mut fft, &fit, rate))
}

/// The earliest start from which modes explain what is heard.
fn start(fft: &mut Fft, sound: &[f64], rate: f64, patience: &Cell<f64>) -> usize {
    let trial = (TRIAL * rate) as usize;
    let mut left = Vec::new();
    for seconds in STARTS {
        let start = (seconds * rate).round() as usize;
        if start > 0 && (2 * start > sound.len() || patience.get() <= 0.0) {
            break;
        }
        let stretch = &sound[start..sound.len().min(start + trial)];
        let fit = fitted(fft, stretch, rate, &QUICK, patience);
        // Twice the noise, because few samples of it may have more than their share.
        let noise = 2.0 * View::new(fft, &fit.residual, stretch.len()).white_noise();
        let unexplained = fit.left_early((PUSHED * rate) as usize, noise);
        if unexplained < EXPLAINED {
            return start;
        }
        left.push((start, unexplained));
    }
    let best = left.iter().fold(f64::INFINITY, |best, (_, left)| best.min(*left));
    left.iter().find(|(_, left)| *left <= 2.0 * best).map_or(0, |(start, _)| *start)
}

/// Modes added where most is left, then moved all together, until only noise is left.
fn fitted<'a>(
    fft: &mut Fft,
    sound: &'a [f64],
    rate: f64,
    effort: &Effort,
    patience: &'a Cell<f64>,
) -> Fit<'a> {
    let mut fit = Fit::new(sound, patience);
    let mut loudest = 0.0_f64;
    for _ in 0..effort.rounds {
        let room = effort.modes.saturating_sub(fit.modes.len());
        if !fit.is_patient() {
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

/// Improves for as long as it gains anything, or as one would want to wait.
fn polish(fit: &mut Fit, tolerance: f64) {
    let cost = (fit.residual.len() * fit.modes.len().max(1)) as f64;
    fit.improve((PATIENCE / cost).clamp(12.0, 200.0) as usize, tolerance);
}

/// Takes out modes that do nothing their neighbours could not do as well: on the way to a fit two
/// may have settled on the same partial.
fn simplify(fit: &mut Fit) {
    let samples = fit.residual.len();
    let mut tried = 0;
    while tried < fit.modes.len() && fit.is_patient() {
        // Those that stay move to the end.
        let crowd = crowd(&fit.modes, samples);
        let Some(simpler) = without_first(fit, &crowd) else {
            fit.modes.rotate_left(1);
            tried += 1;
            continue;
        };
        fit.replace(&crowd, &simpler);
    }
}

/// The first mode and all that are much like it.
fn crowd(modes: &[Mode], samples: usize) -> Vec<usize> {
    let width = |mode: &Mode| mode.exponent.re.abs().max(1.0 / samples as f64);
    let first = &modes[0];
    let alike = |mode: &Mode| {
        let apart = mode.exponent.im - first.exponent.im;
        let (a, b) = (width(mode), width(first));
        // Of two decaying sines, the part of the energy of one that is in the other.
        4.0 * a * b / ((a + b).powi(2) + apart.powi(2)) > ALIKE
    };
    (0..modes.len()).filter(|index| *index == 0 || alike(&modes[*index])).collect()
}

/// What does as well as these modes without the first of them, if anything does.
fn without_first(fit: &Fit, crowd: &[usize]) -> Option<Vec<Mode>> {
    if crowd.len() < 2 {
        return None;
    }
    let modes: Vec<Mode> = crowd.iter().map(|index| fit.modes[*index]).collect();
    let sound = fit.alone(&modes);
    let noise = fit.energy / sound.len() as f64;
    let same = (fit.energy + SAME_NOISE * noise).max(SAME * fit.heard());
    let mut simpler = Fit::of(&sound, modes[1..].to_vec(), fit.patience());
    simpler.improve(FULL.steps, 1e-3);
    (simpler.energy < same).then_some(simpler.modes)
}

/// What stands out of the residual, in windows of all lengths.
fn unexplained(fft: &mut Fft, fit: &Fit, rate: f64, least: f64) -> Vec<Peak> {
    fit.spend(LOOK);
    views(fft, &fit.residual, rate).flat_map(|view| view.peaks(least)).collect()
}

/// The exponent of a peak with the decay that explains most, tried in octaves.
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

/// Ratio of amplitudes this many decibels down.
fn amplitude(decibels: f64) -> f64 {
    10.0_f64.powf(-decibels / 20.0)
}
