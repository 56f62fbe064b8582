//! What playing costs, in steps.

use crate::support::{bar, bars, bars_of, off, on, peak, seconds, small, sound};
use carom_instrument::{Action, Instrument, Parameter, Setup};
use carom_numeric::Random;

/// Random playing for a time (s), every key struck and let go several times a second.
fn play_for(instrument: &mut Instrument, time: f64, seed: u64) -> f64 {
    let mut random = Random::new(seed);
    let end = instrument.frames() + seconds(time) as u64;
    let mut loudest = 0.0f64;
    while instrument.frames() < end {
        let key = 60 + (random.bits() % 13) as u8;
        if random.bits() & 1 == 0 {
            instrument.act(on(key, random.uniform(0.1, 1.0)));
        } else {
            instrument.act(off(key));
        }
        let frames = random.uniform(0.0, 1200.0) as usize;
        loudest = loudest.max(peak(&sound(instrument, frames)));
    }
    loudest
}

#[test]
fn playing_keeps_the_budget() {
    let mut instrument = bars_of(16);
    play_for(&mut instrument, 6.0, 1);
    let work = instrument.work();
    println!("{work:?}");
    assert!(work.most > 0);
    assert!(work.most <= instrument.setup().budget, "{work:?}");
    assert_eq!(work.coarsened, 0, "the usual budget is enough");
}

#[test]
fn a_tiny_budget_is_kept_too() {
    let setup = Setup { voices: 4, budget: 4 * 128, ..small() };
    let mut instrument = Instrument::new(&bar(), &setup).unwrap();
    instrument.act(Action::Set(Parameter::Hardness, 1000.0));
    let loudest = play_for(&mut instrument, 3.0, 2);
    let work = instrument.work();
    println!("{work:?} {loudest}");
    assert!(work.coarsened > 0, "{work:?}");
    assert!(work.most <= setup.budget, "{work:?}");
    assert!(loudest <= 1.0 && loudest > 0.01, "{loudest}");
}

#[test]
fn notes_that_steal_each_other_keep_the_budget() {
    let setup = Setup { voices: 2, budget: 512, ..small() };
    let mut instrument = Instrument::new(&bar(), &setup).unwrap();
    instrument.act(Action::Set(Parameter::Hardness, 1000.0));
    // As many notes in 64 samples as there are voices, and chords of all keys.
    for n in 0..200u32 {
        instrument.act(on(60 + (n * 5 % 13) as u8, 1.0));
        sound(&mut instrument, if n < 100 { 32 } else { 0 });
        if n % 13 == 0 {
            sound(&mut instrument, 128);
        }
    }
    sound(&mut instrument, 128);
    let work = instrument.work();
    println!("{work:?}");
    assert!(work.stolen > 100);
    assert!(work.most <= setup.budget, "{work:?}");
}

#[test]
fn more_notes_than_voices_within_64_samples_keep_the_budget() {
    for (voices, budget) in [(1, 128), (2, 256), (2, 512), (4, 700)] {
        let setup = Setup { voices, budget, ..small() };
        let mut instrument = Instrument::new(&bar(), &setup).unwrap();
        instrument.act(Action::Set(Parameter::Hardness, 1000.0));
        let mut random = Random::new(u64::from(budget));
        for _ in 0..3000 {
            let key = 60 + (random.bits() % 13) as u8;
            let action = if random.bits().is_multiple_of(4) { off(key) } else { on(key, 1.0) };
            instrument.act(action);
            sound(&mut instrument, random.uniform(0.0, 12.0) as usize);
        }
        sound(&mut instrument, 128);
        let work = instrument.work();
        println!("{voices} voices, {budget} steps: {work:?}");
        assert!(work.stolen > 1000 && work.coarsened > 0, "{work:?}");
        assert!(work.most <= budget, "{work:?}");
    }
}

#[test]
fn notes_that_come_back_while_they_fade_take_their_turn() {
    let mut instrument = bars_of(2);
    for n in 0..400u32 {
        instrument.act(on([60, 64, 67][n as usize % 3], 0.7));
        sound(&mut instrument, 40);
        assert!(instrument.sounding() <= 4, "{} notes of 2 at {n}", instrument.sounding());
    }
    // The faded are gone.
    sound(&mut instrument, 256);
    assert!(instrument.sounding() <= 2, "{}", instrument.sounding());
}

#[test]
fn silence_takes_no_steps() {
    let mut instrument = bars();
    instrument.act(Action::Set(Parameter::Damper, 0.1));
    instrument.act(on(60, 0.6));
    sound(&mut instrument, 9600);
    instrument.act(off(60));
    sound(&mut instrument, seconds(3.0));
    assert_eq!(instrument.sounding(), 0);
    let before = instrument.work().total;
    assert!(before > 0);
    sound(&mut instrument, seconds(2.0));
    assert_eq!(instrument.work().total, before);
}

#[test]
fn ringing_down_takes_no_steps_from_its_beginning_to_its_end() {
    let mut instrument = bars();
    instrument.act(Action::Set(Parameter::Damping, 0.1));
    instrument.act(on(60, 1.0));
    sound(&mut instrument, seconds(0.5));
    let before = instrument.work().total;
    for second in 0..30 {
        assert!(peak(&sound(&mut instrument, seconds(1.0))) > 1e-9, "it rings after {second} s");
        assert_eq!(instrument.work().total, before, "after {second} s");
    }
}
