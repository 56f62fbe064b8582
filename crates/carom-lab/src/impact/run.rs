//! What one scheme makes of the experiment.

use carom::scheme::StepError;
use serde::Serialize;

/// How a run ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// As it should.
    #[default]
    Ok,
    /// The mass left with more energy than it brought, or a number left the range of a double.
    GainedEnergy,
    /// The quadratic equation of a step had no real root.
    ComplexRoot,
    /// The mass was still at the wall when the run was ended.
    NotReleased,
    /// The scheme cannot treat the correction or the length of the contact.
    Refused,
}

impl Status {
    /// The name, as in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::GainedEnergy => "gained-energy",
            Self::ComplexRoot => "complex-root",
            Self::NotReleased => "not-released",
            Self::Refused => "refused",
        }
    }
}

/// The result of one scheme: SI units and percentages; `None` where a field does not apply.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Run {
    /// The scheme.
    pub scheme: &'static str,
    /// The correction.
    pub correct: &'static str,
    /// Samples per second.
    pub rate: f64,
    /// Steps per sample.
    pub substeps: u32,
    /// How it ended.
    pub status: Status,
    /// Why, if not well.
    pub message: Option<String>,
    /// Samples with x > 0 (of the first impact, as are the fields below).
    pub samples: u64,
    /// Between the lines of free flight before and after.
    pub contact_time: Option<f64>,
    /// Outgoing velocity.
    pub v_out: Option<f64>,
    /// The largest compression at any step.
    pub x_max: Option<f64>,
    /// % of the exact x_max, papetti (28).
    pub dev_x: Option<f64>,
    /// % of the exact energy loss, papetti (27).
    pub dev_h: Option<f64>,
    /// % of the exact outgoing velocity, positive if too fast.
    pub err_v_out: Option<f64>,
    /// The same against papetti's approximation, as Table II(b) was printed.
    pub err_v_out_approx: Option<f64>,
    /// The most iterations that a step needed; `None` for schemes that do not iterate.
    pub iterations_max: Option<u32>,
    /// What went missing (negative) or appeared over the whole run, relative to the initial energy.
    pub energy_residual: Option<f64>,
    /// % of the exact energy after the last rebound, signed.
    pub accumulated: Option<f64>,
    /// The largest dev_h of all rebounds.
    pub max_dev: Option<f64>,
}

/// One sample of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The scheme.
    pub scheme: &'static str,
    /// s, from the start of the run.
    pub time: f64,
    /// Compression (m), negative apart from the wall.
    pub x: f64,
    /// m/s.
    pub v: f64,
    /// The contact law at this sample (N).
    pub force: f64,
    /// Kinetic and elastic energy (J).
    pub energy: f64,
}

/// Why a run ended early.
pub(super) struct RunError {
    pub(super) status: Status,
    pub(super) message: String,
}

impl RunError {
    pub(super) fn refused(message: impl Into<String>) -> Self {
        Self { status: Status::Refused, message: message.into() }
    }
}

impl From<carom::Error> for RunError {
    fn from(error: carom::Error) -> Self {
        Self::refused(error.to_string())
    }
}

impl From<carom::InvalidValue> for RunError {
    fn from(error: carom::InvalidValue) -> Self {
        Self::refused(error.to_string())
    }
}

impl From<StepError> for RunError {
    fn from(error: StepError) -> Self {
        let status = match error {
            StepError::ComplexRoot { .. } => Status::ComplexRoot,
            StepError::Diverged => Status::GainedEnergy,
            StepError::NotCorrected { .. } => Status::Refused,
        };
        Self { status, message: error.to_string() }
    }
}
