//! An object learned from soft blows predicts a hard one.

use carom_learn::{Options, learn};
use carom_listen::{Recording, centroid};
use carom_scene::render::{Keep, RenderOptions, render_sound};
use carom_scene::scene::Scene;
use carom_scene::vary::{Variation, changed};
use serde_json::{Value, json};
use std::path::PathBuf;

/// Pieces of the gallery, and who strikes in them. The glass is light: the nail must not touch it twice.
const PIECES: [(&str, &str); 3] =
    [("ceramic-tile", "nail"), ("glockenspiel-bar", "mallet"), ("wine-glass", "nail")];

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
    let parsed = changed(&Scene::from_json(scene).expect("a scene").scene, &variation)
        .resolve()
        .expect("a scene");
    let options = RenderOptions { keep: Keep::Sums, ..RenderOptions::default() };
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
    for (name, striker) in PIECES {
        let scene = one_blow(name, striker);
        let blows: Vec<(String, Recording)> = [1.0, 2.0]
            .iter()
            .map(|speed| (format!("{name} at {speed} m/s"), struck(&scene, *speed)))
            .collect();
        let options = Options { modes: 30, speeds: vec![1.0, 2.0], ..Options::default() };
        let learned = learn(&blows, &options).expect("learns");
        let again = Scene::parse(name, &learned.scene).expect("a scene").to_json();
        let modes = again["body"]
            .as_array()
            .expect("bodies")
            .iter()
            .filter_map(|body| body["modes"]["frequency"].as_array());
        let highest = modes.flatten().filter_map(Value::as_f64).fold(0.0, f64::max);
        let half = 0.5 * blows[0].1.rate;
        assert!(highest > 1000.0 && highest < half, "{name}: {highest} Hz is not rendered");
        let (truth, guess) = (struck(&scene, 4.0), struck(&again, 4.0));
        let (a, b) = (truth.mono(), guess.mono());
        let brighter = centroid(&b, guess.rate) / centroid(&a, truth.rate) - 1.0;
        let louder = level(&b, guess.rate) - level(&a, truth.rate);
        assert!(brighter.abs() < 0.05, "{name}: brighter by {brighter:.3}");
        assert!(louder.abs() < 1.0, "{name}: louder by {louder:.2} dB");
        // The exponents that these contacts have.
        let plan = Scene::from_json(&scene).expect("a scene").plan;
        let exponent = plan.contacts[0].law.potential().exponent();
        let found = learned.contact.exponent.value;
        assert!((found - exponent).abs() < 0.1, "{name}: {found:.2} for {exponent:.2}");
    }
}
