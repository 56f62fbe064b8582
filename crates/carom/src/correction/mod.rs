//! Corrections that put what is known exactly into a numerical run of a mass against a wall.
//!
//! | correction | what it does | schemes |
//! |---|---|---|
//! | hybrid | compression from velocity, x(v_n) of papetti (3), at each sample in contact | position and velocity at one instant |
//! | output velocity | v_out and x = 0 at the first sample after release | all |
//! | duration | a stiffness for which the contact lasts as long as it should | two-point; three-point for α = 1 |

mod duration;

pub use duration::{
    DurationError, closed_form_stiffness, linear_three_point_stiffness, phase_aware_stiffness,
    spread,
};

use std::fmt;

use crate::energy::Flow;
use crate::error::InvalidValue;
use crate::exact::{Approximation, WallImpact};
use crate::law::{Loss, Sides};
use crate::model::State;
use crate::scheme::StepError;
use crate::simulation::{Method, Simulation};

/// Where the outgoing velocity of the constraint comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum OutputVelocity {
    /// The exact value.
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
#[derive(Clone, Debug, PartialEq)]
pub enum Correction {
    /// Nothing.
    None,
    /// Compression from velocity while in contact.
    Hybrid,
    /// The velocity at release.
    OutputVelocity(OutputVelocity),
    /// Both of papetti's.
    Both(OutputVelocity),
    /// The stiffness, in closed form: chatziioannou (15), (16) for α = 1 and its extension to α > 1.
    Duration,
    /// The stiffness, solved for the phase at which the impact meets the samples.
    DurationPhase,
}

impl Correction {
    fn output(&self) -> Option<&OutputVelocity> {
        match self {
            Self::OutputVelocity(output) | Self::Both(output) => Some(output),
            _ => None,
        }
    }

    fn is_hybrid(&self) -> bool {
        matches!(self, Self::Hybrid | Self::Both(_))
    }

    fn is_duration(&self) -> bool {
        matches!(self, Self::Duration | Self::DurationPhase)
    }
}

/// A correction that a scheme or an impact does not allow.
#[derive(Clone, Debug, PartialEq)]
pub enum CorrectionError {
    /// The scheme keeps two samples instead of position and velocity.
    NotOneStep(Method),
    /// The scheme has no stiffness to correct.
    NoDuration(Method),
    /// The model is not a mass against a one-sided wall.
    NotAWall,
    /// The duration cannot be reached.
    Duration(DurationError),
    /// The step itself failed.
    Step(StepError),
}

impl fmt::Display for CorrectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotOneStep(_) => write!(
                f,
                "the scheme keeps the positions of two samples; the hybrid correction sets position \
                 and velocity of one (use am1, verlet, heun, rk4 or two-point)"
            ),
            Self::NoDuration(_) => f.write_str(
                "no duration correction (use two-point, or for exponent 1 three-point with \
                 `duration`)",
            ),
            Self::NotAWall => f.write_str("only a mass against a one-sided wall can be corrected"),
            Self::Duration(error) => error.fmt(f),
            Self::Step(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for CorrectionError {}

impl From<StepError> for CorrectionError {
    fn from(error: StepError) -> Self {
        Self::Step(error)
    }
}

impl From<DurationError> for CorrectionError {
    fn from(error: DurationError) -> Self {
        Self::Duration(error)
    }
}

/// The elastic share of the energy from which a velocity tells a compression. Closer to the surface
/// the velocity changes by less than its own rounding from sample to sample, and x(v) would stand
/// still where the mass moves.
const RESOLVED: f64 = 1e-9;

/// A simulation of a mass against a wall, with a correction around each of its steps.
#[derive(Clone, Debug)]
pub struct Corrected {
    simulation: Simulation,
    correction: Correction,
    mass: f64,
    stiffness: f64,
    state: State,
    /// The impact under way.
    impact: Option<WallImpact>,
    /// The speed of the last sample apart.
    approach: f64,
}

impl Corrected {
    /// Wraps a simulation of [`Model::mass_and_wall`](crate::Model::mass_and_wall).
    pub fn new(simulation: Simulation, correction: Correction) -> Result<Self, CorrectionError> {
        let (method, model) = (simulation.method(), simulation.model());
        let ([mass], [contact]) = (&model.modes().mass[..], model.contacts()) else {
            return Err(CorrectionError::NotAWall);
        };
        let free = model.modes().omega[0] == 0.0 && model.modes().sigma[0] == 0.0;
        let at_zero = contact.law.potential().sides() == Sides::One { offset: 0.0 };
        let [weight] = model.couplings()[0].weights[..] else {
            return Err(CorrectionError::NotAWall);
        };
        if correction != Correction::None
            && !(free && at_zero && weight == 1.0 && contact.gap == 0.0)
        {
            return Err(CorrectionError::NotAWall);
        }
        if correction.is_hybrid() && !method.is_one_step() {
            return Err(CorrectionError::NotOneStep(method));
        }
        let exponent = contact.law.potential().exponent();
        let corrects_duration = method == Method::TwoPoint
            || (method == Method::ThreePoint
                && exponent == 1.0
                && correction == Correction::Duration);
        if correction.is_duration() && !corrects_duration {
            return Err(CorrectionError::NoDuration(method));
        }
        let (mass, stiffness) = (*mass, contact.law.potential().stiffness_coefficient());
        let state = model.rest();
        let mut corrected =
            Self { simulation, correction, mass, stiffness, state, impact: None, approach: 0.0 };
        corrected.note_approach();
        Ok(corrected)
    }

    /// Advances by one step and corrects it.
    pub fn step(&mut self) -> Result<Flow, CorrectionError> {
        if self.correction == Correction::None {
            return Ok(self.simulation.step()?);
        }
        if self.impact.is_none() && self.correction.is_duration() {
            self.adjust_stiffness()?;
        }
        let flow = self.simulation.step()?;
        self.state.copy_from(self.simulation.state());
        let (mut x, v) = (self.state.displacement[0], self.state.velocity[0]);
        if x > 0.0 && self.impact.is_none() {
            self.impact = self.exact_impact();
        }
        let Some(impact) = &self.impact else {
            self.note_approach();
            return Ok(flow);
        };
        if x > 0.0 && self.correction.is_hybrid() {
            if v <= impact.v_out() {
                x = 0.0;
            } else if impact.elastic_share_at(v) > RESOLVED {
                x = impact.compression_at(v).unwrap_or(x);
            }
        }
        if x <= 0.0 {
            if let Some(v_out) = self.v_out(impact) {
                self.state.velocity[0] = v_out;
                // A scheme that keeps two samples needs both of them outside.
                let one_step = self.simulation.method().is_one_step();
                x = if one_step { 0.0 } else { v_out * self.simulation.dt() };
            }
            self.impact = None;
        }
        if x != self.state.displacement[0] || v != self.state.velocity[0] {
            self.state.displacement[0] = x;
            // The state came from this simulation: it fits.
            let _ = self.simulation.load(&self.state);
        }
        self.note_approach();
        Ok(flow)
    }

    /// The simulation inside.
    #[must_use]
    pub fn simulation(&self) -> &Simulation {
        &self.simulation
    }

    /// The simulation inside, to strike or to push.
    pub fn simulation_mut(&mut self) -> &mut Simulation {
        &mut self.simulation
    }

    /// Puts another state, apart from the wall, in place of the present one.
    pub fn load(&mut self, state: &State) -> Result<(), InvalidValue> {
        self.simulation.load(state)?;
        self.impact = None;
        self.note_approach();
        Ok(())
    }

    /// Tells the speed at the wall of the impact that the next step begins, where a force in flight
    /// makes it another than that of the last sample apart.
    pub fn set_approach(&mut self, speed: f64) {
        self.approach = speed;
    }

    fn note_approach(&mut self) {
        if self.impact.is_none() {
            self.approach = self.simulation.state().velocity[0];
        }
    }

    fn mu(&self) -> f64 {
        match self.simulation.model().contacts()[0].law.loss() {
            Loss::None | Loss::Felt(_) => 0.0,
            Loss::HuntCrossley { mu } => mu,
            Loss::ConstantRestitution { product } => product / self.approach,
        }
    }

    fn exact_impact(&self) -> Option<WallImpact> {
        let exponent = self.simulation.model().contacts()[0].law.potential().exponent();
        WallImpact::new(self.mass, self.stiffness, exponent, self.mu(), self.approach).ok()
    }

    fn v_out(&self, impact: &WallImpact) -> Option<f64> {
        match self.correction.output()? {
            OutputVelocity::Exact => Some(impact.v_out()),
            OutputVelocity::Approximate { formula, bound } => {
                let trusted = formula.error(impact.mu() * impact.v_in()).abs() <= *bound;
                trusted.then(|| formula.v_out(impact.mu(), impact.v_in()))
            }
        }
    }

    /// Sets the stiffness of the impact that the next step begins.
    fn adjust_stiffness(&mut self) -> Result<(), CorrectionError> {
        let dt = self.simulation.dt();
        let (x, v) = {
            let state = self.simulation.state();
            (state.displacement[0], state.velocity[0])
        };
        if x > 0.0 || x + v * dt <= 0.0 {
            return Ok(());
        }
        let Some(impact) = self.exact_impact() else {
            return Ok(());
        };
        let phase = -x / (v * dt);
        let stiffness = match self.correction {
            Correction::DurationPhase => phase_aware_stiffness(&impact, dt, phase)?,
            _ if self.simulation.method() == Method::ThreePoint => {
                linear_three_point_stiffness(impact.mass(), impact.stiffness(), dt)?
            }
            _ => closed_form_stiffness(&impact, dt)?,
        };
        self.simulation.set_stiffness(0, stiffness);
        Ok(())
    }
}
