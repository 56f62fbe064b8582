//! An object whose shape is known, learned from blows at two places, predicts a third.

use carom_learn::{Options, amplitudes, learn, shape};
use carom_listen::Recording;
use carom_scene::render::{Keep, RenderOptions, render_sound};
use carom_scene::scene::Scene;
use carom_shapes::Place;
use serde_json::{Value, json};

fn sound(scene: &Value) -> Recording {
    let parsed = Scene::from_json(scene).expect("a scene");
    let options = RenderOptions { keep: Keep::Sums, ..RenderOptions::default() };
    let sound = render_sound(&parsed.plan, options).expect("sounds");
    let channel = sound.left.iter().map(|x| f64::from(*x)).collect();
    Recording { rate: parsed.plan.sample_rate, channels: vec![channel] }
}

/// A place along something, or on its surface.
fn place([along, across]: Place) -> Value {
    if across.is_nan() { json!(along) } else { json!([along, across]) }
}

/// Something under a light mallet.
fn struck(kind: &str, material: &str, at: Place) -> Recording {
    let shape = serde_json::to_value(shape(kind).expect("a shape")).expect("JSON");
    sound(&json!({
        "version": 1, "duration": 1.0, "level": { "full_scale": 1.0 },
        "body": [
            { "name": "mallet", "mass": 0.0002, "velocity": 1.0 },
            { "name": "object", "material": material, "shape": shape }
        ],
        "contact": [{
            "between": ["mallet", "object"], "at": { "object": place(at) },
            "law": { "kind": "hunt-crossley", "stiffness": 4e7, "exponent": 1.5, "mu": 0.2 }
        }],
        "pickup": [{ "body": "object" }]
    }))
}

#[test]
fn two_places_of_a_bar_predict_a_third() {
    predicts("bar", "steel", [0.04, 0.31, 0.42].map(|x| [x, f64::NAN]), 0.2, 1.0);
}

#[test]
fn two_places_of_a_string_that_yields_differently_at_each_predict_a_third() {
    predicts("string", "steel", [0.11, 0.23, 0.37].map(|x| [x, f64::NAN]), 0.2, 1.0);
}

#[test]
fn two_places_tell_pairs_of_modes_of_a_bowl_whose_resonances_overlap() {
    // Pairs at 7694.3 and 7702.7 Hz, 5 Hz wide, are both among them.
    let modes = predicts("bowl", "bronze", [[0.95, 0.03], [0.6, 0.05], [0.8, 0.04]], 0.3, 1.0);
    for pitch in [7694.3, 7702.7] {
        let found = modes.iter().any(|(frequency, _)| (frequency - pitch).abs() < 0.1);
        assert!(found, "{pitch} Hz is not among {modes:?}");
    }
}

#[test]
fn two_places_tell_a_membrane_of_which_nearly_all_resonances_overlap() {
    let places = [[0.13, 0.22], [0.31, 0.41], [0.4, 0.27]];
    let modes = predicts("membrane", "mylar", places, 0.3, 2.0);
    assert!(modes.iter().filter(|(frequency, _)| *frequency > 600.0).count() > 5);
}

/// Counted are modes that are louder at the third place than this part of what they are at the louder of
/// the others; they must be so many decibels from what they are there. Returns all that were found, as
/// pairs of frequency (Hz) and T60 (s).
fn predicts(
    kind: &str,
    material: &str,
    places: [Place; 3],
    least: f64,
    most: f64,
) -> Vec<(f64, f64)> {
    let options = Options {
        modes: 20,
        speeds: vec![1.0, 1.0],
        shape: Some(shape(kind).expect("a shape")),
        places: places[..2].to_vec(),
        at: Some(places[2]),
    };
    let [a, b, third] = places.map(|at| struck(kind, material, at));
    let blows = [("a".to_owned(), a.clone()), ("b".to_owned(), b.clone())];
    let learned = learn(&blows, &options).expect("learns");
    let mut again = Scene::parse("learned", &learned.scene).expect("a scene").to_json();
    again["duration"] = json!(1.0);
    let modes: Vec<(f64, f64)> = learned.modes.iter().map(|m| (m.frequency_hz, m.t60_s)).collect();
    let heard = |sound: &Recording| amplitudes(&sound.mono(), sound.rate, &modes);
    let (known, truth, made) = ([heard(&a), heard(&b)], heard(&third), heard(&sound(&again)));
    assert_eq!(learned.guessed_hz, Vec::<f64>::new());
    let mut counted = 0;
    for (k, (frequency, _)) in modes.iter().enumerate() {
        if truth[k] > least * known[0][k].max(known[1][k]) {
            let apart = 20.0 * (made[k] / truth[k]).log10();
            assert!(apart.abs() < most, "{frequency:.1} Hz: {apart:.2} dB");
            counted += 1;
        }
    }
    assert!(counted >= 4, "{counted} of {modes:?}");
    modes
}
