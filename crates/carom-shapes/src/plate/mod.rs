//! A rectangular plate, thin as Kirchhoff's theory wants it, of a material that is the same in every
//! direction or has a grain along the length (Hearmon, Applied Anisotropic Elasticity, 1961; Leissa,
//! Vibration of Plates, NASA SP-160, 1969, ch. 9).

mod rigidity;
mod ritz;
mod warburton;

#[cfg(test)]
mod tests;

use std::f64::consts::FRAC_PI_2;

use carom::check::{Field, Fields};

use crate::beam::Ends;
use crate::eigen::polynomial::Family;
use crate::fields::{Warning, length, suspension, warn};
use crate::special::sines;
use crate::{Elastic, Face, Motion, Object, Outline, OutlineKind, Radiator, Resonator};
use rigidity::Rigidity;

/// More modes than anybody can hear; keeps memory bounded for any plate.
const MOST_SUPPORTED: usize = 4096;

/// How all edges of a plate are held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Edges {
    /// They are free.
    #[default]
    Free,
    /// They neither move nor turn.
    Clamped,
    /// They do not move but turn freely.
    Supported,
}

/// A rectangular plate, much thinner than it is wide. Of wood whose grain is known it has the grain
/// along its length and its rings upright, as boards of instruments have. Of a large plate only the lowest modes are
/// designed, some 300 or 400 (some 4000 if `edges` is "supported").
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, expecting = "a table"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(transform = crate::shape::describe::<Self>))]
pub struct Plate {
    /// Length (m): along the first number of a place.
    pub length: f64,
    /// Width (m): along the second number of a place.
    pub width: f64,
    /// Thickness (m).
    pub thickness: f64,
    /// How the edges are held: "free", "clamped" or "supported".
    #[cfg_attr(feature = "serde", serde(default))]
    pub edges: Edges,
    /// The frequency (Hz) at which a free plate bounces and rocks as a whole on its soft supports;
    /// without it nothing holds the plate.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub suspension: Option<f64>,
}

/// A sheet a little larger than one of paper.
impl Default for Plate {
    fn default() -> Self {
        Self { length: 0.3, width: 0.2, thickness: 0.002, edges: Edges::Free, suspension: None }
    }
}

impl Plate {
    /// √(D/ρh) (m²/s): ω = √(D/ρh)·k² for a bending wave of wavenumber k, in a plate with a grain for
    /// the mean over both directions.
    fn bending(&self, elastic: &Elastic) -> f64 {
        let modulus = Rigidity::of(elastic).modulus;
        self.thickness * (modulus / (12.0 * elastic.density)).sqrt()
    }

    /// With supported edges the modes are sines, exactly: f = (π/2)·√(D/ρh)·((m/a)² + (n/b)²)
    /// (Leissa, Vibration of Plates, NASA SP-160, 1969, eq. 4.20), and with a grain
    /// f² = (π/2)²/ρh·(D_x·(m/a)⁴ + 2(D_1 + 2D_66)·(mn/ab)² + D_y·(n/b)⁴) (there, ch. 9).
    fn supported(&self, elastic: &Elastic, up_to: f64) -> Object {
        let scale = FRAC_PI_2 * self.bending(elastic);
        let rigidity = Rigidity::of(elastic);
        let frequency = |m: f64, n: f64| {
            let (x, y) = ((m / self.length).powi(2), (n / self.width).powi(2));
            scale * if elastic.grain.is_some() { rigidity.square(x, y).sqrt() } else { x + y }
        };
        sines(self.mass(elastic), Motion::Bending, frequency, up_to, MOST_SUPPORTED)
    }

    fn mass(&self, elastic: &Elastic) -> f64 {
        elastic.density * self.length * self.width * self.thickness
    }
}

impl Fields for Plate {
    fn fields(&self) -> Vec<Field> {
        vec![
            length("length", self.length),
            length("width", self.width),
            length("thickness", self.thickness),
            suspension(self.suspension),
        ]
    }
}

impl Resonator for Plate {
    fn outline(&self) -> Outline {
        Outline::new(OutlineKind::Rectangle, [self.length, self.width, self.thickness])
    }

    fn radiator(&self) -> Radiator {
        let face = Face::Rectangle([self.length, self.width]);
        if self.is_free() { Radiator::BothSides(face) } else { Radiator::Front(face) }
    }

    fn is_free(&self) -> bool {
        self.edges == Edges::Free
    }

    fn formula_warnings(&self) -> Vec<Warning> {
        let side = self.length.min(self.width);
        let why = if self.thickness > side {
            "the plate is thicker than wide: the thin-plate formula does not hold, a block would"
        } else {
            "above a tenth of the smaller side the thin-plate formula no longer holds: the higher \
             modes come out too high"
        };
        warn(self.thickness > side / 10.0, "thickness", why)
    }

    fn design(&self, elastic: &Elastic, up_to: f64) -> Object {
        let (family, ends) = match self.edges {
            Edges::Free => (Family::Free, Ends::Free),
            Edges::Clamped => (Family::Clamped, Ends::Clamped),
            Edges::Supported => return self.supported(elastic, up_to),
        };
        let (object, found) = ritz::design(self, family, elastic, up_to);
        warburton::extend(object, (self, ends), elastic, [found, up_to])
    }
}
