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
        let radius = if high { rim } else { 0.5 * (rim * rim / self.height + self.height) };
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
        warn(self.thickness > self.diameter / 20.0, "thickness", thick)
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
    use std::f64::consts::TAU;

    const GLASS: Elastic = Elastic::isotropic(6.5e10, 0.22, 2500.0);

    fn glass() -> WineGlass {
        WineGlass { diameter: 0.07, height: 0.08, thickness: 0.001, water: 0.0, split: 0.0 }
    }

    fn mode(object: &Object, n: u32) -> f64 {
        let name = format!("({n}, 0) cos");
        object.modes.iter().find(|mode| mode.name == name).unwrap().frequency
    }

    #[test]
    fn frequencies_are_those_of_an_elastic_solid() {
        // From a finite-element program for solids of revolution with n waves around, in
        // three-dimensional elasticity: Hz, by waves around and circles at rest.
        let object = glass().design(&GLASS, 20_000.0);
        let known = [
            ("(2, 0) cos", 595.8),
            ("(3, 0) cos", 1602.5),
            ("(4, 0) cos", 2989.9),
            ("(5, 0) cos", 4754.7),
            ("(5, 1) cos", 8169.0),
            ("(4, 1) cos", 8256.4),
            ("(3, 1) cos", 9932.6),
            ("(1, 1) cos", 10_438.5),
            ("(2, 1) cos", 12_827.8),
            ("(4, 2) cos", 15_683.8),
        ];
        for (name, known) in known {
            let found = object.modes.iter().find(|mode| mode.name == name).unwrap().frequency;
            assert!((found / known - 1.0).abs() < 4e-3, "{name}: {found} is not {known}");
        }
        // How it stands on its stem depends on how thick that is, which a shell does not know.
        let stands = object.modes[0].frequency;
        assert!((stands / 254.7 - 1.0).abs() < 0.02, "{stands}");
    }

    #[test]
    fn a_high_glass_has_the_partials_of_a_ring() {
        // Hoppe 1871, in Rayleigh's Theory of Sound, §233: ω = √(E/12ρ)·a/R²·n(n²−1)/√(n²+1). A
        // high wall cannot bend the other way up the glass as a ring does, thus √(1−ν²).
        let high = WineGlass { height: 0.5, ..glass() }.design(&GLASS, 5_000.0);
        for n in 2..6 {
            let order = f64::from(n);
            let waves = order * (order * order - 1.0) / (order * order + 1.0).sqrt();
            let stiff = (6.5e10_f64 / (12.0 * 2500.0 * (1.0 - 0.22 * 0.22))).sqrt();
            let known = stiff * 0.001 / (0.035 * 0.035) * waves / TAU;
            let found = mode(&high, n);
            assert!((found / known - 1.0).abs() < 3e-3, "{n}: {found} is not {known}");
        }
    }

    #[test]
    fn the_pitch_of_an_empty_glass_is_above_the_formula_quoted_from_french() {
        // f = √(3E/5ρ)·a/(2πR²)·√(1 + 4/3·(R/H)⁴), for a cylinder that does not stretch.
        for (height, ratio) in [(0.06, 1.20), (0.08, 1.14), (0.12, 1.08)] {
            let rim = 1.0 + 4.0 / 3.0 * (0.035_f64 / height).powi(4);
            let known = (0.6 * 6.5e10 / 2500.0 * rim).sqrt() * 0.001 / (TAU * 0.035 * 0.035);
            let found = mode(&WineGlass { height, ..glass() }.design(&GLASS, 1000.0), 2);
            assert!((found / known - ratio).abs() < 0.01, "{height}: {found}, {known}");
        }
    }

    #[test]
    fn water_lowers_the_pitch_as_in_the_formula_quoted_from_french() {
        // (f₀/f)² = 1 + α/5·ρ_w·R/(ρ·a)·(h/H)⁴ with α = 1.25, for water up to h.
        let pitch = |water| mode(&WineGlass { water, ..glass() }.design(&GLASS, 1000.0), 2);
        let empty = pitch(0.0);
        let lowered = |water| (empty / pitch(water)).powi(2) - 1.0;
        let whole = 0.25 * WATER * 0.035 / (2500.0 * 0.001);
        assert!((lowered(0.08) / whole - 1.0).abs() < 0.01, "{} {whole}", lowered(0.08));
        // Little water in the round bottom hardly moves.
        assert!(lowered(0.02) < whole * 0.25_f64.powi(4));
        let steps: Vec<f64> = (0..=8).map(|level| lowered(0.01 * f64::from(level))).collect();
        assert!(steps.windows(2).all(|two| two[1] > two[0]), "{steps:?}");
    }

    #[test]
    fn in_a_high_narrow_glass_the_water_moves_only_across() {
        // Then a slice adds 1/n of its own mass, from φ ∝ rⁿ·cos nθ; near the surface a little less.
        let narrow = WineGlass { height: 0.5, ..glass() };
        let full = WineGlass { water: 0.5, ..narrow.clone() }.design(&GLASS, 4000.0);
        let empty = narrow.design(&GLASS, 4000.0);
        for n in [2, 3] {
            let share = (mode(&empty, n) / mode(&full, n)).powi(2) - 1.0;
            let order = f64::from(n);
            let known = WATER * 0.035 / (2500.0 * 0.001 * order * (1.0 + order.powi(-2)));
            assert!((0.94..1.0).contains(&(share / known)), "{n}: {share} is not {known}");
        }
    }

    #[test]
    fn the_stem_stands_still() {
        let object = WineGlass { water: 0.05, ..glass() }.design(&GLASS, 10_000.0);
        assert!(object.weights([0.0, 0.1]).iter().all(|weight| weight.abs() < 1e-9));
        assert!((object.mass / 0.0335 - 1.0).abs() < 0.4, "{}", object.mass);
    }
}
