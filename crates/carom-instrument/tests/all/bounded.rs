//! Whatever is done to an instrument, what comes out is bounded, and ends.

use crate::support::{
    any_action, bar, bars, busy_music, on, peak, piece, play, seconds, small, sound,
};
use carom_instrument::{Action, Instrument, Parameter, Setup, Who};
use carom_numeric::Random;

/// Plays random actions, some samples after each other.
fn check(instrument: &mut Instrument, seed: u64, actions: usize) {
    let mut random = Random::new(seed);
    let (mut left, mut right) = ([0.0f64; 512], [0.0f64; 512]);
    let voices = instrument.setup().voices;
    for n in 0..actions {
        let action = any_action(&mut random);
        instrument.act(action);
        let frames = if random.bits() & 3 == 0 { random.bits() as usize % 512 } else { 0 };
        instrument.render(&mut left[..frames], &mut right[..frames]);
        for sample in left[..frames].iter().chain(&right[..frames]) {
            assert!(sample.abs() <= 1.0, "{sample} after {action:?}, action {n} of seed {seed}");
        }
        assert!(instrument.sounding() <= 2 * voices, "action {n} of seed {seed}: {action:?}");
    }
}

/// Everything is let go and rings out: no constant is left, and then nothing at all.
fn ring_out(instrument: &mut Instrument) {
    instrument.act(Action::Sustain(false));
    instrument.act(Action::Set(Parameter::Damper, 0.2));
    instrument.act(Action::Set(Parameter::Gesture, 0.0));
    instrument.act(Action::AllNotesOff);
    sound(instrument, seconds(5.0));
    let later = sound(instrument, seconds(1.0));
    let mean = later.iter().sum::<f64>() / later.len() as f64;
    assert!(mean.abs() < 1e-6, "{mean}");
    let mut waited = 6;
    while instrument.sounding() > 0 {
        sound(instrument, seconds(1.0));
        waited += 1;
        let left = instrument.sounding();
        assert!(waited < 120, "{left} still sound: {:.1e}", peak(&sound(instrument, 4800)));
    }
    assert!(sound(instrument, 4800).iter().all(|sample| *sample == 0.0));
}

#[test]
fn random_actions_on_bars() {
    let mut instrument = Instrument::new(&bar(), &Setup { voices: 4, ..small() }).unwrap();
    check(&mut instrument, 1, 10_000);
    ring_out(&mut instrument);
}

#[test]
fn random_actions_on_the_gallery() {
    for (name, keys) in [("marimba-bar", [55, 60]), ("chimes", [60, 65]), ("wine-glass", [68, 74])]
    {
        let setup = Setup { voices: 2, modes: 32, keys, ..small() };
        let mut instrument = Instrument::new(&piece(name), &setup).unwrap();
        check(&mut instrument, 2, 500);
        ring_out(&mut instrument);
    }
}

#[test]
fn what_is_no_number_does_nothing() {
    let nan = f64::NAN;
    let mut music = vec![(10, on(60, 0.8)), (500, on(64, 0.5)), (4000, crate::support::off(64))];
    let expected = play(&mut bars(), &music, 8000, 64);
    for who in [Who::ALL, Who::key(60)] {
        music.extend([
            (1000, on(60, nan)),
            (1100, Action::Modulate(who, Parameter::Volume, nan)),
            (1200, Action::Bend(who, nan)),
            (1300, Action::Pressure(who, nan)),
            (1400, Action::Wheel(nan)),
            (1500, Action::Drag(who, nan, nan)),
        ]);
        music.extend(Parameter::ALL.map(|parameter| (1600, Action::Set(parameter, nan))));
    }
    music.sort_by_key(|(when, _)| *when);
    assert!(play(&mut bars(), &music, 8000, 64) == expected);
}

#[test]
fn no_constant_is_left_while_a_damper_presses() {
    let mut instrument = bars();
    instrument.act(Action::Set(Parameter::Damper, 10.0));
    instrument.act(on(60, 1.0));
    sound(&mut instrument, 4800);
    instrument.act(Action::AllNotesOff);
    sound(&mut instrument, seconds(10.0));
    let later = sound(&mut instrument, seconds(1.0));
    assert!(instrument.sounding() > 0, "the damper still lies on it");
    let mean = later.iter().sum::<f64>() / later.len() as f64;
    assert!(mean.abs() < 1e-6, "{mean}");
}

#[test]
fn many_hard_blows_stay_below_full_scale() {
    let mut instrument = bars();
    instrument.act(Action::Set(Parameter::Volume, 12.0));
    instrument.act(Action::Set(Parameter::Hardest, 20.0));
    instrument.act(Action::Set(Parameter::HammerMass, 10.0));
    let mut loudest = 0.0f64;
    for n in 0..100 {
        for key in 60..=72 {
            instrument.act(on(key, 1.0));
        }
        let sound = sound(&mut instrument, 200 + n);
        assert!(sound.iter().all(|sample| sample.abs() <= 1.0));
        loudest = loudest.max(crate::support::peak(&sound));
    }
    assert!(loudest > 0.8, "they were loud: {loudest}");
}

#[test]
fn the_same_music_sounds_the_same_twice() {
    let music = busy_music(9, 20_000, 200);
    assert!(play(&mut bars(), &music, 20_000, 64) == play(&mut bars(), &music, 20_000, 64));
}
