//! Shapes that can be designed.

use std::f64::consts::PI;
use std::sync::Arc;

use carom::{InvalidValue, Mode};

use super::material::{Damping, Material};
use super::{DesignedMode, Elastic, Fault, Object, Places, Thing};

/// Up to which frequency (Hz) modes are kept if nothing is said: nobody hears higher ones.
pub const HIGHEST_MODE: f64 = 20_000.0;

/// The quality factor of the motion on soft supports.
const SUPPORT_Q: f64 = 1.0;

/// A shape that can be designed.
pub trait Resonator {
    /// Values that are not allowed. Nothing else may be asked of a shape with faults.
    fn faults(&self) -> Vec<Fault>;

    /// Fields whose values are allowed but leave the range in which the formulas hold, and why.
    fn doubts(&self) -> Vec<(&'static str, String)>;

    /// How places on it are written.
    fn places(&self) -> Places;

    /// How large it is (m): length and width, or the radius of a round one as it is rolled over.
    fn size(&self) -> [f64; 2];

    /// The frequency of a free one on its soft supports (Hz), if it has any.
    fn suspension(&self) -> Option<f64> {
        None
    }

    /// Whether it is a space that gas fills, not a solid.
    fn is_filled_with_gas(&self) -> bool {
        false
    }

    /// All its modes from 0 to `up_to` hertz.
    fn design(&self, elastic: &Elastic, up_to: f64) -> Object;

    /// The modes of its object with their losses: those of the material, or one quality factor
    /// `q` for all. What moves on soft supports stops at once, and what nothing holds never does.
    fn ringing(&self, object: &Object, damping: &Damping, q: Option<f64>) -> Vec<Mode> {
        let mode = |&DesignedMode { frequency, mass, .. }: &DesignedMode| {
            if frequency == 0.0 {
                return Mode::free(mass);
            }
            let sigma = if self.suspension() == Some(frequency) {
                PI * frequency / SUPPORT_Q
            } else if let Some(q) = q {
                PI * frequency / q
            } else {
                damping.decay_rate(frequency)
            };
            Mode { sigma, ..Mode::ringing(mass, frequency, 1.0) }
        };
        object.modes.iter().map(mode).collect()
    }

    /// The thing of this shape and a material, with its modes up to [`HIGHEST_MODE`].
    ///
    /// # Errors
    ///
    /// If the shape has faults, the material cannot have this shape, or the thing would weigh
    /// nothing or endlessly much.
    fn of(&self, material: &Material) -> Result<Thing, InvalidValue> {
        self.of_up_to(material, HIGHEST_MODE)
    }

    /// The thing of this shape and a material, with its modes up to some frequency (Hz).
    ///
    /// # Errors
    ///
    /// As [`of`](Self::of), and if the frequency is not finite and above 0.
    fn of_up_to(&self, material: &Material, hertz: f64) -> Result<Thing, InvalidValue> {
        refuse(self.faults())?;
        refuse(material.faults())?;
        let fitting = if self.is_filled_with_gas() { "that of a gas" } else { "that of a solid" };
        let fits = material.solid != self.is_filled_with_gas();
        refuse(Fault::unless(fits, "Young's modulus", material.elastic.young, fitting))?;
        refuse(Fault::unless_above_zero("highest frequency", hertz))?;
        let object = self.design(&material.elastic, hertz);
        refuse(Fault::unless_above_zero("mass", object.mass))?;
        let modes = self.ringing(&object, &material.damping, None);
        Ok(Thing::new(Arc::new(object), modes, self.places()))
    }
}

/// The first fault, if there is any, as an error.
fn refuse(faults: impl IntoIterator<Item = Fault>) -> Result<(), InvalidValue> {
    faults.into_iter().next().map_or(Ok(()), |fault| Err(fault.into()))
}
