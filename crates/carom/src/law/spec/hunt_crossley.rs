//! Hunt and Crossley's wall.

use super::{Field, FieldError, Fields, InvalidValue, Law, Limit, LossSpec, Spec, power_fields};

/// Hunt and Crossley's wall, f = k·x^α·(1 + μẋ). What it loses is given by at most one of `mu`,
/// `lambda`, and `restitution` with `speed`.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(transform = super::describe::<Self>))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, expecting = "a table"))]
pub struct HuntCrossley {
    /// k (N/m^α), above 0.
    pub stiffness: f64,
    /// α, 1 or above.
    pub exponent: f64,
    /// μ = λ/k (s/m), 0 or above.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub mu: Option<f64>,
    /// λ (N·s/m^(α+1)), 0 or above.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub lambda: Option<f64>,
    /// Speed after over speed before an impact at `speed`: above 0, at most 1.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub restitution: Option<f64>,
    /// The approach speed (m/s) at which `restitution` holds.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub speed: Option<f64>,
    /// Whether it may pull while bodies part fast, as in its formula; true if left out. If false, it
    /// never pulls: the force is 0 there, and the energy that the surfaces still store is lost.
    #[cfg_attr(
        feature = "serde",
        serde(default = "super::adhesive", skip_serializing_if = "super::is_adhesive")
    )]
    pub adhesive: bool,
}

impl Default for HuntCrossley {
    fn default() -> Self {
        Self {
            stiffness: 1e9,
            exponent: 1.5,
            mu: Some(0.5),
            lambda: None,
            restitution: None,
            speed: None,
            adhesive: true,
        }
    }
}

impl HuntCrossley {
    fn loss(&self) -> LossSpec {
        let Self { mu, lambda, restitution, speed, .. } = *self;
        LossSpec { mu, lambda: Some(lambda), restitution, speed }
    }
}

impl Fields for HuntCrossley {
    fn fields(&self) -> Vec<Field> {
        let limit = Limit::from(0.0, "N·s/m^(exponent+1)");
        let mut fields = power_fields(self.stiffness, self.exponent).to_vec();
        fields.push(Field::optional("lambda", self.lambda, limit, 5e8));
        fields.extend(self.loss().fields());
        fields
    }
}

impl Spec for HuntCrossley {
    fn rule_errors(&self) -> Vec<FieldError> {
        self.loss().rule_errors()
    }

    fn adhesive_law(&self) -> Result<Law, InvalidValue> {
        self.loss().of(Law::power(self.stiffness, self.exponent)?)
    }
}
