//! Joints between tiles or boards.

use std::f64::consts::PI;

use carom::check::{Field, FieldError, Fields, Limit, describe};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Grooves across the path in a plane, with flat bottoms and rounded edges; the middle of the
/// first lies half a spacing after the start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
#[schemars(transform = describe::<Self>)]
pub struct Grooves {
    /// The depth of a groove (m).
    pub depth: f64,
    /// The distance from one groove to the next (m).
    pub spacing: f64,
    /// The width of a groove at the top (m), at most the spacing. The rounded wall on each side takes
    /// an eighth of it.
    pub width: f64,
}

/// Joints between floor tiles.
impl Default for Grooves {
    fn default() -> Self {
        Self { depth: 0.0005, spacing: 0.1, width: 0.003 }
    }
}

impl Fields for Grooves {
    fn fields(&self) -> Vec<Field> {
        let limit = Limit::above(0.0, "m");
        let fields = [("depth", self.depth), ("spacing", self.spacing), ("width", self.width)];
        fields.map(|(name, value)| Field::new(name, value, limit)).to_vec()
    }
}

/// The share of the width in which the wall goes down.
const WALL: f64 = 0.125;

impl Grooves {
    /// Everything that is wrong with it.
    pub(super) fn errors(&self) -> Vec<FieldError> {
        let mut fields = self.fields();
        if self.spacing > 0.0 {
            fields[2].limit = Limit::above_to(0.0, self.spacing, "m");
        }
        fields.iter().filter_map(Field::error).collect()
    }

    /// The width of a wall (m).
    pub(super) fn wall(&self) -> f64 {
        WALL * self.width
    }

    pub(super) fn at(&self, position: f64) -> f64 {
        let from_middle = (position / self.spacing).rem_euclid(1.0) - 0.5;
        let inside = 0.5 * self.width - from_middle.abs() * self.spacing;
        let down = (inside / self.wall()).clamp(0.0, 1.0);
        // Half a cosine from edge to bottom: no slope at either end.
        -0.5 * self.depth * (1.0 - (PI * down).cos())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_as_deep_and_as_wide_as_stated() {
        let grooves = Grooves { depth: 3e-3, spacing: 0.1, width: 4e-3 };
        assert_eq!((grooves.at(0.0), grooves.at(0.0479)), (0.0, 0.0));
        assert!((grooves.at(0.05) + 3e-3).abs() < 1e-12);
        assert!((grooves.at(-0.05 + 0.00149) + 3e-3).abs() < 1e-12);
        assert!((grooves.at(0.05 - 0.00175) + 1.5e-3).abs() < 1e-9);
    }
}
