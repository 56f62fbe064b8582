//! A wall that loses nothing.

use super::{Field, Fields, InvalidValue, Law, Spec, power_fields};

/// A wall that loses nothing, f = k·x^α.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(transform = super::describe::<Self>))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, expecting = "a table"))]
pub struct Power {
    /// k (N/m^α), above 0.
    pub stiffness: f64,
    /// α, 1 or above.
    pub exponent: f64,
    /// Whether it may pull while bodies part fast, as in its formula; true if left out. If false, it
    /// never pulls: the force is 0 there, and the energy that the surfaces still store is lost.
    #[cfg_attr(
        feature = "serde",
        serde(default = "super::adhesive", skip_serializing_if = "super::is_adhesive")
    )]
    pub adhesive: bool,
}

impl Default for Power {
    fn default() -> Self {
        Self { stiffness: 1e9, exponent: 1.5, adhesive: true }
    }
}

impl Fields for Power {
    fn fields(&self) -> Vec<Field> {
        power_fields(self.stiffness, self.exponent).to_vec()
    }
}

impl Spec for Power {
    fn adhesive_law(&self) -> Result<Law, InvalidValue> {
        Law::power(self.stiffness, self.exponent)
    }
}
