//! The numbers that iguchi printed.

use serde::Deserialize;

use crate::study::prelude::*;

/// vx, vz, spin, and what the table adds to them.
pub(super) type Row = [Printed; 6];

/// Tables 1 to 4 and what the text adds to them.
#[derive(Debug, Deserialize)]
pub(super) struct Tables {
    pub(super) restitution: Printed,
    pub(super) linear_error: Printed,
    pub(super) angular_error: Printed,
    pub(super) table_1: Vec<Row>,
    pub(super) table_2: Vec<Row>,
    pub(super) table_3: Vec<Row>,
    pub(super) table_4: Vec<Row>,
}

/// Reads them.
pub(super) fn read() -> Result<Tables> {
    Ok(toml::from_str(include_str!("../../data/published/iguchi.toml"))?)
}

/// vx, vz and spin of every trial.
pub(super) fn motions(rows: &[Row]) -> Vec<[f64; 3]> {
    rows.iter().map(|row| [row[0].value(), row[1].value(), row[2].value()]).collect()
}
