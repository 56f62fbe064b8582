use carom::InvalidValue;
use carom_rigid::CollisionError;
use thiserror::Error;

/// Why measurements could not be turned into parameters.
#[derive(Debug, Error)]
pub enum CalibrationError {
    /// The file cannot be opened or read.
    #[error("{file}: cannot be read: {reason}")]
    Unreadable {
        /// Which.
        file: String,
        /// What the system says.
        reason: String,
    },
    /// The file is no table of numbers.
    #[error("{file}: {reason}")]
    NotATable {
        /// Which.
        file: String,
        /// Why not.
        reason: String,
    },
    /// A column is missing, or there twice.
    #[error("{file}: {problem} \"{column}\"; the columns are {header}")]
    Column {
        /// Which file.
        file: String,
        /// No column, or two of them.
        problem: &'static str,
        /// The name looked for.
        column: String,
        /// The names that are there.
        header: String,
    },
    /// A cell that cannot be used.
    #[error("{file}, row {row} (line {line}), column \"{column}\": {reason}")]
    Cell {
        /// Which file.
        file: String,
        /// Counted from 1 below the header.
        row: usize,
        /// Of the file, from 1.
        line: usize,
        /// Its name.
        column: String,
        /// What is wrong and what is allowed.
        reason: String,
    },
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
        /// What was asked for.
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
        /// What the method says.
        reason: CollisionError,
    },
}
