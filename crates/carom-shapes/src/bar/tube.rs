//! A struck tube.

use std::f64::consts::PI;

use super::beam::{Beam, Ends, suspension_doubt};
use crate::{Elastic, Fault, Object, Places, Resonator, suspension_fault};

/// A tube that is struck and bends, such as a chime.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, expecting = "a table"))]
pub struct Tube {
    /// Length (m), above 0.
    #[cfg_attr(feature = "schemars", schemars(extend("exclusiveMinimum" = 0)))]
    pub length: f64,
    /// Outer diameter (m), above 0.
    #[cfg_attr(feature = "schemars", schemars(extend("exclusiveMinimum" = 0)))]
    pub diameter: f64,
    /// How thick the wall is (m): above 0, and at most half the diameter, which is a rod.
    #[cfg_attr(feature = "schemars", schemars(extend("exclusiveMinimum" = 0)))]
    pub wall: f64,
    /// How the ends are held.
    #[cfg_attr(feature = "serde", serde(default))]
    pub ends: Ends,
    /// At what frequency (Hz) a free tube swings as a whole on what holds it, 0 or above; without
    /// it nothing holds the tube.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "schemars", schemars(range(min = 0)))]
    pub suspension: Option<f64>,
}

/// A chime.
impl Default for Tube {
    fn default() -> Self {
        Self { length: 1.0, diameter: 0.03, wall: 0.002, ends: Ends::Free, suspension: None }
    }
}

impl Tube {
    fn inner(&self) -> f64 {
        self.diameter - 2.0 * self.wall
    }

    /// A wall of more than the whole tube.
    fn wall_fault(&self) -> Option<Fault> {
        let too_thick = self.wall.is_finite() && self.wall > 0.5 * self.diameter;
        Fault::unless(!too_thick, "wall", self.wall, "at most half the diameter")
    }
}

impl Resonator for Tube {
    fn faults(&self) -> Vec<Fault> {
        let lengths = [("length", self.length), ("diameter", self.diameter), ("wall", self.wall)];
        let wrong =
            lengths.into_iter().filter_map(|(field, value)| Fault::unless_above_zero(field, value));
        wrong.chain(self.wall_fault()).chain(suspension_fault(self.suspension)).collect()
    }

    fn doubts(&self) -> Vec<(&'static str, String)> {
        let thick = self.diameter > 0.1 * self.length;
        let why = "the tube is thicker than a tenth of its length: the formula for slender bars \
                   makes its upper modes too high, and its wall may ring like a bell";
        let thick = thick.then(|| ("diameter", why.to_owned()));
        thick.into_iter().chain(suspension_doubt(self.suspension, self.ends)).collect()
    }

    fn places(&self) -> Places {
        Places::Line
    }

    fn size(&self) -> [f64; 2] {
        [self.length, self.diameter]
    }

    fn suspension(&self) -> Option<f64> {
        self.suspension
    }

    fn design(&self, elastic: &Elastic, up_to: f64) -> Object {
        let (outer, inner) = (self.diameter, self.inner());
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

    #[test]
    fn it_weighs_its_wall() {
        let expected = 7850.0 * PI / 4.0 * (0.038_f64.powi(2) - 0.035_f64.powi(2)) * 1.5;
        assert!((chime().design(&STEEL, 0.0).mass / expected - 1.0).abs() < 1e-12);
        let rod = Tube { wall: 0.019, ..chime() };
        let expected = 7850.0 * PI * 0.019_f64.powi(2) * 1.5;
        assert!((rod.design(&STEEL, 0.0).mass / expected - 1.0).abs() < 1e-12);
    }

    #[test]
    fn faults_are_told() {
        assert!(chime().faults().is_empty() && chime().doubts().is_empty());
        let wrong = Tube { wall: 0.02, ..chime() }.faults();
        assert_eq!((wrong.len(), wrong[0].field), (1, "wall"));
        assert_eq!(Tube { wall: f64::NAN, ..chime() }.faults().len(), 1);
        assert_eq!(Tube { diameter: 0.2, ..chime() }.doubts().len(), 1);
    }
}
