//! A kettledrum: a skin over a kettle full of air (Christian et al., J. Acoust. Soc. Am. 76, 1336
//! (1984); Fletcher and Rossing 1998, The Physics of Musical Instruments, chapter 18). The kettle is
//! taken as a hard cylinder of its volume, as wide as the skin; outside, its rim gives the air the mass
//! that a wall would, and sound leaves it as from a sphere of its volume.

use std::f64::consts::PI;

use carom::check::{Field, Fields, Limit};

use crate::drumhead::{Around, Head, lines};
use crate::fields::{Warning, length, warn};
use crate::membrane::THICK;
use crate::special::object;
use crate::{Elastic, Face, Object, Outline, OutlineKind, Radiator, Resonator};

/// A skin over a kettle. The material is that of the skin.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, expecting = "a table"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(transform = crate::shape::describe::<Self>))]
pub struct Kettledrum {
    /// Diameter of the skin (m).
    pub diameter: f64,
    /// Tension of the skin (N/m).
    pub tension: f64,
    /// Thickness of the skin (m).
    pub thickness: f64,
    /// Volume of the kettle (m³).
    pub volume: f64,
}

/// The kettledrum of Christian et al., 26 inches wide, with a skin of Mylar.
impl Default for Kettledrum {
    fn default() -> Self {
        Self { diameter: 0.656, tension: 3990.0, thickness: 1.9e-4, volume: 0.14 }
    }
}

impl Kettledrum {
    /// Of the cylinder (m).
    fn depth(&self) -> f64 {
        self.volume / (PI / 4.0 * self.diameter * self.diameter)
    }
}

impl Fields for Kettledrum {
    fn fields(&self) -> Vec<Field> {
        vec![
            length("diameter", self.diameter),
            Field::new("tension", self.tension, Limit::above(0.0, "N/m")),
            length("thickness", self.thickness),
            Field::new("volume", self.volume, Limit::above(0.0, "m³")),
        ]
    }
}

impl Resonator for Kettledrum {
    fn outline(&self) -> Outline {
        Outline::new(OutlineKind::Round, [self.diameter, self.diameter, self.depth()])
    }

    fn radiator(&self) -> Radiator {
        Radiator::Front(Face::Round(self.diameter))
    }

    fn formula_warnings(&self) -> Vec<Warning> {
        warn(self.thickness > 0.01 * self.diameter, "thickness", THICK)
    }

    fn design(&self, elastic: &Elastic, up_to: f64) -> Object {
        let (radius, density) = (0.5 * self.diameter, elastic.density * self.thickness);
        let head = Head { radius, density, tension: self.tension };
        let lines = lines(&[head], Around::Shell(self.depth()), up_to);
        object(density * PI * radius * radius, lines, up_to)
    }
}

#[cfg(test)]
mod tests {
    use crate::air::ROOM;

    use super::*;
    use crate::MYLAR;
    use crate::radiation::Radiation;

    /// 0.262 kg/m².
    const SKIN: Elastic = Elastic::isotropic(5e9, 0.4, 0.262 / 1.9e-4);

    #[test]
    fn the_partials_of_a_timpano_are_nearly_harmonic() {
        let object = Kettledrum::default().design(&SKIN, 600.0);
        let frequency =
            |name: &str| object.modes.iter().find(|mode| mode.name == name).unwrap().frequency;
        // Measured by Rossing 1982: 127, 150, 227, 252, 298, 314 and 366 Hz. That at 314 Hz is
        // called (1, 2); it is as much the air's lowest mode across the kettle.
        let known = [
            ("(0, 1)", 127.0),
            ("(1, 1) cos", 150.0),
            ("(2, 1) sin", 227.0),
            ("(0, 2)", 252.0),
            ("(3, 1) cos", 298.0),
            ("air (1, 0, 0) cos", 314.0),
            ("(4, 1) cos", 366.0),
        ];
        for (name, known) in known {
            let found = frequency(name);
            assert!((found / known - 1.0).abs() < 0.03, "{name}: {found} is not {known}");
        }
        assert!((object.mass - 0.262 * PI * 0.328 * 0.328).abs() < 1e-12);
    }

    #[test]
    fn what_is_heard_is_what_is_lost() {
        let drum = Kettledrum::default();
        let object = drum.design(&SKIN, 300.0);
        let losses = drum.radiation_losses(&object).unwrap();
        assert_eq!(losses.len(), object.modes.len());
        // From (0, 1) on, and both of a pair alike.
        assert!(losses[0] > 5.0 * losses[1] && losses[1] == losses[2], "{losses:?}");
        // Long waves leave with less power than in a wall.
        let [touched, heard] = [object.weights([0.2, 0.0]), object.face_weights([0.2, 0.0])];
        assert!((0.5..0.9).contains(&(heard[0] / touched[0]).powi(2)));
        assert!((heard[1] / touched[1] - 1.0).abs() < 1e-12);
        // The far field carries as much away.
        let far = Radiation::new(&drum.radiator(), &object, &ROOM).losses();
        for ((mode, loss), far) in object.modes.iter().zip(&losses).zip(&far) {
            assert!((far / loss - 1.0).abs() < 1e-4, "{}: {far} is not {loss}", mode.name);
        }
    }

    #[test]
    fn a_small_kettle_is_a_stiff_one() {
        let lowest = |volume: f64| {
            let object = Kettledrum { volume, ..Kettledrum::default() }.design(&SKIN, 400.0);
            object.modes.iter().find(|mode| mode.name == "(0, 1)").map(|mode| mode.frequency)
        };
        assert!(lowest(0.1) > lowest(0.14) && lowest(0.14) > lowest(0.5));
        let wrong = Kettledrum { volume: 0.0, ..Kettledrum::default() }.of(&MYLAR).unwrap_err();
        assert_eq!(
            wrong.to_string(),
            "`volume` is 0.0; `volume` must be a finite number above 0 (m³)"
        );
    }
}
