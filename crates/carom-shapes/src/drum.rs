//! A drum with a shell and two heads that the air between them couples (Rossing, Bork, Zhao and
//! Fystrom, Acoustics of snare drums, J. Acoust. Soc. Am. 92, 84 (1992); Fletcher and Rossing 1998,
//! The Physics of Musical Instruments, chapter 18). The shell is hard; outside, each head has
//! the mass of air of one in a wall, and sound leaves both as the poles of a sphere.

use std::f64::consts::PI;

use carom::check::{Field, Fields, Limit};

use crate::drumhead::{Around, Head, lines};
use crate::fields::{Warning, length, warn};
use crate::membrane::THICK;
use crate::special::object;
use crate::{Elastic, Face, Object, Outline, OutlineKind, Radiator, Resonator};

/// A drum with two heads, which is struck on one, the batter head. The material is that of both
/// heads. Modes are pairs: the heads move together or against each other.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, expecting = "a table"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(transform = crate::shape::describe::<Self>))]
pub struct Drum {
    /// Diameter of the heads (m).
    pub diameter: f64,
    /// Depth of the shell (m).
    pub depth: f64,
    /// Tension of the batter head (N/m).
    pub tension: f64,
    /// Thickness of the batter head (m).
    pub thickness: f64,
    /// Tension of the other head (N/m).
    pub other_tension: f64,
    /// Thickness of the other head (m).
    pub other_thickness: f64,
}

/// A tom of 12 inches.
impl Default for Drum {
    fn default() -> Self {
        Self {
            diameter: 0.3,
            depth: 0.2,
            tension: 1500.0,
            thickness: 2.5e-4,
            other_tension: 1200.0,
            other_thickness: 1.9e-4,
        }
    }
}

impl Fields for Drum {
    fn fields(&self) -> Vec<Field> {
        vec![
            length("diameter", self.diameter),
            length("depth", self.depth),
            Field::new("tension", self.tension, Limit::above(0.0, "N/m")),
            length("thickness", self.thickness),
            Field::new("other_tension", self.other_tension, Limit::above(0.0, "N/m")),
            length("other_thickness", self.other_thickness),
        ]
    }
}

impl Resonator for Drum {
    fn outline(&self) -> Outline {
        Outline::new(OutlineKind::Round, [self.diameter, self.diameter, self.depth])
    }

    fn radiator(&self) -> Radiator {
        Radiator::Front(Face::Round(self.diameter))
    }

    fn formula_warnings(&self) -> Vec<Warning> {
        let thin = 0.01 * self.diameter;
        let mut warnings = warn(self.thickness > thin, "thickness", THICK);
        warnings.extend(warn(self.other_thickness > thin, "other_thickness", THICK));
        warnings
    }

    /// The mass is that of both heads.
    fn design(&self, elastic: &Elastic, up_to: f64) -> Object {
        let radius = 0.5 * self.diameter;
        let head = |tension: f64, thickness: f64| Head {
            radius,
            density: elastic.density * thickness,
            tension,
        };
        let heads =
            [head(self.tension, self.thickness), head(self.other_tension, self.other_thickness)];
        let mass = PI * radius * radius * heads.iter().map(|head| head.density).sum::<f64>();
        object(mass, lines(&heads, Around::Shell(self.depth), up_to), up_to)
    }
}

#[cfg(test)]
mod tests {
    use crate::air::ROOM;

    use super::*;
    use crate::MYLAR;
    use crate::radiation::Radiation;

    #[test]
    fn modes_are_pairs_and_the_heads_go_together_below() {
        let drum = Drum::default();
        let object = drum.design(&MYLAR.elastic, 400.0);
        let names: Vec<_> = object.modes.iter().map(|mode| mode.name.as_str()).collect();
        assert_eq!(names[0], "(0, 1) together");
        for name in ["(0, 1) against", "(1, 1) cos together", "(1, 1) sin against"] {
            assert!(names.contains(&name), "{name} {names:?}");
        }
        let losses = drum.radiation_losses(&object).unwrap();
        let against = names.iter().position(|name| *name == "(0, 1) against").unwrap();
        // The far field, of which the struck head is the source, carries as much away.
        let far = Radiation::new(&drum.radiator(), &object, &ROOM).losses();
        let near = |(loss, far): (&f64, &f64)| (far / loss - 1.0).abs() < 1e-4;
        assert!(losses.iter().zip(&far).all(near), "{losses:?} {far:?}");
        // A dipole and a monopole.
        assert!(losses[against] > 5.0 * losses[0], "{losses:?}");
        assert!(object.modes[against].frequency > 1.4 * object.modes[0].frequency);
    }

    #[test]
    fn a_lower_tension_of_the_other_head_lowers_the_whole() {
        let lowest = |other_tension: f64| {
            let drum = Drum { other_tension, ..Drum::default() };
            drum.design(&MYLAR.elastic, 300.0).modes[0].frequency
        };
        assert!(lowest(600.0) < lowest(1200.0) && lowest(1200.0) < lowest(2400.0));
        let wrong = Drum { depth: -0.1, ..Drum::default() }.errors();
        assert_eq!(wrong[0].field, "depth");
    }
}
