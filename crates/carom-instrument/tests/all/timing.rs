//! Everything happens at its sample, whatever the blocks.

use crate::support::{bars, bars_of, busy_music, off, on, play, sound};
use carom_instrument::{Action, Parameter};

#[test]
fn a_note_begins_at_its_sample_and_not_before() {
    for (block, at) in [(64, 0), (64, 1), (64, 63), (64, 64), (1000, 777), (8192, 8191), (3, 100)] {
        let mut instrument = bars();
        let music = [(at, on(60, 0.7))];
        let [left, right] = play(&mut instrument, &music, at + 500, block);
        for row in [&left, &right] {
            assert!(row[..at].iter().all(|sample| sample.to_bits() == 0), "before {at}");
            assert_ne!(row[at], 0.0, "the first sample at {at} in blocks of {block}");
        }
    }
}

#[test]
fn a_second_note_changes_the_sound_at_its_sample() {
    let music = [(0, on(60, 0.7)), (1234, on(67, 0.7))];
    let [first, _] = play(&mut bars(), &music[..1], 2000, 64);
    let [both, _] = play(&mut bars(), &music, 2000, 64);
    assert_eq!(first[..1234], both[..1234]);
    assert_ne!(first[1234], both[1234]);
}

/// Bit by bit the same by blocks of all these lengths.
fn check(voices: usize, music: &[(usize, Action)], frames: usize) {
    let mut first: Option<[Vec<f64>; 2]> = None;
    for block in [8192, 1000, 65, 64, 3, 1] {
        let mut instrument = bars_of(voices);
        let sound = play(&mut instrument, music, frames, block);
        let first = first.get_or_insert_with(|| sound.clone());
        for (row, expected) in sound.iter().zip(first) {
            let differs = row.iter().zip(expected).position(|(a, b)| a.to_bits() != b.to_bits());
            assert_eq!(differs, None, "by blocks of {block} this sample differs first");
        }
    }
}

#[test]
fn notes_and_dampers_do_not_depend_on_blocks() {
    let mut music = vec![];
    for n in 0..12 {
        let key = 60 + (n * 5 % 13) as u8;
        music.push((1001 * n, on(key, 0.3 + 0.05 * n as f64)));
        music.push((1001 * n + 700, off(key)));
    }
    check(16, &music, 24_000);
}

#[test]
fn the_pedal_and_drum_rolls_do_not_depend_on_blocks() {
    let drum = Action::Set(Parameter::Gesture, 1.0);
    let music = [
        (0, Action::Set(Parameter::Rate, 40.0)),
        (10, drum),
        (101, on(60, 0.8)),
        (333, on(64, 0.5)),
        (5_000, Action::Sustain(true)),
        (7_001, off(60)),
        (9_999, off(64)),
        (12_345, Action::Set(Parameter::Gesture, 0.0)),
        (12_500, on(67, 1.0)),
        (14_000, Action::Sustain(false)),
    ];
    check(16, &music, 20_000);
}

#[test]
fn stolen_notes_do_not_depend_on_blocks() {
    let notes = (0..60).map(|n| (37 * n, on(60 + (n * 7 % 13) as u8, 0.9)));
    check(2, &notes.collect::<Vec<_>>(), 12_000);
}

#[test]
fn busy_music_does_not_depend_on_blocks() {
    for seed in [1, 2] {
        check(3, &busy_music(seed, 20_000, 250), 22_000);
    }
}

#[test]
fn a_reset_instrument_begins_anew() {
    // A multiple of 64 samples in: the same place in a cell.
    let music =
        [(5, on(60, 0.9)), (300, Action::Sustain(true)), (900, on(65, 0.4)), (950, off(65))];
    let expected = play(&mut bars(), &music, 6400, 64);
    let mut instrument = bars();
    play(&mut instrument, &busy_music(3, 6000, 100), 6400, 64);
    for parameter in Parameter::ALL {
        instrument.act(Action::Set(parameter, instrument.usual(parameter)));
    }
    instrument.act(on(62, 1.0));
    instrument.reset();
    assert_eq!(instrument.sounding(), 0);
    let again = play(&mut instrument, &music, 6400, 64);
    for (row, expected) in again.iter().zip(&expected) {
        let differs = row.iter().zip(expected).position(|(a, b)| a.to_bits() != b.to_bits());
        assert_eq!(differs, None, "this sample differs first");
    }
}

#[test]
fn nothing_sounds_unless_it_is_struck() {
    let mut instrument = bars();
    for action in [
        off(60),
        on(60, 0.0),
        on(60, f64::NAN),
        on(60, -1.0),
        on(1, 1.0),
        on(200, 1.0),
        Action::Sustain(true),
        Action::Sustain(false),
        Action::AllNotesOff,
        Action::AllSoundOff,
    ] {
        instrument.act(action);
        assert!(sound(&mut instrument, 100).iter().all(|sample| *sample == 0.0), "{action:?}");
    }
    assert_eq!(instrument.work().total, 0);
}
