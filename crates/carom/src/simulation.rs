//! A model, one of the schemes, and the account of its energy.

use std::fmt;
use std::str::FromStr;

use crate::energy::{Flow, Ledger};
use crate::error::{InvalidValue, check_length, finite, positive};
use crate::model::{Model, State};
use crate::scheme::{
    Am1, Cubic, Heun, Input, Linear, Quadratic, Quadratised, Rk4, Scheme, SchemeError, StepError,
    ThreePoint, TwoPoint, Verlet,
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
    /// Two points, two variables, energy conserving.
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

/// The one place where the choice of a scheme at run time becomes a type.
#[derive(Clone, Debug)]
enum Running {
    Am1(Am1),
    Verlet(Verlet),
    Heun(Heun),
    Rk4(Rk4),
    TwoPoint(TwoPoint),
    ThreePoint(ThreePoint),
    Quadratic(Quadratic),
    Quadratised(Quadratised),
    Linear(Linear),
    Cubic(Cubic),
}

/// Calls the same method on whichever scheme runs.
macro_rules! each {
    ($running:expr, $scheme:ident => $call:expr) => {
        match $running {
            Running::Am1($scheme) => $call,
            Running::Verlet($scheme) => $call,
            Running::Heun($scheme) => $call,
            Running::Rk4($scheme) => $call,
            Running::TwoPoint($scheme) => $call,
            Running::ThreePoint($scheme) => $call,
            Running::Quadratic($scheme) => $call,
            Running::Quadratised($scheme) => $call,
            Running::Linear($scheme) => $call,
            Running::Cubic($scheme) => $call,
        }
    };
}

impl Running {
    fn new(
        method: Method,
        model: &Model,
        state: &State,
        dt: f64,
        input: &Input,
    ) -> Result<Self, SchemeError> {
        Ok(match method {
            Method::Am1 => Self::Am1(Am1::new(model, state, dt, input)?),
            Method::Am1Table => Self::Am1(Am1::with_table(model, state, dt, input)?),
            Method::Verlet => Self::Verlet(Verlet::new(model, state, dt, input)),
            Method::Heun => Self::Heun(Heun::new(model, state, dt, input)),
            Method::Rk4 => Self::Rk4(Rk4::new(model, state, dt)),
            Method::TwoPoint => Self::TwoPoint(TwoPoint::new(model, state, dt, input)?),
            Method::ThreePoint => Self::ThreePoint(ThreePoint::new(model, state, dt, input)?),
            Method::Quadratic { s } => Self::Quadratic(Quadratic::new(model, state, dt, input, s)?),
            Method::Quadratised => Self::Quadratised(Quadratised::new(model, state, dt, input)?),
            Method::Linear => Self::Linear(Linear::new(model, state, dt, input)?),
            Method::Cubic => Self::Cubic(Cubic::new(model, state, dt, input)?),
        })
    }
}

/// Why a simulation could not be set up.
#[derive(Clone, Debug, PartialEq)]
pub enum SetupError {
    /// A parameter is out of range.
    Value(InvalidValue),
    /// The scheme cannot treat the model.
    Scheme(SchemeError),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(error) => error.fmt(f),
            Self::Scheme(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SetupError {}

impl From<InvalidValue> for SetupError {
    fn from(error: InvalidValue) -> Self {
        Self::Value(error)
    }
}

impl From<SchemeError> for SetupError {
    fn from(error: SchemeError) -> Self {
        Self::Scheme(error)
    }
}

/// A model that moves.
///
/// ```
/// use carom::{Method, Model, Simulation, law::Law};
/// let model = Model::mass_and_wall(0.01, Law::power(1e9, 1.5)?)?;
/// let mut state = model.rest();
/// state.velocity[0] = 1.0;
/// let mut simulation = Simulation::new(model, &state, Method::TwoPoint, 1.0 / 44100.0)?;
/// for _ in 0..20 {
///     simulation.step()?;
/// }
/// assert!((simulation.state().velocity[0] + 1.0).abs() < 1e-12);
/// assert!(simulation.ledger().residual().abs() < 1e-15 * simulation.ledger().initial() * 20.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Simulation {
    model: Model,
    scheme: Running,
    method: Method,
    dt: f64,
    force: Vec<f64>,
    ledger: Ledger,
    state: State,
}

impl Simulation {
    /// Starts `method` from `state` with steps of `dt`.
    pub fn new(model: Model, state: &State, method: Method, dt: f64) -> Result<Self, SetupError> {
        let none = vec![0.0; model.modes().mass.len()];
        Self::with_force(model, state, method, dt, none)
    }

    /// The same with a constant force (N) on each mode.
    pub fn with_force(
        model: Model,
        state: &State,
        method: Method,
        dt: f64,
        force: Vec<f64>,
    ) -> Result<Self, SetupError> {
        positive("time step", dt)?;
        model.check_state(state)?;
        check_length("number of forces", force.len(), model.modes().mass.len())?;
        for &value in &force {
            finite("force", value)?;
        }
        if model.contacts().iter().any(|contact| contact.law.as_felt().is_some()) {
            let reason = "felt remembers, which only a player with the two-point scheme follows";
            return Err(SchemeError { scheme: method.name(), reason }.into());
        }
        if let Method::Quadratic { s: Some(s) } = method {
            Quadratic::check_s(s)?;
        }
        let scheme = Running::new(method, &model, state, dt, &Input { force: &force })?;
        let initial = each!(&scheme, s => s.energy(&model));
        let (ledger, state) = (Ledger::new(initial), state.clone());
        Ok(Self { model, scheme, method, dt, force, ledger, state })
    }

    /// Advances by one step and books it.
    pub fn step(&mut self) -> Result<Flow, StepError> {
        let input = Input { force: &self.force };
        let flow = each!(&mut self.scheme, s => s.step(&self.model, &input))?;
        let forces: f64 = self.forces().iter().sum();
        if !(flow.dissipated + flow.supplied + forces).is_finite() {
            return Err(StepError::Diverged);
        }
        self.ledger.book(&flow);
        Ok(flow)
    }

    /// The physical state now.
    pub fn state(&mut self) -> &State {
        let input = Input { force: &self.force };
        each!(&self.scheme, s => s.store(&self.model, &mut self.state, &input));
        &self.state
    }

    /// Puts another state in place of the present one; the change of energy is booked.
    pub fn load(&mut self, state: &State) -> Result<(), InvalidValue> {
        self.model.check_state(state)?;
        let before = self.energy();
        let input = Input { force: &self.force };
        each!(&mut self.scheme, s => s.load(&self.model, state, &input));
        let after = self.energy();
        self.ledger.book_correction(after - before);
        Ok(())
    }

    /// Changes the outside force on a mode (N), from the next step on.
    pub fn set_force(&mut self, mode: usize, force: f64) -> Result<(), InvalidValue> {
        finite("force", force)?;
        if let Some(slot) = self.force.get_mut(mode) {
            *slot = force;
        }
        Ok(())
    }

    /// Changes the stiffness of a contact; meant for while it is open.
    pub(crate) fn set_stiffness(&mut self, contact: usize, stiffness: f64) {
        let before = self.energy();
        if let Some(law) = self.model.law_mut(contact) {
            law.potential_mut().set_stiffness(stiffness);
        }
        let after = self.energy();
        self.ledger.book_correction(after - before);
    }

    /// The discrete energy that the scheme keeps account of (J).
    #[must_use]
    pub fn energy(&self) -> f64 {
        each!(&self.scheme, s => s.energy(&self.model))
    }

    /// The physical energy (J).
    pub fn hamiltonian(&mut self) -> f64 {
        self.state();
        self.model.hamiltonian(&self.state)
    }

    /// The account so far, closed with the energy now.
    #[must_use]
    pub fn ledger(&self) -> Ledger {
        let mut ledger = self.ledger;
        ledger.note_stored(self.energy());
        ledger
    }

    /// The force in each contact over the last step (N).
    #[must_use]
    pub fn forces(&self) -> &[f64] {
        each!(&self.scheme, s => s.forces())
    }

    /// The model.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The scheme.
    #[must_use]
    pub fn method(&self) -> Method {
        self.method
    }

    /// The time step (s).
    #[must_use]
    pub fn dt(&self) -> f64 {
        self.dt
    }
}
