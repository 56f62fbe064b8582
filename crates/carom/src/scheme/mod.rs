//! Time-stepping schemes, one per file.
//!
//! | scheme | order | balance | lossy laws | models |
//! |---|---|---|---|---|
//! | [`Am1`] trapezoidal rule, K method | 2 | none | as the law is | modes, contacts that share none |
//! | [`Verlet`] velocity Verlet | 2 (1 with damped modes) | none | as the law is | any |
//! | [`Heun`] | 2 | none | as the law is | any |
//! | [`Rk4`] | 4 | none | as the law is | any |
//! | two-point, by [exact hold](crate::Method::TwoPoint) | 2 | exact | loss at the centre of the step | any |
//! | [`ThreePoint`] | 2 | exact | loss at the centre of two steps | one mass, one contact |
//! | [`Quadratic`] | 1 (2 for s = ½) | exact | loss of the middle point, centred | one mass, one contact |
//! | quadratised, by [exact hold](crate::Method::Quadratised) | 2 | exact | loss of the expected force | any without felt |
//! | [`Linear`], [`Cubic`] | 2 | exact | refused | one mass in that spring |
//!
//! With losses the quadratic scheme meets a complex root in about a fifth of random impacts, and
//! returns an error; without losses and with its default s it meets none.
//!
//! A scheme with an exact balance reports a dissipated and a supplied energy per step with which
//! its own discrete energy closes to rounding; it cannot gain any.

/// The methods that schemes share whose state is a [`State`]; `load` evaluates the stage `now`.
macro_rules! state_methods {
    (load, forces) => {
        fn load(&mut self, model: &Model, state: &State, _: &Input) {
            self.state.copy_from(state);
            let State { displacement, velocity, memory } = &self.state;
            self.now.evaluate(model, displacement, velocity, memory);
        }

        fn forces(&self) -> &[f64] {
            &self.now.forces
        }

        state_methods!();
    };
    () => {
        fn store(&self, _: &Model, state: &mut State, _: &Input) {
            state.copy_from(&self.state);
        }

        fn energy(&self, model: &Model) -> f64 {
            model.hamiltonian(&self.state)
        }

        fn memory(&mut self) -> &mut [f64] {
            &mut self.state.memory
        }
    };
}

/// The methods that schemes for one mass share.
macro_rules! lone_mass_methods {
    (load, store) => {
        fn load(&mut self, model: &Model, state: &State, input: &Input) {
            self.mass.load(model, state, input);
        }

        lone_mass_methods!(store);
    };
    (store) => {
        fn store(&self, model: &Model, state: &mut State, _: &Input) {
            self.mass.store(model, state);
        }

        lone_mass_methods!();
    };
    () => {
        fn memory(&mut self) -> &mut [f64] {
            &mut self.mass.memory
        }

        fn abilities(&self) -> Abilities {
            Abilities::LONE_MASS
        }

        fn forces(&self) -> &[f64] {
            &self.mass.forces
        }
    };
}

mod am1;
mod am1_table;
mod benchmark;
mod explicit;
mod heun;
mod lone_mass;
mod quadratic;
mod rk4;
mod three_point;
mod verlet;

pub use am1::Am1;
pub use benchmark::{Cubic, Linear};
pub use heun::Heun;
pub use quadratic::Quadratic;
pub use rk4::Rk4;
pub use three_point::ThreePoint;
pub use verlet::Verlet;

use std::fmt;

use thiserror::Error;

use crate::correction::DurationError;
use crate::energy::Flow;
use crate::method::Method;
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

/// A way to advance a model by one step of fixed size.
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

/// A scheme that cannot treat a model.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("{scheme} refuses this model: {reason}{}", advice(*instead))]
pub struct SchemeError {
    /// The scheme.
    pub scheme: &'static str,
    /// What it cannot treat.
    pub reason: &'static str,
    /// A scheme that can, if there is one.
    pub instead: Option<Method>,
}

impl SchemeError {
    /// What a scheme cannot treat, but two-point can.
    #[must_use]
    pub const fn new(scheme: &'static str, reason: &'static str) -> Self {
        Self { scheme, reason, instead: Some(Method::TwoPoint) }
    }
}

/// Names the scheme to take instead, and what it treats.
fn advice(instead: Option<Method>) -> String {
    let advice = |method: Method| format!("; take {method}, which treats {}", method.info().treats);
    instead.map(advice).unwrap_or_default()
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
    /// The correction of the duration cannot be reached.
    #[error(transparent)]
    Duration(#[from] DurationError),
}
