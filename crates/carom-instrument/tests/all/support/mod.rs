//! What tests, examples and the benchmark share: small instruments, music and measures of sounds.
#![allow(dead_code, missing_docs)] // Each of them uses some of it.

use std::f64::consts::{PI, TAU};
use std::time::Instant;

use carom_instrument::{Action, Instrument, Parameter, Setup, Who};
use carom_numeric::Random;
use carom_scene::gallery::PIECES;
use carom_scene::scene::{Parsed, Scene};

pub(crate) const RATE: f64 = 48_000.0;

/// A bar of aluminium under a mallet.
pub(crate) const BAR: &str = r#"
version = 1
[[body]]
name = "mallet"
mass = 0.02
hardness = 0.6
[[body]]
name = "bar"
material = "aluminium"
shape = { kind = "bar", length = 0.28, width = 0.035, thickness = 0.008, suspension = 30 }
[[contact]]
between = ["mallet", "bar"]
at = { bar = 0.3 }
"#;

/// That bar.
pub(crate) fn bar() -> Parsed {
    Scene::parse("bar.toml", BAR).unwrap()
}

/// A scene of the gallery.
pub(crate) fn piece(name: &str) -> Parsed {
    let piece = PIECES.iter().find(|piece| piece.name == name).unwrap();
    Scene::parse(name, piece.text).unwrap()
}

/// An octave of few modes.
pub(crate) fn small() -> Setup {
    Setup { sample_rate: RATE, modes: 64, keys: [60, 72], ..Setup::default() }
}

/// The bar as a small instrument.
pub(crate) fn bars() -> Instrument {
    Instrument::new(&bar(), &small()).unwrap()
}

/// The bar with room for so many notes.
pub(crate) fn bars_of(voices: usize) -> Instrument {
    Instrument::new(&bar(), &Setup { voices, ..small() }).unwrap()
}

pub(crate) fn on(key: u8, velocity: f64) -> Action {
    Action::NoteOn { id: None, channel: 0, key, velocity }
}

pub(crate) fn off(key: u8) -> Action {
    Action::NoteOff(Who::key(key))
}

/// The next samples, left.
pub(crate) fn sound(instrument: &mut Instrument, frames: usize) -> Vec<f64> {
    let (mut left, mut right) = (vec![0.0f64; frames], vec![0.0f64; frames]);
    instrument.render(&mut left, &mut right);
    left
}

/// What is done, and before which sample, in rising order.
pub(crate) type Music = Vec<(usize, Action)>;

/// Plays music by blocks of a length, as a host does: left and right.
pub(crate) fn play(
    instrument: &mut Instrument,
    music: &[(usize, Action)],
    frames: usize,
    block: usize,
) -> [Vec<f64>; 2] {
    let (mut left, mut right) = (vec![0.0f64; frames], vec![0.0f64; frames]);
    let mut music = music.iter().peekable();
    let mut at = 0;
    while at < frames {
        while let Some((_, action)) = music.next_if(|(when, _)| *when <= at) {
            instrument.act(*action);
        }
        let end = (at / block + 1) * block;
        let end = music.peek().map_or(end, |(when, _)| end.min(*when)).min(frames);
        instrument.render(&mut left[at..end], &mut right[at..end]);
        at = end;
    }
    [left, right]
}

pub(crate) fn peak(sound: &[f64]) -> f64 {
    sound.iter().fold(0.0, |peak, sample| sample.abs().max(peak))
}

pub(crate) fn decibels(ratio: f64) -> f64 {
    20.0 * ratio.max(1e-300).log10()
}

pub(crate) fn seconds(seconds: f64) -> usize {
    (seconds * RATE).round() as usize
}

/// How long this thread has been running (s); what others do meanwhile does not count where the system
/// tells it.
pub(crate) fn clock(start: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let running = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    running.map_or_else(|| start.elapsed().as_secs_f64(), |nanoseconds| 1e-9 * nanoseconds)
}

/// The size of a sound at a frequency (Hz), seen through a Hann window.
pub(crate) fn spectrum_at(sound: &[f64], frequency: f64) -> f64 {
    let (mut re, mut im) = (0.0, 0.0);
    let (mut c, mut s) = (1.0, 0.0);
    let (dc, ds) = ((TAU * frequency / RATE).cos(), (TAU * frequency / RATE).sin());
    for (n, sample) in sound.iter().enumerate() {
        let window = 0.5 - 0.5 * (TAU * n as f64 / sound.len() as f64).cos();
        re += window * sample * c;
        im += window * sample * s;
        (c, s) = (c * dc - s * ds, s * dc + c * ds);
    }
    4.0 / sound.len() as f64 * re.hypot(im)
}

/// By how many cents the partial near a frequency (Hz) is too high; nothing if there is none within
/// 60 cents.
pub(crate) fn cents_off(sound: &[f64], frequency: f64) -> Option<f64> {
    let level =
        |cents: i32| spectrum_at(sound, frequency * (f64::from(cents) / 1200.0).exp2()).ln();
    let levels: Vec<f64> = (-60..=60).step_by(2).map(level).collect();
    let top = (0..levels.len()).max_by(|a, b| levels[*a].total_cmp(&levels[*b]))?;
    let (before, after) = (levels.get(top.checked_sub(1)?)?, levels.get(top + 1)?);
    // The top of a parabola through three points.
    let bend = before - 2.0 * levels[top] + after;
    Some(2.0 * (top as f64 - 30.0 + 0.5 * (before - after) / bend))
}

/// What a sound that begins in silence has above a frequency (Hz), up to 4 ms before its end: a filter
/// of 8 ms whose stop band is 90 dB down.
pub(crate) fn above(sound: &[f64], frequency: f64) -> Vec<f64> {
    const HALF: i32 = 192;
    let taps: Vec<f64> = (-HALF..=HALF)
        .map(|n| {
            let (x, turn) = (f64::from(n), PI * f64::from(n) / f64::from(HALF));
            let window = 0.35875
                + 0.48829 * turn.cos()
                + 0.14128 * (2.0 * turn).cos()
                + 0.01168 * (3.0 * turn).cos();
            let low = if n == 0 {
                2.0 * frequency / RATE
            } else {
                (TAU * frequency / RATE * x).sin() / (PI * x)
            };
            (if n == 0 { 1.0 } else { 0.0 }) - window * low
        })
        .collect();
    let mut padded = vec![0.0; HALF as usize];
    padded.extend(sound);
    let filtered = padded.windows(taps.len());
    filtered.map(|part| part.iter().zip(&taps).map(|(sample, tap)| sample * tap).sum()).collect()
}

/// A number that nobody should send, or one that somebody might.
fn wild(random: &mut Random) -> f64 {
    let odd = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300, -1e300, 5e-324, -0.0, 0.0, 1.0];
    match random.bits() % 4 {
        0 => odd[(random.bits() % odd.len() as u64) as usize],
        1 => random.uniform(-100.0, 100.0),
        _ => random.uniform(-0.2, 1.2),
    }
}

fn anybody(random: &mut Random) -> Who {
    let (id, channel, key) = (random.bits(), random.bits(), random.bits());
    let bits = random.bits();
    Who {
        id: (bits & 7 == 0).then_some((id % 8) as i32 - 1),
        channel: (bits & 24 == 0).then_some((channel % 18) as u8),
        key: (bits & 32 == 0).then_some(55 + (key % 20) as u8),
    }
}

fn parameter(random: &mut Random) -> Parameter {
    Parameter::ALL[(random.bits() % Parameter::ALL.len() as u64) as usize]
}

/// Any action, with values in their range, out of it, and no numbers at all.
pub(crate) fn any_action(random: &mut Random) -> Action {
    let who = anybody(random);
    match random.bits() % 20 {
        0..=6 => Action::NoteOn {
            id: who.id,
            channel: (random.bits() % 18) as u8,
            key: 55 + (random.bits() % 20) as u8,
            velocity: wild(random),
        },
        7..=8 => Action::NoteOff(who),
        9 => Action::Choke(who),
        10 => Action::Set(parameter(random), wild(random)),
        11..=12 => {
            let parameter = parameter(random);
            Action::Set(parameter, parameter.at(random.uniform(0.0, 1.0)))
        }
        13 => Action::Modulate(who, parameter(random), wild(random)),
        14 => Action::Bend(who, wild(random)),
        15 => Action::Pressure(who, wild(random)),
        16 => Action::Wheel(wild(random)),
        17 => Action::Drag(who, wild(random), wild(random)),
        18 => Action::Sustain(random.bits() & 1 == 0),
        _ if random.bits() & 1 == 0 => Action::AllNotesOff,
        _ => Action::AllSoundOff,
    }
}

/// Some music of all there is: notes, releases, chokes, the pedal, drum rolls, parameters.
pub(crate) fn busy_music(seed: u64, frames: usize, actions: usize) -> Music {
    let mut random = Random::new(seed);
    let mut music: Music = (0..actions)
        .map(|_| ((random.uniform(0.0, frames as f64)) as usize, any_action(&mut random)))
        .collect();
    music.sort_by_key(|(when, _)| *when);
    music
}
