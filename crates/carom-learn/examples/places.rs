//! Objects whose shape is known, learned from blows at two places, predict a third: a table.
//!
//! The mallet is light, and with `--light` a milligram, so that the force is the same everywhere.
//! Counted are partials that are louder at the third place than 0.2 of what they are at most, where a
//! blow may land, apart from those that are hardly heard at either of the other two. Modes that share a
//! frequency are heard as one partial, which has lines of rest of its own: so it is loudness that is
//! looked at, and not how much each mode moves. Apart stand partials of which the command itself says that
//! they are guesses.

use carom_learn::{Options, amplitudes, learn, shape};
use carom_listen::Recording;
use carom_numeric::Random;
use carom_scene::render::{Keep, RenderOptions, render_sound};
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

/// Other places, for `--other`; with `--seed=NUMBER` they are drawn.
const OTHERS: [[[f64; 2]; 3]; 8] = [
    [[0.08, f64::NAN], [0.27, f64::NAN], [0.46, f64::NAN]],
    [[0.9, f64::NAN], [0.55, f64::NAN], [0.7, f64::NAN]],
    [[0.09, f64::NAN], [0.31, f64::NAN], [0.45, f64::NAN]],
    [[0.05, f64::NAN], [0.28, f64::NAN], [0.46, f64::NAN]],
    [[0.04, f64::NAN], [0.27, f64::NAN], [0.4, f64::NAN]],
    [[0.21, 0.34], [0.37, 0.12], [0.45, 0.31]],
    [[0.17, 0.36], [0.42, 0.24], [0.28, 0.3]],
    [[0.92, 0.02], [0.7, 0.09], [0.85, 0.07]],
];

/// Places that show how loud partials are at most.
const ELSEWHERE: u32 = 24;

/// The sound of a blow at a place.
fn struck(kind: &str, material: &str, place: [f64; 2], along: bool) -> Recording {
    let shape = serde_json::to_value(shape(kind).expect("a shape")).expect("JSON");
    let place = if along { json!(place[0]) } else { json!(place) };
    let light = std::env::args().any(|a| a == "--light");
    let mass = if light { 1e-6 } else { 0.0002 };
    let scene = json!({
        "version": 1, "duration": 1.5, "level": { "full_scale": 1.0 },
        "body": [
            { "name": "mallet", "mass": mass, "velocity": 1.0 },
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
    let options = RenderOptions { keep: Keep::Sums, ..RenderOptions::default() };
    let sound = render_sound(&parsed.plan, options).expect("sounds");
    let channel = sound.left.iter().map(|x| f64::from(*x)).collect();
    Recording { rate: parsed.plan.sample_rate, channels: vec![channel] }
}

fn main() {
    let each = std::env::args().any(|a| a == "--each");
    println!(
        "{:34} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8}",
        "shape", "counted", "3 dB", "worst dB", "guessed", "3 dB", "unheard"
    );
    let only: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let other = std::env::args().any(|a| a == "--other");
    let drawn = std::env::args().find_map(|a| a.strip_prefix("--seed=")?.parse().ok());
    let mut random = drawn.map(Random::new);
    for ((kind, material, places), others) in CASES.into_iter().zip(OTHERS) {
        let mut places = if other { others } else { places };
        if let Some(random) = &mut random {
            let known = places.iter_mut().flatten().filter(|x| !x.is_nan());
            known.for_each(|x| *x = random.uniform(0.05, 0.95));
        }
        if !only.is_empty() && !only.iter().any(|o| kind.contains(o.as_str())) {
            continue;
        }
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
        let known = [a.clone(), b.clone()];
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
        let modes: Vec<(f64, f64)> =
            learned.modes.iter().map(|m| (m.frequency_hz, m.t60_s)).collect();
        let heard = |sound: &Recording| amplitudes(&sound.mono(), sound.rate, &modes);
        let elsewhere = (0..ELSEWHERE).map(|n| {
            let part = |ratio: f64| 0.02 + 0.96 * (0.5 + ratio * f64::from(n)).fract();
            heard(&struck(kind, material, [part(0.618), part(0.755)], along))
        });
        let (known, truth, made) = (known.map(|sound| heard(&sound)), heard(&c), heard(&guess));
        let mut most: Vec<f64> = truth.clone();
        for sound in elsewhere.chain(known.clone()) {
            most.iter_mut().zip(sound).for_each(|(most, size)| *most = most.max(size));
        }
        let material = carom_shapes::material::find(material).expect("a material");
        let object = form.resonator().design(&material.elastic, 20_000.0);
        let (mut told, mut guessed, mut unheard) = (Vec::new(), Vec::new(), 0);
        for (k, (frequency, _)) in modes.iter().enumerate() {
            if !object.modes.iter().any(|mode| (mode.frequency / frequency - 1.0).abs() < 0.004) {
                continue;
            }
            let off = 20.0 * (made[k] / truth[k]).log10();
            let [first, second, third] = [&known[0], &known[1], &truth].map(|x| x[k] / most[k]);
            let guess = learned.guessed_hz.contains(frequency);
            if each {
                let word = if guess { "guessed" } else { "" };
                println!(
                    "  {frequency:9.1} Hz {first:.2} {second:.2} {third:.2} {off:+.1} dB {word}"
                );
            }
            if third > 0.2 {
                match (first.max(second) > 0.1, guess) {
                    (false, _) => unheard += 1,
                    (true, true) => guessed.push(off.abs()),
                    (true, false) => told.push(off.abs()),
                }
            }
        }
        let near = |apart: &[f64]| apart.iter().filter(|x| **x < 3.0).count();
        let worst = told.iter().copied().fold(0.0, f64::max);
        println!(
            "{kind:34} {:8} {:8} {worst:8.1} {:8} {:8} {unheard:8}",
            told.len(),
            near(&told),
            guessed.len(),
            near(&guessed),
        );
    }
}
