//! Checks the values of a collision and reports all errors together.

use carom_rigid::Vector;
use carom_rigid::algebra::length;
use carom_shapes::material;

use super::inertia;
use super::method::PulseShape;
use super::several;
use super::shape::Shape;
use super::types::{Body, Collision};
use super::values::Friction;
use carom_files::{Findings, Part, did_you_mean, listed};

/// Finds what is wrong with a collision beyond its form.
pub(super) fn check(findings: &mut Findings<'_>, collision: &Collision) {
    direction(findings, &Part::root(), "normal", &collision.normal);
    friction(findings, &Part::root(), &collision.friction);
    if let Some(PulseShape::File(file)) = &collision.pulse.shape
        && file.path.trim().is_empty()
    {
        let help = "`path` must be the path of a CSV file with time and force";
        findings.error(&Part::root(), "pulse.shape.path", "`path` is empty", "empty", help);
    }
    bodies(findings, collision);
    for (i, contact) in collision.contact.iter().enumerate() {
        several::check(findings, i, contact, collision);
    }
}

pub(super) fn friction(findings: &mut Findings<'_>, root: &Part, friction: &Friction) {
    let Friction { coefficient, sticking, sliding } = *friction;
    if coefficient.is_some() && (sticking.is_some() || sliding.is_some()) {
        let help = "give either `coefficient`, or `static` and `dynamic`";
        let message = "`friction` has a coefficient, and static or dynamic";
        findings.error(root, "friction.coefficient", message, "one too many", help);
    }
    match (sticking, sliding) {
        (Some(_), None) => {
            let help = "add dynamic = …, no more than static";
            let message = "`friction` has `static` but no `dynamic`";
            findings.error(root, "friction.static", message, "not enough", help);
        }
        (Some(sticking), Some(sliding)) if sticking < sliding => {
            let message = format!("`static` is {sticking:?}, below `dynamic`");
            let help = format!("`static` must be no less than `dynamic`, {sliding:?}");
            findings.error(root, "friction.static", &message, "too small", &help);
        }
        _ => {}
    }
}

fn bodies(findings: &mut Findings<'_>, collision: &Collision) {
    let root = Part::root();
    let count = collision.body.len();
    let several = !collision.contact.is_empty();
    if several && count < 2 {
        let message = format!("there are {count} bodies, it must be 2 or more");
        findings.error(&root, "body", &message, "", "contacts are between two [[body]]");
    } else if !several && count != 2 {
        let message = format!("there are {count} bodies, it must be 2");
        let help = "a collision has exactly two [[body]], but with several [[contact]]";
        findings.error(&root, if count > 2 { "body.2" } else { "body" }, &message, "", help);
    }
    findings.unique_names("body", collision.body.iter().map(|body| body.name.as_str()));
    for (i, body) in collision.body.iter().enumerate() {
        one_body(findings, &Part::new("body", i, format!("body `{}`", body.name)), body);
    }
    if count >= 2 && collision.body.iter().all(|body| body.immovable) {
        let help = "leave `immovable` out of at least one";
        let message =
            if count == 2 { "both bodies are immovable" } else { "all bodies are immovable" };
        findings.error(&root, "body.1.immovable", message, "nothing moves", help);
    }
}

fn one_body(findings: &mut Findings<'_>, part: &Part, body: &Body) {
    if let Some(solid) = &body.shape {
        shape(findings, part, solid);
    }
    if let Some(orientation) = &body.orientation {
        direction(findings, part, "orientation.axis", &orientation.axis);
    }
    if !body.immovable {
        heaviness(findings, part, body);
        return;
    }
    for (field, given) in [
        ("mass", body.mass.is_some()),
        ("material", body.material.is_some()),
        ("inertia", body.inertia.is_some()),
    ] {
        if given {
            let message = format!("`{field}` is given for an immovable body");
            let help = "no impulse moves it, whatever its mass; leave one of the two out";
            findings.error(part, field, &message, "not allowed here", help);
        }
    }
}

fn heaviness(findings: &mut Findings<'_>, part: &Part, body: &Body) {
    match (body.mass, &body.material) {
        (Some(_), Some(_)) => {
            let help = "the mass of a shape follows from its material; leave one of them out";
            let message = "it has both a mass and a material";
            findings.error(part, "material", message, "one too many", help);
        }
        (None, None) => {
            let help = "give mass = …, or material = … with a shape, or immovable = true";
            findings.error(part, "", "it has no mass", "`mass` is missing here", help);
        }
        (None, Some(name)) => material(findings, part, name),
        (Some(_), None) => {}
    }
    match (&body.inertia, &body.shape) {
        (Some(_), Some(_)) => {
            let help = "the inertia follows from the shape; leave one of them out";
            let message = "it has both an inertia and a shape";
            findings.error(part, "inertia", message, "one too many", help);
        }
        (None, None) => {
            let help = "give inertia = […], or shape = { kind = \"sphere\", diameter = … }";
            let message = "it has no inertia";
            findings.error(part, "", message, "`inertia` or `shape` is missing here", help);
        }
        (Some(inertia), None) => {
            let tensor = inertia.tensor();
            let is_finite = tensor.iter().flatten().all(|x| x.is_finite());
            if let Some(message) = is_finite.then(|| inertia::error(&tensor)).flatten() {
                let help = "of a real body each principal moment is above 0 and no more than the \
                            sum of the other two";
                findings.error(part, "inertia", &message, "no body has it", help);
            }
        }
        (None, Some(_)) => {}
    }
    if let (None, Some(_), None) = (&body.shape, &body.material, body.mass) {
        let help = "a mass follows from a material only with a shape; give mass = …";
        let message = "it has a material but no shape";
        findings.error(part, "material", message, "how large is it?", help);
    }
    if let (Some(shape), Some(_)) = (&body.shape, &body.material)
        && shape.solid().volume() <= 0.0
    {
        let help = "give its thickness or wall, or its mass instead of the material";
        findings.error(part, "shape", "it is infinitely thin and has no mass", "no volume", help);
    }
}

fn material(findings: &mut Findings<'_>, part: &Part, name: &str) {
    if material::find(name).is_none() {
        let label = did_you_mean(name, material::names(), "unknown material");
        let help = format!("materials: {}", listed(material::names()));
        let message = format!("there is no material `{name}`");
        findings.error(part, "material", &message, &label, &help);
    }
}

fn shape(findings: &mut Findings<'_>, part: &Part, shape: &Shape) {
    let wall = match shape {
        Shape::HollowSphere(s) => Some((s.wall, s.diameter)),
        Shape::Tube(s) => Some((s.wall, s.diameter)),
        _ => None,
    };
    if let Some((wall, diameter)) = wall.filter(|(wall, diameter)| *wall > 0.5 * diameter) {
        let message = format!("`wall` is {wall:?}, more than its radius");
        let help = format!("`wall` must be at most half the diameter, {:?}", 0.5 * diameter);
        findings.error(part, "shape.wall", &message, "too thick", &help);
    }
    let axis = match shape {
        Shape::Tube(s) => &s.axis,
        Shape::Disc(s) => &s.axis,
        Shape::Rod(s) => &s.axis,
        Shape::Sphere(_) | Shape::HollowSphere(_) | Shape::Block(_) | Shape::Ellipsoid(_) => return,
    };
    direction(findings, part, "shape.axis", axis);
}

pub(super) fn direction(findings: &mut Findings<'_>, part: &Part, field: &str, value: &Vector) {
    if length(*value) == 0.0 {
        let message = format!("`{field}` has no direction");
        findings.error(part, field, &message, "all zero", "at least one number must not be 0");
    }
}
