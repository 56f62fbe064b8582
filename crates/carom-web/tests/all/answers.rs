//! The questions of the page and their answers.

use std::f64::consts::PI;

use crate::support::{Asked, bar, wall};
use carom::exact::WallImpact;
use carom_lab::impact::{Impact, compare};
use carom_report::scene::write;
use carom_scene::gallery::PIECES;
use carom_scene::render::{RenderOptions, render};
use carom_scene::scene::{How, Scene};
use carom_schemes::Method;
use serde_json::{Value, json};

/// The two channels of a sound as `carom run` writes it; a file of one channel has it twice.
fn run(toml: &str, name: &str) -> [Vec<f32>; 2] {
    let directory =
        std::env::temp_dir().join(format!("carom-studio-{}-{name}", std::process::id()));
    let scene = Scene::parse("scene.toml", toml).unwrap();
    write(&scene, How::default(), &directory, RenderOptions::default()).unwrap();
    let mut reader = hound::WavReader::open(directory.join("sound.wav")).unwrap();
    let samples: Vec<f32> = reader.samples::<f32>().map(Result::unwrap).collect();
    std::fs::remove_dir_all(&directory).unwrap();
    let channels = usize::from(reader.spec().channels);
    let channel = |c: usize| samples.iter().skip(c % channels).step_by(channels).copied().collect();
    [0, 1].map(channel)
}

#[test]
fn what_is_played_is_what_carom_run_writes_for_the_saved_scene() {
    let asked = Asked;
    let mut scenes: Vec<(String, Value)> =
        ["bar", "three-mallets", "glass-bowl", "drum-roll", "piano-string", "rattling-string"]
            .map(|name| (name.to_owned(), asked.piece(name)))
            .into();
    let mut fixed = bar(0.5);
    fixed["level"] = json!({ "full_scale": 0.37 });
    fixed["strikes"] = json!([{ "body": "mallet", "time": 0.123, "velocity": 0.7 }]);
    scenes.push(("fixed-level".into(), fixed));
    let mut heun = bar(0.2);
    heun["scheme"] = "verlet".into();
    heun["sample_rate"] = 192_000.into();
    scenes.push(("verlet".into(), heun));
    for (name, scene) in scenes {
        let toml = asked.about("toml", &scene);
        assert!(!toml.refused, "{name}: {}", toml.text());
        let rendered = asked.about("render", &scene).rendering();
        let [left, right] = run(&toml.text(), &name);
        assert!(left.iter().any(|x| *x != 0.0), "{name} is silent");
        let bits = |values: &[f32]| values.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        assert!(bits(rendered.array("left")) == bits(&left), "{name}");
        assert!(bits(rendered.array("right")) == bits(&right), "{name}");
        assert_eq!(rendered.head["samples"], left.len());
    }
}

#[test]
fn every_piece_survives_the_way_to_the_page_and_back() {
    let asked = Asked;
    for piece in PIECES {
        let scene = asked.piece(piece.name);
        let toml = asked.about("toml", &scene).text();
        let original = Scene::parse("a.toml", piece.text).unwrap().scene;
        assert_eq!(
            Scene::parse("a.toml", &toml).unwrap().scene,
            original,
            "{}\n{toml}",
            piece.name
        );
        let again = asked.text("parse", toml.as_bytes()).json();
        assert_eq!(again["scene"], scene, "{}", piece.name);
    }
}

#[test]
fn the_schema_and_the_gallery_are_there() {
    let asked = Asked;
    assert_eq!(asked.text("schema", b"").json(), *Scene::schema());
    let gallery = asked.text("gallery", b"").json();
    let names: Vec<_> = gallery.as_array().unwrap().iter().map(|p| p["name"].clone()).collect();
    assert_eq!(names, PIECES.iter().map(|piece| piece.name).collect::<Vec<_>>());
    assert!(gallery[0]["description"].as_str().is_some_and(|text| !text.is_empty()));
    for (question, body) in [("piece", "none"), ("nothing", "")] {
        let reply = asked.text(question, body.as_bytes());
        assert!(reply.refused && reply.json()["error"]["allowed"].is_string(), "{question}");
    }
}

#[test]
fn an_error_states_the_path_and_what_is_allowed() {
    let asked = Asked;
    type Spoil = dyn Fn(&mut Value);
    let cases: [(&str, &Spoil); 6] = [
        ("body[0].mass", &|scene| scene["body"][0]["mass"] = (-1).into()),
        ("body[1].shape.length", &|scene| scene["body"][1]["shape"]["length"] = 0.into()),
        ("body[1].shape.lenght", &|scene| scene["body"][1]["shape"]["lenght"] = 0.into()),
        ("contact[0].at.bar", &|scene| scene["contact"][0]["at"]["bar"] = 1.5.into()),
        ("scheme", &|scene| scene["scheme"] = "euler".into()),
        ("pickup[0].pan", &|scene| scene["pickup"][0]["pan"] = Value::Null),
    ];
    for (path, spoil) in cases {
        let mut scene = bar(0.1);
        spoil(&mut scene);
        for question in ["render", "toml", "object", "blow"] {
            let reply = asked.about(question, &scene);
            assert!(reply.refused, "{}", reply.text());
            let (message, found) = reply.error();
            assert_eq!(found.as_deref(), Some(path), "{message}");
            assert!(reply.json()["error"]["allowed"].is_string());
        }
    }
    let mut scene = bar(0.1);
    scene["body"][0]["mass"] = (-1).into();
    let (message, _) = asked.about("render", &scene).error();
    assert_eq!(message, "body `mallet`: `mass` is -1.0");
    let reply = asked.text("parse", b"version = 1\nbdy = 3\n");
    assert!(reply.error().0.contains("scene.toml:2:1"), "{}", reply.text());
}

#[test]
fn the_exact_curve_lies_under_the_contact_of_a_mass_with_a_wall() {
    let asked = Asked;
    let packet = asked.blow(&wall(0.8), 0.0).rendering();
    let exact = WallImpact::new(0.01, 1e7, 1.3, 0.5, 0.8).unwrap();
    assert_eq!(packet.head["exact"], true);
    let time = packet.head["lasts"].as_f64().unwrap();
    assert!((time / exact.contact_time() - 1.0).abs() < 1e-3, "{time}");
    let [x, v, force] = ["depth_0", "speed_0", "force_0"].map(|name| packet.array(name));
    assert!(x.len() > 100 && x.len() == force.len());
    let worst = x
        .iter()
        .zip(v)
        .filter(|(x, _)| **x > 0.0)
        .filter_map(|(x, v)| Some(exact.compression_at(f64::from(*v))? - f64::from(*x)))
        .fold(0.0, |worst: f64, error| worst.max(error.abs()));
    assert!(worst < 0.01 * exact.x_max(), "{worst:e} of {:e}", exact.x_max());
    let curve = packet.array("exact_speed");
    assert!((f64::from(*curve.last().unwrap()) / exact.v_out() - 1.0).abs() < 1e-6);
    // Where the force is between two views is known from its mean over each.
    let most = force.iter().fold(0.0_f32, |a, b| a.max(*b));
    assert!((f64::from(most) / exact.f_max() - 1.0).abs() < 2e-3, "{most} N");
}

#[test]
fn a_blow_tells_of_the_strike_that_was_asked_for() {
    let asked = Asked;
    let mut scene = bar(0.3);
    scene["strikes"] = json!([{ "body": "mallet", "time": 0.1, "velocity": 4.5 }]);
    let most = |packet: &crate::support::Packet| {
        packet.array("force_0").iter().fold(0.0_f32, |a, b| a.max(*b))
    };
    let first = asked.blow(&scene, 0.0).rendering();
    let second = asked.blow(&scene, 0.09).rendering();
    assert!(first.head["begins"].as_f64().unwrap() < 1e-4);
    assert!((second.head["begins"].as_f64().unwrap() - 0.1).abs() < 1e-3);
    assert!(most(&second) > 2.0 * most(&first), "thrice as fast");
    let rendered = asked.about("render", &scene).rendering();
    let hardest = rendered.head["contacts"][0]["hardest"].as_f64().unwrap();
    assert!((f64::from(most(&second)) / hardest - 1.0).abs() < 5e-3, "{hardest} N of all");
    let none = asked.blow(&scene, 0.25).rendering();
    assert_eq!(none.head["touched"], false);
    let reply = asked.blow(&scene, -3.0);
    assert!(reply.refused);
    assert_eq!(reply.error().1.as_deref(), Some("look.after"));
}

#[test]
fn the_energies_of_a_blow_add_up_at_every_instant() {
    let asked = Asked;
    let initial = 0.5 * 0.02 * 1.5f32.powi(2);
    let asked_both = [asked.blow(&bar(0.3), 0.0), asked.about("render", &bar(0.3))];
    for (path, reply) in ["blow", "render"].into_iter().zip(asked_both) {
        let packet = reply.rendering();
        let parts = [
            "masses",
            "ringing",
            "contacts",
            "lost_in_contacts",
            "lost_in_material",
            "lost_to_supports",
            "radiated",
        ]
        .map(|name| packet.array(&format!("energy_{name}")));
        assert!(parts[0].len() > 50, "{path}");
        assert!((parts[0][0] / initial - 1.0).abs() < 1e-6, "{path} begins before the blow");
        for n in 0..parts[0].len() {
            let sum: f32 = parts.iter().map(|part| part[n]).sum();
            assert!((sum / initial - 1.0).abs() < 1e-5, "{path}: {sum} of {initial}");
        }
        let pressed = parts[2].iter().fold(0.0_f32, |a, b| a.max(*b));
        assert!(path == "render" || pressed > 0.1 * initial, "{pressed} in the contact");
    }
}

#[test]
fn a_bent_bar_is_where_the_port_of_its_contact_is() {
    let asked = Asked;
    let packet = asked.blow(&bar(0.3), 0.0).rendering();
    let [times, bends, time, surface] =
        ["bend_time", "bend_1", "time", "second_0"].map(|name| packet.array(name));
    let points = bends.len() / times.len();
    assert_eq!(points, 65, "the grid of a line");
    let most = surface.iter().fold(0.0_f32, |a, b| a.max(b.abs()));
    for (n, at) in times.iter().enumerate() {
        let view = time.iter().position(|t| t == at).unwrap();
        // The bar is struck at 0.3: between the points 19 and 20 of 64.
        let row = &bends[n * points..][..points];
        let here = row[19] + 0.2 * (row[20] - row[19]);
        assert!(
            (here - surface[view]).abs() < 0.2 * most,
            "{here} is not {} at {at} s",
            surface[view]
        );
    }
}

#[test]
fn the_ledger_of_the_page_closes() {
    let asked = Asked;
    let packet = asked.about("render", &bar(0.3)).rendering();
    let [stored, lost, supplied, residual] = ["stored", "dissipated", "supplied", "residual"]
        .map(|name| packet.array(&format!("ledger_{name}")));
    let initial = 0.5 * 0.02 * 1.5f32.powi(2);
    assert_eq!(stored.len(), packet.array("ledger_time").len());
    for n in 0..stored.len() {
        let missing = stored[n] + lost[n] - supplied[n] - initial;
        assert!(missing.abs() < 1e-5 * initial, "{missing}");
        assert!(residual[n].abs() < 1e-9 * initial);
    }
}

#[test]
fn partials_and_picture_show_the_modes_of_the_bar() {
    let asked = Asked;
    let packet = asked.about("render", &bar(1.0)).rendering();
    let object = asked.about("object", &bar(1.0)).json();
    let strongest = &packet.head["partials"];
    let heard: Vec<f64> = strongest
        .as_array()
        .unwrap()
        .iter()
        .map(|partial| partial["frequency"].as_f64().unwrap())
        .collect();
    let modes: Vec<f64> = object["bodies"][0]["modes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|mode| mode["frequency"].as_f64().unwrap())
        .collect();
    for frequency in heard.iter().take(3) {
        let nearest = modes.iter().map(|mode| (mode / frequency - 1.0).abs()).fold(1.0, f64::min);
        assert!(nearest < 1e-3, "{frequency} is no mode of {modes:?}");
    }
    let picture = &packet.head["spectrogram"];
    let size = picture["rows"].as_u64().unwrap() * picture["columns"].as_u64().unwrap();
    let levels = packet.array("spectrogram");
    assert_eq!(levels.len() as u64, size);
    assert!(levels.iter().all(|level| (-90.0..=0.0).contains(level)));
}

#[test]
fn partials_from_the_modes_are_those_that_a_listener_finds() {
    let asked = Asked;
    let document = asked.piece("bar");
    let scene = Scene::from_json(&document).unwrap().plan;
    let heard = render(&scene, RenderOptions::default()).unwrap().summary.audio.partials;
    let known = asked.about("render", &document).rendering().head["partials"].clone();
    let known = known.as_array().unwrap();
    assert_eq!(known.len(), heard.len());
    for (known, heard) in known.iter().zip(&heard) {
        let number = |key: &str| known[key].as_f64().unwrap();
        assert!((number("frequency") / heard.frequency_hz - 1.0).abs() < 1e-6, "{known} {heard:?}");
        assert!(
            (number("decay_s") / heard.decay_s.unwrap() - 1.0).abs() < 1e-3,
            "{known} {heard:?}"
        );
        assert!((number("level_db") - heard.level_db).abs() < 0.5, "{known} {heard:?}");
    }
}

#[test]
fn the_picture_of_the_object_is_that_of_its_modes() {
    let asked = Asked;
    let object = asked.about("object", &bar(1.0)).json();
    assert_eq!(object["struck"], true);
    let body = &object["bodies"][0];
    assert_eq!((&body["name"], &body["kind"]), (&json!("bar"), &json!("bar")));
    let columns = body["grid"]["columns"].as_u64().unwrap() as usize;
    // A supported bar: half sines W, whose sections also turn by Ψ, with W² + r²Ψ² of mean square 1. With
    // KG/E = 0.33 of steel, k⁴ − b²(r² + s²)k² − b²(1 − b²r²s²) = 0 and W″ − Ψ′ + b²s²W = 0 (Huang 1961).
    let turn = 0.01f64.powi(2) / 12.0;
    let shear = turn / 0.33;
    for mode in body["modes"].as_array().unwrap() {
        let ratio = mode["frequency"].as_f64().unwrap() / 59.1;
        let shape: Vec<f64> =
            mode["shape"].as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect();
        assert_eq!(shape.len(), columns);
        let b2 = (PI * PI * ratio).powi(2);
        let half = 0.5 * b2 * (turn + shear);
        let square = half + (half * half + b2 * (1.0 - b2 * turn * shear)).sqrt();
        let halves = (square.sqrt() / PI).round();
        let wave = PI * halves;
        let turned = wave - b2 * shear / wave;
        let sine = |i: usize| {
            let place = i as f64 / (columns - 1) as f64;
            (2.0 / (1.0 + turn * turned * turned)).sqrt() * (wave * place).sin()
        };
        let sign = (shape[1] * sine(1)).signum();
        let worst = (0..columns).map(|i| (shape[i] - sign * sine(i)).abs()).fold(0.0, f64::max);
        assert!(worst < 0.002, "mode {halves}: {worst}");
    }
    for name in ["steel-plate", "gong", "singing-bowl", "knock-on-a-cavity", "ball-on-wood"] {
        let object = asked.about("object", &asked.piece(name)).json();
        for body in object["bodies"].as_array().unwrap() {
            let grid = &body["grid"];
            let size = grid["rows"].as_u64().unwrap() * grid["columns"].as_u64().unwrap();
            let modes = body["modes"].as_array().unwrap();
            assert!(!modes.is_empty() && modes.len() <= 32, "{name}");
            assert!(modes.iter().all(|m| m["shape"].as_array().unwrap().len() as u64 == size));
        }
    }
}

#[test]
fn every_shape_has_an_outline_and_places_in_the_schema_and_in_the_answers() {
    let asked = Asked;
    let schema = asked.text("schema", b"").json();
    let kinds = schema["$defs"]["Shape"]["oneOf"].as_array().unwrap();
    for shape in carom_shapes::Shape::all() {
        let kind = kinds.iter().find(|kind| kind["properties"]["kind"]["const"] == shape.kind());
        let (kind, outline) = (kind.unwrap(), shape.resonator().outline());
        assert_eq!(kind["outline"], json!(outline.kind), "{}", shape.kind());
        assert_eq!(kind["places"], json!(outline.places()), "{}", shape.kind());
    }
    let mut scene = bar(0.05);
    scene["body"][1]["material"] = "glass".into();
    scene["body"][1]["shape"] =
        json!({ "kind": "wine-glass", "diameter": 0.07, "height": 0.09, "thickness": 0.0012 });
    scene["contact"][0]["at"] = json!({});
    scene["pickup"] = json!([]);
    let outline = json!({ "kind": "bowl", "length": 0.07, "width": 0.07, "height": 0.09 });
    let rendered = asked.about("render", &scene).rendering();
    assert_eq!(rendered.head["outlines"], json!({ "bar": outline }));
    let body = asked.about("object", &scene).json()["bodies"][0].clone();
    assert_eq!((&body["outline"], &body["grid"]["kind"]), (&outline, &json!("round")));
}

#[test]
fn an_impact_is_compared_as_by_the_command() {
    let asked = Asked;
    let question = json!({
        "mass": 0.01, "stiffness": 1e9, "exponent": 1.5, "mu": 0.5, "velocity": 1.0,
        "rates": [44100, 176400], "methods": ["heun", "two-point"], "correction": "none",
    });
    let answer = asked.about("impact", &question).json();
    let runs = answer["runs"].as_array().unwrap();
    assert_eq!(runs.len(), 4);
    let exact = WallImpact::new(0.01, 1e9, 1.5, 0.5, 1.0).unwrap();
    assert_eq!(answer["exact"]["v_out"], exact.v_out());
    for (run, (rate, scheme)) in runs.iter().zip([
        (44_100.0, Method::Heun),
        (44_100.0, Method::TwoPoint),
        (176_400.0, Method::Heun),
        (176_400.0, Method::TwoPoint),
    ]) {
        let impact =
            Impact { mu: Some(0.5), rate, methods: vec![scheme], ..Impact::new(0.01, 1e9, 1.5) };
        let expected = json!(compare(&impact).unwrap().runs[0]);
        for (field, value) in expected.as_object().unwrap() {
            assert_eq!(run[field], *value, "{} at {rate}: {field}", scheme.name());
        }
        let times = run["trajectory"]["time"].as_array().unwrap();
        assert_eq!(times[1].as_f64(), Some(1.0 / rate));
    }
    let energy = &runs[3]["trajectory"]["energy"];
    let energies: Vec<f64> =
        energy.as_array().unwrap().iter().map(|e| e.as_f64().unwrap()).collect();
    assert!(energies.iter().all(|e| *e <= 0.005 * (1.0 + 1e-9)), "{energies:?}");
    for (field, value) in [
        ("mass", json!(-1)),
        ("methods", json!(["euler"])),
        ("correction", json!("x")),
        ("rates", json!([])),
    ] {
        let mut spoilt = question.clone();
        spoilt[field] = value;
        let reply = asked.about("impact", &spoilt);
        assert!(reply.refused);
        assert!(reply.error().1.is_some_and(|path| path.starts_with(field)), "{}", reply.text());
    }
}
