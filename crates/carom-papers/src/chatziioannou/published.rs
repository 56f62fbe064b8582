//! The numbers that chatziioannou printed.

use serde::Deserialize;

use crate::study::prelude::*;

/// What the paper gives.
#[derive(Debug, Deserialize)]
pub(super) struct Published {
    /// kg.
    pub(super) mass: f64,
    /// m/s.
    pub(super) velocity: f64,
    /// From the start to the wall (m).
    pub(super) distance: f64,
    /// Samples per second.
    pub(super) rate: f64,
    /// k_c (N/m).
    pub(super) soft: f64,
    pub(super) hard: f64,
    pub(super) hardest: f64,
    /// ω_c (rad/s) of Fig. 5.
    pub(super) omega: f64,
    /// The shortest contacts of the two-point and of the three-point scheme, in samples.
    pub(super) shortest: [Printed; 2],
    pub(super) order: Order,
}

/// Orders of accuracy.
#[derive(Debug, Deserialize)]
pub(super) struct Order {
    pub(super) above_one: Printed,
    pub(super) one: Printed,
}

/// Reads them.
pub(super) fn read() -> Result<Published> {
    Ok(toml::from_str(include_str!("../../data/published/chatziioannou.toml"))?)
}
