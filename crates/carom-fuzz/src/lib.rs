//! Attacks that are repeated for ever: damaged input for every reader, and random scenes.
//!
//! Nothing here needs a fuzzer or a nightly compiler. [`attack`] damages seeds and hands them to a
//! [target](TARGETS); a reader may refuse what it is given, but it must not panic. [`scenes`] changes
//! scenes of the gallery, renders them, and checks what must hold for any scene. Both run for a short
//! while in the tests, and for as long as one likes by an example:
//!
//! ```text
//! cargo run --release -p carom-fuzz --example attack -- 1000000
//! cargo run --release -p carom-fuzz --example scenes -- 100000
//! ```

pub mod chains;
pub mod damage;
pub mod scenes;
mod targets;

pub use targets::{TARGETS, Target};

use carom_numeric::Random;

/// Damages the seeds of a target so many times and hands it each.
///
/// A panic of the target is not caught: it ends the test. What it was given can be made again from the
/// seed and the number, which are printed by the panic's message where [`at`] is used.
pub fn attack(target: &Target, seed: u64, rounds: std::ops::Range<u64>) {
    let seeds = (target.seeds)();
    for round in rounds {
        (target.take)(&input(target, &seeds, seed, round));
    }
}

/// What a target is given in a round.
#[must_use]
pub fn at(target: &Target, seed: u64, round: u64) -> Vec<u8> {
    input(target, &(target.seeds)(), seed, round)
}

fn input(target: &Target, seeds: &[Vec<u8>], seed: u64, round: u64) -> Vec<u8> {
    let mut random = Random::new(seed ^ round.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    damage::damaged(&mut random, seeds, target.words)
}

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
