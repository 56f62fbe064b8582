//! A kettledrum: a skin over a kettle full of air (Christian et al., J. Acoust. Soc. Am. 76, 1336
//! (1984); Fletcher and Rossing 1998, The Physics of Musical Instruments, chapter 18). The kettle is
//! taken as a hard cylinder of its volume, as wide as the skin, and outside the rim as a wall.

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
