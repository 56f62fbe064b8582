//! The published schemes for impacts, behind one door: [`start`] runs a [`World`] by a [`Method`] and a [`Correction`].
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
//!
//! Two-point and quadratised are the engine's own, [`Hold`]. Schemes stand one per file.

// No panic is reachable from a user.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

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
mod approximation;
mod benchmark;
pub mod correction;
mod explicit;
mod heun;
mod lone_mass;
mod method;
mod names;
mod pressed;
mod quadratic;
mod rk4;
mod three_point;
pub mod verify;
mod verlet;

pub use am1::Am1;
pub use approximation::{Approximation, ApproximationKind};
pub use benchmark::{Cubic, Linear};
pub use correction::{Correction, OutputVelocity};
pub use heun::Heun;
pub use method::{Method, MethodInfo};
pub use names::UnknownNameError;
pub use pressed::{Pressed, PressedOutcome};
pub use quadratic::Quadratic;
pub use rk4::Rk4;
pub use three_point::ThreePoint;
pub use verlet::Verlet;

use carom::scheme::{Plugged, Start};
use carom::{Error, Hands, Hold, Options, Substeps, Voice, World};

/// By which scheme a voice runs, and what corrects it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct How {
    /// The scheme; two-point unless given.
    pub method: Method,
    /// The correction; none unless given.
    pub correction: Correction,
    /// Where a correction of the outgoing velocity takes it from; the exact value unless given.
    pub output_velocity: OutputVelocity,
}

impl From<Method> for How {
    fn from(method: Method) -> Self {
        Self { method, ..Self::default() }
    }
}

impl From<Correction> for How {
    fn from(correction: Correction) -> Self {
        Self { correction, ..Self::default() }
    }
}

/// Makes a voice of a world by a scheme. The method decides [`Options::hold`]; a correction takes one step per sample
/// unless the options say how many, since what it corrects are the errors of these steps.
///
/// ```
/// use carom::law::Law;
/// use carom::{Options, World};
/// use carom_schemes::Method;
///
/// let mut world = World::new();
/// let (mass, wall) = (world.mass(0.01)?, world.wall());
/// world.contact(&mass, wall, Law::power(1e9, 1.5)?)?;
/// world.throw(&mass, 0.0, 1.0)?;
/// let (mut voice, _) = carom_schemes::start(&world, 44_100.0, Method::Verlet, Options::plain())?;
/// voice.advance(10)?;
/// assert!(voice.state().velocity[0] < 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn start(
    world: &World,
    rate: f64,
    how: impl Into<How>,
    mut options: Options,
) -> Result<(Voice, Hands), Error> {
    let how = how.into();
    if how.correction != Correction::None && options.substeps == Substeps::Auto {
        options.substeps = Substeps::Fixed(1);
    }
    if how.method == Method::Quadratised {
        options.hold = Hold::Quadratised;
    }
    world.start_with(rate, options, |start: &Start| {
        let scheme = how.method.scheme(start)?.map(|scheme| (how.method.name(), scheme));
        Ok(Plugged { scheme, corrector: how.corrector(start)? })
    })
}
