//! A rectangular plate, thin as Kirchhoff's theory wants it, of one isotropic material.

mod ritz;
mod supported;

#[cfg(test)]
mod tests;

use super::eigen::polynomial::Family;
use super::{Elastic, Fault, Object, Places, Resonator, suspension_fault};

/// How all four edges of a plate are held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Edges {
    /// Not at all.
    #[default]
    Free,
    /// They neither move nor turn.
    Clamped,
    /// They do not move but turn freely.
    Supported,
}

/// A rectangular plate, much thinner than it is wide. Of a large plate only the lowest modes are
/// designed, some 300 or 400 (some 4000 if `edges` is "supported").
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, expecting = "a table"))]
pub struct Plate {
    /// Length (m), above 0: along the first number of a place.
    #[cfg_attr(feature = "schemars", schemars(extend("exclusiveMinimum" = 0)))]
    pub length: f64,
    /// Width (m), above 0: along the second number of a place.
    #[cfg_attr(feature = "schemars", schemars(extend("exclusiveMinimum" = 0)))]
    pub width: f64,
    /// Thickness (m), above 0.
    #[cfg_attr(feature = "schemars", schemars(extend("exclusiveMinimum" = 0)))]
    pub thickness: f64,
    /// How the edges are held: "free", "clamped" or "supported".
    #[cfg_attr(feature = "serde", serde(default))]
    pub edges: Edges,
    /// The frequency (Hz), 0 or above, at which a free plate bounces and rocks as a whole on its
    /// soft supports; without it, it floats.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "schemars", schemars(range(min = 0)))]
    pub suspension: Option<f64>,
}

/// A sheet a little larger than one of paper.
impl Default for Plate {
    fn default() -> Self {
        Self { length: 0.3, width: 0.2, thickness: 0.002, edges: Edges::Free, suspension: None }
    }
}

impl Plate {
    /// √(D/ρh) (m²/s) with D = Eh³/(12(1−ν²)): ω = √(D/ρh)·k² for a bending wave of wavenumber k.
    fn bending(&self, elastic: &Elastic) -> f64 {
        let modulus = elastic.young / (1.0 - elastic.poisson * elastic.poisson);
        self.thickness * (modulus / (12.0 * elastic.density)).sqrt()
    }

    fn mass(&self, elastic: &Elastic) -> f64 {
        elastic.density * self.length * self.width * self.thickness
    }
}

impl Resonator for Plate {
    fn faults(&self) -> Vec<Fault> {
        let lengths =
            [("length", self.length), ("width", self.width), ("thickness", self.thickness)];
        let lengths =
            lengths.into_iter().filter_map(|(field, value)| Fault::unless_above_zero(field, value));
        lengths.chain(suspension_fault(self.suspension)).collect()
    }

    fn doubts(&self) -> Vec<(&'static str, String)> {
        let mut doubts = Vec::new();
        let side = self.length.min(self.width);
        if self.thickness > side {
            let text = "the plate is thicker than wide: the thin-plate formula does not hold, \
                        a block would";
            doubts.push(("thickness", text.to_string()));
        } else if self.thickness > side / 10.0 {
            let text = "above a tenth of the smaller side the thin-plate formula no longer \
                        holds: the higher modes come out too high";
            doubts.push(("thickness", text.to_string()));
        }
        if self.suspension.is_some() && self.edges != Edges::Free {
            let text = "only a plate with free edges lies on soft supports: this is not used";
            doubts.push(("suspension", text.to_string()));
        }
        doubts
    }

    fn places(&self) -> Places {
        Places::Rectangle
    }

    fn size(&self) -> [f64; 2] {
        [self.length, self.width]
    }

    fn suspension(&self) -> Option<f64> {
        self.suspension
    }

    fn design(&self, elastic: &Elastic, up_to: f64) -> Object {
        match self.edges {
            Edges::Free => ritz::design(self, Family::Free, elastic, up_to),
            Edges::Clamped => ritz::design(self, Family::Clamped, elastic, up_to),
            Edges::Supported => supported::design(self, elastic, up_to),
        }
    }
}
