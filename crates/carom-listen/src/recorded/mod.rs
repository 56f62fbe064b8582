//! Recordings of real objects: modes beside noise, a room and the noise of the blow.
//!
//! Modes are found by the rotation of signal spaces in bands ([`esprit`]), selected by what they
//! explain ([`select`]) and moved together ([`fit`]); those that nothing could tell apart are one
//! partial ([`cluster`]).

mod band;
mod cluster;
mod compare;
mod eigen;
mod esprit;
mod explain;
mod faults;
mod fit;
mod levels;
mod report;
mod seek;
mod select;
mod voice;

pub use compare::{Comparison, Match, compare};
pub use explain::{ExplainedMode, Explanation, explain, refine};
pub use faults::{Fault, Refused, faults};
pub use levels::{band_edges, band_levels};
pub use voice::{Voice, voice};

use crate::mode::Mode;
use crate::ringing;
use crate::spectrum::Fft;
use crate::{Partial, Ringing};
use fit::Fit;
use realfft::num_complex::Complex;
use seek::Tools;
use std::f64::consts::{LN_10, PI};
use std::ops::Range;

/// Seconds analysed at most, and samples.
const LONGEST: (f64, usize) = (10.0, 1 << 19);
/// Highest frequency (Hz) of the rumble of a room.
const RUMBLE: f64 = 40.0;
/// Seconds after which the clutter of a room and of a blow has died away enough for slow modes.
const LATE: f64 = 0.25;
/// Later times (s) from which slow modes are measured again.
const LATER: [f64; 2] = [0.35, 0.5];
/// Seconds in which the others are sought.
const EARLY: f64 = 0.8;
/// Least T60 (s) of slow modes.
const SLOW: f64 = 0.5;
/// Seconds in which the noise floor of a sound is looked at.
const FLOOR_SPAN: f64 = 1.0;
/// Power of the noise, divided by the square of the peak, from which on a sound is a recording.
const NOISY: f64 = 2e-8;

/// Whether a sound holds more than modes: a noise floor, or what is left of it even after the blow.
pub(crate) fn is_recording(sound: &[f64], rate: f64) -> bool {
    noise_floor(sound, rate) > NOISY || !ringing::explains(sound, rate)
}

/// The power of white noise that would have the median level of the spectrum, divided by the square
/// of the peak.
fn noise_floor(sound: &[f64], rate: f64) -> f64 {
    let count = sound.len().min((FLOOR_SPAN * rate) as usize);
    let peak = crate::strike::peak(sound);
    if count < 64 || peak == 0.0 {
        return 0.0;
    }
    // Blackman and Harris: side lobes at −92 dB.
    let weight = |n: usize| {
        let x = 2.0 * PI * n as f64 / count as f64;
        0.35875 - 0.48829 * x.cos() + 0.14128 * (2.0 * x).cos() - 0.01168 * (3.0 * x).cos()
    };
    let weighted = (0..count).map(|n| weight(n) * sound[n] / peak).collect();
    let squares: f64 = (0..count).map(|n| weight(n).powi(2)).sum();
    crate::search::median(&Fft::new().power(weighted)) / (std::f64::consts::LN_2 * squares)
}

/// What rings in a recording.
pub(crate) fn partials(sound: &[f64], rate: f64) -> Ringing {
    let mut tools = Tools::new();
    let (start, explained) = seek::start(&mut tools, sound, rate);
    let start = start.min(sound.len());
    let longest = LONGEST.1.min((LONGEST.0 * rate) as usize).min(sound.len() - start);
    let stretch = [sound[start..start + longest].to_vec()];
    let (partials, room_s) = together(&mut tools, &stretch, rate, explained);
    Ringing { start, room_s, partials: report::relative(partials) }
}

/// The partials of sounds of one object, equally long, with absolute levels, and T60 (s) of what is in
/// the sounds beside them. `explained` says whether modes explain most of the beginning.
fn together(
    tools: &mut Tools,
    sounds: &[Vec<f64>],
    rate: f64,
    explained: bool,
) -> (Vec<Partial>, Option<f64>) {
    let effort = &seek::FULL;
    let (lead, early) = ((LATE * rate) as usize, (EARLY * rate) as usize);
    let cut = |range: Range<usize>| -> Vec<Vec<f64>> {
        sounds.iter().map(|sound| sound[range.clone()].to_vec()).collect()
    };
    let samples = sounds.first().map_or(0, Vec::len);
    // If there is much more than modes, the beginning is enough to find what decays fast.
    let head = cut(0..if explained { 0 } else { samples.min(early) });
    let mut fit = seek::sought(tools, &head, rate, effort);
    if !seek::cluttered(&fit, rate) {
        fit = seek::sought(tools, sounds, rate, effort);
    }
    if samples < 3 * lead || !seek::cluttered(&fit, rate) {
        seek::settle(tools, &mut fit, rate, effort);
        let partials = report::partials(tools, &fit, rate, 0, |_| true);
        return (cluster::clustered(partials, 1.0), None);
    }
    // Slow modes from when the rest has died away, the others from the beginning.
    let slow = |s: Complex<f64>| -s.re * rate < 3.0 * LN_10 / SLOW;
    let late = cut(lead..samples);
    let mut rest = seek::sought(tools, &late, rate, effort);
    seek::settle(tools, &mut rest, rate, effort);
    seek::unite(&mut rest, effort);
    let certain: Vec<_> = rest.exponents.iter().copied().filter(|s| slow(*s)).collect();
    let possible: Vec<_> = fit.exponents.iter().copied().filter(|s| !slow(*s)).collect();
    let whole = seek::outstanding(tools, sounds, rate, &certain, &possible);
    let mut partials = report::partials(tools, &rest, rate, lead, slow);
    // A room dies away and noise does not: what is certain later is truer there.
    for seconds in LATER {
        let lead = ((seconds * rate) as usize).min(samples);
        let late = cut(lead..samples);
        let mut fit = Fit::new(&late, rest.exponents.clone());
        fit.improve(effort.polish, 1e-6);
        report::renew(&mut partials, report::partials(tools, &fit, rate, lead, slow));
    }
    partials.extend(report::partials(tools, &whole, rate, 0, |s| !slow(s)));
    // What does not decay is a hum or part of the noise, and what is lower a rumble.
    partials.retain(|partial| partial.decay_s.is_some() && partial.frequency_hz > RUMBLE);
    // What slow modes leave at the beginning, if they go on as they do later.
    let mut beside = sounds.to_vec();
    for (beside, part) in beside.iter_mut().zip(&rest.parts) {
        for (exponent, amplitude) in rest.exponents.iter().zip(&part.amplitudes) {
            if slow(*exponent) {
                let amplitude = amplitude * (-exponent * lead as f64).exp();
                Mode { exponent: *exponent, amplitude }.subtract(beside);
            }
        }
    }
    let room_s = seek::fall(&beside, rate);
    let mut partials = cluster::masked(cluster::clustered(partials, 4.0));
    cluster::pitched(&mut tools.fft, sounds, rate, &mut partials);
    (partials, Some(room_s))
}
