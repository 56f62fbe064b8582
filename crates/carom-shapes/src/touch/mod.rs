//! What contact law follows from materials, sizes and hardness where none is given.
//!
//! ```
//! use carom_shapes::{GLASS, STEEL, touch};
//! // A steel ball of 10 g on a glass plate, and how large the patch is where it rests.
//! let radius = touch::radius_of(0.01, STEEL.elastic.density)?;
//! let law = touch::hertz_between((&STEEL, Some(radius)), (&GLASS, None))?;
//! assert!(law.restitution(1.0) > 0.9);
//! assert!(touch::patch_radius(&STEEL, &GLASS, radius, 0.1)? < 1e-4);
//! // A medium mallet of 30 g that returns 0.6 of its speed.
//! let mallet = touch::hardness_law(0.03, 0.5, None, 0.6)?;
//! assert!((mallet.potential().exponent() - 2.0).abs() < 1e-15);
//! # Ok::<(), carom::InvalidValue>(())
//! ```

#[cfg(test)]
mod tests;

use std::f64::consts::PI;

use carom::InvalidValue;
use carom::check::{check, not_negative, positive};
use carom::exact::{WallImpact, damping_product};
use carom::law::{Law, Surface};

use super::material::{Material, contact_modulus, restitution_between};

/// A body where it is touched: its material and its radius of curvature (m), `None` for a plane.
pub type Side<'a> = (&'a Material, Option<f64>);

/// Contact times (s) with a rigid wall at 1 m/s, of hardness 0 and 1: a very soft mallet, and
/// one of metal. Mallets on bars stay for some milliseconds to some tenths of one (Fletcher and Rossing
/// 1998, chapter 19; Chaigne and Doutaut, J. Acoust. Soc. Am. 101, 539 (1997)).
const CONTACT_TIMES: [f64; 2] = [8e-3, 1.5e-4];

/// Exponents of hardness 0 and 1: felt (2.3 to 3 in Chaigne and Askenfelt, J. Acoust. Soc. Am. 95,
/// 1631 (1994)), and Hertz's.
const EXPONENTS: [f64; 2] = [2.5, 1.5];

/// The radius (m) of a full sphere of this mass (kg) and density (kg/m³): what a body is that has a
/// mass and a material but no shape.
pub fn radius_of(mass: f64, density: f64) -> Result<f64, InvalidValue> {
    let volume = positive("mass", mass)? / positive("density", density)?;
    Ok((3.0 * volume / (4.0 * PI)).cbrt())
}

/// The radius (m) of the sphere that on a plane makes the same contact as both bodies together,
/// 1/R = 1/R₁ + 1/R₂.
pub fn joint_radius(first: Option<f64>, second: Option<f64>) -> Result<f64, InvalidValue> {
    let curvature =
        |radius: Option<f64>| radius.map_or(Ok(0.0), |r| positive("radius", r).map(f64::recip));
    let radius = 1.0 / (curvature(first)? + curvature(second)?);
    check(radius.is_finite(), "radius", radius, "finite for at least one of the two bodies")
}

/// Hertz's contact of two bodies with the restitution of their materials at any speed. It never pulls.
pub fn hertz_between(first: Side<'_>, second: Side<'_>) -> Result<Law, InvalidValue> {
    let elastic = Law::hertz(&surface(first)?, &surface(second)?)?;
    let stiffness = elastic.potential().stiffness_coefficient();
    Law::constant_restitution(stiffness, 1.5, restitution_between(first.0, second.0))?
        .without_adhesion()
}

fn surface((material, radius): Side<'_>) -> Result<Surface, InvalidValue> {
    let young = material.surface_young();
    check(material.solid, "Young's modulus", young, "that of a solid: a gas cannot be touched")?;
    Ok(Surface { radius, ..material.flat() })
}

/// The radius (m) of the patch in which two bodies touch under a resting force (N),
/// a = (3FR/4E*)^(1/3) (Johnson, Contact Mechanics, 1985, equation 4.22), with the
/// [joint](joint_radius) radius of curvature R (m).
pub fn patch_radius(
    first: &Material,
    second: &Material,
    radius: f64,
    force: f64,
) -> Result<f64, InvalidValue> {
    positive("radius", radius)?;
    not_negative("force", force)?;
    Ok((0.75 * force * radius / contact_modulus(first, second)).cbrt())
}

fn check_hardness(hardness: f64) -> Result<f64, InvalidValue> {
    check((0.0..=1.0).contains(&hardness), "hardness", hardness, "from 0 to 1")
}

/// How long (s) a hammer of some hardness touches a rigid wall at 1 m/s: from 8 ms at 0, the
/// softest felt or rubber, to 0.15 ms at 1, a head of metal, by equal ratios. (A steel ball of 10 g on
/// a steel plate stays for 0.05 ms only; [`hertz_between`] knows.)
pub fn hardness_contact_time(hardness: f64) -> Result<f64, InvalidValue> {
    let [soft, hard] = CONTACT_TIMES;
    Ok(soft * (hard / soft).powf(check_hardness(hardness)?))
}

/// The exponent of a hammer of some hardness: from that of felt, 2.5, to Hertz's, 1.5.
pub fn hardness_exponent(hardness: f64) -> Result<f64, InvalidValue> {
    let [soft, hard] = EXPONENTS;
    Ok(soft + (hard - soft) * check_hardness(hardness)?)
}

/// The law of a hammer by its mass (kg), its hardness from 0 to 1 and its restitution. The
/// stiffness is the one with which the hammer touches a rigid wall at 1 m/s for exactly
/// [that long](hardness_contact_time), whatever its mass: hardness is what is heard. Without an
/// exponent it has that of its [hardness](hardness_exponent); an exponent must be above 1 because
/// contact times fall with speed as v^(−(α−1)/(α+1)), which is why hard strikes are brighter. It
/// never pulls.
pub fn hardness_law(
    mass: f64,
    hardness: f64,
    exponent: Option<f64>,
    restitution: f64,
) -> Result<Law, InvalidValue> {
    let wanted = hardness_contact_time(hardness)?;
    let exponent = exponent.map_or_else(|| hardness_exponent(hardness), Ok)?;
    check(exponent.is_finite() && exponent > 1.0, "exponent", exponent, "above 1")?;
    // Checks the restitution, too, before anything is solved for it.
    Law::constant_restitution(1.0, exponent, restitution)?;
    // At 1 m/s μ is the product μ·v, and τ goes as k^(−1/(α+1)): once at k = 1 is enough.
    let impact = WallImpact::new(mass, 1.0, exponent, damping_product(restitution), 1.0)?;
    let stiffness = (impact.contact_time() / wanted).powf(exponent + 1.0);
    Law::constant_restitution(stiffness, exponent, restitution)?.without_adhesion()
}
