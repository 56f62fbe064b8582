//! Random sequences of calls on the public interface, sensible and senseless.

use std::sync::Arc;

use carom::law::{Damping, Felt, Law, Loss, Potential, Sides};
use carom::numeric::Random;
use carom::{
    Body, ContactId, ContactSample, Error, FarField, Hands, Heard, InvalidValue, Mode, Options,
    Port, PortId, Quantity, Rational, State, Substeps, Travel, Voice, World,
};
use carom_schemes::Method;

/// What a number of sequences came to.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) sequences: u64,
    pub(crate) started: u64,
    pub(crate) calls: u64,
    pub(crate) refused: u64,
    pub(crate) stopped: u64,
    pub(crate) samples: u64,
}

/// Every scheme, by turns.
const METHODS: [Method; 10] = [
    Method::TwoPoint,
    Method::TwoPoint,
    Method::Rk4,
    Method::Am1,
    Method::Am1Table,
    Method::Verlet,
    Method::Heun,
    Method::ThreePoint,
    Method::Quadratic { s: None },
    Method::Quadratised,
];

/// A number: mostly sensible, sometimes not one.
fn number(random: &mut Random, low: f64, high: f64) -> f64 {
    match random.bits() % 160 {
        0 => f64::NAN,
        1 => f64::INFINITY,
        2 => f64::NEG_INFINITY,
        3 => 0.0,
        4 => -random.log_uniform(low, high),
        5 => f64::MAX,
        6 => f64::MIN_POSITIVE,
        7 => 1e200,
        _ => random.log_uniform(low, high),
    }
}

/// A path that swings over the modes of a body, as far as numbers allow.
#[derive(Debug)]
struct Swing {
    height: f64,
    end: f64,
}

impl Travel for Swing {
    fn gap(&self, time: f64) -> f64 {
        self.height * (300.0 * time.min(self.end)).cos()
    }

    fn weights(&self, time: f64, weights: &mut [f64]) {
        for (n, weight) in weights.iter_mut().enumerate() {
            *weight = (1.0 + n as f64 * time.min(self.end) * 20.0).sin();
        }
    }

    fn end(&self) -> f64 {
        self.end
    }
}

fn law(random: &mut Random) -> Result<Law, InvalidValue> {
    let (k, alpha) = (number(random, 1e3, 1e13), 1.0 + number(random, 1e-2, 3.0));
    let law = match random.bits() % 7 {
        0 => Law::power(k, alpha),
        1 => Law::constant_restitution(k, alpha, number(random, 0.05, 1.0)),
        2 => Law::centred(k, alpha, number(random, 1e-6, 1e-3)),
        3 => Law::felt(
            k,
            alpha,
            Felt { hysteresis: number(random, 0.1, 0.99), relaxation: number(random, 1e-6, 1e-2) },
        ),
        4 => Potential::new(k, alpha, Sides::Two { half_gap: number(random, 1e-6, 1e-3) })
            .and_then(|two| Law::new(two, Loss::HuntCrossley { mu: number(random, 1e-3, 10.0) })),
        5 => Law::oscillator(k, alpha),
        _ => Law::hunt_crossley(k, alpha, Damping::Mu(number(random, 1e-3, 10.0))),
    }?;
    if random.bits().is_multiple_of(4) { law.without_adhesion() } else { Ok(law) }
}

fn modes(random: &mut Random) -> Vec<Mode> {
    let count = [1, 1, 2, 5, 16, 33][(random.bits() % 6) as usize];
    (0..count)
        .map(|_| match random.bits() % 8 {
            0 => Mode::free(number(random, 1e-3, 1.0)),
            1 => {
                let mass = number(random, 1e-3, 1.0);
                Mode { sigma: number(random, 1.0, 1e3), ..Mode::free(mass) }
            }
            _ => {
                let (hertz, q) = (number(random, 20.0, 2e4), number(random, 0.3, 1e4));
                Mode::ringing(number(random, 1e-3, 1.0), hertz, q)
            }
        })
        .collect()
}

/// Everything that was made in a world, and some of another.
struct Things {
    bodies: Vec<Body>,
    contacts: Vec<ContactId>,
    ports: Vec<PortId>,
    state: State,
}

fn pick<T: Clone>(random: &mut Random, from: &[T]) -> Option<T> {
    let count = from.len() as u64;
    (count > 0).then(|| from[(random.bits() % count) as usize].clone())
}

fn port(random: &mut Random, body: &Body) -> Result<Port, InvalidValue> {
    match random.bits() % 4 {
        0 => body.at(number(random, 0.01, 1.0)),
        1 => body.at([number(random, 0.01, 1.0), number(random, 0.01, 1.0)]),
        2 => {
            let count = random.bits() % 6;
            let weights: Vec<f64> = (0..count).map(|_| number(random, 0.01, 1.0)).collect();
            body.weighing(&weights)
        }
        _ => Ok(Port::from(body)),
    }
}

/// A refused call says what, how much, and what would have been right.
fn counted<T>(tally: &mut Tally, result: Result<T, impl Into<Error>>) -> Option<T> {
    tally.calls += 1;
    match result {
        Ok(value) => Some(value),
        Err(error) => {
            tally.refused += 1;
            match error.into() {
                Error::Value(InvalidValue { field, allowed, .. }) => {
                    assert!(!field.is_empty() && !allowed.is_empty());
                }
                Error::Field(error) => {
                    assert!(!error.field.is_empty() && !error.help.is_empty());
                }
                Error::Scheme(error) => {
                    assert!(!error.scheme.is_empty() && !error.reason.is_empty());
                }
                Error::Full { waiting } => assert!(waiting > 0),
            }
            None
        }
    }
}

fn build(random: &mut Random, tally: &mut Tally) -> (World, Things) {
    let mut world = World::new();
    let mut bodies = vec![world.wall()];
    for _ in 0..1 + random.bits() % 4 {
        let body = if random.bits().is_multiple_of(3) {
            let made = world.body(&modes(random));
            counted(tally, made)
        } else {
            let kilograms = number(random, 1e-3, 1.0);
            counted(tally, world.mass(kilograms))
        };
        bodies.extend(body);
    }
    let mut contacts = Vec::new();
    for _ in 0..1 + random.bits() % 3 {
        let (first, second) = (pick(random, &bodies), pick(random, &bodies));
        let (Some(first), Some(second)) = (first, second) else { continue };
        let ports = (port(random, &first), port(random, &second));
        let made = law(random).and_then(|law| world.contact(ports.0?, ports.1?, law));
        let made = counted(tally, made);
        if let Some(contact) = made {
            let gap = number(random, 1e-6, 1e-2);
            counted(tally, world.gap(contact, gap));
            if random.bits().is_multiple_of(6) {
                let path =
                    Swing { height: number(random, 1e-6, 1e-4), end: number(random, 1e-3, 1.0) };
                counted(tally, world.travel(contact, &second, Arc::new(path)));
            }
            contacts.push(contact);
        }
    }
    let mut ports = Vec::new();
    for body in &bodies {
        if let Some(port) = counted(tally, port(random, body)) {
            let quantity = [
                Quantity::Velocity,
                Quantity::Displacement,
                Quantity::Acceleration,
                Quantity::Force,
                Quantity::Pressure,
            ][(random.bits() % 5) as usize];
            counted(tally, world.pickup_of(port.clone(), quantity));
            let heard = Heard {
                ring: [number(random, 1e-3, 1.0), number(random, 1e-3, 1.0)],
                filter: [None, Some(0)][(random.bits() % 2) as usize],
                gain: number(random, 1e-3, 1.0),
            };
            let poles = vec![[-number(random, 1e2, 1e6), number(random, 1e2, 1e6)]];
            let filter = Rational { poles, residues: vec![[number(random, 1e-3, 1.0), 0.1]] };
            let modes = vec![heard; port.weights().len()];
            let delay = number(random, 1e-4, 1e-2);
            counted(
                tally,
                world.listen_as(body, &FarField { delay, filters: vec![filter], modes }),
            );
            let newtons = number(random, 1e-3, 10.0);
            let made = if random.bits().is_multiple_of(2) {
                world.push(port, newtons)
            } else {
                world.port(port)
            };
            ports.extend(counted(tally, made));
        }
    }
    if random.bits().is_multiple_of(2)
        && let Some(body) = pick(random, &bodies)
    {
        let (y, v) = (number(random, 1e-6, 1e-2), number(random, 1e-2, 10.0));
        counted(tally, world.throw(&body, -y, v));
    }
    let state = world.state().clone();
    (world, Things { bodies, contacts, ports, state })
}

/// One of some values, and once in a while one that is not allowed.
fn rarely<T: Copy>(random: &mut Random, wrong: T, right: &[T]) -> T {
    if random.bits().is_multiple_of(40) {
        wrong
    } else {
        right[(random.bits() % right.len() as u64) as usize]
    }
}

fn start(random: &mut Random, world: &World, rate: f64) -> Result<(Voice, Hands), Error> {
    let method = METHODS[(random.bits() % METHODS.len() as u64) as usize];
    carom_schemes::start(world, rate, method, options(random))
}

fn options(random: &mut Random) -> Options {
    Options {
        substeps: match random.bits() % 4 {
            0 => Substeps::Fixed(rarely(random, 0, &[1, 2, 3, 8])),
            _ => Substeps::Auto,
        },
        most_substeps: rarely(random, 0, &[1, 4, 32]),
        budget: rarely(random, 63, &[200, 2048, u32::MAX]),
        commands: rarely(random, 0, &[1, 8, 64]),
        traced: (random.bits() % 40) as usize,
        ..Options::default()
    }
}

fn command(
    random: &mut Random,
    hands: &mut Hands,
    own: &Things,
    other: &Things,
) -> Option<Result<(), Error>> {
    let things = if random.bits().is_multiple_of(12) { other } else { own };
    if random.bits().is_multiple_of(3) {
        hands.at(random.bits() % 3000);
    }
    let speed = number(random, 1e-3, 10.0);
    Some(match random.bits() % 12 {
        0 | 1 => hands.strike(pick(random, &things.contacts)?, speed),
        2 => {
            let (contact, body) = (pick(random, &things.contacts)?, pick(random, &things.bodies)?);
            hands.strike_at(contact, port(random, &body).ok()?, speed)
        }
        3 if random.bits().is_multiple_of(4) => {
            let (at, body) = (pick(random, &things.ports)?, pick(random, &things.bodies)?);
            hands.move_port(at, port(random, &body).ok()?)
        }
        3 => hands.push(pick(random, &things.ports)?, number(random, 1e-3, 10.0)),
        4 if random.bits().is_multiple_of(2) => {
            let body = pick(random, &things.bodies)?;
            hands.impulse_at(port(random, &body).ok()?, number(random, 1e-5, 1e-1))
        }
        4 => hands.impulse(pick(random, &things.ports)?, number(random, 1e-5, 1e-1)),
        5 => {
            let seconds =
                if random.bits().is_multiple_of(2) { 0.0 } else { number(random, 1e-4, 1e-1) };
            hands.gap(pick(random, &things.contacts)?, number(random, 1e-6, 1e-3), seconds)
        }
        6 => {
            let (contact, body) = (pick(random, &things.contacts)?, pick(random, &things.bodies)?);
            hands.place_contact(contact, port(random, &body).ok()?)
        }
        7 => hands.law(pick(random, &things.contacts)?, law(random).ok()?),
        8 => hands.damp(&pick(random, &things.bodies)?, number(random, 1.0, 1e3)),
        9 => hands.modes(&pick(random, &things.bodies)?, &modes(random)),
        10 => {
            let mut state = things.state.clone();
            for v in &mut state.velocity {
                *v = number(random, 1e-3, 1.0);
            }
            hands.load(&state)
        }
        _ if random.bits().is_multiple_of(4) => hands.reset(),
        _ => {
            let path = Swing { height: number(random, 1e-6, 1e-4), end: number(random, 1e-3, 1.0) };
            let (contact, body) = (pick(random, &things.contacts)?, pick(random, &things.bodies)?);
            hands.travel(contact, &body, Arc::new(path))
        }
    })
}

fn listen(random: &mut Random, voice: &mut Voice, tally: &mut Tally) {
    let length = [0, 1, 3, 17, 64, 65, 200][(random.bits() % 7) as usize];
    tally.samples += length as u64;
    match random.bits() % 5 {
        0 => {
            let mut rows: Vec<Vec<f32>> =
                (0..random.bits() % 7).map(|n| vec![9.0; length + n as usize]).collect();
            voice.process(&mut rows);
            assert!(rows.iter().flatten().all(|value| value.is_finite() && *value != 9.0));
        }
        1 => {
            let mut rows: Vec<Vec<f64>> =
                (0..random.bits() % 3).map(|_| vec![9.0; length]).collect();
            let mut seen =
                vec![vec![ContactSample::default(); length]; (random.bits() % 5) as usize];
            let mut seen: Vec<&mut [ContactSample]> =
                seen.iter_mut().map(|row| &mut row[..]).collect();
            voice.watch(&mut rows, &mut seen);
            assert!(seen.iter().flat_map(|row| row.iter()).all(|sample| sample.force.is_finite()));
        }
        2 => {
            let _ = voice.advance(length as u64);
        }
        _ => {
            let mut row = vec![9.0; length];
            voice.process(&mut [&mut row]);
            assert!(row.iter().all(|value: &f64| value.is_finite()));
        }
    }
    if random.bits().is_multiple_of(3) {
        let _ = (voice.state().velocity.len(), voice.energy(), voice.hamiltonian());
        let _ = (voice.ledger().residual(), voice.falls(), voice.counts(), voice.first_release());
        let _ = (voice.forces().len(), voice.first_contact(7).len(), voice.first_contact(0).len());
    }
}

/// One sequence of calls.
pub(crate) fn sequence(seed: u64, tally: &mut Tally) {
    let random = &mut Random::new(seed);
    tally.sequences += 1;
    let ((world, own), (_, other)) = (build(random, tally), build(random, &mut Tally::default()));
    let rate = number(random, 8e3, 192e3);
    let Some((mut voice, mut hands)) = counted(tally, start(random, &world, rate)) else {
        return;
    };
    tally.started += 1;
    for _ in 0..random.bits() % 30 {
        for _ in 0..random.bits() % 12 {
            if let Some(result) = command(random, &mut hands, &own, &other) {
                counted(tally, result);
            }
        }
        listen(random, &mut voice, tally);
    }
    tally.stopped += u64::from(voice.stopped().is_some());
    if random.bits().is_multiple_of(2) {
        drop(voice);
        if let Some(contact) = own.contacts.first() {
            assert!(hands.strike(*contact, 1.0).is_err(), "its voice is gone");
        }
    } else {
        drop(hands);
        listen(random, &mut voice, tally);
    }
}
