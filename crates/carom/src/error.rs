use std::fmt;

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

impl From<SchemeError> for Error {
    fn from(error: SchemeError) -> Self {
        Self::Scheme(error)
    }
}

/// What a number may be; each check names the field, the value and what is allowed.
pub(crate) fn positive(field: &'static str, value: f64) -> Result<f64, InvalidValue> {
    check(value.is_finite() && value > 0.0, field, value, "a finite number above 0")
}

pub(crate) fn not_negative(field: &'static str, value: f64) -> Result<f64, InvalidValue> {
    check(value.is_finite() && value >= 0.0, field, value, "a finite number, 0 or above")
}

pub(crate) fn finite(field: &'static str, value: f64) -> Result<f64, InvalidValue> {
    check(value.is_finite(), field, value, "a finite number")
}

pub(crate) fn at_least_one(field: &'static str, value: f64) -> Result<f64, InvalidValue> {
    check(value.is_finite() && value >= 1.0, field, value, "a finite number, 1 or above")
}

pub(crate) fn check(
    holds: bool,
    field: &'static str,
    value: f64,
    allowed: &'static str,
) -> Result<f64, InvalidValue> {
    if holds { Ok(value) } else { Err(InvalidValue { field, value, allowed }) }
}

pub(crate) fn check_length(
    field: &'static str,
    length: usize,
    wanted: usize,
) -> Result<(), InvalidValue> {
    check(length == wanted, field, length as f64, "one for each mode of the model").map(|_| ())
}
