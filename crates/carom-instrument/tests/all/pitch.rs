//! Keys sound at their pitch.

use crate::support::{RATE, bars, cents_off, on, piece, small, sound};
use carom_instrument::{Action, Instrument, Parameter, Setup, Who, key_frequency};
use carom_scene::gallery::PIECES;
use carom_scene::scene::Scene;

/// By how many cents a key is off, heard for a second once its blow is over.
fn off_by(instrument: &mut Instrument, key: u8, wanted: f64) -> f64 {
    instrument.act(on(key, 0.5));
    let sound = sound(instrument, 50_000);
    instrument.act(Action::AllSoundOff);
    crate::support::sound(instrument, 1000);
    let off = cents_off(&sound[2_000..], wanted);
    off.unwrap_or_else(|| panic!("key {key} has no partial near {wanted} Hz"))
}

fn check(name: &str, keys: &[u8], allowed: f64) {
    let mut off = Vec::new();
    for &key in keys {
        let setup = Setup { keys: [key, key], modes: 48, ..small() };
        let mut instrument = Instrument::new(&piece(name), &setup).unwrap();
        assert_eq!(instrument.keys(), [key; 2], "{name}");
        let cents = off_by(&mut instrument, key, key_frequency(key));
        println!("{name} {key}: {cents:.3} cents");
        if cents.abs() >= allowed {
            off.push(format!("key {key} is {cents} cents off"));
        }
    }
    assert!(off.is_empty(), "{name}: {off:#?}");
}

#[test]
fn bars_by_their_size() {
    let mut instrument = bars();
    for key in [60, 64, 69, 72] {
        let cents = off_by(&mut instrument, key, key_frequency(key));
        println!("bar {key}: {cents:.3} cents");
        assert!(cents.abs() < 1.0, "key {key} is {cents} cents off");
    }
}

#[test]
fn tuned_bars_by_their_size() {
    check("marimba-bar", &[48, 57, 70], 1.0);
}

#[test]
fn glasses_by_their_size() {
    // Each of its modes is a pair, 3.5 cents apart.
    check("wine-glass", &[70, 81], 3.6);
}

#[test]
fn strings_by_their_frequency() {
    check("piano-string", &[55, 60, 67], 1.0);
}

#[test]
fn skins_by_their_tension() {
    check("kettledrum", &[40, 48], 1.0);
}

#[test]
fn tune_bend_and_size_move_the_pitch_as_they_say() {
    let mut instrument = bars();
    let key = 62;
    for (actions, semitones) in [
        (vec![Action::Set(Parameter::Tune, 3.5)], 3.5),
        (vec![Action::Set(Parameter::Tune, -12.0)], -12.0),
        (vec![Action::Bend(Who::ALL, -1.25)], -1.25),
        (vec![Action::Set(Parameter::Tune, 2.0), Action::Bend(Who::ALL, 0.75)], 2.75),
        (vec![Action::Set(Parameter::Size, 2.0)], -12.0),
        (vec![Action::Set(Parameter::Size, 0.8)], -12.0 * 0.8f64.log2()),
    ] {
        for action in [
            Action::Set(Parameter::Tune, 0.0),
            Action::Set(Parameter::Size, 1.0),
            Action::Bend(Who::ALL, 0.0),
        ] {
            instrument.act(action);
        }
        actions.iter().for_each(|action| instrument.act(*action));
        let wanted = key_frequency(key) * (semitones / 12.0f64).exp2();
        let cents = off_by(&mut instrument, key, wanted);
        assert!(cents.abs() < 1.0, "{actions:?}: {cents} cents off");
    }
}

#[test]
fn a_bend_while_it_rings_arrives() {
    let mut instrument = bars();
    instrument.act(on(60, 0.5));
    sound(&mut instrument, 4800);
    instrument.act(Action::Bend(Who::key(60), 2.0));
    sound(&mut instrument, (0.4 * RATE) as usize);
    let later = sound(&mut instrument, 48_000);
    let cents = cents_off(&later, key_frequency(62)).unwrap();
    assert!(cents.abs() < 1.0, "{cents} cents off");
}

#[test]
fn keys_that_cannot_be_made_are_left_out() {
    let text = PIECES.iter().find(|piece| piece.name == "knock-on-a-cavity").unwrap().text;
    let made = |text: &str| {
        let scene = Scene::parse("cavity", text).unwrap();
        Instrument::new(&scene, &Setup::default())
    };
    let instrument = made(text).unwrap();
    assert_eq!(instrument.keys(), [56, 98]);
    let left_out: Vec<_> = instrument.left_out().iter().map(ToString::to_string).collect();
    assert_eq!(left_out.len(), 6);
    assert!(left_out[0].starts_with("key 99: it rings at 2489.0 Hz"), "{left_out:?}");
    assert!(bars().left_out().is_empty());
    // Without any other there is no instrument.
    let none = made(&text.replace("highest_mode = 4000", "highest_mode = 100")).unwrap_err();
    assert!(none.to_string().contains("has modes up to 100 Hz"), "{none}");
}
