//! Stacks that settle: the work of the coupled solver is counted.

use carom::law::{Damping, Law};
use carom::{Counts, Options, Substeps, World};
use carom_schemes::Method;

const GRAVITY: f64 = 9.81;

/// What a stack of so many masses did until it came to rest.
struct Settled {
    counts: Counts,
    residual: f64,
    asleep: bool,
}

fn settle(count: usize, law: &Law, seconds: f64) -> Settled {
    let mut world = World::new();
    let ground = world.wall();
    let mut below: Option<carom::Body> = None;
    for n in 0..count {
        // Some heavier, some lighter, each dropped a little above the one below.
        let kilograms = 0.02 + 0.01 * ((n * 7) % 5) as f64;
        let mass = world.mass(kilograms).unwrap();
        world.push(&mass, kilograms * GRAVITY).unwrap();
        world.throw(&mass, -1e-3 * (n + 1) as f64, 0.0).unwrap();
        match &below {
            None => world.contact(&mass, &ground, law.clone()).unwrap(),
            Some(below) => world.contact(&mass, below, law.clone()).unwrap(),
        };
        below = Some(mass);
    }
    let (mut voice, _hands) = world.start(44_100.0, Options::offline()).unwrap();
    let rate = 44_100.0;
    voice.advance((seconds * rate) as u64).unwrap();
    let ledger = voice.ledger();
    let before = voice.counts();
    voice.advance(4410).unwrap();
    let asleep = voice.counts().evaluations == before.evaluations;
    // The height that was there to fall.
    let scale = ledger.supplied().abs() + ledger.initial();
    Settled { counts: voice.counts(), residual: ledger.residual() / scale, asleep }
}

/// Evaluations of the law per contact and step.
fn effort(settled: &Settled) -> f64 {
    settled.counts.evaluations as f64 / settled.counts.contact_steps as f64
}

#[test]
fn thirty_masses_settle_with_little_work_and_nothing_missing() {
    let hunt_crossley = Law::hunt_crossley(1e7, 1.5, Damping::Mu(40.0)).unwrap();
    let constant = Law::constant_restitution(1e7, 1.5, 0.6).unwrap();
    let letting_go = constant.clone().without_adhesion().unwrap();
    let mut efforts = Vec::new();
    for law in [&hunt_crossley, &constant, &letting_go] {
        let (five, thirty) = (settle(5, law, 8.0), settle(30, law, 8.0));
        for settled in [&five, &thirty] {
            println!(
                "{:?}: {:.3} evaluations, {:e}",
                law.loss(),
                effort(settled),
                settled.residual
            );
            assert!(settled.residual.abs() < 1e-10, "{:e}", settled.residual);
            assert!(effort(settled) < 4.0 && settled.counts.most_evaluations <= 20);
            assert!(settled.asleep, "at rest nothing is evaluated");
        }
        assert!(effort(&thirty) <= 2.0 * effort(&five));
        efforts.push(effort(&thirty));
    }
    assert!(efforts[1] <= 2.0 * efforts[0] && efforts[2] <= 2.0 * efforts[0], "{efforts:?}");
}

#[test]
fn a_stack_agrees_with_a_fine_runge_kutta() {
    let mut world = World::new();
    let ground = world.wall();
    let law = || Law::hunt_crossley(1e7, 1.5, Damping::Mu(0.5)).unwrap();
    let mut below = None;
    for n in 0..4 {
        let mass = world.mass(0.02 + 0.01 * f64::from(n)).unwrap();
        world.push(&mass, (0.02 + 0.01 * f64::from(n)) * GRAVITY).unwrap();
        world.throw(&mass, -1e-4 * f64::from(n), 0.5).unwrap();
        let below = below.replace(mass.clone()).unwrap_or_else(|| ground.clone());
        world.contact(&mass, &below, law()).unwrap();
    }
    let end = |method: Method, substeps: u32| {
        let options = Options { substeps: Substeps::Fixed(substeps), ..Options::plain() };
        let started = carom_schemes::start(&world, 44_100.0, method, options);
        let (mut voice, _hands) = started.unwrap();
        voice.advance(120).unwrap();
        voice.state().velocity.clone()
    };
    let (fine, coarse, finer) =
        (end(Method::Rk4, 512), end(Method::TwoPoint, 64), end(Method::TwoPoint, 256));
    let off = |found: &[f64]| -> f64 {
        fine.iter().zip(found).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    };
    println!("{:e} {:e}", off(&coarse), off(&finer));
    assert!(off(&finer) < 1e-5 && off(&coarse) > 10.0 * off(&finer));
}
