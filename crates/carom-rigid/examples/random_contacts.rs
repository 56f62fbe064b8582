//! Random piles of bodies that touch at several points: momentum, energy, and the order of the list.
//!
//! `cargo run --release -p carom-rigid --example random_contacts -- 100000`

#[path = "../tests/all/support/random_contacts.rs"]
mod random_contacts;

use carom_rigid::Resolution;
use random_contacts::{Survey, survey};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let number = |n: usize| std::env::args().nth(n).map(|count| count.parse::<u64>()).transpose();
    let count = number(1)?.unwrap_or(100_000);
    let steps = number(2)?.unwrap_or(100) as usize;
    let resolution = Resolution::default().with_steps(steps)?;
    let start = Instant::now();
    let threads = std::thread::available_parallelism()?.get() as u64;
    let all = std::thread::scope(|scope| {
        let part = |thread: u64| {
            let one = |seed| {
                let found = survey(seed, resolution);
                if found.order > 1e-9 || found.gain > 1e-12 || found.unfinished > 0 {
                    println!("pile {seed}: {found:?}");
                }
                found
            };
            (thread..count).step_by(threads as usize).map(one).fold(Survey::default(), Survey::and)
        };
        let workers: Vec<_> =
            (0..threads).map(|thread| scope.spawn(move || part(thread))).collect();
        workers
            .into_iter()
            .filter_map(|worker| worker.join().ok())
            .fold(Survey::default(), Survey::and)
    });
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{count} piles, each in two orders: momentum off by {:.1e}, energy gained {:.1e}, order {:.1e}, \
         approach left {:.1e}, {} unfinished, {} steps a pile, {seconds:.1} s",
        all.momentum,
        all.gain,
        all.order,
        all.approach,
        all.unfinished,
        all.steps / count.max(1)
    );
    let fine =
        all.momentum <= 1e-12 && all.gain <= 1e-12 && all.order <= 1e-9 && all.unfinished == 0;
    if fine { Ok(()) } else { Err("a property does not hold".into()) }
}
