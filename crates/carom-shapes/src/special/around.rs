//! How the modes of round things go around.

use std::f64::consts::{SQRT_2, TAU};
use std::fmt;

use super::{cos_pi, sin_pi};

/// Wave number (in radians over the radius) up to which a round thing has about as many modes as
/// any shape may have: there are λ²/4 of them, with terms of first order in λ.
pub(crate) const HIGHEST_WAVE_NUMBER: f64 = 640.0;

/// One of the patterns with some number of nodal diameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Around {
    /// No nodal diameter.
    Even,
    /// cos nθ.
    Cosine(u32),
    /// sin nθ.
    Sine(u32),
}

impl Around {
    /// The patterns with n nodal diameters.
    pub(crate) fn all(n: u32) -> Vec<Self> {
        if n == 0 { vec![Self::Even] } else { vec![Self::Cosine(n), Self::Sine(n)] }
    }

    /// The number of nodal diameters.
    pub(crate) fn diameters(self) -> u32 {
        match self {
            Self::Even => 0,
            Self::Cosine(n) | Self::Sine(n) => n,
        }
    }

    /// By what factor a pair that is split by a share of its frequency has this one off its mean.
    pub(crate) fn detuning(self, split: f64) -> f64 {
        match self {
            Self::Even => 1.0,
            Self::Cosine(_) => 1.0 - 0.5 * split,
            Self::Sine(_) => 1.0 + 0.5 * split,
        }
    }

    /// The pattern itself, 1, cos nθ or sin nθ, at an angle in turns.
    pub(crate) fn wave(self, turns: f64) -> f64 {
        let angle = TAU * turns * f64::from(self.diameters());
        if matches!(self, Self::Sine(_)) { angle.sin() } else { angle.cos() }
    }

    /// The pattern with mean square 1, exactly 0 at its nodes, at an angle in turns.
    pub(crate) fn weight(self, turns: f64) -> f64 {
        match self {
            Self::Even => 1.0,
            Self::Cosine(n) => SQRT_2 * cos_pi(2.0 * f64::from(n) * turns),
            Self::Sine(n) => SQRT_2 * sin_pi(2.0 * f64::from(n) * turns),
        }
    }

    /// Such as `(2, 1) cos`.
    pub(crate) fn name(self, second: impl fmt::Display) -> String {
        let first = self.diameters();
        match self {
            Self::Even => format!("({first}, {second})"),
            Self::Cosine(_) => format!("({first}, {second}) cos"),
            Self::Sine(_) => format!("({first}, {second}) sin"),
        }
    }
}
