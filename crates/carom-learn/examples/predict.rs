//! Objects learned from renders at 1 and 2 m/s predict those at 4 m/s: a table of pieces of the gallery.
//!
//! The first ten were chosen before anything was tuned: every piece with one body that is struck once
//! by one hammer, if the other blows are left out. The others have one struck body, too, and are
//! reported beside them.

use carom_learn::{Options, learn};
use carom_listen::{Recording, centroid, compare};
use carom_scene::render::{Keep, RenderOptions, render_sound};
use carom_scene::scene::Scene;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Pieces, who strikes in them, and what is struck.
const PIECES: [(&str, &str, &str); 20] = [
    ("bar", "mallet", "bar"),
    ("ceramic-tile", "nail", "tile"),
    ("church-bell", "clapper", "bell"),
    ("glass-bowl", "ball", "bowl"),
    ("knock-on-a-door", "knuckles", "door"),
    ("marimba-bar", "soft", "bar"),
    ("singing-bowl", "padded", "bowl"),
    ("steel-plate", "hammer", "plate"),
    ("wine-glass", "nail", "empty"),
    ("woodblock", "stick", "block"),
    ("cajon", "palm", "box"),
    ("kettledrum", "mallet", "drum"),
    ("pipe", "palm", "column"),
    ("rubber-block", "stick", "block"),
    ("glockenspiel-bar", "mallet", "bar"),
    ("marimba-bar", "hard", "bar"),
    ("singing-bowl", "wooden", "bowl"),
    ("gong", "beater", "gong"),
    ("cajon", "fingers", "box"),
    ("three-mallets", "rubber", "bar"),
];
/// How many of them count.
const CHOSEN: usize = 10;

/// A piece of the gallery with one blow, 2 s of it.
fn one_blow(name: &str, striker: &str, object: &str) -> Value {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("../../scenes/{name}.toml"));
    let text = std::fs::read_to_string(path).expect("reads");
    let mut scene = Scene::parse(name, &text).expect("a scene").to_json();
    scene["strikes"] = json!([]);
    scene["duration"] = json!(2.0);
    scene.as_object_mut().expect("a table").remove("instrument");
    let keep = |value: &Value| value == striker || value == object;
    let bodies = scene["body"].as_array_mut().expect("bodies");
    bodies.retain(|body| keep(&body["name"]));
    let contacts = scene["contact"].as_array_mut().expect("contacts");
    contacts.retain(|contact| contact["between"].as_array().is_some_and(|b| b.iter().all(keep)));
    scene
}

/// The sound of a scene whose hammer has this speed (m/s), at a fixed level.
fn struck(scene: &Value, striker: &str, speed: f64) -> Recording {
    let mut scene = scene.clone();
    scene["level"] = json!({ "full_scale": 1.0 });
    for body in scene["body"].as_array_mut().expect("bodies") {
        if body["name"] == striker {
            body["velocity"] = json!(speed);
        }
    }
    let parsed = Scene::from_json(&scene).expect("a scene");
    let options = RenderOptions { keep: Keep::Sums, ..RenderOptions::default() };
    let sound = render_sound(&parsed.plan, options).expect("sounds");
    let channel = |samples: &[f32]| samples.iter().map(|x| f64::from(*x)).collect();
    Recording {
        rate: parsed.plan.sample_rate,
        channels: vec![channel(&sound.left), channel(&sound.right)],
    }
}

/// Processor time of this thread, where the system tells it.
fn used(start: Instant) -> Duration {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = stat.and_then(|line| line.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

fn level(samples: &[f64], rate: f64) -> f64 {
    let count = samples.len().min(rate as usize);
    10.0 * samples[..count].iter().map(|x| x * x).sum::<f64>().log10()
}

fn main() {
    let only: Vec<String> = std::env::args().skip(1).collect();
    println!(
        "{:16} {:>7} {:>9} {:>8} {:>8} {:>7} {:>14}  {:>6} {:>14} {:>6}",
        "piece", "snr dB", "centroid", "level", "apart", "", "exponent", "true", "from one", "s"
    );
    let (mut held, mut covered) = (0, 0);
    for (index, (name, striker, object)) in PIECES.iter().enumerate() {
        if !only.is_empty() && !only.iter().any(|o| o == name) {
            continue;
        }
        let scene = one_blow(name, striker, object);
        let blow = |speed: f64| (format!("{name} at {speed} m/s"), struck(&scene, striker, speed));
        let blows = [blow(1.0), blow(2.0)];
        let start = Instant::now();
        let begun = used(start);
        let options = Options { modes: 30, speeds: vec![1.0, 2.0], ..Options::default() };
        let learned = match learn(&blows, &options) {
            Ok(learned) => learned,
            Err(error) => {
                println!("{name:16} {error}");
                continue;
            }
        };
        let seconds = (used(start) - begun).as_secs_f64();
        let mut again = Scene::parse(name, &learned.scene).expect("a scene").to_json();
        again["duration"] = json!(2.0);
        let (truth, guess) = (struck(&scene, striker, 4.0), struck(&again, "mallet", 4.0));
        let (a, b) = (truth.mono(), guess.mono());
        let brighter = centroid(&b, guess.rate) / centroid(&a, truth.rate) - 1.0;
        let louder = level(&b, guess.rate) - level(&a, truth.rate);
        let apart = compare((&a, truth.rate), (&b, guess.rate)).level_difference_db;
        let one =
            learn(&blows[..1], &Options { modes: 30, speeds: vec![1.0], ..Options::default() })
                .expect("learns");
        let exponent = true_exponent(&scene);
        let (both, single) = (learned.contact.exponent, one.contact.exponent);
        let good = brighter.abs() < 0.05 && louder.abs() < 1.0;
        let inside = single.low <= exponent && exponent <= single.high;
        if index < CHOSEN {
            held += usize::from(good);
            covered += usize::from(inside);
        }
        println!(
            "{name:16} {:7.1} {:+8.1} % {louder:+8.2} {apart:8.2} {:>7} {:5.2} {:4.2}-{:4.2}  {:>6} {:4.2}: {:4.2}-{:4.2} {seconds:6.1}",
            learned.snr_db,
            100.0 * brighter,
            if good { "holds" } else { "FAILS" },
            both.value,
            both.low,
            both.high,
            format!("{exponent:.2}"),
            single.value,
            single.low,
            single.high,
        );
    }
    println!(
        "of the first {CHOSEN}: {held} predicted within 5 % and 1 dB, {covered} exponents within what one render allows"
    );
}

/// The exponent of the contact of a scene, whether it is written or follows from the bodies.
fn true_exponent(scene: &Value) -> f64 {
    let parsed = Scene::from_json(scene).expect("a scene");
    parsed.plan.contacts[0].law.potential().exponent()
}
