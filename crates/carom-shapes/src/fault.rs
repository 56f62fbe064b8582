//! Values that are not allowed.

use std::fmt;

use carom::InvalidValue;

/// A field with a value that it must not have.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// The field of the shape.
    pub field: &'static str,
    /// Its value.
    pub value: Given,
    /// What is allowed.
    pub allowed: &'static str,
}

/// What a field was given.
#[derive(Clone, Debug, PartialEq)]
pub enum Given {
    /// A number.
    Number(f64),
    /// Something else, in words.
    Words(String),
}

impl fmt::Display for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Words(words) => words.fmt(f),
        }
    }
}

/// The value is not a number where the fault has only words for it.
impl From<Fault> for InvalidValue {
    fn from(Fault { field, value, allowed }: Fault) -> Self {
        let value = match value {
            Given::Number(number) => number,
            Given::Words(_) => f64::NAN,
        };
        Self { field, value, allowed }
    }
}

impl Fault {
    /// A fault unless the value is fine.
    #[must_use]
    pub fn unless(
        fine: bool,
        field: &'static str,
        value: f64,
        allowed: &'static str,
    ) -> Option<Self> {
        (!fine).then_some(Self { field, value: Given::Number(value), allowed })
    }

    /// A fault unless the value is finite and above 0.
    #[must_use]
    pub fn unless_above_zero(field: &'static str, value: f64) -> Option<Self> {
        let fine = value.is_finite() && value > 0.0;
        Self::unless(fine, field, value, "a finite number above 0")
    }
}

/// A fault if there is a frequency of suspension that is not finite or is below 0.
pub(crate) fn suspension_fault(suspension: Option<f64>) -> Option<Fault> {
    let value = suspension?;
    let fine = value.is_finite() && value >= 0.0;
    Fault::unless(fine, "suspension", value, "a finite number, 0 or above")
}

/// A fault unless a pair is split by 0 to 0.1.
pub(crate) fn split_fault(split: f64) -> Option<Fault> {
    Fault::unless((0.0..=0.1).contains(&split), "split", split, "a number from 0 to 0.1")
}
