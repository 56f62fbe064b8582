//! Checks the values of a collision and reports all errors together.

use std::ops::Bound::{Excluded, Included};

use carom_rigid::Vector;
use carom_rigid::algebra::length;
use carom_shapes::material;

use super::inertia;
use super::method::{PulseShape, Tangential};
use super::shape::Shape;
use super::types::{Body, Collision};
use super::values::{Friction, Restitution};
use carom_files::{did_you_mean, listed};
use carom_scene::scene::SceneError;
use carom_scene::scene::check::limit::{Limit, above, between, from};
use carom_scene::scene::check::{Checker, Part};
use carom_scene::scene::map::SourceMap;

const MASS: Limit = between(Included(1e-30), 1e30, "a number from 1e-30 to 1e30 (kg)");
const MOMENT: Limit = between(Included(-1e60), 1e60, "a finite number (kg·m²)");
const SPEED: Limit =
    between(Included(-3e8), 3e8, "a finite number (m/s), not beyond the speed of light");
const SPIN: Limit = between(Included(-1e12), 1e12, "a number from -1e12 to 1e12 (rad/s)");
const PLACE: Limit = between(Included(-1e9), 1e9, "a number from -1e9 to 1e9 (m)");
const SIZE: Limit = between(Included(1e-12), 1e9, "a number from 1e-12 to 1e9 (m)");
const WALL: Limit = between(Included(0.0), 1e9, "a number, 0 or above (m)");
const DIRECTION: Limit = between(Included(-1e100), 1e100, "a finite number");
const ANGLE: Limit = between(Included(-1e6), 1e6, "a finite number (rad)");
const RESTITUTION: Limit = between(Included(0.0), 1.0, "a number from 0 to 1");
const SLOW: Limit = between(Excluded(0.0), 1.0, "a number above 0 and at most 1");
const MU: Limit = between(Included(0.0), 1e6, "a number from 0 to 1e6 (s/m)");
const COEFFICIENT: Limit = between(Included(0.0), 1e6, "a number from 0 to 1e6");
const DURATION: Limit = between(Included(1e-9), 10.0, "a number from 1e-9 to 10 (s)");
const STIFFNESS: Limit = above(0.0, "a finite number above 0");
const EXPONENT: Limit = between(Included(1.0), 10.0, "a number from 1 to 10");
const DAMPING: Limit = from(0.0, "a finite number, 0 or above (N·s/m)");
const STRIBECK: Limit = above(0.0, "a finite number above 0 (m/s)");
const PULSE_STEPS: Limit = between(Included(1.0), 1e6, "a whole number from 1 to 1000000");
const COMPLIANT_STEPS: Limit = between(Included(10.0), 1e6, "a whole number from 10 to 1000000");

/// All errors.
pub(super) fn check(collision: &Collision, map: &SourceMap) -> Result<(), Vec<SceneError>> {
    let mut checker = Checker::new(map);
    globals(&mut checker, collision);
    methods(&mut checker, collision);
    two_bodies(&mut checker, collision);
    checker.finish().map(drop)
}

fn globals(checker: &mut Checker<'_>, collision: &Collision) {
    let root = Part::root();
    direction(checker, &root, "normal", &collision.normal);
    checker.number(&root, "duration", collision.duration, &DURATION);
    match collision.restitution {
        Restitution::Constant(value) => checker.number(&root, "restitution", value, &RESTITUTION),
        Restitution::Falling(falling) => {
            checker.number(&root, "restitution.slow", falling.slow, &SLOW);
            checker.number(&root, "restitution.mu", falling.mu, &MU);
        }
    }
    friction(checker, &collision.friction);
}

fn friction(checker: &mut Checker<'_>, friction: &Friction) {
    let root = Part::root();
    let Friction { coefficient, sticking, sliding } = *friction;
    checker.optional(&root, "friction.coefficient", coefficient, &COEFFICIENT);
    checker.optional(&root, "friction.static", sticking, &COEFFICIENT);
    checker.optional(&root, "friction.dynamic", sliding, &COEFFICIENT);
    if coefficient.is_some() && (sticking.is_some() || sliding.is_some()) {
        let help = "give either `coefficient`, or `static` and `dynamic`";
        let message = "`friction` has a coefficient, and static or dynamic";
        checker.fault(&root, "friction.coefficient", message, "one too many", help);
    }
    match (sticking, sliding) {
        (Some(_), None) => {
            let help = "add dynamic = …, no more than static";
            let message = "`friction` has `static` but no `dynamic`";
            checker.fault(&root, "friction.static", message, "not enough", help);
        }
        (Some(sticking), Some(sliding)) if sticking < sliding => {
            let message = format!("`static` is {sticking:?}, below `dynamic`");
            let help = format!("`static` must be no less than `dynamic`, {sliding:?}");
            checker.fault(&root, "friction.static", &message, "too small", &help);
        }
        _ => {}
    }
}

fn methods(checker: &mut Checker<'_>, collision: &Collision) {
    let root = Part::root();
    let Collision { pulse, compliant, iguchi, .. } = collision;
    match &pulse.shape {
        Some(PulseShape::Gaussian(shape)) => {
            checker.optional(&root, "pulse.shape.rise", shape.rise, &DURATION);
            checker.optional(&root, "pulse.shape.fall", shape.fall, &DURATION);
        }
        Some(PulseShape::File(file)) if file.path.trim().is_empty() => {
            let help = "`path` must be the path of a CSV file with time and force";
            checker.fault(&root, "pulse.shape.path", "`path` is empty", "empty", help);
        }
        _ => {}
    }
    checker.optional(&root, "pulse.steps", pulse.steps.map(f64::from), &PULSE_STEPS);
    checker.optional(&root, "compliant.stiffness", compliant.stiffness, &STIFFNESS);
    checker.optional(&root, "compliant.exponent", compliant.exponent, &EXPONENT);
    checker.optional(&root, "compliant.steps", compliant.steps.map(f64::from), &COMPLIANT_STEPS);
    let tangential = |name: &str| format!("compliant.tangential.{name}");
    let (stiffness, damping, stribeck) = match compliant.tangential {
        Some(Tangential::Bristle(law)) => (law.stiffness, law.damping, None),
        Some(Tangential::Lugre(law)) => (law.stiffness, law.damping, Some(law.stribeck)),
        None => (None, 0.0, None),
    };
    checker.optional(&root, &tangential("stiffness"), stiffness, &STIFFNESS);
    checker.number(&root, &tangential("damping"), damping, &DAMPING);
    checker.optional(&root, &tangential("stribeck"), stribeck, &STRIBECK);
    checker.optional(&root, "iguchi.rise", iguchi.rise, &DURATION);
    checker.optional(&root, "iguchi.fall", iguchi.fall, &DURATION);
}

fn two_bodies(checker: &mut Checker<'_>, collision: &Collision) {
    let root = Part::root();
    let count = collision.body.len();
    if count != 2 {
        let message = format!("there are {count} bodies, it must be 2");
        let help = "a collision has exactly two [[body]]";
        checker.fault(&root, if count > 2 { "body.2" } else { "body" }, &message, "", help);
    }
    let names: Vec<_> = collision.body.iter().map(|body| body.name.clone()).collect();
    checker.unique_names("body", &names);
    for (i, body) in collision.body.iter().enumerate() {
        one_body(checker, &Part::new("body", i, format!("body `{}`", body.name)), body);
    }
    if count == 2 && collision.body.iter().all(|body| body.immovable) {
        let help = "leave `immovable` out of at least one";
        checker.fault(
            &root,
            "body.1.immovable",
            "both bodies are immovable",
            "nothing moves",
            help,
        );
    }
}

fn one_body(checker: &mut Checker<'_>, part: &Part, body: &Body) {
    vector(checker, part, "velocity", &body.velocity, &SPEED);
    vector(checker, part, "spin", &body.spin, &SPIN);
    if let Some(contact) = &body.contact {
        vector(checker, part, "contact", contact, &PLACE);
    }
    if let Some(solid) = &body.shape {
        shape(checker, part, solid);
    }
    if let Some(orientation) = &body.orientation {
        direction(checker, part, "orientation.axis", &orientation.axis);
        checker.number(part, "orientation.angle", orientation.angle, &ANGLE);
    }
    if !body.immovable {
        heaviness(checker, part, body);
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
            checker.fault(part, field, &message, "not allowed here", help);
        }
    }
}

fn heaviness(checker: &mut Checker<'_>, part: &Part, body: &Body) {
    checker.optional(part, "mass", body.mass, &MASS);
    match (body.mass, &body.material) {
        (Some(_), Some(_)) => {
            let help = "the mass of a shape follows from its material; leave one of them out";
            checker.fault(
                part,
                "material",
                "it has both a mass and a material",
                "one too many",
                help,
            );
        }
        (None, None) => {
            let help = "give mass = …, or material = … with a shape, or immovable = true";
            checker.fault_of(part, "it has no mass", "`mass` is missing here", help);
        }
        (None, Some(name)) => material(checker, part, name),
        (Some(_), None) => {}
    }
    match (&body.inertia, &body.shape) {
        (Some(_), Some(_)) => {
            let help = "the inertia follows from the shape; leave one of them out";
            checker.fault(
                part,
                "inertia",
                "it has both an inertia and a shape",
                "one too many",
                help,
            );
        }
        (None, None) => {
            let help = "give inertia = […], or shape = { kind = \"sphere\", diameter = … }";
            checker.fault_of(
                part,
                "it has no inertia",
                "`inertia` or `shape` is missing here",
                help,
            );
        }
        (Some(inertia), None) => {
            let tensor = inertia.tensor();
            let rows = tensor.iter().flatten();
            if rows.clone().any(|x| !MOMENT.holds(*x)) {
                let message = "`inertia` has an entry that is not finite";
                checker.fault(part, "inertia", message, "out of range", MOMENT.allowed);
            } else if let Some(message) = inertia::error(&tensor) {
                let help = "of a real body each principal moment is above 0 and no more than the \
                            sum of the other two";
                checker.fault(part, "inertia", &message, "no body has it", help);
            }
        }
        (None, Some(_)) => {}
    }
    if let (None, Some(_), None) = (&body.shape, &body.material, body.mass) {
        let help = "a mass follows from a material only with a shape; give mass = …";
        checker.fault(part, "material", "it has a material but no shape", "how large is it?", help);
    }
    if let (Some(shape), Some(_)) = (&body.shape, &body.material)
        && shape.solid().volume() <= 0.0
    {
        let help = "give its thickness or wall, or its mass instead of the material";
        checker.fault(part, "shape", "it is infinitely thin and has no mass", "no volume", help);
    }
}

fn material(checker: &mut Checker<'_>, part: &Part, name: &str) {
    if material::find(name).is_none() {
        let label = did_you_mean(name, material::names(), "unknown material");
        let help = format!("materials: {}", listed(material::names()));
        let message = format!("there is no material `{name}`");
        checker.fault(part, "material", &message, &label, &help);
    }
}

fn shape(checker: &mut Checker<'_>, part: &Part, shape: &Shape) {
    let sizes: &[(&str, f64)] = match shape {
        Shape::Sphere(s) => &[("diameter", s.diameter)],
        Shape::HollowSphere(s) => &[("diameter", s.diameter)],
        Shape::Disc(s) => &[("diameter", s.diameter)],
        Shape::Rod(s) => &[("length", s.length), ("diameter", s.diameter)],
        Shape::Tube(s) => &[("length", s.length), ("diameter", s.diameter)],
        Shape::Block(s) | Shape::Ellipsoid(s) => {
            &[("length", s.length), ("width", s.width), ("height", s.height)]
        }
    };
    for (name, value) in sizes {
        checker.number(part, &format!("shape.{name}"), *value, &SIZE);
    }
    match shape {
        Shape::HollowSphere(s) => wall(checker, part, s.wall, s.diameter),
        Shape::Tube(s) => {
            wall(checker, part, s.wall, s.diameter);
            direction(checker, part, "shape.axis", &s.axis);
        }
        Shape::Disc(s) => {
            checker.number(part, "shape.thickness", s.thickness, &WALL);
            direction(checker, part, "shape.axis", &s.axis);
        }
        Shape::Rod(s) => direction(checker, part, "shape.axis", &s.axis),
        Shape::Sphere(_) | Shape::Block(_) | Shape::Ellipsoid(_) => {}
    }
}

fn wall(checker: &mut Checker<'_>, part: &Part, wall: f64, diameter: f64) {
    checker.number(part, "shape.wall", wall, &WALL);
    if wall > 0.5 * diameter {
        let message = format!("`wall` is {wall:?}, more than its radius");
        let help = format!("`wall` must be at most half the diameter, {:?}", 0.5 * diameter);
        checker.fault(part, "shape.wall", &message, "too thick", &help);
    }
}

fn vector(checker: &mut Checker<'_>, part: &Part, field: &str, value: &Vector, limit: &Limit) {
    checker.list(part, &part.path.field(field), field, value, limit);
}

fn direction(checker: &mut Checker<'_>, part: &Part, field: &str, value: &Vector) {
    vector(checker, part, field, value, &DIRECTION);
    if length(*value) == 0.0 {
        let message = format!("`{field}` has no direction");
        checker.fault(part, field, &message, "all zero", "at least one number must not be 0");
    }
}
