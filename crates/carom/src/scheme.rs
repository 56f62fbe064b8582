//! What takes the steps of a voice from outside of the engine: a scheme of one's own, what may correct it, and what
//! both may say.
//!
//! A [`Scheme`] advances a [`Model`] by one step; [`World::start_with`](crate::World::start_with) plugs it in. The published
//! ones, and the corrections, are the crate `carom-schemes`. The engine's own is [exact hold](crate::Hold).

use std::fmt;

use thiserror::Error;

use crate::correction::Corrector;
use crate::energy::Flow;
pub use crate::hold::{Equation, Solution};
use crate::model::{Model, State};

/// What acts from outside during a step.
#[derive(Clone, Copy, Debug, Default)]
pub struct Input<'a> {
    /// A constant force on each mode (N); empty for none.
    pub force: &'a [f64],
}

impl Input<'_> {
    /// The force on a mode.
    #[must_use]
    pub fn on(&self, mode: usize) -> f64 {
        self.force.get(mode).copied().unwrap_or(0.0)
    }
}

/// A method that advances a model by one step of fixed size.
///
/// Making one may allocate and may refuse; a step does neither. A scheme of one's own is plugged in
/// with [`World::start_with`](crate::World::start_with).
pub trait Scheme: fmt::Debug + Send {
    /// Advances by one step.
    fn step(&mut self, model: &Model, input: &Input) -> Result<Flow, StepError>;

    /// Takes over a physical state: at the start, for a strike, after a correction.
    fn load(&mut self, model: &Model, state: &State, input: &Input);

    /// Gives the physical state.
    fn store(&self, model: &Model, state: &mut State, input: &Input);

    /// The discrete energy that the scheme keeps account of (J); the Hamiltonian for a scheme that
    /// has none of its own.
    fn energy(&self, model: &Model) -> f64;

    /// The force in each contact over the last step (N).
    fn forces(&self) -> &[f64];

    /// What the contacts remember, one number each.
    fn memory(&mut self) -> &mut [f64];

    /// Weights, laws or modes of the model have changed; a state is loaded next.
    fn refresh(&mut self, model: &Model) {
        let _ = model;
    }

    /// What it can do.
    fn abilities(&self) -> Abilities {
        Abilities::ALL
    }
}

/// What a scheme can do beyond taking steps. What it cannot do is refused when a voice is started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Abilities {
    /// Contacts whose gap or place moves from sample to sample.
    pub travel: bool,
    /// Laws whose memory moves while bodies touch: felt.
    pub felt: bool,
    /// Laws without adhesion.
    pub without_adhesion: bool,
    /// Whether its state is position and velocity at one instant, which a correction may set while
    /// bodies touch.
    pub one_step: bool,
    /// Whether its discrete energy closes exactly with its losses and forces.
    pub balanced: bool,
    /// Whether modes ring at their exact frequency, so that none may ring above half the sample rate.
    pub exact_modes: bool,
}

impl Abilities {
    /// Any model, no balance of its own: the explicit schemes and the trapezoidal rule.
    pub const ALL: Self = Self {
        travel: true,
        felt: true,
        without_adhesion: true,
        one_step: true,
        balanced: false,
        exact_modes: false,
    };

    /// The conserving schemes that keep two samples of one mass.
    pub const LONE_MASS: Self = Self {
        travel: false,
        felt: false,
        without_adhesion: false,
        one_step: false,
        balanced: true,
        exact_modes: false,
    };
}

/// The start of a run.
#[derive(Clone, Copy, Debug)]
pub struct Start<'a> {
    /// Bodies and contacts.
    pub model: &'a Model,
    /// Where everything is.
    pub state: &'a State,
    /// The length of a step (s).
    pub dt: f64,
    /// What acts from outside.
    pub input: Input<'a>,
}

/// What [`World::start_with`](crate::World::start_with) plugs into a voice.
#[derive(Debug, Default)]
pub struct Plugged {
    /// What takes the steps, and what messages call it; exact hold, as the options say, unless given.
    pub scheme: Option<(&'static str, Box<dyn Scheme>)>,
    /// What corrects them.
    pub corrector: Option<Box<dyn Corrector>>,
}

impl<S: Scheme + 'static> From<S> for Plugged {
    fn from(scheme: S) -> Self {
        Self { scheme: Some(("a scheme of one's own", Box::new(scheme))), corrector: None }
    }
}

/// A scheme that cannot treat a model.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{scheme} refuses this model: {reason}{}", advice(*instead))]
pub struct SchemeError {
    /// The scheme.
    pub scheme: &'static str,
    /// What it cannot treat.
    pub reason: &'static str,
    /// What can, if there is anything.
    pub instead: Option<&'static str>,
}

impl SchemeError {
    /// What a scheme cannot treat, but two-point can.
    #[must_use]
    pub const fn new(scheme: &'static str, reason: &'static str) -> Self {
        Self { scheme, reason, instead: Some("two-point, which treats everything") }
    }
}

fn advice(instead: Option<&str>) -> String {
    instead.map(|instead| format!("; take {instead}")).unwrap_or_default()
}

/// A step whose mathematics failed. After a complex root the state is that before the step; after a
/// divergence it is undefined.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum StepError {
    /// The quadratic equation of the step has no real root.
    #[error(
        "the quadratic equation of the step has no real root (discriminant {discriminant:.3e})"
    )]
    ComplexRoot {
        /// Its discriminant (in units of its largest term), below zero.
        discriminant: f64,
    },
    /// A number left the range of a double: the scheme is unstable here.
    #[error("the scheme diverged: a value is no longer finite")]
    Diverged,
    /// A correction cannot be made.
    #[error("{reason} ({samples:.4} samples{})", longer(*shortest))]
    NotCorrected {
        /// Why not.
        reason: &'static str,
        /// How long the contact lasts (in samples).
        samples: f64,
        /// How long it must last, if that is known.
        shortest: Option<f64>,
    },
}

fn longer(shortest: Option<f64>) -> String {
    shortest.map(|least| format!("; more than {least:.4} are needed")).unwrap_or_default()
}
