//! A million random actions on an instrument, values that are no numbers included: every sample stays
//! bounded, and it falls silent at the end. `cargo run --release -p carom-instrument --example
//! automations [ACTIONS] [SEED]`

#[path = "../tests/all/support/mod.rs"]
mod support;

use std::time::Instant;

use carom_instrument::{Action, Instrument, Parameter, Setup};
use carom_numeric::Random;
use support::{any_action, bar, clock, seconds, small, sound};

fn main() {
    let mut given = std::env::args().skip(1).map(|text| text.parse::<u64>().expect("a number"));
    let actions = given.next().unwrap_or(1_000_000);
    let mut random = Random::new(given.next().unwrap_or(1));
    let setup = Setup { voices: 4, ..small() };
    let mut instrument = Instrument::new(&bar(), &setup).expect("an instrument");
    let (mut left, mut right) = ([0.0f64; 256], [0.0f64; 256]);
    let (mut loudest, mut most) = (0.0f64, 0);
    let begin = Instant::now();
    let start = clock(begin);
    for n in 0..actions {
        let action = any_action(&mut random);
        instrument.act(action);
        let frames = if random.bits() & 3 == 0 { random.bits() as usize % 256 } else { 0 };
        instrument.render(&mut left[..frames], &mut right[..frames]);
        for sample in left[..frames].iter().chain(&right[..frames]) {
            assert!(sample.abs() <= 1.0, "{sample} after action {n}, {action:?}");
            loudest = loudest.max(sample.abs());
        }
        most = most.max(instrument.sounding());
    }
    let time = clock(begin) - start;
    let sounded = instrument.frames() as f64 / setup.sample_rate;
    println!("{actions} actions, {sounded:.1} s of sound in {time:.1} s");
    println!("the loudest sample is {loudest:.4}; at most {most} notes sounded at once");
    println!("{:?} of a budget of {}", instrument.work(), setup.budget);
    instrument.act(Action::Sustain(false));
    instrument.act(Action::Set(Parameter::Gesture, 0.0));
    instrument.act(Action::Set(Parameter::Damper, 0.2));
    instrument.act(Action::AllNotesOff);
    for second in 0..120 {
        let sound = sound(&mut instrument, seconds(1.0));
        if instrument.sounding() == 0 && sound.iter().all(|sample| *sample == 0.0) {
            println!("silent {second} s later");
            return;
        }
    }
    panic!("{} notes still sound after two minutes", instrument.sounding());
}
