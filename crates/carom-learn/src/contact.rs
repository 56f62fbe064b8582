//! The contact that explains how blows of different strength sound.
//!
//! The forward model is that of the engine: a hammer with its law on an object that yields as its
//! modes do ([`Blow`]). What the object adds to the sound drops out of ratios of spectra
//! ([`Spectra`]), so that these tell the exponent, the loss and the time of the contact, and how
//! heavy the object is beside the hammer. All of them are fitted together (Gauss and Newton, damped
//! after Levenberg and Marquardt), with wide expectations where the data tell nothing.

use crate::blow::{Blow, Felt, Law, Loss};
use crate::linear::Factor;
use crate::spectra::Spectra;
use serde::Serialize;
use carom::exact::restitution;
use std::f64::consts::PI;

/// Exponents that a contact may have.
const EXPONENTS: (f64, f64) = (1.0, 4.0);
/// Exponent that is written where one blow cannot tell it: Hertz's.
const USUAL: f64 = 1.5;
/// Largest loss (s/m).
const MOST_LOSS: f64 = 3.0;
/// A loss is looked at as the logarithm of it and this.
const LOSSLESS: f64 = 0.02;
/// Times θ (s) at 1 m/s that are tried.
const TIMES: (f64, f64) = (1e-5, 4e-3);
/// Exponents, shares and numbers of times that are tried first.
const FIRST: ([f64; 3], [f64; 3], usize) = ([1.2, 1.6, 2.4], [1e-4, 0.02, 0.3], 14);
/// How many of them are followed, and in how many steps.
const FOLLOWED: usize = 3;
const STEPS: usize = 14;
/// Differences beyond so many standard deviations count less.
const OUTLIER: f64 = 4.0;
/// Mass of the hammer divided by that of all modes where nothing is known of it.
const HEAVY: f64 = 0.02;
/// How fast modes that only the hammer feels die away, and how far they are apart.
const SILENT_QUALITY: f64 = 2.5;
const SILENT_RATIO: f64 = 1.35;
const SILENT_LOWEST: f64 = 300.0;
/// Frequency (Hz) of the mode that stands for the object moving as a whole.
const WHOLE: f64 = 0.05;

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
    /// Loss μ (s/m) of the force k·x^α·(1 + μ·v) at the speed of the first recording.
    pub loss: Interval,
    /// The part of the speed that a rigid wall would return at any speed, if μ falls as the speed
    /// grows; none if μ is the same at all speeds.
    pub restitution: Option<f64>,
    /// Time of contact (s) at the speed of the first recording.
    pub duration_s: Interval,
    /// Mass of the hammer divided by that of a mode at the point struck, as most of them have it.
    pub share: Interval,
    /// Whether several speeds separate the hammer from the object.
    pub separated: bool,
    /// The law, divided by the mass.
    #[serde(skip)]
    pub(crate) law: Law,
    /// The modes as the hammer feels them; behind those of the object come some that nobody hears.
    #[serde(skip)]
    pub(crate) felt: Vec<Felt>,
}

impl Contact {
    /// The blow at a speed (m/s).
    pub(crate) fn blow(&self, speed: f64) -> Blow {
        Blow::new(&self.law, &self.felt, speed)
    }
}

/// What is known before a contact is learned.
pub(crate) struct Blows<'a> {
    /// Levels of the recordings.
    pub(crate) spectra: &'a Spectra,
    /// For each recording, the speed of the hammer (m/s).
    pub(crate) speeds: &'a [f64],
    /// Frequency (Hz) and decay (1/s) of each mode.
    pub(crate) modes: &'a [[f64; 2]],
    /// The amplitude of each mode, compared with the others.
    pub(crate) sizes: &'a [f64],
    /// The highest frequency (Hz) that is heard.
    pub(crate) highest: f64,
}

/// How much wider intervals are than the fit says, from renders with known exponents.
const MODEL: f64 = 4.0;

/// Unknowns: exponent, logarithms of loss, time, the share of the whole, that of modes and that of
/// silent ones at 1 kHz, and the power of the frequency with which these grow; then by how much each
/// mode differs.
const COMMON: usize = 7;
/// What is expected of the unknowns, and how surely.
const EXPECTED: [(f64, f64); COMMON] = [
    (1.7, 1.0),
    (-1.5, 1.5),
    (-8.0, 3.0),
    (-8.0, 3.0),
    (-5.0, 3.0),
    (-10.0, 3.0),
    (1.0, 0.5),
];
/// One of the ways in which a loss depends on the speed.
type Kind = fn(f64) -> Loss;
const KINDS: [Kind; 2] = [Loss::Rate, Loss::Share];

/// How much modes differ from one another in their liveliness where they are struck.
const DIFFERENCE: f64 = 1.0;

impl Blows<'_> {
    fn law(&self, kind: Kind, unknowns: &[f64]) -> Law {
        let exponent = unknowns[0].clamp(EXPONENTS.0, EXPONENTS.1);
        let loss = kind((unknowns[1].exp() - LOSSLESS).clamp(0.0, MOST_LOSS));
        Law { stiffness: (-unknowns[2] * (exponent + 1.0)).exp(), exponent, loss }
    }

    /// How lively modes are taken to be where they are struck, compared with the others: what is heard
    /// of one, divided by the force, is that times how lively it is where it is heard.
    fn expected(&self) -> Vec<f64> {
        let blow = self.alone(1.0).blow(self.speeds[0]);
        let of = |([frequency, _], size): (&[f64; 2], &f64)| size / blow.around(*frequency);
        let lively: Vec<f64> = self.modes.iter().zip(self.sizes).map(of).collect();
        let most = lively.iter().copied().fold(1e-300, f64::max);
        lively.iter().map(|x| (x / most).max(1e-4)).collect()
    }

    fn felt(&self, unknowns: &[f64], lively: &[f64]) -> Vec<Felt> {
        let of = |(k, [frequency, decay]): (usize, &[f64; 2])| {
            let share = lively[k] * (unknowns[4] + unknowns[COMMON + k]).clamp(-30.0, 5.0).exp();
            Felt { frequency: *frequency, decay: *decay, share }
        };
        let mut felt: Vec<Felt> = self.modes.iter().enumerate().map(of).collect();
        felt.push(Felt {
            frequency: WHOLE,
            decay: PI * WHOLE,
            share: unknowns[3].clamp(-30.0, 5.0).exp(),
        });
        let mut frequency = SILENT_LOWEST;
        while frequency < self.highest {
            let power = unknowns[6].clamp(-1.0, 3.0);
            let share = f64::powf(frequency / 1000.0, power) * unknowns[5].clamp(-30.0, 4.0).exp();
            felt.push(Felt { frequency, decay: PI * frequency / SILENT_QUALITY, share });
            frequency *= SILENT_RATIO;
        }
        felt
    }

    /// What is not explained, in standard deviations: of levels, then of expectations.
    fn misses(&self, kind: Kind, unknowns: &[f64], lively: &[f64]) -> Vec<f64> {
        let (law, felt) = (self.law(kind, unknowns), self.felt(unknowns, lively));
        let Spectra { frequencies, levels, deviations } = self.spectra;
        let forces: Vec<Vec<f64>> = self
            .speeds
            .iter()
            .map(|speed| {
                let blow = Blow::new(&law, &felt, *speed);
                let least = 1e-6 * blow.size(0.0).max(1e-12);
                frequencies.iter().map(|f| blow.size(*f).max(least).ln()).collect()
            })
            .collect();
        let count = self.speeds.len() as f64;
        let mut misses = Vec::new();
        for b in 0..frequencies.len() {
            let rest = |n: usize| levels[n][b] - forces[n][b];
            let mean = (0..self.speeds.len()).map(rest).sum::<f64>() / count;
            misses.extend((0..self.speeds.len()).map(|n| robust((rest(n) - mean) / deviations[b])));
        }
        misses.extend(EXPECTED.iter().zip(unknowns).map(|((mean, sd), x)| (x - mean) / sd));
        misses.extend(unknowns[COMMON..].iter().map(|x| x / DIFFERENCE));
        misses
    }

    /// Starting points, the best first.
    fn first(&self, kind: Kind, lively: &[f64]) -> Vec<Vec<f64>> {
        let mut starts: Vec<(f64, Vec<f64>)> = Vec::new();
        for exponent in FIRST.0 {
            for share in FIRST.1 {
                for n in 0..FIRST.2 {
                    let part = n as f64 / (FIRST.2 - 1) as f64;
                    let time = TIMES.0.ln() + part * (TIMES.1 / TIMES.0).ln();
                    let share = f64::ln(share);
                    let mut unknowns = vec![exponent, -1.5, time, share - 2.0, share, share - 4.0, 1.0];
                    unknowns.resize(COMMON + self.modes.len(), 0.0);
                    starts.push((square(&self.misses(kind, &unknowns, lively)), unknowns));
                }
            }
        }
        starts.sort_by(|a, b| a.0.total_cmp(&b.0));
        starts.into_iter().map(|start| start.1).collect()
    }

    /// The equations of a step: matrix, right-hand side, and what is missed.
    fn equations(&self, kind: Kind, unknowns: &[f64], lively: &[f64]) -> (Vec<f64>, Vec<f64>, f64) {
        const DIFFERENTIAL: f64 = 1e-3;
        let misses = self.misses(kind, unknowns, lively);
        let size = unknowns.len();
        let column = |k: usize| -> Vec<f64> {
            let mut moved = unknowns.to_vec();
            // Away from the limits.
            let by = if k == 0 && unknowns[0] > 2.0 { -DIFFERENTIAL } else { DIFFERENTIAL };
            moved[k] += by;
            self.misses(kind, &moved, lively).iter().zip(&misses).map(|(a, b)| (a - b) / by).collect()
        };
        let columns: Vec<Vec<f64>> = (0..size).map(column).collect();
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
        let matrix =
            (0..size * size).map(|n| dot(&columns[n / size], &columns[n % size])).collect();
        let right = columns.iter().map(|column| -dot(column, &misses)).collect();
        (matrix, right, square(&misses))
    }

    /// Follows a starting point down; returns where it ends and the standard deviations there.
    fn follow(&self, kind: Kind, mut unknowns: Vec<f64>, lively: &[f64]) -> (f64, Vec<f64>, Vec<f64>) {
        let size = unknowns.len();
        let mut damping = 1e-2;
        let (mut matrix, mut right, mut missed) = self.equations(kind, &unknowns, lively);
        for _ in 0..STEPS {
            let before = missed;
            let mut moved = false;
            for _ in 0..6 {
                let mut damped = matrix.clone();
                (0..size).for_each(|k| damped[k * size + k] *= 1.0 + damping);
                let step = Factor::new(size, &damped).map(|factor| factor.solve(&right));
                let trial: Option<Vec<f64>> = step.map(|step| {
                    unknowns.iter().zip(&step).map(|(x, d)| x + d.clamp(-1.0, 1.0)).collect()
                });
                if let Some(mut trial) = trial {
                    trial[0] = trial[0].clamp(EXPONENTS.0, EXPONENTS.1);
                    if square(&self.misses(kind, &trial, lively)) < missed {
                        damping *= 0.2;
                        unknowns = trial;
                        moved = true;
                        break;
                    }
                }
                damping *= 6.0;
            }
            if !moved {
                break;
            }
            (matrix, right, missed) = self.equations(kind, &unknowns, lively);
            if before - missed < 1e-3 * before {
                break;
            }
        }
        let deviation = Factor::new(size, &matrix).map_or_else(
            || vec![1.0; COMMON],
            |factor| (0..COMMON).map(|k| factor.variance(k).max(0.0).sqrt()).collect(),
        );
        (missed, unknowns, deviation)
    }

    /// The contact that explains blows of several speeds best.
    fn separated(&self, mass: f64) -> Contact {
        let lively = self.expected();
        let ends = KINDS.iter().flat_map(|kind| {
            let starts = self.first(*kind, &lively).into_iter().take(FOLLOWED);
            starts.map(|start| (*kind, self.follow(*kind, start, &lively))).collect::<Vec<_>>()
        });
        let best = ends.min_by(|a, b| a.1.0.total_cmp(&b.1.0));
        let (kind, (missed, unknowns, deviations)) =
            best.unwrap_or((KINDS[0], <(f64, Vec<f64>, Vec<f64>)>::default()));
        let count = self.spectra.frequencies.len() * (self.speeds.len() - 1);
        // What the model leaves says how far the data are to be believed; what is wrong with the model
        // itself is larger: so much wider, intervals hold the exponents of renders that are known.
        let wide = 2.0 * MODEL * (missed / count.max(1) as f64).sqrt().max(1.0);
        let range =
            |k: usize| [unknowns[k] - wide * deviations[k], unknowns[k] + wide * deviations[k]];
        let law = self.law(kind, &unknowns);
        let felt = self.felt(&unknowns, &lively);
        let [low, high] = range(0);
        let exponent = Interval {
            value: law.exponent,
            low: low.clamp(EXPONENTS.0, law.exponent),
            high: high.clamp(law.exponent, EXPONENTS.1),
        };
        let lost = |x: f64| (x.exp() - LOSSLESS).clamp(0.0, MOST_LOSS);
        let [low, high] = range(1);
        let mu = |x: f64| kind(lost(x)).mu(self.speeds[0]);
        let loss = Interval { value: mu(unknowns[1]), low: mu(low), high: mu(high) };
        let [low, high] = range(4);
        let share = Interval { value: unknowns[4].exp(), low: low.exp(), high: high.exp() };
        let first = Blow::new(&law, &felt, self.speeds[0]).first;
        let [low, high] = range(2).map(|x| first * (x - unknowns[2]).exp());
        Contact {
            mass_kg: mass,
            stiffness: mass * law.stiffness,
            exponent,
            loss,
            restitution: match law.loss {
                Loss::Rate(_) => None,
                Loss::Share(product) => Some(restitution(product)),
            },
            duration_s: Interval { value: first, low, high },
            share,
            separated: true,
            law,
            felt,
        }
    }

    /// The contact of blows of one speed, if the object is heavy and as lively at all frequencies as
    /// at any: all that one blow tells is how bright it is.
    fn alone(&self, mass: f64) -> Contact {
        let Spectra { frequencies, levels, deviations } = self.spectra;
        let law =
            |time: f64| Law {
            stiffness: time.powf(-USUAL - 1.0),
            exponent: USUAL,
            loss: Loss::Rate(0.0),
        };
        let mut trials: Vec<(f64, f64)> = Vec::new();
        for n in 0..60 {
            let time = TIMES.0 * (TIMES.1 / TIMES.0).powf(f64::from(n) / 59.0);
            let blow = Blow::new(&law(time), &[], self.speeds[0]);
            let rest: Vec<f64> = frequencies
                .iter()
                .zip(&levels[0])
                .map(|(f, level)| level - blow.around(*f).ln())
                .collect();
            let weights: Vec<f64> = deviations.iter().map(|sd| 1.0 / (1.0 + sd * sd)).collect();
            let sum: f64 = weights.iter().sum();
            let mean = rest.iter().zip(&weights).map(|(r, w)| r * w).sum::<f64>() / sum;
            let missed =
                rest.iter().zip(&weights).map(|(r, w)| w * (r - mean).powi(2)).sum::<f64>();
            trials.push((missed / sum, time));
        }
        let best = trials.iter().copied().min_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or((0.0, 1e-4));
        // Bands of a third of an octave are taken to differ independently of one another.
        let most = best.0 * (1.0 + 4.0 / (frequencies.len() as f64 / 4.0 - 2.0).max(1.0));
        let allowed = trials.iter().filter(|trial| trial.0 <= most).map(|trial| trial.1);
        let (low, high) = allowed.fold((best.1, best.1), |(a, b), x| (x.min(a), x.max(b)));
        let law = law(best.1);
        let first = Blow::new(&law, &[], self.speeds[0]).first;
        Contact {
            mass_kg: mass,
            stiffness: mass * law.stiffness,
            exponent: Interval { value: USUAL, low: EXPONENTS.0, high: EXPONENTS.1 },
            loss: Interval { value: 0.0, low: 0.0, high: MOST_LOSS },
            restitution: None,
            duration_s: Interval {
                value: first,
                low: first * low / best.1,
                high: first * high / best.1,
            },
            share: Interval { value: 0.0, low: 0.0, high: 1.0 },
            separated: false,
            law,
            felt: self.heavy(),
        }
    }

    /// The modes of an object that is far heavier than the hammer.
    fn heavy(&self) -> Vec<Felt> {
        let share = HEAVY / self.modes.len().max(1) as f64;
        let of =
            |[frequency, decay]: &[f64; 2]| Felt { frequency: *frequency, decay: *decay, share };
        self.modes.iter().map(of).collect()
    }
}

/// Differences beyond a few standard deviations count as their square root.
fn robust(x: f64) -> f64 {
    if x.abs() <= OUTLIER { x } else { x.signum() * (OUTLIER * x.abs()).sqrt() }
}

fn square(misses: &[f64]) -> f64 {
    misses.iter().map(|x| x * x).sum()
}

/// Whether speeds differ enough to tell something.
pub(crate) fn is_varied(speeds: &[f64]) -> bool {
    speeds.iter().any(|v| (v / speeds[0] - 1.0).abs() > 0.05)
}

/// The contact that explains the blows best, of a hammer of this mass (kg).
pub(crate) fn contact(blows: &Blows, mass: f64) -> Contact {
    if is_varied(blows.speeds) { blows.separated(mass) } else { blows.alone(mass) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_speeds_tell_exponent_and_time_and_predict_a_third() {
        let modes: Vec<[f64; 2]> = (1..8).map(|k| [180.0 * f64::from(k * k), 9.0]).collect();
        for (exponent, loss, stiffness, share) in
            [(1.5, 0.0, 1e8, 1e-3), (2.5, 0.2, 1e12, 0.1), (1.5, 0.4, 1e8, 0.3)]
        {
            let law = Law { stiffness, exponent, loss: Loss::Rate(loss) };
            let felt: Vec<Felt> = modes
                .iter()
                .map(|[frequency, decay]| Felt { frequency: *frequency, decay: *decay, share })
                .collect();
            let frequencies: Vec<f64> =
                (0..90).map(|k| 50.0 * f64::powf(2.0, f64::from(k) / 12.0)).collect();
            let level = |speed: f64| -> Vec<f64> {
                let blow = Blow::new(&law, &felt, speed);
                let object = |f: f64| (1.0 + (f / 300.0).sin().abs()).ln();
                frequencies.iter().map(|f| object(*f) + blow.size(*f).ln()).collect()
            };
            let spectra = Spectra {
                levels: vec![level(1.0), level(2.0)],
                deviations: vec![0.01; frequencies.len()],
                frequencies: frequencies.clone(),
            };
            let blows = Blows {
                spectra: &spectra,
                speeds: &[1.0, 2.0],
                modes: &modes,
                sizes: &[1.0; 7],
                highest: 10_000.0,
            };
            let found = contact(&blows, 0.02);
            let Interval { value, low, high } = found.exponent;
            assert!((value - exponent).abs() < 0.15, "{exponent} {value} {low} {high}");
            assert!(low <= exponent && exponent <= high, "{exponent} {value} {low} {high}");
            let (truth, guess) = (Blow::new(&law, &felt, 4.0), found.blow(4.0));
            for f in [100.0, 500.0, 1500.0] {
                let soft = (Blow::new(&law, &felt, 2.0), found.blow(2.0));
                let apart = (guess.around(f) / truth.around(f)).ln()
                    - (soft.1.around(f) / soft.0.around(f)).ln();
                assert!(apart.abs() < 0.06, "{exponent} {f} {apart}");
            }
        }
    }
}
