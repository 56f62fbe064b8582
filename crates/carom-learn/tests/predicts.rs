//! An object learned from soft blows predicts a hard one.

use carom_learn::{Options, Variation, changed, learn};
use carom_listen::{Recording, centroid};
use carom_scene::render::{RenderOptions, render_sound};
use carom_scene::scene::Scene;
use serde_json::{Value, json};
use std::path::PathBuf;

/// Pieces of the gallery, and who strikes in them.
const PIECES: [(&str, &str); 10] = [
    ("bar", "mallet"),
    ("ceramic-tile", "nail"),
    ("church-bell", "clapper"),
    ("glass-bowl", "ball"),
    ("knock-on-a-door", "knuckles"),
    ("marimba-bar", "soft"),
    ("steel-plate", "hammer"),
    ("singing-bowl", "padded"),
    ("wine-glass", "nail"),
    ("woodblock", "stick"),
];

/// A piece of the gallery with one blow at 1 m/s, 1.5 s of it.
fn one_blow(name: &str, striker: &str) -> Value {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("../../scenes/{name}.toml"));
    let text = std::fs::read_to_string(path).expect("reads");
    let mut scene = Scene::parse(name, &text).expect("a scene").to_json();
    scene["strikes"] = json!([]);
    scene["duration"] = json!(1.5);
    for body in scene["body"].as_array_mut().expect("bodies") {
        if body["name"] == striker {
            body["velocity"] = json!(1.0);
        }
    }
    scene
}

/// The sound of a scene with all speeds times this, at a fixed level.
fn struck(scene: &Value, velocity: f64) -> Recording {
    let variation = Variation { velocity, place: 0.0, hardness: 0.0, size: 1.0 };
    let parsed = Scene::from_json(&changed(scene, &variation)).expect("a scene");
    let options = RenderOptions { unheard: true, ..RenderOptions::default() };
    let sound = render_sound(&parsed.plan, options).expect("sounds");
    let channel = |samples: &[f32]| samples.iter().map(|x| f64::from(*x)).collect();
    Recording {
        rate: parsed.plan.sample_rate,
        channels: vec![channel(&sound.left), channel(&sound.right)],
    }
}

fn level(samples: &[f64], rate: f64) -> f64 {
    let count = samples.len().min(rate as usize);
    10.0 * samples[..count].iter().map(|x| x * x).sum::<f64>().log10()
}

#[test]
fn soft_blows_predict_a_hard_one() {
    let only = std::env::var("ONLY").unwrap_or_default();
    for (name, striker) in PIECES {
        if !name.contains(&only) {
            continue;
        }
        let scene = one_blow(name, striker);
        let blows: Vec<(String, Recording)> = [1.0, 2.0]
            .iter()
            .map(|speed| (format!("{name} at {speed} m/s"), struck(&scene, *speed)))
            .collect();
        let options = Options { modes: 30, speeds: vec![1.0, 2.0] };
        let begin = std::time::Instant::now();
        let learned = learn(&blows, &options).expect("learns");
        let seconds = begin.elapsed().as_secs_f64();
        if std::env::var("SAVE").is_ok() {
            std::fs::write(format!("/tmp/l_{name}.toml"), &learned.scene).unwrap();
        }
        let again = Scene::parse(name, &learned.scene).expect("a scene").to_json();
        let c = &learned.contact;
        println!(
            "{name}: snr {:.1} exponent {} ({}..{}) loss {} time {:.3} ms; {seconds:.1} s",
            learned.snr_db,
            c.exponent.value,
            c.exponent.low,
            c.exponent.high,
            c.loss.value,
            1e3 * c.duration_s.value
        );
        for speed in [1.0, 2.0, 4.0] {
            let (truth, guess) = (struck(&scene, speed), struck(&again, speed));
            let (a, b) = (truth.mono(), guess.mono());
            let (rate, other) = (truth.rate, guess.rate);
            let bright = centroid(&b, other) / centroid(&a, rate) - 1.0;
            let louder = level(&b, other) - level(&a, rate);
            println!(
                "  {speed} m/s: centroid {:.0} Hz {:+.1} %, level {louder:+.2} dB",
                centroid(&a, rate),
                100.0 * bright
            );
        }
    }
}

#[test]
fn timing() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../scenes/wine-glass.toml");
    let text = std::fs::read_to_string(path).expect("reads");
    let scene = Scene::parse("x", &text).expect("a scene").to_json();
    for variation in carom_learn::vary(&carom_learn::Ranges::default(), 4, 7) {
        let begin = std::time::Instant::now();
        let parsed = Scene::from_json(&changed(&scene, &variation)).expect("a scene");
        let planned = begin.elapsed().as_secs_f64();
        let options = RenderOptions { unheard: true, ..RenderOptions::default() };
        let sound = render_sound(&parsed.plan, options).expect("sounds");
        println!(
            "plan {planned:.3} render {:.3} s for {} samples, duration {:?}",
            begin.elapsed().as_secs_f64() - planned,
            sound.left.len(),
            parsed.plan.duration
        );
    }
}
