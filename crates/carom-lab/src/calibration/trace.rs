//! Measured forces: the shape of the pulse, iguchi (11).

use std::f64::consts::FRAC_PI_2;
use std::path::Path;

use carom_files::csv::Table;
use serde::Serialize;

use super::least_squares::{Search, dot, jacobian, minimise};
use super::{CalibrationError, symmetric};

/// A value and its standard deviation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Quantity {
    /// Itself.
    pub value: f64,
    /// Its standard deviation.
    pub sd: f64,
}

/// A force over time.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// Where it comes from.
    pub file: String,
    /// Moments (s) and forces (N).
    pub samples: Vec<(f64, f64)>,
}

/// Two halves of Gaussians that meet at the peak, as fitted to one force.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PulseFit {
    /// Where the force comes from.
    pub file: String,
    /// The peak (N).
    pub height: Quantity,
    /// When the peak is (s).
    pub time: Quantity,
    /// σ_A, before the peak (s).
    pub sigma_a: Quantity,
    /// σ_B, after it (s).
    pub sigma_b: Quantity,
    /// How long the force is above a twentieth of its peak (s).
    pub duration: f64,
    /// What the samples sum to (N·s).
    pub impulse: f64,
    /// What the fit leaves (N, root of the mean square).
    pub rms: f64,
}

/// The shape that several measured forces share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PulseShape {
    /// σ_A and σ_B (s).
    pub sides: [Quantity; 2],
    /// How long the force is above a twentieth of its peak, times the fifth root of its impulse: what
    /// Hertz's law keeps from blow to blow.
    pub scaled_duration: Quantity,
}

/// Shorter records than this hold no shape.
const FEWEST: usize = 8;
/// Longer ones are no impact.
const MOST: usize = 1_000_000;
/// The part of the peak below which the contact has not begun.
const THRESHOLD: f64 = 0.05;

impl Trace {
    /// Reads the columns `time` and `force`.
    pub fn read(path: &Path) -> Result<Self, CalibrationError> {
        Self::from_table(&Table::read(path)?, path.display().to_string())
    }

    /// Reads the text of such a file; `name` is what errors call it.
    pub fn parse(text: &str, name: &str) -> Result<Self, CalibrationError> {
        Self::from_table(&Table::parse(text, name)?, name.to_owned())
    }

    fn from_table(table: &Table, file: String) -> Result<Self, CalibrationError> {
        let (times, forces) = (table.rising_column("time")?, table.column("force")?);
        if !(FEWEST..=MOST).contains(&times.len()) {
            let message = format!("{} samples; there must be from {FEWEST} to {MOST}", times.len());
            return Err(table.error(message).into());
        }
        Ok(Self { file, samples: times.iter().copied().zip(forces.iter().copied()).collect() })
    }

    /// The pulse in it.
    pub fn pulse(&self) -> Result<PulseFit, CalibrationError> {
        let refuse = |reason: &str| CalibrationError::Trace {
            file: self.file.clone(),
            reason: reason.to_owned(),
        };
        let samples = &self.samples;
        let peak = (0..samples.len()).max_by(|&a, &b| samples[a].1.total_cmp(&samples[b].1));
        let peak = peak.filter(|&i| samples[i].1 > 0.0);
        let peak = peak.ok_or_else(|| refuse("no force in it is above 0"))?;
        let height = samples[peak].1;
        let level = THRESHOLD * height;
        let (Some(start), Some(end)) =
            (self.crossing(peak, level, false), self.crossing(peak, level, true))
        else {
            return Err(refuse(
                "the force does not rise from a twentieth of its peak and fall back to it",
            ));
        };
        let duration = end - start;
        let middle = samples[peak].0;
        // A Gaussian falls to a twentieth in 2.45 σ.
        let first = [
            height,
            middle,
            (middle - start).max(0.05 * duration) / 2.45,
            (end - middle).max(0.05 * duration) / 2.45,
        ];
        let near: Vec<(f64, f64)> = samples
            .iter()
            .copied()
            .filter(|(t, _)| (start - duration..=end + duration).contains(t))
            .collect();
        let of = |u: &[f64]| {
            [
                2.0 * height * u[0],
                start + duration * u[1],
                2.0 * duration * u[2],
                2.0 * duration * u[3],
            ]
        };
        let residuals = |u: &[f64]| {
            let values = of(u);
            Some(near.iter().map(|(t, f)| (gaussian(values, *t) - f) / height).collect())
        };
        let start_at = [
            0.5,
            (first[1] - start) / duration,
            first[2] / (2.0 * duration),
            first[3] / (2.0 * duration),
        ];
        let search = Search { step: 1e-7, iterations: 100, enough: 1e-12 };
        let found = minimise(&residuals, &start_at, search);
        let found = found.ok_or_else(|| refuse("no pulse can be fitted to it"))?;
        let freedom = near.len().saturating_sub(4).max(1) as f64;
        let variance = 2.0 * found.cost / freedom;
        let columns = jacobian(&residuals, &found.at, 1e-5).unwrap_or_default();
        let normal = columns.iter().map(|a| columns.iter().map(|b| dot(a, b)).collect()).collect();
        let (values, vectors) = symmetric::eigen(normal);
        let scale = [2.0 * height, duration, 2.0 * duration, 2.0 * duration];
        let at = of(&found.at);
        let quantity = |i: usize| {
            let parts =
                values.iter().zip(&vectors).map(|(value, vector)| vector[i].powi(2) / value);
            Quantity { value: at[i], sd: scale[i] * (variance * parts.sum::<f64>()).sqrt() }
        };
        let area = samples.windows(2).map(|w| 0.5 * (w[0].1 + w[1].1) * (w[1].0 - w[0].0)).sum();
        Ok(PulseFit {
            file: self.file.clone(),
            height: quantity(0),
            time: quantity(1),
            sigma_a: quantity(2),
            sigma_b: quantity(3),
            duration,
            impulse: area,
            rms: height * (2.0 * found.cost / near.len().max(1) as f64).sqrt(),
        })
    }

    /// Where the force passes a level, straight between samples, going out from the peak.
    fn crossing(&self, peak: usize, level: f64, forward: bool) -> Option<f64> {
        let mut inside = *self.samples.get(peak)?;
        let mut index = peak;
        loop {
            index = if forward { index + 1 } else { index.checked_sub(1)? };
            let outside = *self.samples.get(index)?;
            if outside.1 <= level {
                let share = (inside.1 - level) / (inside.1 - outside.1);
                return Some(inside.0 + share * (outside.0 - inside.0));
            }
            inside = outside;
        }
    }
}

/// iguchi (11): height, moment of the peak, σ_A, σ_B.
pub(super) fn gaussian([height, time, rise, fall]: [f64; 4], t: f64) -> f64 {
    let sigma = if t < time { rise } else { fall };
    height * (-0.5 * ((t - time) / sigma.max(f64::MIN_POSITIVE)).powi(2)).exp()
}

impl PulseShape {
    /// The mean over several forces; its deviation is their scatter, or that of the only fit.
    #[must_use]
    pub fn of(fits: &[PulseFit]) -> Option<Self> {
        let first = fits.first()?;
        let mean = |value: &dyn Fn(&PulseFit) -> Quantity| {
            let count = fits.len() as f64;
            let mean = fits.iter().map(|fit| value(fit).value).sum::<f64>() / count;
            let scatter: f64 = fits.iter().map(|fit| (value(fit).value - mean).powi(2)).sum();
            let sd = if fits.len() > 1 {
                (scatter / ((count - 1.0) * count)).sqrt()
            } else {
                value(first).sd
            };
            Quantity { value: mean, sd }
        };
        // A twentieth of the peak lies 2.45 σ away from it.
        let scaled = |fit: &PulseFit| {
            let width = fit.sigma_a.value + fit.sigma_b.value;
            let root = (fit.height.value * width * FRAC_PI_2.sqrt()).powf(0.2);
            let sd = fit.sigma_a.sd.hypot(fit.sigma_b.sd) * 2.45;
            Quantity { value: fit.duration * root, sd: sd * root }
        };
        Some(Self {
            sides: [mean(&|fit| fit.sigma_a), mean(&|fit| fit.sigma_b)],
            scaled_duration: mean(&scaled),
        })
    }
}
