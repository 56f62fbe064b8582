//! A spring that pulls and pushes.

use super::{Field, Fields, InvalidValue, Law, Spec, power_fields};

/// A spring that pulls and pushes and loses nothing, of energy k/(α+1)·|u|^(α+1).
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(transform = super::describe::<Self>))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, expecting = "a table"))]
pub struct Spring {
    /// k (N/m^α), above 0.
    pub stiffness: f64,
    /// α, 1 or above.
    pub exponent: f64,
    /// Only true is allowed: a law that holds from two sides pulls.
    #[cfg_attr(
        feature = "serde",
        serde(default = "super::adhesive", skip_serializing_if = "super::is_adhesive")
    )]
    #[cfg_attr(feature = "schemars", schemars(extend("const" = true)))]
    pub adhesive: bool,
}

impl Default for Spring {
    fn default() -> Self {
        Self { stiffness: 1e4, exponent: 1.0, adhesive: true }
    }
}

impl Fields for Spring {
    fn fields(&self) -> Vec<Field> {
        power_fields(self.stiffness, self.exponent).to_vec()
    }
}

impl Spec for Spring {
    const TWO_SIDES: bool = true;

    fn adhesive_law(&self) -> Result<Law, InvalidValue> {
        Law::oscillator(self.stiffness, self.exponent)
    }
}
