//! A struck tube.

use std::f64::consts::PI;

use carom::check::{Field, FieldError, Fields};

use crate::beam::{Beam, Ends};
use crate::fields::{Warning, length, rule_error, suspension, warn};
use crate::special::object;
use crate::{Elastic, Object, Outline, OutlineKind, Resonator, Section};

/// A tube that is struck and bends, such as a chime.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, expecting = "a table"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(transform = crate::shape::describe::<Self>))]
pub struct Tube {
    /// Length (m).
    pub length: f64,
    /// Outer diameter (m).
    pub diameter: f64,
    /// Thickness of the wall (m), at most half the diameter, which is a rod.
    pub wall: f64,
    /// How the ends are held.
    #[cfg_attr(feature = "serde", serde(default))]
    pub ends: Ends,
    /// The frequency (Hz) at which a free tube swings as a whole on what holds it; without it
    /// nothing holds the tube.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub suspension: Option<f64>,
}

/// A chime.
impl Default for Tube {
    fn default() -> Self {
        Self { length: 1.0, diameter: 0.03, wall: 0.002, ends: Ends::Free, suspension: None }
    }
}

impl Fields for Tube {
    fn fields(&self) -> Vec<Field> {
        vec![
            length("length", self.length),
            length("diameter", self.diameter),
            length("wall", self.wall),
            suspension(self.suspension),
        ]
    }
}

impl Resonator for Tube {
    fn outline(&self) -> Outline {
        Outline::new(OutlineKind::Tube, [self.length, self.diameter, self.diameter])
    }

    fn is_free(&self) -> bool {
        self.ends == Ends::Free
    }

    fn rule_errors(&self) -> Vec<FieldError> {
        let too_thick = self.wall.is_finite() && self.wall > 0.5 * self.diameter;
        let error = || rule_error("wall", self.wall, "at most half the diameter");
        too_thick.then(error).into_iter().collect()
    }

    fn formula_warnings(&self) -> Vec<Warning> {
        let why = "the tube is thicker than a tenth of its length: its wall may ring like a bell";
        warn(self.diameter > 0.1 * self.length, "diameter", why)
    }

    fn section(&self, _: &Elastic) -> Section {
        Section::Tube([0.5 * self.diameter, 0.5 * self.diameter - self.wall])
    }

    fn design(&self, elastic: &Elastic, up_to: f64) -> Object {
        let (outer, inner) = (self.diameter, self.diameter - 2.0 * self.wall);
        // D² − d² without cancellation.
        let section = PI * self.wall * (outer - self.wall);
        let mass = elastic.density * section * self.length;
        let beam = Beam {
            length: self.length,
            gyration: outer.hypot(inner) / 4.0,
            coefficient: coefficient(inner / outer, elastic.poisson),
            ends: self.ends,
            suspension: self.suspension.unwrap_or(0.0),
        };
        object(mass, beam.lines(elastic, up_to), up_to)
    }
}

/// The shear coefficient of a ring whose inner diameter is so much of the outer one (Cowper, The
/// shear coefficient in Timoshenko's beam theory, J. Appl. Mech. 33 (1966) 335).
fn coefficient(ratio: f64, poisson: f64) -> f64 {
    let square = ratio * ratio;
    let sum = (1.0 + square).powi(2);
    6.0 * (1.0 + poisson) * sum / ((7.0 + 6.0 * poisson) * sum + (20.0 + 12.0 * poisson) * square)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::special::testing::{STEEL, assert_close, assert_sound, ratios};

    fn chime() -> Tube {
        let (ends, suspension) = (Ends::Free, None);
        Tube { length: 1.5, diameter: 0.038, wall: 0.0015, ends, suspension }
    }

    #[test]
    fn a_chime_has_the_partials_of_a_bar() {
        let long = Tube { length: 150.0, ..chime() };
        let slender = long.design(&STEEL, 0.5);
        assert_close(&ratios(&slender), &[1.0, 2.7565, 5.4039, 8.9330, 13.3443], 2e-5);
        let gyration = (0.038_f64.powi(2) + 0.035_f64.powi(2)).sqrt() / 4.0;
        let speed = (2e11_f64 / 7850.0).sqrt();
        let expected = 4.730_041_f64.powi(2) * gyration * speed / (2.0 * PI * 1.5 * 1.5);
        let first = slender.modes[2].frequency / (expected * 1e-4) - 1.0;
        assert!(first.abs() < 1e-6, "{first}");
        let object = chime().design(&STEEL, 2e4);
        let first = object.modes[2].frequency / expected - 1.0;
        // Shear and the turning of sections lower it a little.
        assert!((-0.01..-0.003).contains(&first), "{first}");
        assert_sound(&object, 2e4);
    }

    #[test]
    fn shear_coefficients_are_those_of_cowper() {
        // A rod and a thin tube, at Poisson's ratios of 0.3, as he prints them.
        assert!((coefficient(0.0, 0.3) - 0.886).abs() < 5e-4);
        assert!((coefficient(1.0, 0.3) - 0.531).abs() < 5e-4);
    }
}
