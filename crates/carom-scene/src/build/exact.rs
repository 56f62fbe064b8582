//! Contacts whose first impact is known in closed form.

use carom::exact::WallImpact;
use carom::law::{Loss, Sides};

use super::law::between;
use crate::scene::{Body, Gesture, Kind, Scene};

/// The closed form of the first impact of a contact that is met at this speed: of a free mass with a
/// wall or with another, nothing else acting on them, under the law of Hunt and Crossley or one that
/// is the same for one impact. Of two masses it is that of their reduced mass.
#[must_use]
pub fn closed_form(scene: &Scene, contact: usize, speed: f64) -> Option<WallImpact> {
    let contact = scene.contact.get(contact)?;
    let find = |name: &String| scene.body.iter().find(|body| body.name == *name);
    let [first, second] = [find(&contact.between[0])?, find(&contact.between[1])?];
    let alone = [first, second].iter().all(|body| is_free(scene, body));
    let mass = match (first.kind()?, second.kind()?) {
        (Kind::Mass(mass), Kind::Wall) | (Kind::Wall, Kind::Mass(mass)) => mass,
        (Kind::Mass(one), Kind::Mass(other)) => one * other / (one + other),
        _ => return None,
    };
    let law = between(scene, contact, [first, second]).ok()?;
    let one_sided = law.potential().sides() == Sides::One { offset: 0.0 };
    if !alone || !one_sided || matches!(law.loss(), Loss::Felt(_)) {
        return None;
    }
    let mut memory = 0.0;
    law.arm(speed, &mut memory);
    let potential = law.potential();
    let (stiffness, exponent) = (potential.stiffness_coefficient(), potential.exponent());
    WallImpact::new(mass, stiffness, exponent, law.mu(memory), speed).ok()
}

/// Whether nothing but one contact acts on a body.
fn is_free(scene: &Scene, body: &Body) -> bool {
    let contacts = scene.contact.iter().filter(|c| c.between.contains(&body.name)).count();
    let is_named = |gesture: &Gesture| match gesture {
        Gesture::Bounce(bounce) => bounce.body == body.name,
        Gesture::Roll(roll) => [&roll.body, &roll.on].contains(&&body.name),
        Gesture::Scrape(scrape) => [&scrape.body, &scrape.on].contains(&&body.name),
        Gesture::DrumRoll(_) => false,
    };
    let is_pushed = body.gravity || body.force.is_some_and(|force| force != 0.0);
    let is_wall = body.kind() == Some(Kind::Wall);
    is_wall || (contacts == 1 && !is_pushed && !scene.gesture.iter().any(is_named))
}
