//! Random impacts of two bodies in three dimensions, and what must hold for each.

use carom::numeric::Random;
use carom_rigid::{
    Body, Collision, Compliant, Friction, Matrix, Method, Mirtich, Outcome, Pulse, Shape,
    Tangential, Vector,
};

pub(crate) fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(crate) fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(crate) fn apply(m: &Matrix, a: Vector) -> Vector {
    m.map(|row| dot(row, a))
}

pub(crate) fn length(a: Vector) -> f64 {
    dot(a, a).sqrt()
}

fn combine(a: Vector, factor: f64, b: Vector) -> Vector {
    [a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]]
}

fn vector(random: &mut Random, size: f64) -> Vector {
    [0; 3].map(|_| random.uniform(-size, size))
}

fn unit(random: &mut Random) -> Vector {
    loop {
        let a = vector(random, 1.0);
        let size = length(a);
        if size > 0.1 && size < 1.0 {
            return a.map(|x| x / size);
        }
    }
}

/// Principal moments from needle to flat to round, in any direction.
fn inertia(random: &mut Random, mass: f64, size: f64) -> Matrix {
    let first = unit(random);
    let other = cross(first, unit(random));
    let second = other.map(|x| x / length(other));
    let axes = [first, second, cross(first, second)];
    let moments = [0; 3].map(|_| mass * size * size * random.log_uniform(1e-6, 1.0));
    let mut sum = [[0.0; 3]; 3];
    for (axis, moment) in axes.iter().zip(moments) {
        for i in 0..3 {
            for j in 0..3 {
                sum[i][j] += moment * (axis[i] * axis[j]);
            }
        }
    }
    sum
}

fn body(random: &mut Random, immovable: bool) -> Body {
    let size = random.log_uniform(0.01, 10.0);
    let mass = random.log_uniform(1e-6, 1e6);
    let body = if immovable {
        Body::immovable()
    } else {
        Body::new(mass, inertia(random, mass, size)).unwrap()
    };
    let spin = if random.uniform(0.0, 1.0) < 0.2 { [0.0; 3] } else { vector(random, 3.0 / size) };
    body.moving(vector(random, 3.0), spin).touched_at(vector(random, size))
}

/// Two bodies of any masses; a share of them at rest, grazing, or against an immovable one.
pub(crate) fn collision(random: &mut Random) -> Collision {
    loop {
        let immovable = random.uniform(0.0, 1.0);
        let first = body(random, immovable < 0.1);
        let mut second = body(random, (0.1..0.3).contains(&immovable));
        let normal = unit(random);
        if random.uniform(0.0, 1.0) < 0.2 {
            // Grazing: hardly any approach beside the slip.
            let slip = combine(first.contact_velocity(), -1.0, second.contact_velocity());
            let wanted = random.log_uniform(1e-9, 1e-3);
            let change = dot(slip, normal) + wanted;
            second = second.moving(combine(second.velocity(), change, normal), second.spin());
        }
        if let Ok(collision) = Collision::new([first, second], normal) {
            return collision;
        }
    }
}

pub(crate) fn friction(random: &mut Random) -> Friction {
    let sliding = match random.uniform(0.0, 10.0) as u32 {
        0 => 0.0,
        1 => random.log_uniform(1.0, 1e6),
        _ => random.log_uniform(1e-3, 3.0),
    };
    let more = if random.uniform(0.0, 1.0) < 0.5 { 1.0 } else { random.uniform(1.0, 1.5) };
    Friction::new(sliding * more, sliding).unwrap()
}

pub(crate) fn restitution(random: &mut Random) -> f64 {
    match random.uniform(0.0, 8.0) as u32 {
        0 => 0.0,
        1 => 1.0,
        _ => random.uniform(0.0, 1.0),
    }
}

pub(crate) fn mirtich(random: &mut Random) -> (Method, Friction) {
    let friction = friction(random);
    (Method::Mirtich(Mirtich::new(restitution(random), friction).unwrap()), friction)
}

pub(crate) fn pulse(random: &mut Random) -> (Method, Friction) {
    let friction = friction(random);
    let shape = Shape::HalfSine { duration: 1e-3 };
    let pulse = Pulse::new(restitution(random), friction, &shape).unwrap().with_steps(32).unwrap();
    (Method::Pulse(pulse), friction)
}

pub(crate) fn compliant(random: &mut Random) -> (Method, Friction) {
    let friction = Friction::new(0.5, 0.3).unwrap();
    let stiffness = random.log_uniform(1e3, 1e6);
    let tangential = if random.uniform(0.0, 1.0) < 0.5 {
        Tangential::Bristle { stiffness, damping: 0.0 }
    } else {
        Tangential::LuGre { stiffness, damping: 0.0, stribeck: 0.1 }
    };
    let losses = (random.uniform(0.0, 0.3), random.uniform(0.0, 0.6));
    let law = Compliant::new(1e6, 1.5, losses, friction, tangential).unwrap();
    (Method::Compliant(law.with_steps(50).unwrap()), friction)
}

/// How far momentum and angular momentum are off, relative to what the bodies have of them.
pub(crate) fn momentum_error(collision: &Collision, after: &Outcome) -> f64 {
    let mut worst: f64 = 0.0;
    for (i, sign) in [(0, 1.0), (1, -1.0)] {
        let (old, new) = (&collision.bodies()[i], &after.bodies[i]);
        let impulse = after.impulse.map(|x| sign * x);
        if old.is_immovable() {
            assert_eq!((old.velocity(), old.spin()), (new.velocity(), new.spin()));
            continue;
        }
        let gained = combine(new.velocity(), -1.0, old.velocity()).map(|x| x * old.mass());
        let scale = old.mass() * (length(old.velocity()) + length(new.velocity()));
        worst = worst.max(length(combine(gained, -1.0, impulse)) / (scale + length(impulse)));
        let turned = apply(old.inertia(), combine(new.spin(), -1.0, old.spin()));
        let moment = cross(old.contact(), impulse);
        let most = old.inertia().iter().flatten().fold(0.0, |m: f64, x| m.max(x.abs()));
        let scale = most * (length(old.spin()) + length(new.spin()));
        worst = worst.max(length(combine(turned, -1.0, moment)) / (scale + length(moment)));
    }
    worst
}

/// How much the impulse gains of kinetic energy, relative to what it moves: u·p + pᵀMp/2.
pub(crate) fn energy_gain(collision: &Collision, after: &Outcome) -> f64 {
    let p = after.impulse;
    let linear = dot(collision.slip(), p);
    let quadratic = 0.5 * dot(p, apply(&collision.matrix(), p));
    // The approach may be all but lost in the slip, whose rounding is then that of the work.
    (linear + quadratic) / (length(collision.slip()) * length(p) + quadratic)
}

/// The first property that does not hold to 1e-10, if any.
pub(crate) fn broken(
    collision: &Collision,
    friction: &Friction,
    after: &Outcome,
) -> Option<String> {
    const TOLERANCE: f64 = 1e-10;
    let normal = collision.normal();
    let pushed = dot(after.impulse, normal);
    let across = length(combine(after.impulse, -pushed, normal));
    if !(pushed > 0.0 && across.is_finite()) {
        return Some(format!("normal impulse {pushed:e}, tangential {across:e}"));
    }
    // The distance from the cone, which a steep one does not magnify.
    let mu = friction.sticking();
    if across - mu * pushed > TOLERANCE * (1.0 + mu) * (across + pushed) {
        return Some(format!("outside the cone: {across:e} of {pushed:e}"));
    }
    let error = momentum_error(collision, after);
    if error > TOLERANCE {
        return Some(format!("momentum off by {error:e}"));
    }
    let gain = energy_gain(collision, after);
    // An immovable body that moves may well give energy; the impulse relative to it may not.
    let driven = collision.bodies().iter().any(Body::is_immovable);
    let more = !driven && after.energy_after > after.energy_before * (1.0 + TOLERANCE);
    if gain > TOLERANCE || more {
        return Some(format!("energy gained {gain:e}"));
    }
    let left = combine(collision.slip(), 1.0, apply(&collision.matrix(), after.impulse));
    let most = collision.matrix().iter().flatten().fold(0.0, |m: f64, x| m.max(x.abs()));
    let rounding = 1e-13 * most * length(after.impulse);
    let scale = length(collision.slip()) + length(left);
    if dot(left, normal) < -TOLERANCE * scale - rounding {
        return Some(format!("still approaching at {:e}", dot(left, normal)));
    }
    None
}
