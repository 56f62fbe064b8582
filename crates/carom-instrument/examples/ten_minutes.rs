//! Ten minutes of random playing on sixteen voices: steps beside the budget, and what it took.
//! `cargo run --release -p carom-instrument --example ten_minutes [MINUTES]`

#[path = "../tests/all/support/mod.rs"]
mod support;

use std::time::Instant;

use carom_instrument::{Action, Instrument, Setup};
use carom_numeric::Random;
use support::{bar, clock, off, on};

fn main() {
    let minutes = std::env::args().nth(1).map_or(10.0, |text| text.parse().expect("minutes"));
    let setup = Setup { modes: 64, ..Setup::default() };
    let mut instrument = Instrument::new(&bar(), &setup).expect("an instrument");
    let [lowest, highest] = instrument.keys();
    let mut random = Random::new(1);
    let (mut left, mut right) = ([0.0f32; 256], [0.0f32; 256]);
    let mut loudest = 0.0f32;
    let begin = Instant::now();
    let start = clock(begin);
    while (instrument.frames() as f64) < 60.0 * minutes * setup.sample_rate {
        let key = lowest + (random.bits() % u64::from(highest - lowest + 1)) as u8;
        match random.bits() % 8 {
            0..=3 => instrument.act(on(key, random.uniform(0.05, 1.0))),
            4..=6 => instrument.act(off(key)),
            _ => instrument.act(Action::Sustain(random.bits() & 3 == 0)),
        }
        for _ in 0..random.bits() % 16 {
            instrument.render(&mut left, &mut right);
            loudest = left.iter().chain(&right).fold(loudest, |most, x| most.max(x.abs()));
        }
    }
    let time = clock(begin) - start;
    let work = instrument.work();
    println!("{minutes} minutes in {time:.1} s: {:.2} % of a core", time / 0.6 / minutes);
    println!("the loudest sample is {loudest:.3}; {work:?} of a budget of {}", setup.budget);
    assert!(work.most <= setup.budget, "the budget was not kept");
    assert!(loudest <= 1.0, "beyond full scale");
}
