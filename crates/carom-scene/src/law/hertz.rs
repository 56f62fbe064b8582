//! Hertz's contact of round bodies.

use super::{Field, FieldError, Fields, InvalidValue, Law, LossSpec};
use super::{MU, RESTITUTION, SPEED, Spec};
use carom::law::Surface;

/// Hertz's contact of two spheres, or of a sphere and a plane, f = k·x^(3/2)·(1 + μẋ). Its loss
/// is given by at most one of `mu`, and `restitution` with `speed`.
#[derive(Clone, Debug, PartialEq, schemars::JsonSchema)]
#[schemars(transform = super::describe::<Self>)]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Hertz {
    /// The first body where it is touched.
    pub first: Surface,
    /// The second body where it is touched.
    pub second: Surface,
    /// The loss μ (s/m), 0 or above.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mu: Option<f64>,
    /// The speed after an impact over the speed before it, at `speed`: above 0, at most 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restitution: Option<f64>,
    /// The approach speed (m/s) at which `restitution` holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub speed: Option<f64>,
    /// Whether it may pull while bodies part fast, as in its formula; true if left out. If false, it
    /// never pulls: the force is 0 there, and the energy that the surfaces still store is lost.
    #[serde(default = "super::adhesive", skip_serializing_if = "super::is_adhesive")]
    pub adhesive: bool,
}

impl Default for Hertz {
    /// A ball of steel on a plane of steel.
    fn default() -> Self {
        let first = Surface::default();
        let second = Surface { radius: None, ..first };
        Self { first, second, mu: None, restitution: None, speed: None, adhesive: true }
    }
}

impl Hertz {
    fn loss(&self) -> LossSpec {
        let Self { mu, restitution, speed, .. } = *self;
        LossSpec { mu, restitution, speed, lambda: None }
    }
}

impl Fields for Hertz {
    fn fields(&self) -> Vec<Field> {
        let mut fields = Vec::new();
        fields.extend(self.first.named(["first.young", "first.poisson", "first.radius"]));
        fields.extend(self.second.named(["second.young", "second.poisson", "second.radius"]));
        fields.push(Field::optional("mu", self.mu, MU, 0.5));
        fields.push(Field::optional("restitution", self.restitution, RESTITUTION, 0.8));
        fields.push(Field::optional("speed", self.speed, SPEED, 1.0));
        fields
    }
}

impl Spec for Hertz {
    fn rule_errors(&self) -> Vec<FieldError> {
        let mut errors = self.loss().rule_errors();
        if self.first.radius.is_none() && self.second.radius.is_none() {
            let help = "give the radius of at least one of first and second (m)";
            errors.push(FieldError::new("", "both surfaces are planes", "no radius", help));
        }
        errors
    }

    fn adhesive_law(&self) -> Result<Law, InvalidValue> {
        self.loss().of(Law::hertz(&self.first, &self.second)?)
    }
}
