//! No contact, however hard, makes a voice take more steps than it may.

#[path = "support/rattle.rs"]
mod rattle;

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
