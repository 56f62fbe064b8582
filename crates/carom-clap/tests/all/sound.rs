//! What the plug-in plays: events at their samples, whatever the blocks, rates and hosts.

use crate::support::{Event, Rig, instrument, on, peak};
use carom_instrument::{Action, Parameter, Who};
use clack_extensions::render::RenderMode;
use clack_extensions::tail::{PluginTail, TailLength};
use clack_host::events::event_types::{NoteEndEvent, NoteExpressionType};
use clack_host::prelude::*;

const RATE: f64 = 48_000.0;

/// Notes, expressions, MIDI and parameters, in any order of kinds.
fn piece() -> Vec<(usize, Event)> {
    vec![
        (100, on(60)),
        (1000, Event::On { id: 7, key: 67, velocity: 0.4 }),
        (1001, Event::Express { key: 67, what: NoteExpressionType::Tuning, value: 0.5 }),
        (2500, Event::Value(Parameter::Volume, -6.0)),
        (3000, Event::Off { id: -1, key: 60 }),
        (3001, Event::Modulate { parameter: Parameter::Tune, key: 67, by: -1.0 }),
        (4000, Event::Midi([0x90, 72, 100])),
        (4100, Event::Midi([0xE0, 0, 96])),
        (5000, Event::Modulate { parameter: Parameter::Volume, key: -1, by: 3.0 }),
        (6000, Event::Choke { key: 72 }),
        (6000, Event::On { id: 8, key: 72, velocity: 1.0 }),
        (8190, Event::Off { id: 7, key: -1 }),
    ]
}

#[test]
fn a_note_begins_at_its_sample_and_sounds_as_the_instrument_does() {
    let (first, second) = (1237, 5001);
    let events = [(first, on(60)), (second, Event::Off { id: -1, key: 60 })];
    let [left, right] = Rig::at(RATE).play(16_384, 512, &events);
    let begins = left.iter().position(|sample| *sample != 0.0).unwrap();
    println!("the note is at sample {first}, the first that is not 0 is {begins}");
    assert!((first..first + 16).contains(&begins), "{begins}");

    let mut alone = instrument("bar", RATE);
    let mut rows = [vec![0.0f32; 16_384], vec![0.0f32; 16_384]];
    let [l, r] = &mut rows;
    alone.render(&mut l[..first], &mut r[..first]);
    alone.act(Action::NoteOn { id: None, channel: 0, key: 60, velocity: 0.8 });
    alone.render(&mut l[first..second], &mut r[first..second]);
    alone.act(Action::NoteOff(Who { id: None, channel: Some(0), key: Some(60) }));
    alone.render(&mut l[second..], &mut r[second..]);
    assert_eq!([left, right], rows);
}

#[test]
fn blocks_of_any_length_give_the_same_samples() {
    let expected = Rig::at(RATE).play(12_000, 12_000, &piece());
    assert!(peak(&expected[0]) > 0.01, "{}", peak(&expected[0]));
    for block in [1, 7, 64, 333, 1024, 8192] {
        let rows = Rig::at(RATE).play(12_000, block, &piece());
        assert!(rows == expected, "blocks of {block}");
    }
}

#[test]
fn both_kinds_of_samples_are_the_same_sound() {
    let expected = Rig::at(RATE).play(2000, 2000, &[(10, on(60))]);
    let mut rig = Rig::at(RATE);
    let mut events = EventBuffer::new();
    on(60).push(10, &mut events);
    let mut rows = [vec![0.0f64; 2000], vec![0.0f64; 2000]];
    let mut ports = AudioPorts::with_capacity(2, 1);
    let mut output = ports.with_output_buffers([AudioPortBuffer {
        latency: 0,
        channels: AudioPortBufferType::f64_output_only(rows.iter_mut().map(Vec::as_mut_slice)),
    }]);
    let (none, input) = (InputAudioBuffers::empty(), events.as_input());
    let processor = rig.processor.as_mut().unwrap();
    processor.process(&none, &mut output, &input, &mut OutputEvents::void(), None, None).unwrap();
    assert_eq!(rows.map(|row| row.iter().map(|s| *s as f32).collect::<Vec<_>>()), expected);
}

/// How strong a frequency is in a sound.
fn strength(sound: &[f32], frequency: f64, rate: f64) -> f64 {
    let turn = std::f64::consts::TAU * frequency / rate;
    let sum = sound.iter().enumerate().fold([0.0; 2], |[re, im], (n, sample)| {
        let (sin, cos) = (turn * n as f64).sin_cos();
        [re + f64::from(*sample) * cos, im + f64::from(*sample) * sin]
    });
    sum[0].hypot(sum[1]) / sound.len() as f64
}

#[test]
fn every_rate_has_its_own_instrument() {
    let mut rig = Rig::new();
    assert!(rig.preset("bar"));
    for rate in [22_050.0, 44_100.0, 48_000.0, 96_000.0, 192_000.0] {
        rig.start(rate);
        let [left, _] = rig.play(rate as usize / 2, 441, &[(0, on(69))]);
        rig.stop();
        assert!(left.iter().all(|sample| sample.is_finite()) && peak(&left) > 0.01, "{rate}");
        let [flat, right, sharp] = [430.0, 440.0, 450.0].map(|hz| strength(&left, hz, rate));
        println!("{rate} Hz: {right:.5} at 440 Hz, {flat:.5} and {sharp:.5} beside it");
        assert!(right > 2.0 * flat.max(sharp), "{rate}: {flat} {right} {sharp}");
    }
}

#[test]
fn silence_stays_silence_and_the_host_may_sleep() {
    let mut rig = Rig::at(RATE);
    let rows = rig.play(4096, 256, &[]);
    assert!(rows.iter().flatten().all(|sample| *sample == 0.0));
    assert_eq!(rig.status, ProcessStatus::Sleep);
    // A key that it does not have.
    rig.play(256, 256, &[(255, on(5))]);
    let rows = rig.play(256, 256, &[(0, on(5))]);
    assert!(rows.iter().flatten().all(|sample| *sample == 0.0));
}

#[test]
fn a_note_keeps_the_host_awake_until_it_has_died_away_and_then_ends() {
    let mut rig = Rig::at(RATE);
    let note =
        [(0, Event::On { id: 5, key: 84, velocity: 0.5 }), (99, Event::Off { id: 5, key: -1 })];
    rig.play(512, 512, &note);
    assert_eq!(rig.status, ProcessStatus::Continue);
    let mut blocks = 0;
    while rig.status == ProcessStatus::Continue {
        rig.play(512, 512, &[]);
        blocks += 1;
        assert!(blocks < 10_000);
    }
    println!("asleep after {:.2} s", f64::from(blocks) * 512.0 / RATE);
    let ends: Vec<_> = rig.sent.iter().filter_map(|e| e.as_event::<NoteEndEvent>()).collect();
    assert_eq!(ends.len(), 1);
    assert_eq!(ends[0].pckn().raw_note_id(), 5);
}

#[test]
fn a_note_ends_when_its_own_object_is_silent_while_another_still_sounds() {
    let mut rig = Rig::at(RATE);
    let notes = [
        (0, Event::On { id: 5, key: 84, velocity: 0.5 }),
        (0, Event::On { id: 6, key: 60, velocity: 0.9 }),
        (99, Event::Off { id: 5, key: -1 }),
    ];
    rig.play(512, 512, &notes);
    let mut ends = Vec::new();
    while ends.is_empty() && rig.status == ProcessStatus::Continue {
        rig.play(512, 512, &[]);
        let sent = rig.sent.iter().filter_map(|e| e.as_event::<NoteEndEvent>());
        ends.extend(sent.map(|end| end.pckn().raw_note_id()));
    }
    assert_eq!((ends, rig.status), (vec![5], ProcessStatus::Continue));
}

#[test]
fn the_tail_is_twice_the_time_of_the_damper() {
    let mut rig = Rig::at(RATE);
    let tail = |rig: &mut Rig| {
        let handle = rig.processor.as_mut().unwrap().plugin_handle();
        handle.get_extension::<PluginTail>().unwrap().get(&handle)
    };
    let damper = Parameter::Damper;
    let usual = damper.at(rig.value(damper));
    assert_eq!(tail(&mut rig), TailLength::Finite((2.0 * usual * RATE) as u32));
    rig.play(64, 64, &[(0, Event::Value(damper, damper.position(1.5)))]);
    let TailLength::Finite(frames) = tail(&mut rig) else { panic!("no end") };
    assert!(frames.abs_diff(144_000) <= 1, "{frames}");
    // Chimes have no dampers.
    assert!(rig.preset("chimes"));
    rig.play(64, 64, &[]);
    assert_eq!(tail(&mut rig), TailLength::Finite(60 * 48_000));
}

#[test]
fn a_reset_leaves_silence_and_then_the_same_sound_as_at_first() {
    let mut rig = Rig::at(RATE);
    let first = rig.play(6400, 640, &[(64, on(60))]);
    rig.processor.as_mut().unwrap().reset();
    let rows = rig.play(6400, 640, &[]);
    assert!(rows.iter().flatten().all(|sample| *sample == 0.0));
    rig.processor.as_mut().unwrap().reset();
    assert!(rig.play(6400, 640, &[(64, on(60))]) == first);
}

#[test]
fn expressions_and_modulation_act_on_their_notes() {
    let played = |events: &[(usize, Event)]| Rig::at(RATE).play(9600, 9600, events)[0].clone();
    let plain = played(&[(0, on(60))]);
    let express = |what, value| (0, Event::Express { key: 60, what, value });
    let louder = played(&[(0, on(60)), express(NoteExpressionType::Volume, 2.0)]);
    assert!((peak(&louder) / peak(&plain) - 2.0).abs() < 0.05, "{}", peak(&louder) / peak(&plain));
    let gone = played(&[(0, on(60)), express(NoteExpressionType::Volume, 0.0)]);
    assert!(peak(&gone) < 2e-3 * peak(&plain), "{}", peak(&gone) / peak(&plain));
    let others = played(&[
        (0, on(60)),
        (0, Event::Express { key: 61, what: NoteExpressionType::Tuning, value: 3.0 }),
    ]);
    assert!(others == plain);
    for (what, value) in [(NoteExpressionType::Tuning, 3.0), (NoteExpressionType::Brightness, 1.0)]
    {
        assert!(played(&[(0, on(60)), express(what, value)]) != plain, "{what:?}");
    }
    assert!(played(&[(0, on(60)), express(NoteExpressionType::Pan, 0.0)]) == plain);
    let modulate = |key, by| (0, Event::Modulate { parameter: Parameter::Hardness, key, by });
    assert!(
        played(&[(0, on(60)), modulate(60, 0.2)])
            == played(&[(0, on(60)), express(NoteExpressionType::Brightness, 1.0)])
    );
    assert!(played(&[modulate(-1, 0.2), (0, on(60))]) != plain);
    assert!(played(&[modulate(-1, 0.2), modulate(-1, 0.0), (0, on(60))]) == plain);
}

#[test]
fn what_hosts_should_not_send_does_no_harm() {
    let mut rig = Rig::at(RATE);
    let plain = Rig::at(RATE).play(4096, 4096, &[(0, on(60))]);
    // NaN and infinity as values, amounts and velocities; keys and ports that are none.
    let mut events = EventBuffer::new();
    on(60).push(0, &mut events);
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for parameter in Parameter::ALL.into_iter().filter(|_| value.is_nan()) {
            Event::Value(parameter, value).push(0, &mut events);
        }
        for parameter in Parameter::ALL {
            Event::Modulate { parameter, key: -1, by: value }.push(0, &mut events);
            Event::Modulate { parameter, key: 60, by: value }.push(0, &mut events);
        }
        Event::Express { key: 60, what: NoteExpressionType::Tuning, value }.push(0, &mut events);
        Event::On { id: -1, key: 300, velocity: 1.0 }.push(0, &mut events);
        Event::On { id: -1, key: -1, velocity: 1.0 }.push(0, &mut events);
    }
    for byte in 0..=255 {
        Event::Midi([byte, 0xFF, byte]).push(0, &mut events);
    }
    let mut rows = [vec![0.0; 4096], vec![0.0; 4096]];
    let [left, right] = &mut rows;
    rig.block([left, right], &events);
    assert!(rows == plain);
    // Values beyond their range are brought into it.
    rig.play(
        64,
        64,
        &[
            (0, Event::Value(Parameter::Volume, f64::INFINITY)),
            (1, Event::Value(Parameter::Size, -3.0)),
        ],
    );
    assert_eq!((rig.value(Parameter::Volume), rig.value(Parameter::Size)), (12.0, 0.0));
}

#[test]
fn events_out_of_order_late_and_in_empty_blocks_are_done() {
    let mut rig = Rig::at(RATE);
    let mut events = EventBuffer::new();
    // The second should have been before the first; the third is beyond the block.
    on(60).push(100, &mut events);
    Event::Value(Parameter::Volume, -20.0).push(50, &mut events);
    Event::Value(Parameter::Tune, 1.0).push(9999, &mut events);
    let mut rows = [vec![0.0; 256], vec![0.0; 256]];
    let [left, right] = &mut rows;
    rig.block([left, right], &events);
    assert!(rows[0][..100].iter().all(|sample| *sample == 0.0));
    assert!(peak(&rows[0]) > 0.0);
    assert_eq!((rig.value(Parameter::Volume), rig.value(Parameter::Tune)), (-20.0, 1.0));
    // A note in a block without samples sounds in the next, and nobody sleeps until then.
    let mut rig = Rig::at(RATE);
    let mut events = EventBuffer::new();
    on(60).push(0, &mut events);
    rig.block([&mut [], &mut []], &events);
    assert_eq!(rig.status, ProcessStatus::Continue);
    assert!(rig.play(4096, 4096, &[]) == Rig::at(RATE).play(4096, 4096, &[(0, on(60))]));
}

#[test]
fn a_thousand_notes_in_one_block_are_bounded() {
    let mut rig = Rig::at(RATE);
    let events: Vec<_> = (0..1000).map(|n| (n / 2, on(36 + (n * 7 % 61) as i16))).collect();
    let rows = rig.play(4096, 4096, &events);
    let loudest = rows.iter().map(|row| peak(row)).fold(0.0, f32::max);
    assert!(loudest > 0.1 && loudest <= 1.0, "{loudest}");
}

/// The lowest, the middle and the highest key sound from the first sample on, and when all others have been made
/// they sound as if they had been there.
#[test]
fn in_real_time_some_keys_sound_at_once_and_the_others_follow() {
    let [lowest, highest] = instrument("bar", 48_000.0).keys().map(i16::from);
    let sound = |rig: &mut Rig, key: i16| {
        let [left, right] = rig.play(4800, 256, &[(10, on(key))]);
        [left, right].concat()
    };
    let middle = lowest + (highest - lowest + 1) / 2;
    for key in [lowest, middle, highest] {
        let mut rig = Rig::new();
        rig.render(RenderMode::Realtime);
        assert!(rig.preset("bar"));
        rig.start(48_000.0);
        assert!(peak(&sound(&mut rig, key)) > 1e-3, "{key}");
    }
    let mut rig = Rig::new();
    rig.render(RenderMode::Realtime);
    assert!(rig.preset("bar"));
    rig.start(48_000.0);
    // Waits for all.
    rig.render(RenderMode::Offline);
    for key in [lowest + 1, middle - 3, highest - 1] {
        assert_eq!(sound(&mut rig, key), sound(&mut Rig::at(48_000.0), key), "{key}");
        rig.stop();
        rig.start(48_000.0);
    }
}
