//! A hammer that strikes something: the scene of every experiment here.

use std::f64::consts::SQRT_2;

use carom_scene::law::HuntCrossley;
use carom_scene::scene::{Body, Contact, Format, Level, Modes, Pickup, Scene};

use super::published::Hammer;

/// What is struck.
const OBJECT: &str = "object";
/// What strikes.
const HAMMER: &str = "hammer";

/// How an experiment is recorded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Recording {
    /// Samples per second.
    pub(super) rate: f64,
    /// s; until the sound is 70 dB down if left out.
    pub(super) duration: Option<f64>,
    /// The velocity (m/s) that is full scale.
    pub(super) full_scale: f64,
}

/// The hammer reaches an object at rest at the start; the velocity of the object is heard.
pub(super) fn struck(title: String, hammer: &Hammer, object: Modes, how: Recording) -> Scene {
    Scene {
        title: Some(title),
        sample_rate: how.rate,
        duration: how.duration,
        level: Level::FullScale(how.full_scale),
        format: Format::Int24,
        body: vec![
            Body {
                name: HAMMER.to_owned(),
                mass: Some(hammer.mass),
                velocity: Some(hammer.velocity),
                ..Body::default()
            },
            Body { name: OBJECT.to_owned(), modes: Some(object), ..Body::default() },
        ],
        contact: vec![contact(hammer)],
        // A pickup in the centre is 3 dB down in each channel: in full scales of one, it is not.
        pickup: vec![Pickup { gain: SQRT_2, ..Pickup::of(OBJECT) }],
        ..Scene::default()
    }
}

fn contact(hammer: &Hammer) -> Contact {
    Contact {
        between: [HAMMER.to_owned(), OBJECT.to_owned()],
        law: Some(
            HuntCrossley {
                stiffness: hammer.stiffness,
                exponent: hammer.exponent,
                mu: Some(hammer.mu),
                ..HuntCrossley::default()
            }
            .into(),
        ),
        ..Contact::default()
    }
}
