//! From a scene to a model: names become indices, shapes and lists become modes, gestures become
//! starting positions, strikes and paths.

mod body;
mod designs;
mod exact;
mod gesture;
mod law;
mod track;

use std::collections::HashMap;
use std::sync::Arc;

use carom::{BodyId, InvalidValue, Model, Quantity, State, Travel};
use carom_shapes::{Object, Place, Places};
use thiserror::Error;

use crate::scene::{self, At, Scene};
use crate::surface::{ProfileError, SurfaceError};
use body::BodyModes;

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
    Surface(#[from] SurfaceError),
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
    pub model: Model,
    /// The state at the start.
    pub state: State,
    /// The constant force on each mode (N).
    pub force: Vec<f64>,
    /// The bodies, in the order of the scene.
    pub bodies: Vec<BodyId>,
    /// The objects behind those with a shape.
    pub objects: Vec<Option<Arc<Object>>>,
    /// New approaches of free masses, by time: when (s), which body of the scene, how fast (m/s).
    pub strikes: Vec<(f64, usize, f64)>,
    /// Contacts that are moved over a body.
    pub travels: Vec<Moving>,
    /// How many modes were left out because they ring at or above half the sample rate.
    pub left_out: usize,
    /// What each pickup hears: modes of the model and their weights.
    pub hears: Vec<Vec<(usize, f64)>>,
}

/// A contact that is moved over a body.
#[derive(Clone, Debug)]
pub struct Moving {
    /// Which contact.
    pub contact: usize,
    /// Over which body.
    pub body: BodyId,
    /// How.
    pub path: Arc<dyn Travel>,
}

impl Built {
    /// When the last gesture ends (s).
    #[must_use]
    pub fn busy_until(&self) -> f64 {
        let travels = self.travels.iter().map(|moving| moving.path.end());
        travels.chain(self.strikes.iter().map(|strike| strike.0)).fold(0.0, f64::max)
    }
}

/// A body of the scene in the model.
pub(crate) struct Placed<'a> {
    id: BodyId,
    body: &'a scene::Body,
    modes: BodyModes,
}

/// Builds the model of a checked scene.
pub fn build(scene: &Scene) -> Result<Built, BuildError> {
    build_with(scene, BuildOptions::default())
}

/// How a model is built.
#[derive(Clone, Copy, Debug, Default)]
pub struct BuildOptions<'a> {
    /// Refuse a scene with more modes than this.
    pub most_modes: Option<usize>,
    /// Where objects are kept that were designed before.
    pub designs: Option<&'a Designs>,
}

/// Builds the model of a checked scene.
pub fn build_with(scene: &Scene, options: BuildOptions<'_>) -> Result<Built, BuildError> {
    let most = options.most_modes.unwrap_or(usize::MAX);
    let mut model = Model::default();
    let mut placed = Vec::with_capacity(scene.body.len());
    let (mut left_out, mut count) = (0, 0);
    for body in &scene.body {
        let modes = body::modes_of(body, scene, options.designs)?;
        left_out += modes.left_out;
        count += modes.modes.len();
        if count > most {
            return Err(BuildError::TooManyModes { count, most });
        }
        placed.push(Placed { id: model.body(&modes.modes)?, body, modes });
    }
    let by_name: HashMap<&str, &Placed> =
        placed.iter().map(|placed| (placed.body.name.as_str(), placed)).collect();
    let find = |name: &str| {
        let missing = || BuildError::Missing(format!("there is no body `{name}`"));
        by_name.get(name).copied().ok_or_else(missing)
    };
    for contact in &scene.contact {
        let [first, second] = [find(&contact.between[0])?, find(&contact.between[1])?];
        let ports = [first, second].map(|body| {
            model.port(body.id, &weights(body, contact.at.get(&body.body.name), Places::touched))
        });
        let [one, other] = ports;
        let law = law::between(scene, contact, [first.body, second.body])?;
        model.contact(one?, other?, contact.gap, law)?;
    }
    let mut hears = Vec::new();
    for pickup in scene.pickups() {
        let body = find(&pickup.body)?;
        let weights = weights(body, pickup.at.as_ref(), Places::heard);
        let port = model.port(body.id, &weights)?;
        hears.push(model.modes_of(body.id).zip(weights).collect());
        model.pickup(&port, quantity(pickup.quantity));
    }
    let mut built = Built {
        state: model.rest(),
        force: vec![0.0; model.modes().mass.len()],
        bodies: placed.iter().map(|placed| placed.id).collect(),
        objects: placed.iter().map(|placed| placed.modes.object.clone()).collect(),
        strikes: Vec::new(),
        travels: Vec::new(),
        left_out,
        hears,
        model,
    };
    for placed in &placed {
        body::start(scene, placed, &mut built);
    }
    gesture::add_all(scene, &placed, &mut built)?;
    Ok(built)
}

/// The weights of the modes of a body at a place; on a shape at the usual one if nothing is said.
fn weights(placed: &Placed, at: Option<&At>, usual: fn(Places) -> Place) -> Vec<f64> {
    let Placed { body, modes, .. } = placed;
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

fn quantity(quantity: scene::Quantity) -> Quantity {
    match quantity {
        scene::Quantity::Velocity => Quantity::Velocity,
        scene::Quantity::Displacement => Quantity::Displacement,
        scene::Quantity::Acceleration => Quantity::Acceleration,
        scene::Quantity::Force => Quantity::Force,
    }
}
