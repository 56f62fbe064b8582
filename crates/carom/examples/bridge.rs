//! How fast a string against fifty points is: `cargo run --release -p carom --example bridge`.
#![allow(missing_docs, unreachable_pub)]

#[path = "../tests/all/support/bridge.rs"]
mod bridge;

use std::time::Instant;

use bridge::Bridge;
use carom::{Hold, Options, Substeps};

fn main() {
    let frames = 9600;
    for hold in [Hold::Quadratised, Hold::TwoPoint] {
        let options =
            Options { hold, substeps: Substeps::Fixed(1), most_substeps: 1, ..Options::default() };
        let (mut voice, _) = Bridge::default().world().start(48_000.0, options).unwrap();
        let mut sound = vec![0.0; frames];
        let began = Instant::now();
        voice.process(&mut [&mut sound[..]]);
        let share = began.elapsed().as_secs_f64() * 48_000.0 / frames as f64;
        println!("{}: {:.1} % of real time, {:?}", hold.name(), 100.0 * share, voice.counts());
    }
}
