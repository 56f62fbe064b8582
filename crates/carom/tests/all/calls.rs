//! Whatever is called, nothing panics and nothing that is not a number leaves.

use crate::random_calls::{Tally, sequence};
use carom::law::Law;
use carom::{Options, World};

#[test]
fn a_thousand_random_sequences_of_calls_neither_panic_nor_fall_silent_without_a_word() {
    let mut tally = Tally::default();
    for seed in 0..1000 {
        sequence(seed, &mut tally);
    }
    println!("{tally:?}");
    assert!(tally.started > 200 && tally.refused > 1000 && tally.samples > 10_000, "{tally:?}");
}

#[test]
fn ten_thousand_commands_in_one_block_are_taken_or_refused() {
    let mut world = World::new();
    let (mass, wall) = (world.mass(0.01).unwrap(), world.wall());
    let hit = world.contact(mass, wall, Law::power(1e7, 1.5).unwrap()).unwrap();
    let (mut voice, mut hands) = world.start(48_000.0, Options::default()).unwrap();
    let mut taken = 0;
    for n in 0..10_000 {
        match hands.at(n % 100).strike(hit, 1.0) {
            Ok(()) => taken += 1,
            Err(error) => assert!(error.to_string().contains("1024"), "{error}"),
        }
    }
    assert_eq!(taken, Options::default().commands);
    let mut row = [0.0f32; 128];
    voice.process(&mut [&mut row]);
    assert!(voice.stopped().is_none() && hands.strike(hit, 1.0).is_ok());
}
