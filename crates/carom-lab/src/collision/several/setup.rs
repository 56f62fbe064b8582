//! From a file to bodies and contacts of the engine.

use carom::InvalidValue;
use carom_files::{Document, FileError, Path};
use carom_rigid as rigid;
use carom_rigid::Vector;
use carom_rigid::algebra::{add, length, scale, subtract};

use super::super::setup::{farthest, moving_body};
use super::super::types::{Body, Collision, Contact};
use super::super::values::Restitution;

/// The stiffness of contacts where none is given: round steel bodies of about a centimetre (N/m^1.5).
const STIFFNESS: f64 = 1e10;

type Built = (Vec<rigid::Body>, Vec<rigid::ContactPoint>);

/// The bodies and contacts of a checked collision.
pub(super) fn build(collision: &Collision, document: &Document) -> Result<Built, Box<FileError>> {
    let bodies = collision.body.iter().enumerate();
    let bodies: Vec<rigid::Body> =
        bodies.map(|(i, body)| moving_body(i, body, document)).collect::<Result<_, _>>()?;
    let contacts = collision.contact.iter().enumerate();
    let contacts = contacts
        .map(|(i, contact)| one(i, contact, collision, document))
        .collect::<Result<_, _>>()?;
    Ok((bodies, contacts))
}

fn one(
    i: usize,
    contact: &Contact,
    collision: &Collision,
    document: &Document,
) -> Result<rigid::ContactPoint, Box<FileError>> {
    let path = Path::default().join("contact").index(i);
    let [first, second] = &contact.between;
    let title = format!("contact of `{first}` and `{second}`");
    let place = |name: &String| collision.body.iter().position(|body| body.name == *name);
    let (Some(a), Some(b)) = (place(first), place(second)) else {
        return Err(Box::new(document.error(&path, format!("{title}: an unknown body"))));
    };
    let (one, other) = (&collision.body[a], &collision.body[b]);
    let normal = contact.normal.or_else(|| between(one, other)).ok_or_else(|| {
        let message = format!("{title}: in which direction?");
        let help = "add normal = [x, y, z], from the second body to the first, or a `position` to each body";
        document.error(&path, message).label("`normal` is missing here").help(help)
    })?;
    let at = contact.at.or_else(|| farthest(one, scale(normal, -1.0))).ok_or_else(|| {
        let why = if one.shape.is_some() {
            format!("`{first}` touches with an edge or a face")
        } else {
            format!("`{first}` has no shape")
        };
        let help = "add at = [x, y, z], from the centre of mass of the first body (m); an edge or a face \
                    is a contact for each of its corners";
        document.error(&path, format!("{title}: where? {why}")).label("`at` is missing here").help(help)
    })?;
    let lever = subtract(add(one.position, at), other.position);
    let invalid = |error: InvalidValue| document.error(&path, format!("{title}: {error}"));
    let law = law(contact, collision).map_err(invalid)?;
    Ok(rigid::ContactPoint::new([a, b], [at, lever], normal, law).with_gap(contact.gap))
}

/// The line from the second body to the first, if they are not in one place.
fn between(one: &Body, other: &Body) -> Option<Vector> {
    let line = subtract(one.position, other.position);
    (length(line) > 0.0).then_some(line)
}

fn law(contact: &Contact, collision: &Collision) -> Result<rigid::ContactLaw, InvalidValue> {
    let usual = &collision.compliant;
    let stiffness = contact.stiffness.or(usual.stiffness).unwrap_or(STIFFNESS);
    let exponent = contact.exponent.or(usual.exponent).unwrap_or(1.5);
    let (restitution, mu) = match contact.restitution.unwrap_or(collision.restitution) {
        Restitution::Constant(value) => (value, 0.0),
        Restitution::Falling(falling) => (falling.slow, falling.mu),
    };
    let (sticking, sliding) = contact.friction.unwrap_or(collision.friction).coefficients();
    let friction = rigid::Friction::new(sticking, sliding)?;
    let law = rigid::ContactLaw::new(stiffness, exponent, restitution)?.with_mu(mu)?;
    Ok(law.with_friction(friction))
}
