//! What is known of a contact.

use crate::blow::{Blow, Felt, Law};
use serde::Serialize;

/// A number and the range that the data allow.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The best.
    pub value: f64,
    /// The least.
    pub low: f64,
    /// The largest.
    pub high: f64,
}

/// What is known of a contact.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Contact {
    /// Mass of the hammer (kg): taken, since the sound does not tell it.
    pub mass_kg: f64,
    /// Stiffness (N/m^exponent) for that mass.
    pub stiffness: f64,
    /// Exponent of the force.
    pub exponent: Interval,
    /// Loss μ (s/m) of the force k·x^α·(1 + μ·v) at the speed of the first recording.
    pub loss: Interval,
    /// The part of the speed that a rigid wall would return at any speed, if μ falls as the speed
    /// grows; none if μ is the same at all speeds.
    pub restitution: Option<f64>,
    /// Time of contact (s) at the speed of the first recording.
    pub duration_s: Interval,
    /// Mass of the hammer divided by that of a mode at the point struck, as most of them have it.
    pub share: Interval,
    /// Whether several speeds separate the hammer from the object.
    pub separated: bool,
    /// The law, divided by the mass.
    #[serde(skip)]
    pub(crate) law: Law,
    /// The modes as the hammer feels them; behind those of the object come some that nobody hears.
    #[serde(skip)]
    pub(crate) felt: Vec<Felt>,
}

impl Contact {
    /// The blow at a speed (m/s).
    pub(crate) fn blow(&self, speed: f64) -> Blow {
        Blow::new(&self.law, &self.felt, speed)
    }
}
