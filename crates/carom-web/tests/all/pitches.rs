//! A scene that is played from keys sounds as the instrument does, and as the scene of what was played.

use crate::support::Asked;
use carom_instrument::{Action, Instrument, Setup, key_frequency, own_key};
use carom_scene::gallery::PIECES;
use carom_scene::render::{RenderOptions, render_sound};
use carom_scene::scene::{Parsed, Scene};
use carom_web::live::{Note, Pitches, Take};
use serde_json::json;

/// Samples of a quantum.
const QUANTUM: usize = 128;

fn piece(name: &str) -> Parsed {
    let piece = PIECES.iter().find(|piece| piece.name == name).unwrap();
    Scene::parse(piece.name, piece.text).unwrap()
}

/// The left channel of so many quanta.
fn heard(pitches: &mut Pitches, quanta: usize) -> Vec<f32> {
    let (mut left, mut right) = ([0.0; QUANTUM], [0.0; QUANTUM]);
    let quantum = |_| {
        pitches.render(&mut left, &mut right);
        left.to_vec()
    };
    (0..quanta).flat_map(quantum).collect()
}

/// The largest difference beside the largest sample (dB).
fn difference(one: &[f32], other: &[f32]) -> f64 {
    let peak = one.iter().fold(0.0f32, |peak, x| peak.max(x.abs()));
    assert!(peak > 0.02 && peak < 0.8, "{peak}");
    let most = one.iter().zip(other).fold(0.0f32, |most, (a, b)| most.max((a - b).abs()));
    20.0 * f64::from(most / peak).log10()
}

/// Keys that go down and up, beside the own key of the object: in which sample, which and how hard.
const MUSIC: [(u64, i16, f64); 7] = [
    (0, 0, 0.8),
    (0, 2, 0.5),
    (5_000, 0, 0.0),
    (5_123, -2, 0.7),
    (9_001, 0, 0.4),
    (12_000, 2, 0.0),
    (14_007, -2, 0.0),
];

fn music(own: u8) -> Vec<(u64, u8, f64)> {
    let key = |by: i16| u8::try_from(i16::from(own) + by).unwrap();
    MUSIC.iter().map(|(frame, by, velocity)| (*frame, key(*by), *velocity)).collect()
}

fn play(pitches: &mut Pitches, own: u8) {
    for (frame, key, velocity) in music(own) {
        assert!(pitches.note(u32::from(key), velocity, frame));
    }
}

#[test]
fn notes_sound_as_the_instrument_plays_them_also_when_they_begin_anew() {
    let scene = piece("marimba-bar");
    let mut pitches = Pitches::new(&scene, None, Some(2)).unwrap();
    let own = own_key(&scene).unwrap();
    assert_eq!(pitches.described()["keys"], json!([own - 2, own + 2]));
    play(&mut pitches, own);
    let first = heard(&mut pitches, 160);

    let setup = Setup {
        sample_rate: scene.scene.sample_rate,
        voices: 25,
        budget: 50 * 16_384,
        modes: 256,
        keys: [own - 2, own + 2],
    };
    let mut instrument = Instrument::new(&scene, &setup).unwrap();
    let (mut left, mut right) = (vec![0.0f32; 160 * QUANTUM], vec![0.0f32; 160 * QUANTUM]);
    let mut at = 0;
    for (frame, key, velocity) in music(own) {
        let frame = frame as usize;
        instrument.render(&mut left[at..frame], &mut right[at..frame]);
        instrument.act(Action::NoteOn { id: None, channel: 0, key, velocity });
        at = frame;
    }
    instrument.render(&mut left[at..], &mut right[at..]);
    assert_eq!(first, left);

    pitches.begin(false);
    assert_eq!(pitches.frame(), 0);
    play(&mut pitches, own);
    let apart = difference(&first, &heard(&mut pitches, 160));
    assert!(apart < -120.0, "{apart} dB");
}

#[test]
fn what_was_played_is_a_scene_that_renders_to_the_same_sound() {
    for name in ["marimba-bar", "wine-glass", "piano-string"] {
        let scene = piece(name);
        let mut pitches = Pitches::new(&scene, None, Some(2)).unwrap();
        let own = own_key(&scene).unwrap();
        play(&mut pitches, own);
        let live = heard(&mut pitches, 160);
        let rate = scene.scene.sample_rate;
        let note = |(frame, key, velocity)| Note { time: frame as f64 / rate, key, velocity };
        let take = Take {
            notes: music(own).into_iter().map(note).collect(),
            keys: Some([own - 2, own + 2]),
            length: Some(1.0),
            ..Take::default()
        };
        let body = json!({ "scene": scene.to_json(), "take": take }).to_string();
        let file = Asked.text("toml", body.as_bytes());
        assert!(!file.refused, "{}", file.text());
        let parsed = Scene::parse("take.toml", &file.text()).unwrap();
        let sound = render_sound(&parsed.plan, RenderOptions::default()).unwrap();
        let apart = difference(&live, &sound.left[..live.len()]);
        println!("{name}: {apart:.1} dB");
        assert!(apart < -100.0, "{name}: {apart} dB");
    }
}

#[test]
fn silence_ends_what_is_played_unless_it_is_kept() {
    let scene = piece("marimba-bar");
    let own = u32::from(own_key(&scene).unwrap());
    let mut pitches = Pitches::new(&scene, None, Some(0)).unwrap();
    for (keeps, ends) in [(false, true), (true, false)] {
        pitches.begin(false);
        pitches.keeps_running = keeps;
        assert!(pitches.note(own, 0.5, 0) && pitches.note(own, 0.0, 2_000));
        heard(&mut pitches, 1_500);
        assert_eq!(pitches.frame() == 0, ends);
    }
    assert!(!pitches.note(own + 1, 0.5, 0), "a key that is not there");
}

#[test]
fn keys_are_where_the_object_sounds() {
    let scene = piece("marimba-bar");
    let own = own_key(&scene).unwrap();
    let summary = {
        let body = json!({ "scene": scene.to_json() }).to_string();
        Asked.text("render", body.as_bytes()).rendering().head
    };
    let partials = summary["partials"].as_array().unwrap();
    let near = |p: &serde_json::Value| {
        (12.0 * (p["frequency"].as_f64().unwrap() / key_frequency(own)).log2()).abs() <= 0.5
    };
    assert!(partials.iter().any(near), "{own}: {partials:?}");
}

#[test]
fn what_cannot_be_played_is_refused_with_a_sentence() {
    let refused = |scene: &serde_json::Value, take: serde_json::Value| {
        let body = json!({ "scene": scene, "take": take }).to_string();
        let reply = Asked.text("toml", body.as_bytes());
        assert!(reply.refused, "{}", reply.text());
        reply.error()
    };
    let one = json!({ "time": 0, "key": 60, "velocity": 0.5 });
    let wall = crate::support::wall(1.0);
    let (message, _) = refused(&wall, json!({ "strikes": [], "notes": [one] }));
    assert!(
        message.starts_with("This scene cannot be played as pitches: no free mass"),
        "{message}"
    );
    let bar = crate::support::bar(0.1);
    let own = own_key(&Scene::from_json(&bar).unwrap()).unwrap();
    for (take, message, path) in [
        (
            json!({ "notes": [{ "time": -1, "key": 60, "velocity": 0.5 }] }),
            "`time` is -1.0",
            Some("take.notes[0].time"),
        ),
        (
            json!({ "notes": [{ "time": 0, "key": 60, "velocity": 2 }] }),
            "`velocity` is 2.0",
            Some("take.notes[0].velocity"),
        ),
        (json!({ "notes": [one], "keys": [0, 127] }), "`keys` is [0, 127]", Some("take.keys")),
        (
            json!({ "notes": [{ "time": 0, "key": 0, "velocity": 0.5 }], "keys": [own, own] }),
            "no key that it has was played",
            None,
        ),
    ] {
        let mut take = take;
        take["strikes"] = json!([]);
        assert_eq!(refused(&bar, take), (message.to_owned(), path.map(str::to_owned)));
    }
}
