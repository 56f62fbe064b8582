//! The stiffness of an elastic contact between round bodies, from what they are made of.

use crate::InvalidValue;
use crate::check::{Field, Fields, Limit, check, positive};

/// An elastic body near the point where it is touched.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(transform = crate::check::describe::<Self>))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(deny_unknown_fields, expecting = "a table with young, poisson and radius")
)]
pub struct Surface {
    /// Young's modulus (Pa), above 0.
    pub young: f64,
    /// Poisson's ratio, above −1 and at most 0.5.
    pub poisson: f64,
    /// Radius of curvature (m), above 0; without it the surface is a plane.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(
        feature = "schemars",
        schemars(extend("allowed" = "a finite number above 0 (m), or left out for a plane"))
    )]
    pub radius: Option<f64>,
}

impl Default for Surface {
    /// A ball of steel.
    fn default() -> Self {
        Self { young: 200e9, poisson: 0.3, radius: Some(0.01) }
    }
}

impl Fields for Surface {
    fn fields(&self) -> Vec<Field> {
        self.named(["young", "poisson", "radius"]).to_vec()
    }
}

impl Surface {
    /// Its fields under other names.
    #[must_use]
    pub fn named(&self, [young, poisson, radius]: [&'static str; 3]) -> [Field; 3] {
        [
            Field::new(young, self.young, Limit::above(0.0, "Pa")),
            Field::new(poisson, self.poisson, Limit::above_to(-1.0, 0.5, "")),
            Field::optional(radius, self.radius, Limit::above(0.0, "m"), 0.01),
        ]
    }

    /// (1 − ν²)/E, checked.
    fn compliance(&self) -> Result<f64, InvalidValue> {
        positive("Young's modulus", self.young)?;
        let allowed = "above -1 and at most 0.5";
        let holds = self.poisson > -1.0 && self.poisson <= 0.5;
        check(holds, "Poisson's ratio", self.poisson, allowed)?;
        Ok((1.0 - self.poisson * self.poisson) / self.young)
    }

    fn curvature(&self) -> Result<f64, InvalidValue> {
        self.radius.map_or(Ok(0.0), |radius| positive("radius", radius).map(f64::recip))
    }
}

/// Hertz's stiffness k = 4/3·E*·√R of f = k·x^(3/2), with 1/E* the sum of both compliances and
/// 1/R the sum of both curvatures.
pub(super) fn stiffness(first: &Surface, second: &Surface) -> Result<f64, InvalidValue> {
    let compliance = first.compliance()? + second.compliance()?;
    let curvature = first.curvature()? + second.curvature()?;
    check(curvature > 0.0, "radius", f64::INFINITY, "finite for at least one of the two bodies")?;
    Ok(4.0 / (3.0 * compliance * curvature.sqrt()))
}
