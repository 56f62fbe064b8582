//! The schemes by name.

use carom::Error;
use carom::scheme::{Scheme, Start};

use crate::{Am1, Cubic, Heun, Linear, Quadratic, Rk4, ThreePoint, Verlet, named};

/// What is known of a scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MethodInfo {
    /// The name that scenes and commands use.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// Which scenes it treats.
    pub treats: &'static str,
}

impl MethodInfo {
    const fn new(name: &'static str, about: &'static str, treats: &'static str) -> Self {
        Self { name, about, treats }
    }
}

const MODES: &str = "bodies with modes, felt and moved contacts";
const MODES_APART: &str =
    "bodies with modes, felt and moved contacts, but not two contacts on one mode";
const WITHOUT_FELT: &str = "everything but felt";
const LONE_MASS: &str = "one mass against a wall, but not felt and no law that never pulls";

/// Which scheme, chosen at run time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Method {
    /// The trapezoidal rule by the K method, solved by Newton's method.
    Am1,
    /// The same, its forces looked up in a table made beforehand.
    Am1Table,
    /// Velocity Verlet.
    Verlet,
    /// Heun's predictor-corrector.
    Heun,
    /// Runge-Kutta of fourth order.
    Rk4,
    /// Two points, two variables, energy conserving (chatziioannou 8), with every mode propagated
    /// exactly under a force that is held over the step: exact hold.
    #[default]
    TwoPoint,
    /// Three points, one variable, energy conserving.
    ThreePoint,
    /// Energy conserving without iteration; s = 2α/(α+1) unless given.
    Quadratic {
        /// The free parameter.
        s: Option<f64>,
    },
    /// Exact hold without iteration: what contacts store is carried as a square, and a step of all of
    /// them is one linear system.
    Quadratised,
    /// The classic scheme for a linear spring.
    Linear,
    /// The classic scheme for a cubic spring.
    Cubic,
}

impl Method {
    /// The schemes for contacts, in the order in which they are listed.
    pub const CONTACT: [Self; 8] = [
        Self::Am1,
        Self::Verlet,
        Self::Heun,
        Self::Rk4,
        Self::TwoPoint,
        Self::ThreePoint,
        Self::Quadratic { s: None },
        Self::Quadratised,
    ];

    /// Its name, what it is and which scenes it treats.
    #[must_use]
    pub const fn info(self) -> MethodInfo {
        match self {
            Self::Am1 => MethodInfo::new("am1", "Trapezoidal rule by the K method", MODES_APART),
            Self::Am1Table => MethodInfo::new("am1-table", "am1 by a table", MODES_APART),
            Self::Verlet => MethodInfo::new("verlet", "Velocity Verlet", MODES),
            Self::Heun => MethodInfo::new("heun", "Heun's predictor-corrector", MODES),
            Self::Rk4 => MethodInfo::new("rk4", "Runge-Kutta of fourth order", MODES),
            Self::TwoPoint => {
                let about = "Two points, two variables, energy conserving, modes exact";
                MethodInfo::new("two-point", about, "everything")
            }
            Self::ThreePoint => {
                let about = "Three points, one variable, energy conserving";
                MethodInfo::new("three-point", about, LONE_MASS)
            }
            Self::Quadratic { .. } => {
                MethodInfo::new("quadratic", "Energy conserving without iteration", LONE_MASS)
            }
            Self::Quadratised => {
                let about = "Two points, energy conserving without iteration, modes exact";
                MethodInfo::new("quadratised", about, WITHOUT_FELT)
            }
            Self::Linear => MethodInfo::new("linear", "Classic scheme", "one mass, linear spring"),
            Self::Cubic => MethodInfo::new("cubic", "Classic scheme", "one mass, cubic spring"),
        }
    }

    /// The name that scenes and commands use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.info().name
    }

    /// One line: what it is, and which scenes it treats.
    #[must_use]
    pub fn description(self) -> String {
        format!("{}: treats {}.", self.info().about, self.info().treats)
    }

    /// Whether its discrete energy closes exactly with its losses and forces.
    #[must_use]
    pub fn has_exact_balance(self) -> bool {
        !matches!(self, Self::Am1 | Self::Am1Table | Self::Verlet | Self::Heun | Self::Rk4)
    }

    /// Whether every mode is propagated exactly under a force that is held over the step.
    #[must_use]
    pub fn holds(self) -> bool {
        matches!(self, Self::TwoPoint | Self::Quadratised)
    }

    /// Whether its state is position and velocity at one instant, which a correction may set while
    /// bodies touch.
    #[must_use]
    pub fn is_one_step(self) -> bool {
        self.holds() || !self.has_exact_balance()
    }

    /// The scheme, ready to step; `None` for those of the engine, which [hold](Self::holds).
    pub(crate) fn scheme(self, start: &Start) -> Result<Option<Box<dyn Scheme>>, Error> {
        let Start { model, state, dt, ref input } = *start;
        Ok(Some(match self {
            Self::TwoPoint | Self::Quadratised => return Ok(None),
            Self::Am1 => Box::new(Am1::new(model, state, dt, input)?),
            Self::Am1Table => Box::new(Am1::with_table(model, state, dt, input)?),
            Self::Verlet => Box::new(Verlet::new(model, state, dt, input)),
            Self::Heun => Box::new(Heun::new(model, state, dt, input)),
            Self::Rk4 => Box::new(Rk4::new(model, state, dt)),
            Self::ThreePoint => Box::new(ThreePoint::new(model, state, dt, input)?),
            Self::Quadratic { s } => {
                s.map(Quadratic::check_s).transpose()?;
                Box::new(Quadratic::new(model, state, dt, input, s)?)
            }
            Self::Linear => Box::new(Linear::new(model, state, dt, input)?),
            Self::Cubic => Box::new(Cubic::new(model, state, dt, input)?),
        }))
    }
}

named!(
    Method,
    "scheme",
    CONTACT,
    "How time advances. The energy of am1, verlet, heun and rk4 drifts; the others keep it."
);
