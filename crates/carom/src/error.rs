use thiserror::Error as ThisError;

use crate::check::{FieldError, InvalidValue};
use crate::scheme::SchemeError;

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
