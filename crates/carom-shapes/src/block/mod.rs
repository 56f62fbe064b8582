//! A solid block of one isotropic material, free in space or on soft supports.

mod ritz;
#[cfg(test)]
mod tests;

use carom::check::{Field, Fields};

use crate::eigen::polynomial::Family;
use crate::eigen::surface::Drafts;
use crate::fields::{Warning, length, suspension, warn};
use crate::{Elastic, Motion, Object, Outline, OutlineKind, Radiator, Resonator};

/// A solid rectangular block that is struck on its top face. Its modes are those of the elastic
/// solid, not of a bar or a plate; those that do not move the top face up and down are left out, and
/// so are the ones too high to be sure of (a hundred or two are left).
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, expecting = "a table"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(transform = crate::shape::describe::<Self>))]
pub struct Block {
    /// Length (m): along the first number of a place.
    pub length: f64,
    /// Width (m): along the second number of a place.
    pub width: f64,
    /// Height (m): from the bottom to the face that is struck.
    pub height: f64,
    /// The frequency (Hz) at which the block bounces and rocks as a whole on its soft supports;
    /// without it nothing holds the block.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub suspension: Option<f64>,
}

/// A short beam.
impl Default for Block {
    fn default() -> Self {
        Self { length: 0.4, width: 0.08, height: 0.05, suspension: None }
    }
}

impl Block {
    fn sides(&self) -> [f64; 3] {
        [self.length, self.width, self.height]
    }
}

impl Fields for Block {
    fn fields(&self) -> Vec<Field> {
        vec![
            length("length", self.length),
            length("width", self.width),
            length("height", self.height),
            suspension(self.suspension),
        ]
    }
}

impl Resonator for Block {
    fn outline(&self) -> Outline {
        Outline::new(OutlineKind::Rectangle, self.sides())
    }

    fn radiator(&self) -> Radiator {
        Radiator::Solid(self.sides())
    }

    fn is_free(&self) -> bool {
        true
    }

    fn formula_warnings(&self) -> Vec<Warning> {
        let longest = self.sides().into_iter().fold(0.0, f64::max);
        let sides = [("length", self.length), ("width", self.width), ("height", self.height)];
        let why = "below a thirtieth of the longest side only the lowest modes are found: a bar or \
                   a plate would have more";
        sides.iter().flat_map(|(name, side)| warn(*side < longest / 30.0, name, why)).collect()
    }

    fn design(&self, elastic: &Elastic, up_to: f64) -> Object {
        let mut drafts = Drafts::new(Family::Free);
        // With a mean square of 1 over the body, u_z of a turn is x·√12/√(L² + H²), so that
        // u_z²/m = x²/I with the block's own moment of inertia I.
        let share = |side: f64| side / side.hypot(self.height);
        let weights = [1.0, share(self.length), share(self.width)];
        drafts.add_rigid(self.suspension.unwrap_or(0.0), weights);
        ritz::add_modes(self.sides(), elastic, up_to, &mut drafts);
        let mass = elastic.density * self.length * self.width * self.height;
        drafts.finish(mass, Motion::Solid, up_to)
    }
}
