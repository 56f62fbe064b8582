//! Measured forces: the shape of the pulse, iguchi (11).

use std::f64::consts::FRAC_PI_2;
use std::path::Path;

use carom_files::csv::Table;
use serde::Serialize;

use super::CalibrationError;
use crate::least_squares::{Fitted, fit};
use crate::measure::Measured;
use crate::measure::force::gaussian;

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
    pub height: Measured,
    /// When the peak is (s).
    pub time: Measured,
    /// σ_A, before the peak (s).
    pub sigma_a: Measured,
    /// σ_B, after it (s).
    pub sigma_b: Measured,
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
    pub sides: [Measured; 2],
    /// How long the force is above a twentieth of its peak, times the fifth root of its impulse: what
    /// Hertz's law keeps from blow to blow.
    pub scaled_duration: Measured,
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
        let sigma = |side: f64| (side / duration).max(0.05) / 2.45;
        let near: Vec<(f64, f64)> = samples
            .iter()
            .filter(|(t, _)| (start - duration..=end + duration).contains(t))
            .map(|(t, force)| ((t - middle) / duration, force / height))
            .collect();
        let fitted = fit(&near, [1.0, 0.0, sigma(middle - start), sigma(end - middle)], gaussian);
        let Fitted { values, sds, residual } =
            fitted.ok_or_else(|| refuse("no pulse can be fitted to it"))?;
        let freedom = near.len().saturating_sub(values.len()) as f64;
        let scaled = |i: usize, by: f64| Measured::new(by * values[i].abs(), by * sds[i]);
        let area = samples.windows(2).map(|w| 0.5 * (w[0].1 + w[1].1) * (w[1].0 - w[0].0)).sum();
        Ok(PulseFit {
            file: self.file.clone(),
            height: scaled(0, height),
            time: Measured::new(middle + duration * values[1], duration * sds[1]),
            sigma_a: scaled(2, duration),
            sigma_b: scaled(3, duration),
            duration,
            impulse: area,
            rms: height * residual * (freedom / near.len() as f64).sqrt(),
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

impl PulseShape {
    /// The mean over several forces; its deviation is their scatter, or that of the only fit.
    #[must_use]
    pub fn of(fits: &[PulseFit]) -> Option<Self> {
        let first = fits.first()?;
        let mean = |value: &dyn Fn(&PulseFit) -> Measured| {
            let count = fits.len() as f64;
            let mean = fits.iter().map(|fit| value(fit).value).sum::<f64>() / count;
            let scatter: f64 = fits.iter().map(|fit| (value(fit).value - mean).powi(2)).sum();
            let sd = if fits.len() > 1 {
                (scatter / ((count - 1.0) * count)).sqrt()
            } else {
                value(first).sd
            };
            Measured::new(mean, sd)
        };
        // A twentieth of the peak lies 2.45 σ away from it.
        let scaled = |fit: &PulseFit| {
            let width = fit.sigma_a.value + fit.sigma_b.value;
            let root = (fit.height.value * width * FRAC_PI_2.sqrt()).powf(0.2);
            let sd = fit.sigma_a.sd.hypot(fit.sigma_b.sd) * 2.45;
            Measured::new(fit.duration * root, sd * root)
        };
        Some(Self {
            sides: [mean(&|fit| fit.sigma_a), mean(&|fit| fit.sigma_b)],
            scaled_duration: mean(&scaled),
        })
    }
}
