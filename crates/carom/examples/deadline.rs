//! Random worlds by blocks of 64 samples on the usual budget, each block by the clock: `cargo run --release -p carom
//! --example deadline -- [COUNT [FIRST]]`. Prints the worlds of which a block took longer than it lasts, the longest
//! without a sample that was coarsened, and eight hard contacts on 32 modes.

#[allow(dead_code)] // the tests of random worlds are not run here
#[path = "../tests/all/support/random_world.rs"]
mod random_world;

use std::time::Instant;

use carom::law::{Damping, Law};
use carom::{Counts, Mode, Options, Voice, World};

const RATE: f64 = 48_000.0;

/// The share of its own length that the longest block took.
fn longest(voice: &mut Voice, blocks: usize) -> f64 {
    let mut rows = [[0.0f32; 64]; 4];
    let lasts = 64.0 / RATE;
    let times = (0..blocks).map(|_| {
        let begin = Instant::now();
        voice.process(&mut rows);
        begin.elapsed().as_secs_f64() / lasts
    });
    times.fold(0.0, f64::max)
}

/// The least of three runs: what else the machine does is not counted.
fn quickest(make: impl Fn() -> Voice) -> (f64, Counts) {
    let runs = (0..3).map(|_| {
        let mut voice = make();
        (longest(&mut voice, 60), voice.counts())
    });
    runs.fold(
        (f64::INFINITY, Counts::default()),
        |least, run| {
            if run.0 < least.0 { run } else { least }
        },
    )
}

fn eight() -> Voice {
    let mut world = World::new();
    let modes: Vec<Mode> =
        (0..32).map(|n| Mode::ringing(0.1, 120.0 * f64::from(n + 1).powf(1.3), 300.0)).collect();
    let plate = world.body(&modes).expect("a body");
    for n in 0..8 {
        let mass = world.mass(0.002).expect("a mass");
        let weights: Vec<f64> = (0..32).map(|i| f64::from(i * (n + 2)).cos()).collect();
        let law = Law::hunt_crossley(1e10, 1.5, Damping::Mu(0.1)).expect("a law");
        let port = plate.weighing(&weights).expect("weights");
        world.contact(&mass, port, law).expect("a contact");
        world.push(&mass, 20.0).expect("a force");
        world.throw(&mass, -1e-5 * f64::from(n), 1.0).expect("a speed");
    }
    world.start(RATE, Options::default()).expect("a voice").0
}

fn main() {
    let mut words = std::env::args().skip(1);
    let mut number = |usual: u64| words.next().and_then(|word| word.parse().ok()).unwrap_or(usual);
    let (count, first) = (number(10_000), number(0));
    let (share, counts) = quickest(eight);
    println!("eight contacts: {share:.2} of the time of a block; {counts:?}");
    let (mut worst, mut late) = ((0.0, 0), 0);
    for seed in first..first + count {
        let make = || random_world::voice(seed);
        let (share, counts) = quickest(make);
        if share > 1.0 {
            late += 1;
            println!("world {seed}: {share:.2}, {counts:?}");
        }
        if counts.coarsened == 0 && share > worst.0 {
            worst = (share, seed);
        }
    }
    println!("{late} of {count} worlds took longer; the longest that was not coarsened: {worst:?}");
}
