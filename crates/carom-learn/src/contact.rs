//! The contact that explains how blows of different strength sound.
//!
//! The sound of a blow is that of the object times the spectrum of the force, whatever the object is.
//! What the object adds is the same for all blows, so that the ratios of their levels in bands tell
//! the exponent, the loss and the time of the contact ([`Pulse`]).

use crate::pulse::Pulse;
use serde::Serialize;
use std::f64::consts::TAU;

/// Exponents that are tried.
const EXPONENTS: (f64, f64, usize) = (1.0, 4.0, 25);
/// Losses (s/m) that are tried.
const LOSSES: [f64; 6] = [0.0, 0.05, 0.1, 0.2, 0.4, 0.8];
/// Times θ (s) at 1 m/s that are tried.
const TIMES: (f64, f64, usize) = (5e-6, 6e-3, 160);
/// Exponent that is written where one blow cannot tell it: Hertz's.
const USUAL: f64 = 1.5;
/// How much is added to the misfit for an exponent that is off the usual one by 1: of contacts
/// that explain everything equally well, the usual one is taken.
const UNUSUAL: f64 = 1e-5;
/// Differences (natural logarithm) beyond this count as this.
const OUTLIER: f64 = 1.0;
/// Bands this far below the loudest (energy) tell nothing.
const FAINT: f64 = 1e-7;

/// A number and the range that the data allow.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The best.
    pub value: f64,
    /// The least.
    pub low: f64,
    /// The largest.
    pub high: f64,
}

/// What is known of a contact.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Contact {
    /// Mass of the hammer (kg): taken, since the sound does not tell it.
    pub mass_kg: f64,
    /// Stiffness (N/m^exponent) for that mass.
    pub stiffness: f64,
    /// Exponent of the force.
    pub exponent: Interval,
    /// Loss μ (s/m) of the force k·x^α·(1 + μ·v).
    pub loss: Interval,
    /// Time of contact (s) at the speed of the first recording.
    pub duration_s: Interval,
    /// Whether several speeds separate the hammer from the object.
    pub separated: bool,
    /// θ at 1 m/s (s).
    #[serde(skip)]
    time: f64,
}

/// The energies of bands in the attacks of blows.
pub(crate) struct Attacks<'a> {
    /// Edges of the bands (Hz).
    pub(crate) edges: &'a [f64],
    /// For each blow, the energy of each band.
    pub(crate) energies: &'a [Vec<f64>],
    /// For each blow, the speed of the hammer (m/s).
    pub(crate) speeds: &'a [f64],
}

/// A blow of a contact at one speed.
pub(crate) struct Blow {
    pulse: Pulse,
    /// θ (s) at its speed.
    theta: f64,
    speed: f64,
}

impl Blow {
    /// What a frequency (Hz) gets of it, for a hammer of 1 kg.
    pub(crate) fn at(&self, frequency: f64) -> f64 {
        self.speed * self.pulse.at(TAU * frequency * self.theta)
    }

    /// What the frequencies around this one get of it.
    pub(crate) fn around(&self, frequency: f64) -> f64 {
        self.speed * self.pulse.around(TAU * frequency * self.theta)
    }

    /// When half of it is over (s).
    pub(crate) fn middle(&self) -> f64 {
        0.5 * self.theta * self.pulse.duration
    }
}

impl Contact {
    /// The blow at a speed (m/s).
    pub(crate) fn blow(&self, speed: f64) -> Blow {
        let pulse = Pulse::new(self.exponent.value, self.loss.value * speed);
        Blow { pulse, theta: theta(self.time, self.exponent.value, speed), speed }
    }
}

fn theta(time: f64, exponent: f64, speed: f64) -> f64 {
    time * speed.powf((1.0 - exponent) / (1.0 + exponent))
}

/// An exponent, a loss and a time, and how well they explain the blows.
struct Trial {
    misfit: f64,
    exponent: f64,
    loss: f64,
    /// θ at 1 m/s (s).
    time: f64,
    /// Duration of the pulse of the first blow (s).
    duration: f64,
}

/// The contact that explains the blows best.
pub(crate) fn contact(attacks: &Attacks, mass: f64) -> Contact {
    let varied = attacks.speeds.iter().any(|v| (v / attacks.speeds[0] - 1.0).abs() > 0.05);
    let bands = heard(attacks.energies);
    let mut trials = trials(attacks, &bands, varied);
    trials.sort_by(|a, b| a.misfit.total_cmp(&b.misfit));
    let count = (bands.len() * attacks.energies.len()).max(4) as f64;
    // Two standard deviations, with the scatter of the best as that of the data.
    let most = (trials[0].misfit + 1e-6) * (1.0 + 4.0 / (count - 4.0).max(1.0));
    let allowed: Vec<&Trial> = trials.iter().filter(|trial| trial.misfit <= most).collect();
    let range = |of: &dyn Fn(&Trial) -> f64| Interval {
        value: of(&trials[0]),
        low: allowed.iter().map(|trial| of(trial)).fold(f64::INFINITY, f64::min),
        high: allowed.iter().map(|trial| of(trial)).fold(0.0, f64::max),
    };
    let spacing = (EXPONENTS.1 - EXPONENTS.0) / (EXPONENTS.2 - 1) as f64;
    let mut exponent = range(&|trial| trial.exponent);
    exponent.low = (exponent.low - spacing).max(1.0);
    exponent.high += spacing;
    let mut loss = range(&|trial| trial.loss);
    if !varied {
        exponent = Interval { value: USUAL, low: EXPONENTS.0, high: EXPONENTS.1 };
        loss = Interval { value: 0.0, low: 0.0, high: LOSSES[LOSSES.len() - 1] };
    }
    let best = &trials[0];
    Contact {
        mass_kg: mass,
        stiffness: mass / best.time.powf(best.exponent + 1.0),
        exponent,
        loss,
        duration_s: range(&|trial| trial.duration),
        separated: varied,
        time: best.time,
    }
}

/// Bands that all blows let sound.
fn heard(energies: &[Vec<f64>]) -> Vec<usize> {
    let loud = |energies: &Vec<f64>, band: usize| {
        energies[band] > FAINT * energies.iter().copied().fold(0.0, f64::max)
    };
    (0..energies[0].len()).filter(|b| energies.iter().all(|e| loud(e, *b))).collect()
}

/// All exponents and losses, or the usual ones if speeds do not differ, with all times.
fn trials(attacks: &Attacks, bands: &[usize], varied: bool) -> Vec<Trial> {
    let part = |range: (f64, f64, usize), n: usize| n as f64 / (range.2 - 1) as f64;
    let centres: Vec<f64> =
        bands.iter().map(|b| (attacks.edges[*b] * attacks.edges[*b + 1]).sqrt()).collect();
    let weights = weights(attacks.energies, bands);
    let mut trials = Vec::new();
    for n in 0..EXPONENTS.2 {
        let exponent = EXPONENTS.0 + (EXPONENTS.1 - EXPONENTS.0) * part(EXPONENTS, n);
        for loss in LOSSES {
            if !varied && ((exponent - USUAL).abs() > 0.01 || loss > 0.0) {
                continue;
            }
            let pulses: Vec<Pulse> =
                attacks.speeds.iter().map(|v| Pulse::new(exponent, loss * v)).collect();
            for m in 0..TIMES.2 {
                let time = TIMES.0 * (TIMES.1 / TIMES.0).powf(part(TIMES, m));
                // What each blow leaves for the object, as logarithms of amplitudes.
                let rest = |i: usize, b: usize| {
                    let speed = attacks.speeds[i];
                    let omega = TAU * centres[b] * theta(time, exponent, speed);
                    let force = speed * pulses[i].around(omega);
                    0.5 * attacks.energies[i][bands[b]].ln() - force.ln()
                };
                let rests: Vec<Vec<f64>> = (0..pulses.len())
                    .map(|i| (0..bands.len()).map(|b| rest(i, b)).collect())
                    .collect();
                let misfit =
                    misfit(&rests, &weights, varied) + UNUSUAL * (exponent - USUAL).powi(2);
                let duration = theta(time, exponent, attacks.speeds[0]) * pulses[0].duration;
                trials.push(Trial { misfit, exponent, loss, time, duration });
            }
        }
    }
    trials
}

/// What each band counts: its amplitude, of 1 in all.
fn weights(energies: &[Vec<f64>], bands: &[usize]) -> Vec<f64> {
    let loudest = |b: &usize| energies.iter().map(|e| e[*b]).fold(0.0, f64::max);
    let weights: Vec<f64> = bands.iter().map(|b| loudest(b).sqrt()).collect();
    let sum: f64 = weights.iter().sum();
    weights.iter().map(|w| w / sum).collect()
}

/// How badly a contact explains the blows.
fn misfit(rests: &[Vec<f64>], weights: &[f64], varied: bool) -> f64 {
    let robust = |difference: f64, most: f64| difference.abs().min(most).powi(2);
    let means: Vec<f64> = (0..weights.len())
        .map(|b| rests.iter().map(|r| r[b]).sum::<f64>() / rests.len() as f64)
        .collect();
    if varied {
        // All blows have one object.
        let of = |b: usize| rests.iter().map(|r| robust(r[b] - means[b], OUTLIER)).sum::<f64>();
        return (0..weights.len()).map(|b| weights[b] * of(b)).sum();
    }
    // The object is taken to be as lively at all frequencies as at any.
    let mean: f64 = means.iter().zip(weights).map(|(m, w)| m * w).sum();
    means.iter().zip(weights).map(|(m, w)| w * robust(m - mean, 6.0)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_speeds_tell_exponent_and_time() {
        for (exponent, loss, time) in [(1.5, 0.0, 1e-4), (2.5, 0.2, 3e-4), (1.0, 0.4, 2e-4)] {
            let edges: Vec<f64> = (0..34).map(|k| 60.0 * 1.19_f64.powi(k)).collect();
            let speeds = [1.0, 2.0];
            let blow = |speed: &f64| -> Vec<f64> {
                let pulse = Pulse::new(exponent, loss * speed);
                let object = |k: usize| 1.0 + (k as f64 * 1.7).sin().abs();
                let omega = |k: usize| TAU * (edges[k] * edges[k + 1]).sqrt();
                let theta = theta(time, exponent, *speed);
                (0..33)
                    .map(|k| (object(k) * speed * pulse.around(omega(k) * theta)).powi(2))
                    .collect()
            };
            let energies: Vec<Vec<f64>> = speeds.iter().map(blow).collect();
            let attacks = Attacks { edges: &edges, energies: &energies, speeds: &speeds };
            let found = contact(&attacks, 0.02);
            assert!((found.exponent.value - exponent).abs() < 0.13, "{found:?}");
            assert!(found.exponent.low <= exponent && found.exponent.high >= exponent, "{found:?}");
            let duration = time * Pulse::new(exponent, loss).duration;
            assert!((found.duration_s.value / duration - 1.0).abs() < 0.08, "{found:?}");
        }
    }
}
