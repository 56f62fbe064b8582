//! Short ways to write the tables.

use super::{Damping, Elastic, Grain, Heat};

/// Young's modulus in GPa, Poisson's ratio, density in kg/m³.
pub(super) const fn elastic(gigapascals: f64, poisson: f64, density: f64) -> Elastic {
    Elastic::isotropic(gigapascals * 1e9, poisson, density)
}

/// Expansion in 10⁻⁶/K, conductivity in W/(m·K), heat capacity in J/(kg·K).
pub(super) const fn heat(expansion: f64, conductivity: f64, capacity: f64) -> Option<Heat> {
    Some(Heat { expansion: expansion * 1e-6, conductivity, capacity })
}

/// Loss factors along the grain, and of shear.
pub(super) const fn wooden(along: f64, shear: f64) -> Damping {
    Damping { shear, ..Damping::constant(along) }
}

/// Wood as tables give it: E_L in GPa and the density, then over E_L the moduli E_R, E_T, G_LR,
/// G_LT, G_RT, then ν_LR, ν_LT, ν_RT. Bars and boards of it have their thickness along R.
pub(super) const fn wood(
    [gigapascals, density]: [f64; 2],
    [radial, tangential, lr, lt, rt]: [f64; 5],
    poisson: [f64; 3],
) -> Elastic {
    let young = gigapascals * 1e9;
    let grain = Grain {
        young: [young * radial, young * tangential],
        shear: [young * lr, young * lt, young * rt],
        poisson,
    };
    Elastic { young, poisson: poisson[0], density, shear: young * lr, grain: Some(grain) }
}
