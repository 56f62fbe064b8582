//! What a shape knows once it is of some material: its modes, without their losses.

use super::Place;

/// What a shape has to know of its material.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elastic {
    /// Young's modulus (Pa).
    pub young: f64,
    /// Poisson's ratio.
    pub poisson: f64,
    /// kg/m³.
    pub density: f64,
}

/// One mode.
#[derive(Clone, Debug, PartialEq)]
pub struct DesignedMode {
    /// Undamped frequency (Hz), 0 for the motion of the rigid body.
    pub frequency: f64,
    /// Modal mass (kg): ∫ρφ²dV, with the mode shape φ as [`Forms::weights`] gives it.
    pub mass: f64,
    /// What people call it, such as `3` or `(2, 1) cos`.
    pub name: String,
}

/// The mode shapes of an object.
pub trait Forms: std::fmt::Debug + Send + Sync {
    /// How far the surface moves at a place when each mode moves by one, in the order of the
    /// modes. Shapes are scaled so that their mean square over the mass is 1, so that every modal
    /// mass is the mass of the object.
    fn weights(&self, place: Place, weights: &mut [f64]);
}

/// An object: modes by rising frequency, those of the rigid body first.
#[derive(Debug)]
pub struct Object {
    /// Its mass (kg).
    pub mass: f64,
    /// Its modes.
    pub modes: Vec<DesignedMode>,
    /// Their shapes.
    pub forms: Box<dyn Forms>,
}

impl Object {
    /// The weight of every mode at a place.
    #[must_use]
    pub fn weights(&self, place: Place) -> Vec<f64> {
        let mut weights = vec![0.0; self.modes.len()];
        self.forms.weights(place, &mut weights);
        weights
    }
}
