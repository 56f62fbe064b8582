//! How fast a mode decays, by its frequency.

use std::f64::consts::PI;

/// The losses of a material: σ(f) = π·f·(η + f/f_v) + σ₀.
///
/// A constant loss factor η is hysteresis (Cremer and Heckl), the part that grows with frequency
/// stands for viscous and thermoelastic loss (Chaigne and Lambourg 2001) and, in wood, for the
/// growing share of shear (Ono 1996), and σ₀ for what air and supports take from a thing that a
/// hand can lift. σ₀ is not the material's alone: it falls with the thickness of a thing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Damping {
    /// η, the share of energy per radian that hysteresis takes.
    pub loss_factor: f64,
    /// f_v (Hz): where the growing part of the loss factor would reach 1.
    pub viscous_frequency: f64,
    /// σ₀ (1/s).
    pub constant: f64,
}

impl Damping {
    /// σ (1/s) of a mode at `hertz`: its amplitude falls as exp(−σ·t), by 60 dB in 6.908/σ.
    ///
    /// ```
    /// use carom_shapes::material::Damping;
    /// let damping = Damping { loss_factor: 1e-3, viscous_frequency: 1e6, constant: 0.0 };
    /// assert!((damping.decay_rate(1e3) - std::f64::consts::PI * 2.0).abs() < 1e-12);
    /// assert!((damping.q(1e3) - 500.0).abs() < 1e-9);
    /// ```
    #[must_use]
    pub fn decay_rate(&self, hertz: f64) -> f64 {
        PI * hertz * (self.loss_factor + hertz / self.viscous_frequency) + self.constant
    }

    /// The quality factor Q = π·f/σ of a mode at `hertz`, above 0.
    #[must_use]
    pub fn q(&self, hertz: f64) -> f64 {
        PI * hertz / self.decay_rate(hertz)
    }
}
