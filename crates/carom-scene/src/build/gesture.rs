//! Gestures: where a body starts, what pushes it, when it strikes, and along which path it moves.

use std::sync::Arc;

use carom::Travel;
use carom::law::Sides;
use carom::numeric::Random;

use super::body::{GRAVITY, first_contact, radius_of, side};
use super::law::resting_compression;
use super::track::{Journey, Track};
use super::{Approach, BuildError, Draft, Placed};
use crate::scene::{At, Bounce, Contact, DrumRoll, Gesture, Kind, Numbers, Scene, Strike, Way};
use crate::surface::{Ball, Profile};

/// Adds all gestures and strikes of a scene.
pub(super) fn add_all(
    scene: &Scene,
    placed: &[Placed],
    draft: &mut Draft,
) -> Result<(), BuildError> {
    for Strike { body, time, velocity } in &scene.strikes {
        strike(scene, draft, body, *time, side(scene, body) * velocity);
    }
    for gesture in &scene.gesture {
        match gesture {
            Gesture::Bounce(bounce) => drop_from(scene, placed, draft, bounce)?,
            Gesture::Roll(roll) => {
                let moved = Moved { way: roll.way(), asymmetry: roll.asymmetry, force: None };
                moved.add(scene, placed, draft)?;
            }
            Gesture::Scrape(scrape) => {
                let (way, force) = (scrape.way(), Some(scrape.force));
                Moved { way, asymmetry: 0.0, force }.add(scene, placed, draft)?;
            }
            Gesture::DrumRoll(roll) => strike_by_turns(scene, draft, roll),
        }
    }
    draft.strikes.sort_by(|a, b| a.time.total_cmp(&b.time));
    lift(scene, placed, draft);
    Ok(())
}

/// Has a body strike what it touches first.
fn strike(scene: &Scene, draft: &mut Draft, name: &str, time: f64, speed: f64) {
    let body = scene.body.iter().position(|body| body.name == name);
    if let (Some(contact), Some(body)) = (first_contact(scene, name), body) {
        draft.strikes.push(Approach { time, contact: draft.contacts[contact], body, speed });
        draft.busy_until = draft.busy_until.max(time);
    }
}

/// How far away a mass waits until it strikes (m).
const WAITING: f64 = 1.0;

/// A mass that strikes later and has nothing else to do waits out of the way.
fn lift(scene: &Scene, placed: &[Placed], draft: &mut Draft) {
    for placed in placed.iter().filter(|placed| strikes_later(scene, &placed.body.name)) {
        let (body, side) = (placed.body, side(scene, &placed.body.name));
        let busy = body.velocity.is_some_and(|v| v != 0.0) || body.displacement.is_some();
        // Between walls there is no way out.
        let mut contacts = scene.contact.iter().zip(draft.world.model().contacts());
        let leaves = contacts.all(|(contact, definition)| {
            let one = matches!(definition.law.potential().sides(), Sides::One { .. });
            !contact.between.contains(&body.name) || (one && contact.side(&body.name) == side)
        });
        let Some(slot) = draft.slots(placed).next() else { continue };
        if leaves && !busy && draft.force[slot] == 0.0 {
            draft.state.displacement[slot] = -side * WAITING;
        }
    }
}

fn strikes_later(scene: &Scene, name: &str) -> bool {
    let rolls = |gesture: &Gesture| match gesture {
        Gesture::DrumRoll(roll) => roll.bodies.iter().any(|body| body == name),
        _ => false,
    };
    scene.strikes.iter().any(|strike| strike.body == name) || scene.gesture.iter().any(rolls)
}

/// Where a contact begins on a body over which a gesture moves it.
pub(super) fn begins<'a>(scene: &'a Scene, contact: &Contact, name: &str) -> Option<&'a At> {
    let ways = scene.gesture.iter().filter_map(Gesture::way);
    let mut ways = ways.filter(|way| way.on == name && way.is_of(contact));
    // Of several on one contact the last holds.
    ways.next_back().map(|way| way.from)
}

fn find<'a>(placed: &'a [Placed<'a>], name: &str) -> Result<&'a Placed<'a>, BuildError> {
    let missing = || BuildError::Missing(format!("there is no body `{name}`"));
    placed.iter().find(|placed| placed.body.name == name).ok_or_else(missing)
}

fn drop_from(
    scene: &Scene,
    placed: &[Placed],
    draft: &mut Draft,
    bounce: &Bounce,
) -> Result<(), BuildError> {
    let ball = find(placed, &bounce.body)?;
    let contact = first_contact(scene, &bounce.body).map(|contact| &scene.contact[contact]);
    let (gap, side) = (contact.map_or(0.0, |c| c.gap), side(scene, &bounce.body));
    if let (Some(slot), Some(Kind::Mass(mass))) = (draft.slots(ball).next(), ball.body.kind()) {
        draft.state.displacement[slot] = side * (gap - bounce.height);
        draft.force[slot] = side * mass * GRAVITY;
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

fn strike_by_turns(scene: &Scene, draft: &mut Draft, roll: &DrumRoll) {
    let mut random = Random::new(u64::from(roll.seed));
    let count = (roll.rate * roll.duration).floor().max(1.0) as usize;
    let [first, last] = ends(&roll.velocity);
    for (n, body) in (0..count).zip(roll.bodies.iter().cycle()) {
        let late = random.uniform(-roll.jitter, roll.jitter);
        let harder = 1.0 + random.uniform(-roll.spread, roll.spread);
        let time = roll.start + ((n as f64 + late) / roll.rate).max(0.0);
        let along = if count > 1 { n as f64 / (count - 1) as f64 } else { 0.0 };
        let speed = (first + along * (last - first)) * harder;
        strike(scene, draft, body, time, speed);
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
    fn add(&self, scene: &Scene, placed: &[Placed], draft: &mut Draft) -> Result<(), BuildError> {
        let (ball, ground) = (find(placed, self.way.body)?, find(placed, self.way.on)?);
        let missing = |what: &str| BuildError::Missing(format!("body `{}`: {what}", self.way.body));
        let contact = scene.contact.iter().position(|contact| self.way.is_of(contact));
        let contact = contact.ok_or_else(|| missing("it does not touch what it moves over"))?;
        let (Some(object), Some(shape)) = (&ground.modes.object, &ground.body.shape) else {
            return Err(missing("what it moves over has no shape"));
        };
        let (Some(slot), Some(Kind::Mass(mass))) = (draft.slots(ball).next(), ball.body.kind())
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
        let sunk = resting_compression(&draft.world.model().contacts()[contact].law, press);
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
        let bent = side * bend(draft, ground, &object.weights(from), side * press);
        let (gap, id) = (track.gap(0.0), draft.contacts[contact]);
        draft.state.displacement[slot] = side * (gap + sunk + bent);
        draft.force[slot] = side * press;
        draft.busy_until = draft.busy_until.max(track.end());
        draft.world.gap(id, gap)?;
        draft.world.travel(id, &ground.here, Arc::new(track))?;
        Ok(())
    }
}

/// Bends a body as a force at rest does, so that a journey starts without a thump; returns how far
/// the place gives way.
fn bend(draft: &mut Draft, ground: &Placed, weights: &[f64], force: f64) -> f64 {
    let mut bent = 0.0;
    let modes = draft.world.model().modes();
    for (slot, weight) in draft.slots(ground).zip(weights) {
        let stiffness = modes.mass[slot] * modes.omega[slot].powi(2);
        if stiffness > 0.0 {
            draft.state.displacement[slot] += weight * force / stiffness;
            bent += weight * weight * force / stiffness;
        }
    }
    bent
}
