//! Modes that are heard as one partial: several decays at one pitch.

use crate::spectrum::Fft;
use crate::{Component, Partial};
use std::f64::consts::{LN_10, PI};

/// Range of levels (dB below the beginning) through which the decay of a cluster is measured.
const RANGE: (f64, f64) = (5.0, 30.0);

/// Relative distance and difference of levels (dB) within which a partial hides another.
const MASKED: (f64, f64) = (0.08, 15.0);

/// T60 (s) below which a neighbour hides a partial whatever their levels are: both are over before an ear
/// could tell them apart.
const BRIEF: f64 = 0.7;
/// Hz around the components of a partial in which its pitch is looked for.
const AROUND: f64 = 4.0;

/// Puts modes that no ear could tell apart together: a mode joins a stronger one if both are nearer
/// to each other than `widths` times half the width of the faster. The decay of what then has
/// several is that of a straight line through its level from −5 to −30 dB.
pub(super) fn clustered(mut modes: Vec<Partial>, widths: f64) -> Vec<Partial> {
    modes.sort_by(|a, b| energy_db(b).total_cmp(&energy_db(a)));
    let mut partials: Vec<Partial> = Vec::new();
    for mode in modes {
        let near = |leader: &&mut Partial| {
            let decay =
                mode.decay_s.unwrap_or(f64::INFINITY).min(leader.decay_s.unwrap_or(f64::INFINITY));
            let half_width = 0.5 / (PI * decay);
            (leader.frequency_hz - mode.frequency_hz).abs() < widths * half_width
        };
        match partials.iter_mut().find(near) {
            Some(leader) => leader.components.push(component(&mode)),
            None => partials.push(mode),
        }
    }
    for partial in partials.iter_mut().filter(|partial| !partial.components.is_empty()) {
        let leader = component(partial);
        partial.components.insert(0, leader);
        if let Some(decay) = common_decay(&partial.components) {
            partial.decay_s = Some(decay);
            partial.q = Some(PI * partial.frequency_hz * decay);
        }
    }
    partials
}

/// Counts partials that a stronger neighbour hides among its components: in a recording of a real
/// object these are the sidebands of what is not quite a mode.
pub(super) fn masked(mut partials: Vec<Partial>) -> Vec<Partial> {
    partials.sort_by(|a, b| energy_db(b).total_cmp(&energy_db(a)));
    let mut heard: Vec<Partial> = Vec::new();
    for partial in partials {
        let hides = |other: &&mut Partial| {
            (other.frequency_hz / partial.frequency_hz - 1.0).abs() < MASKED.0
                && (brief(&partial) || energy_db(other) - energy_db(&partial) > MASKED.1)
        };
        match heard.iter_mut().find(hides) {
            None => heard.push(partial),
            Some(other) => {
                if other.components.is_empty() {
                    other.components.push(component(other));
                }
                if partial.components.is_empty() {
                    other.components.push(component(&partial));
                }
                other.components.extend(partial.components);
            }
        }
    }
    heard
}

/// Gives partials that are over soon and have several components the frequency at which the spectrum of
/// their first second is largest: none of the components is their pitch.
pub(super) fn pitched(fft: &mut Fft, sounds: &[Vec<f64>], rate: f64, partials: &mut [Partial]) {
    let several = |partial: &&mut Partial| partial.components.len() > 1 && brief(partial);
    let mut power = Vec::new();
    for partial in partials.iter_mut().filter(several) {
        if power.is_empty() {
            power = spectrum_of_a_second(fft, sounds, rate);
        }
        let hertz = rate / (2.0 * (power.len() - 1) as f64);
        let edge = |best: fn(f64, f64) -> f64| {
            let all = partial.components.iter().map(|component| component.frequency_hz);
            all.fold(partial.frequency_hz, best)
        };
        let (low, high) = (edge(f64::min) - AROUND, edge(f64::max) + AROUND);
        let bins = (low / hertz) as usize..((high / hertz) as usize).min(power.len());
        if let Some(bin) = bins.max_by(|a, b| power[*a].total_cmp(&power[*b])) {
            partial.frequency_hz = bin as f64 * hertz;
        }
    }
}

fn spectrum_of_a_second(fft: &mut Fft, sounds: &[Vec<f64>], rate: f64) -> Vec<f64> {
    let mut sum: Vec<f64> = Vec::new();
    for sound in sounds {
        let length = sound.len().min(rate as usize);
        let weight = |n: usize| 0.5 - 0.5 * (2.0 * PI * n as f64 / length as f64).cos();
        let mut input: Vec<f64> = (0..length).map(|n| sound[n] * weight(n)).collect();
        input.resize(8 * length.next_power_of_two(), 0.0);
        let power = fft.power(input);
        sum.resize(power.len(), 0.0);
        sum.iter_mut().zip(power).for_each(|(sum, power)| *sum += power);
    }
    sum
}

fn brief(partial: &Partial) -> bool {
    partial.decay_s.is_some_and(|decay| 3.0 * LN_10 * decay < BRIEF)
}

/// The energy of a partial over all time.
fn energy_db(partial: &Partial) -> f64 {
    partial.level_db + 10.0 * partial.decay_s.unwrap_or(10.0).log10()
}

fn component(partial: &Partial) -> Component {
    Component {
        frequency_hz: partial.frequency_hz,
        frequency_sd_hz: partial.frequency_sd_hz,
        decay_s: partial.decay_s,
        decay_sd_s: partial.decay_sd_s,
        level_db: partial.level_db,
    }
}

/// 1/e time of the level of several components together, whose energies add up on average.
fn common_decay(components: &[Component]) -> Option<f64> {
    let slowest = components.iter().filter_map(|c| c.decay_s).fold(0.0, f64::max);
    let level = |t: f64| {
        let energy = |c: &Component| {
            let fall = c.decay_s.map_or(0.0, |decay| 2.0 * t / decay);
            10.0_f64.powf(c.level_db / 10.0) * (-fall).exp()
        };
        10.0 * components.iter().map(energy).sum::<f64>().log10()
    };
    let step = slowest / 200.0;
    let top = level(0.0);
    let points: Vec<(f64, f64)> = (0..2000)
        .map(|n| f64::from(n) * step)
        .map(|t| (t, level(t) - top))
        .filter(|(_, level)| (-RANGE.1..=-RANGE.0).contains(level))
        .collect();
    let count = points.len() as f64;
    let (t, l) =
        points.iter().fold((0.0, 0.0), |sum, p| (sum.0 + p.0 / count, sum.1 + p.1 / count));
    let (mut top, mut bottom) = (0.0, 0.0);
    for point in &points {
        top += (point.0 - t) * (point.1 - l);
        bottom += (point.0 - t).powi(2);
    }
    let slope = top / bottom;
    (slope < 0.0).then(|| -20.0 / (LN_10 * slope))
}
