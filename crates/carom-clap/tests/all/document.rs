//! What the plug-in tells of itself: parameters, presets, states.

use std::ffi::CString;

use crate::support::{Event, Rig, on, peak};
use carom_instrument::{About, Parameter, Patch, Scale};
use carom_scene::gallery::PIECES;
use clack_extensions::params::{ParamInfoBuffer, ParamInfoFlags};
use clack_host::prelude::*;

const RATE: f64 = 48_000.0;

#[test]
fn parameters_are_those_of_the_table() {
    let mut rig = Rig::new();
    let params = rig.params();
    let handle = rig.instance.plugin_handle();
    assert_eq!(params.count(&handle) as usize, Parameter::ALL.len());
    for (i, parameter) in Parameter::ALL.into_iter().enumerate() {
        let about = parameter.about();
        let mut buffer = ParamInfoBuffer::new();
        let info = params.get_info(&handle, i as u32, &mut buffer).unwrap();
        assert_eq!(info.id.get(), parameter.number());
        assert_eq!(info.name, about.name.as_bytes());
        let words = matches!(about.scale, Scale::Words(_));
        assert_eq!(info.flags.contains(ParamInfoFlags::IS_STEPPED), words);
        assert_eq!(info.flags.contains(ParamInfoFlags::IS_MODULATABLE), !words);
        assert_eq!(info.flags.contains(ParamInfoFlags::IS_MODULATABLE_PER_NOTE_ID), about.per_note);
        assert!(info.flags.contains(ParamInfoFlags::IS_AUTOMATABLE));
        assert!(info.min_value <= info.default_value && info.default_value <= info.max_value);
        let range = if matches!(about.scale, Scale::Log) { [0.0, 1.0] } else { about.range };
        assert_eq!([info.min_value, info.max_value], range);
        // What a new plug-in has is what a host goes back to.
        assert_eq!(params.get_value(&handle, info.id), Some(info.default_value));
    }
    let mut buffer = ParamInfoBuffer::new();
    assert!(params.get_info(&handle, 99, &mut buffer).is_none());
    assert_eq!(params.get_value(&handle, ClapId::new(99)), None);
}

#[test]
fn values_are_text_and_text_is_values() {
    let mut rig = Rig::new();
    let params = rig.params();
    let handle = rig.instance.plugin_handle();
    let mut buffer = [0; 64];
    for parameter in Parameter::ALL {
        let About { range, scale, .. } = *parameter.about();
        let id = ClapId::new(parameter.number());
        let [low, high] = if matches!(scale, Scale::Log) { [0.0, 1.0] } else { range };
        for share in [0.0, 0.3, 1.0] {
            let value = low + share * (high - low);
            let plain = parameter.at(share);
            let text = params.value_to_text(&handle, id, value, &mut buffer).unwrap().to_vec();
            assert_eq!(text, parameter.text(plain).as_bytes());
            let text = CString::new(text).unwrap();
            let back = params.text_to_value(&handle, id, &text).unwrap();
            let word = matches!(scale, Scale::Words(_));
            let close = if word { 0.5 } else { 0.005 } * (high - low).max(value.abs());
            assert!((back - value).abs() <= close, "{parameter:?} {value} {back}");
        }
        assert_eq!(params.text_to_value(&handle, id, c"nonsense"), None);
        assert!(params.value_to_text(&handle, id, f64::NAN, &mut buffer).is_err());
    }
}

#[test]
fn values_are_flushed_while_it_plays_and_while_it_does_not() {
    let mut rig = Rig::new();
    let params = rig.params();
    let mut events = EventBuffer::new();
    Event::Value(Parameter::Volume, -20.0).push(0, &mut events);
    let (input, mut output) = (events.as_input(), OutputEvents::void());
    params.flush(&mut rig.instance.inactive_plugin_handle().unwrap(), &input, &mut output);
    assert_eq!(rig.value(Parameter::Volume), -20.0);
    let loud = |rig: &mut Rig| peak(&rig.play(4096, 512, &[(0, on(60))])[0]);
    rig.start(RATE);
    let soft = loud(&mut rig);
    rig.processor.as_mut().unwrap().reset();
    let mut events = EventBuffer::new();
    Event::Value(Parameter::Volume, 0.0).push(0, &mut events);
    let processor = rig.processor.as_mut().unwrap();
    params.flush_active(&mut processor.plugin_handle(), &events.as_input(), &mut output);
    processor.reset();
    let ratio = loud(&mut rig) / soft;
    assert!((ratio - 10.0).abs() < 0.1, "{ratio}");
}

#[test]
fn a_state_comes_back_in_another_plug_in_and_sounds_the_same() {
    let mut rig = Rig::at(RATE);
    assert!(rig.preset("kick-of-a-ringing-bar"));
    let values = [(Parameter::Volume, -3.3), (Parameter::Size, 0.123), (Parameter::Gesture, 1.0)];
    let events = values.map(|(parameter, value)| (0, Event::Value(parameter, value)));
    rig.play(64, 64, &events);
    let state = rig.save();
    let mut other = Rig::new();
    assert!(other.load(&state));
    for parameter in Parameter::ALL {
        assert_eq!(rig.value(parameter), other.value(parameter), "{parameter:?}");
    }
    assert_eq!(other.save(), state);
    assert_eq!(Patch::from_json(&state).unwrap().name, "kick-of-a-ringing-bar");
    rig.stop();
    rig.start(RATE);
    other.start(RATE);
    let sound = rig.play(8192, 512, &[(0, on(72))]);
    assert!(peak(&sound[0]) > 0.0);
    assert!(other.play(8192, 512, &[(0, on(72))]) == sound);
}

#[test]
fn a_state_that_is_none_changes_nothing() {
    let mut rig = Rig::at(RATE);
    rig.play(64, 64, &[(0, Event::Value(Parameter::Volume, -7.0))]);
    let state = rig.save();
    let text = String::from_utf8(state.clone()).unwrap();
    let long = format!("{text}{}", " ".repeat(Patch::LARGEST));
    let not_a_scene = text.replace("version = 1", "version = 77");
    assert_ne!(not_a_scene, text);
    for bad in [
        &b""[..],
        b"{}",
        b"\xff\xfe\x00",
        &state[..state.len() / 2],
        long.as_bytes(),
        not_a_scene.as_bytes(),
    ] {
        assert!(!rig.load(bad), "{}", String::from_utf8_lossy(&bad[..bad.len().min(60)]));
    }
    assert!(!rig.preset("a-preset-that-nobody-knows"));
    assert!(rig.save() == state);
    assert!(peak(&rig.play(2048, 512, &[(0, on(60))])[0]) > 0.0);
}

#[test]
fn every_piece_is_a_preset_or_says_why_not() {
    let mut rig = Rig::new();
    let mut played = Vec::new();
    for piece in PIECES {
        // Its own list, and what the instrument says.
        let loaded = rig.preset(piece.name);
        if !loaded {
            let made = Patch::of_piece(piece).instrument(&carom_clap::setup(RATE));
            assert!(made.is_err(), "{} could be played", piece.name);
        }
        if loaded {
            played.push(piece.name);
        }
    }
    let listed: Vec<_> = carom_clap::pieces().map(|piece| piece.name).collect();
    assert_eq!(played, listed);
    assert_eq!(rig.rescans(), played.len());
    assert!(played.contains(&"marimba-bar"), "{played:?}");
}

#[test]
fn a_preset_takes_over_without_a_click_and_the_old_one_goes_home() {
    let mut rig = Rig::at(RATE);
    let [before, _] = rig.play(4096, 512, &[(0, on(60))]);
    let rescans = rig.rescans();
    assert!(rig.preset("kick-of-a-ringing-bar"));
    assert_eq!((rig.rescans() - rescans, rig.callbacks()), (1, 0));
    let [fading, _] = rig.play(4096, 512, &[]);
    assert_eq!(rig.callbacks(), 1);
    rig.instance.call_on_main_thread_callback();
    // It goes on where it was, is gone soon, and no step is larger than the sound itself makes.
    let step = |row: &[f32]| row.windows(2).map(|w| (w[1] - w[0]).abs()).fold(0.0, f32::max);
    let largest = step(&before[2048..]);
    assert!((fading[0] - before[4095]).abs() <= largest);
    assert!(step(&fading) <= 1.5 * largest, "{} {largest}", step(&fading));
    assert!(fading[480..].iter().all(|sample| *sample == 0.0));
    assert!(peak(&rig.play(4096, 512, &[(0, on(72))])[0]) > 0.0);
    // Many at once, more than the queue holds: the last one plays.
    for name in [
        "kick-of-a-ringing-bar",
        "bar",
        "kick-of-a-ringing-bar",
        "bar",
        "kick-of-a-ringing-bar",
        "bar",
    ] {
        assert!(rig.preset(name));
    }
    for _ in 0..20 {
        rig.play(1024, 512, &[]);
        rig.instance.call_on_main_thread_callback();
    }
    rig.processor.as_mut().unwrap().reset();
    assert!(rig.play(4096, 512, &[(0, on(60))])[0] == before);
}
