//! The law of a contact: as given, or from what the bodies are.

use carom::InvalidValue;
use carom::law::{Damping, Felt, Law, Loss, Potential, Sides};

use super::BuildError;
use super::body::{material_of, radius_of};
use crate::design::material::{self, restitution_between};
use crate::design::{felt, touch};
use crate::scene::{self, Kind};

/// What a hammer of which only the hardness is known returns of its speed.
const HAMMER_RESTITUTION: f64 = 0.6;

/// The law between two bodies.
pub(super) fn between(
    contact: &scene::Contact,
    bodies: [&scene::Body; 2],
) -> Result<Law, BuildError> {
    if let Some(given) = &contact.law {
        return Ok(law(given)?);
    }
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
