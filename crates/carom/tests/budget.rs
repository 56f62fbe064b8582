//! No contact, however hard, makes a voice take more steps than it may.

#[path = "support/rattle.rs"]
mod rattle;

use carom::law::{Damping, Law};
use carom::{Mode, Options, World};
use rattle::{BUDGET, RATE, play};

#[test]
fn ten_hard_contacts_keep_their_budget_and_their_energy() {
    // A hundredth of ten minutes; the example `ten_minutes` plays them all.
    let voice = play((6.0 * RATE) as u64, 64, |_| {});
    let counts = voice.counts();
    println!("{counts:?} {:?}", voice.logs().iter().map(|log| log.count).collect::<Vec<_>>());
    assert!(counts.most_steps <= BUDGET, "{counts:?}");
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
