//! Recordings learned with 30 modes and the rest: how far the object is from them, as `carom listen`
//! compares two sounds. Arguments are WAV or FLAC files.

use carom_learn::{Options, learn};
use carom_listen::{Recording, compare};
use carom_scene::render::{Keep, RenderOptions, render_sound};
use carom_scene::scene::Scene;
use serde_json::json;

fn main() {
    println!("{:24} {:>8} {:>12}", "recording", "snr dB", "apart dB");
    let (mut sum, mut count) = (0.0, 0);
    for path in std::env::args().skip(1) {
        let recording = match Recording::read(&path) {
            Ok(recording) => recording,
            Err(error) => {
                println!("{path}: {error}");
                continue;
            }
        };
        let name = path.rsplit('/').next().unwrap_or(&path).to_owned();
        let options = Options { modes: 30, ..Options::default() };
        let learned = match learn(&[(name.clone(), recording.clone())], &options) {
            Ok(learned) => learned,
            Err(error) => {
                println!("{error}");
                continue;
            }
        };
        let mono = recording.mono();
        let recorded = &mono[learned.begin.min(mono.len())..];
        let mut scene = Scene::parse(&name, &learned.scene).expect("a scene").to_json();
        scene["duration"] = json!(recorded.len() as f64 / recording.rate);
        let parsed = Scene::from_json(&scene).expect("a scene");
        let render = RenderOptions { keep: Keep::Sums, ..RenderOptions::default() };
        let sound = render_sound(&parsed.plan, render).expect("sounds");
        let both = sound.left.iter().zip(&sound.right);
        let made: Vec<f64> = both.map(|(l, r)| 0.5 * f64::from(l + r)).collect();
        let apart =
            compare((recorded, recording.rate), (&made, recording.rate)).level_difference_db;
        println!("{name:24} {:8.1} {apart:12.2}", learned.snr_db);
        (sum, count) = (sum + apart, count + 1);
    }
    println!("mean of {count}: {:.2} dB", sum / f64::from(count.max(1)));
}
