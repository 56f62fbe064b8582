//! What a shape knows once it is of some material: its modes, without their losses.

use carom::check::FieldError;

use super::Place;
use super::fields::rule_error;

/// What a shape has to know of its material.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elastic {
    /// Young's modulus (Pa).
    pub young: f64,
    /// Poisson's ratio; of wood, for shapes that know no grain.
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

    /// ν², by which a plate is stiffer than a bar: 1/(1 − ν²); of wood ν_LR·ν_RL.
    pub(crate) fn plane_product(&self) -> f64 {
        match &self.grain {
            Some(grain) => grain.poisson[0].powi(2) * grain.young[0] / self.young,
            None => self.poisson * self.poisson,
        }
    }

    /// What is wrong with the constants of the grain: no strain may set energy free. Their
    /// compliances are positive definite if all moduli are above 0, ν_ij² < E_i/E_j, and
    /// 1 − ν_LR·ν_RL − ν_RT·ν_TR − ν_LT·ν_TL − 2·ν_LR·ν_RT·ν_TL > 0, with ν_ji = ν_ij·E_j/E_i
    /// (Lempriere, AIAA J. 6, 2226 (1968)).
    #[must_use]
    pub fn grain_error(&self) -> Option<FieldError> {
        let Grain { young: [radial, tangential], shear, poisson: [lr, lt, rt] } = self.grain?;
        let along = self.young;
        for (field, moduli) in
            [("young", [along, radial, tangential].as_slice()), ("shear", shear.as_slice())]
        {
            if let Some(modulus) =
                moduli.iter().find(|modulus| modulus.is_nan() || **modulus <= 0.0)
            {
                return Some(rule_error(field, format!("{modulus:?}"), "above 0 (Pa) each"));
            }
        }
        let products =
            [lr * lr * radial / along, lt * lt * tangential / along, rt * rt * tangential / radial];
        let all = 1.0 - products.iter().sum::<f64>() - 2.0 * lr * rt * lt * tangential / along;
        let is_stable = products.iter().all(|product| *product < 1.0) && all > 0.0;
        let allowed = format!(
            "such that no strain sets energy free: 1 − ν_LR·ν_RL − ν_LT·ν_TL − ν_RT·ν_TR − \
             2·ν_LR·ν_RT·ν_TL above 0, where it is {all:.3}, and each product below 1"
        );
        (!is_stable).then(|| rule_error("poisson", format!("{:?}", [lr, lt, rt]), &allowed))
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

/// What a mode loses inside when parts of other materials ring along.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inner {
    /// The share of its energy that is in the material of the shape.
    pub own: f64,
    /// By how much (1/s) all other parts let it decay.
    pub others: f64,
}

/// The mode shapes of an object.
pub trait Forms: std::fmt::Debug + Send + Sync {
    /// How far the surface moves at a place when each mode moves by one, in the order of the
    /// modes, of as many as there are weights. Shapes are scaled so that their mean square over the mass is 1, so that every modal
    /// mass is the mass of the object. It is called while something sounds: it must not allocate.
    fn weights(&self, place: Place, weights: &mut [f64]);

    /// The same at a place of the face that moves the air, where that is not the surface that is
    /// touched.
    fn face_weights(&self, place: Place, weights: &mut [f64]) {
        self.weights(place, weights);
    }

    /// What each mode loses inside, where not all of it is in the material of the shape.
    fn inner_losses(&self) -> Option<Vec<Inner>> {
        None
    }

    /// What each mode loses by radiation (1/s), where the shape knows better than what the air
    /// around its [radiator](super::Radiator) says.
    fn radiation(&self) -> Option<Vec<f64>> {
        None
    }

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

    /// The weight of every mode at a place of the face that moves the air.
    #[must_use]
    pub fn face_weights(&self, place: Place) -> Vec<f64> {
        let mut weights = vec![0.0; self.modes.len()];
        self.forms.face_weights(place, &mut weights);
        weights
    }
}
