//! The air in a closed room, from a cube to a sphere.

mod cube;
mod sphere;

use std::f64::consts::PI;

use carom::check::{Field, Fields, Limit};

use self::cube::CubeMode;
use self::sphere::SphereMode;
use crate::fields::length;
use crate::special::{Form, Line, MOST_MODES, object};
use crate::{Elastic, Object, Outline, OutlineKind, Place, Radiator, Resonator, Section};

/// The air in a hard-walled cavity between a cube and a sphere of the same volume; its motion is
/// pressure. The material is that of the air. Places are on the wall: of the cube, along two edges
/// of one face; of the sphere, polar angle and azimuth.
///
/// On the way from one to the other the n-th resonance of the cube becomes the n-th of the sphere
/// (after Fontana and Rocchesso 2001, Acoustic cues from shapes between spheres and cubes;
/// Avanzini 2001).
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, expecting = "a table"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(transform = crate::shape::describe::<Self>))]
pub struct Cavity {
    /// Side of the cube (m). The sphere has the same volume.
    pub side: f64,
    /// From 0, a cube, to 1, a sphere.
    #[cfg_attr(feature = "serde", serde(default))]
    pub roundness: f64,
}

/// A box of eight litres.
impl Default for Cavity {
    fn default() -> Self {
        Self { side: 0.2, roundness: 0.0 }
    }
}

/// Radius of the sphere that has the volume of a cube of side 1.
fn radius() -> f64 {
    (3.0 / (4.0 * PI)).cbrt()
}

/// Wave number times side up to which both bodies have as many modes as any shape may have.
const HIGHEST_WAVE_NUMBER: f64 = 195.0;

impl Cavity {
    /// Pairs of modes of both bodies by rising wave number, at least all whose mean is at most
    /// `highest`, as far as [`MOST_MODES`].
    fn pairs(&self, highest: f64) -> Vec<Between> {
        // Above the lowest resonances of both, and some way above `highest`, because one
        // body may lag behind the other.
        let mut reach = (1.1 * highest).clamp(4.0, HIGHEST_WAVE_NUMBER);
        loop {
            let (cube, sphere) = (cube::modes(reach), sphere::modes(reach));
            let pairs = cube.into_iter().zip(sphere).take(MOST_MODES);
            let between = |(cube, sphere)| Between { cube, sphere, roundness: self.roundness };
            let pairs: Vec<Between> = pairs.map(between).collect();
            let enough = pairs.last().is_some_and(|last| last.wave_number() > highest);
            if enough || reach >= HIGHEST_WAVE_NUMBER {
                return pairs;
            }
            reach = (1.2 * reach).min(HIGHEST_WAVE_NUMBER);
        }
    }
}

impl Fields for Cavity {
    fn fields(&self) -> Vec<Field> {
        vec![
            length("side", self.side),
            Field::new("roundness", self.roundness, Limit::between(0.0, 1.0, "")),
        ]
    }
}

impl Resonator for Cavity {
    fn outline(&self) -> Outline {
        Outline::new(OutlineKind::Rectangle, [self.side; 3])
    }

    /// Its walls are closed: nothing is heard outside.
    fn radiator(&self) -> Radiator {
        Radiator::Openings(self.side, Vec::new())
    }

    fn is_filled_with_gas(&self) -> bool {
        true
    }

    /// 2V/S is a third of the side of a cube, and of the diameter of a sphere, which is 1.24 times
    /// the side for the same volume.
    fn section(&self, _: &Elastic) -> Section {
        let side = self.side * (1.0 + self.roundness * (2.0 * radius() - 1.0));
        Section::Bore(side / 3.0)
    }

    fn design(&self, elastic: &Elastic, up_to: f64) -> Object {
        let speed = (elastic.young / elastic.density).sqrt();
        let scale = speed / (2.0 * PI * self.side);
        let line =
            |form: Between| Line { frequency: form.wave_number() * scale, name: form.name(), form };
        let lines = self.pairs(up_to / scale).into_iter().map(line).collect();
        object(elastic.density * self.side.powi(3), lines, up_to)
    }
}

/// A mode on its way from the cube to the sphere.
#[derive(Debug)]
struct Between {
    cube: CubeMode,
    sphere: SphereMode,
    roundness: f64,
}

impl Between {
    /// Times side; its logarithm goes straight from one body to the other.
    fn wave_number(&self) -> f64 {
        // Exact at both ends, where modes of the same frequency must not get apart.
        let (cube, sphere) = (self.cube.wave_number(), self.sphere.wave_number());
        cube.powf(1.0 - self.roundness) * sphere.powf(self.roundness)
    }

    fn name(&self) -> String {
        match self.roundness {
            0.0 => self.cube.name(),
            1.0 => self.sphere.name(),
            _ => format!("{} to {}", self.cube.name(), self.sphere.name()),
        }
    }
}

impl Form for Between {
    fn motion(&self) -> crate::Motion {
        crate::Motion::Gas
    }

    fn weight(&self, place: Place) -> f64 {
        // A body that has no share is left out, which saves time.
        let cube = if self.roundness < 1.0 { self.cube.weight(place) } else { 0.0 };
        let sphere = if self.roundness > 0.0 { self.sphere.weight(place) } else { 0.0 };
        (1.0 - self.roundness) * cube + self.roundness * sphere
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::special::testing::{AIR, assert_close, ratios};

    fn room(roundness: f64) -> Cavity {
        Cavity { side: 1.0, roundness }
    }

    #[test]
    fn a_cube_has_its_modes() {
        let object = room(0.0).design(&AIR, 700.0);
        let root = f64::sqrt;
        let known =
            [1.0, 1.0, 1.0, root(2.0), root(2.0), root(2.0), root(3.0), 2.0, 2.0, 2.0, root(5.0)];
        assert_close(&ratios(&object), &known, 1e-14);
        assert!((object.modes[0].frequency - 171.5).abs() < 1e-10);
        assert_eq!(object.modes[2].name, "(1, 0, 0)");
        assert!((object.mass - 1.2).abs() < 1e-15);
    }

    #[test]
    fn a_sphere_has_its_modes() {
        let object = room(1.0).design(&AIR, 900.0);
        let wave = |mode: &crate::DesignedMode| mode.frequency * 2.0 * PI / 343.0 * radius();
        let found: Vec<f64> = object.modes.iter().map(wave).collect();
        let known =
            [2.0816, 2.0816, 2.0816, 3.3421, 3.3421, 3.3421, 3.3421, 3.3421, 4.4934, 4.5141];
        assert_close(&found, &known, 2e-5);
        assert!((found[16] - 5.6467).abs() < 1e-4, "{}", found[16]);
    }

    #[test]
    fn between_them_resonances_move_steadily() {
        let at = |roundness| room(roundness).design(&AIR, 1000.0);
        let (cube, middle, sphere) = (at(0.0), at(0.5), at(1.0));
        for k in 0..20 {
            let mean = (cube.modes[k].frequency * sphere.modes[k].frequency).sqrt();
            assert!((middle.modes[k].frequency / mean - 1.0).abs() < 1e-12);
        }
        let place = [0.3, 0.2];
        let (a, b, c) = (cube.weights(place), middle.weights(place), sphere.weights(place));
        assert!((0..20).all(|k| (a[k] + c[k] - 2.0 * b[k]).abs() < 1e-12));
    }

    #[test]
    fn no_mode_in_range_is_left_out() {
        for roundness in [0.0, 0.3, 0.7, 1.0] {
            let few = room(roundness).design(&AIR, 1000.0).modes.len();
            let many = room(roundness).design(&AIR, 3000.0).modes;
            assert_eq!(few, many.iter().filter(|mode| mode.frequency <= 1000.0).count());
        }
    }
}
