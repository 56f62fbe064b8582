//! The stiffness of an elastic contact between round bodies, from what they are made of.

use crate::InvalidValue;
use crate::check::{check, positive};

/// An elastic body near the point where it is touched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surface {
    /// Young's modulus (Pa).
    pub young: f64,
    /// Poisson's ratio, above −1 and at most ½.
    pub poisson: f64,
    /// Radius of curvature (m); `None` for a plane.
    pub radius: Option<f64>,
}

impl Surface {
    /// (1 − ν²)/E, checked.
    fn compliance(&self) -> Result<f64, InvalidValue> {
        positive("Young's modulus", self.young)?;
        check(
            self.poisson > -1.0 && self.poisson <= 0.5,
            "Poisson's ratio",
            self.poisson,
            "above -1 and at most 0.5",
        )?;
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
