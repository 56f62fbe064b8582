//! Round ridges at equal or nearly equal distances.

use std::f64::consts::TAU;

use carom::check::{Field, Fields, Limit, describe};
use carom::numeric::Random;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::first_seed;

/// Ridges across the path on a plane, each a raised cosine; the first stands half a spacing after
/// the start. Where two overlap the higher one counts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
#[schemars(transform = describe::<Self>)]
pub struct Ridges {
    /// The height of a ridge (m).
    pub height: f64,
    /// The distance from one ridge to the next (m).
    pub spacing: f64,
    /// The width of a ridge as a share of the spacing; with 1 the surface is a sine.
    #[serde(default = "half")]
    pub roundness: f64,
    /// How far each ridge may be from its place, at random in either direction, as a share of the
    /// spacing.
    #[serde(default)]
    pub jitter: f64,
    /// The seed of the random numbers.
    #[serde(default = "first_seed")]
    pub seed: u64,
}

fn half() -> f64 {
    0.5
}

/// A washboard.
impl Default for Ridges {
    fn default() -> Self {
        Self { height: 0.001, spacing: 0.004, roundness: 0.5, jitter: 0.0, seed: 1 }
    }
}

impl Fields for Ridges {
    fn fields(&self) -> Vec<Field> {
        vec![
            Field::new("height", self.height, Limit::above(0.0, "m")),
            Field::new("spacing", self.spacing, Limit::above(0.0, "m")),
            Field::new("roundness", self.roundness, Limit::above_to(0.0, 1.0, "")),
            Field::new("jitter", self.jitter, Limit::between(0.0, 0.5, "")),
        ]
    }
}

impl Ridges {
    pub(super) fn at(&self, position: f64) -> f64 {
        let place = position / self.spacing;
        let cell = place.floor();
        let within = place - cell;
        // A ridge stands in its cell and reaches half a spacing further.
        let ridge = |offset: i8| {
            let cell = (cell as i64).wrapping_add(offset.into());
            self.ridge(within - f64::from(offset) - self.centre(cell))
        };
        (-1..=1).map(ridge).fold(0.0, f64::max)
    }

    /// Where in its cell, from 0 to 1, a ridge stands.
    fn centre(&self, cell: i64) -> f64 {
        if self.jitter == 0.0 {
            return 0.5;
        }
        let key = Random::new(self.seed).bits();
        let state = key.wrapping_add((cell as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        0.5 + self.jitter * Random::new(state).uniform(-1.0, 1.0)
    }

    fn ridge(&self, from_centre: f64) -> f64 {
        let part = (from_centre / self.roundness).abs();
        if part < 0.5 { 0.5 * self.height * (1.0 + (TAU * part).cos()) } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ridges(roundness: f64, jitter: f64) -> Ridges {
        Ridges { height: 2e-3, spacing: 0.01, roundness, jitter, seed: 4 }
    }

    #[test]
    fn they_stand_half_a_spacing_after_the_start() {
        let ridges = ridges(0.5, 0.0);
        assert_eq!((ridges.at(0.0), ridges.at(0.005)), (0.0, 2e-3));
        assert!((ridges.at(0.005 - 0.00125) - 1e-3).abs() < 1e-15);
        assert!((ridges.at(-0.015) - 2e-3).abs() < 1e-12);
    }

    #[test]
    fn quite_round_ones_are_a_sine() {
        let ridges = ridges(1.0, 0.0);
        for i in 0..100 {
            let x = f64::from(i) * 3.7e-4;
            assert!((ridges.at(x) - 1e-3 * (1.0 - (TAU * x / 0.01).cos())).abs() < 1e-12);
        }
    }

    #[test]
    fn displaced_ones_stay_whole_and_near_their_place() {
        let ridges = ridges(0.6, 0.5);
        let heights: Vec<_> = (0..100_000).map(|i| ridges.at(f64::from(i) * 1e-5)).collect();
        let steepest = heights.windows(2).map(|pair| (pair[1] - pair[0]).abs()).fold(0.0, f64::max);
        assert!(steepest < 1.01 * 1e-5 * TAU / 0.006 * 1e-3, "{steepest}");
        for cell in 0..100 {
            let highest = heights[cell * 1000..(cell + 1) * 1000].iter().copied();
            assert!(highest.fold(0.0, f64::max) > 1.99e-3, "{cell}");
        }
    }
}
