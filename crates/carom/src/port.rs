//! What things of a world are called: bodies, places on them, ports, and ids that know their world.

use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::InvalidValue;
use crate::check::{check, check_length, finite};
use crate::hearing::{FarField, Listener};
use crate::model::{Mode, Model};
use crate::voice::Tension;

/// Something that rings: its modes, and how far each moves at a place.
///
/// Shapes of some material are such things (the crate `carom-shapes` has bars, plates, bells and
/// more); so is a plain list of modes, which has no places.
pub trait Ringing: Debug + Send + Sync {
    /// Its modes.
    fn modes(&self) -> &[Mode];

    /// The weight of each mode at a place. Where one number is given, the second is NaN.
    fn weights(&self, place: [f64; 2]) -> Result<Vec<f64>, InvalidValue>;

    /// How it is stretched as it bends, if that changes its pitch.
    fn tension(&self) -> Option<Tension> {
        None
    }

    /// How it is heard at a place in the room, if that is known.
    fn far_field(&self, listener: &Listener) -> Option<FarField> {
        let _ = listener;
        None
    }
}

impl Ringing for Vec<Mode> {
    fn modes(&self) -> &[Mode] {
        self
    }

    fn weights(&self, place: [f64; 2]) -> Result<Vec<f64>, InvalidValue> {
        let allowed = "left out: a list of modes has no places (give the weights with `weighing`)";
        Err(InvalidValue { field: "place", value: place[0], allowed })
    }
}

/// A place on something that rings: one number, or two. Where there is one, the second is NaN.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place(pub [f64; 2]);

impl From<f64> for Place {
    fn from(along: f64) -> Self {
        Self([along, f64::NAN])
    }
}

impl From<[f64; 2]> for Place {
    fn from(place: [f64; 2]) -> Self {
        Self(place)
    }
}

/// What tells the things of worlds apart: no two are ever made with the same stamp. A copy of a world has those of the
/// original, and what is added to either later belongs to it alone.
pub(crate) fn stamp() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    LAST.fetch_add(1, Ordering::Relaxed)
}

/// Indices that belong to one world, and its copies.
macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident $($what:literal)?,)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $name {
            pub(crate) stamp: u64,
            pub(crate) index: usize,
        }

        impl $name {
            /// Its place in the order in which they were made.
            #[must_use]
            pub fn index(self) -> usize {
                self.index
            }

            $(
                /// Its index, if it belongs to the world whose things have these stamps.
                pub(crate) fn within(self, stamps: &[u64]) -> Result<usize, InvalidValue> {
                    let known = stamps.get(self.index) == Some(&self.stamp);
                    let allowed = concat!("a ", $what, " of this world");
                    check(known, $what, self.index as f64, allowed).map(|_| self.index)
                }
            )?
        }
    )+};
}

ids! {
    /// A body of a world.
    BodyId "body",
    /// A contact of a world.
    ContactId "contact",
    /// A pickup of a world: the row of its signal.
    PickupId,
    /// A point where hands can push.
    PortId "port",
}

/// A body of a world, with the places it has.
#[derive(Clone, Debug)]
pub struct Body {
    pub(crate) id: BodyId,
    pub(crate) modes: usize,
    pub(crate) rings: Option<Arc<dyn Ringing>>,
}

impl Body {
    /// The body at a place: one number from 0 to 1 along a bar or a string, two of them along length and
    /// width of a plate, a radius from 0 to 1 and an angle in turns on what is round. (A mass or a wall is
    /// the same everywhere.)
    pub fn at(&self, place: impl Into<Place>) -> Result<Port, InvalidValue> {
        let Place(place) = place.into();
        finite("place", place[0])?;
        match &self.rings {
            Some(rings) => self.weighing(&rings.weights(place)?),
            None => Ok(Port::from(self)),
        }
    }

    /// The body at a point where its modes have these weights.
    pub fn weighing(&self, weights: &[f64]) -> Result<Port, InvalidValue> {
        check_length("number of weights", weights.len(), self.modes)?;
        weights.iter().try_for_each(|weight| check_weight("weight", *weight))?;
        Ok(Port { body: self.id, weights: weights.into() })
    }

    /// Its id.
    #[must_use]
    pub fn id(&self) -> BodyId {
        self.id
    }
}

/// A mass or a wall as a whole. A body that rings needs a place, and is refused without one.
impl From<&Body> for Port {
    fn from(body: &Body) -> Self {
        let modes = if body.rings.is_some() { 0 } else { body.modes };
        Self { body: body.id, weights: vec![1.0; modes].into() }
    }
}

impl From<Body> for Port {
    fn from(body: Body) -> Self {
        Self::from(&body)
    }
}

/// A body seen at a point: a weight per mode.
#[derive(Clone, Debug, PartialEq)]
pub struct Port {
    pub(crate) body: BodyId,
    pub(crate) weights: Box<[f64]>,
}

impl Port {
    /// Whether it has a weight for each of so many modes.
    pub(crate) fn check(&self, modes: usize) -> Result<(), InvalidValue> {
        check_weights(&self.weights, modes)
    }

    /// How far it moves when each mode of its body moves by one.
    #[must_use]
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }
}

/// A point where hands can push, and the force there at the start.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PushPoint {
    pub(crate) body: usize,
    pub(crate) weights: Box<[f64]>,
    pub(crate) force: f64,
}

/// The largest weight of a mode at a point, and the largest gain of a mode that is heard.
const LARGEST_WEIGHT: f64 = 1e18;

/// Whether a mode may have this weight, or gain.
pub(crate) fn check_weight(field: &'static str, weight: f64) -> Result<(), InvalidValue> {
    let allowed = "a number from -1e18 to 1e18";
    check(weight.abs() <= LARGEST_WEIGHT, field, weight, allowed).map(|_| ())
}

/// Whether there is a weight for each of so many modes.
pub(crate) fn check_weights(weights: &[f64], modes: usize) -> Result<(), InvalidValue> {
    if weights.is_empty() && modes > 0 {
        let allowed = "given, with `at`: a body that rings is not the same everywhere";
        return Err(InvalidValue { field: "place", value: f64::NAN, allowed });
    }
    check_length("number of weights", weights.len(), modes)
}

/// The side of a contact that a body is on.
pub(crate) fn side_of(model: &Model, contact: usize, body: BodyId) -> Result<usize, InvalidValue> {
    let bodies = model.contacts.get(contact).map(|contact| contact.bodies);
    let side = bodies.and_then(|bodies| bodies.iter().position(|b| *b == body.index));
    let side = side.filter(|_| body.within(&model.stamps.bodies).is_ok());
    let allowed = "one of the two bodies of the contact";
    side.ok_or(InvalidValue { field: "body", value: body.index as f64, allowed })
}
