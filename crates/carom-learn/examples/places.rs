//! Objects whose shape is known, learned from blows at two places, predict a third: a table.
//!
//! The mallet is light, so that the force is the same everywhere. Counted are partials that move at the third place more than 0.2 of what they move at most.

use carom_learn::{Options, amplitudes, learn, shape};
use carom_listen::Recording;
use carom_scene::render::{RenderOptions, render_sound};
use carom_scene::scene::Scene;
use serde_json::{Value, json};

/// A shape, its material, two places that are known and one that is not.
type Case = (&'static str, &'static str, [[f64; 2]; 3]);
const CASES: [Case; 8] = [
    (r#"{"kind":"bar"}"#, "steel", [[0.04, f64::NAN], [0.31, f64::NAN], [0.42, f64::NAN]]),
    (
        r#"{"kind":"bar","ends":"cantilever"}"#,
        "aluminium",
        [[0.95, f64::NAN], [0.62, f64::NAN], [0.8, f64::NAN]],
    ),
    (r#"{"kind":"string"}"#, "steel", [[0.11, f64::NAN], [0.23, f64::NAN], [0.37, f64::NAN]]),
    (r#"{"kind":"tube"}"#, "aluminium", [[0.03, f64::NAN], [0.22, f64::NAN], [0.4, f64::NAN]]),
    (r#"{"kind":"tuned-bar"}"#, "rosewood", [[0.05, f64::NAN], [0.3, f64::NAN], [0.47, f64::NAN]]),
    (r#"{"kind":"plate"}"#, "steel", [[0.13, 0.22], [0.31, 0.41], [0.4, 0.27]]),
    (r#"{"kind":"membrane"}"#, "mylar", [[0.13, 0.22], [0.31, 0.41], [0.4, 0.27]]),
    (r#"{"kind":"bowl"}"#, "bronze", [[0.95, 0.03], [0.6, 0.05], [0.8, 0.04]]),
];

/// The sound of a blow at a place.
fn struck(kind: &str, material: &str, place: [f64; 2], along: bool) -> Recording {
    let shape = serde_json::to_value(shape(kind).expect("a shape")).expect("JSON");
    let place = if along { json!(place[0]) } else { json!(place) };
    let scene = json!({
        "version": 1, "duration": 1.5, "level": { "full_scale": 1.0 },
        "body": [
            { "name": "mallet", "mass": 0.0002, "velocity": 1.0 },
            { "name": "object", "material": material, "shape": shape }
        ],
        "contact": [{
            "between": ["mallet", "object"], "at": { "object": place },
            "law": { "kind": "hunt-crossley", "stiffness": 4e7, "exponent": 1.5, "mu": 0.2 }
        }],
        "pickup": [{ "body": "object" }]
    });
    sound(&scene)
}

fn sound(scene: &Value) -> Recording {
    let parsed = Scene::from_json(scene).expect("a scene");
    let options = RenderOptions { unheard: true, ..RenderOptions::default() };
    let sound = render_sound(&parsed.plan, options).expect("sounds");
    let channel = sound.left.iter().map(|x| f64::from(*x)).collect();
    Recording { rate: parsed.plan.sample_rate, channels: vec![channel] }
}

fn main() {
    println!("{:34} {:>8} {:>8} {:>8}", "shape", "counted", "3 dB", "worst dB");
    for (kind, material, places) in CASES {
        let form = shape(kind).expect("a shape");
        let along = form.resonator().places() == carom_shapes::Places::Line;
        let [a, b, c] = places.map(|place| struck(kind, material, place, along));
        let options = Options {
            modes: 20,
            speeds: vec![1.0, 1.0],
            shape: Some(form.clone()),
            places: places[..2].to_vec(),
            at: Some(places[2]),
        };
        let learned = match learn(&[("a".into(), a), ("b".into(), b)], &options) {
            Ok(learned) => learned,
            Err(error) => {
                println!("{kind:34} {error}");
                continue;
            }
        };
        let mut again = Scene::parse("learned", &learned.scene).expect("a scene").to_json();
        again["duration"] = json!(1.5);
        let guess = sound(&again);
        // How much the modes of the shape move at the third place.
        let material = carom_shapes::material::find(material).expect("a material");
        let object = form.resonator().design(&material.elastic, 20_000.0);
        let weights = object.weights(places[2]);
        let most = object.weights(form.resonator().places().heard());
        let top = most.iter().chain(&weights).fold(0.0_f64, |a, w| a.max(w.abs()));
        let near = |f: f64| {
            (0..object.modes.len()).find(|k| (object.modes[*k].frequency / f - 1.0).abs() < 0.004)
        };
        let modes: Vec<(f64, f64)> =
            learned.modes.iter().map(|m| (m.frequency_hz, m.t60_s)).collect();
        let truth = amplitudes(&c.mono(), c.rate, &modes);
        let made = amplitudes(&guess.mono(), guess.rate, &modes);
        let apart: Vec<f64> = (0..modes.len())
            .filter(|k| near(modes[*k].0).is_some_and(|n| weights[n].abs() > 0.2 * top))
            .map(|k| 20.0 * (made[k] / truth[k]).log10().abs())
            .collect();
        if std::env::args().any(|a| a == "--each") {
            for k in 0..modes.len() {
                let n = near(modes[k].0);
                let of = |w: &[f64]| n.map_or(f64::NAN, |n| w[n] / top);
                println!(
                    "  {:9.1} Hz {:+.2} {:+.2} {:+.2} {:+.1} dB",
                    modes[k].0,
                    of(&object.weights(places[0])),
                    of(&object.weights(places[1])),
                    of(&weights),
                    20.0 * (made[k] / truth[k]).log10()
                );
            }
        }
        let good = apart.iter().filter(|x| **x < 3.0).count();
        println!(
            "{kind:34} {:8} {good:8} {:8.1}",
            apart.len(),
            apart.iter().copied().fold(0.0, f64::max)
        );
    }
}
