//! Values that are not allowed.

use std::fmt;

/// A field with a value that it must not have.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// The field of the surface.
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
