//! What is played is what `carom run` renders of the exported scene.

use crate::support::{BAR, RATE, off, on, piece, small};
use carom_instrument::{Action, Instrument, Setup, Song, export};
use carom_scene::render::{RenderOptions, render_sound};
use carom_scene::scene::{Parsed, Scene};

/// Two listeners.
const PAIR: &str = "
[[pickup]]
distance = 1
direction = [-30, 45]
pan = -1
[[pickup]]
distance = 1
direction = [30, 45]
pan = 1
";

/// A rendering that ends while it sounds is faded out over these samples.
const FADED: usize = 2_400;

/// What an instrument plays, and it.
fn played(
    scene: &Parsed,
    setup: &Setup,
    take: &[(u64, Action)],
    frames: usize,
) -> (Instrument, [Vec<f64>; 2]) {
    let mut instrument = Instrument::new(scene, setup).unwrap();
    instrument.keep();
    let (mut left, mut right) = (vec![0.0f64; frames], vec![0.0f64; frames]);
    let mut at = 0;
    for (frame, action) in take {
        let frame = *frame as usize;
        instrument.render(&mut left[at..frame], &mut right[at..frame]);
        instrument.act(*action);
        at = frame;
    }
    instrument.render(&mut left[at..], &mut right[at..]);
    (instrument, [left, right])
}

/// Exports what instruments played and renders it: how far it is from the sum of what they sounded like,
/// relative to the peak (dB).
fn difference(takes: &[(Instrument, [Vec<f64>; 2])]) -> f64 {
    let instruments: Vec<_> = takes.iter().map(|(instrument, _)| instrument).collect();
    let frames = takes[0].1[0].len();
    let seconds = frames as f64 / RATE;
    let side = |side: usize| {
        let at = |n: usize| takes.iter().map(|(_, sound)| sound[side][n]).sum::<f64>();
        (0..frames).map(at).collect::<Vec<_>>()
    };
    let (left, right) = (side(0), side(1));
    let exported = export(&instruments).unwrap();
    assert_eq!(exported.warnings, Vec::<String>::new());
    let json = serde_json::to_value(Scene { duration: Some(seconds), ..exported.scene }).unwrap();
    let plan = Scene::from_json(&json).unwrap().plan;
    let sound = render_sound(&plan, RenderOptions::default()).unwrap();
    let peak = left.iter().chain(&right).fold(0.0f64, |peak, x| peak.max(x.abs()));
    assert!(peak > 0.05 && peak < 0.8, "{peak}");
    let mut worst = (0.0f64, 0);
    for (played, rendered) in [(&left, &sound.left), (&right, &sound.right)] {
        assert_eq!(played.len(), rendered.len());
        let pairs = played.iter().zip(rendered).take(frames - FADED);
        for (n, (a, b)) in pairs.enumerate() {
            let apart = (a - f64::from(*b)).abs();
            if apart > worst.0 {
                worst = (apart, n);
            }
        }
    }
    let decibels = 20.0 * (worst.0 / peak).log10();
    println!("{decibels:.1} dB at sample {}", worst.1);
    decibels
}

/// The same of bars.
fn of_bars(take: &[(u64, Action)], seconds: f64) -> f64 {
    let scene = Scene::parse("bar.toml", &format!("{BAR}{PAIR}")).unwrap();
    let setup = Setup { keys: [60, 84], ..small() };
    difference(&[played(&scene, &setup, take, (seconds * RATE) as usize)])
}

#[test]
fn single_notes_with_dampers_agree() {
    let take = [(100, on(72, 0.8)), (20_000, off(72)), (40_000, on(72, 0.5)), (41_000, off(72))];
    assert!(of_bars(&take, 3.5) < -120.0);
}

#[test]
fn chords_agree() {
    let take = [
        (0, on(60, 0.9)),
        (0, on(64, 0.6)),
        (10, on(67, 0.7)),
        (9_000, off(64)),
        (9_001, on(84, 0.4)),
        (9_100, off(60)),
        (12_000, on(60, 0.3)),
        (30_000, Action::AllNotesOff),
    ];
    assert!(of_bars(&take, 3.0) < -120.0);
}

#[test]
fn a_drum_under_two_dampers_agrees() {
    let take = [
        (0, on(50, 0.75)),
        (12_000, off(50)),
        (24_000, on(50, 0.3)),
        (30_000, on(50, 0.5)),
        (34_000, off(50)),
    ];
    let setup = Setup { keys: [50, 50], ..small() };
    assert!(difference(&[played(&piece("kettledrum"), &setup, &take, 48_000)]) < -120.0);
}

#[test]
fn a_note_on_what_has_slept_under_its_damper_agrees() {
    let take = [(0, on(74, 0.7)), (41_400, off(74)), (158_400, on(74, 0.4))];
    let setup = Setup { keys: [74, 74], ..Setup::default() };
    assert!(difference(&[played(&piece("marimba-bar"), &setup, &take, 168_000)]) < -120.0);
}

#[test]
fn a_song_of_three_instruments_agrees() {
    let bytes = include_bytes!("../../../../scenes/songs/four-bars.mid");
    let song = Song::read(bytes).unwrap();
    let names = ["marimba-bar", "kettledrum", "woodblock"];
    assert_eq!(song.parts.len(), names.len());
    // The first bar: all three have been struck and damped.
    let frames = (2.4 * RATE) as usize;
    let takes = names.iter().enumerate().map(|(n, name)| {
        let setup = Setup { keys: song.parts[n].keys, ..Setup::default() };
        let mut take = song.schedule(RATE, &|part| part == n);
        take.retain(|(frame, _)| *frame < frames as u64);
        played(&piece(name), &setup, &take, frames)
    });
    assert!(difference(&takes.collect::<Vec<_>>()) < -120.0);
}
