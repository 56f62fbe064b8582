//! How a plate resists bending and twisting.

use crate::Elastic;

/// The rigidities of a plate in units of one of them, D: its energy is
/// D/2·∫∫ along·w_xx² + across·w_yy² + 2·coupling·w_xx·w_yy + twist·w_xy².
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rigidity {
    /// 12·D/h³ (Pa).
    pub(super) modulus: f64,
    pub(super) along: f64,
    pub(super) across: f64,
    pub(super) coupling: f64,
    pub(super) twist: f64,
}

impl Rigidity {
    /// D = Eh³/(12(1−ν²)), or with a grain along x and across the rings along y the mean √(D_x·D_y)
    /// of D_x = E_L·h³/(12(1−ν_LR·ν_RL)) and D_y = D_x·E_R/E_L, with the coupling D_1 = ν_RL·D_x and
    /// the twist 4·D_66 = G_LR·h³/3.
    pub(super) fn of(elastic: &Elastic) -> Self {
        let Elastic { young, poisson, .. } = *elastic;
        let Some(grain) = elastic.grain else {
            let modulus = young / (1.0 - poisson * poisson);
            let twist = 2.0 * (1.0 - poisson);
            return Self { modulus, along: 1.0, across: 1.0, coupling: poisson, twist };
        };
        let ratio = grain.young[0] / young;
        let [poisson, ..] = grain.poisson;
        let along = young / (1.0 - poisson * poisson * ratio);
        let modulus = along * ratio.sqrt();
        Self {
            modulus,
            along: along / modulus,
            across: ratio.sqrt(),
            coupling: poisson * ratio * along / modulus,
            twist: 4.0 * grain.shear[0] / modulus,
        }
    }

    /// What resists a sine with the squares x and y of its wavenumbers.
    pub(super) fn square(&self, x: f64, y: f64) -> f64 {
        self.along * x * x + (2.0 * self.coupling + self.twist) * x * y + self.across * y * y
    }
}
