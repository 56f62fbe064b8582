//! Two walls with play between them.

use super::{Field, Fields, InvalidValue, Law, Limit, LossSpec, MU, Spec, power_fields};

/// Two walls with play between them: nothing until |u| exceeds `half_gap`, then as a wall.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(transform = super::describe::<Self>))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, expecting = "a table"))]
pub struct Rattle {
    /// k (N/m^α), above 0.
    pub stiffness: f64,
    /// α, 1 or above.
    pub exponent: f64,
    /// How far each way before it touches (m), 0 or above.
    pub half_gap: f64,
    /// μ (s/m), 0 or above; without it nothing is lost.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub mu: Option<f64>,
    /// Only true is allowed: a law that holds from two sides pulls.
    #[cfg_attr(
        feature = "serde",
        serde(default = "super::adhesive", skip_serializing_if = "super::is_adhesive")
    )]
    #[cfg_attr(feature = "schemars", schemars(extend("const" = true)))]
    pub adhesive: bool,
}

impl Default for Rattle {
    fn default() -> Self {
        Self { stiffness: 1e6, exponent: 1.5, half_gap: 1e-3, mu: None, adhesive: true }
    }
}

impl Fields for Rattle {
    fn fields(&self) -> Vec<Field> {
        let mut fields = power_fields(self.stiffness, self.exponent).to_vec();
        fields.push(Field::new("half_gap", self.half_gap, Limit::from(0.0, "m")));
        fields.push(Field::optional("mu", self.mu, MU, 0.5));
        fields
    }
}

impl Spec for Rattle {
    const TWO_SIDES: bool = true;

    fn adhesive_law(&self) -> Result<Law, InvalidValue> {
        let loss = LossSpec { mu: self.mu, lambda: None, restitution: None, speed: None };
        loss.of(Law::centred(self.stiffness, self.exponent, self.half_gap)?)
    }
}
