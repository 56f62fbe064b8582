//! Rigid bodies that touch at a point: velocities and spins after, and the force while it lasts.
//!
//! A [`Collision`] is two [bodies](Body), one of which may be [immovable](Body::immovable), and the
//! normal at their contact; [`collide`] computes it by one of four [methods](Method). [`resolve`]
//! computes several contacts of several bodies at once.
//!
//! ```
//! use carom_rigid::{Body, Collision, Friction, Method, Mirtich, collide};
//!
//! // An air hockey puck of 8 g against a wall below it (iguchi, trial 5).
//! let puck = Body::disc(0.008, 0.0324, [0.0, 1.0, 0.0])?
//!     .moving([2.045, 0.0, -2.045], [0.0, 0.0, 0.0])
//!     .touched_at([0.0, 0.0, -0.0324]);
//! let collision = Collision::new([puck, Body::immovable()], [0.0, 0.0, 1.0])?;
//! let method = Method::Mirtich(Mirtich::new(0.57, Friction::coulomb(0.068)?)?);
//! let after = collide(&collision, &method)?;
//! let velocity = after.bodies[0].velocity();
//! // It slides throughout: the wall takes μ(1+E) of the normal speed from the tangential one.
//! assert!((velocity[2] - 0.57 * 2.045).abs() < 1e-12);
//! assert!((velocity[0] - (2.045 - 0.068 * 1.57 * 2.045)).abs() < 1e-12);
//! assert!(after.energy_after < after.energy_before);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod algebra;
mod body;
mod collision;
mod compliant;
mod error;
mod friction;
mod history;
mod iguchi;
mod mirtich;
mod pulse;
mod several;
mod shape;
mod sliding;
mod solid;

pub use algebra::{Matrix, Vector};
pub use body::Body;
pub use collision::Collision;
pub use compliant::{Compliant, Tangential};
pub use error::CollisionError;
pub use friction::Friction;
pub use history::ForceSample;
pub use iguchi::{Convention, Iguchi, SlipSign, ZeroSlip};
pub use mirtich::Mirtich;
pub use pulse::Pulse;
pub use several::{
    ContactLaw, ContactPoint, MOST_CONTACTS, Resolution, Resolved, resolve, resolve_with,
};
pub use shape::Shape;
pub use solid::Solid;

use carom::check::positive;
use collision::Contact;
use history::Recorder;

/// How a collision is computed.
#[derive(Clone, Debug, PartialEq)]
pub enum Method {
    /// A Gaussian pulse with the sticking rule and the internal forces of iguchi, as printed.
    Iguchi(Iguchi),
    /// Stepping in normal impulse: no time passes.
    Mirtich(Mirtich),
    /// A pulse of prescribed shape, its area by the work of the normal force.
    Pulse(Pulse),
    /// Forces from compression and bristles, integrated in time.
    Compliant(Compliant),
}

impl Method {
    /// A short name: `iguchi`, `mirtich`, `pulse` or `compliant`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Iguchi(_) => "iguchi",
            Self::Mirtich(_) => "mirtich",
            Self::Pulse(_) => "pulse",
            Self::Compliant(_) => "compliant",
        }
    }
}

/// What a collision did.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The bodies as they leave.
    pub bodies: [Body; 2],
    /// The impulse on the first body (N·s), in the axes of the world; the second took its opposite.
    pub impulse: Vector,
    /// How long they touched (s); 0 for [`Mirtich`], which has no time.
    pub contact_time: f64,
    /// The share of the normal impulse that acted while the contact stuck: 0 if it slid throughout,
    /// 1 if it never did. None for [`Tangential::LuGre`], which has no separate sticking.
    pub sticking: Option<f64>,
    /// Kinetic energy before (J).
    pub energy_before: f64,
    /// Kinetic energy after (J); more than before only if an immovable body moves and so drives.
    pub energy_after: f64,
    /// The force over the contact where a rate is given; empty for [`Mirtich`].
    pub history: Vec<ForceSample>,
}

/// Computes a collision.
pub fn collide(collision: &Collision, method: &Method) -> Result<Outcome, CollisionError> {
    solve(collision, method, None)
}

/// Computes a collision and samples the force on the first body `rate` times per second; each
/// sample is the mean over its period, so that they sum to the impulse at any rate.
pub fn collide_with_history(
    collision: &Collision,
    method: &Method,
    rate: f64,
) -> Result<Outcome, CollisionError> {
    solve(collision, method, Some(positive("rate of the history", rate)?))
}

/// What a method finds, in the axes of the contact.
struct Solution {
    impulse: Vector,
    contact_time: f64,
    sticking: Option<f64>,
}

fn solve(
    collision: &Collision,
    method: &Method,
    rate: Option<f64>,
) -> Result<Outcome, CollisionError> {
    let contact = collision.contact();
    let mut recorder = Recorder::new(rate.is_some());
    let solution = match method {
        Method::Iguchi(iguchi) => iguchi.solve(collision, &contact, &mut recorder)?,
        Method::Mirtich(mirtich) => mirtich.solve(&contact)?,
        Method::Pulse(pulse) => pulse.solve(&contact, &mut recorder)?,
        Method::Compliant(compliant) => compliant.solve(&contact, &mut recorder)?,
    };
    let impulse = contact.in_world(solution.impulse);
    if !algebra::is_finite(impulse) {
        return Err(CollisionError::Unfinished { method: method.name() });
    }
    let bodies = match method {
        Method::Iguchi(iguchi) => iguchi.struck(collision, impulse),
        _ => collision.struck(impulse),
    };
    Ok(Outcome {
        bodies,
        impulse,
        contact_time: solution.contact_time,
        sticking: solution.sticking,
        energy_before: collision.energy(),
        energy_after: bodies[0].energy() + bodies[1].energy(),
        history: rate.map(|rate| sampled(&recorder, rate, &contact)).unwrap_or_default(),
    })
}

fn sampled(recorder: &Recorder, rate: f64, contact: &Contact) -> Vec<ForceSample> {
    recorder.sampled(rate, |force| contact.in_world(force))
}
