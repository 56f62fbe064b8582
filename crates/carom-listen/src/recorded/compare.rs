//! How far two sounds are apart.

use super::levels::{FRAME, band_edges, band_levels};
use crate::spectrum::centroid;
use crate::{Loudness, Partial, listen, strike};
use serde::Serialize;

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
        meter.take(&[samples]);
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

fn cells(samples: &[f64], rate: f64) -> Vec<Vec<f64>> {
    let peak = strike::peak(samples);
    let onset = samples.iter().position(|x| x.abs() > 0.3 * peak).unwrap_or(0);
    band_levels(samples, rate, onset)
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
        for band in 0..band_edges().len() - 1 {
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
