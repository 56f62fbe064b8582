//! What numbers may be.

use std::ops::Bound::{self, Excluded, Included, Unbounded};

/// A range of finite numbers, and how a person would say it.
pub struct Limit {
    low: Bound<f64>,
    high: Bound<f64>,
    pub allowed: &'static str,
}

impl Limit {
    pub fn holds(&self, value: f64) -> bool {
        value.is_finite() && std::ops::RangeBounds::contains(&(self.low, self.high), &value)
    }
}

pub const fn any(allowed: &'static str) -> Limit {
    Limit { low: Unbounded, high: Unbounded, allowed }
}

pub const fn above(low: f64, allowed: &'static str) -> Limit {
    Limit { low: Excluded(low), high: Unbounded, allowed }
}

pub const fn from(low: f64, allowed: &'static str) -> Limit {
    Limit { low: Included(low), high: Unbounded, allowed }
}

pub const fn between(low: Bound<f64>, high: f64, allowed: &'static str) -> Limit {
    Limit { low, high: Included(high), allowed }
}

pub(super) const SAMPLE_RATE: Limit =
    between(Included(1.0), 768_000.0, "a number from 1 to 768000 (Hz)");
pub(super) const DURATION: Limit =
    between(Excluded(0.0), 3600.0, "a number above 0, at most 3600 (s), or left out");
pub(super) const FULL_SCALE: Limit = between(Included(1e-15), 1e15, "a number from 1e-15 to 1e15");
pub(super) const TIME: Limit = between(Included(0.0), 3600.0, "a number from 0 to 3600 (s)");
pub(super) const MASS: Limit = above(0.0, "a finite number above 0 (kg)");
pub(super) const VELOCITY: Limit = any("a finite number (m/s)");
pub(super) const DISPLACEMENT: Limit = any("a finite number (m)");
pub(super) const FORCE: Limit = any("a finite number (N)");
pub(super) const WEIGHT: Limit = any("a finite number");
pub(super) const GAIN: Limit = any("a finite number");
pub(super) const FREQUENCY: Limit = from(0.0, "a finite number, 0 or above (Hz)");
pub(super) const QUALITY: Limit =
    above(0.0, "a finite number above 0; leave it out for modes without losses");
pub(super) const HARDNESS: Limit =
    between(Included(0.0), 1.0, "a number from 0 (soft) to 1 (hard)");
pub(super) const TOUCHED_RADIUS: Limit = above(0.0, "a finite number above 0 (m)");
pub(super) const HEIGHT: Limit = above(0.0, "a finite number above 0 (m)");
pub(super) const HIGHEST_MODE: Limit = above(0.0, "a finite number above 0 (Hz)");
pub(super) const PRESSURE: Limit = above(0.0, "a finite number above 0 (N)");
pub(super) const ASYMMETRY: Limit = from(0.0, "a finite number, 0 or above (m)");
pub(super) const STROKES: Limit =
    between(Included(0.01), 1000.0, "a number from 0.01 to 1000 (1/s)");
pub(super) const JITTER: Limit = between(Included(0.0), 0.5, "a number from 0 to 0.5");
pub(super) const SPREAD: Limit = between(Included(0.0), 0.9, "a number from 0 to 0.9");
pub(super) const HYSTERESIS: Limit =
    Limit { low: Excluded(0.0), high: Excluded(1.0), allowed: "a number above 0 and below 1" };
pub(super) const RELAXATION: Limit = above(0.0, "a finite number above 0 (s)");
pub(super) const GAP: Limit = any("a finite number (m)");
pub(super) const PAN: Limit = between(Included(-1.0), 1.0, "a number from -1 (left) to 1 (right)");
pub(super) const STIFFNESS: Limit = above(0.0, "a finite number above 0 (N/m^exponent)");
pub(super) const EXPONENT: Limit = from(1.0, "a finite number, 1 or above");
pub(super) const MU: Limit = from(0.0, "a finite number, 0 or above (s/m)");
pub(super) const LAMBDA: Limit = from(0.0, "a finite number, 0 or above (N·s/m^(exponent+1))");
pub(super) const RESTITUTION: Limit = between(Excluded(0.0), 1.0, "a number above 0 and at most 1");
pub(super) const SPEED: Limit = above(0.0, "a finite number above 0 (m/s)");
pub(super) const HALF_GAP: Limit = from(0.0, "a finite number, 0 or above (m)");
pub(super) const YOUNG: Limit = above(0.0, "a finite number above 0 (Pa)");
pub(super) const POISSON: Limit = between(Excluded(-1.0), 0.5, "a number above -1 and at most 0.5");
pub(super) const RADIUS: Limit = above(0.0, "a finite number above 0 (m), or left out for a plane");
