//! A wine glass, empty or with water, as a cylinder that is held at its bottom.
//!
//! The model is that of French, In vino veritas: a study of wineglass acoustics, Am. J. Phys. 51
//! (1983) 688. Around the glass the wall bends as a ring that does not stretch, with the
//! displacements cos nθ outwards and sin nθ/n around (Rayleigh, Theory of Sound, 2nd ed. 1894,
//! §233); up the glass it bends as a bar with a clamped and a free end, with βH = 1.8751:
//! ω² = E·a²/(12ρR⁴)·((n²−1)² + (βR)⁴)/(1 + 1/n²). Stretching and twisting of the wall are left
//! out, and so are the foot, a wall of uneven thickness and modes with circles at rest.
//!
//! Water in the glass moves as a liquid without friction or vortices that has no pressure at its
//! surface: its potential is a sum of I_n(κr)·cos(κz)·cos nθ with κ = (k + ½)π/h. It adds mass but
//! no stiffness, and the shape of the mode is taken to stay as it is.
//!
//! French's own formulas are commonly quoted as ω² = 3E·a²/(5ρR⁴)·(1 + 4/3·(R/H)⁴) for the empty
//! glass and (f₀/f)² = 1 + α/5·ρ_w·R/(ρ·a)·(h/H)⁴ with α = 1.25 for water up to h. They are still to
//! be compared with the printed paper; the tests show how near this model is to them.

use std::f64::consts::{PI, TAU};

use carom::check::{Field, FieldError, Fields, Limit};

use crate::beam::{Bending, Ends};
use crate::eigen::polynomial::{Node, gauss};
use crate::fields::{Warning, length, rule_error, split, warn};
use crate::special::{Around, BesselI, Form, Line, object};
use crate::{Elastic, Object, Outline, OutlineKind, Place, Resonator};

/// Density of water at 20 °C (kg/m³).
const WATER: f64 = 998.0;

/// The most waves around.
const MOST: u32 = 100;

/// So many terms of the motion of the water. In a glass of usual proportions they fall as 1/k³.
const TERMS: usize = 48;

/// A wine glass that stands on its foot, taken as a cylinder. Only the modes without circles at
/// rest are known, those that ring when it is struck at the rim. The first number of a place goes
/// from the bottom of the bowl (0) to the rim (1).
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
    /// ω of the empty glass in units of √(E/ρ)·a/R², with n waves around.
    fn figure(&self, wall: Bending, n: f64) -> f64 {
        let ring = (n * n - 1.0).powi(2);
        let upright = (wall.beta * 0.5 * self.diameter / self.height).powi(4);
        ((ring + upright) / (12.0 * (1.0 + 1.0 / (n * n)))).sqrt()
    }

    /// Kinetic energy of the water over that of the wall.
    fn water_share(&self, wall: Bending, nodes: &[Node], n: u32, density: f64) -> f64 {
        let (radius, level) = (0.5 * self.diameter, self.water / self.height);
        if level == 0.0 {
            return 0.0;
        }
        let term = |k: usize| {
            let wave = (k as f64 + 0.5) * PI;
            let part = |node: &Node| {
                node.weight * wall.weight(level * node.place) * (wave * node.place).cos()
            };
            let amplitude = 2.0 * nodes.iter().map(part).sum::<f64>();
            amplitude * amplitude / steepness(n, wave * radius / self.water)
        };
        let water = 0.5 * level * (0..TERMS).map(term).sum::<f64>() * WATER * radius;
        water / (density * self.thickness * (1.0 + f64::from(n).powi(-2)))
    }
}

/// x·`I_n`′(x)/`I_n(x)`, far out by Debye's expansion (Abramowitz and Stegun 1964, 9.7.7).
fn steepness(n: u32, x: f64) -> f64 {
    if x < 500.0 {
        return BesselI::new(n, x).steepness;
    }
    let far = x.hypot(f64::from(n));
    far - 0.5 * (x / far).powi(2)
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
        let radius = 0.5 * self.diameter;
        let speed = (elastic.young / elastic.density).sqrt();
        let unit = speed * self.thickness / (radius * radius) / TAU;
        let (wall, nodes) = (Bending::new(Ends::Cantilever, 1), gauss(2 * TERMS));
        let mut lines = Vec::new();
        for n in 2..=MOST {
            let laden = 1.0 + self.water_share(wall, &nodes, n, elastic.density);
            let mean = unit * self.figure(wall, n.into()) / laden.sqrt();
            // Of cos² and sin²/n² around the glass.
            let square = 0.5 * (1.0 + f64::from(n).powi(-2)) * laden;
            let scale = square.sqrt().recip();
            for around in Around::all(n) {
                let frequency = mean * around.detuning(self.split);
                let form = Part { wall, around, scale };
                lines.push(Line { frequency, name: around.name(0), form });
            }
            if mean > 1.1 * up_to {
                break;
            }
        }
        object(elastic.density * self.thickness * TAU * radius * self.height, lines, up_to)
    }
}

/// A mode: outwards, the wall moves as a bar times cos nθ or sin nθ.
#[derive(Debug)]
struct Part {
    wall: Bending,
    around: Around,
    scale: f64,
}

impl Form for Part {
    fn weight(&self, [height, turns]: Place) -> f64 {
        self.scale * self.wall.weight(height) * self.around.wave(turns)
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
