//! A bar that bends, shears and twists.
//!
//! Bending is Timoshenko's, twisting Saint-Venant's. Its bending in the plane of its width moves
//! the struck face along itself, so that no blow excites it and no place hears it: it is left out.

use carom::check::{Field, Fields};

use crate::beam::{Beam, Ends, Motion};
use crate::fields::{Warning, length, suspension, warn};
use crate::special::{Line, object};
use crate::twist::{Rectangle, Twist};
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
        let why = "the bar is thicker than a quarter of its length: it moves like a block, and the \
                   theory of bars gives its modes too high";
        warn(self.thickness > 0.25 * self.length, "thickness", why)
    }

    fn design(&self, elastic: &Elastic, up_to: f64) -> Object {
        let beam = Beam {
            length: self.length,
            gyration: self.thickness / 12.0_f64.sqrt(),
            coefficient: coefficient(elastic),
            ends: self.ends,
            suspension: self.suspension.unwrap_or(0.0),
        };
        let mut lines = beam.lines(elastic, up_to);
        let section = Rectangle { width: self.width, thickness: self.thickness };
        let mut twists = Twist::all(self.ends, section, self.length, elastic, up_to);
        if self.ends == Ends::Free {
            twists.insert(0, Twist::roll(section, beam.suspension));
        }
        lines.extend(twists.into_iter().map(|line| Line {
            frequency: line.frequency,
            name: line.name,
            form: Motion::Twisting(line.form),
        }));
        let mass = elastic.density * self.length * self.width * self.thickness;
        object(mass, lines, up_to)
    }
}

/// The shear coefficient of a rectangle. Cowper's 10(1+ν)/(12+11ν) (J. Appl. Mech. 33 (1966) 335)
/// is 5/(6 − νG/E); so written it is used for wood too, where it is nearly 5/6.
pub(crate) fn coefficient(elastic: &Elastic) -> f64 {
    5.0 / (6.0 - elastic.poisson * elastic.shear / elastic.young)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::special::testing::{STEEL, assert_close, ratios};

    fn bar(ends: Ends) -> Bar {
        Bar { length: 0.3, width: 0.03, thickness: 0.004, ends, suspension: None }
    }

    /// So thin that it does not shear, and that its twists lie higher.
    fn slender(ends: Ends) -> Bar {
        Bar { width: 1e-8, thickness: 1e-8, ..bar(ends) }
    }

    #[test]
    fn ratios_are_those_of_the_books() {
        let found = |ends| ratios(&slender(ends).design(&STEEL, 0.1));
        assert_close(&found(Ends::Free), &[1.0, 2.7565, 5.4039, 8.9330, 13.3443], 2e-5);
        assert_close(&found(Ends::Clamped), &[1.0, 2.7565, 5.4039, 8.9330, 13.3443], 2e-5);
        assert_close(&found(Ends::Cantilever), &[1.0, 6.2669, 17.5475, 34.386], 2e-5);
        assert_close(&found(Ends::Supported), &[1.0, 4.0, 9.0, 16.0, 25.0], 1e-12);
    }

    #[test]
    fn the_pitch_of_a_free_bar() {
        // f = 1.0279·(h/L²)·√(E/ρ).
        let object = slender(Ends::Free).design(&STEEL, 0.1);
        let expected = 1.027_9 * 1e-8 / 0.09 * (2e11_f64 / 7850.0).sqrt();
        assert!((object.modes[3].frequency / expected - 1.0).abs() < 1e-4);
    }

    #[test]
    fn a_free_bar_flies() {
        let object = bar(Ends::Free).design(&STEEL, 1e5);
        let start: Vec<_> = object.modes[..4].iter().map(|mode| mode.name.as_str()).collect();
        assert_eq!(start, ["translation", "rotation", "roll", "1"]);
        assert_eq!(object.modes[2].frequency, 0.0);
        assert!((object.mass - 7850.0 * 0.3 * 0.03 * 0.004).abs() < 1e-15);
        let lying = Bar { suspension: Some(25.0), ..bar(Ends::Free) }.design(&STEEL, 1e5);
        assert!(lying.modes[..3].iter().all(|mode| mode.frequency == 25.0));
        // 1/m + x²/(m(a² + h²)/12) + y²/(m(b² + h²)/12).
        let mobility: f64 = lying.weights([1.0, 1.0])[..3].iter().map(|w| w * w).sum();
        let tilt = |side: f64| 3.0 * side * side / (side * side + 0.004 * 0.004);
        assert!((mobility - 1.0 - tilt(0.3) - tilt(0.03)).abs() < 1e-12);
    }

    #[test]
    fn it_twists_by_saint_venant_where_it_is_not_struck_in_the_middle() {
        for (ends, halves) in [
            (Ends::Free, [1.0, 2.0]),
            (Ends::Clamped, [1.0, 2.0]),
            (Ends::Supported, [1.0, 2.0]),
            (Ends::Cantilever, [0.5, 1.5]),
        ] {
            let object = bar(ends).design(&STEEL, 2e4);
            let (middle, edge) = (object.weights([0.3, 0.5]), object.weights([0.3, 1.0]));
            let twists: Vec<usize> = (0..object.modes.len())
                .filter(|&i| object.modes[i].motion == crate::Motion::Twisting)
                .collect();
            // J = 0.3059·ab³ at a/b = 7.5: 1/3·(1 − 0.6302/7.5).
            let torsion = 0.030 * 0.004_f64.powi(3) * (1.0 - 0.630_25 / 7.5) / 3.0;
            let polar = 0.03 * 0.004 * (0.03_f64.powi(2) + 0.004_f64.powi(2)) / 12.0;
            let speed = (STEEL.shear * torsion / (STEEL.density * polar)).sqrt();
            for (&i, halves) in twists.iter().zip(halves) {
                let expected = halves * speed / 0.6;
                assert!((object.modes[i].frequency / expected - 1.0).abs() < 1e-5);
                assert_eq!(middle[i], 0.0);
                assert!(edge[i].abs() > 0.5, "{ends:?} {}", edge[i]);
            }
            assert!(twists.len() > 3);
        }
    }

    #[test]
    fn the_middle_is_a_node_of_every_other_mode() {
        for ends in [Ends::Free, Ends::Clamped, Ends::Supported] {
            let object = slender(ends).design(&STEEL, 100.0);
            let bending = object.modes.iter().zip(object.weights([0.5, 0.5]));
            let bending = bending.filter(|(mode, _)| mode.motion == crate::Motion::Bending);
            let middle: Vec<f64> = bending.map(|(_, weight)| weight).collect();
            assert!(middle.len() > 300);
            assert!(middle.iter().skip(1).step_by(2).all(|weight| weight.abs() < 1e-12));
            assert!(middle.iter().step_by(2).all(|weight| weight.abs() > 0.9), "{ends:?}");
        }
    }
}
