//! The numbers that papetti printed.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::study::{Failed, Printed};

/// A row of a table: a number per scheme.
pub(super) type Row = BTreeMap<String, Printed>;

/// Table I, II(a) or II(b).
#[derive(Debug, Deserialize)]
pub(super) struct Errors {
    pub(super) stiffness: f64,
    pub(super) mu: f64,
    pub(super) exponent: f64,
    pub(super) velocity: f64,
    pub(super) dev_x: Row,
    pub(super) err_v_out: Row,
    pub(super) dev_h: Row,
}

/// All tables.
#[derive(Debug, Deserialize)]
pub(super) struct Tables {
    pub(super) table_1: Errors,
}

/// Reads them.
pub(super) fn read() -> Result<Tables, Failed> {
    Ok(toml::from_str(include_str!("../../data/published/papetti.toml"))?)
}
