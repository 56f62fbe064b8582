//! A rectangular membrane: a skin under tension without stiffness (Fletcher and Rossing 1998, The
//! Physics of Musical Instruments, chapter 3), with the air that it moves.

use carom::check::{Field, FieldError, Fields, Limit};

use crate::drumhead::rectangular_lines;
use crate::fields::{Warning, length, rule_error, warn};
use crate::special::{MOST_MODES, object, sines};
use crate::{Elastic, Face, Motion, Object, Outline, OutlineKind, Radiator, Resonator, SkinAir};

/// Why a thickness is doubtful.
pub(crate) const THICK: &str = "the membrane is thicker than a hundredth of its size: its \
    stiffness, which the formula leaves out, raises its modes";

/// A rectangular skin that a frame keeps under tension.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, expecting = "a table"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(transform = crate::shape::describe::<Self>))]
pub struct RectangularMembrane {
    /// Length (m).
    pub length: f64,
    /// Width (m).
    pub width: f64,
    /// Tension (N/m).
    pub tension: f64,
    /// Thickness (m).
    pub thickness: f64,
    /// What air it moves: "wall" (both sides, kept apart) or "vacuum" (none).
    #[cfg_attr(feature = "serde", serde(default))]
    pub air: SkinAir,
}

/// A skin as of a frame drum.
impl Default for RectangularMembrane {
    fn default() -> Self {
        Self { length: 0.5, width: 0.3, tension: 2000.0, thickness: 2e-4, air: SkinAir::Wall }
    }
}

impl Fields for RectangularMembrane {
    fn fields(&self) -> Vec<Field> {
        vec![
            length("length", self.length),
            length("width", self.width),
            Field::new("tension", self.tension, Limit::above(0.0, "N/m")),
            length("thickness", self.thickness),
        ]
    }
}

impl Resonator for RectangularMembrane {
    fn outline(&self) -> Outline {
        Outline::new(OutlineKind::Rectangle, [self.length, self.width, self.thickness])
    }

    fn radiator(&self) -> Radiator {
        Radiator::Front(Face::Rectangle([self.length, self.width]))
    }

    fn rule_errors(&self) -> Vec<FieldError> {
        let open = self.air == SkinAir::Open;
        let error = || rule_error("air", "open", "\"wall\" or \"vacuum\" here");
        open.then(error).into_iter().collect()
    }

    fn formula_warnings(&self) -> Vec<Warning> {
        warn(self.thickness > 0.01 * self.length.min(self.width), "thickness", THICK)
    }

    /// In vacuum f = c/2·√((m/a)² + (n/b)²) with c = √(T/σ). Air lowers it.
    fn design(&self, elastic: &Elastic, up_to: f64) -> Object {
        let surface_density = elastic.density * self.thickness;
        let half_speed = 0.5 * (self.tension / surface_density).sqrt();
        let frequency = |m: f64, n: f64| half_speed * (m / self.length).hypot(n / self.width);
        let mass = surface_density * self.length * self.width;
        if self.air == SkinAir::Vacuum {
            return sines(mass, Motion::Taut, frequency, up_to, MOST_MODES);
        }
        let sides = [self.length, self.width];
        object(mass, rectangular_lines(sides, surface_density, self.tension, up_to), up_to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::special::testing::STEEL;

    fn skin() -> RectangularMembrane {
        RectangularMembrane { air: SkinAir::Vacuum, ..RectangularMembrane::default() }
    }

    #[test]
    fn frequencies_follow_the_formula_and_none_is_missing() {
        let object = skin().design(&STEEL, 2000.0);
        let speed = (2000.0_f64 / (7850.0 * 2e-4)).sqrt();
        let mut expected = Vec::new();
        for m in 1..100 {
            for n in 1..100 {
                let (x, y) = (f64::from(m) / 0.5, f64::from(n) / 0.3);
                expected.push(0.5 * speed * (x * x + y * y).sqrt());
            }
        }
        expected.retain(|frequency| *frequency <= 2000.0);
        expected.sort_by(f64::total_cmp);
        assert_eq!(object.modes.len(), expected.len());
        for (mode, expected) in object.modes.iter().zip(expected) {
            assert!((mode.frequency / expected - 1.0).abs() < 1e-13);
        }
        assert_eq!(object.modes[0].name, "(1, 1)");
        assert_eq!(object.modes[1].name, "(2, 1)");
        assert!((object.mass - 7850.0 * 2e-4 * 0.15).abs() < 1e-15);
    }
}
