//! What others published.

use serde::Deserialize;

use crate::study::prelude::*;

/// An elastic material.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Material {
    pub(super) name: String,
    pub(super) young: f64,
    pub(super) poisson: f64,
    pub(super) density: f64,
    #[serde(flatten)]
    pub(super) hertz: Option<Hertz>,
}

/// Overlap, force and duration of an elastic impact.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Hertz {
    pub(super) overlap_um: Printed,
    pub(super) force_n: Printed,
    pub(super) time_us: Printed,
}

/// A test of Chung and Ooi.
#[derive(Debug, Deserialize)]
pub(super) struct Spheres {
    pub(super) radius: f64,
    pub(super) speed: f64,
    pub(super) materials: Vec<Material>,
    #[serde(default)]
    pub(super) restitutions: Vec<Printed>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Chrono {
    pub(super) young: f64,
    pub(super) poisson: f64,
    pub(super) radius: f64,
    pub(super) mass: f64,
    pub(super) speed: f64,
    pub(super) distance: f64,
    pub(super) step: f64,
    pub(super) end: f64,
    pub(super) restitutions: Vec<Printed>,
    pub(super) held_to: f64,
    pub(super) overlap_mm: Printed,
    pub(super) force_n: Printed,
    pub(super) time_ms: Printed,
}

/// All of it.
#[derive(Debug, Deserialize)]
pub(super) struct Benchmarks {
    /// Tests 1 to 3.
    pub(super) chung_ooi: [Spheres; 3],
    /// The factor of the duration.
    pub(super) johnson: Printed,
    pub(super) chrono: Chrono,
}

/// Reads it.
pub(super) fn read() -> Result<Benchmarks> {
    Ok(toml::from_str(include_str!("../../data/published/outside.toml"))?)
}
