//! Damaged input for every reader: `attack [ROUNDS [SEED [TARGET]]]`.

use std::panic::{AssertUnwindSafe, catch_unwind};

use carom_fuzz::{TARGETS, at, attack};

fn main() {
    let mut words = std::env::args().skip(1);
    let mut number = |usual: u64| words.next().map_or(usual, |word| word.parse().unwrap_or(usual));
    let (rounds, seed) = (number(100_000), number(1));
    let only = words.next();
    let mut failed = 0;
    for target in TARGETS.iter().filter(|one| only.as_ref().is_none_or(|name| name == one.name)) {
        let begin = std::time::Instant::now();
        let mut wrong = 0;
        for first in (0..rounds).step_by(1000) {
            let some = first..(first + 1000).min(rounds);
            if catch_unwind(AssertUnwindSafe(|| attack(target, seed, some.clone()))).is_ok() {
                continue;
            }
            let panics = |round: &u64| {
                catch_unwind(AssertUnwindSafe(|| attack(target, seed, *round..*round + 1))).is_err()
            };
            for round in some.filter(panics) {
                wrong += 1;
                let input = at(target, seed, round);
                println!("{}, seed {seed}, round {round}: {}", target.name, input.escape_ascii());
            }
        }
        let seconds = begin.elapsed().as_secs_f64();
        println!("{}: {rounds} rounds, {wrong} panics, {seconds:.0} s", target.name);
        failed += wrong;
    }
    std::process::exit(i32::from(failed > 0));
}
