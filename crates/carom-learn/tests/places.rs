//! An object whose shape is known, learned from blows at two places, predicts a third.

use carom_learn::{Options, amplitudes, learn, shape};
use carom_listen::Recording;
use carom_scene::render::{RenderOptions, render_sound};
use carom_scene::scene::Scene;
use serde_json::{Value, json};

fn sound(scene: &Value) -> Recording {
    let parsed = Scene::from_json(scene).expect("a scene");
    let options = RenderOptions { unheard: true, ..RenderOptions::default() };
    let sound = render_sound(&parsed.plan, options).expect("sounds");
    let channel = sound.left.iter().map(|x| f64::from(*x)).collect();
    Recording { rate: parsed.plan.sample_rate, channels: vec![channel] }
}

/// Something of steel under a light mallet.
fn struck(kind: &str, place: f64) -> Recording {
    let shape = serde_json::to_value(shape(kind).expect("a shape")).expect("JSON");
    sound(&json!({
        "version": 1, "duration": 1.0, "level": { "full_scale": 1.0 },
        "body": [
            { "name": "mallet", "mass": 0.0002, "velocity": 1.0 },
            { "name": "object", "material": "steel", "shape": shape }
        ],
        "contact": [{
            "between": ["mallet", "object"], "at": { "object": place },
            "law": { "kind": "hunt-crossley", "stiffness": 4e7, "exponent": 1.5, "mu": 0.2 }
        }],
        "pickup": [{ "body": "object" }]
    }))
}

#[test]
fn two_places_of_a_bar_predict_a_third() {
    // Shapes have a mean square of 1, and ends move most, by 2.
    predicts("bar", [0.04, 0.31, 0.42], 0.4);
}

#[test]
fn two_places_of_a_string_that_yields_differently_at_each_predict_a_third() {
    predicts("string", [0.11, 0.23, 0.37], 0.3);
}

/// Counted are modes that move more than this at the third place.
fn predicts(kind: &str, [a, b, third]: [f64; 3], least: f64) {
    let form = shape(kind).expect("a shape");
    let options = Options {
        modes: 10,
        speeds: vec![1.0, 1.0],
        shape: Some(form.clone()),
        places: vec![[a, f64::NAN], [b, f64::NAN]],
        at: Some([third, f64::NAN]),
    };
    let blows = [("a".to_owned(), struck(kind, a)), ("b".to_owned(), struck(kind, b))];
    let learned = learn(&blows, &options).expect("learns");
    let mut again = Scene::parse("learned", &learned.scene).expect("a scene").to_json();
    again["duration"] = json!(1.0);
    let (truth, guess) = (struck(kind, third), sound(&again));
    let steel = carom_shapes::material::find("steel").expect("a material");
    let object = form.resonator().design(&steel.elastic, 20_000.0);
    let weights = object.weights([third, f64::NAN]);
    let modes: Vec<(f64, f64)> = learned.modes.iter().map(|m| (m.frequency_hz, m.t60_s)).collect();
    let heard = amplitudes(&truth.mono(), truth.rate, &modes);
    let made = amplitudes(&guess.mono(), guess.rate, &modes);
    let mut counted = 0;
    for (k, (frequency, _)) in modes.iter().enumerate() {
        let of = |m: &usize| (object.modes[*m].frequency / frequency - 1.0).abs() < 0.004;
        let mode = (0..object.modes.len()).find(of);
        if mode.is_some_and(|m| weights[m].abs() > least) {
            let apart = 20.0 * (made[k] / heard[k]).log10();
            assert!(apart.abs() < 1.0, "{frequency:.1} Hz: {apart:.2} dB");
            counted += 1;
        }
    }
    assert!(counted >= 4, "{counted} of {modes:?}");
}
