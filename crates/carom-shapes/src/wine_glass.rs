//! A wine glass, empty or with water, as a thin shell that is held where its stem begins.
//!
//! Its bottom is half a sphere and its wall above that a cylinder; a glass that is less high than
//! its radius is a cap of a sphere. The lowest modes bend it without stretching it, as the glasses
//! of French, In vino veritas: a study of wineglass acoustics, Am. J. Phys. 51 (1983) 688, who takes
//! a cylinder: the tests show how near his formulas are, as they are commonly quoted. The stem is
//! taken as rigid, and the wall as even.
//!
//! Water in the glass adds mass but no stiffness. It is a liquid without friction or vortices that
//! has no pressure at its surface.

use std::f64::consts::FRAC_PI_2;

use carom::check::{Field, FieldError, Fields, Limit};

use crate::fields::{Warning, length, rule_error, split, warn};
use crate::shell::{Edge, Meridian, Piece, Shell, Water};
use crate::special::object;
use crate::{Elastic, Object, Outline, OutlineKind, Resonator};

/// Density of water at 20 °C (kg/m³).
const WATER: f64 = 998.0;

/// The radius of the stem where the bowl begins, over that of the bottom.
const STEM: f64 = 0.12;

/// A wine glass that stands on its foot. The first number of a place goes up the wall from the stem
/// (0) to the rim (1).
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, expecting = "a table"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(transform = crate::shape::describe::<Self>))]
pub struct WineGlass {
    /// Diameter (m), measured to the middle of the wall.
    pub diameter: f64,
    /// Height of the bowl (m), without the stem.
    pub height: f64,
    /// Thickness of the wall (m).
    pub thickness: f64,
    /// How high water stands in the bowl (m), at most to the rim.
    #[cfg_attr(feature = "serde", serde(default))]
    pub water: f64,
    /// How far the two frequencies of a pair are apart, relative to their mean: a glass that is not
    /// quite round beats.
    #[cfg_attr(feature = "serde", serde(default))]
    pub split: f64,
}

/// An empty glass for white wine.
impl Default for WineGlass {
    fn default() -> Self {
        Self { diameter: 0.07, height: 0.09, thickness: 0.0012, water: 0.0, split: 0.0 }
    }
}

impl WineGlass {
    fn shell(&self) -> Shell {
        let rim = 0.5 * self.diameter;
        // The sphere of the bottom, and the angle up to which it goes.
        let high = self.height >= rim;
        let radius =
            if high { rim } else { 0.5 * (rim * rim / self.height + self.height) };
        let angle = if high { FRAC_PI_2 } else { (rim / radius).asin() };
        let stem = STEM.min(0.5 * rim / radius).asin();
        let thickness = [self.thickness; 2];
        let bottom = Piece { length: radius * (angle - stem), curvature: 1.0 / radius, thickness };
        let wall = Piece { length: self.height - radius, curvature: 0.0, thickness };
        let pieces: &[Piece] = if self.height > rim { &[bottom, wall] } else { &[bottom] };
        let meridian = Meridian::new(radius * stem.sin(), stem, pieces);
        let level = self.water - radius * (1.0 - stem.cos());
        let water = (level > 0.0).then_some(Water { level, density: WATER });
        Shell { meridian, start: Edge::Clamped, end: Edge::Free, water }
    }
}

impl Fields for WineGlass {
    fn fields(&self) -> Vec<Field> {
        vec![
            length("diameter", self.diameter),
            length("height", self.height),
            length("thickness", self.thickness),
            Field::new("water", self.water, Limit::from(0.0, "m")),
            split(self.split),
        ]
    }
}

impl Resonator for WineGlass {
    fn outline(&self) -> Outline {
        Outline::new(OutlineKind::Bowl, [self.diameter, self.diameter, self.height])
    }

    fn rule_errors(&self) -> Vec<FieldError> {
        let too_much = self.water.is_finite() && self.water > self.height;
        let error = || rule_error("water", self.water, "at most the height");
        too_much.then(error).into_iter().collect()
    }

    fn formula_warnings(&self) -> Vec<Warning> {
        let thick = "above a tenth of the radius the wall is too thick for the theory of thin \
                     shells: the frequencies come out too high";
        let low = "the glass is wider than high: its bottom stiffens it more than the formula says";
        let mut warnings = warn(self.thickness > self.diameter / 20.0, "thickness", thick);
        warnings.extend(warn(self.height < self.diameter, "height", low));
        warnings
    }

    /// The mass is that of the wall. Water changes the frequencies and how far a blow moves the
    /// wall.
    fn design(&self, elastic: &Elastic, up_to: f64) -> Object {
        let shell = self.shell();
        let lines = shell.lines(elastic, up_to, self.split, 0.0);
        object(shell.mass(elastic.density), lines, up_to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::special::testing::{assert_close, ratios};

    const GLASS: Elastic = Elastic::isotropic(6.5e10, 0.22, 2500.0);

    fn glass() -> WineGlass {
        WineGlass { diameter: 0.07, height: 0.08, thickness: 0.001, water: 0.0, split: 0.0 }
    }

    fn lowest(glass: &WineGlass) -> f64 {
        glass.design(&GLASS, 20_000.0).modes[0].frequency
    }

    #[test]
    fn a_high_glass_has_the_partials_of_a_ring() {
        // Hoppe 1871, in Rayleigh's Theory of Sound, §233: n(n²−1)/√(n²+1).
        let high = WineGlass { height: 10.0, ..glass() }.design(&GLASS, 20_000.0);
        let pairs: Vec<f64> = ratios(&high).into_iter().step_by(2).collect();
        assert_close(&pairs, &[1.0, 2.828_427, 5.423_261, 8.770_580], 1e-6);
        assert_eq!(high.modes[2].name, "(3, 0) cos");
    }

    #[test]
    fn the_pitch_of_an_empty_glass_is_near_the_formula_quoted_from_french() {
        for height in [0.06, 0.08, 0.12] {
            // f = √(3E/5ρ)·a/(2πR²)·√(1 + 4/3·(R/H)⁴).
            let rim = 1.0 + 4.0 / 3.0 * (0.035_f64 / height).powi(4);
            let known = (0.6 * 6.5e10 / 2500.0 * rim).sqrt() * 0.001 / (TAU * 0.035 * 0.035);
            let found = lowest(&WineGlass { height, ..glass() });
            assert!((found / known - 1.0).abs() < 3e-3, "{height}: {found} is not {known}");
        }
    }

    #[test]
    fn water_lowers_the_pitch_nearly_as_in_the_formula_quoted_from_french() {
        let empty = lowest(&glass());
        let lowered = |water| (empty / lowest(&WineGlass { water, ..glass() })).powi(2) - 1.0;
        // Near it where the glass is full, below it where there is little water.
        let whole = 0.25 * WATER * 0.035 / (2500.0 * 0.001);
        assert!((lowered(0.08) / whole - 1.0).abs() < 0.02, "{} {whole}", lowered(0.08));
        assert!(lowered(0.02) < whole * 0.25_f64.powi(4));
        let steps: Vec<f64> = (0..=8).map(|level| lowered(0.01 * f64::from(level))).collect();
        assert!(steps.windows(2).all(|two| two[1] > two[0]), "{steps:?}");
    }

    #[test]
    fn in_a_high_narrow_glass_the_water_moves_only_across() {
        // Then a slice adds 1/n of its own mass, from φ ∝ rⁿ·cos nθ; near the surface a little less.
        let narrow = WineGlass { diameter: 1e-3, thickness: 1e-5, water: 0.08, ..glass() };
        let wall = Bending::new(Ends::Cantilever, 1);
        for n in [2, 3, 5] {
            let share = narrow.water_share(wall, &gauss(2 * TERMS), n, 2500.0);
            let order = f64::from(n);
            let known = WATER * 5e-4 / (2500.0 * 1e-5 * order * (1.0 + order.powi(-2)));
            assert!((0.97..1.0).contains(&(share / known)), "{n}: {share} is not {known}");
        }
        assert!((steepness(3, 499.999) / steepness(3, 500.001) - 1.0).abs() < 1e-5);
    }

    #[test]
    fn shapes_have_a_mean_square_of_one_over_wall_and_water() {
        for glass in [glass(), WineGlass { water: 0.05, ..glass() }] {
            let laden = (lowest(&self::glass()) / lowest(&glass)).powi(2);
            let object = glass.design(&GLASS, 3000.0);
            let square: f64 = gauss(40)
                .iter()
                .map(|node| node.weight * object.weights([node.place, 0.0])[0].powi(2))
                .sum();
            assert!((0.5 * 1.25 * laden * square - 1.0).abs() < 1e-9, "{square}");
            assert!(object.weights([0.0, 0.1]).iter().all(|weight| weight.abs() < 1e-12));
        }
    }
}
