//! Random worlds over every law, gesture and scheme:
//! `cargo run --release -p carom --example random_worlds -- 100000`.

#[path = "../tests/all/support/random_world.rs"]
mod random_world;

use random_world::{Verdict, run};

fn main() {
    let count = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(10_000);
    let (mut worst, mut ran, mut refused) = (0.0f64, 0, 0);
    for seed in 0..count {
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
