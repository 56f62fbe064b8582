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
    /// Shear modulus (Pa); of wood, in planes along the grain.
    pub shear: f64,
    /// What wood has beside that, where it is known: it is not the same in every direction.
    pub grain: Option<Grain>,
}

impl Elastic {
    /// The same in every direction, with the shear modulus that follows.
    #[must_use]
    pub const fn isotropic(young: f64, poisson: f64, density: f64) -> Self {
        Self { young, poisson, density, shear: 0.5 * young / (1.0 + poisson), grain: None }
    }
}

/// The elastic constants of wood beside Young's modulus along the grain: with that one they are the
/// nine of an orthotropic solid. L is along the grain, R across the rings, T along them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grain {
    /// E_R and E_T (Pa).
    pub young: [f64; 2],
    /// G_LR, G_LT and G_RT (Pa).
    pub shear: [f64; 3],
    /// ν_LR, ν_LT and ν_RT: strain across over strain along.
    pub poisson: [f64; 3],
}

/// What a mode does to its material, which decides what it loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// The whole moves and nothing is strained.
    Whole,
    /// Bending: one face is stretched while the other is pressed.
    Bending,
    /// Twisting: shear.
    Twisting,
    /// A solid that is strained throughout.
    Solid,
    /// Held by tension.
    Taut,
    /// A gas.
    Gas,
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
    /// What it does to the material.
    pub motion: Motion,
}

/// The mode shapes of an object.
pub trait Forms: std::fmt::Debug + Send + Sync {
    /// How far the surface moves at a place when each mode moves by one, in the order of the
    /// modes. Shapes are scaled so that their mean square over the mass is 1, so that every modal
    /// mass is the mass of the object.
    fn weights(&self, place: Place, weights: &mut [f64]);

    /// ∫|∇φ|² of each mode over what is stretched as it bends; none where nothing holds the edge.
    fn stretches(&self) -> Vec<f64> {
        Vec::new()
    }
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
