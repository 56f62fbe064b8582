//! Random worlds over every law, gesture and scheme:
//! `cargo run --release -p carom --example random_worlds -- 100000 [FIRST]`.

#[path = "../tests/all/support/random_world.rs"]
mod random_world;

use random_world::{Verdict, run};

fn main() {
    let mut words = std::env::args().skip(1);
    let mut number = |usual: u64| words.next().and_then(|word| word.parse().ok()).unwrap_or(usual);
    let (count, first) = (number(10_000), number(0));
    let (mut worst, mut ran, mut refused) = (0.0f64, 0, 0);
    for seed in first..first + count {
        match run(seed) {
            Verdict::Ran { balanced: true, residual } => {
                (worst, ran) = (worst.max(residual.abs()), ran + 1);
            }
            Verdict::Ran { .. } => {}
            Verdict::Refused => refused += 1,
        }
    }
    println!(
        "{ran} balanced worlds, worst ledger {worst:.1e}; {refused} refused or stopped, and said so"
    );
}
