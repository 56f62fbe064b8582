//! The numbers that papetti printed.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::cases::Case;
use crate::study::prelude::*;

/// A row of a table: a number per scheme.
pub(super) type Row = BTreeMap<String, Printed>;

/// Table I, II(a) or II(b).
#[derive(Debug, Deserialize)]
pub(super) struct Errors {
    #[serde(flatten)]
    pub(super) case: Case,
    /// The contact time in samples, where the text gives it.
    pub(super) samples: Option<Printed>,
    pub(super) dev_x: Row,
    pub(super) err_v_out: Row,
    pub(super) dev_h: Row,
}

/// Table III(a) or III(b).
#[derive(Debug, Deserialize)]
pub(super) struct Rebounds {
    pub(super) accumulated: Row,
    pub(super) max_dev: Row,
}

/// All tables.
#[derive(Debug, Deserialize)]
pub(super) struct Tables {
    pub(super) table_1: Errors,
    pub(super) table_2a: Errors,
    pub(super) table_2b: Errors,
    pub(super) table_3a: Rebounds,
    pub(super) table_3b: Rebounds,
    /// Operations of each program: +/−, ×, ÷, shift, exp, log, compare, their sum.
    pub(super) table_4: BTreeMap<String, Vec<Printed>>,
}

/// Reads them.
pub(super) fn read() -> Result<Tables> {
    Ok(toml::from_str(include_str!("../../data/published/papetti.toml"))?)
}
