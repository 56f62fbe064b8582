//! A solid block of one isotropic material, free in space or on soft supports.

mod ritz;
#[cfg(test)]
mod tests;

use super::eigen::polynomial::Family;
use super::eigen::surface::{Draft, Drafts};
use super::{Elastic, Fault, Object, Places, Resonator, suspension_fault};

/// A solid rectangular block that is struck on its top face. Its modes are those of the elastic
/// solid, not of a bar or a plate; those that do not move the top face up and down are left out, and
/// so are the ones too high to be sure of (a hundred or two are left).
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, expecting = "a table"))]
pub struct Block {
    /// Length (m), above 0: along the first number of a place.
    #[cfg_attr(feature = "schemars", schemars(extend("exclusiveMinimum" = 0)))]
    pub length: f64,
    /// Width (m), above 0: along the second number of a place.
    #[cfg_attr(feature = "schemars", schemars(extend("exclusiveMinimum" = 0)))]
    pub width: f64,
    /// Height (m), above 0: from the bottom to the face that is struck.
    #[cfg_attr(feature = "schemars", schemars(extend("exclusiveMinimum" = 0)))]
    pub height: f64,
    /// The frequency (Hz), 0 or above, at which the block bounces and rocks as a whole on its soft
    /// supports; without it, it floats.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "schemars", schemars(range(min = 0)))]
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

    /// The motions of the rigid body that the top face takes part in: up and down, and turning
    /// about the two horizontal axes. With a mean square of 1 over the body, u_z of a turn is
    /// x·√12/√(L² + H²), so that u_z²/m = x²/I with the block's own moment of inertia I.
    fn add_rigid(&self, drafts: &mut Drafts) {
        let group = drafts.groups.len();
        drafts.groups.push(vec![[0, 0], [1, 0], [0, 1]]);
        let share = |side: f64| side / side.hypot(self.height);
        let modes = [
            ("translation", 1.0),
            ("tilt along the length", share(self.length)),
            ("tilt along the width", share(self.width)),
        ];
        for (i, (name, weight)) in modes.into_iter().enumerate() {
            let mut coefficients = vec![0.0; 3];
            coefficients[i] = weight;
            let frequency = self.suspension.unwrap_or(0.0);
            drafts.rigid.push((name, Draft { frequency, group, coefficients }));
        }
    }
}

impl Resonator for Block {
    fn faults(&self) -> Vec<Fault> {
        let lengths = [("length", self.length), ("width", self.width), ("height", self.height)];
        let lengths =
            lengths.into_iter().filter_map(|(field, value)| Fault::unless_above_zero(field, value));
        lengths.chain(suspension_fault(self.suspension)).collect()
    }

    fn doubts(&self) -> Vec<(&'static str, String)> {
        let sides = self.sides();
        let longest = sides.into_iter().fold(0.0, f64::max);
        let names = ["length", "width", "height"];
        let slender = names.into_iter().zip(sides).filter(|(_, side)| *side < longest / 30.0);
        let text = "below a thirtieth of the longest side only the lowest modes are found: a bar \
                    or a plate would have more";
        slender.map(|(name, _)| (name, text.to_string())).collect()
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
        let mut drafts = Drafts {
            family: Family::Free,
            groups: Vec::new(),
            rigid: Vec::new(),
            elastic: Vec::new(),
        };
        self.add_rigid(&mut drafts);
        ritz::add_modes(self.sides(), elastic, up_to, &mut drafts);
        drafts.finish(elastic.density * self.length * self.width * self.height, up_to)
    }
}
