//! How long the pieces of the gallery take to become instruments, set up as the plug-in does; and which
//! keys are left out. `cargo run --release -p carom-instrument --example presets [NAME …]`

#[path = "../tests/all/support/mod.rs"]
mod support;

use std::time::Instant;

use carom_instrument::{Instrument, Setup};
use carom_scene::gallery::PIECES;
use support::piece;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let setup = Setup { modes: 256, ..Setup::default() };
    for name in PIECES.iter().map(|piece| piece.name) {
        if !wanted.is_empty() && !wanted.iter().any(|wanted| wanted == name) {
            continue;
        }
        let scene = piece(name);
        let begin = Instant::now();
        let made = Instrument::new(&scene, &setup);
        let time = begin.elapsed().as_secs_f64();
        match made {
            Ok(instrument) => {
                let [lowest, highest] = instrument.keys();
                println!("{name:<24} {time:>7.2} s  keys {lowest} to {highest}");
                for error in instrument.left_out() {
                    println!("    left out: {error}");
                }
            }
            Err(error) => println!("{name:<24} {time:>7.2} s  {error}"),
        }
    }
}
