//! Short ways to write the tables.

use super::{Damping, Elastic};

/// Young's modulus in GPa, Poisson's ratio, density in kg/m³.
pub(super) const fn elastic(gigapascals: f64, poisson: f64, density: f64) -> Elastic {
    Elastic::isotropic(gigapascals * 1e9, poisson, density)
}

/// η, f_v (Hz) and σ₀ (1/s).
pub(super) const fn damping(loss_factor: f64, viscous_frequency: f64, constant: f64) -> Damping {
    Damping { loss_factor, viscous_frequency, constant }
}
