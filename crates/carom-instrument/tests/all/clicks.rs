//! Whatever is done to notes that sound, nothing clicks.
//!
//! A soft hammer leaves hardly anything high in the sound; what is high then comes from what was done.

use crate::support::{above, bars, bars_of, decibels, on, peak, play, sound};
use carom_instrument::{Action, Instrument, Parameter, Who};
use carom_numeric::Random;

/// Bars of one voice each under a soft hammer, well below full scale.
fn soft(voices: usize) -> Instrument {
    let mut instrument = bars_of(voices);
    instrument.act(Action::Set(Parameter::Hardness, 0.005));
    instrument.act(Action::Set(Parameter::Volume, -12.0));
    // The volume has settled.
    sound(&mut instrument, 48_000);
    instrument
}

/// The difference of two sounds.
fn difference(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a - b).collect()
}

/// What a sound has above 5 kHz, beside its own peak (dB).
fn high(sound: &[f64], peak: f64) -> f64 {
    decibels(crate::support::peak(&above(sound, 5000.0)) / peak)
}

/// A fade of 4 ms adds less than this above 5 kHz (dB), a cut a hundred times as much.
const FADED: f64 = -60.0;

#[test]
fn a_soft_note_has_nothing_high_by_itself() {
    let note = play(&mut soft(4), &[(0, on(60, 1.0))], 12_000, 64)[0].clone();
    let alone = high(&note, peak(&note));
    println!("a note alone: {alone:.1} dB");
    assert!(alone < FADED - 10.0, "{alone} dB");
    // Cut in the middle it has: the measure sees a click.
    let cut: Vec<f64> =
        note.iter().enumerate().map(|(n, x)| if n < 6000 { *x } else { 0.0 }).collect();
    let cut = high(&cut, peak(&note));
    println!("a note cut off: {cut:.1} dB");
    assert!(cut > FADED + 15.0, "{cut} dB");
}

#[test]
fn a_choked_note_does_not_click() {
    for at in [5000, 5037, 5100, 5163] {
        let music = [(0, on(60, 1.0)), (at, Action::Choke(Who::key(60)))];
        let [note, _] = play(&mut soft(4), &music, 12_000, 64);
        let high = high(&note, peak(&note));
        println!("choked at {at}: {high:.1} dB");
        assert!(high < FADED, "{high} dB");
        assert!(note[at + 192..].iter().all(|sample| *sample == 0.0), "silent after 4 ms");
    }
}

/// How loud the high part is (dB) of what two voices take away of the sound of music in which eleven notes
/// are stolen. Each key is struck once, so that all else is the same.
fn taken_away(music: &[(usize, Action)]) -> f64 {
    let mut few = soft(2);
    let [stolen, _] = play(&mut few, music, 12_000, 64);
    let [all, _] = play(&mut soft(16), music, 12_000, 64);
    assert_eq!(few.work().stolen, 11);
    high(&difference(&all, &stolen), peak(&all))
}

#[test]
fn stolen_notes_do_not_click() {
    let mut random = Random::new(5);
    let mut keys: Vec<u8> = (60..=72).collect();
    for i in 0..keys.len() {
        keys.swap(i, (random.bits() % 13) as usize);
    }
    let mut at = 0;
    let music: Vec<_> = keys
        .into_iter()
        .map(|key| {
            at += random.uniform(300.0, 900.0) as usize;
            (at, on(key, random.uniform(0.3, 1.0)))
        })
        .collect();
    let high = taken_away(&music);
    println!("stolen: {high:.1} dB");
    assert!(high < FADED, "{high} dB");
}

#[test]
fn a_note_that_fades_and_is_struck_again_does_not_click() {
    // Its gain comes back from where it is.
    let mut instrument = soft(4);
    let music = [(0, on(60, 1.0)), (6000, Action::Choke(Who::key(60))), (6096, on(60, 0.05))];
    let [note, _] = play(&mut instrument, &music, 12_000, 64);
    let high = high(&note, peak(&note));
    println!("struck while it faded: {high:.1} dB");
    assert!(high < FADED, "{high} dB");
}

/// What jumps of a parameter add above 5 kHz, beside the peak of two notes that ring (dB).
fn jumped(from: Action, to: Action, back: Action) -> f64 {
    let notes = [(0, on(60, 0.5)), (0, on(67, 0.5))];
    let jumps = [(9600, from), (24_000, to), (38_400, back)];
    let [sound, _] = play(&mut soft(4), &[&notes[..], &jumps].concat(), 48_000, 64);
    let before = peak(&sound[..9600]);
    decibels(peak(&above(&sound, 5000.0)) / before.max(peak(&sound)))
}

#[test]
fn parameters_that_jump_do_not_click() {
    // Those that move the pitch by octaves move what is heard above 5 kHz.
    let others = [Parameter::Size, Parameter::Material, Parameter::Tune];
    for parameter in Parameter::ALL.into_iter().filter(|parameter| !others.contains(parameter)) {
        let [low, high] = parameter.about().range.map(|value| Action::Set(parameter, value));
        let usual = Action::Set(parameter, bars().usual(parameter));
        for [from, to] in [[low, high], [high, low]] {
            let level = jumped(from, to, usual);
            println!("{parameter:?}: {level:.1} dB");
            assert!(level < FADED, "{from:?}, {to:?}: {level} dB");
        }
    }
}

#[test]
fn a_pitch_that_jumps_by_a_tone_does_not_click() {
    let bend = |semitones| Action::Bend(Who::ALL, semitones);
    let tune = |semitones| Action::Set(Parameter::Tune, semitones);
    let size = |factor| Action::Set(Parameter::Size, factor);
    for [from, to, back] in [
        [bend(2.0), bend(-2.0), bend(0.0)],
        [tune(2.0), tune(-2.0), tune(0.0)],
        [size(0.9), size(1.1), size(1.0)],
    ] {
        let level = jumped(from, to, back);
        println!("{from:?}: {level:.1} dB");
        assert!(level < FADED, "{from:?}: {level} dB");
    }
}

/// What a parameter that goes from end to end and back leaves above 15 kHz, beside the peak (dB): no mode
/// of a soft note gets there.
#[test]
fn a_pitch_that_goes_from_end_to_end_does_not_click() {
    let mut wrong = Vec::new();
    for parameter in [Parameter::Size, Parameter::Tune, Parameter::Material] {
        let [low, high] = parameter.about().range.map(|value| Action::Set(parameter, value));
        let usual = Action::Set(parameter, bars().usual(parameter));
        for [from, to] in [[low, high], [high, low]] {
            let notes = [(0, on(60, 0.5)), (0, on(67, 0.5))];
            let jumps = [(9600, from), (57_600, to), (105_600, usual)];
            let [sound, _] = play(&mut soft(4), &[&notes[..], &jumps].concat(), 153_600, 64);
            let level = decibels(peak(&above(&sound, 15_000.0)) / peak(&sound));
            println!("{from:?}: {level:.1} dB");
            wrong.extend((level >= FADED).then(|| format!("{from:?}: {level:.1} dB")));
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn more_notes_than_voices_within_a_fade_do_not_click() {
    // Eleven notes within 4 ms, on two voices.
    let music: Vec<_> = (0..11).map(|n| (6000 + 17 * n, on(60 + n as u8, 0.8))).collect();
    let before = [(0, on(71, 1.0)), (0, on(72, 1.0))];
    let music = [&before[..], &music].concat();
    let high = taken_away(&music);
    println!("stolen within a fade: {high:.1} dB");
    assert!(high < FADED, "{high} dB");
}
