//! What is played is what `carom run` renders of the exported scene.

mod support;

use carom_instrument::{Action, Instrument, Setup, export};
use carom_scene::render::{RenderOptions, render_sound};
use carom_scene::scene::Scene;
use support::{BAR, RATE, off, on, small};

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

/// Plays, exports, renders: how far apart the two are, relative to the peak (dB).
fn difference(take: &[(u64, Action)], seconds: f64) -> f64 {
    let scene = Scene::parse("bar.toml", &format!("{BAR}{PAIR}")).unwrap();
    let setup = Setup { keys: [60, 84], ..small() };
    let mut instrument = Instrument::new(&scene, &setup).unwrap();
    instrument.keep();
    let frames = (seconds * RATE) as usize;
    let (mut left, mut right) = (vec![0.0f64; frames], vec![0.0f64; frames]);
    let mut at = 0;
    for (frame, action) in take {
        let frame = *frame as usize;
        instrument.render(&mut left[at..frame], &mut right[at..frame]);
        instrument.act(*action);
        at = frame;
    }
    instrument.render(&mut left[at..], &mut right[at..]);
    let exported = export(&[&instrument]).unwrap();
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
    println!("{decibels:.1} dB at sample {}; {:?}", worst.1, instrument.work());
    decibels
}

#[test]
fn single_notes_with_dampers_agree() {
    let take = [(100, on(72, 0.8)), (20_000, off(72)), (40_000, on(72, 0.5)), (41_000, off(72))];
    assert!(difference(&take, 3.5) < -120.0);
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
    assert!(difference(&take, 3.0) < -120.0);
}
