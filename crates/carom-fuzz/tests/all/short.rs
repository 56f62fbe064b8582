//! Every attack, for a short while.

use carom_fuzz::chains::chain;
use carom_fuzz::scenes::{Fate, check, check_text, scene};
use carom_fuzz::{TARGETS, attack};

#[test]
fn damaged_input_is_read_or_refused() {
    for target in &TARGETS {
        let rounds = if target.name.contains("WAV") { 60 } else { 400 };
        attack(target, 1, 0..rounds);
    }
}

/// Scenes that were wrong once.
const FOUND: [u64; 2] = [40_124, 91_328];

#[test]
fn the_energy_of_random_scenes_adds_up() {
    let (mut rendered, mut wrong) = (0, Vec::new());
    for seed in (0..300).chain(FOUND) {
        match check(&scene(seed)) {
            Ok(fate) => rendered += usize::from(matches!(fate, Fate::Rendered { .. })),
            Err(error) => wrong.push(format!("{seed}: {error}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(rendered > 100, "only {rendered} of 300 scenes were rendered");
}

#[test]
fn scenes_are_the_same_when_they_were_written_and_read() {
    let mut read = 0;
    for seed in 0..500 {
        for scene in [scene(seed), chain(seed)] {
            let fate = check_text(&scene).unwrap_or_else(|error| panic!("{seed}: {error}"));
            read += usize::from(fate != Fate::Refused);
        }
    }
    assert!(read > 500, "only {read} of 1000 scenes were read");
}

/// Chains that were wrong once: contacts that must not pull were let go of while the others were kept as they were, a
/// Newton step left a square that a stiff contact felt, and the displacement by a rounded force was not that of its law.
const CHAINS: [u64; 8] = [609, 6914, 37_999, 40_320, 204_371, 208_865, 401_995, 509_796];

#[test]
fn the_energy_of_chains_and_rings_adds_up() {
    let wrong: Vec<String> = (0..200)
        .chain(CHAINS)
        .filter_map(|seed| check(&chain(seed)).err().map(|error| format!("{seed}: {error}")))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_energy_of_corrected_scenes_adds_up() {
    let mut rendered = 0;
    for seed in 0..150 {
        let mut scene = scene(seed);
        if scene.get("scheme").is_some() {
            continue;
        }
        scene["correct"] = "spectrum".into();
        let fate = check(&scene).unwrap_or_else(|error| panic!("{seed}: {error}"));
        rendered += usize::from(matches!(fate, Fate::Rendered { .. }));
    }
    assert!(rendered > 30, "only {rendered} scenes were rendered");
}
