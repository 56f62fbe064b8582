//! Random sequences of calls: `cargo run --release -p carom --example random_calls -- 100000`.

#[path = "../tests/all/support/random_calls.rs"]
mod random_calls;

use random_calls::{Tally, sequence};

fn main() {
    let count = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(10_000);
    let mut tally = Tally::default();
    for seed in 0..count {
        sequence(seed, &mut tally);
    }
    println!("{tally:?}");
}
