//! No contact, however hard, makes a voice take more steps than it may.

use crate::rattle::{BUDGET, RATE, play};
use carom::law::{Damping, Law};
use carom::{Mode, Options, World};

#[test]
fn ten_hard_contacts_keep_their_budget_and_their_energy() {
    // A hundredth of ten minutes; the example `ten_minutes` plays them all.
    let voice = play((6.0 * RATE) as u64, 64, |_| {});
    let counts = voice.counts();
    println!("{counts:?} {:?}", voice.logs().iter().map(|log| log.count).collect::<Vec<_>>());
    assert!(counts.most_work <= BUDGET, "{counts:?}");
    assert!(counts.coarsened > 1000, "{counts:?}");
    assert!(voice.logs().iter().all(|log| log.count > 10));
}

#[test]
fn the_sound_does_not_depend_on_the_blocks() {
    let sound = |length: usize| {
        let mut sound: Vec<f64> = Vec::new();
        let mut voice = play(48_000, length, |row| sound.extend(row));
        (sound, voice.counts(), voice.ledger())
    };
    let one = sound(64);
    assert!(one.0.iter().any(|value| value.abs() > 1e-3));
    for length in [1, 17, 1000] {
        assert!(sound(length) == one, "calls of {length}");
    }
}

#[test]
fn contacts_that_nothing_touches_change_neither_work_nor_sound() {
    let play = |mallets: usize| {
        let mut world = World::new();
        let modes: Vec<Mode> =
            (1..=16).map(|n| Mode::ringing(0.1, 200.0 * f64::from(n * n), 800.0)).take(9).collect();
        let bar = world.body(&modes).unwrap();
        let law = Law::hunt_crossley(1e8, 1.5, Damping::Mu(0.2)).unwrap();
        let hits: Vec<_> = (0..mallets)
            .map(|n| {
                let mallet = world.mass(0.01).unwrap();
                world.throw(&mallet, -1.0, 0.0).unwrap();
                let weights: Vec<f64> = (0..9).map(|i| (f64::from(i) + n as f64).cos()).collect();
                world.contact(mallet, bar.weighing(&weights).unwrap(), law.clone()).unwrap()
            })
            .collect();
        world.pickup(bar.weighing(&[1.0; 9]).unwrap()).unwrap();
        let (mut voice, mut hands) = world.start(RATE, Options::default()).unwrap();
        hands.at(100).strike(hits[0], 1.0).unwrap();
        let mut sound = vec![0.0f64; 4800];
        voice.process(&mut [&mut sound]);
        (sound, voice.counts())
    };
    let (one, many) = (play(1), play(64));
    assert!(one.1.evaluations > 10);
    assert!(one == many, "{:?} {:?}", one.1, many.1);
}

/// A hammer over something that rings, and the contact between them.
fn hammer_on_a_bar() -> (carom::Voice, carom::ContactId) {
    let mut world = World::new();
    let modes = vec![Mode::ringing(0.1, 220.0, 800.0), Mode::ringing(0.1, 880.0, 500.0)];
    let bar = world.body(&modes).unwrap();
    let hammer = world.mass(0.01).unwrap();
    let law = Law::hunt_crossley(1e9, 1.5, Damping::Mu(0.2)).unwrap();
    let hit = world.contact(hammer, bar.weighing(&[1.0, 0.7]).unwrap(), law).unwrap();
    world.pickup(bar.weighing(&[1.0, 1.0]).unwrap()).unwrap();
    let (voice, _) = world.start(RATE, Options::default()).unwrap();
    (voice, hit)
}

#[test]
fn no_contact_is_missed_after_an_account_so_large_that_a_blow_is_less_than_its_rounding() {
    let strike = |voice: &mut carom::Voice, hit| {
        let mut sound = vec![0.0f64; 4800];
        voice.strike(hit, 1.0).unwrap();
        voice.process(&mut [&mut sound]);
        sound
    };
    let (mut usual, hit) = hammer_on_a_bar();
    let wanted = strike(&mut usual, hit);
    assert!(wanted.iter().any(|sample| sample.abs() > 1e-5));
    for way in 1..=8 {
        let (mut voice, hit) = hammer_on_a_bar();
        // The hammer is put hundreds of metres into the bar and taken out again: only automation does that.
        for n in 0..50 {
            let depth = if n % 2 == 0 {
                300.0 + 1.37 * f64::from(way * n)
            } else {
                0.01 + 0.001 * f64::from(way)
            };
            voice.gap(hit, -depth, 0.0).unwrap();
        }
        voice.gap(hit, 0.0, 0.0).unwrap();
        let passed = voice.ledger().passed();
        assert!(passed > 1e15, "{passed:e}");
        let sound = strike(&mut voice, hit);
        assert_eq!(voice.logs()[0].count, usual.logs()[0].count, "way {way}");
        for (n, (sample, wanted)) in sound.iter().zip(&wanted).enumerate() {
            assert!((sample - wanted).abs() < 1e-12, "way {way}, {n}: {sample} {wanted}");
        }
    }
}

#[test]
fn a_voice_that_failed_plays_again_after_it_was_put_to_rest() {
    let (mut voice, hit) = hammer_on_a_bar();
    voice.gap(hit, -1e150, 0.0).unwrap();
    let mut sound = vec![0.0f64; 4800];
    voice.process(&mut [&mut sound]);
    assert!(voice.stopped().is_some());
    voice.gap(hit, 0.0, 0.0).unwrap();
    voice.rest();
    voice.strike(hit, 1.0).unwrap();
    voice.process(&mut [&mut sound]);
    assert_eq!(voice.stopped(), None);
    assert!(sound.iter().any(|sample| sample.abs() > 1e-5));
    let ledger = voice.ledger();
    assert!(ledger.residual().abs() < 1e-12 * ledger.passed(), "{ledger:?}");
}

#[test]
fn what_is_pushed_takes_no_steps_while_its_contacts_stay_open() {
    let play = |with_contact: bool| {
        let mut world = World::new();
        let mut modes: Vec<Mode> =
            (1..=15).map(|n| Mode::ringing(0.1, 200.0 * f64::from(n * n), 800.0)).take(9).collect();
        // One without a spring drifts away under the force.
        modes.push(Mode { sigma: 3.0, ..Mode::free(0.5) });
        let bar = world.body(&modes).unwrap();
        if with_contact {
            let mallet = world.mass(0.01).unwrap();
            world.throw(&mallet, -1.0, 0.0).unwrap();
            let law = Law::hunt_crossley(1e8, 1.5, Damping::Mu(0.2)).unwrap();
            world.contact(mallet, bar.weighing(&[1.0; 10]).unwrap(), law).unwrap();
        }
        let port = world.push(bar.weighing(&[0.3; 10]).unwrap(), 0.0).unwrap();
        world.pickup(bar.weighing(&[1.0; 10]).unwrap()).unwrap();
        let (mut voice, mut hands) = world.start(RATE, Options::default()).unwrap();
        hands.push(port, 2.0).unwrap();
        let mut sound = vec![0.0f64; 9600];
        voice.process(&mut [&mut sound]);
        (sound, voice.counts().steps)
    };
    let (alone, beside) = (play(false), play(true));
    assert!(alone.0.iter().any(|sample| sample.abs() > 1e-6));
    assert_eq!((alone.1, beside.1), (0, 0));
    assert!(alone.0 == beside.0);
}

#[test]
fn a_force_that_pushes_a_body_into_another_finds_it_in_time() {
    // y = F/mω²·(1 − cos ωt) meets a wall at g.
    let (mass, omega, force) = (0.2, 2.0 * std::f64::consts::PI * 40.0, 3.0);
    let reach = force / (mass * omega * omega);
    for share in [0.01, 0.5, 1.5, 1.99] {
        let mut world = World::new();
        let bar = world.body(&vec![Mode::ringing(mass, 40.0, f64::INFINITY)]).unwrap();
        let (end, wall) = (bar.weighing(&[1.0]).unwrap(), world.wall());
        world.push(end.clone(), force).unwrap();
        let hit = world.contact(end, wall, Law::power(1e10, 1.5).unwrap()).unwrap();
        world.gap(hit, share * reach).unwrap();
        let (mut voice, _) = world.start(RATE, Options::offline()).unwrap();
        voice.advance(1200).unwrap();
        let first = voice.logs()[0].first_contact_at.unwrap();
        let known = (1.0 - share).acos() / omega;
        assert!((first - known).abs() < 1e-6 + 1e-3 * known, "{share}: {first} {known}");
    }
}
