//! A wall with the same restitution at any speed.

use super::{Field, Fields, InvalidValue, Law, RESTITUTION, Spec, power_fields};

/// A wall that returns the same share of the speed at any speed.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(transform = super::describe::<Self>))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, expecting = "a table"))]
pub struct ConstantRestitution {
    /// k (N/m^α), above 0.
    pub stiffness: f64,
    /// α, 1 or above.
    pub exponent: f64,
    /// Speed after over speed before an impact: above 0, at most 1.
    pub restitution: f64,
    /// Whether it may pull while bodies part fast, as in its formula; true if left out. If false, it
    /// never pulls: the force is 0 there, and the energy that the surfaces still store is lost.
    #[cfg_attr(
        feature = "serde",
        serde(default = "super::adhesive", skip_serializing_if = "super::is_adhesive")
    )]
    pub adhesive: bool,
}

impl Default for ConstantRestitution {
    fn default() -> Self {
        Self { stiffness: 1e9, exponent: 1.5, restitution: 0.8, adhesive: true }
    }
}

impl Fields for ConstantRestitution {
    fn fields(&self) -> Vec<Field> {
        let mut fields = power_fields(self.stiffness, self.exponent).to_vec();
        fields.push(Field::new("restitution", self.restitution, RESTITUTION));
        fields
    }
}

impl Spec for ConstantRestitution {
    fn adhesive_law(&self) -> Result<Law, InvalidValue> {
        Law::constant_restitution(self.stiffness, self.exponent, self.restitution)
    }
}
