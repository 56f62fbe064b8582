//! Coulomb's two coefficients.

use carom::InvalidValue;
use carom::check::{check, not_negative};

/// Dry friction: what holds a contact that sticks, and what slows one that slides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Friction {
    sticking: f64,
    sliding: f64,
}

impl Friction {
    /// Coefficients μ_s of sticking and μ_d ≤ μ_s of sliding.
    pub fn new(sticking: f64, sliding: f64) -> Result<Self, InvalidValue> {
        not_negative("sliding friction", sliding)?;
        not_negative("sticking friction", sticking)?;
        let allowed = "no less than the sliding friction";
        check(sticking >= sliding, "sticking friction", sticking, allowed)?;
        Ok(Self { sticking, sliding })
    }

    /// One coefficient for both.
    pub fn coulomb(coefficient: f64) -> Result<Self, InvalidValue> {
        Self::new(coefficient, coefficient)
    }

    /// μ_s.
    #[must_use]
    pub fn sticking(&self) -> f64 {
        self.sticking
    }

    /// μ_d.
    #[must_use]
    pub fn sliding(&self) -> f64 {
        self.sliding
    }
}
