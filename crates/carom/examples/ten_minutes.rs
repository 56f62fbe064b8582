//! Ten hard contacts for ten minutes on a budget: `cargo run --release -p carom --example ten_minutes`.

#[path = "../tests/all/support/rattle.rs"]
mod rattle;

use rattle::{BUDGET, RATE, play};

fn main() {
    let minutes = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(10.0);
    let voice = play((60.0 * minutes * RATE) as u64, 64, |_| {});
    let counts = voice.counts();
    println!("at most {} of {BUDGET} units of work in 64 samples; {counts:?}", counts.most_work);
    assert!(counts.most_work <= BUDGET);
}
