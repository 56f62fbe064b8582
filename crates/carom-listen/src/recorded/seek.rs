//! Finds from when a sound rings freely, and the modes that it consists of from there.

use super::band::{CORE, Filter};
use super::esprit::Esprit;
use super::fit::{Fit, LEAST_QUALITY};
use super::select::select;
use crate::RANGE_DB;
use crate::search::{Neighbourhood, View, median, view_for, views};
use crate::spectrum::Fft;
use realfft::num_complex::Complex;
use std::f64::consts::{PI, TAU};

/// Seconds after the onset that are tried as the start of free ringing: a contact may push until
/// then.
const STARTS: [f64; 9] = [0.0, 0.0005, 0.001, 0.002, 0.003, 0.005, 0.009, 0.016, 0.03];
/// Seconds of sound from which a trial decides whether it rings freely.
const TRIAL: f64 = 0.2;
/// Seconds at the start of a trial in which a push would leave a residual.
const PUSHED: f64 = 0.005;
/// Part of it from which on there is much more in a sound than modes.
const MOSTLY: f64 = 0.01;
/// Part of the peak from which on such a sound is analysed.
const LOUD: f64 = 0.3;
/// Largest part of the energy there that may be in the residual. Fast modes that were not quite found
/// leave as much: they must not be taken for a push and cut off.
const EXPLAINED: f64 = 1e-3;
/// Least part of the energy of a sound that a mode of the first round explains.
const LEAST_GAIN: f64 = 1e-6;
/// Modes that differ by less than this part of their width are one.
const SAME: f64 = 0.05;
/// Candidates that differ by less are looked at once.
const EQUAL: f64 = 0.01;
/// In recordings that hold more than modes, those that differ by less than this part of their width.
const UNRESOLVED: f64 = 1.0;
/// Seconds of the blocks of a residual that are compared.
const CLUTTER_BLOCK: f64 = 0.05;
/// How many times the energy of its end the beginning of a residual may have.
const CLUTTER: f64 = 2.5;
/// Part of the energy of the beginning of a sound below which what is left of it does not matter.
const INAUDIBLE: f64 = 1e-6;
/// Amplitude of modes that are far larger than the sound, in peaks of it.
const FAR_LARGER: f64 = 2.0;
/// Amplitude of a mode, of the peak of the sound, above which another must cancel it.
const CANCELLING: f64 = 1.5;
/// How many times the energy of noise a mode has that stands out of clutter.
const CLEAR: f64 = 4.0;
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

pub(super) const FULL: Effort = Effort { modes: 64, rounds: 5, steps: 5, bands: 28, polish: 16 };
const TRIED: Effort = Effort { modes: 40, rounds: 2, steps: 4, bands: 10, polish: 0 };

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

/// The earliest start from which modes explain the sound, in samples after its first; the first loud
/// sample if they never do. Also whether they explain most of it somewhere.
pub(super) fn start(tools: &mut Tools, sound: &[f64], rate: f64) -> (usize, bool) {
    let starts = STARTS.map(|seconds| (seconds * rate).round() as usize);
    let count =
        starts.iter().take_while(|start| **start == 0 || 2 * **start <= sound.len()).count();
    let mut best = f64::INFINITY;
    let mut is_free = |start: usize| {
        let unexplained = unexplained(tools, sound, start, rate);
        best = best.min(unexplained);
        unexplained < EXPLAINED
    };
    if is_free(starts[0]) {
        return (starts[0], true);
    }
    // What rings freely goes on to do so: if the latest start is too early, all are.
    if count > 1 && is_free(starts[count - 1]) {
        let (mut pushed, mut free) = (0, count - 1);
        while free - pushed > 1 {
            let middle = usize::midpoint(pushed, free);
            if is_free(starts[middle]) {
                free = middle;
            } else {
                pushed = middle;
            }
        }
        return (starts[free], true);
    }
    let peak = sound.iter().fold(0.0_f64, |peak, x| peak.max(x.abs()));
    (sound.iter().position(|x| x.abs() > LOUD * peak).unwrap_or(0), best < MOSTLY)
}

/// The part of the energy right after a start that modes do not explain.
fn unexplained(tools: &mut Tools, sound: &[f64], start: usize, rate: f64) -> f64 {
    let trial = (TRIAL * rate) as usize;
    let stretch = [sound[start..sound.len().min(start + trial)].to_vec()];
    let effort = if start == 0 { &FULL } else { &TRIED };
    let fit = sought(tools, &stretch, rate, effort);
    // Twice the noise, because its energy varies much over a few samples.
    let residual: [&[f64]; 1] = [&fit.parts[0].residual];
    let noise = 2.0
        * View::new(&mut tools.fft, &residual, stretch[0].len(), Neighbourhood::Wide).white_noise();
    fit.unexplained_start((PUSHED * rate) as usize, noise)
}

/// Improves a fit until nothing more is gained, without what may be noise.
pub(super) fn settle(tools: &mut Tools, fit: &mut Fit, rate: f64, effort: &Effort) {
    fit.improve(effort.polish / 4, 1e-4);
    one_for_cancelling(fit, effort);
    prune(tools, fit, rate);
    fit.improve(effort.polish, 1e-8);
    let exponents = distinct(&fit.exponents, fit.samples(), SAME);
    if exponents.len() < fit.exponents.len() {
        *fit = Fit::new(fit.sounds(), exponents);
        fit.improve(effort.polish, 1e-8);
    }
}

/// Lets one mode stand for neighbours that cancel each other, each far larger than the sound, whose peak is 1: together
/// they are something that is over within a cycle, and beside them no other mode would be heard.
fn one_for_cancelling(fit: &mut Fit, effort: &Effort) {
    let most = FAR_LARGER * (fit.parts.len() as f64).sqrt();
    loop {
        let count = fit.exponents.len();
        let order = |a: &usize, b: &usize| fit.amplitude(*a).total_cmp(&fit.amplitude(*b));
        let loudest = (0..count).max_by(order).filter(|k| fit.amplitude(*k) > most);
        let Some(loudest) = loudest.map(|k| fit.exponents[k]) else { return };
        let beside = |s: &Complex<f64>| {
            *s != loudest && (s - loudest).norm() < s.re.abs().max(loudest.re.abs())
        };
        let kept: Vec<_> = fit.exponents.iter().copied().filter(|s| !beside(s)).collect();
        if kept.len() == count {
            return;
        }
        *fit = Fit::new(fit.sounds(), kept);
        fit.improve(effort.polish / 4, 1e-4);
    }
}

/// Lets the strongest of modes that nearly coincide stand for all of them: what is not exactly a mode
/// is fitted by several of which none is certain.
pub(super) fn unite(fit: &mut Fit, effort: &Effort) {
    loop {
        let mut order: Vec<usize> = (0..fit.exponents.len()).collect();
        order.sort_by(|a, b| fit.amplitude(*b).total_cmp(&fit.amplitude(*a)));
        let sorted: Vec<_> = order.iter().map(|k| fit.exponents[*k]).collect();
        let exponents = distinct(&sorted, fit.samples(), UNRESOLVED);
        if exponents.len() == sorted.len() {
            return;
        }
        *fit = Fit::new(fit.sounds(), exponents);
        fit.improve(effort.polish / 2, 1e-5);
    }
}

/// Adds modes that explain what is left, then moves all of them together, until only noise is left.
pub(super) fn sought<'a>(
    tools: &mut Tools,
    sounds: &'a [Vec<f64>],
    rate: f64,
    effort: &Effort,
) -> Fit<'a> {
    if sounds.first().is_none_or(|sound| sound.len() < LEAST_SAMPLES) {
        return Fit::new(sounds, Vec::new());
    }
    let mut fit = Fit::new(sounds, Vec::new());
    for _ in 0..effort.rounds {
        let views = residual_views(tools, &fit, rate);
        let known = fit.exponents.len();
        let mut exponents = fit.exponents.clone();
        exponents.extend(candidates(tools, &fit, &views, effort));
        let exponents = distinct(&exponents, fit.samples(), EQUAL);
        if exponents.len() <= known {
            break;
        }
        // Before anything is explained, the skirts of strong modes would pass for noise.
        let noise = |s: &Complex<f64>| {
            if known == 0 || effort.polish == 1 {
                LEAST_GAIN * fit.energy
            } else {
                views[0].most_noise(s.im)
            }
        };
        let least: Vec<f64> = exponents.iter().map(noise).collect();
        let selected = select(sounds, &exponents, &least, effort.modes);
        if selected.iter().all(|k| *k < known) {
            break;
        }
        let mut next = Fit::new(sounds, selected.iter().map(|k| exponents[*k]).collect());
        next.improve(effort.steps, 1e-3);
        let exponents = distinct(&next.exponents, fit.samples(), SAME);
        if exponents.len() < next.exponents.len() {
            next = Fit::new(sounds, exponents);
            next.improve(2, 1e-3);
        }
        if next.energy >= fit.energy {
            break;
        }
        fit = next;
    }
    fit
}

pub(super) fn residual_views(tools: &mut Tools, fit: &Fit, rate: f64) -> Vec<View> {
    let residuals: Vec<&[f64]> = fit.parts.iter().map(|part| part.residual.as_slice()).collect();
    views(&mut tools.fft, &residuals, rate, Neighbourhood::Wide).collect()
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
                let rest = fit.with_only(sound, view.window, near);
                let band = filter.band(&rest, centre);
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
    if peaks.is_empty() && least == 0.0 {
        // One fast mode fills all bins and stands out of none.
        peaks.extend(view.strongest());
    }
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

/// Removes modes that are too much like a stronger one, and those that explain no more than noise
/// would let them.
fn prune(tools: &mut Tools, fit: &mut Fit, rate: f64) {
    loop {
        let views = residual_views(tools, fit, rate);
        let strongest = (0..fit.exponents.len()).fold(0.0_f64, |a, k| a.max(fit.amplitude(k)));
        let least = strongest * 10.0_f64.powf(-(RANGE_DB + 6.0) / 20.0);
        let ratio = |(k, worth): (usize, &f64)| {
            let quiet = fit.amplitude(k) < least;
            if quiet { 0.0 } else { worth / most_noise(&views, fit.exponents[k], fit.samples()) }
        };
        let ratios: Vec<f64> = fit.worths().iter().enumerate().map(ratio).collect();
        let mut weak: Vec<usize> = (0..ratios.len()).filter(|k| ratios[*k] < 1.0).collect();
        if weak.is_empty() {
            return;
        }
        weak.sort_by(|a, b| ratios[*a].total_cmp(&ratios[*b]));
        // Not all at once: one may take over what another explained.
        weak.truncate(weak.len().div_ceil(3));
        let kept = (0..ratios.len()).filter(|k| !weak.contains(k));
        *fit = Fit::new(fit.sounds(), kept.map(|k| fit.exponents[k]).collect());
        fit.improve(3, 1e-3);
    }
}

/// Exponents without those that differ from one before them by less than so many widths.
fn distinct(exponents: &[Complex<f64>], samples: usize, widths: f64) -> Vec<Complex<f64>> {
    let mut distinct: Vec<Complex<f64>> = Vec::new();
    for exponent in exponents {
        let width = |s: &Complex<f64>| s.re.abs().max(1.0 / samples as f64);
        let alike = |s: &Complex<f64>| {
            let near = widths * width(s).max(width(exponent));
            (s - exponent).norm_sqr() < near * near
        };
        if !distinct.iter().any(alike) {
            distinct.push(*exponent);
        }
    }
    distinct
}

/// The modes, `most` of them at most, that explain most of some sounds, whatever else is in these. Which
/// ones remain depends on how many there were: the best of several ways is taken.
pub(super) fn explained<'a>(
    tools: &mut Tools,
    sounds: &'a [Vec<f64>],
    rate: f64,
    most: usize,
) -> Fit<'a> {
    let effort = Effort { modes: most + most / 2 + 20, rounds: 6, polish: 1, ..FULL };
    let mut all = sought(tools, sounds, rate, &effort);
    all.improve(6, 1e-3);
    without_cancelling(&mut all, CANCELLING);
    let count = all.exponents.len();
    let ways = [8, 3].map(|part| reduced(&all, most, part));
    let few = (count > most).then(|| {
        let effort = Effort { modes: most + 4, ..effort };
        reduced(&sought(tools, sounds, rate, &effort), most, 8)
    });
    let best = ways.into_iter().chain(few).min_by(|a, b| a.energy.total_cmp(&b.energy));
    best.unwrap_or(all)
}

/// A fit with at most so many modes: those that explain least go, each time one of so many.
fn reduced<'a>(fit: &Fit<'a>, most: usize, part: usize) -> Fit<'a> {
    let mut fit = Fit::new(fit.sounds(), fit.exponents.clone());
    while fit.exponents.len() > most {
        let spare = fit.exponents.len() - most;
        let worths = fit.worths();
        let mut order: Vec<usize> = (0..worths.len()).collect();
        order.sort_by(|a, b| worths[*a].total_cmp(&worths[*b]));
        order.truncate(spare.div_ceil(part));
        let kept = (0..worths.len()).filter(|k| !order.contains(k));
        fit = Fit::new(fit.sounds(), kept.map(|k| fit.exponents[k]).collect());
        fit.improve(4, 1e-3);
    }
    fit.improve(FULL.polish, 1e-5);
    without_cancelling(&mut fit, 3.0 * CANCELLING);
    fit
}

/// T60 (s) of what dies away in sounds, from a straight line through its level above that of their end.
pub(super) fn fall(sounds: &[Vec<f64>], rate: f64) -> f64 {
    let block = ((CLUTTER_BLOCK * rate) as usize).max(1);
    let energy = |n: usize| -> f64 {
        let blocks = sounds.iter().map(|sound| &sound[n * block..(n + 1) * block]);
        blocks.flatten().map(|x| x * x).sum()
    };
    let count = sounds.first().map_or(0, Vec::len) / block;
    let energies: Vec<f64> = (0..count).map(energy).collect();
    let floor = median(&energies[2 * energies.len() / 3..]);
    let above = energies.iter().take_while(|energy| **energy > 2.0 * floor);
    let levels: Vec<f64> = above.map(|energy| 10.0 * (energy - floor).log10()).collect();
    let middle = 0.5 * (levels.len() as f64 - 1.0);
    let (mut fall, mut squares) = (0.0, 0.0);
    for (n, level) in levels.iter().enumerate() {
        fall -= (n as f64 - middle) * level;
        squares += (n as f64 - middle).powi(2);
    }
    // Shorter than two blocks is what cannot be seen.
    let seconds = 60.0 * CLUTTER_BLOCK * squares / fall;
    if fall > 0.0 && seconds.is_finite() { seconds } else { 2.0 * CLUTTER_BLOCK }
}

/// Whether more is left at the beginning of the residuals than at their end: there is more in the
/// sounds than modes, such as a room or the noise of the blow.
pub(super) fn cluttered(fit: &Fit, rate: f64) -> bool {
    let block = ((CLUTTER_BLOCK * rate) as usize).max(1);
    let blocks = fit.samples() / block;
    if blocks < 12 {
        return false;
    }
    fit.parts.iter().zip(fit.sounds()).any(|(part, sound)| {
        let energy = |block: &[f64]| block.iter().map(|x| x * x).sum::<f64>();
        let whole = 0.5 * energy(&sound[..2 * block]);
        let energies: Vec<f64> = part.residual.chunks_exact(block).map(energy).collect();
        let early = 0.5 * (energies[0] + energies[1]);
        early > CLUTTER * median(&energies[2 * blocks / 3..]) && early > INAUDIBLE * whole
    })
}

/// The modes that stand out of everything else in the sounds: the strongest first, then those that
/// stand out of what is left without these, and so on.
pub(super) fn outstanding<'a>(
    tools: &mut Tools,
    sounds: &'a [Vec<f64>],
    rate: f64,
    certain: &[Complex<f64>],
    possible: &[Complex<f64>],
) -> Fit<'a> {
    let mut fit = Fit::new(sounds, certain.to_vec());
    for _ in 0..8 {
        let views = residual_views(tools, &fit, rate);
        let known = fit.exponents.len();
        let mut exponents = fit.exponents.clone();
        exponents.extend(possible);
        let samples = fit.samples();
        let least: Vec<f64> = (0..exponents.len())
            .map(
                |k| if k < known { 0.0 } else { CLEAR * most_noise(&views, exponents[k], samples) },
            )
            .collect();
        let selected = select(sounds, &exponents, &least, FULL.modes);
        let new: Vec<usize> = selected.into_iter().filter(|k| *k >= known).collect();
        if new.is_empty() {
            break;
        }
        exponents.truncate(known);
        exponents.extend(new.iter().map(|k| possible[*k - known]));
        fit = Fit::new(sounds, distinct(&exponents, samples, SAME));
    }
    fit
}

/// Removes modes of more than `most` times the peak of a sound: others nearly cancel them, and they
/// explain nothing that could be struck again.
fn without_cancelling(fit: &mut Fit, most: f64) {
    let most = most * (fit.parts.len() as f64).sqrt();
    for _ in 0..fit.exponents.len() {
        let loudest = (0..fit.exponents.len())
            .max_by(|a, b| fit.amplitude(*a).total_cmp(&fit.amplitude(*b)))
            .filter(|k| fit.amplitude(*k) > most);
        let Some(loudest) = loudest else { return };
        let mut exponents = fit.exponents.clone();
        exponents.remove(loudest);
        *fit = Fit::new(fit.sounds(), exponents);
        fit.improve(4, 1e-3);
    }
}
