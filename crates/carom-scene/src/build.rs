//! From a scene to a model: names become indices, lists become modes.

use std::collections::HashMap;

use carom::law::{Damping, Law, Loss, Potential, Sides};
use carom::{BodyId, InvalidValue, Mode, Model, Port, Quantity, State};

use crate::scene::{self, At, Kind, Scene};

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
    /// How many modes were left out because they ring at or above half the sample rate.
    pub left_out: usize,
}

/// A body's modes as they are kept.
struct Kept {
    id: BodyId,
    /// Which of the modes in the file.
    modes: Vec<usize>,
}

/// Builds the model of a checked scene.
pub fn build(scene: &Scene) -> Result<Built, InvalidValue> {
    let mut model = Model::default();
    let mut kept = HashMap::new();
    let (mut starts, mut left_out) = (Vec::new(), 0);
    for body in &scene.body {
        let (modes, indices) = modes_of(body, scene.sample_rate);
        left_out +=
            body.modes.as_ref().map_or(0, scene::Modes::count).saturating_sub(match body.kind() {
                Some(Kind::Modes(_)) => indices.len(),
                _ => 0,
            });
        let id = model.body(&modes)?;
        starts.push((id, body, indices.clone()));
        kept.insert(body.name.as_str(), (Kept { id, modes: indices }, body));
    }
    for contact in &scene.contact {
        let [first, second] = [&contact.between[0], &contact.between[1]]
            .map(|name| port(&model, &kept, name, contact.at.get(name)));
        model.contact(first?, second?, contact.gap, law(&contact.law)?)?;
    }
    for pickup in scene.pickups() {
        let port = port(&model, &kept, &pickup.body, pickup.at.as_ref())?;
        model.pickup(&port, quantity(pickup.quantity));
    }
    let mut state = model.rest();
    let mut force = vec![0.0; model.modes().mass.len()];
    for (id, body, indices) in &starts {
        start(&model, *id, body, indices, &mut state, &mut force);
    }
    let bodies = starts.iter().map(|(id, ..)| *id).collect();
    Ok(Built { model, state, force, bodies, left_out })
}

/// The modes of a body below half the sample rate, and which they are.
fn modes_of(body: &scene::Body, rate: f64) -> (Vec<Mode>, Vec<usize>) {
    match body.kind() {
        Some(Kind::Mass(mass)) => (vec![Mode::free(mass)], vec![0]),
        Some(Kind::Modes(modes)) => (0..modes.count())
            .filter_map(|i| {
                mode(modes, i).filter(|mode| is_below_nyquist(mode, rate)).map(|m| (m, i))
            })
            .unzip(),
        Some(Kind::Wall) | None => (Vec::new(), Vec::new()),
    }
}

fn mode(modes: &scene::Modes, i: usize) -> Option<Mode> {
    let (hertz, mass) = (modes.frequency.get(i)?, modes.mass.get(i)?);
    let q = modes.q.as_ref().and_then(|q| q.get(i));
    Some(match q {
        Some(q) => Mode::ringing(mass, hertz, q),
        None => Mode { sigma: 0.0, ..Mode::ringing(mass, hertz, 1.0) },
    })
}

fn is_below_nyquist(mode: &Mode, rate: f64) -> bool {
    mode.omega < std::f64::consts::PI * rate
}

fn port(
    model: &Model,
    kept: &HashMap<&str, (Kept, &scene::Body)>,
    name: &str,
    at: Option<&At>,
) -> Result<Port, InvalidValue> {
    let Some((kept, body)) = kept.get(name) else {
        return Err(InvalidValue { field: "body", value: f64::NAN, allowed: "one of the scene" });
    };
    let weights: Option<&Vec<f64>> = match at {
        Some(At::Name(point)) => body.points.get(point),
        None => None,
    };
    let weight = |&i: &usize| weights.map_or(1.0, |w| w.get(i).copied().unwrap_or(0.0));
    model.port(kept.id, &kept.modes.iter().map(weight).collect::<Vec<_>>())
}

fn start(
    model: &Model,
    id: BodyId,
    body: &scene::Body,
    indices: &[usize],
    state: &mut State,
    force: &mut [f64],
) {
    for (slot, &i) in model.modes_of(id).zip(indices) {
        let of = |numbers: &Option<scene::Numbers>| numbers.as_ref().and_then(|n| n.get(i));
        let y = body.displacement.or_else(|| of(&body.mode_displacement));
        let v = body.velocity.or_else(|| of(&body.mode_velocity));
        state.displacement[slot] = y.unwrap_or(0.0);
        state.velocity[slot] = v.unwrap_or(0.0);
        force[slot] = body.force.unwrap_or(0.0);
    }
}

fn quantity(quantity: scene::Quantity) -> Quantity {
    match quantity {
        scene::Quantity::Velocity => Quantity::Velocity,
        scene::Quantity::Displacement => Quantity::Displacement,
        scene::Quantity::Acceleration => Quantity::Acceleration,
        scene::Quantity::Force => Quantity::Force,
    }
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
    }
}
