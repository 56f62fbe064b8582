//! What is lost inside a material.

use super::Elastic;

/// The loss factors η of a material are those at this frequency (Hz).
pub const AT: f64 = 1000.0;

/// Room temperature (K).
const TEMPERATURE: f64 = 293.15;

/// What the inside of a material loses: loss factors η, the share of the energy that is lost per
/// radian. What supports, edges and the air take is no matter of the material.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Damping {
    /// η of stretching and pressing at 1 kHz; of wood, along the grain.
    pub stretch: f64,
    /// η of shear at 1 kHz.
    pub shear: f64,
    /// η of a string or a skin under tension, at any frequency. Tension is no strain: what is lost
    /// is lost where it is held and by the little that it bends and stretches.
    pub taut: f64,
    /// How both loss factors grow: as f to this power.
    pub growth: f64,
    /// How the moduli grow: as f to this power, from what they are at 1 Hz.
    pub stiffening: f64,
}

impl Damping {
    /// One loss factor for everything, at all frequencies.
    ///
    /// ```
    /// use carom_shapes::material::Damping;
    /// let damping = Damping { growth: 0.5, ..Damping::constant(1e-3) };
    /// assert!((damping.of_stretch(4e3) - 2e-3).abs() < 1e-15);
    /// ```
    #[must_use]
    pub const fn constant(loss: f64) -> Self {
        Self { stretch: loss, shear: loss, taut: loss, growth: 0.0, stiffening: 0.0 }
    }

    /// η of stretching at `hertz`.
    #[must_use]
    pub fn of_stretch(&self, hertz: f64) -> f64 {
        self.stretch * (hertz / AT).powf(self.growth)
    }

    /// η of shear at `hertz`.
    #[must_use]
    pub fn of_shear(&self, hertz: f64) -> f64 {
        self.shear * (hertz / AT).powf(self.growth)
    }

    /// The frequency (Hz) of a mode that has `hertz` with the moduli at 1 Hz: f² grows as the
    /// moduli at f, so f = f₀^(1/(1 − p/2)).
    #[must_use]
    pub fn stiffened(&self, hertz: f64) -> f64 {
        if self.stiffening == 0.0 { hertz } else { hertz.powf(1.0 / (1.0 - 0.5 * self.stiffening)) }
    }

    /// What [`stiffened`](Self::stiffened) came from.
    #[must_use]
    pub fn softened(&self, hertz: f64) -> f64 {
        if self.stiffening == 0.0 { hertz } else { hertz.powf(1.0 - 0.5 * self.stiffening) }
    }
}

/// How a material takes heat, which flows from where it is pressed to where it is stretched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Heat {
    /// Thermal expansion along a line, α (1/K).
    pub expansion: f64,
    /// Thermal conductivity κ (W/(m·K)).
    pub conductivity: f64,
    /// Heat capacity c (J/(kg·K)) at constant pressure.
    pub capacity: f64,
}

impl Heat {
    /// The thermoelastic loss factor of something that bends (Zener, Phys. Rev. 52, 230 (1937)):
    /// η = (Eα²T/ρc)·ωτ/(1+ω²τ²). Heat that has to go the `path` ℓ (m) takes τ = ℓ²ρc/κ; of a bar
    /// of thickness h, ℓ = h/π.
    #[must_use]
    pub fn of_bending(&self, elastic: &Elastic, path: f64, omega: f64) -> f64 {
        let capacity = elastic.density * self.capacity;
        let strength = elastic.young * self.expansion.powi(2) * TEMPERATURE / capacity;
        let turn = omega * path * path * capacity / self.conductivity;
        strength * turn / (1.0 + turn * turn)
    }
}
