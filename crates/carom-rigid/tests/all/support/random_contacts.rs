//! Random bodies that touch at several points, and what must hold for them.

// The example and the tests use different parts.
#![allow(dead_code)]

use carom::numeric::Random;
use carom_rigid::algebra::{add, apply, cross, dot, length, scale, subtract};
use carom_rigid::{Body, ContactLaw, ContactPoint, Friction, Resolution, Resolved, Vector};

/// Bodies and the points at which they touch.
pub(crate) struct Pile {
    pub(crate) bodies: Vec<Body>,
    pub(crate) contacts: Vec<ContactPoint>,
}

pub(crate) fn unit(random: &mut Random) -> Vector {
    loop {
        let v = [0; 3].map(|_| random.uniform(-1.0, 1.0));
        let size = length(v);
        if size > 0.1 && size < 1.0 {
            return scale(v, 1.0 / size);
        }
    }
}

fn body(random: &mut Random) -> Body {
    let mass = random.log_uniform(0.01, 10.0);
    let size = random.log_uniform(0.01, 0.3);
    let moments = [0; 3].map(|_| mass * size * size * random.uniform(0.25, 0.45));
    let turn = unit(random);
    // Moments about axes that are turned by half a turn about `turn`.
    let flip = |e: Vector| subtract(scale(turn, 2.0 * dot(turn, e)), e);
    let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(flip);
    let entry = |i: usize, j: usize| (0..3).map(|k| moments[k] * axes[k][i] * axes[k][j]).sum();
    let inertia = [0, 1, 2].map(|i| [0, 1, 2].map(|j| entry(i.min(j), i.max(j))));
    let velocity = scale(unit(random), random.uniform(0.0, 3.0));
    let spin = scale(unit(random), random.uniform(0.0, 20.0));
    Body::new(mass, inertia).unwrap().moving(velocity, spin)
}

fn law(random: &mut Random) -> ContactLaw {
    let exponent = [1.0, 1.5, 1.5, 2.0][random.uniform(0.0, 4.0) as usize];
    // A compression of a tenth of a millimetre takes 1 to 1000 N.
    let stiffness = random.log_uniform(1.0, 1000.0) / 1e-4f64.powf(exponent);
    let restitution = if random.uniform(0.0, 1.0) < 0.3 { 1.0 } else { random.uniform(0.1, 1.0) };
    let law = ContactLaw::new(stiffness, exponent, restitution).unwrap();
    let law = if random.uniform(0.0, 1.0) < 0.2 {
        law.with_mu(random.uniform(0.0, 0.5)).unwrap()
    } else {
        law
    };
    if random.uniform(0.0, 1.0) < 0.4 {
        return law;
    }
    let sliding = random.log_uniform(0.01, 2.0);
    let more = if random.uniform(0.0, 1.0) < 0.5 { 1.0 } else { random.uniform(1.0, 1.4) };
    law.with_friction(Friction::new(sliding * more, sliding).unwrap())
}

/// Two to six bodies, one of which may be a floor, with one to eight contacts, touching or a small gap
/// apart. Normals lie within 60° of the line between the centres, so that no body is trapped for good.
pub(crate) fn pile(random: &mut Random) -> Pile {
    loop {
        let count = 2 + random.uniform(0.0, 5.0) as usize;
        let mut bodies: Vec<Body> = (0..count).map(|_| body(random)).collect();
        if random.uniform(0.0, 1.0) < 0.4 {
            bodies[0] = Body::immovable();
        }
        let places: Vec<Vector> =
            (0..count).map(|_| [0; 3].map(|_| random.uniform(-1.0, 1.0))).collect();
        let mut contacts = Vec::new();
        let wanted = 1 + random.uniform(0.0, 8.0) as usize;
        while contacts.len() < wanted {
            let first = random.uniform(0.0, count as f64) as usize;
            let second = random.uniform(0.0, count as f64) as usize;
            if first == second {
                continue;
            }
            contacts.push(contact(random, [first, second], &places));
        }
        let pile = Pile { bodies, contacts };
        if pile.contacts.iter().any(|contact| approach(&pile.bodies, contact) > 0.0) {
            return pile;
        }
    }
}

fn contact(random: &mut Random, between: [usize; 2], places: &[Vector]) -> ContactPoint {
    let line = subtract(places[between[0]], places[between[1]]);
    let line = scale(line, 1.0 / length(line));
    let normal = loop {
        let tried = unit(random);
        if dot(tried, line) > 0.5 {
            break tried;
        }
    };
    let lever = |random: &mut Random, towards: f64| {
        let out = add(scale(normal, towards), scale(unit(random), 0.7));
        scale(out, random.log_uniform(0.01, 0.2))
    };
    let levers = [lever(random, -1.0), lever(random, 1.0)];
    let law = law(random);
    let gap = if random.uniform(0.0, 1.0) < 0.5 { 0.0 } else { random.log_uniform(1e-9, 1e-3) };
    ContactPoint::new(between, levers, normal, law).with_gap(gap)
}

fn point_velocity(body: &Body, lever: Vector) -> Vector {
    add(body.velocity(), cross(body.spin(), lever))
}

/// How fast the bodies of a contact approach along its normal (m/s).
pub(crate) fn approach(bodies: &[Body], contact: &ContactPoint) -> f64 {
    let [a, b] = contact.between();
    let [r, s] = contact.levers();
    let slip = subtract(point_velocity(&bodies[a], r), point_velocity(&bodies[b], s));
    -dot(slip, contact.normal()) / length(contact.normal())
}

/// The order of contacts shuffled.
pub(crate) fn shuffled(random: &mut Random, count: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    for i in (1..count).rev() {
        order.swap(i, random.uniform(0.0, i as f64 + 1.0) as usize);
    }
    order
}

/// How far momentum is off: of all bodies where none is immovable, and of each body against the
/// impulses of its contacts, in both kinds, relative to what is balanced.
pub(crate) fn momentum_error(pile: &Pile, after: &Resolved) -> f64 {
    let mut worst: f64 = 0.0;
    for (i, (old, new)) in pile.bodies.iter().zip(&after.bodies).enumerate() {
        if old.is_immovable() {
            assert_eq!((old.velocity(), old.spin()), (new.velocity(), new.spin()));
            continue;
        }
        let (mut push, mut turn) = ([0.0; 3], [0.0; 3]);
        let (mut pushed, mut turned) = (0.0, 0.0);
        for (contact, impulse) in pile.contacts.iter().zip(&after.impulses) {
            for (side, sign) in [(0, 1.0), (1, -1.0)] {
                if contact.between()[side] == i {
                    let impulse = scale(*impulse, sign);
                    let moment = cross(contact.levers()[side], impulse);
                    (push, turn) = (add(push, impulse), add(turn, moment));
                    (pushed, turned) = (pushed + length(impulse), turned + length(moment));
                }
            }
        }
        let gained = scale(subtract(new.velocity(), old.velocity()), old.mass());
        let size = old.mass() * (length(old.velocity()) + length(new.velocity())) + pushed;
        worst = worst.max(length(subtract(gained, push)) / size);
        let gained = apply(old.inertia(), subtract(new.spin(), old.spin()));
        let most = old.inertia().iter().flatten().fold(0.0, |m: f64, x| m.max(x.abs()));
        let size = most * (length(old.spin()) + length(new.spin())) + turned;
        worst = worst.max(length(subtract(gained, turn)) / size);
    }
    worst
}

/// The momentum of all bodies together, where none is immovable.
pub(crate) fn total_momentum_error(pile: &Pile, after: &Resolved) -> f64 {
    if pile.bodies.iter().any(Body::is_immovable) {
        return 0.0;
    }
    let momentum = |bodies: &[Body]| {
        bodies.iter().fold([0.0; 3], |sum, body| add(sum, scale(body.velocity(), body.mass())))
    };
    let size: f64 = pile.bodies.iter().map(|body| body.mass() * length(body.velocity())).sum();
    let size = size + after.impulses.iter().map(|impulse| length(*impulse)).sum::<f64>();
    length(subtract(momentum(&after.bodies), momentum(&pile.bodies))) / size
}

/// How far two results are apart, relative to all velocities (spins times the size of the levers).
pub(crate) fn distance(pile: &Pile, a: &Resolved, b: &Resolved) -> f64 {
    let reach = pile.contacts.iter().flat_map(|contact| contact.levers().map(length));
    let reach = reach.fold(0.0, f64::max);
    let (mut apart, mut size): (f64, f64) = (0.0, 0.0);
    for ((a, b), old) in a.bodies.iter().zip(&b.bodies).zip(&pile.bodies) {
        apart = apart.max(length(subtract(a.velocity(), b.velocity())));
        apart = apart.max(reach * length(subtract(a.spin(), b.spin())));
        size = size.max(length(old.velocity())).max(reach * length(old.spin()));
    }
    apart / size
}

/// What a survey of random piles found.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Survey {
    pub(crate) momentum: f64,
    pub(crate) gain: f64,
    pub(crate) order: f64,
    pub(crate) approach: f64,
    pub(crate) unfinished: u64,
    pub(crate) steps: u64,
}

impl Survey {
    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            momentum: self.momentum.max(other.momentum),
            gain: self.gain.max(other.gain),
            order: self.order.max(other.order),
            approach: self.approach.max(other.approach),
            unfinished: self.unfinished + other.unfinished,
            steps: self.steps + other.steps,
        }
    }
}

/// One random pile, in the order of its list and in another one.
pub(crate) fn survey(seed: u64, resolution: Resolution) -> Survey {
    let mut random = Random::new(seed);
    let pile = pile(&mut random);
    let order = shuffled(&mut random, pile.contacts.len());
    let others: Vec<ContactPoint> = order.iter().map(|i| pile.contacts[*i]).collect();
    let found = [&pile.contacts, &others]
        .map(|contacts| carom_rigid::resolve_with(&pile.bodies, contacts, resolution));
    let [Ok(first), Ok(second)] = found else {
        return Survey { unfinished: 1, ..Survey::default() };
    };
    let left = pile.contacts.iter().map(|contact| approach(&first.bodies, contact));
    let fastest = pile.contacts.iter().map(|contact| approach(&pile.bodies, contact));
    Survey {
        momentum: momentum_error(&pile, &first).max(total_momentum_error(&pile, &first)),
        gain: first.energy_after / first.energy_before - 1.0,
        order: distance(&pile, &first, &second),
        approach: left.fold(f64::MIN, f64::max) / fastest.fold(f64::MIN, f64::max),
        unfinished: 0,
        steps: first.steps as u64,
    }
}
