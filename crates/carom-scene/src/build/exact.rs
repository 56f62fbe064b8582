//! Contacts whose first impact is known in closed form.

use carom::exact::WallImpact;
use carom::law::{Loss, Sides};

use crate::plan::{Kind, Plan};

/// The closed form of the first impact of a contact that is met at this speed: of a free mass with a
/// wall or with another, nothing else acting on them, under the law of Hunt and Crossley or one that
/// is the same for one impact. Of two masses it is that of their reduced mass.
#[must_use]
pub fn closed_form(plan: &Plan, contact: usize, speed: f64) -> Option<WallImpact> {
    let pressed = plan.presses.iter().any(|press| press.contact == contact);
    let contact = plan.contacts.get(contact).filter(|_| !pressed)?;
    let [first, second] = contact.between.map(|body| &plan.bodies[body].kind);
    let mass = match (first, second) {
        (Kind::Mass { mass, .. }, Kind::Wall) | (Kind::Wall, Kind::Mass { mass, .. }) => *mass,
        (Kind::Mass { mass: one, .. }, Kind::Mass { mass: other, .. }) => {
            one * other / (one + other)
        }
        _ => return None,
    };
    let law = &contact.law;
    let one_sided = law.potential().sides() == Sides::One { offset: 0.0 };
    let alone = contact.between.iter().all(|body| is_free(plan, *body));
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
fn is_free(plan: &Plan, body: usize) -> bool {
    let Kind::Mass { start, .. } = &plan.bodies[body].kind else { return true };
    let contacts = plan.contacts.iter().filter(|contact| contact.between.contains(&body)).count();
    contacts == 1 && (start.force, start.gravity) == (0.0, 0.0)
}
