//! Carom: what happens when two things collide, computed at audio rate with every joule accounted
//! for.
//!
//! A [`World`] is built: bodies (banks of modes), contacts between them with their [laws](law::Law),
//! pickups. A [`Voice`] runs it block by block, and keeps a [`Ledger`]
//! of its energy; [`Hands`] play it while it sounds, from any thread. [`exact`] has the exact result for a
//! mass against a wall.
//!
//! ```
//! use carom::exact::WallImpact;
//! use carom::law::{Damping, Law};
//! use carom::{Options, World};
//!
//! // papetti's hard impact, six samples long at 44.1 kHz.
//! let mut world = World::new();
//! let (mass, wall) = (world.mass(0.01)?, world.wall());
//! let hit = world.contact(mass, wall, Law::hunt_crossley(1e9, 1.5, Damping::Mu(0.5))?)?;
//! let (mut voice, mut hands) = world.start(44_100.0, Options::default())?;
//! hands.strike(hit, 1.0)?;
//! voice.advance(10)?;
//! let exact = WallImpact::new(0.01, 1e9, 1.5, 0.5, 1.0)?;
//! let v_out = voice.state().velocity[0];
//! assert!((v_out / exact.v_out() - 1.0).abs() < 0.01);
//! // Whatever the accuracy, no joule is missing.
//! assert!(voice.ledger().residual().abs() < 1e-16);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// No panic is reachable from a user.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod correction;
mod energy;
mod error;
pub mod exact;
mod hearing;
mod hold;
pub mod law;
mod model;
mod port;
pub mod scheme;
mod stepper;
mod voice;
mod world;

pub use carom_numeric as numeric;
pub use carom_numeric::check::{self, InvalidValue};
use carom_numeric::cpu;
pub use carom_numeric::cpu::{compute_alike, vector_unit};
pub use energy::{Flow, Ledger};
pub use error::Error;
pub use hearing::{FarField, Heard, Listener, Rational};
pub use model::{Contact, Coupling, Mode, Model, Modes, Quantity, State};
pub use port::{Body, BodyId, ContactId, PickupId, Place, Port, PortId, Ringing};
pub use voice::{
    Account, ContactEnergy, ContactLog, ContactPoint, ContactSample, Counts, FirstRelease, Hands,
    Hold, Losses, Options, Sample, Substeps, Tension, Travel, Voice,
};
pub use world::World;
