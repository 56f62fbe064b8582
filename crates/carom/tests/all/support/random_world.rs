//! Random worlds over every law, gesture and scheme, and what must hold for each.

use std::sync::Arc;

use carom::law::{Damping, Felt, Law, Loss, Potential, Sides};
use carom::numeric::Random;
use carom::scheme::StepError;
use carom::{
    Body, ContactId, ContactSample, FarField, Hands, Heard, Hold, Losses, Mode, Options, PortId,
    Rational, Substeps, Travel, Voice, World,
};
use carom_schemes::Method;

/// A surface in metres under a point that moves over a body.
#[derive(Debug)]
struct Surface {
    height: f64,
    waves: f64,
    end: f64,
    turns: Vec<f64>,
}

impl Travel for Surface {
    fn gap(&self, time: f64) -> f64 {
        self.height * (self.waves * time.min(self.end)).sin()
    }

    fn weights(&self, time: f64, weights: &mut [f64]) {
        for (weight, turn) in weights.iter_mut().zip(&self.turns) {
            *weight = (turn * (1.0 + 3.0 * time.min(self.end))).sin();
        }
    }

    fn end(&self) -> f64 {
        self.end
    }
}

fn law(random: &mut Random) -> Law {
    let (k, alpha) = (random.log_uniform(1e5, 1e12), random.uniform(1.0, 3.0));
    let alpha = if random.bits().is_multiple_of(3) { 1.5 } else { alpha };
    let mu = random.log_uniform(1e-2, 5.0);
    let law = match random.bits() % 8 {
        0 => Law::power(k, alpha),
        1 | 2 => Law::constant_restitution(k, alpha, random.uniform(0.05, 1.0)),
        3 => Law::centred(k, alpha, random.log_uniform(1e-6, 1e-3)),
        4 => {
            let half_gap = random.log_uniform(1e-6, 1e-3);
            let two = Potential::new(k, alpha, Sides::Two { half_gap }).unwrap();
            Law::new(two, Loss::HuntCrossley { mu })
        }
        5 => {
            let (hysteresis, relaxation) =
                (random.uniform(0.1, 0.99), random.log_uniform(1e-6, 1e-2));
            Law::felt(k.min(1e9), alpha, Felt { hysteresis, relaxation })
        }
        _ => Law::hunt_crossley(k, alpha, Damping::Mu(mu)),
    }
    .unwrap();
    let one = matches!(law.potential().sides(), Sides::One { .. });
    if one && random.bits().is_multiple_of(2) { law.without_adhesion().unwrap() } else { law }
}

/// How a body of so many modes is heard.
pub(crate) fn far_field(random: &mut Random, modes: usize) -> FarField {
    let filters = (0..random.bits() % 3).map(|_| {
        let poles: Vec<[f64; 2]> = (0..1 + random.bits() % 4)
            .map(|_| [-random.log_uniform(1e3, 1e6), random.log_uniform(1e3, 1e6)])
            .collect();
        let residue = |_: &[f64; 2]| [random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)];
        Rational { residues: poles.iter().map(residue).collect(), poles }
    });
    let filters: Vec<Rational> = filters.collect();
    let heard = (0..modes).map(|_| Heard {
        ring: [random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)],
        filter: (0..filters.len()).nth((random.bits() % 3) as usize),
        gain: random.uniform(-1.0, 1.0),
    });
    let modes = heard.collect();
    FarField { delay: random.uniform(0.0, 0.01), modes, filters }
}

/// A world with what hands need to play it.
struct Scene {
    world: World,
    /// Contacts that can be struck, whether their law is one-sided, and the mass that strikes.
    contacts: Vec<(ContactId, bool, usize)>,
    ports: Vec<PortId>,
    ringing: Vec<(Body, usize)>,
}

/// A world; what is lost and heard where is drawn from `air`.
fn scene(random: &mut Random, air: &mut Random, lone: bool) -> Scene {
    let mut world = World::new();
    let mut bodies = Vec::new();
    let mut ringing = Vec::new();
    for _ in 0..if lone { 0 } else { 1 + random.bits() % 3 } {
        let count = 1 + random.bits() % 12;
        let modes: Vec<Mode> = (0..count)
            .map(|_| {
                let (mass, hertz) = (random.log_uniform(0.01, 1.0), random.log_uniform(30.0, 18e3));
                let mode = match random.bits() % 12 {
                    0 => Mode::free(mass),
                    1 => Mode { sigma: random.log_uniform(1.0, 1e3), ..Mode::free(mass) },
                    _ => Mode::ringing(mass, hertz, random.log_uniform(0.7, 5000.0)),
                };
                let (radiation, support) = (air.uniform(0.0, 0.6), air.uniform(0.0, 0.4));
                Mode { radiation: radiation * mode.sigma, support: support * mode.sigma, ..mode }
            })
            .collect();
        let body = world.body(&modes).unwrap();
        ringing.push((body.clone(), modes.len()));
        bodies.push((body, modes.len()));
    }
    let mut ports = Vec::new();
    for _ in 0..if lone { 1 } else { 1 + random.bits() % 3 } {
        let kilograms = random.log_uniform(1e-3, 0.1);
        let mass = world.mass(kilograms).unwrap();
        let force = if random.bits().is_multiple_of(2) { 0.0 } else { 9.81 * kilograms };
        ports.push(world.push(&mass, force).unwrap());
        world.throw(&mass, -random.log_uniform(1e-6, 1e-3), random.uniform(-0.5, 2.0)).unwrap();
        bodies.push((mass, 1));
    }
    bodies.push((world.wall(), 0));
    let port = |random: &mut Random, (body, count): &(Body, usize)| {
        let weights: Vec<f64> = (0..*count)
            .map(|_| if *count == 1 { 1.0 } else { random.uniform(-1.0, 1.0) })
            .collect();
        body.weighing(&weights).unwrap()
    };
    let mut contacts = Vec::new();
    for _ in 0..if lone { 1 } else { 1 + random.bits() % 4 } {
        let first = if lone { 0 } else { (random.bits() % bodies.len() as u64) as usize };
        let second =
            (first + 1 + (random.bits() % (bodies.len() as u64 - 1)) as usize) % bodies.len();
        let (a, b) = (port(random, &bodies[first]), port(random, &bodies[second]));
        let law = law(random);
        let one = matches!(law.potential().sides(), Sides::One { .. });
        let Ok(contact) = world.contact(a, b, law) else { continue };
        let free = |&b: &usize| {
            let modes = world.modes_of(bodies[b].0.id()).unwrap();
            bodies[b].1 == 1 && world.model().modes().omega[modes.start] == 0.0
        };
        let striker = [first, second].into_iter().find(free);
        // At the start bodies are apart or just touch: nobody presses a millimetre into steel.
        let x = world.model().compression(contact.index(), world.state());
        let (deep, far) = if one { (x.max(0.0), 1e-4) } else { (x, 1e-6) };
        world.gap(contact, deep + random.uniform(-1e-6, far)).unwrap();
        if bodies[second].1 > 1 && random.bits().is_multiple_of(4) {
            let path = Surface {
                height: random.log_uniform(1e-7, 1e-5),
                waves: random.log_uniform(10.0, 3000.0),
                end: random.uniform(0.005, 0.1),
                turns: (0..bodies[second].1).map(|n| 1.0 + n as f64).collect(),
            };
            world.travel(contact, &bodies[second].0, Arc::new(path)).unwrap();
        }
        if let Some(mass) = striker {
            contacts.push((contact, one, mass));
        }
    }
    // A mass in two contacts cannot be put at the surface of one without being put into the other.
    let shared = |body: usize| {
        let touching = world.model().contacts().iter().filter(|c| c.bodies.contains(&body));
        touching.count() > 1
    };
    contacts.retain(|(_, _, mass)| !shared(bodies[*mass].0.id().index()));
    for (body, count) in &ringing {
        ports.push(
            world.push(port(random, &(body.clone(), *count)), random.uniform(-1.0, 1.0)).unwrap(),
        );
        world.pickup(port(random, &(body.clone(), *count))).unwrap();
        world.listen_as(body, &far_field(air, *count)).unwrap();
    }
    Scene { world, contacts, ports, ringing }
}

fn play(random: &mut Random, scene: &Scene, hands: &mut Hands, balanced: bool) {
    for _ in 0..random.bits() % 8 {
        let at = random.bits() % 4000;
        let hands = hands.at(at);
        // What a scheme cannot do it refuses, which is tested elsewhere.
        let _ = match random.bits() % 8 {
            0..=2 => match scene.contacts.first() {
                Some(&(contact, one, _)) => {
                    let speed = random.uniform(if one { 0.0 } else { -2.0 }, 2.0);
                    hands.strike(contact, speed)
                }
                None => continue,
            },
            3 => hands.push(scene.ports[0], random.uniform(-1.0, 1.0)),
            4 => hands.impulse(scene.ports[scene.ports.len() - 1], random.uniform(-1e-2, 1e-2)),
            5 => match scene.contacts.first() {
                Some((contact, ..)) => {
                    hands.gap(*contact, random.uniform(-1e-5, 1e-4), random.uniform(0.0, 0.01))
                }
                None => continue,
            },
            6 => match scene.ringing.first() {
                Some((body, _)) => hands.damp(body, random.uniform(0.0, 100.0)),
                None => continue,
            },
            _ if balanced => match (scene.contacts.first(), scene.ringing.first()) {
                (Some((contact, ..)), Some((body, count))) => {
                    let weights: Vec<f64> =
                        (0..*count).map(|_| random.uniform(-1.0, 1.0)).collect();
                    hands.place_contact(*contact, body.weighing(&weights).unwrap())
                }
                _ => continue,
            },
            _ => continue,
        };
    }
}

/// A world as a default voice plays it, by a scheme that takes coarser steps when it must.
#[allow(dead_code, reason = "for the example that times them")]
pub(crate) fn voice(seed: u64) -> Voice {
    let random = &mut Random::new(seed);
    let scene = scene(random, &mut Random::new(!seed), false);
    let hold = if seed.is_multiple_of(4) { Hold::Quadratised } else { Hold::TwoPoint };
    let options = Options { hold, ..Options::default() };
    let started = scene.world.start(48_000.0, options);
    let (voice, mut hands) =
        started.unwrap_or_else(|_| scene.world.start(48_000.0, Options::default()).unwrap());
    play(random, &scene, &mut hands, true);
    voice
}

/// What came of a world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Verdict {
    /// The scheme refused it by name, or stopped and said why.
    Refused,
    /// What is missing, beside all the energy that there was.
    Ran { balanced: bool, residual: f64 },
}

/// What bodies and contacts lost adds up to all that was lost.
fn assert_losses(voice: &mut Voice, seed: u64) {
    let contacts = voice.model().contacts().len();
    let account = voice.account();
    let losses: Vec<Losses> = (0..).map_while(|b| account.losses(b)).collect();
    if losses.is_empty() {
        return;
    }
    let by_contacts = (0..contacts).filter_map(|c| account.contact(c)?.lost);
    let parts = |losses: &Losses| [losses.material, losses.supports, losses.radiation];
    let parts: Vec<f64> = losses.iter().flat_map(parts).chain(by_contacts).collect();
    let (sum, size) = (parts.iter().sum::<f64>(), parts.iter().map(|part| part.abs()).sum::<f64>());
    let off = (sum - account.ledger().dissipated()).abs();
    // What is added up step by step rounds with each.
    let rounds = 1e-13 + 0.5 * f64::EPSILON * voice.counts().steps as f64;
    assert!(off <= rounds * size, "seed {seed}: {off:e} of {size:e}");
    let least = -1e-12 * size;
    assert!(losses.iter().all(|losses| losses.radiation >= least && losses.supports >= least));
}

/// Every scheme for contacts; the two-point scheme, which treats everything, most often.
pub(crate) const METHODS: [Method; 13] = [
    Method::TwoPoint,
    Method::TwoPoint,
    Method::TwoPoint,
    Method::TwoPoint,
    Method::TwoPoint,
    Method::Rk4,
    Method::Am1,
    Method::Verlet,
    Method::Heun,
    Method::ThreePoint,
    Method::Quadratic { s: None },
    Method::Quadratised,
    Method::Quadratised,
];

/// Runs one world and asserts what must hold.
pub(crate) fn run(seed: u64) -> Verdict {
    let random = &mut Random::new(seed);
    let method = METHODS[(seed % METHODS.len() as u64) as usize];
    let lone = matches!(method, Method::ThreePoint | Method::Quadratic { .. });
    let scene = scene(random, &mut Random::new(!seed), lone);
    let substeps = [Substeps::Auto, Substeps::Auto, Substeps::Fixed(1), Substeps::Fixed(4)]
        [(random.bits() % 4) as usize];
    let budget = [u32::MAX, 2048, 256][(random.bits() % 3) as usize].max(64 * 4);
    let options = Options { substeps, budget, ..Options::default() };
    let Ok((mut voice, mut hands)) = carom_schemes::start(&scene.world, 44_100.0, method, options)
    else {
        return Verdict::Refused;
    };
    let balanced = voice.abilities().balanced;
    play(random, &scene, &mut hands, balanced);
    let contacts = scene.world.model().contacts().len();
    let (mut impulses, mut scale, mut pull) = (vec![[0.0; 2]; contacts], 0.0f64, 0.0f64);
    let mut gross = 0.0f64;
    let mut supplied = 0.0;
    for _ in 0..500 {
        let mut seen = vec![[ContactSample::default(); 10]; contacts];
        let mut rows: Vec<&mut [ContactSample]> = seen.iter_mut().map(|row| &mut row[..]).collect();
        voice.watch(&mut [[0.0f64; 10]], &mut rows);
        for (impulse, row) in impulses.iter_mut().zip(&seen) {
            for sample in row {
                impulse[0] += sample.force * voice.dt();
                impulse[1] += sample.force.abs() * voice.dt();
            }
        }
        if voice.stopped().is_some() {
            break;
        }
        let ledger = voice.ledger();
        gross += (ledger.supplied() - supplied).abs();
        supplied = ledger.supplied();
        scale = scale.max(ledger.stored().abs() + ledger.dissipated().abs() + gross);
        for (c, contact) in voice.model().contacts().iter().enumerate() {
            if !contact.law.is_adhesive() {
                pull =
                    pull.min(seen[c].iter().fold(0.0f64, |least, sample| least.min(sample.force)));
            }
        }
    }
    match voice.stopped() {
        Some(StepError::ComplexRoot { .. }) => {
            assert!(matches!(method, Method::Quadratic { .. }), "seed {seed}");
            return Verdict::Refused;
        }
        Some(error) => {
            assert!(!balanced, "seed {seed}: {method} {error}");
            return Verdict::Refused;
        }
        None => {}
    }
    assert!(pull >= 0.0, "seed {seed}: a contact without adhesion pulls with {pull} N");
    for ([impulse, gross], log) in impulses.iter().zip(voice.logs()) {
        let off = (impulse - log.impulse).abs();
        assert!(off <= 1e-12 * gross, "seed {seed}: {impulse} {log:?}");
    }
    let ledger = voice.ledger();
    let residual = if scale > 0.0 { ledger.residual() / scale } else { 0.0 };
    assert_losses(&mut voice, seed);
    if balanced {
        assert!(residual.abs() < 1e-9, "seed {seed}: {method} {residual:e}");
        assert!(ledger.dissipated() >= -1e-12 * scale, "seed {seed}: {:e}", ledger.dissipated());
    }
    Verdict::Ran { balanced, residual }
}
