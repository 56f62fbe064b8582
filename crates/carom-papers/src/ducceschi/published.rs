//! The numbers that ducceschi printed.

use serde::Deserialize;

use crate::study::prelude::*;

/// What the paper gives.
#[derive(Debug, Deserialize)]
pub(super) struct Published {
    /// The free parameter.
    pub(super) s: [f64; 3],
    pub(super) fig_1: Forces,
    pub(super) fig_2: Spring,
    pub(super) fig_3: Harmonic,
    pub(super) fig_4: Barrier,
    pub(super) fig_6: Cubic,
}

/// Fig. 1.
#[derive(Debug, Deserialize)]
pub(super) struct Forces {
    pub(super) spring: [f64; 3],
    pub(super) wall: [f64; 3],
    pub(super) wall_at: f64,
    pub(super) half_gap: f64,
}

/// Fig. 2, SI units.
#[derive(Debug, Deserialize)]
pub(super) struct Spring {
    pub(super) mass: f64,
    pub(super) stiffness: f64,
    pub(super) exponents: Vec<f64>,
    pub(super) displacement: f64,
    pub(super) velocities: [f64; 2],
}

/// Fig. 3, SI units.
#[derive(Debug, Deserialize)]
pub(super) struct Harmonic {
    pub(super) hertz: f64,
    pub(super) rate: f64,
    pub(super) displacement: f64,
    pub(super) velocity: f64,
    pub(super) harmonic_db: Printed,
}

/// Figs. 4 and 5, SI units.
#[derive(Debug, Deserialize)]
pub(super) struct Barrier {
    pub(super) mass: f64,
    pub(super) stiffness: f64,
    pub(super) exponent: f64,
    pub(super) barrier: f64,
    pub(super) displacement: f64,
    pub(super) velocity: f64,
    pub(super) rates: [f64; 2],
}

/// Fig. 6, SI units.
#[derive(Debug, Deserialize)]
pub(super) struct Cubic {
    pub(super) mass: f64,
    pub(super) stiffness: f64,
    pub(super) displacement: f64,
    pub(super) velocity: f64,
    pub(super) rate: f64,
}

/// Reads them.
pub(super) fn read() -> Result<Published> {
    Ok(toml::from_str(include_str!("../../data/published/ducceschi.toml"))?)
}
