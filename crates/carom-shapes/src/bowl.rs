//! A hemispherical bowl, as a thin shell of revolution: modes with and without circles at rest.
//!
//! The lowest modes bend the wall without stretching it (Rayleigh, Theory of Sound, 2nd ed. 1894,
//! §235d and after), those with circles at rest stretch it and lie above √(E/ρ)/(2πa).

use std::f64::consts::FRAC_PI_2;

use carom::check::{Field, Fields};

use crate::fields::{Warning, length, split, suspension, warn};
use crate::shell::{Edge, Meridian, Piece, Shell};
use crate::special::object;
use crate::{Elastic, Object, Outline, OutlineKind, Resonator};

/// A hemispherical shell, open at the top: a glass bowl, a singing bowl. The first number of a place
/// goes from the pole (0) to the rim (1).
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, expecting = "a table"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(transform = crate::shape::describe::<Self>))]
pub struct Bowl {
    /// Diameter at the rim (m), measured to the middle of the wall.
    pub diameter: f64,
    /// Thickness of the wall (m).
    pub thickness: f64,
    /// How far the two frequencies of a pair are apart, relative to their mean: a bowl that is not
    /// quite round beats.
    #[cfg_attr(feature = "serde", serde(default))]
    pub split: f64,
    /// The frequency (Hz) at which the bowl moves as a whole on its cushion; without it nothing
    /// holds the bowl.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub suspension: Option<f64>,
}

/// A singing bowl.
impl Default for Bowl {
    fn default() -> Self {
        Self { diameter: 0.18, thickness: 0.003, split: 0.0, suspension: None }
    }
}

impl Bowl {
    fn shell(&self) -> Shell {
        let radius = 0.5 * self.diameter;
        let curvature = radius.recip();
        let wall = Piece { length: FRAC_PI_2 * radius, curvature, thickness: [self.thickness; 2] };
        let meridian = Meridian::from_pole(&[wall]);
        Shell { meridian, start: Edge::Pole, end: Edge::Free, water: None }
    }
}

impl Fields for Bowl {
    fn fields(&self) -> Vec<Field> {
        vec![
            length("diameter", self.diameter),
            length("thickness", self.thickness),
            split(self.split),
            suspension(self.suspension),
        ]
    }
}

impl Resonator for Bowl {
    fn outline(&self) -> Outline {
        Outline::new(OutlineKind::Bowl, [self.diameter, self.diameter, 0.5 * self.diameter])
    }

    fn is_free(&self) -> bool {
        true
    }

    fn formula_warnings(&self) -> Vec<Warning> {
        let why = "above a tenth of the radius the wall is too thick for the theory of thin \
                   shells: the frequencies come out too high";
        warn(self.thickness > self.diameter / 20.0, "thickness", why)
    }

    fn design(&self, elastic: &Elastic, up_to: f64) -> Object {
        let shell = self.shell();
        let lines = shell.lines(elastic, up_to, self.split, self.suspension.unwrap_or(0.0));
        object(shell.mass(elastic.density), lines, up_to)
    }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::PI;

    use super::*;
    use crate::special::testing::assert_sound;

    const GLASS: Elastic = Elastic::isotropic(7e10, 0.22, 2500.0);

    fn bowl() -> Bowl {
        Bowl { diameter: 0.2, thickness: 0.003, split: 0.0, suspension: None }
    }

    /// The mode of this name, by its place.
    fn find(object: &Object, name: &str) -> usize {
        object.modes.iter().position(|mode| mode.name == name).unwrap()
    }

    #[test]
    fn the_lowest_modes_are_near_those_of_rayleigh() {
        // ω = {5.240, 14.726, 28.462}·√(G/6ρ)·h/a², for a wall that does not stretch. This one
        // stretches near the rim, where its edge would else carry a moment: that makes it lower by
        // about half of √(h/a).
        let object = bowl().design(&GLASS, 5000.0);
        let unit = (7e10_f64 / (2.44 * 2500.0) / 6.0).sqrt() * 0.003 / 0.01 / (2.0 * PI);
        for (n, figure) in [(2, 5.240), (3, 14.726), (4, 28.462)] {
            let mode = &object.modes[find(&object, &format!("({n}, 0) cos"))];
            let ratio = mode.frequency / (figure * unit);
            assert!((0.85..0.97).contains(&ratio), "{n}: {ratio}");
        }
        assert_eq!(object.modes[5].frequency, object.modes[6].frequency);
        assert_eq!(object.modes[6].name, "(2, 0) sin");
    }

    #[test]
    fn frequencies_are_those_of_an_elastic_solid() {
        // From a finite-element program for solids of revolution with n waves around, in
        // three-dimensional elasticity, 14 elements of fourth order along the meridian and one of
        // second order through the wall: Hz, for walls of a hundredth and three hundredths.
        let thin = Bowl { thickness: 0.001, ..bowl() }.design(&GLASS, 10_000.0);
        let known = [
            ("(2, 0) cos", 111.74),
            ("(3, 0) cos", 306.52),
            ("(4, 0) cos", 577.70),
            ("(6, 0) cos", 1312.84),
            ("(0, 1)", 7411.55),
            ("(0, 3)", 8293.58),
            ("(1, 1) cos", 7458.58),
            ("(2, 1) cos", 7781.98),
            ("(2, 5) cos", 9054.69),
            ("(4, 2) cos", 8397.40),
            ("(6, 1) cos", 8385.38),
        ];
        for (name, known) in known {
            let found = thin.modes[find(&thin, name)].frequency;
            assert!((found / known - 1.0).abs() < 3.1e-3, "{name}: {found} is not {known}");
        }
        let thick = bowl().design(&GLASS, 10_000.0);
        for (name, known) in [("(2, 0) cos", 324.55), ("(4, 0) cos", 1595.68), ("(0, 1)", 7437.79)]
        {
            let found = thick.modes[find(&thick, name)].frequency;
            assert!((found / known - 1.0).abs() < 1e-2, "{name}: {found} is not {known}");
        }
    }

    #[test]
    fn circles_at_rest_stretch_the_wall() {
        // They begin near √(E/ρ)/(2πa).
        let object = bowl().design(&GLASS, 20_000.0);
        let stretching = (7e10_f64 / 2500.0).sqrt() / (2.0 * PI * 0.1);
        for name in ["(0, 1)", "(1, 1) cos", "(2, 1) cos", "(3, 1) sin", "(4, 1) cos"] {
            let mode = &object.modes[find(&object, name)];
            let ratio = mode.frequency / stretching;
            assert!((0.85..1.1).contains(&ratio), "{name}: {ratio}");
        }
        // A circle at rest is one.
        let weights: Vec<f64> = (1..=100)
            .map(|i| object.weights([f64::from(i) / 100.0, 0.0])[find(&object, "(3, 1) cos")])
            .collect();
        let changes = weights.windows(2).filter(|two| two[0] * two[1] < 0.0).count();
        assert_eq!(changes, 1);
        assert_sound(&object, 20_000.0);
    }

    #[test]
    fn frequencies_scale_with_size() {
        let small = bowl().design(&GLASS, 8000.0);
        let large = Bowl { diameter: 0.4, thickness: 0.006, ..bowl() }.design(&GLASS, 4000.0);
        assert_eq!(small.modes.len(), large.modes.len());
        for (small, large) in small.modes.iter().zip(&large.modes) {
            assert!((small.frequency - 2.0 * large.frequency).abs() <= 1e-9 * small.frequency);
        }
    }

    #[test]
    fn it_gives_way_as_a_rigid_body_along_the_normal() {
        let object = bowl().design(&GLASS, 100.0);
        let mass = 2500.0 * 0.003 * 2.0 * PI * 0.01;
        assert!((object.mass / mass - 1.0).abs() < 1e-12);
        assert_eq!(object.modes.len(), 5);
        // The centre of mass of a half sphere lies a/2 above its pole, and about it the moment of
        // inertia is 2/3 − 1/4 = 5/12 of m·a². A push along the normal at the angle θ passes the
        // centre of the sphere, half a radius away from that: its arm is a/2·sin θ.
        for place in [[0.0, 0.0], [0.4, 0.1], [1.0, 0.7]] {
            let square: f64 = object.weights(place).iter().map(|weight| weight * weight).sum();
            let arm = 0.5 * (FRAC_PI_2 * place[0]).sin();
            assert!((square - 1.0 - arm * arm * 12.0 / 5.0).abs() < 1e-12);
        }
    }

    #[test]
    fn a_pair_is_split_and_turned() {
        let object = Bowl { split: 0.01, ..bowl() }.design(&GLASS, 2000.0);
        let [low, high] = [object.modes[5].frequency, object.modes[6].frequency];
        assert!((2.0 * (high - low) / (high + low) - 0.01).abs() < 1e-12);
        let weights = object.weights([1.0, 0.125]);
        assert!(weights[5].abs() < 1e-12 && weights[6].abs() > 1.0);
        assert!(object.weights([0.0, 0.3])[5..].iter().all(|weight| *weight == 0.0));
    }
}
