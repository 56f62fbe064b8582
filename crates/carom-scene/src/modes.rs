//! The modes that the bodies of a scene have.

use std::f64::consts::{LN_10, TAU};
use std::sync::Arc;

use carom_shapes::Object;
use serde::Serialize;

use crate::build::{BuildError, BuildOptions, build};
use crate::plan::{Plan, PlannedBody, Spot};

/// All modes of a scene.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Listing {
    /// The version of this structure.
    pub version: u32,
    /// In the order of the scene.
    pub bodies: Vec<BodyListing>,
    /// How many modes were left out because they ring at or above half the sample rate.
    pub left_out: usize,
}

/// The modes of one body.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BodyListing {
    /// Its name.
    pub name: String,
    /// Up to which frequency its modes were kept (Hz); nothing for given modes and masses.
    pub up_to: Option<f64>,
    /// By rising frequency for shapes, as given for lists.
    pub modes: Vec<ModeListing>,
}

/// One mode.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ModeListing {
    /// What people call it; its number where a list gives it.
    pub name: String,
    /// Undamped frequency (Hz); 0 for the motion of a free body.
    pub frequency: f64,
    /// Quality factor; nothing without losses.
    pub q: Option<f64>,
    /// Until it is 60 dB down (s); nothing without losses.
    pub decay: Option<f64>,
    /// Modal mass (kg).
    pub mass: f64,
    /// Its weight where the first contact touches the body; nothing if none does.
    pub weight: Option<f64>,
}

/// Lists the modes of a scene.
pub fn modes(plan: &Plan) -> Result<Listing, BuildError> {
    let built = build(plan, BuildOptions::default())?;
    let model = built.world.model();
    let parameters = model.modes();
    let body = |(i, body): (usize, &PlannedBody)| {
        let object = built.objects[i].as_ref();
        let weights = weights(plan, object, i);
        let mode = |(n, slot): (usize, usize)| {
            let (omega, sigma) = (parameters.omega[slot], parameters.sigma[slot]);
            let lossy = omega > 0.0 && sigma > 0.0;
            ModeListing {
                name: object.map_or_else(|| (n + 1).to_string(), |o| o.modes[n].name.clone()),
                frequency: omega / TAU,
                q: lossy.then(|| 0.5 * omega / sigma),
                decay: lossy.then(|| 3.0 * LN_10 / sigma),
                mass: parameters.mass[slot],
                weight: weights.as_ref().and_then(|weights| weights.get(n).copied()),
            }
        };
        BodyListing {
            name: body.name.clone(),
            up_to: object.map(|_| plan.heard_up_to(i)),
            modes: built.heard_modes_of(plan, i).enumerate().map(mode).collect(),
        }
    };
    let bodies = plan.bodies.iter().enumerate().map(body).collect();
    Ok(Listing { version: 1, bodies, left_out: built.left_out })
}

/// How far each mode moves the place where a body is first touched.
fn weights(plan: &Plan, object: Option<&Arc<Object>>, body: usize) -> Option<Vec<f64>> {
    let contact = &plan.contacts[plan.first_contact(body)?];
    match &contact.at[usize::from(contact.between[0] != body)] {
        Spot::Place(place) => Some(object?.weights(*place)),
        Spot::Weights(_) => None,
    }
}
