//! A pad that lies on what rings is passed many samples at a time. What comes out is what single steps
//! give, whatever the blocks, and every joule is accounted for.

use carom::law::{Damping, Law};
use carom::{
    ContactId, ContactSample, FarField, Hands, Heard, Mode, Options, Quantity, Rational, Substeps,
    Voice, World,
};

const RATE: f64 = 48_000.0;
const SAMPLES: usize = 24_000;

/// A bar of 61 modes, a mallet that strikes it, a pad that is held above it, a bob that swings beside it
/// and touches nothing. The pickups: velocity, acceleration, force on the bar; pressure; the bob.
struct Bar {
    world: World,
    hit: ContactId,
    pad: ContactId,
}

fn bar(exponent: f64, together: bool) -> Bar {
    let mut world = World::new();
    let modes: Vec<Mode> = (0..61)
        .map(|n| Mode::ringing(0.1, 190.0 + 173.0 * f64::from(n), 20.0 + f64::from(n)))
        .collect();
    let weights = |phase: f64| -> Vec<f64> {
        (0..61).map(|n| 1.4 * (phase * f64::from(n + 1)).cos()).collect()
    };
    let (mallet, bar, hand) =
        (world.mass(0.02).unwrap(), world.body(&modes).unwrap(), world.wall());
    let law = Law::hunt_crossley(1e7, 1.5, Damping::Mu(0.2)).unwrap();
    let hit = world.contact(&mallet, bar.weighing(&weights(0.3)).unwrap(), law).unwrap();
    // The pad clings: it takes energy in both directions.
    let stiffness = 2e5 * (1e-3f64).powf(1.5 - exponent);
    let soft = Law::hunt_crossley(stiffness, exponent, Damping::Mu(200.0)).unwrap();
    let pad = world.contact(bar.weighing(&weights(0.7)).unwrap(), &hand, soft).unwrap();
    world.gap(pad, 1e-3).unwrap();
    if together {
        world.most_substeps(pad, 1).unwrap();
    }
    let ear = bar.weighing(&weights(1.1)).unwrap();
    for quantity in [Quantity::Velocity, Quantity::Acceleration, Quantity::Force] {
        world.pickup_of(ear.clone(), quantity).unwrap();
    }
    let filter = Rational { poles: vec![[-9e3, 2e4]], residues: vec![[300.0, -80.0]] };
    let heard = |n: usize| Heard { ring: [0.1, 0.0], filter: Some(0), gain: 1.0 - 0.01 * n as f64 };
    let far = FarField { delay: 0.0, filters: vec![filter], modes: (0..61).map(heard).collect() };
    world.listen_as(&bar, &far).unwrap();
    let bob = world.body(&vec![Mode::ringing(0.3, 3.0, 0.2)]).unwrap();
    world.pickup(bob.weighing(&[1.0]).unwrap()).unwrap();
    let mut state = world.state().clone();
    let swinging = world.modes_of(bob.id()).unwrap().start;
    state.displacement[swinging] = 0.01;
    world.set_state(&state).unwrap();
    Bar { world, hit, pad }
}

/// A blow that rings, the pad put down on it, another blow while it lies there, the pad taken away.
fn play(hands: &mut Hands, bar: &Bar) {
    hands.strike(bar.hit, 1.0).unwrap();
    hands.at(3000).gap(bar.pad, -1e-3, 0.01).unwrap();
    hands.at(9777).strike(bar.hit, 0.7).unwrap();
    hands.at(14_001).gap(bar.pad, 1e-3, 0.0).unwrap();
    hands.at(19_000).gap(bar.pad, -5e-4, 0.005).unwrap();
}

fn start(bar: &Bar) -> Voice {
    // A step per sample, with and without pressing.
    let options = Options { substeps: Substeps::Fixed(1), ..Options::offline() };
    let (voice, mut hands) = bar.world.start(RATE, options).unwrap();
    play(&mut hands, bar);
    voice
}

fn sound(voice: &mut Voice, blocks: &[usize]) -> Vec<Vec<f64>> {
    let mut rows = vec![vec![0.0; SAMPLES]; 5];
    let (mut at, mut turn) = (0, 0);
    while at < SAMPLES {
        let end = (at + blocks[turn % blocks.len()]).min(SAMPLES);
        let mut parts: Vec<&mut [f64]> = rows.iter_mut().map(|row| &mut row[at..end]).collect();
        voice.process(&mut parts);
        (at, turn) = (end, turn + 1);
    }
    rows
}

fn far(a: &[f64], b: &[f64]) -> f64 {
    let peak = b.iter().fold(0.0f64, |most, value| most.max(value.abs()));
    a.iter().zip(b).fold(0.0f64, |most, (a, b)| most.max((a - b).abs())) / peak
}

#[test]
fn pressed_samples_are_those_of_single_steps() {
    for exponent in [1.5, 1.0, 2.3] {
        let (pressed, single) = (bar(exponent, true), bar(exponent, false));
        let (mut pressed, mut single) = (start(&pressed), start(&single));
        let (rows, known) = (sound(&mut pressed, &[SAMPLES]), sound(&mut single, &[SAMPLES]));
        for (pickup, (row, known)) in rows.iter().zip(&known).enumerate() {
            let error = far(row, known);
            assert!(error < 1e-10, "exponent {exponent}, pickup {pickup}: {error:.1e}");
        }
        for (log, known) in pressed.logs().iter().zip(single.logs()) {
            assert_eq!(log.count, known.count);
            for (a, b) in [
                (log.impulse, known.impulse),
                (log.peak_force, known.peak_force),
                (log.peak_compression, known.peak_compression),
            ] {
                assert!((a / b - 1.0).abs() < 1e-9, "{a} {b}");
            }
        }
        assert_eq!(pressed.counts().contact_steps, single.counts().contact_steps);
        let ledger = pressed.ledger();
        assert!(ledger.residual().abs() < 1e-12 * ledger.passed());
        let (account, known) = (pressed.account(), single.account());
        for body in 0..3 {
            let (lost, known) = (account.losses(body).unwrap(), known.losses(body).unwrap());
            assert!((lost.total() - known.total()).abs() <= 1e-9 * known.total());
        }
        let (lost, known) = (account.contact(1).unwrap(), known.contact(1).unwrap());
        assert!((lost.lost.unwrap() / known.lost.unwrap() - 1.0).abs() < 1e-9);
    }
}

#[test]
fn pressed_samples_do_not_depend_on_blocks_or_on_who_looks() {
    let bar = bar(1.5, true);
    let whole = sound(&mut start(&bar), &[SAMPLES]);
    for blocks in [&[1][..], &[64], &[37, 5, 150], &[1024]] {
        assert_eq!(sound(&mut start(&bar), blocks), whole);
    }
    let mut watched = start(&bar);
    let mut rows = vec![vec![0.0; SAMPLES]; 5];
    let mut contacts = vec![vec![ContactSample::default(); SAMPLES]; 2];
    for at in (0..SAMPLES).step_by(100) {
        let mut parts: Vec<&mut [f64]> =
            rows.iter_mut().map(|row| &mut row[at..at + 100]).collect();
        let mut looks: Vec<_> = contacts.iter_mut().map(|row| &mut row[at..at + 100]).collect();
        watched.watch(&mut parts, &mut looks);
        let ledger = watched.ledger();
        assert!(ledger.residual().abs() < 1e-12 * ledger.passed(), "{at}: {:e}", ledger.residual());
    }
    assert_eq!(rows, whole);
    // Where the ports are agrees with single steps.
    let single = self::bar(1.5, false);
    let mut voice = start(&single);
    let mut known = vec![vec![ContactSample::default(); SAMPLES]; 2];
    let mut looks: Vec<_> = known.iter_mut().map(|row| &mut row[..]).collect();
    voice.watch(&mut [&mut [][..]; 0] as &mut [&mut [f64]], &mut looks);
    for (n, (a, b)) in contacts[1].iter().zip(&known[1]).enumerate() {
        assert_eq!(a.known, b.known, "{n}");
        assert!((a.ports[0] - b.ports[0]).abs() < 1e-14, "{n}: {a:?} {b:?}");
        assert!((a.velocities[0] - b.velocities[0]).abs() < 1e-11, "{n}: {a:?} {b:?}");
        assert!((a.force - b.force).abs() < 1e-9 * (1.0 + b.force.abs()), "{n}: {a:?} {b:?}");
    }
}

/// Twice the samples, a quarter of the error: what pressing gives converges.
#[test]
fn pressed_samples_are_of_second_order() {
    let end = |rate: f64| {
        let bar = bar(1.5, true);
        let mut state = bar.world.state().clone();
        for n in 0..8 {
            state.velocity[1 + n] = 0.02 / (n + 1) as f64;
        }
        let options = Options { substeps: Substeps::Fixed(1), ..Options::offline() };
        let (mut voice, mut hands) = bar.world.start(rate, options).unwrap();
        hands.gap(bar.pad, -1e-3, 0.0).unwrap();
        hands.load(&state).unwrap();
        voice.advance((0.01 * rate) as u64).unwrap();
        voice.state().displacement[1..9].to_vec()
    };
    let known = end(6_400_000.0);
    let errors = [100_000.0, 200_000.0, 400_000.0].map(|rate| far(&end(rate), &known));
    for pair in errors.windows(2) {
        assert!(pair[0] / pair[1] > 3.5, "{errors:?}");
    }
}
