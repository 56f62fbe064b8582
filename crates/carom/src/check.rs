//! What a number may be: each check names the field, the value and what is allowed.

use std::fmt;
use std::ops::Bound::{self, Excluded, Included, Unbounded};
use std::ops::RangeBounds;

use crate::InvalidValue;

/// A range of finite numbers, and their unit.
///
/// ```
/// use carom::check::Limit;
/// let mass = Limit::above(0.0, "kg");
/// assert!(mass.holds(0.01) && !mass.holds(0.0) && !mass.holds(f64::INFINITY));
/// assert_eq!(mass.to_string(), "a finite number above 0 (kg)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limit {
    /// The lower end.
    pub low: Bound<f64>,
    /// The upper end.
    pub high: Bound<f64>,
    /// The unit, such as `m/s`; empty for a pure number.
    pub unit: &'static str,
}

impl Limit {
    /// Any finite number.
    #[must_use]
    pub const fn any(unit: &'static str) -> Self {
        Self { low: Unbounded, high: Unbounded, unit }
    }

    /// More than this.
    #[must_use]
    pub const fn above(low: f64, unit: &'static str) -> Self {
        Self { low: Excluded(low), high: Unbounded, unit }
    }

    /// This or more.
    #[must_use]
    pub const fn from(low: f64, unit: &'static str) -> Self {
        Self { low: Included(low), high: Unbounded, unit }
    }

    /// From one number to another, both included.
    #[must_use]
    pub const fn between(low: f64, high: f64, unit: &'static str) -> Self {
        Self { low: Included(low), high: Included(high), unit }
    }

    /// Whether a number is allowed.
    #[must_use]
    pub fn holds(&self, value: f64) -> bool {
        value.is_finite() && (self.low, self.high).contains(&value)
    }

    /// Adds the range and the unit to the schema of a field.
    #[cfg(feature = "schemars")]
    pub fn describe(&self, schema: &mut schemars::Schema) {
        let mut say = |key: &str, value: f64| {
            // Whole numbers read better without a point.
            let number = if value.fract() == 0.0 && value.abs() < 1e15 {
                serde_json::Value::from(value as i64)
            } else {
                serde_json::Value::from(value)
            };
            schema.insert(key.to_owned(), number);
        };
        match self.low {
            Included(low) => say("minimum", low),
            Excluded(low) => say("exclusiveMinimum", low),
            Unbounded => {}
        }
        match self.high {
            Included(high) => say("maximum", high),
            Excluded(high) => say("exclusiveMaximum", high),
            Unbounded => {}
        }
        if !self.unit.is_empty() {
            schema.insert("unit".to_owned(), self.unit.into());
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.low, self.high) {
            (Unbounded, Unbounded) => write!(f, "a finite number")?,
            (Excluded(low), Unbounded) => write!(f, "a finite number above {low}")?,
            (Included(low), Unbounded) => write!(f, "a finite number, {low} or above")?,
            (Unbounded, Excluded(high)) => write!(f, "a finite number below {high}")?,
            (Unbounded, Included(high)) => write!(f, "a finite number, {high} or below")?,
            (Included(low), Included(high)) => write!(f, "a number from {low} to {high}")?,
            (Excluded(low), Included(high)) => {
                write!(f, "a number above {low} and at most {high}")?;
            }
            (Excluded(low), Excluded(high)) => write!(f, "a number above {low} and below {high}")?,
            (Included(low), Excluded(high)) => {
                write!(f, "a number, {low} or above and below {high}")?;
            }
        }
        if self.unit.is_empty() { Ok(()) } else { write!(f, " ({})", self.unit) }
    }
}

/// A finite number above 0.
pub fn positive(field: &'static str, value: f64) -> Result<f64, InvalidValue> {
    check(value.is_finite() && value > 0.0, field, value, "a finite number above 0")
}

/// A finite number, 0 or above.
pub fn not_negative(field: &'static str, value: f64) -> Result<f64, InvalidValue> {
    check(value.is_finite() && value >= 0.0, field, value, "a finite number, 0 or above")
}

/// A finite number.
pub fn finite(field: &'static str, value: f64) -> Result<f64, InvalidValue> {
    check(value.is_finite(), field, value, "a finite number")
}

/// A finite number, 1 or above.
pub fn at_least_one(field: &'static str, value: f64) -> Result<f64, InvalidValue> {
    check(value.is_finite() && value >= 1.0, field, value, "a finite number, 1 or above")
}

/// The value if it holds.
pub fn check(
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
