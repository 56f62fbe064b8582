//! The law of a contact: as given, or from what the bodies are.

use carom::InvalidValue;
use carom::law::{Damping, Felt, Law, Loss, Potential, Sides};
use carom_shapes::material::{self, restitution_between};
use carom_shapes::{felt, touch};

use super::BuildError;
use super::body::{GRAVITY, material_of, radius_of};
use crate::scene::{self, Gesture, Kind, Scene};

/// What a hammer of which only the hardness is known returns of its speed.
const HAMMER_RESTITUTION: f64 = 0.6;

/// The law between two bodies.
pub(super) fn between(
    scene: &Scene,
    contact: &scene::Contact,
    bodies: [&scene::Body; 2],
) -> Result<Law, BuildError> {
    if let Some(given) = &contact.law {
        return Ok(law(given)?);
    }
    let law = from_bodies(bodies)?;
    match pressed(scene, contact, bodies) {
        Some((mass, force)) => on_the_way(law, mass, force),
        None => Ok(law),
    }
}

/// The mass that a gesture moves over the other body of a contact, and the force that presses it.
fn pressed(
    scene: &Scene,
    contact: &scene::Contact,
    bodies: [&scene::Body; 2],
) -> Option<(f64, f64)> {
    let mass_of = |name: &str| bodies.iter().find(|body| body.name == name)?.mass;
    let meets = |a: &str, b: &str| {
        contact.between.iter().any(|name| name == a) && contact.between.iter().any(|name| name == b)
    };
    scene.gesture.iter().find_map(|gesture| match gesture {
        Gesture::Roll(roll) if meets(&roll.body, &roll.on) => {
            let mass = mass_of(&roll.body)?;
            Some((mass, mass * GRAVITY))
        }
        Gesture::Scrape(scrape) if meets(&scrape.body, &scrape.on) => {
            Some((mass_of(&scrape.body)?, scrape.force))
        }
        _ => None,
    })
}

/// What rolls hardly ever begins an impact from which a constant restitution could be kept. Its loss
/// is Hunt and Crossley's, with the restitution of the materials at the slowest hop: at the speed
/// whose energy compresses the contact as far as the force that rests on it.
fn on_the_way(law: Law, mass: f64, force: f64) -> Result<Law, BuildError> {
    let Loss::ConstantRestitution { product } = law.loss() else { return Ok(law) };
    let sunk = resting_compression(&law, force);
    let speed = (2.0 * force * sunk / ((law.potential().exponent() + 1.0) * mass)).sqrt();
    Ok(law.with_loss(Loss::HuntCrossley { mu: product / speed })?)
}

/// How deep a law gives way under a force that rests on it (m).
pub(super) fn resting_compression(law: &Law, force: f64) -> f64 {
    let potential = law.potential();
    let relaxed = law.as_felt().map_or(1.0, |felt| 1.0 - felt.hysteresis);
    let stiffness = potential.stiffness_coefficient() * relaxed;
    (force / stiffness).powf(1.0 / potential.exponent())
}

/// The law of two materials, or of a hammer and what it hits.
fn from_bodies(bodies: [&scene::Body; 2]) -> Result<Law, BuildError> {
    let hammers = bodies.iter().filter_map(|body| match (body.hardness, body.kind()) {
        (Some(hardness), Some(Kind::Mass(mass))) => Some((mass, hardness)),
        _ => None,
    });
    if let Some((mass, hardness)) = hammers.into_iter().next() {
        let materials = bodies.map(|body| body.material.as_deref().and_then(material::find));
        let restitution = match materials {
            [Some(first), Some(second)] => restitution_between(first, second),
            [Some(one), None] | [None, Some(one)] => one.restitution,
            [None, None] => HAMMER_RESTITUTION,
        };
        return Ok(touch::hardness_law(mass, hardness, None, restitution)?);
    }
    let [first, second] =
        bodies.map(|body| Ok::<_, BuildError>((material_of(body)?, radius_of(body)?)));
    Ok(touch::hertz_between(first?, second?)?)
}

/// The law that a scene means.
pub fn law(law: &scene::Law) -> Result<Law, InvalidValue> {
    let written = as_written(law)?;
    if law.is_adhesive() { Ok(written) } else { written.without_adhesion() }
}

fn as_written(law: &scene::Law) -> Result<Law, InvalidValue> {
    match law {
        scene::Law::HuntCrossley(law) => {
            Law::hunt_crossley(law.stiffness, law.exponent, law.damping())
        }
        scene::Law::Power(law) => Law::power(law.stiffness, law.exponent),
        scene::Law::ConstantRestitution(law) => {
            Law::constant_restitution(law.stiffness, law.exponent, law.restitution)
        }
        scene::Law::Spring(law) => Law::oscillator(law.stiffness, law.exponent),
        scene::Law::Rattle(law) => {
            let sides = Sides::Two { half_gap: law.half_gap };
            let potential = Potential::new(law.stiffness, law.exponent, sides)?;
            let mu = Damping::Mu(law.mu.unwrap_or(0.0)).mu(law.stiffness)?;
            Law::new(potential, if mu > 0.0 { Loss::HuntCrossley { mu } } else { Loss::None })
        }
        scene::Law::Hertz(law) => {
            let elastic = Law::hertz(&(&law.first).into(), &(&law.second).into())?;
            let mu = law.damping().mu(elastic.potential().stiffness_coefficient())?;
            elastic.with_loss(if mu > 0.0 { Loss::HuntCrossley { mu } } else { Loss::None })
        }
        scene::Law::Felt(law) => felt_law(law),
    }
}

fn felt_law(law: &scene::Felt) -> Result<Law, InvalidValue> {
    if let Some(key) = law.key {
        let hammer = felt::piano_hammer(key)?;
        let felt = Felt { hysteresis: hammer.epsilon, relaxation: hammer.tau };
        return Law::felt(hammer.stiffness, hammer.exponent, felt);
    }
    // A checked scene has all of them; NaN would be refused by name.
    let of = |value: Option<f64>| value.unwrap_or(f64::NAN);
    let felt = Felt { hysteresis: of(law.hysteresis), relaxation: of(law.relaxation) };
    Law::felt(of(law.stiffness), of(law.exponent), felt)
}
