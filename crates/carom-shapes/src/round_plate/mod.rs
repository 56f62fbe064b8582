//! A round plate.

mod edge;

use std::f64::consts::PI;

use carom::check::{Field, Fields};

use self::edge::{Held, Outwards};
use crate::fields::{Warning, length, split, suspension, warn};
use crate::special::{Around, Form, HIGHEST_WAVE_NUMBER, Line, object};
use crate::{Edges, Elastic, Face, Object, Outline, OutlineKind, Place, Radiator, Resonator};

/// A flat round plate, such as a coin or a lid.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, expecting = "a table"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(transform = crate::shape::describe::<Self>))]
pub struct RoundPlate {
    /// Diameter (m).
    pub diameter: f64,
    /// Thickness (m).
    pub thickness: f64,
    /// How the edge is held.
    #[cfg_attr(feature = "serde", serde(default))]
    pub edge: Edges,
    /// The frequency (Hz) at which a free plate bounces as a whole on its soft supports; without it
    /// nothing holds the plate.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub suspension: Option<f64>,
    /// By what share of their frequency the two modes of a pair differ. Nothing is perfectly
    /// round, so that pairs beat.
    #[cfg_attr(feature = "serde", serde(default))]
    pub split: f64,
}

/// A lid.
impl Default for RoundPlate {
    fn default() -> Self {
        Self { diameter: 0.2, thickness: 0.002, edge: Edges::Free, suspension: None, split: 0.0 }
    }
}

impl RoundPlate {
    /// Frequency (Hz) over λ², √(D/ρh)/(2πa²) with D = Eh³/(12(1 − ν²)).
    fn scale(&self, elastic: &Elastic) -> f64 {
        let stiff = elastic.young / (12.0 * elastic.density * (1.0 - elastic.poisson.powi(2)));
        2.0 * self.thickness * stiff.sqrt() / (PI * self.diameter.powi(2))
    }

    /// The three motions of the rigid body, which only a free plate has.
    fn rigid(&self) -> Vec<Line<Motion>> {
        if self.edge != Edges::Free {
            return Vec::new();
        }
        let frequency = self.suspension.unwrap_or(0.0);
        let line = |name: &str, form| Line { frequency, name: name.into(), form };
        vec![
            line("translation", Motion::Translation),
            line("tilt cos", Motion::Tilt(Around::Cosine(1))),
            line("tilt sin", Motion::Tilt(Around::Sine(1))),
        ]
    }

    /// The modes with n nodal diameters, by rising frequency; λ is at most `highest`.
    fn bending(&self, held: Held, scale: f64, highest: f64) -> Vec<Line<Motion>> {
        let mut lines = Vec::new();
        let first = held.fewest_circles();
        for (circles, lambda) in (first..).zip(held.wave_numbers(highest)) {
            let outwards = held.outwards(lambda);
            for around in Around::all(held.diameters) {
                let form = Motion::Bending(around, outwards);
                let frequency = scale * lambda.powi(2) * around.detuning(self.split);
                lines.push(Line { frequency, name: around.name(circles), form });
            }
        }
        lines
    }
}

impl Fields for RoundPlate {
    fn fields(&self) -> Vec<Field> {
        vec![
            length("diameter", self.diameter),
            length("thickness", self.thickness),
            suspension(self.suspension),
            split(self.split),
        ]
    }
}

impl Resonator for RoundPlate {
    fn outline(&self) -> Outline {
        Outline::new(OutlineKind::Round, [self.diameter, self.diameter, self.thickness])
    }

    fn radiator(&self) -> Radiator {
        let face = Face::Round(self.diameter);
        if self.is_free() { Radiator::BothSides(face) } else { Radiator::Front(face) }
    }

    fn is_free(&self) -> bool {
        self.edge == Edges::Free
    }

    fn formula_warnings(&self) -> Vec<Warning> {
        let why = "the plate is thicker than a tenth of its diameter: the formula for thin plates \
                   makes its modes too high";
        warn(self.thickness > 0.1 * self.diameter, "thickness", why)
    }

    fn design(&self, elastic: &Elastic, up_to: f64) -> Object {
        let scale = self.scale(elastic);
        // The lower mode of a pair may be in range where their mean is not.
        let highest = (up_to.max(0.0) / (scale * (1.0 - 0.5 * self.split))).sqrt();
        let highest = highest.min(HIGHEST_WAVE_NUMBER);
        let mut lines = self.rigid();
        for diameters in 0.. {
            let held = Held { edge: self.edge, poisson: elastic.poisson, diameters };
            if held.lowest() > highest {
                break;
            }
            lines.extend(self.bending(held, scale, highest));
        }
        let area = PI / 4.0 * self.diameter.powi(2);
        object(elastic.density * self.thickness * area, lines, up_to)
    }
}

#[derive(Debug)]
enum Motion {
    Translation,
    Tilt(Around),
    Bending(Around, Outwards),
}

impl Form for Motion {
    fn motion(&self) -> crate::Motion {
        match self {
            Self::Translation | Self::Tilt(_) => crate::Motion::Whole,
            Self::Bending(..) => crate::Motion::Bending,
        }
    }

    fn weight(&self, [radius, turns]: Place) -> f64 {
        match self {
            Self::Translation => 1.0,
            // √2 for r, another for the angle.
            Self::Tilt(around) => std::f64::consts::SQRT_2 * radius * around.weight(turns),
            Self::Bending(around, outwards) => outwards.weight(radius) * around.weight(turns),
        }
    }

    fn first_part(&self, radius: f64) -> f64 {
        if let Self::Bending(_, outwards) = self { outwards.weight(radius) } else { 0.0 }
    }

    fn weight_from(&self, first_part: f64, place: Place) -> f64 {
        match self {
            Self::Bending(around, _) => first_part * around.weight(place[1]),
            _ => self.weight(place),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::special::testing::{STEEL, assert_sound};

    const ALL: [Edges; 3] = [Edges::Free, Edges::Clamped, Edges::Supported];

    fn lid(edge: Edges) -> RoundPlate {
        RoundPlate { diameter: 0.2, thickness: 0.002, edge, suspension: None, split: 0.0 }
    }

    #[test]
    fn the_pitch_of_a_coin() {
        let coin = lid(Edges::Free);
        let object = coin.design(&STEEL, 2e4);
        let stiffness = 2e11 * 8e-9 / (12.0 * 0.91);
        let expected = 5.358_f64 / (2.0 * PI * 0.01) * (stiffness / (7850.0 * 0.002_f64)).sqrt();
        assert_eq!(object.modes[3].name, "(2, 0) cos");
        assert!((object.modes[3].frequency / expected - 1.0).abs() < 1e-4);
        assert!((object.mass - 7850.0 * 0.002 * PI * 0.01).abs() < 1e-12);
    }

    #[test]
    fn modes_are_called_as_in_the_books() {
        let names = |edge| {
            let object = lid(edge).design(&STEEL, 2e4);
            object.modes[..6].iter().map(|mode| mode.name.clone()).collect::<Vec<_>>()
        };
        let free = ["translation", "tilt cos", "tilt sin", "(2, 0) cos", "(2, 0) sin", "(0, 1)"];
        assert_eq!(names(Edges::Free), free);
        let clamped = ["(0, 0)", "(1, 0) cos", "(1, 0) sin", "(2, 0) cos", "(2, 0) sin", "(0, 1)"];
        assert_eq!(names(Edges::Clamped), clamped);
    }

    #[test]
    fn pairs_split() {
        let split = RoundPlate { split: 0.01, suspension: Some(20.0), ..lid(Edges::Free) };
        let (split, whole) = (split.design(&STEEL, 2e4), lid(Edges::Free).design(&STEEL, 2e4));
        let mean = whole.modes[3].frequency;
        assert!((split.modes[3].frequency / mean - 0.995).abs() < 1e-12);
        assert!((split.modes[4].frequency / mean - 1.005).abs() < 1e-12);
        assert_eq!(split.modes[5].frequency, whole.modes[5].frequency);
        assert_eq!(split.modes[2].frequency, 20.0);
        assert_sound(&split, 2e4);
    }

    #[test]
    fn only_even_modes_move_the_middle() {
        for edge in ALL {
            let object = lid(edge).design(&STEEL, 2e4);
            for (mode, weight) in object.modes.iter().zip(object.weights([0.0, 0.3])) {
                let even = mode.name.starts_with("(0") || mode.name == "translation";
                assert!((weight.abs() > 1e-12) == even, "{}: {weight}", mode.name);
            }
        }
    }
}
