//! The result of a calibration.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::uncertainty::Estimate;
use super::{Disc, Motion, PulseFit};

/// One number for each component of a motion.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Components {
    /// Along the wall (m/s).
    pub vx: f64,
    /// Away from it (m/s).
    pub vz: f64,
    /// rad/s.
    pub spin: f64,
}

impl Components {
    /// The roots of the mean squares.
    #[must_use]
    pub fn rms(residuals: &[Motion]) -> Self {
        let count = residuals.len().max(1) as f64;
        let of = |c: usize| (residuals.iter().map(|r| r[c] * r[c]).sum::<f64>() / count).sqrt();
        Self { vx: of(0), vz: of(1), spin: of(2) }
    }

    /// In the order of a [`Motion`].
    #[must_use]
    pub fn array(&self) -> [f64; 3] {
        [self.vx, self.vz, self.spin]
    }

    /// The geometric mean of the three, which needs no weights between their units.
    #[must_use]
    pub fn geometric_mean(&self) -> f64 {
        (self.vx * self.vz * self.spin).cbrt()
    }
}

/// Parameters in the order of the model, an object in JSON.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimates(pub Vec<Estimate>);

impl Estimates {
    /// The parameter of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Estimate> {
        self.0.iter().find(|estimate| estimate.name == name)
    }
}

impl Serialize for Estimates {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for estimate in &self.0 {
            map.serialize_entry(estimate.name, estimate)?;
        }
        map.end()
    }
}

/// A model fitted to the trials.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ModelAnswer {
    /// What it is called.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// How many of the parameters were fitted.
    pub fitted: usize,
    /// Its parameters.
    pub parameters: Estimates,
    /// What remains in the trials it was fitted to.
    pub rms: Components,
    /// What remains in trials that were left out of the fit.
    pub leave_one_out: Components,
    /// The geometric mean of `leave_one_out`, by which models are ranked.
    pub score: f64,
    /// The mean square of the residuals in units of the stated standard deviations, per degree of
    /// freedom; none where they were not stated.
    pub reduced_chi_square: Option<f64>,
    /// Modelled minus measured, by trial.
    pub residuals: Vec<Motion>,
    /// The same for each trial with the model fitted to the others.
    pub left_out: Vec<Motion>,
}

/// A model that was not fitted.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Skipped {
    /// Its name.
    pub name: &'static str,
    /// Why.
    pub reason: String,
}

/// Several models fitted to the same trials.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Calibration {
    /// Of this object.
    pub version: u32,
    /// What was measured.
    pub disc: Disc,
    /// How many collisions were measured.
    pub trials: usize,
    /// How many groups were left out in turn: one for each trial, but never more than fifty.
    pub folds: usize,
    /// Whether the weights follow from given standard deviations, from the scatter, or both.
    pub weights: &'static str,
    /// The restitution that the normal velocities give alone, by least squares.
    pub restitution_alone: f64,
    /// The inertia that the changes of spin and velocity imply, and the one assumed (kg·m²).
    pub inertia: Inertia,
    /// The models.
    pub models: Vec<ModelAnswer>,
    /// Models that need more rows.
    pub skipped: Vec<Skipped>,
    /// The model with the least error on trials left out.
    pub best: &'static str,
    /// How `best` was chosen.
    pub best_by: &'static str,
    /// The pulses in measured forces.
    pub pulses: Vec<PulseFit>,
}

impl Calibration {
    /// The best model.
    #[must_use]
    pub fn best(&self) -> Option<&ModelAnswer> {
        self.models.iter().find(|model| model.name == self.best)
    }
}

/// A moment of inertia, as assumed and as the trials imply it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Inertia {
    /// What the fits use (kg·m²).
    pub assumed: f64,
    /// m·r times the ratio of the changes of velocity and spin (kg·m²); none where they do not go
    /// together.
    pub implied: Option<f64>,
    /// Its standard deviation, from leaving each trial out in turn.
    pub sd: Option<f64>,
}
