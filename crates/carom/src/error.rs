use thiserror::Error as ThisError;

use crate::check::FieldError;
use crate::scheme::SchemeError;

/// A parameter outside what the physics allows.
#[derive(Clone, Debug, PartialEq, ThisError)]
#[error("{field} is {value}, it must be {allowed}")]
pub struct InvalidValue {
    /// The parameter, as a person would write it.
    pub field: &'static str,
    /// What it was.
    pub value: f64,
    /// What it may be.
    pub allowed: &'static str,
}

/// Why a world cannot be started, or a command of the hands is refused.
#[derive(Clone, Debug, PartialEq, ThisError)]
pub enum Error {
    /// A parameter is out of range.
    #[error(transparent)]
    Value(#[from] InvalidValue),
    /// A field of a description is not as it must be.
    #[error(transparent)]
    Field(#[from] FieldError),
    /// The scheme cannot do it.
    #[error(transparent)]
    Scheme(#[from] SchemeError),
    /// The queue of commands is full: the voice must make samples first.
    #[error(
        "{waiting} commands wait, as many as `commands` of the options allows: let the voice make \
         samples first"
    )]
    Full {
        /// How many commands wait.
        waiting: usize,
    },
}
