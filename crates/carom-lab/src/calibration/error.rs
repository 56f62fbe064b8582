use carom::InvalidValue;
use carom_files::csv::CsvError;
use carom_rigid::CollisionError;
use thiserror::Error;

/// An error of a calibration.
#[derive(Debug, Error)]
pub enum CalibrationError {
    /// A table cannot be used.
    #[error(transparent)]
    Table(#[from] CsvError),
    /// Fewer rows than a model needs.
    #[error(
        "{rows} rows of measurements are too few for {model}: it has {parameters} parameters to fit \
         and needs {needed} rows, so that one can be left out"
    )]
    TooFewRows {
        /// Which model.
        model: &'static str,
        /// What there is.
        rows: usize,
        /// How many it fits.
        parameters: usize,
        /// What it needs.
        needed: usize,
    },
    /// No model has this name.
    #[error("no model is called `{name}`; there are {known}")]
    UnknownModel {
        /// The name.
        name: String,
        /// The names there are.
        known: String,
    },
    /// A measured force has no pulse in it.
    #[error("{file}: {reason}")]
    Trace {
        /// Which.
        file: String,
        /// Why not.
        reason: String,
    },
    /// A mass, radius or inertia outside what the physics allows.
    #[error(transparent)]
    Value(#[from] InvalidValue),
    /// A row that a model cannot compute.
    #[error("row {row} by {model}: {reason}")]
    Collision {
        /// Counted from 1 below the header.
        row: usize,
        /// Which model.
        model: &'static str,
        /// The error of the method.
        reason: CollisionError,
    },
}
