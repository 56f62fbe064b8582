//! Bars and tubes that bend.

mod beam;
mod tube;

pub use beam::Ends;
pub use tube::Tube;

use self::beam::{Beam, suspension_doubt};
use super::{Elastic, Fault, Object, Places, Resonator, suspension_fault};

/// A bar of rectangular cross-section, struck on its width.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, expecting = "a table"))]
pub struct Bar {
    /// Length (m), above 0.
    #[cfg_attr(feature = "schemars", schemars(extend("exclusiveMinimum" = 0)))]
    pub length: f64,
    /// Width (m), above 0.
    #[cfg_attr(feature = "schemars", schemars(extend("exclusiveMinimum" = 0)))]
    pub width: f64,
    /// Thickness (m) in the direction in which it bends, above 0.
    #[cfg_attr(feature = "schemars", schemars(extend("exclusiveMinimum" = 0)))]
    pub thickness: f64,
    /// How the ends are held.
    #[cfg_attr(feature = "serde", serde(default))]
    pub ends: Ends,
    /// At what frequency (Hz) a free bar bounces as a whole on its soft supports, 0 or above;
    /// without it nothing holds the bar.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "schemars", schemars(range(min = 0)))]
    pub suspension: Option<f64>,
}

/// A bar of a metallophone.
impl Default for Bar {
    fn default() -> Self {
        Self { length: 0.3, width: 0.03, thickness: 0.005, ends: Ends::Free, suspension: None }
    }
}

impl Resonator for Bar {
    fn faults(&self) -> Vec<Fault> {
        let lengths =
            [("length", self.length), ("width", self.width), ("thickness", self.thickness)];
        let wrong =
            lengths.into_iter().filter_map(|(field, value)| Fault::unless_above_zero(field, value));
        wrong.chain(suspension_fault(self.suspension)).collect()
    }

    fn doubts(&self) -> Vec<(&'static str, String)> {
        let thick = self.thickness > 0.1 * self.length;
        let why = "the bar is thicker than a tenth of its length: the formula for slender bars \
                   makes its upper modes too high";
        let thick = thick.then(|| ("thickness", why.to_owned()));
        thick.into_iter().chain(suspension_doubt(self.suspension, self.ends)).collect()
    }

    fn places(&self) -> Places {
        Places::Line
    }

    fn size(&self) -> [f64; 2] {
        [self.length, self.width]
    }

    fn suspension(&self) -> Option<f64> {
        self.suspension
    }

    fn design(&self, elastic: &Elastic, up_to: f64) -> Object {
        let beam = Beam {
            length: self.length,
            gyration: self.thickness / 12.0_f64.sqrt(),
            mass: elastic.density * self.length * self.width * self.thickness,
            ends: self.ends,
            suspension: self.suspension.unwrap_or(0.0),
        };
        beam.design(elastic, up_to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::special::testing::{
        STEEL, assert_close, assert_orthonormal, assert_sound, line, ratios,
    };

    const ALL: [Ends; 4] = [Ends::Free, Ends::Clamped, Ends::Supported, Ends::Cantilever];

    fn bar(ends: Ends) -> Bar {
        Bar { length: 0.3, width: 0.03, thickness: 0.004, ends, suspension: None }
    }

    #[test]
    fn ratios_are_those_of_the_books() {
        let found = |ends| ratios(&bar(ends).design(&STEEL, 1e5));
        assert_close(&found(Ends::Free), &[1.0, 2.7565, 5.4039, 8.9330, 13.3443], 2e-5);
        assert_close(&found(Ends::Clamped), &[1.0, 2.7565, 5.4039, 8.9330, 13.3443], 2e-5);
        assert_close(&found(Ends::Cantilever), &[1.0, 6.2669, 17.5475, 34.386], 2e-5);
        assert_close(&found(Ends::Supported), &[1.0, 4.0, 9.0, 16.0, 25.0], 1e-12);
    }

    #[test]
    fn the_pitch_of_a_free_bar() {
        // f = 1.0279·(h/L²)·√(E/ρ).
        let object = bar(Ends::Free).design(&STEEL, 1e5);
        let expected = 1.027_9 * 0.004 / 0.09 * (2e11_f64 / 7850.0).sqrt();
        assert!((object.modes[2].frequency / expected - 1.0).abs() < 1e-4);
    }

    #[test]
    fn a_free_bar_flies() {
        let object = bar(Ends::Free).design(&STEEL, 1e5);
        let start: Vec<_> = object.modes[..3].iter().map(|mode| mode.name.as_str()).collect();
        assert_eq!(start, ["translation", "rotation", "1"]);
        assert_eq!(object.modes[1].frequency, 0.0);
        assert!((object.mass - 7850.0 * 0.3 * 0.03 * 0.004).abs() < 1e-15);
        let lying = Bar { suspension: Some(25.0), ..bar(Ends::Free) }.design(&STEEL, 1e5);
        assert_eq!((lying.modes[0].frequency, lying.modes[1].frequency), (25.0, 25.0));
        assert_eq!(lying.weights([1.0, 0.0])[..2], [1.0, 3.0_f64.sqrt()]);
    }

    #[test]
    fn shapes_are_orthonormal() {
        let places: Vec<_> = line(0.0, 1.0, 4000).iter().map(|(x, w)| ([*x, 0.0], *w)).collect();
        for ends in ALL {
            assert_orthonormal(&bar(ends).design(&STEEL, 1e6), &places, 14);
        }
    }

    #[test]
    fn the_middle_is_a_node_of_every_other_mode() {
        for ends in [Ends::Free, Ends::Clamped, Ends::Supported] {
            let object = bar(ends).design(&STEEL, 3e7);
            assert!(object.modes.len() > 300);
            let middle = object.weights([0.5, 0.0]);
            let nodes = middle.iter().skip(1).step_by(2);
            assert!(nodes.into_iter().all(|weight| weight.abs() < 1e-12), "{ends:?}");
            assert!(middle.iter().step_by(2).all(|weight| weight.abs() > 0.9), "{ends:?}");
        }
    }

    #[test]
    fn high_modes_are_sound() {
        for ends in ALL {
            let object = bar(ends).design(&STEEL, 1e8);
            assert!(object.modes.len() > 300);
            assert_sound(&object, 1e8);
            assert_sound(&Bar { length: 1e6, ..bar(ends) }.design(&STEEL, 1e4), 1e4);
        }
    }

    #[test]
    fn faults_and_doubts_are_told() {
        assert!(bar(Ends::Free).faults().is_empty() && bar(Ends::Free).doubts().is_empty());
        let wrong = Bar { length: -1.0, width: 0.0, suspension: Some(-1.0), ..bar(Ends::Free) };
        let fields: Vec<_> = wrong.faults().iter().map(|fault| fault.field).collect();
        assert_eq!(fields, ["length", "width", "suspension"]);
        let odd = Bar { thickness: 0.1, suspension: Some(3.0), ..bar(Ends::Clamped) };
        assert_eq!(odd.doubts().len(), 2);
    }
}
