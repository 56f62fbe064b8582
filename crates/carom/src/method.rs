//! The schemes by name.

use std::fmt;
use std::str::FromStr;

use crate::error::Error;
use crate::model::{Model, State};
use crate::scheme::{
    Am1, Cubic, Heun, Input, Linear, Quadratic, Quadratised, Rk4, Scheme, ThreePoint, Verlet,
};

/// Which scheme, chosen at run time.
#[derive(Clone, Copy, Debug, PartialEq)]
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
    TwoPoint,
    /// Three points, one variable, energy conserving.
    ThreePoint,
    /// Energy conserving without iteration; s = 2α/(α+1) unless given.
    Quadratic {
        /// The free parameter.
        s: Option<f64>,
    },
    /// Energy quadratisation.
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

    /// The name that scenes and commands use.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Am1 => "am1",
            Self::Am1Table => "am1-table",
            Self::Verlet => "verlet",
            Self::Heun => "heun",
            Self::Rk4 => "rk4",
            Self::TwoPoint => "two-point",
            Self::ThreePoint => "three-point",
            Self::Quadratic { .. } => "quadratic",
            Self::Quadratised => "quadratised",
            Self::Linear => "linear",
            Self::Cubic => "cubic",
        }
    }

    /// Whether its discrete energy closes exactly with its losses and forces.
    #[must_use]
    pub fn has_exact_balance(self) -> bool {
        !matches!(self, Self::Am1 | Self::Am1Table | Self::Verlet | Self::Heun | Self::Rk4)
    }

    /// Whether its state is position and velocity at one instant, which a correction may set while
    /// bodies touch.
    #[must_use]
    pub fn is_one_step(self) -> bool {
        self == Self::TwoPoint || !self.has_exact_balance()
    }

    /// The scheme, ready to step; `None` for the two-point scheme, which is more than a
    /// [`Scheme`].
    pub(crate) fn scheme(
        self,
        model: &Model,
        state: &State,
        dt: f64,
        input: &Input,
    ) -> Result<Option<Box<dyn Scheme>>, Error> {
        Ok(Some(match self {
            Self::TwoPoint => return Ok(None),
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
            Self::Quadratised => Box::new(Quadratised::new(model, state, dt, input)?),
            Self::Linear => Box::new(Linear::new(model, state, dt, input)?),
            Self::Cubic => Box::new(Cubic::new(model, state, dt, input)?),
        }))
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Method {
    type Err = UnknownMethod;

    fn from_str(name: &str) -> Result<Self, UnknownMethod> {
        let known = Self::CONTACT.into_iter().find(|method| method.name() == name);
        known.ok_or_else(|| UnknownMethod(name.to_owned()))
    }
}

/// A scheme that nobody knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownMethod(pub String);

impl fmt::Display for UnknownMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Method::CONTACT.map(Method::name).join(", ");
        write!(f, "there is no scheme '{}'; there are {names}", self.0)
    }
}

impl std::error::Error for UnknownMethod {}
