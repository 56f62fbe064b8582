//! Which hammers a scene has, and what they strike.

use carom_scene::scene::{Body, Contact, Gesture, Scene};

use super::{Live, Stroke};

/// A hammer for what no hammer of the scene can strike: its mass (kg), hardness and speed (m/s).
const LENT: (&str, f64, f64, f64) = ("hammer", 0.02, 0.6, 1.0);

/// The speed of a hammer that the scene gives none (m/s).
const SPEED: f64 = 1.0;

impl Live {
    /// The strokes of a scene: a hammer of the scene for everything that it touches, and a hammer for
    /// everything else that can be struck.
    pub(super) fn find_strokes(&mut self, scene: &Scene) {
        for contact in &scene.contact {
            for (side, hammer) in contact.between.iter().enumerate() {
                let target = &contact.between[1 - side];
                let taken = self.strokes.iter().any(|stroke| {
                    stroke.hammer.as_ref() == Some(hammer) && stroke.target == *target
                });
                if taken || !is_hammer(scene, hammer, contact) || !is_target(scene, target) {
                    continue;
                }
                let is_first_contact =
                    self.strokes.iter().all(|s| s.hammer.as_ref() != Some(hammer));
                let finger = if is_first_contact {
                    hammer.clone()
                } else {
                    let Some(body) = scene.body.iter().find(|body| body.name == *hammer) else {
                        continue;
                    };
                    self.add(at_rest(body), contact.clone(), hammer)
                };
                self.strokes.push(Stroke {
                    hammer: Some(hammer.clone()),
                    target: target.clone(),
                    speed: speed_of(scene, hammer),
                    place: contact.at.get(target).cloned(),
                    fingers: vec![finger],
                    is_first: side == 0,
                });
            }
        }
        for body in &scene.body {
            let struck = self.strokes.iter().any(|stroke| stroke.target == body.name);
            if !struck && is_target(scene, &body.name) {
                self.lend(scene, body);
            }
        }
    }

    /// A hammer for a body that none of the scene touches: like the first of the scene, if that can
    /// strike anything.
    fn lend(&mut self, scene: &Scene, target: &Body) {
        let first = self.strokes.iter().find(|stroke| stroke.hammer.is_some()).cloned();
        let like = first.and_then(|stroke| {
            let name = stroke.hammer?;
            let body = scene.body.iter().find(|body| body.name == name)?;
            let contact = scene.contact.iter().find(|c| c.between.contains(&name))?;
            // Its law must not need to know what it strikes.
            (body.hardness.is_some() || contact.law.is_some())
                .then(|| (at_rest(body), contact.law.clone(), stroke.speed))
        });
        let (name, mass, hardness, speed) = LENT;
        let lent = || {
            let (mass, hardness) = (Some(mass), Some(hardness));
            let body = Body { name: name.to_owned(), mass, hardness, ..Body::default() };
            (Body { hardest_blow: Some(super::HARDEST * speed), ..body }, None, speed)
        };
        let (mut body, law, speed) = like.unwrap_or_else(lent);
        body.hardest_blow.get_or_insert(super::HARDEST * speed);
        let model = body.name.clone();
        let between = [model.clone(), target.name.clone()];
        let at = std::collections::BTreeMap::new();
        let contact = Contact { between, at, law, ..Contact::default() };
        let finger = self.add(body, contact, &model);
        self.strokes.push(Stroke {
            hammer: None,
            target: target.name.clone(),
            speed,
            place: None,
            fingers: vec![finger],
            is_first: true,
        });
    }
}

fn at_rest(body: &Body) -> Body {
    Body { velocity: None, ..body.clone() }
}

/// Whether a body is a free mass that a hand can strike with in a contact: left alone by gestures, weight
/// and other forces, and not held.
fn is_hammer(scene: &Scene, name: &str, contact: &Contact) -> bool {
    let Some(body) = scene.body.iter().find(|body| body.name == *name) else { return false };
    let moves = |gesture: &Gesture| match gesture {
        Gesture::Bounce(bounce) => bounce.body == name,
        Gesture::Roll(roll) => roll.body == name,
        Gesture::Scrape(scrape) => scrape.body == name,
        Gesture::DrumRoll(roll) => roll.bodies.iter().any(|body| body == name),
        Gesture::Press(press) => press.body == name || press.on == name,
        Gesture::Drag(drag) => drag.body == name,
        Gesture::Damp(_) => false,
    };
    let free = body.mass.is_some()
        && !body.gravity
        && body.displacement.is_none()
        && body.force.is_none_or(|force| force == 0.0);
    let held = contact.law.as_ref().is_some_and(carom_scene::law::LawSpec::has_two_sides);
    free && !held && !scene.gesture.iter().any(moves)
}

/// Whether a body can be struck: it rings, or it is a wall and nothing rings.
fn is_target(scene: &Scene, name: &str) -> bool {
    let rings = |body: &Body| body.shape.is_some() || body.modes.is_some();
    let Some(body) = scene.body.iter().find(|body| body.name == *name) else { return false };
    rings(body) || (body.wall && !scene.body.iter().any(rings))
}

/// How fast a hammer is in a scene: at the start, or else when it first strikes (m/s).
fn speed_of(scene: &Scene, name: &str) -> f64 {
    let start = scene.body.iter().find(|body| body.name == *name).and_then(|body| body.velocity);
    let strikes = scene.strikes.iter().filter(|strike| strike.body == *name);
    let speeds = start.into_iter().chain(strikes.map(|strike| strike.velocity));
    speeds.map(f64::abs).find(|speed| *speed > 0.0).unwrap_or(SPEED)
}
