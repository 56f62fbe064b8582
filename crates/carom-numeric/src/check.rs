//! What a number may be: each check names the field, the value and what is allowed.

use std::fmt;
use std::ops::Bound::{self, Excluded, Included, Unbounded};
use std::ops::RangeBounds;

use thiserror::Error;

/// A parameter outside what the physics allows.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("{field} is {value}, it must be {allowed}")]
pub struct InvalidValue {
    /// The parameter, as a person would write it.
    pub field: &'static str,
    /// What it was.
    pub value: f64,
    /// What it may be.
    pub allowed: &'static str,
}

/// A range of finite numbers, and their unit.
///
/// ```
/// use carom_numeric::check::Limit;
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
    /// More than one number, and at most another.
    #[must_use]
    pub const fn above_to(low: f64, high: f64, unit: &'static str) -> Self {
        Self { low: Excluded(low), high: Included(high), unit }
    }

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
        let mut insert = |key: &str, value: f64| {
            schema.insert(key.to_owned(), json_number(value));
        };
        match self.low {
            Included(low) => insert("minimum", low),
            Excluded(low) => insert("exclusiveMinimum", low),
            Unbounded => {}
        }
        match self.high {
            Included(high) => insert("maximum", high),
            Excluded(high) => insert("exclusiveMaximum", high),
            Unbounded => {}
        }
        if !self.unit.is_empty() {
            schema.insert("unit".to_owned(), self.unit.into());
        }
    }
}

/// A JSON number; whole numbers are written without a point.
#[cfg(feature = "schemars")]
fn json_number(value: f64) -> serde_json::Value {
    if value.fract() == 0.0 && value.abs() < 1e15 {
        serde_json::Value::from(value as i64)
    } else {
        serde_json::Value::from(value)
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&allowed(self.low, self.high, self.unit))
    }
}

/// A range of finite numbers in words, such as `a finite number above 0 (kg)`.
#[must_use]
pub fn allowed(low: Bound<f64>, high: Bound<f64>, unit: &str) -> String {
    let plain = |bound: Bound<f64>| bound.map(in_words);
    let range = match (plain(low), plain(high)) {
        (Unbounded, Unbounded) => "a finite number".to_owned(),
        (Excluded(low), Unbounded) => format!("a finite number above {low}"),
        (Included(low), Unbounded) => format!("a finite number, {low} or above"),
        (Unbounded, Excluded(high)) => format!("a finite number below {high}"),
        (Unbounded, Included(high)) => format!("a finite number, {high} or below"),
        (Included(low), Included(high)) => format!("a number from {low} to {high}"),
        (Excluded(low), Included(high)) => format!("a number above {low} and at most {high}"),
        (Excluded(low), Excluded(high)) => format!("a number above {low} and below {high}"),
        (Included(low), Excluded(high)) => format!("a number, {low} or above and below {high}"),
    };
    if unit.is_empty() { range } else { format!("{range} ({unit})") }
}

/// A number as a person writes it: with a power of ten only if it is very small or very large.
#[must_use]
pub fn in_words(number: f64) -> String {
    let is_plain = number == 0.0 || (1e-4..1e6).contains(&number.abs());
    if is_plain { number.to_string() } else { format!("{number:e}") }
}

/// A number that describes something: its name, its value if it is given, and what it may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Field {
    /// What it is called, as in a file.
    pub name: &'static str,
    /// Its value, if it is given.
    pub value: Option<f64>,
    /// What it may be.
    pub limit: Limit,
    /// A usual value, for a field that is left out by default.
    pub usual: Option<f64>,
    /// Whether only whole numbers are allowed.
    pub whole: bool,
}

impl Field {
    /// A number that is always given.
    #[must_use]
    pub const fn new(name: &'static str, value: f64, limit: Limit) -> Self {
        Self { name, value: Some(value), limit, usual: None, whole: false }
    }

    /// A number that may be left out, and a usual value of it.
    #[must_use]
    pub const fn optional(
        name: &'static str,
        value: Option<f64>,
        limit: Limit,
        usual: f64,
    ) -> Self {
        Self { name, value, limit, usual: Some(usual), whole: false }
    }

    /// A whole number that may be left out, and a usual value of it.
    #[must_use]
    pub fn whole(name: &'static str, value: Option<u32>, limit: Limit, usual: u32) -> Self {
        let field = Self::optional(name, value.map(f64::from), limit, f64::from(usual));
        Self { whole: true, ..field }
    }

    /// What is wrong with its value.
    #[must_use]
    pub fn error(&self) -> Option<FieldError> {
        let value = self.value.filter(|value| !self.limit.holds(*value))?;
        if !self.whole {
            return Some(FieldError::out_of_range(self.name, value, self.limit));
        }
        let allowed = self.limit.to_string().replacen("a ", "a whole ", 1);
        Some(FieldError::not_allowed(self.name, &value.to_string(), &allowed))
    }
}

/// What is described by numbers with limits: a shape, a law.
pub trait Fields {
    /// Its numbers, each with its limit. This is the only place where a limit is declared: checks,
    /// schemas and messages read it here.
    fn fields(&self) -> Vec<Field>;

    /// The numbers that are out of their limits.
    fn field_errors(&self) -> Vec<FieldError> {
        self.fields().iter().filter_map(Field::error).collect()
    }
}

/// Adds the limits, units and usual values of all fields to the schema of what they describe: for
/// `#[schemars(transform = carom_numeric::check::describe::<Self>)]`. The default is a usual one.
#[cfg(feature = "schemars")]
pub fn describe<T: Fields + Default>(schema: &mut schemars::Schema) {
    let Some(properties) = schema.get_mut("properties").and_then(|p| p.as_object_mut()) else {
        return;
    };
    for field in T::default().fields() {
        let Some(property) = properties.get_mut(field.name) else { continue };
        let Ok(described) = <&mut schemars::Schema>::try_from(property) else { continue };
        field.limit.describe(described);
        if let Some(usual) = field.value.or(field.usual) {
            described.insert("examples".to_owned(), vec![json_number(usual)].into());
        }
    }
}

/// A field of a description that is not as it must be.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("{message}; {help}")]
pub struct FieldError {
    /// Which field; empty where no single field is wrong.
    pub field: &'static str,
    /// What is wrong.
    pub message: String,
    /// The same in a few words.
    pub label: String,
    /// What is allowed.
    pub help: String,
}

impl FieldError {
    /// A number out of its range.
    #[must_use]
    pub fn out_of_range(field: &'static str, value: f64, limit: Limit) -> Self {
        Self::not_allowed(field, &format!("{value:?}"), &limit.to_string())
    }

    fn not_allowed(field: &'static str, value: &str, allowed: &str) -> Self {
        let message = format!("`{field}` is {value}");
        Self::new(field, message, "out of range", format!("`{field}` must be {allowed}"))
    }

    /// Any other error of a field.
    pub fn new(
        field: &'static str,
        message: impl Into<String>,
        label: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        Self { field, message: message.into(), label: label.into(), help: help.into() }
    }
}

impl From<InvalidValue> for FieldError {
    fn from(error: InvalidValue) -> Self {
        Self::not_allowed(error.field, &format!("{:?}", error.value), error.allowed)
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

/// Whether a list has as many elements as it must have.
pub fn check_length(field: &'static str, length: usize, wanted: usize) -> Result<(), InvalidValue> {
    check(length == wanted, field, length as f64, "one for each mode of the model").map(|_| ())
}
