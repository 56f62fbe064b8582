//! Gestures: where a body starts, what pushes it, when it strikes, and along which path it moves.

use std::collections::BTreeSet;
use std::sync::Arc;

use carom::numeric::Random;

use super::body::{GRAVITY, radius_of, side};
use super::law::resting_compression;
use super::track::{Journey, Track};
use super::{BuildError, Built, Moving, Placed};
use crate::scene::{Bounce, DrumRoll, Gesture, Kind, Numbers, Scene, Way};
use crate::surface::{Ball, Profile};

/// Adds all gestures and strikes of a scene.
pub(super) fn add_all(
    scene: &Scene,
    placed: &[Placed],
    built: &mut Built,
) -> Result<(), BuildError> {
    for strike in &scene.strikes {
        if let Some(body) = scene.body.iter().position(|body| body.name == strike.body) {
            built.strikes.push((strike.time, body, strike.velocity));
        }
    }
    for gesture in &scene.gesture {
        match gesture {
            Gesture::Bounce(bounce) => drop_from(scene, placed, built, bounce)?,
            Gesture::Roll(roll) => {
                let moved = Moved { way: roll.way(), asymmetry: roll.asymmetry, force: None };
                moved.add(scene, placed, built)?;
            }
            Gesture::Scrape(scrape) => {
                let (way, force) = (scrape.way(), Some(scrape.force));
                Moved { way, asymmetry: 0.0, force }.add(scene, placed, built)?;
            }
            Gesture::DrumRoll(roll) => strike_by_turns(scene, built, roll),
        }
    }
    built.strikes.sort_by(|a, b| a.0.total_cmp(&b.0));
    lift(scene, placed, built);
    Ok(())
}

/// How far away a mass waits until it strikes (m).
const WAITING: f64 = 1.0;

/// A mass that strikes later and has nothing else to do waits out of the way.
fn lift(scene: &Scene, placed: &[Placed], built: &mut Built) {
    let waiting: BTreeSet<usize> = built.strikes.iter().map(|strike| strike.1).collect();
    for (body, placed) in waiting.iter().map(|&i| (&scene.body[i], &placed[i])) {
        let busy = body.velocity.is_some_and(|v| v != 0.0) || body.displacement.is_some();
        let Some(slot) = built.model.modes_of(placed.id).next() else { continue };
        if !busy && built.force[slot] == 0.0 {
            built.state.displacement[slot] = -side(scene, &body.name) * WAITING;
        }
    }
}

fn find<'a>(placed: &'a [Placed<'a>], name: &str) -> Result<&'a Placed<'a>, BuildError> {
    let missing = || BuildError::Missing(format!("there is no body `{name}`"));
    placed.iter().find(|placed| placed.body.name == name).ok_or_else(missing)
}

fn drop_from(
    scene: &Scene,
    placed: &[Placed],
    built: &mut Built,
    bounce: &Bounce,
) -> Result<(), BuildError> {
    let ball = find(placed, &bounce.body)?;
    let contact = scene.contact.iter().find(|c| c.between.contains(&bounce.body));
    let (gap, side) = (contact.map_or(0.0, |c| c.gap), side(scene, &bounce.body));
    if let (Some(slot), Some(Kind::Mass(mass))) =
        (built.model.modes_of(ball.id).next(), ball.body.kind())
    {
        built.state.displacement[slot] = side * (gap - bounce.height);
        built.force[slot] = side * mass * GRAVITY;
    }
    Ok(())
}

/// One of two numbers, the first for all.
pub(crate) fn ends(numbers: &Numbers) -> [f64; 2] {
    let first = numbers.get(0).unwrap_or(0.0);
    [first, numbers.get(1).unwrap_or(first)]
}

/// How long a way over a shape takes (s).
pub(crate) fn journey_time(
    shape: &dyn carom_shapes::Resonator,
    from: [f64; 2],
    to: [f64; 2],
    speed: &Numbers,
) -> f64 {
    Journey::new(shape, from, to, ends(speed)).duration()
}

fn strike_by_turns(scene: &Scene, built: &mut Built, roll: &DrumRoll) {
    let places: Vec<(usize, f64)> = roll
        .bodies
        .iter()
        .filter_map(|name| {
            let place = scene.body.iter().position(|body| body.name == *name)?;
            Some((place, side(scene, name)))
        })
        .collect();
    let mut random = Random::new(u64::from(roll.seed));
    let count = (roll.rate * roll.duration).floor().max(1.0) as usize;
    let [first, last] = ends(&roll.velocity);
    for (n, (body, side)) in (0..count).zip(places.iter().cycle()) {
        let late = random.uniform(-roll.jitter, roll.jitter);
        let harder = 1.0 + random.uniform(-roll.spread, roll.spread);
        let time = roll.start + ((n as f64 + late) / roll.rate).max(0.0);
        let along = if count > 1 { n as f64 / (count - 1) as f64 } else { 0.0 };
        let velocity = (first + along * (last - first)) * harder;
        built.strikes.push((time, *body, side * velocity));
    }
}

/// Something that is moved over a body.
struct Moved<'a> {
    way: Way<'a>,
    asymmetry: f64,
    /// What presses it (N), if not its weight.
    force: Option<f64>,
}

impl Moved<'_> {
    fn add(&self, scene: &Scene, placed: &[Placed], built: &mut Built) -> Result<(), BuildError> {
        let (ball, ground) = (find(placed, self.way.body)?, find(placed, self.way.on)?);
        let together = |between: &[String; 2]| {
            between.iter().any(|name| name == self.way.body)
                && between.iter().any(|name| name == self.way.on)
        };
        let missing = |what: &str| BuildError::Missing(format!("body `{}`: {what}", self.way.body));
        let contact = scene.contact.iter().position(|contact| together(&contact.between));
        let contact = contact.ok_or_else(|| missing("it does not touch what it moves over"))?;
        let (Some(object), Some(shape)) = (&ground.modes.object, &ground.body.shape) else {
            return Err(missing("what it moves over has no shape"));
        };
        let (Some(slot), Some(Kind::Mass(mass))) =
            (built.model.modes_of(ball.id).next(), ball.body.kind())
        else {
            return Err(missing("it is not a free mass"));
        };
        let radius = radius_of(ball.body)?.ok_or_else(|| missing("it has no radius"))?;
        let (Some(from), Some(to)) = (self.way.from.place(), self.way.to.place()) else {
            return Err(missing("a path goes from one place to another"));
        };
        if self.asymmetry >= radius {
            return Err(missing("its centre of mass lies outside it: `asymmetry` is too large"));
        }
        let press = self.force.unwrap_or(mass * GRAVITY);
        let sunk = resting_compression(&built.model.contacts()[contact].law, press);
        let journey = Journey::new(shape.resonator(), from, to, ends(self.way.speed));
        // Hertz's patch: a² = R·δ.
        let ball_shape = Ball { radius, patch: (radius * sunk).sqrt() };
        let height = self.way.surface.load(&scene.directory)?;
        let profile = Profile::new(&height, &ball_shape, journey.length())?;
        let track = Track {
            object: Arc::clone(object),
            modes: ground.modes.modes.len(),
            journey,
            profile,
            gap: scene.contact[contact].gap,
            radius,
            asymmetry: self.asymmetry,
        };
        let side = side(scene, self.way.body);
        let bent = side * bend(built, ground, &object.weights(from), side * press);
        built.state.displacement[slot] = side * (carom::Travel::gap(&track, 0.0) + sunk + bent);
        built.force[slot] = side * press;
        built.travels.push(Moving { contact, body: ground.id, path: Arc::new(track) });
        Ok(())
    }
}

/// Bends a body as a force at rest does, so that a journey starts without a thump; returns how far
/// the place gives way.
fn bend(built: &mut Built, ground: &Placed, weights: &[f64], force: f64) -> f64 {
    let mut bent = 0.0;
    for (slot, weight) in built.model.modes_of(ground.id).zip(weights) {
        let stiffness = built.model.modes().mass[slot] * built.model.modes().omega[slot].powi(2);
        if stiffness > 0.0 {
            built.state.displacement[slot] += weight * force / stiffness;
            bent += weight * weight * force / stiffness;
        }
    }
    bent
}
