//! Up to which frequency the modes of a body matter to its contacts, heard or not.

use carom::exact::WallImpact;
use carom_shapes::{Motion, Object, OutlineKind, Resonator};

use crate::plan::{Kind, Plan, Start};

/// Modes up to so many times one over the contact time take energy from a blow (the study
/// `instruments/how-many-modes` shows it); higher ones only give way.
const TURNS_PER_CONTACT: f64 = 1.5;

/// The most modes that a body gets for the sake of its contacts.
const MOST_FOR_CONTACTS: f64 = 3000.0;

/// The frequency (Hz) that modes must reach for the shortest contact of a body, with the index of
/// that contact; none if nothing strikes it, or if the scheme cannot have modes that are not heard.
pub(super) fn needed(plan: &Plan, body: usize) -> Option<(f64, usize)> {
    if !plan.method.holds() {
        return None;
    }
    let touched = plan
        .contacts
        .iter()
        .enumerate()
        .filter(|(c, contact)| contact.between.contains(&body) && !plan.is_travelled(*c));
    let hertz = touched.filter_map(|(c, _)| Some((TURNS_PER_CONTACT / contact_time(plan, c)?, c)));
    hertz.max_by(|a, b| a.0.total_cmp(&b.0))
}

/// About how long a contact lasts (s): that of its bodies as masses, met at the highest speed that
/// the scene gives to anything that may touch them, directly or through others.
fn contact_time(plan: &Plan, contact: usize) -> Option<f64> {
    let groups = plan.groups();
    let group = plan.group_of(&groups, contact);
    let contact = &plan.contacts[contact];
    let lightness: f64 = contact.between.iter().map(|&body| lightness(plan, body)).sum();
    let near = plan.bodies.iter().zip(&groups).filter(|(_, of)| **of == group);
    let speed = near.map(|(body, _)| match &body.kind {
        Kind::Mass { start, .. } | Kind::Shape { start, .. } => speed(start),
        Kind::Wall | Kind::Modes { .. } => 0.0,
    });
    let strikes = plan.strikes.iter().filter(|strike| groups[strike.body] == group);
    let strikes = strikes.filter(|strike| hardest_blow(plan, strike.body).is_none());
    let strikes = strikes.map(|strike| strike.speed.abs());
    let speed = speed.chain(strikes).fold(0.0, f64::max);
    let potential = contact.law.potential();
    let (stiffness, exponent) = (potential.stiffness_coefficient(), potential.exponent());
    let impact = WallImpact::new(1.0 / lightness, stiffness, exponent, 0.0, speed).ok()?;
    Some(impact.contact_time()).filter(|time| time.is_finite() && *time > 0.0)
}

/// The speed of the hardest blow that a body is meant for (m/s), if that is given.
fn hardest_blow(plan: &Plan, body: usize) -> Option<f64> {
    match &plan.bodies[body].kind {
        Kind::Mass { start, .. } => start.hardest_blow,
        _ => None,
    }
}

/// How fast it may be (m/s): what falls has the way from where it starts.
fn speed(start: &Start) -> f64 {
    if let Some(given) = start.hardest_blow {
        return given;
    }
    let fallen = 2.0 * start.gravity.abs() * start.displacement.abs();
    (start.velocity * start.velocity + fallen).sqrt()
}

/// One over the mass that a contact has to turn round (1/kg); 0 for what is heavy beside it.
fn lightness(plan: &Plan, body: usize) -> f64 {
    match &plan.bodies[body].kind {
        Kind::Mass { mass, .. } => 1.0 / mass,
        Kind::Wall | Kind::Modes { .. } | Kind::Shape { .. } => 0.0,
    }
}

/// As much of a frequency as the number of modes allows, which is known up to another.
pub(super) fn affordable(shape: &dyn Resonator, known: &Object, up_to: f64, needed: f64) -> f64 {
    let line = matches!(shape.outline().kind, OutlineKind::Line | OutlineKind::Tube);
    // How the number of modes below a frequency grows with it.
    let growth = match known.modes.last().map(|mode| mode.motion) {
        Some(Motion::Solid | Motion::Gas) => 3.0,
        Some(Motion::Taut) if !line => 2.0,
        Some(Motion::Bending | Motion::Twisting) if line => 0.5,
        _ => 1.0,
    };
    let most = (MOST_FOR_CONTACTS / known.modes.len().max(1) as f64).max(1.0);
    needed.min(up_to * most.powf(1.0 / growth))
}
