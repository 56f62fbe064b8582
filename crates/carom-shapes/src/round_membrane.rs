//! A round membrane: a skin under tension without stiffness (Fletcher and Rossing 1998, The
//! Physics of Musical Instruments, chapter 3), with the air that it moves (chapter 18).

use std::f64::consts::PI;

use carom::check::{Field, Fields, Limit};

use crate::drumhead::{Around, Head, Outside, lines};
use crate::fields::{Warning, length, warn};
use crate::membrane::THICK;
use crate::special::object;
use crate::{Elastic, Face, Object, Outline, OutlineKind, Radiator, Resonator};

/// What air a skin moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum SkinAir {
    /// None.
    Vacuum,
    /// On both sides, and it flows around the rim from one to the other, as on a frame drum.
    Open,
    /// On both sides, which a wide rim or a shell keeps from each other as a wall would.
    #[default]
    Wall,
}

/// A round skin that a rim keeps under tension.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, expecting = "a table"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(transform = crate::shape::describe::<Self>))]
pub struct RoundMembrane {
    /// Diameter (m).
    pub diameter: f64,
    /// Tension (N/m).
    pub tension: f64,
    /// Thickness (m).
    pub thickness: f64,
    /// What air it moves: "wall" (both sides, kept apart), "open" (both sides, around the rim) or
    /// "vacuum" (none).
    #[cfg_attr(feature = "serde", serde(default))]
    pub air: SkinAir,
}

/// The skin of a small drum.
impl Default for RoundMembrane {
    fn default() -> Self {
        Self { diameter: 0.35, tension: 3000.0, thickness: 2e-4, air: SkinAir::Wall }
    }
}

impl Fields for RoundMembrane {
    fn fields(&self) -> Vec<Field> {
        vec![
            length("diameter", self.diameter),
            Field::new("tension", self.tension, Limit::above(0.0, "N/m")),
            length("thickness", self.thickness),
        ]
    }
}

impl Resonator for RoundMembrane {
    fn outline(&self) -> Outline {
        Outline::new(OutlineKind::Round, [self.diameter, self.diameter, self.thickness])
    }

    fn formula_warnings(&self) -> Vec<Warning> {
        warn(self.thickness > 0.01 * self.diameter, "thickness", THICK)
    }

    fn radiator(&self) -> Radiator {
        let face = Face::Round(self.diameter);
        match self.air {
            SkinAir::Wall => Radiator::Front(face),
            SkinAir::Open | SkinAir::Vacuum => Radiator::BothSides(face),
        }
    }

    /// In vacuum f = c·j/(2πa), where j are the zeros of the Bessel functions J. Air lowers it.
    fn design(&self, elastic: &Elastic, up_to: f64) -> Object {
        let (radius, density) = (0.5 * self.diameter, elastic.density * self.thickness);
        let head = Head { radius, density, tension: self.tension };
        let around = match self.air {
            SkinAir::Vacuum => Around::Vacuum,
            SkinAir::Open => Around::Both(Outside::Open),
            SkinAir::Wall => Around::Both(Outside::Wall),
        };
        object(density * PI * radius * radius, lines(&[head], around, up_to), up_to)
    }
}

#[cfg(test)]
mod tests {
    use crate::air::ROOM;

    use super::*;
    use crate::drumhead::zeros;
    use crate::radiation::Radiation;
    use crate::special::testing::{STEEL, assert_close, ratios};

    fn drum() -> RoundMembrane {
        RoundMembrane { diameter: 0.35, tension: 3000.0, thickness: 2e-4, air: SkinAir::Vacuum }
    }

    #[test]
    fn zeros_are_exact() {
        let known = [2.404_825_557_695_773, 5.520_078_110_286_311, 8.653_727_912_911_013];
        assert_close(&zeros(0, 10.0), &known, 1e-15);
        assert_close(&zeros(1, 8.0), &[3.831_705_970_207_512, 7.015_586_669_815_619], 1e-15);
        assert_close(&zeros(5, 9.0), &[8.771_483_815_959_954], 1e-15);
    }

    #[test]
    fn ratios_are_those_of_the_books() {
        let object = drum().design(&STEEL, 2000.0);
        let mut found = ratios(&object);
        found.dedup();
        assert_close(&found, &[1.0, 1.5933, 2.1355, 2.2954, 2.6531, 2.9173], 5e-5);
        let names: Vec<_> = object.modes[..6].iter().map(|mode| mode.name.as_str()).collect();
        let known = ["(0, 1)", "(1, 1) cos", "(1, 1) sin", "(2, 1) cos", "(2, 1) sin", "(0, 2)"];
        assert_eq!(names, known);
        let speed = (3000.0_f64 / (7850.0 * 2e-4)).sqrt();
        let first = 2.404_825_557_695_773 * speed / (PI * 0.35);
        assert!((object.modes[0].frequency / first - 1.0).abs() < 1e-14);
        assert!((object.mass - 7850.0 * 2e-4 * PI * 0.175 * 0.175).abs() < 1e-15);
    }

    #[test]
    fn the_rim_rests_and_the_middle_is_a_node_of_all_but_the_even_ones() {
        let object = drum().design(&STEEL, 2000.0);
        assert!(object.weights([1.0, 0.1]).iter().all(|weight| weight.abs() < 1e-12));
        for (mode, weight) in object.modes.iter().zip(object.weights([0.0, 0.1])) {
            assert_eq!(weight != 0.0, mode.name.starts_with("(0"), "{}", mode.name);
        }
    }

    #[test]
    fn air_lowers_a_skin_as_it_does_a_timpano_without_its_kettle() {
        // 65.6 cm, 0.262 kg/m², 3990 N/m: (0, 1) to (4, 1) as 0.53, 1, 1.48, 1.92, 2.36 (Rossing
        // 1982). Air that flows around the rim would make it 0.54, 1, 1.44, 1.86, 2.28: the hoop
        // of a timpano is a wall rather than an edge.
        let ratios = |air: SkinAir| -> Vec<f64> {
            let skin = RoundMembrane { diameter: 0.656, tension: 3990.0, thickness: 1.9e-4, air };
            let elastic = Elastic { density: 0.262 / 1.9e-4, ..STEEL };
            let object = skin.design(&elastic, 600.0);
            let frequency = |m: u32| {
                let name = format!("({m}, 1)");
                object.modes.iter().find(|mode| mode.name.starts_with(&name)).unwrap().frequency
            };
            (0..5).map(|m| frequency(m) / frequency(1)).collect()
        };
        let wall = ratios(SkinAir::Wall);
        assert_close(&wall[..1], &[0.53], 0.04);
        assert_close(&wall[1..], &[1.0, 1.48, 1.92, 2.36], 0.02);
        assert_close(&ratios(SkinAir::Open), &[0.541, 1.0, 1.438, 1.8645, 2.284], 1e-3);
    }

    #[test]
    fn the_lowest_mode_is_the_first_to_be_gone() {
        for air in [SkinAir::Wall, SkinAir::Open] {
            let skin = RoundMembrane { air, ..RoundMembrane::default() };
            let object = skin.design(&crate::MYLAR.elastic, 600.0);
            let losses = skin.radiation_losses(&object).unwrap();
            assert!(losses[0] > 2.0 * losses[1], "{losses:?}");
            if air == SkinAir::Wall {
                // The far field is that of one side.
                let far = Radiation::new(&skin.radiator(), &object, &ROOM).losses();
                let near = |(loss, far): (&f64, &f64)| (2.0 * far / loss - 1.0).abs() < 1e-4;
                assert!(losses.iter().zip(&far).take(9).all(near), "{losses:?} {far:?}");
            }
            // Modal masses are the skin's: the air makes the skin move less.
            let bare = RoundMembrane { air: SkinAir::Vacuum, ..skin };
            let bare = bare.design(&crate::MYLAR.elastic, 600.0);
            let [with, without] = [&object, &bare].map(|object| object.weights([0.0, 0.0])[0]);
            assert!(with < without && object.mass == bare.mass);
        }
    }
}
