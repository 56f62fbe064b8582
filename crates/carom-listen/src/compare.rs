//! How far two sounds are apart.

use super::spectrum::{Fft, centroid};
use super::{Loudness, Partial, listen, strike};
use serde::Serialize;
use std::f64::consts::PI;

/// Seconds of a cell.
const FRAME: f64 = 0.01;
/// Cells this far below the loudest count as this loud (dB).
const FLOOR: f64 = -60.0;
/// Partials that are further apart (cents) are not the same.
const SAME: f64 = 50.0;

/// How far two sounds are apart; differences are those of the second from the first.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// Mean difference of levels (dB) over bands of equivalent rectangular bandwidth times 10 ms,
    /// from the onsets on, of all cells in which one of both is less than 60 dB below its loudest.
    pub level_difference_db: f64,
    /// Difference of the loudness (LU) of both.
    pub loudness_lu: Option<f64>,
    /// Centroid of the attack of both (Hz).
    pub centroid_hz: [f64; 2],
    /// Time (s) from the onset to the loudest 10 ms of both.
    pub attack_s: [f64; 2],
    /// Partials that both have, from low to high.
    pub partials: Vec<Match>,
    /// Frequencies (Hz) of those that only the first and only the second has.
    pub only: [Vec<f64>; 2],
}

/// A partial that both sounds have.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Match {
    /// In the first sound (Hz).
    pub frequency_hz: f64,
    /// How much higher it is in the second (cents).
    pub cents: f64,
    /// How much louder it is, relative to the strongest of each (dB).
    pub level_db: f64,
    /// Decay in the second divided by that in the first.
    pub decay_ratio: Option<f64>,
}

/// Compares two sounds, which may have different rates (Hz).
#[must_use]
pub fn compare(first: (&[f64], f64), second: (&[f64], f64)) -> Comparison {
    let cells = [cells(first.0, first.1), cells(second.0, second.1)];
    let loudness = |(samples, rate): (&[f64], f64)| {
        let mut meter = Loudness::new(rate, 1);
        samples.iter().for_each(|x| meter.take(&[*x]));
        Some(meter.loudest()).filter(|level| level.is_finite())
    };
    let partials = [listen(first.0, first.1).partials, listen(second.0, second.1).partials];
    let (matches, only) = matched(&partials[0], &partials[1]);
    Comparison {
        level_difference_db: level_difference(&cells[0], &cells[1]),
        loudness_lu: loudness(second).zip(loudness(first)).map(|(b, a)| b - a),
        centroid_hz: [centroid(first.0, first.1), centroid(second.0, second.1)],
        attack_s: [attack(&cells[0]), attack(&cells[1])],
        partials: matches,
        only,
    }
}

/// Edges (Hz) of bands that are one equivalent rectangular bandwidth wide each, from 50 Hz to 16 kHz
/// (Glasberg, Moore, Hearing Research 47 (1990) 103-138).
fn edges() -> Vec<f64> {
    let number = |f: f64| 21.4 * (1.0 + 0.00437 * f).log10();
    let (low, high) = (number(50.0), number(16_000.0));
    let count = (high - low).floor() as usize;
    (0..=count)
        .map(|k| low + (high - low) * k as f64 / count as f64)
        .map(|e| (10.0_f64.powf(e / 21.4) - 1.0) / 0.00437)
        .collect()
}

/// Energies of bands, frame by frame, from the onset on.
fn cells(samples: &[f64], rate: f64) -> Vec<Vec<f64>> {
    let peak = strike::peak(samples);
    let onset = samples.iter().position(|x| x.abs() > 0.3 * peak).unwrap_or(0);
    let step = ((FRAME * rate) as usize).max(1);
    let window = 2 * step;
    let size = window.next_power_of_two();
    let edges = edges();
    let mut fft = Fft::new();
    let weight = |n: usize| 0.5 - 0.5 * (2.0 * PI * (n as f64 + 0.5) / window as f64).cos();
    let mut frames = Vec::new();
    let mut start = onset as isize - step as isize;
    while (start + step as isize) < samples.len() as isize {
        let at = |n: usize| {
            let index = start + n as isize;
            usize::try_from(index).ok().and_then(|i| samples.get(i)).copied().unwrap_or(0.0)
        };
        let mut input: Vec<f64> = (0..window).map(|n| weight(n) * at(n)).collect();
        input.resize(size, 0.0);
        let power = fft.power(input);
        let bin = rate / size as f64;
        let mut bands = vec![0.0; edges.len() - 1];
        for (k, band) in bands.iter_mut().enumerate() {
            // A band narrower than a bin gets its part of it.
            let (low, high) = (edges[k] / bin, edges[k + 1] / bin);
            for n in low as usize..=(high as usize).min(power.len().saturating_sub(1)) {
                let share = (high.min(n as f64 + 1.0) - low.max(n as f64)).max(0.0);
                *band += share * power[n] / (size * window) as f64;
            }
        }
        frames.push(bands);
        start += step as isize;
    }
    frames
}

fn level_difference(first: &[Vec<f64>], second: &[Vec<f64>]) -> f64 {
    let loudest = |frames: &[Vec<f64>]| frames.iter().flatten().fold(0.0_f64, |a, b| a.max(*b));
    let top = loudest(first).max(loudest(second));
    if top == 0.0 {
        return 0.0;
    }
    let level = |x: f64| (10.0 * (x / top).max(1e-30).log10()).max(FLOOR);
    let (mut sum, mut count) = (0.0, 0.0_f64);
    for n in 0..first.len().max(second.len()) {
        for band in 0..edges().len() - 1 {
            let of = |frames: &[Vec<f64>]| frames.get(n).map_or(FLOOR, |frame| level(frame[band]));
            let (a, b) = (of(first), of(second));
            if a > FLOOR || b > FLOOR {
                sum += (a - b).abs();
                count += 1.0;
            }
        }
    }
    sum / count.max(1.0)
}

fn attack(frames: &[Vec<f64>]) -> f64 {
    let energy = |frame: &Vec<f64>| frame.iter().sum::<f64>();
    let best = (0..frames.len()).max_by(|a, b| energy(&frames[*a]).total_cmp(&energy(&frames[*b])));
    best.unwrap_or(0) as f64 * FRAME
}

/// Partials of both that are nearest to each other, and the frequencies of the others.
fn matched(first: &[Partial], second: &[Partial]) -> (Vec<Match>, [Vec<f64>; 2]) {
    let cents = |a: &Partial, b: &Partial| 1200.0 * (b.frequency_hz / a.frequency_hz).log2();
    let nearest = |a: &Partial, others: &[Partial], sign: f64| {
        (0..others.len())
            .min_by(|i, j| {
                let distance = |k: &usize| (sign * cents(a, &others[*k])).abs();
                distance(i).total_cmp(&distance(j))
            })
            .filter(|k| cents(a, &others[*k]).abs() < SAME)
    };
    let mut matches = Vec::new();
    let mut only = [Vec::new(), Vec::new()];
    for (index, a) in first.iter().enumerate() {
        match nearest(a, second, 1.0) {
            Some(k) if nearest(&second[k], first, -1.0) == Some(index) => {
                let b = &second[k];
                matches.push(Match {
                    frequency_hz: a.frequency_hz,
                    cents: cents(a, b),
                    level_db: b.level_db - a.level_db,
                    decay_ratio: b.decay_s.zip(a.decay_s).map(|(b, a)| b / a),
                });
            }
            _ => only[0].push(a.frequency_hz),
        }
    }
    let taken = |b: &Partial| {
        nearest(b, first, 1.0).is_some_and(|k| {
            nearest(&first[k], second, 1.0).map(|n| second[n].frequency_hz) == Some(b.frequency_hz)
        })
    };
    only[1] = second.iter().filter(|b| !taken(b)).map(|b| b.frequency_hz).collect();
    (matches, only)
}
