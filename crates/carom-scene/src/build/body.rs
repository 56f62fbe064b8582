//! A body of the scene as modes.

use std::f64::consts::PI;
use std::sync::Arc;

use carom::{InvalidValue, Mode};
use carom_shapes::material::{self, Material};
use carom_shapes::{Object, touch};

use super::{BuildError, Designs, Draft, Placed};
use crate::scene::{self, Kind, Scene};

/// The acceleration of free fall (m/s²).
pub(super) const GRAVITY: f64 = 9.81;

/// The modes of a body as they are kept.
pub(super) struct BodyModes {
    pub(super) modes: Vec<Mode>,
    /// Which of the modes in the file, or of the object.
    pub(super) indices: Vec<usize>,
    pub(super) left_out: usize,
    pub(super) object: Option<Arc<Object>>,
}

impl BodyModes {
    fn new(all: impl Iterator<Item = Option<Mode>>, rate: f64) -> Self {
        let below = |mode: &Mode| mode.omega < PI * rate;
        let (mut modes, mut indices, mut left_out) = (Vec::new(), Vec::new(), 0);
        for (i, mode) in all.enumerate() {
            if let Some(mode) = mode.filter(below) {
                modes.push(mode);
                indices.push(i);
            } else {
                left_out += 1;
            }
        }
        Self { modes, indices, left_out, object: None }
    }
}

/// The modes of a body below half the sample rate.
pub(super) fn modes_of(
    body: &scene::Body,
    scene: &Scene,
    designs: Option<&Designs>,
) -> Result<BodyModes, BuildError> {
    let rate = scene.sample_rate;
    Ok(match body.kind() {
        Some(Kind::Mass(mass)) => BodyModes::new(std::iter::once(Some(Mode::free(mass))), rate),
        Some(Kind::Modes(modes)) => {
            BodyModes::new((0..modes.count()).map(|i| given(modes, i)), rate)
        }
        Some(Kind::Shape(shape)) => {
            let material = material_of(body)?;
            let (elastic, up_to) = (&material.elastic, scene.highest_mode().min(0.5 * rate));
            let resonator = shape.resonator();
            let object = match designs {
                Some(designs) => designs.object(shape, elastic, up_to),
                None => Arc::new(resonator.design(elastic, up_to)),
            };
            let ringing = resonator.ringing(&object, &material.damping, body.q);
            let mut modes = BodyModes::new(ringing.into_iter().map(Some), rate);
            modes.object = Some(object);
            modes
        }
        Some(Kind::Wall) | None => BodyModes::new(std::iter::empty(), rate),
    })
}

fn given(modes: &scene::Modes, i: usize) -> Option<Mode> {
    let (hertz, mass) = (modes.frequency.get(i)?, modes.mass.get(i)?);
    let q = modes.q.as_ref().and_then(|q| q.get(i));
    Some(match q {
        Some(q) => Mode::ringing(mass, hertz, q),
        None => Mode { sigma: 0.0, ..Mode::ringing(mass, hertz, 1.0) },
    })
}

/// The material of a body.
pub(super) fn material_of(body: &scene::Body) -> Result<&'static Material, BuildError> {
    let name = body.material.as_deref();
    name.and_then(material::find).ok_or_else(|| {
        let name = name.unwrap_or("none");
        BuildError::Missing(format!("body `{}`: no material is called {name}", body.name))
    })
}

/// The radius of a body where it is touched (m); nothing for a plane.
pub(super) fn radius_of(body: &scene::Body) -> Result<Option<f64>, InvalidValue> {
    if body.radius.is_some() {
        return Ok(body.radius);
    }
    let material = body.material.as_deref().and_then(material::find);
    match (body.kind(), material) {
        (Some(Kind::Mass(mass)), Some(material)) => {
            touch::radius_of(mass, material.elastic.density).map(Some)
        }
        (Some(Kind::Shape(shape)), _) => Ok(shape.curvature()),
        _ => Ok(None),
    }
}

/// The contact that a body makes first.
pub(crate) fn first_contact(scene: &Scene, name: &str) -> Option<usize> {
    scene.contact.iter().position(|contact| contact.between.iter().any(|b| b == name))
}

/// Whether a body is the first or the second of the contact that it makes first: + or −. Towards
/// the other body is the direction of its weight.
pub(crate) fn side(scene: &Scene, name: &str) -> f64 {
    let contact = first_contact(scene, name).map(|contact| &scene.contact[contact]);
    contact.map_or(1.0, |contact| contact.side(name))
}

/// Puts a body where it starts.
pub(super) fn start(scene: &Scene, placed: &Placed, draft: &mut Draft) {
    let Placed { body, modes, .. } = placed;
    for (slot, &i) in draft.slots(placed).zip(&modes.indices) {
        let of = |numbers: &Option<scene::Numbers>| numbers.as_ref().and_then(|n| n.get(i));
        let parameters = draft.world.model().modes();
        // A shape as a whole moves in its first mode, if nothing holds it.
        let whole = match body.kind() {
            Some(Kind::Mass(_)) => true,
            Some(Kind::Shape(_)) => i == 0 && parameters.omega[slot] == 0.0,
            _ => false,
        };
        let y = body.displacement.filter(|_| whole).or_else(|| of(&body.mode_displacement));
        let v = body.velocity.filter(|_| whole).or_else(|| of(&body.mode_velocity));
        draft.state.displacement[slot] = y.unwrap_or(0.0);
        draft.state.velocity[slot] = v.unwrap_or(0.0);
        if whole {
            let weight = parameters.mass[slot] * GRAVITY * side(scene, &body.name);
            draft.force[slot] = body.force.unwrap_or(0.0) + if body.gravity { weight } else { 0.0 };
        }
    }
}
