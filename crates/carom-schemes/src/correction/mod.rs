//! Corrections of a numerical run of a mass against a wall by its exact solution.
//!
//! | correction | what it does | schemes |
//! |---|---|---|
//! | hybrid | compression from velocity, x(v_n) of papetti (3), at each sample in contact | position and velocity at one instant |
//! | output velocity | v_out and x = 0 at the first sample after release | all |
//! | duration | a stiffness for which the contact lasts as long as it should | two-point; three-point for α = 1 |
//! | duration and loss | stiffness and μ for which it also ends as fast as it should, for its phase | two-point |
//! | spectrum | stiffness and μ for which what is struck gets the impulse and the spread in time of the exact force | two-point, also with bodies that ring |

mod duration;
mod spectrum;
mod wall;

pub use duration::{
    DurationError, Held, closed_form_stiffness, linear_three_point_stiffness, phase_aware, spread,
};

use carom::correction::Corrector;
use carom::law::Law;
use carom::scheme::{SchemeError, Start};

use crate::{Approximation, How, named};
use spectrum::Spectrum;
use wall::Wall;

/// Where the outgoing velocity of the constraint comes from.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum OutputVelocity {
    /// The exact value.
    #[default]
    Exact,
    /// An approximation, used only where its relative error is within `bound` (papetti IV-A2).
    Approximate {
        /// Such as papetti's (7) of order 4.
        formula: Approximation,
        /// Relative, for example 1e-3.
        bound: f64,
    },
}

/// What is corrected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Correction {
    /// Nothing.
    #[default]
    None,
    /// Compression from velocity while in contact.
    Hybrid,
    /// The velocity at release.
    VOut,
    /// Both of papetti's: hybrid and the velocity at release.
    Both,
    /// The stiffness, in closed form: chatziioannou (15), (16) for α = 1 and its extension to α > 1.
    Duration,
    /// Stiffness and μ, solved for the phase at which the impact meets the samples: duration and outgoing velocity are
    /// exact.
    DurationPhase,
    /// Stiffness and μ, solved for the phase, such that impulse and spread in time of the force are exact: modes below
    /// half the inverse of the contact time get their energy.
    Spectrum,
}

named!(
    Correction,
    "correction",
    ALL,
    "What is corrected: of a mass against a wall only, but for spectrum."
);

impl Correction {
    /// All of them, in the order in which they are listed.
    pub const ALL: [Self; 7] = [
        Self::None,
        Self::Hybrid,
        Self::VOut,
        Self::Both,
        Self::Duration,
        Self::DurationPhase,
        Self::Spectrum,
    ];

    const fn info(self) -> [&'static str; 2] {
        match self {
            Self::None => ["none", "Nothing."],
            Self::Hybrid => ["hybrid", "Compression from velocity while in contact."],
            Self::VOut => ["v-out", "The velocity at release."],
            Self::Both => ["both", "Both hybrid and v-out."],
            Self::Duration => ["duration", "The stiffness, in closed form."],
            Self::DurationPhase => {
                ["duration-phase", "The stiffness and the loss, for the phase of the impact."]
            }
            Self::Spectrum => [
                "spectrum",
                "The stiffness and the loss, for what the struck body hears of the force.",
            ],
        }
    }

    /// The name that files and commands use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.info()[0]
    }

    /// What it corrects.
    #[must_use]
    pub const fn description(self) -> &'static str {
        self.info()[1]
    }

    /// Whether contacts by this law are corrected.
    #[must_use]
    pub fn corrects(self, law: &Law) -> bool {
        match self {
            Self::None => false,
            Self::Spectrum => spectrum::correctable(law).is_some(),
            _ => law.as_felt().is_none(),
        }
    }

    fn is_hybrid(self) -> bool {
        matches!(self, Self::Hybrid | Self::Both)
    }

    fn is_duration(self) -> bool {
        matches!(self, Self::Duration | Self::DurationPhase)
    }
}

impl How {
    /// What corrects the run; `None` if nothing is to be corrected, an error if it cannot be.
    pub(crate) fn corrector(
        &self,
        start: &Start,
    ) -> Result<Option<Box<dyn Corrector>>, SchemeError> {
        Ok(Some(match self.correction {
            Correction::None => return Ok(None),
            Correction::Spectrum => Box::new(Spectrum::new(start.model, self.method)?),
            _ => Box::new(Wall::new(start, self)?),
        }))
    }
}
