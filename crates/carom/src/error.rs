use std::fmt;

use crate::check::FieldError;
use crate::scheme::SchemeError;

/// A parameter outside what the physics allows.
#[derive(Clone, Debug, PartialEq)]
pub struct InvalidValue {
    /// The parameter, as a person would write it.
    pub field: &'static str,
    /// What it was.
    pub value: f64,
    /// What it may be.
    pub allowed: &'static str,
}

impl fmt::Display for InvalidValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is {}, it must be {}", self.field, self.value, self.allowed)
    }
}

impl std::error::Error for InvalidValue {}

/// Why a world cannot be started, or a hand cannot do what it was asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum Error {
    /// A parameter is out of range.
    Value(InvalidValue),
    /// A field of a description is not as it must be.
    Field(FieldError),
    /// The scheme cannot do it.
    Scheme(SchemeError),
    /// As many commands wait for the voice as may: it must be asked for samples first.
    Full {
        /// So many.
        waiting: usize,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(error) => error.fmt(f),
            Self::Field(error) => error.fmt(f),
            Self::Scheme(error) => error.fmt(f),
            Self::Full { waiting } => write!(
                f,
                "{waiting} commands wait, as many as `commands` of the options allows: ask the voice \
                 for samples first"
            ),
        }
    }
}

impl std::error::Error for Error {}

impl From<InvalidValue> for Error {
    fn from(error: InvalidValue) -> Self {
        Self::Value(error)
    }
}

impl From<FieldError> for Error {
    fn from(error: FieldError) -> Self {
        Self::Field(error)
    }
}

impl From<SchemeError> for Error {
    fn from(error: SchemeError) -> Self {
        Self::Scheme(error)
    }
}
