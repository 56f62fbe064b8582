//! From a scene to a world: names become ids, shapes and lists become modes, gestures become starting
//! positions, strikes and paths.

mod body;
mod designs;
mod exact;
mod gesture;
mod law;
mod track;

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use carom::{Body, ContactId, InvalidValue, Port, Quantity, State, World};
use carom_files::csv::CsvError;
use carom_shapes::{Object, Place, Places};
use thiserror::Error;

use crate::scene::{self, At, Scene};
use crate::surface::ProfileError;
use body::BodyModes;

pub(crate) use body::{first_contact, side};
pub use designs::Designs;
pub use exact::closed_form;
pub(crate) use gesture::journey_time;
pub use law::law;

/// Why a scene that was checked cannot be built.
#[derive(Debug, Error)]
pub enum BuildError {
    /// A value does not fit.
    #[error(transparent)]
    Value(#[from] InvalidValue),
    /// A surface cannot be read.
    #[error(transparent)]
    Surface(#[from] CsvError),
    /// A path over a surface cannot be computed.
    #[error(transparent)]
    Profile(#[from] ProfileError),
    /// More modes than whoever builds it wants.
    #[error("the bodies have {count} modes together or more, and at most {most} are allowed here")]
    TooManyModes {
        /// So many were found.
        count: usize,
        /// So many are allowed.
        most: usize,
    },
    /// Something is missing.
    #[error("{0}")]
    Missing(String),
}

/// A scene as the engine sees it.
#[derive(Clone, Debug)]
pub struct Built {
    /// Bodies, contacts and pickups, in the order of the scene.
    pub world: World,
    /// The bodies, in the order of the scene.
    pub bodies: Vec<Body>,
    /// The objects behind those with a shape.
    pub objects: Vec<Option<Arc<Object>>>,
    /// New approaches of free masses, by time.
    pub strikes: Vec<Approach>,
    /// When the last strike falls and the last path ends (s).
    pub busy_until: f64,
    /// How many modes were left out because they ring at or above half the sample rate.
    pub left_out: usize,
    /// What each pickup hears: modes of the world and their weights.
    pub hears: Vec<Vec<(usize, f64)>>,
}

/// A new approach of a free mass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Approach {
    /// When (s).
    pub time: f64,
    /// In which contact.
    pub contact: ContactId,
    /// Which body of the scene strikes.
    pub body: usize,
    /// How fast (m/s): the rate of compression.
    pub speed: f64,
}

/// A body of the scene in the world.
pub(crate) struct Placed<'a> {
    here: Body,
    body: &'a scene::Body,
    modes: BodyModes,
}

impl Placed<'_> {
    /// It at a place; on a shape at the usual one if nothing is said.
    fn port(&self, at: Option<&At>, usual: fn(Places) -> Place) -> Result<Port, InvalidValue> {
        self.here.weighing(&self.weights(at, usual))
    }

    fn weights(&self, at: Option<&At>, usual: fn(Places) -> Place) -> Vec<f64> {
        let Self { body, modes, .. } = self;
        if let (Some(object), Some(shape)) = (&modes.object, &body.shape) {
            let place = at.and_then(At::place);
            let place = place.unwrap_or_else(|| usual(shape.resonator().places()));
            let mut weights = object.weights(place);
            weights.truncate(modes.modes.len());
            return weights;
        }
        let weights: Option<&Vec<f64>> = match at {
            Some(At::Name(point)) => body.points.get(point),
            _ => None,
        };
        let weight = |&i: &usize| weights.map_or(1.0, |w| w.get(i).copied().unwrap_or(0.0));
        modes.indices.iter().map(weight).collect()
    }
}

/// A world in the making.
struct Draft {
    world: World,
    contacts: Vec<ContactId>,
    state: State,
    /// The constant force on each mode (N).
    force: Vec<f64>,
    strikes: Vec<Approach>,
    busy_until: f64,
}

impl Draft {
    /// Where the modes of a body are.
    fn slots(&self, placed: &Placed) -> Range<usize> {
        self.world.model().modes_of(placed.here.id().index())
    }

    /// The world with the state at the start and the forces in it.
    fn finished(mut self, placed: Vec<Placed>) -> Result<Built, BuildError> {
        self.world.set_state(&self.state)?;
        for placed in &placed {
            let forces = &self.force[self.slots(placed)];
            if forces.iter().any(|force| *force != 0.0) {
                let port = placed.here.weighing(forces)?;
                self.world.push(port, 1.0)?;
            }
        }
        let left_out = placed.iter().map(|placed| placed.modes.left_out).sum();
        let (bodies, objects) =
            placed.into_iter().map(|placed| (placed.here, placed.modes.object)).unzip();
        let Self { world, strikes, busy_until, .. } = self;
        Ok(Built { world, bodies, objects, strikes, busy_until, left_out, hears: Vec::new() })
    }
}

/// Builds the world of a checked scene.
pub fn build(scene: &Scene) -> Result<Built, BuildError> {
    build_with(scene, BuildOptions::default())
}

/// How a world is built.
#[derive(Clone, Copy, Debug, Default)]
pub struct BuildOptions<'a> {
    /// Refuse a scene with more modes than this.
    pub most_modes: Option<usize>,
    /// Where objects are kept that were designed before.
    pub designs: Option<&'a Designs>,
}

/// Builds the world of a checked scene.
pub fn build_with(scene: &Scene, options: BuildOptions<'_>) -> Result<Built, BuildError> {
    let most = options.most_modes.unwrap_or(usize::MAX);
    let mut world = World::new();
    let mut placed = Vec::with_capacity(scene.body.len());
    let mut count = 0;
    for body in &scene.body {
        let modes = body::modes_of(body, scene, options.designs)?;
        count += modes.modes.len();
        if count > most {
            return Err(BuildError::TooManyModes { count, most });
        }
        placed.push(Placed { here: world.body(&modes.modes)?, body, modes });
    }
    let by_name: HashMap<&str, &Placed> =
        placed.iter().map(|placed| (placed.body.name.as_str(), placed)).collect();
    let find = |name: &str| {
        let missing = || BuildError::Missing(format!("there is no body `{name}`"));
        by_name.get(name).copied().ok_or_else(missing)
    };
    let mut contacts = Vec::with_capacity(scene.contact.len());
    for contact in &scene.contact {
        let [first, second] = [find(&contact.between[0])?, find(&contact.between[1])?];
        let port = |body: &Placed| {
            let at = gesture::begins(scene, contact, &body.body.name);
            body.port(at.or_else(|| contact.at.get(&body.body.name)), Places::touched)
        };
        let law = law::between(scene, contact, [first.body, second.body])?;
        let id = world.contact(port(first)?, port(second)?, law)?;
        world.gap(id, contact.gap)?;
        contacts.push(id);
    }
    let mut hears = Vec::new();
    for pickup in scene.pickups() {
        let body = find(&pickup.body)?;
        let port = body.port(pickup.at.as_ref(), Places::heard)?;
        let modes = world.model().modes_of(body.here.id().index());
        hears.push(modes.zip(port.weights().iter().copied()).collect());
        world.pickup_of(port, quantity(pickup.quantity))?;
    }
    let mut draft = Draft {
        state: world.model().rest(),
        force: vec![0.0; world.model().modes().mass.len()],
        strikes: Vec::new(),
        busy_until: 0.0,
        contacts,
        world,
    };
    for placed in &placed {
        body::start(scene, placed, &mut draft);
    }
    gesture::add_all(scene, &placed, &mut draft)?;
    Ok(Built { hears, ..draft.finished(placed)? })
}

fn quantity(quantity: scene::Quantity) -> Quantity {
    match quantity {
        scene::Quantity::Velocity => Quantity::Velocity,
        scene::Quantity::Displacement => Quantity::Displacement,
        scene::Quantity::Acceleration => Quantity::Acceleration,
        scene::Quantity::Force => Quantity::Force,
    }
}
