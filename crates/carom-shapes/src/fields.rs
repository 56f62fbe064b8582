//! Fields that several shapes have, and what is wrong with fields.

use std::fmt;

use carom::check::{Field, FieldError, Limit};

/// A field with a value that is allowed but doubtful, and why.
pub type Warning = (&'static str, &'static str);

/// A length (m).
pub(crate) const fn length(name: &'static str, value: f64) -> Field {
    Field::new(name, value, Limit::above(0.0, "m"))
}

/// The frequency of a free body on soft supports.
pub(crate) const fn suspension(value: Option<f64>) -> Field {
    Field::optional("suspension", value, Limit::from(0.0, "Hz"), 20.0)
}

/// By what share of their frequency the two modes of a pair differ.
pub(crate) const fn split(value: f64) -> Field {
    Field::new("split", value, Limit::between(0.0, 0.1, ""))
}

/// The error of a field that breaks a rule between fields.
pub(crate) fn rule_error(
    field: &'static str,
    value: impl fmt::Display,
    allowed: &str,
) -> FieldError {
    FieldError {
        field,
        message: format!("`{field}` is {value}"),
        label: "out of range".to_owned(),
        help: format!("`{field}` must be {allowed}"),
    }
}

/// A warning where it applies.
pub(crate) fn warn(applies: bool, field: &'static str, why: &'static str) -> Vec<Warning> {
    if applies { vec![(field, why)] } else { Vec::new() }
}
