//! Dampers quiet what rings, in the time that is asked of them, and stay up while a pedal holds them.

use crate::support::{
    RATE, bars, cents_off, decibels, off, on, peak, piece, seconds, small, sound,
};
use carom_instrument::{Action, Instrument, Parameter, Setup, Who, key_frequency};

/// The loudest samples of windows of 5 ms.
fn levels(sound: &[f64]) -> Vec<f64> {
    sound.chunks(240).map(peak).collect()
}

/// After which time (s) a sound stays 60 dB below its beginning.
fn t60(sound: &[f64]) -> Option<f64> {
    let levels = levels(sound);
    let last = levels.iter().rposition(|level| *level > 1e-3 * levels[0])?;
    (last + 1 < levels.len()).then_some((last + 1) as f64 * 240.0 / RATE)
}

/// A key rings for a while and is let go.
fn released(instrument: &mut Instrument, key: u8, damper: f64) -> Vec<f64> {
    instrument.act(Action::Set(Parameter::Damper, damper));
    instrument.act(on(key, 0.6));
    sound(instrument, seconds(0.2));
    instrument.act(off(key));
    sound(instrument, seconds(1.5))
}

fn check(instrument: &mut Instrument, name: &str, keys: &[u8], dampers: &[f64]) {
    let mut wrong = Vec::new();
    for &key in keys {
        for &damper in dampers {
            let time = t60(&released(instrument, key, damper));
            println!("{name} {key}: {damper} s became {time:.3?} s");
            if !time.is_some_and(|time| (1.0 / 1.5..1.5).contains(&(time / damper))) {
                wrong.push(format!("{name} {key}: {damper} s became {time:?} s"));
            }
            instrument.act(Action::AllSoundOff);
            sound(instrument, 1000);
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_damper_takes_60_db_in_its_time() {
    check(&mut bars(), "bar", &[60, 66, 72], &[0.1, 0.2, 0.5]);
}

#[test]
fn so_do_those_of_the_gallery() {
    // Two pads on a glass do not quiet it much faster than 0.3 s.
    for (name, keys, fastest) in [("marimba-bar", [60, 66], 0.1), ("wine-glass", [75, 80], 0.3)] {
        let setup = Setup { keys, ..small() };
        let mut instrument = Instrument::new(&piece(name), &setup).unwrap();
        check(&mut instrument, name, &keys, &[fastest, 0.4, 0.5]);
    }
}

#[test]
fn without_a_damper_it_rings_far_longer() {
    let mut instrument = bars();
    instrument.act(on(60, 0.6));
    sound(&mut instrument, seconds(0.2));
    let rings = levels(&sound(&mut instrument, seconds(1.5)));
    assert!(decibels(rings[100] / rings[0]) > -30.0, "half a second later");
    let quiet = levels(&released(&mut bars(), 60, 0.2));
    assert!(decibels(quiet[100] / quiet[0]) < -60.0, "half a second later");
}

#[test]
fn the_pedal_holds_what_is_let_go() {
    let (mut held, mut pedalled) = (bars(), bars());
    pedalled.act(Action::Sustain(true));
    for instrument in [&mut held, &mut pedalled] {
        instrument.act(on(60, 0.6));
        sound(instrument, 5000);
    }
    pedalled.act(off(60));
    assert_eq!(sound(&mut held, 20_000), sound(&mut pedalled, 20_000));
    // Both dampers come down at the same sample.
    held.act(off(60));
    pedalled.act(Action::Sustain(false));
    assert_eq!(sound(&mut held, 40_000), sound(&mut pedalled, 40_000));
    sound(&mut held, seconds(2.0));
    assert_eq!(held.sounding(), 0);
}

#[test]
fn a_key_that_is_down_rings_on_when_the_pedal_goes_up() {
    let (mut plain, mut pedalled) = (bars(), bars());
    for instrument in [&mut plain, &mut pedalled] {
        instrument.act(on(60, 0.6));
    }
    pedalled.act(Action::Sustain(true));
    sound(&mut plain, 1000);
    sound(&mut pedalled, 1000);
    pedalled.act(Action::Sustain(false));
    assert_eq!(sound(&mut plain, 20_000), sound(&mut pedalled, 20_000));
}

#[test]
fn a_blow_lifts_the_damper() {
    let mut instrument = bars();
    instrument.act(Action::Set(Parameter::Damper, 0.1));
    instrument.act(on(60, 0.6));
    sound(&mut instrument, seconds(0.2));
    instrument.act(off(60));
    sound(&mut instrument, seconds(0.05));
    instrument.act(on(60, 0.6));
    sound(&mut instrument, seconds(0.2));
    let rings = levels(&sound(&mut instrument, seconds(1.0)));
    assert!(decibels(rings[100] / rings[0]) > -30.0, "{}", decibels(rings[100] / rings[0]));
}

#[test]
fn what_is_damped_never_grows_again() {
    let mut instrument = bars();
    let release = released(&mut instrument, 60, 0.1);
    let levels: Vec<f64> = release.chunks(2400).map(peak).collect();
    for pair in levels.windows(2) {
        assert!(pair[1] <= pair[0], "{levels:?}");
    }
    // The felt comes to rest, unheard, and then the key sleeps.
    sound(&mut instrument, seconds(2.0));
    assert_eq!(instrument.sounding(), 0);
}

#[test]
fn a_damper_is_quieter_than_a_note() {
    for damper in [0.1, 0.2, 0.5] {
        let mut instrument = bars();
        instrument.act(Action::Set(Parameter::Damper, damper));
        instrument.act(on(66, 0.8));
        let note = peak(&sound(&mut instrument, seconds(0.1)));
        instrument.act(Action::AllSoundOff);
        sound(&mut instrument, 1000);
        // A blow so soft that it has all but died away.
        instrument.act(Action::Set(Parameter::Damping, 100.0));
        instrument.act(on(66, 0.01));
        sound(&mut instrument, seconds(0.1));
        let before = peak(&sound(&mut instrument, 480));
        instrument.act(off(66));
        let damped = peak(&sound(&mut instrument, seconds(0.2)));
        let level = decibels(damped / note);
        println!("{damper} s: {level:.1} dB, {:.1} dB before", decibels(before / note));
        assert!(damped > 3.0 * before, "it is heard");
        assert!(level < -20.0, "{damper} s: {level} dB");
    }
}

#[test]
fn whoever_follows_another_keeps_the_pedal_and_the_channels() {
    let mut before = bars();
    before.act(Action::Sustain(true));
    before.act(Action::Bend(Who { channel: Some(0), ..Who::ALL }, 2.0));
    let rings = |instrument: &mut Instrument| {
        instrument.act(on(60, 0.8));
        sound(instrument, seconds(0.1));
        instrument.act(off(60));
        sound(instrument, seconds(0.6))
    };
    let mut next = bars();
    next.follow(&before);
    let (held, free) = (rings(&mut next), rings(&mut bars()));
    assert!(peak(&held[24_000..]) > 1e-2 * peak(&held), "the pedal is down");
    assert!(peak(&free[24_000..]) < 1e-2 * peak(&free), "without it the damper comes down");
    let cents = cents_off(&held, key_frequency(62)).unwrap();
    assert!(cents.abs() < 2.0, "{cents} cents off");
}
