//! A struck tube.

use std::f64::consts::PI;

use carom::check::{Field, FieldError, Fields};

use crate::beam::{Beam, Ends};
use crate::fields::{Warning, length, rule_error, suspension, warn};
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
        let why = "the tube is thicker than a tenth of its length: the formula for slender bars \
                   makes its upper modes too high, and its wall may ring like a bell";
        warn(self.diameter > 0.1 * self.length, "diameter", why)
    }

    fn section(&self, _: &Elastic) -> Section {
        Section::Tube([0.5 * self.diameter, 0.5 * self.diameter - self.wall])
    }

    fn design(&self, elastic: &Elastic, up_to: f64) -> Object {
        let (outer, inner) = (self.diameter, self.diameter - 2.0 * self.wall);
        // D² − d² without cancellation.
        let section = PI * self.wall * (outer - self.wall);
        let beam = Beam {
            length: self.length,
            gyration: outer.hypot(inner) / 4.0,
            mass: elastic.density * section * self.length,
            ends: self.ends,
            suspension: self.suspension.unwrap_or(0.0),
        };
        beam.design(elastic, up_to)
    }
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
        let object = chime().design(&STEEL, 2e4);
        assert_close(&ratios(&object), &[1.0, 2.7565, 5.4039, 8.9330, 13.3443], 2e-5);
        let gyration = (0.038_f64.powi(2) + 0.035_f64.powi(2)).sqrt() / 4.0;
        let speed = (2e11_f64 / 7850.0).sqrt();
        let expected = 4.730_041_f64.powi(2) * gyration * speed / (2.0 * PI * 1.5 * 1.5);
        assert!((object.modes[2].frequency / expected - 1.0).abs() < 1e-6);
        assert_sound(&object, 2e4);
    }
}
