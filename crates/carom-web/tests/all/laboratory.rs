//! Questions of the laboratory: collisions, trials, recordings.

use crate::support::Asked;
use carom_lab::calibration::{Disc, Model, Setup, Trials, calibrate, example};
use carom_lab::collision::{Collision, EXAMPLES, compare};
use serde_json::{Value, json};

fn collisions(asked: &Asked) -> Vec<Value> {
    asked.text("collisions", b"").json().as_array().unwrap().clone()
}

#[test]
fn every_example_collides_as_the_command_computes_it() {
    let asked = Asked;
    let listed = collisions(&asked);
    assert_eq!(listed.len(), EXAMPLES.len());
    for (entry, example) in listed.iter().zip(EXAMPLES) {
        let reply = asked.text("collide", entry["collision"].to_string().as_bytes());
        assert!(!reply.refused, "{}: {}", example.name, reply.text());
        let answer = reply.json();
        let known = compare(&Collision::parse(example.name, example.text).unwrap(), None);
        let answers = answer["collisions"].as_array().unwrap();
        assert_eq!(answers.len(), known.collisions.len());
        for (shown, known) in answers.iter().zip(&known.collisions) {
            assert_eq!(shown["bodies"], serde_json::to_value(&known.bodies).unwrap());
            let times = shown["curve"]["time"].as_array().unwrap();
            assert_eq!(times.len(), known.curve.len());
        }
        let again = asked.text("collision", answer["toml"].as_str().unwrap().as_bytes()).json();
        assert_eq!(again["collision"], entry["collision"], "{}", example.name);
    }
}

#[test]
fn the_force_adds_up_to_the_impulse() {
    let asked = Asked;
    for entry in collisions(&asked) {
        let answer = asked.text("collide", entry["collision"].to_string().as_bytes()).json();
        let normal = asked_normal(&entry["collision"]);
        for one in answer["collisions"].as_array().unwrap() {
            let list = |name: &str| -> Vec<f64> { numbers(&one["curve"][name]) };
            let (time, force) = (list("time"), list("normal"));
            if time.len() < 2 {
                continue;
            }
            let sum: f64 = force.iter().sum::<f64>() * (time[1] - time[0]);
            let impulse: f64 =
                numbers(&one["impulse"]).iter().zip(&normal).map(|(p, n)| p * n).sum();
            assert!((sum - impulse).abs() < 1e-3 * impulse.abs(), "{sum} and {impulse}");
        }
    }
}

fn numbers(list: &Value) -> Vec<f64> {
    list.as_array().unwrap().iter().map(|value| value.as_f64().unwrap()).collect()
}

fn asked_normal(collision: &Value) -> Vec<f64> {
    let normal = numbers(&collision["normal"]);
    let length = normal.iter().map(|x| x * x).sum::<f64>().sqrt();
    normal.iter().map(|x| x / length).collect()
}

#[test]
fn a_wrong_collision_is_refused_at_its_field() {
    let asked = Asked;
    let wrong = |change: &dyn Fn(&mut Value)| {
        let mut collision = collisions(&asked)[1]["collision"].clone();
        change(&mut collision);
        asked.text("collide", collision.to_string().as_bytes()).error()
    };
    let (message, path) = wrong(&|one| one["body"][0]["mass"] = json!(-1));
    assert_eq!(path.as_deref(), Some("body[0].mass"), "{message}");
    let (message, path) = wrong(&|one| one["normal"] = json!([0, 0, 0]));
    assert_eq!(path.as_deref(), Some("normal"), "{message}");
    // A page has no files.
    let file = json!({ "kind": "file", "path": "/etc/hostname" });
    let reply = {
        let mut collision = collisions(&asked)[1]["collision"].clone();
        collision["pulse"] = json!({ "shape": file });
        asked.text("collide", collision.to_string().as_bytes())
    };
    assert!(reply.text().contains("must stand alone"), "{}", reply.text());
}

#[test]
fn models_are_fitted_as_the_command_fits_them() {
    let asked = Asked;
    let table = asked.text("trials", b"").json()["table"].clone();
    let question =
        json!({ "table": table, "mass": 0.008, "radius": 0.0324, "models": ["mirtich"] });
    let answer = asked.text("calibrate", question.to_string().as_bytes()).json();
    let trials = Trials::parse(example(), "example").unwrap();
    let setup = Setup { disc: Disc::new(0.008, 0.0324, None).unwrap(), pulse: None };
    let known = calibrate(&trials.trials, &setup, &[Model::Mirtich], &[]).unwrap();
    assert_eq!(answer["found"], serde_json::to_value(&known).unwrap());
    assert_eq!(answer["trials"].as_array().unwrap().len(), 10);
}

#[test]
fn wrong_trials_are_refused_at_their_field() {
    let asked = Asked;
    let head = "vx_before,vz_before,spin_before,vx_after,vz_after,spin_after";
    let ask = |table: &str, mass: f64, models: Value| {
        let question = json!({ "table": table, "mass": mass, "radius": 0.03, "models": models });
        asked.text("calibrate", question.to_string().as_bytes()).error()
    };
    let rows = |row: &str, count: usize| format!("{head}\n{}", format!("{row}\n").repeat(count));
    for (table, part) in [
        (String::new(), "the table"),
        ("a,b\n1,2\n".to_owned(), "vx_before"),
        (rows("1,1,0,1,1,0", 3), "line 2"),
        (rows("1,x,0,1,1,0", 3), "line 2"),
        (rows("1,-1,0,1,1,0", 2), "too few"),
        (rows("1,-1,0,1,1,0", 500), "500 rows"),
    ] {
        let (message, path) = ask(&table, 0.1, json!(["mirtich"]));
        assert!(message.contains(part), "{message}");
        assert_eq!(path.as_deref(), Some("table"), "{message}");
    }
    assert_eq!(ask(example(), -1.0, json!([])).1.as_deref(), Some("mass"));
    assert_eq!(ask(example(), 1.0, json!(["nobody"])).1.as_deref(), Some("models"));
}

/// A WAV file of 32-bit floats.
fn wav(rate: u32, channels: u16, samples: &[f32]) -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    let format = hound::SampleFormat::Float;
    let spec =
        hound::WavSpec { channels, sample_rate: rate, bits_per_sample: 32, sample_format: format };
    let mut writer = hound::WavWriter::new(&mut bytes, spec).unwrap();
    samples.iter().for_each(|sample| writer.write_sample(*sample).unwrap());
    writer.finalize().unwrap();
    bytes.into_inner()
}

#[test]
fn a_recording_is_measured() {
    let asked = Asked;
    let rate = 44100;
    let ring = |t: f64| (-t / 0.2).exp() * (std::f64::consts::TAU * 440.0 * t).sin();
    let samples: Vec<f32> =
        (0..2 * rate).map(|n| ring(f64::from(n / 2) / f64::from(rate)) as f32).collect();
    let reply = asked.text("listen", &wav(rate as u32, 2, &samples));
    let heard = reply.rendering();
    let head = &heard.head;
    assert_eq!(head["channels"], 2);
    assert!((head["duration"].as_f64().unwrap() - 1.0).abs() < 1e-9);
    let partial = &head["cues"]["partials"][0];
    assert!((partial["frequency_hz"].as_f64().unwrap() - 440.0).abs() < 1e-3);
    assert!((partial["decay_s"].as_f64().unwrap() - 0.2).abs() < 1e-4);
    assert_eq!(heard.array("left").len(), rate as usize);
    // The level falls by 20·log10(e) dB in every decay time.
    let (time, level) = (heard.array("level_time"), heard.array("level"));
    let fall = (level[100] - level[400]) / (time[400] - time[100]);
    assert!((fall - 20.0 * std::f32::consts::E.log10() / 0.2).abs() < 0.5, "{fall}");
}

#[test]
fn what_is_no_recording_is_refused() {
    let asked = Asked;
    let empty = wav(44100, 1, &[]);
    let whole = wav(44100, 1, &[0.5; 100]);
    let huge = vec![0; 33 << 20];
    let cases: [&[u8]; 6] = [b"", b"RIFF", b"not a sound at all", &empty, &whole[..50], &huge];
    for bytes in cases {
        let (message, path) = asked.text("listen", bytes).error();
        assert!(!message.is_empty());
        assert_eq!(path.as_deref(), Some("file"), "{message}");
    }
}
