//! Recognises a voice: many harmonics of one pitch that moves.
//!
//! What is struck rings at frequencies that stay. A voice is a train of pulses whose period changes from
//! one pulse to the next, so each period resembles the one before and no fixed frequency lasts.

use super::band::{CORE, Filter};
use crate::strike;
use std::f64::consts::TAU;

/// Lowest and highest pitch (Hz).
const PITCH: (f64, f64) = (70.0, 450.0);
/// Candidates for the pitch.
const CANDIDATES: usize = 90;
/// Least rate (Hz) at which it is sought.
const RATE: f64 = 8000.0;
/// Seconds between two looks at the pitch, and seconds in which it is sought.
const HOP: f64 = 0.005;
const LONGEST: f64 = 3.0;
/// Energy, of the largest, above which a look counts.
const LOUD: f64 = 0.003;
/// What a change of pitch between two looks costs, per unit of its logarithm and at most, and what a lower
/// pitch costs: a period resembles the next, and two periods the next two.
const CHANGE: (f64, f64) = (6.0, 1.0);
const LOWER: f64 = 0.01;
/// Least likeness of two periods, and largest change of pitch between looks, where it is voiced.
const LIKE: f64 = 0.6;
const JUMP: f64 = 0.06;
/// Level (of power) of a harmonic, of the strongest and of what is between harmonics.
const HARMONIC: (f64, f64) = (1e-3, 6.0);
/// What makes a voice: least likeness of its periods; least part of the energy; least change of pitch (of its
/// logarithm), also per second; least number of harmonics, and times the change.
const VOICED: (f64, f64) = (0.76, 0.2);
const GLIDE: (f64, f64) = (0.02, 0.1);
const HARMONICS: (f64, f64) = (2.0, 0.1);
/// What no drum has: so many harmonics, or so much change times harmonics, or less of it with periods so alike.
const MANY: f64 = 4.0;
const MUCH: f64 = 0.4;
const ALIKE: (f64, f64) = (0.94, 0.15);

/// A pitch that moves with its harmonics.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Voice {
    /// Lowest pitch (Hz).
    pub lowest_hz: f64,
    /// Highest pitch (Hz).
    pub highest_hz: f64,
    /// How many harmonics are heard.
    pub harmonics: f64,
    /// Whether no drum sounds like this. A drum that is struck hard has a pitch that falls, too.
    pub clear: bool,
}

/// The voice in a recording, if there is one.
///
/// Ask about recordings that modes do not explain: some drums have what makes a voice, too.
pub fn voice(samples: &[f64], rate: f64) -> Option<Voice> {
    let decimation = ((rate / RATE) as usize).max(1);
    let peak = strike::peak(samples);
    let loud = samples.iter().position(|x| x.abs() > 0.05 * peak)?;
    let count = ((LONGEST * rate) as usize).min(samples.len() - loud);
    let sound: Vec<f64> = Filter::new(decimation)
        .band(&samples[loud..loud + count], 0.0)
        .iter()
        .map(|x| x.re / peak)
        .collect();
    let looks = Looks::new(&sound, rate / decimation as f64)?;
    looks.voice(&sound)
}

/// How much each period resembles the next one.
struct Looks {
    rate: f64,
    /// Candidates for the period (samples), ascending.
    periods: Vec<usize>,
    /// Samples between looks; the first look is at the longest period.
    hop: usize,
    /// For each look, the likeness for each candidate.
    likeness: Vec<Vec<f64>>,
    /// Energy around each look.
    energy: Vec<f64>,
}

/// The pitch (Hz) at a look and how much its periods are alike.
#[derive(Clone, Copy)]
struct Pitch {
    look: usize,
    hertz: f64,
    likeness: f64,
}

impl Looks {
    fn new(sound: &[f64], rate: f64) -> Option<Self> {
        let ratio = (PITCH.0 / PITCH.1).powf(1.0 / (CANDIDATES - 1) as f64);
        let candidate = |k: usize| (rate / (PITCH.1 * ratio.powi(k as i32))).round() as usize;
        let mut periods: Vec<usize> = (0..CANDIDATES).map(candidate).collect();
        periods.dedup();
        let longest = *periods.last()?;
        let hop = (HOP * rate) as usize;
        let looks = (longest..sound.len().checked_sub(longest)?).step_by(hop);
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
        let like = |at: usize, period: usize| {
            let (before, after) = (&sound[at - period..at], &sound[at..at + period]);
            let size = (dot(before, before) * dot(after, after)).sqrt();
            if size > 0.0 { dot(before, after) / size } else { 0.0 }
        };
        let likeness: Vec<Vec<f64>> = looks
            .clone()
            .map(|at| periods.iter().map(|period| like(at, *period)).collect())
            .collect();
        let around = 2 * hop;
        let energy: Vec<f64> = looks
            .map(|at| &sound[at.saturating_sub(around)..sound.len().min(at + around)])
            .map(|part| dot(part, part))
            .collect();
        (likeness.len() > 3).then_some(Self { rate, periods, hop, likeness, energy })
    }

    fn voice(&self, sound: &[f64]) -> Option<Voice> {
        let voiced = self.voiced();
        let part = self.energy_of(&voiced) / self.energy.iter().sum::<f64>();
        let likeness = voiced.iter().map(|p| p.likeness).sum::<f64>() / voiced.len() as f64;
        if voiced.len() < 5 || likeness < VOICED.0 || part < VOICED.1 {
            return None;
        }
        let mut smooth: Vec<f64> = voiced
            .windows(3)
            .map(|three| three.iter().map(|p| p.hertz).sum::<f64>() / 3.0)
            .collect();
        smooth.sort_by(f64::total_cmp);
        let quantile = |part: f64| smooth[(part * (smooth.len() - 1) as f64).round() as usize];
        let (lowest_hz, highest_hz) = (quantile(0.05), quantile(0.95));
        let glide = (highest_hz / lowest_hz).ln();
        let mut counts: Vec<f64> =
            voiced.iter().filter_map(|pitch| self.harmonics(sound, *pitch)).collect();
        counts.sort_by(f64::total_cmp);
        let harmonics = *counts.get(counts.len() / 2)?;
        let moves = glide >= GLIDE.0 && glide >= GLIDE.1 * voiced.len() as f64 * HOP;
        let moved = harmonics * glide;
        let clear = harmonics >= MANY || moved >= MUCH || (likeness >= ALIKE.0 && moved >= ALIKE.1);
        let rich = harmonics >= HARMONICS.0 && moved >= HARMONICS.1;
        (moves && rich).then_some(Voice { lowest_hz, highest_hz, harmonics, clear })
    }

    fn energy_of(&self, run: &[Pitch]) -> f64 {
        run.iter().map(|pitch| self.energy[pitch.look]).sum()
    }

    /// The run of looks with most energy in which the pitch is clear and does not jump.
    fn voiced(&self) -> Vec<Pitch> {
        let top = self.energy.iter().fold(0.0_f64, |a, b| a.max(*b));
        let (mut best, mut run): (Vec<Pitch>, Vec<Pitch>) = (Vec::new(), Vec::new());
        let mut end = |run: &mut Vec<Pitch>| {
            if self.energy_of(run) > self.energy_of(&best) {
                best.clone_from(run);
            }
            run.clear();
        };
        for pitch in self.path() {
            let clear = pitch.likeness > LIKE && self.energy[pitch.look] > LOUD * top;
            let jumps = |last: &Pitch| (pitch.hertz / last.hertz).ln().abs() > JUMP;
            if !clear || run.last().is_some_and(jumps) {
                end(&mut run);
            }
            if clear {
                run.push(pitch);
            }
        }
        end(&mut run);
        best
    }

    /// The pitch at each look: the path of greatest likeness that changes little.
    fn path(&self) -> Vec<Pitch> {
        let top = self.energy.iter().fold(0.0_f64, |a, b| a.max(*b));
        let logs: Vec<f64> = self.periods.iter().map(|period| (*period as f64).ln()).collect();
        let mut scores = vec![0.0; logs.len()];
        let mut from: Vec<Vec<usize>> = Vec::with_capacity(self.likeness.len());
        for (likeness, energy) in self.likeness.iter().zip(&self.energy) {
            let weight = if *energy > LOUD * top { 1.0 } else { 0.05 };
            let best = |k: usize| {
                let cost = |j: usize| (CHANGE.0 * (logs[k] - logs[j]).abs()).min(CHANGE.1);
                (0..logs.len())
                    .map(|j| (j, scores[j] - cost(j)))
                    .max_by(|a, b| a.1.total_cmp(&b.1))
                    .unwrap_or_default()
            };
            let steps: Vec<(usize, f64)> = (0..logs.len()).map(best).collect();
            let score =
                |k: usize| steps[k].1 + weight * (likeness[k] - LOWER * (logs[k] - logs[0]));
            scores = (0..logs.len()).map(score).collect();
            from.push(steps.iter().map(|step| step.0).collect());
        }
        let last = (0..logs.len()).max_by(|a, b| scores[*a].total_cmp(&scores[*b]));
        let mut k = last.unwrap_or_default();
        let mut path = Vec::with_capacity(from.len());
        for (look, from) in from.iter().enumerate().rev() {
            path.push(self.pitch(look, k));
            k = from[k];
        }
        path.reverse();
        path
    }

    /// The pitch at a look, between candidates.
    fn pitch(&self, look: usize, k: usize) -> Pitch {
        let likeness = &self.likeness[look];
        let mut period = self.periods[k] as f64;
        if k > 0 && k + 1 < likeness.len() {
            let (a, b, c) = (likeness[k - 1], likeness[k], likeness[k + 1]);
            let bend = a - 2.0 * b + c;
            let shift = if bend < 0.0 { (0.5 * (a - c) / bend).clamp(-1.0, 1.0) } else { 0.0 };
            let neighbour = if shift > 0.0 { self.periods[k + 1] } else { self.periods[k - 1] };
            period += shift.abs() * (neighbour as f64 - period);
        }
        Pitch { look, hertz: self.rate / period, likeness: likeness[k] }
    }

    /// How many harmonics of a pitch stand out.
    fn harmonics(&self, sound: &[f64], pitch: Pitch) -> Option<f64> {
        let count = ((3.0 / pitch.hertz).max(0.02) * self.rate) as usize;
        let middle = self.periods.last()? + pitch.look * self.hop;
        let first = middle.checked_sub(count / 2)?;
        let part = sound.get(first..first + count)?;
        let power = |order: f64| {
            let step = TAU * order * pitch.hertz / self.rate;
            let (mut re, mut im) = (0.0, 0.0);
            for (n, x) in part.iter().enumerate() {
                let window = 1.0 - (TAU * n as f64 / count as f64).cos();
                let (sin, cos) = (step * n as f64).sin_cos();
                re += window * x * cos;
                im += window * x * sin;
            }
            re * re + im * im
        };
        let most = (CORE * self.rate / pitch.hertz) as usize;
        let powers: Vec<f64> = (1..=2 * most + 1).map(|half| power(0.5 * half as f64)).collect();
        let at = |h: usize| powers[2 * h - 1];
        let strongest = (1..=most).map(at).fold(0.0_f64, f64::max);
        let outstanding = |h: &usize| {
            let between = powers[2 * h - 2].max(powers[2 * h]);
            at(*h) > HARMONIC.0 * strongest && at(*h) > HARMONIC.1 * between
        };
        Some((1..=most).filter(outstanding).count() as f64)
    }
}
