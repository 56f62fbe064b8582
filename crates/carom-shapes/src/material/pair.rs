//! What follows when two materials touch.

use super::Material;

/// How much a half-space of the material gives way, (1 − ν²)/E.
fn compliance(material: &Material) -> f64 {
    let poisson = material.elastic.poisson;
    (1.0 - poisson * poisson) / material.surface_young()
}

/// E* of Hertz's contact: 1/E* = (1 − ν₁²)/E₁ + (1 − ν₂²)/E₂.
#[must_use]
pub fn contact_modulus(first: &Material, second: &Material) -> f64 {
    1.0 / (compliance(first) + compliance(second))
}

/// The restitution of two materials, from that of each against something much harder.
///
/// Both bodies feel the same force over the same patch, so that in Hertz's contact each holds a
/// share of the elastic energy that is its share of the compliance, and is taken to lose of it what
/// it loses alone: 1 − e² = s₁·(1 − e₁²) + s₂·(1 − e₂²). The weighting is exact where both stay
/// elastic with small losses; for metals that yield it is an estimate, and that e falls with speed
/// (as v^(−1/4), Johnson 1985, section 11.5) is left out.
///
/// ```
/// use carom_shapes::material::{RUBBER, STEEL, restitution_between};
/// let pair = restitution_between(&STEEL, &RUBBER);
/// assert!((pair - RUBBER.restitution).abs() < 1e-4);
/// ```
#[must_use]
pub fn restitution_between(first: &Material, second: &Material) -> f64 {
    let (mine, yours) = (compliance(first), compliance(second));
    let kept = mine * first.restitution.powi(2) + yours * second.restitution.powi(2);
    (kept / (mine + yours)).sqrt()
}
