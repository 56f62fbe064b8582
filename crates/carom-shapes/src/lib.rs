//! Resonators by design: which modes a thing of some shape and material has.
//!
//! A shape knows its frequencies, modal masses and mode shapes from geometry and elastic constants,
//! each by a formula that its file cites. How fast the modes decay is the material's affair.

// No panic is reachable from a user.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod bar;
pub mod bell;
pub mod block;
pub mod bowl;
pub mod cavity;
mod eigen;
pub mod felt;
pub mod material;
pub mod membrane;
pub mod pipe;
pub mod plate;
pub mod round_plate;
mod special;
pub mod string;
pub mod touch;

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

/// How the places of a shape are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Places {
    /// One number from 0 to 1: along the length.
    Line,
    /// Two numbers from 0 to 1: along length and width.
    Rectangle,
    /// A radius from 0 to 1 (centre to rim) and an angle in turns.
    Round,
}

/// A place on a shape: one number on a line (the second is not looked at), two elsewhere.
pub type Place = [f64; 2];

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

/// A field with a value that it must not have.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// The field of the shape.
    pub field: &'static str,
    /// Its value in words.
    pub value: String,
    /// What is allowed.
    pub allowed: &'static str,
}

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

    /// All its modes from 0 to `up_to` hertz.
    fn design(&self, elastic: &Elastic, up_to: f64) -> Object;
}

/// A fault unless the value is finite and above 0.
pub fn above_zero(field: &'static str, value: f64) -> Option<Fault> {
    let fine = value.is_finite() && value > 0.0;
    let fault = Fault { field, value: value.to_string(), allowed: "a finite number above 0" };
    (!fine).then_some(fault)
}
