//! The contact that explains how blows of different strength sound.
//!
//! The forward model is that of the engine: a hammer with its law on an object that yields as its
//! modes do ([`Blow`]). What the object adds to the sound drops out of ratios of spectra
//! ([`Spectra`]), so that these tell the exponent, the loss and the time of the contact, and how
//! heavy the object is beside the hammer. All of them are fitted together (Gauss and Newton, damped
//! after Levenberg and Marquardt), with wide expectations where the data tell nothing.

use crate::blow::{Blow, Felt, Law, Loss};
use crate::descend::{Problem, Trial, equations, follow, square};
use crate::linear::Factor;
use crate::spectra::Spectra;
use crate::touch::{Contact, Interval};
use carom::exact::restitution;
use std::f64::consts::PI;

/// Exponents that a contact may have.
pub(crate) const EXPONENTS: (f64, f64) = (1.0, 4.0);
/// Exponent that is written where one blow cannot tell it: Hertz's.
const USUAL: f64 = 1.5;
/// Largest loss (s/m).
pub(crate) const MOST_LOSS: f64 = 3.0;
/// A loss is looked at as the logarithm of it and this.
pub(crate) const LOSSLESS: f64 = 0.02;
/// Times θ (s) at 1 m/s that are tried.
const TIMES: (f64, f64) = (1e-5, 4e-3);
/// Exponents, shares and numbers of times that are tried first.
const FIRST: ([f64; 3], [f64; 3], usize) = ([1.2, 1.6, 2.4], [1e-4, 0.02, 0.3], 14);
/// In how many steps they are followed, before it is looked again which unknowns tell something, and after.
const SOME: usize = 4;
const STEPS: usize = 40;
/// Differences beyond so many standard deviations count less.
const OUTLIER: f64 = 4.0;
/// Mass of the hammer divided by that of all modes where nothing is known of it.
const HEAVY: f64 = 0.02;
/// How fast modes that only the hammer feels die away, and how far they are apart.
const SILENT_QUALITY: f64 = 2.0;
const SILENT_RATIO: f64 = 1.5;
const SILENT_LOWEST: f64 = 100.0;
/// Frequency (Hz) of the mode that stands for the object moving as a whole.
const WHOLE: f64 = 0.05;

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
const MODEL: f64 = 8.0;

/// Unknowns: exponent, logarithms of loss, time, the share of the whole, that of modes and that of
/// silent ones at 1 kHz, and the power of the frequency with which these grow; then by how much each
/// mode differs.
const COMMON: usize = 7;
/// What is expected of the unknowns, and how surely.
const EXPECTED: [(f64, f64); COMMON] =
    [(1.7, 1.0), (-1.5, 1.5), (-8.0, 3.0), (-8.0, 3.0), (-3.0, 3.0), (-6.0, 4.0), (1.0, 0.5)];
/// One of the ways in which a loss depends on the speed.
type Kind = fn(f64) -> Loss;
const KINDS: [Kind; 2] = [Loss::Rate, Loss::Share];

/// How much modes differ from one another in their liveliness where they are struck.
const DIFFERENCE: f64 = 1.5;
/// A blow so much harder does not touch again where no recorded one did: once the hammer is off, all that
/// moves grows with the speed. The standard deviation of the part of the momentum that goes over then,
/// and how many times that of recorded blows, which tell of it if they touch again, it may be.
const HARDER: f64 = 2.0;
const AGAIN: f64 = 0.01;
const KNOWN: f64 = 10.0;
/// How often levels are believed as far as they are explained, and how far at most.
const SHARPER: usize = 2;
const LEAST_DOUBT: f64 = 0.1;
/// How much silent ones do.
const UNEVEN: f64 = 0.7;
/// Unknowns on which the data depend less than this, in standard deviations of what is expected of
/// them, stay as they are.
const TELLING: f64 = 0.1;

/// Blows whose loss is of one kind.
struct Fit<'a> {
    blows: &'a Blows<'a>,
    kind: Kind,
    lively: &'a [f64],
    /// Whether blows that touch again as no recorded one did are unlikely.
    once: bool,
}

impl Problem for Fit<'_> {
    fn misses(&self, unknowns: &[f64]) -> Vec<f64> {
        let mut misses = self.blows.misses(self.kind, unknowns, self.lively);
        if self.once {
            misses.push(self.blows.again(self.kind, unknowns, self.lively) / AGAIN);
        }
        misses
    }

    fn limit(&self, unknowns: &mut [f64]) {
        unknowns[0] = unknowns[0].clamp(EXPONENTS.0, EXPONENTS.1);
    }
}

impl Fit<'_> {
    /// Starting points: the best of each share.
    fn first(&self) -> Vec<Trial> {
        let count = COMMON + self.blows.modes.len() + self.blows.silent();
        let trial = |share: f64, exponent: f64, n: usize| {
            let part = n as f64 / (FIRST.2 - 1) as f64;
            let time = TIMES.0.ln() + part * (TIMES.1 / TIMES.0).ln();
            let share = share.ln();
            let mut unknowns = vec![exponent, -1.5, time, share - 2.0, share, share - 4.0, 1.0];
            unknowns.resize(count, 0.0);
            Trial::new(self, unknowns)
        };
        let best = |share: &f64| {
            let exponents = FIRST.0.iter();
            let trials = exponents.flat_map(|e| (0..FIRST.2).map(move |n| trial(*share, *e, n)));
            trials.min_by(|a, b| a.missed().total_cmp(&b.missed()))
        };
        FIRST.1.iter().filter_map(best).collect()
    }

    /// The unknowns on which the data depend.
    fn telling(&self, trial: &Trial) -> Vec<usize> {
        let all: Vec<usize> = (0..trial.unknowns.len()).collect();
        let (matrix, _) = equations(self, trial, &all);
        let expected = |k: usize| match k.checked_sub(COMMON) {
            None => 0.0,
            Some(k) if k < self.blows.modes.len() => DIFFERENCE.powi(-2),
            Some(_) => UNEVEN.powi(-2),
        };
        let tells =
            |k: &usize| matrix[k * (all.len() + 1)] > (1.0 + TELLING * TELLING) * expected(*k);
        all.iter().copied().filter(tells).collect()
    }

    fn follow(&self, trial: Trial, steps: usize) -> Trial {
        let free = self.telling(&trial);
        follow(self, trial, &free, steps)
    }
}

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
        // What is heard of a mode says as much about where it is heard as about where it is struck.
        lively.iter().map(|x| (x / most).max(1e-8).sqrt()).collect()
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
        let silent = |(n, own): (usize, &f64)| {
            let frequency = SILENT_LOWEST * SILENT_RATIO.powi(n as i32);
            let power = unknowns[6].clamp(-1.0, 3.0);
            let share = (unknowns[5] + own + power * f64::ln(frequency / 1000.0)).clamp(-30.0, 4.0);
            Felt { frequency, decay: PI * frequency / SILENT_QUALITY, share: share.exp() }
        };
        felt.extend(unknowns[COMMON + self.modes.len()..].iter().enumerate().map(silent));
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
        let (own, silent) = unknowns[COMMON..].split_at(self.modes.len());
        misses.extend(own.iter().map(|x| x / DIFFERENCE));
        misses.extend(silent.iter().map(|x| x / UNEVEN));
        misses
    }

    /// The part of the momentum of a harder blow that goes over when it touches again, beyond what
    /// recorded blows tell of.
    fn again(&self, kind: Kind, unknowns: &[f64], lively: &[f64]) -> f64 {
        let (law, felt) = (self.law(kind, unknowns), self.felt(unknowns, lively));
        let again = |speed: f64| Blow::new(&law, &felt, speed).again();
        let known = self.speeds.iter().map(|speed| again(*speed)).fold(0.0, f64::max);
        let hardest = self.speeds.iter().copied().fold(0.0, f64::max);
        (again(HARDER * hardest) - KNOWN * known).max(0.0)
    }

    /// How many silent modes there are.
    fn silent(&self) -> usize {
        ((self.highest / SILENT_LOWEST).ln() / SILENT_RATIO.ln()).max(0.0).ceil() as usize
    }

    /// The unknowns with which blows of several speeds are explained best, with the kind of the loss.
    fn best(&self, lively: &[f64]) -> (Kind, Trial) {
        let fit = |kind: Kind| Fit { blows: self, kind, lively, once: false };
        // What looks worse at first may end better: all are followed to the end.
        let followed = |kind: &Kind| {
            let starts = fit(*kind).first().into_iter();
            let end = |start| fit(*kind).follow(fit(*kind).follow(start, SOME), STEPS);
            starts.map(|start| (*kind, end(start))).collect::<Vec<_>>()
        };
        let ends = KINDS.iter().flat_map(followed);
        let best = ends.min_by(|a, b| a.1.missed().total_cmp(&b.1.missed()));
        let usual = || Trial::new(&fit(KINDS[0]), EXPECTED.map(|e| e.0).to_vec());
        best.unwrap_or_else(|| (KINDS[0], usual()))
    }

    /// Levels as certain as a trial explains them.
    fn believed(&self, trial: &Trial) -> Spectra {
        let count = self.spectra.frequencies.len();
        let data = &trial.misses[..count * self.speeds.len()];
        let count = (count * (self.speeds.len() - 1)).max(1) as f64;
        let doubt = (square(data) / count).sqrt().clamp(LEAST_DOUBT, 1.0);
        let deviations = self.spectra.deviations.iter().map(|sd| sd * doubt).collect();
        Spectra { deviations, ..self.spectra.clone() }
    }

    /// The contact that explains blows of several speeds best.
    fn separated(&self, mass: f64) -> Contact {
        let lively = self.expected();
        let (kind, mut best) = self.best(&lively);
        // Where the model explains more than was hoped for, data count more and expectations less.
        let mut spectra = self.spectra.clone();
        for _ in 0..SHARPER {
            spectra = Blows { spectra: &spectra, ..*self }.believed(&best);
            let blows = Blows { spectra: &spectra, ..*self };
            let fit = Fit { blows: &blows, kind, lively: &lively, once: false };
            best = fit.follow(Trial::new(&fit, best.unknowns), STEPS);
        }
        let blows = Blows { spectra: &spectra, ..*self };
        let once = blows.again(kind, &best.unknowns, &lively) > AGAIN;
        let fit = Fit { blows: &blows, kind, lively: &lively, once };
        if once {
            best = fit.follow(Trial::new(&fit, best.unknowns), STEPS);
        }
        let (unknowns, missed) = (&best.unknowns, best.missed());
        let free = fit.telling(&best);
        let (matrix, _) = equations(&fit, &best, &free);
        let deviations = Factor::new(free.len(), &matrix).map_or_else(
            || vec![1.0; COMMON],
            |factor| (0..COMMON).map(|k| factor.variance(k).max(0.0).sqrt()).collect(),
        );
        let count = self.spectra.frequencies.len() * (self.speeds.len() - 1);
        // What the model leaves says how far the data are to be believed; what is wrong with the model
        // itself is larger: so much wider, intervals hold the exponents of renders that are known.
        let wide = 2.0 * MODEL * (missed / count.max(1) as f64).sqrt().max(1.0);
        let range =
            |k: usize| [unknowns[k] - wide * deviations[k], unknowns[k] + wide * deviations[k]];
        let law = self.law(kind, unknowns);
        let felt = self.felt(unknowns, &lively);
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
    pub(crate) fn alone(&self, mass: f64) -> Contact {
        let Spectra { frequencies, levels, deviations } = self.spectra;
        let law = |time: f64| Law {
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
pub(crate) fn robust(x: f64) -> f64 {
    if x.abs() <= OUTLIER { x } else { x.signum() * (OUTLIER * x.abs()).sqrt() }
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
            // Something light under a hammer that loses much: two speeds do not tell in which way it loses,
            // and with that the exponent; the interval says so.
            let (near, loud) = if share < 0.3 { (0.15, 0.06) } else { (0.4, 0.1) };
            assert!((value - exponent).abs() < near, "{exponent} {value} {low} {high}");
            assert!(low <= exponent && exponent <= high, "{exponent} {value} {low} {high}");
            let (truth, guess) = (Blow::new(&law, &felt, 4.0), found.blow(4.0));
            for f in [100.0, 500.0, 1500.0] {
                let soft = (Blow::new(&law, &felt, 2.0), found.blow(2.0));
                let apart = (guess.around(f) / truth.around(f)).ln()
                    - (soft.1.around(f) / soft.0.around(f)).ln();
                assert!(apart.abs() < loud, "{exponent} {f} {apart}");
            }
        }
    }
}
