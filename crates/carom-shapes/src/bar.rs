//! A bar that bends.

use carom::check::{Field, Fields};

use crate::beam::{Beam, Ends};
use crate::fields::{Warning, length, suspension, warn};
use crate::{Elastic, Object, Outline, OutlineKind, Resonator};

/// A bar of rectangular cross-section, struck on its width.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, expecting = "a table"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(transform = crate::shape::describe::<Self>))]
pub struct Bar {
    /// Length (m).
    pub length: f64,
    /// Width (m).
    pub width: f64,
    /// Thickness (m) in the direction in which it bends.
    pub thickness: f64,
    /// How the ends are held.
    #[cfg_attr(feature = "serde", serde(default))]
    pub ends: Ends,
    /// The frequency (Hz) at which a free bar bounces as a whole on its soft supports; without it
    /// nothing holds the bar.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub suspension: Option<f64>,
}

/// A bar of a metallophone.
impl Default for Bar {
    fn default() -> Self {
        Self { length: 0.3, width: 0.03, thickness: 0.005, ends: Ends::Free, suspension: None }
    }
}

impl Fields for Bar {
    fn fields(&self) -> Vec<Field> {
        vec![
            length("length", self.length),
            length("width", self.width),
            length("thickness", self.thickness),
            suspension(self.suspension),
        ]
    }
}

impl Resonator for Bar {
    fn outline(&self) -> Outline {
        Outline::new(OutlineKind::Line, [self.length, self.width, self.thickness])
    }

    fn is_free(&self) -> bool {
        self.ends == Ends::Free
    }

    fn formula_warnings(&self) -> Vec<Warning> {
        let why = "the bar is thicker than a tenth of its length: the formula for slender bars \
                   makes its upper modes too high";
        warn(self.thickness > 0.1 * self.length, "thickness", why)
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
    use crate::special::testing::{STEEL, assert_close, ratios};

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
}
