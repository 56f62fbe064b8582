//! Carom: what happens when two things collide, computed at audio rate with every joule accounted
//! for.
//!
//! A [`Model`] is bodies (banks of modes) and contacts between them; a [`law::Law`] is a potential
//! and a loss; a [`Simulation`] advances a model by one of the [schemes](scheme) and keeps a
//! [`Ledger`] of its energy; [`exact`] knows the answer for a mass against a wall.
//!
//! ```
//! use carom::exact::WallImpact;
//! use carom::law::{Damping, Law};
//! use carom::{Method, Model, Simulation};
//!
//! // papetti's hard impact, six samples long at 44.1 kHz.
//! let law = Law::hunt_crossley(1e9, 1.5, Damping::Mu(0.5))?;
//! let model = Model::mass_and_wall(0.01, law)?;
//! let mut start = model.rest();
//! start.velocity[0] = 1.0;
//! let mut simulation = Simulation::new(model, &start, Method::TwoPoint, 1.0 / 44100.0)?;
//! for _ in 0..10 {
//!     simulation.step()?;
//! }
//! let exact = WallImpact::new(0.01, 1e9, 1.5, 0.5, 1.0)?;
//! let v_out = simulation.state().velocity[0];
//! assert!((v_out / exact.v_out() - 1.0).abs() < 0.02);
//! // Whatever the accuracy, no joule is missing.
//! assert!(simulation.ledger().residual().abs() < 1e-16);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// No panic is reachable from a user.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod correction;
mod energy;
mod error;
pub mod exact;
pub mod law;
mod modal;
mod model;
pub mod numeric;
pub mod rigid;
pub mod scheme;
mod simulation;
pub mod verify;

pub use energy::{Flow, Ledger};
pub use error::InvalidValue;
pub use modal::{
    Block, ContactLog, ContactPoint, ContactSample, FirstRelease, Player, PlayerOptions, Substeps,
    Travel,
};
pub use model::{BodyId, Contact, Mode, Model, Modes, Pickup, Port, Quantity, State};
pub use simulation::{Method, SetupError, Simulation, UnknownMethod};

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
