//! What a second of a 64-mode object costs, part by part. A report, not a judgement:
//! `cargo bench -p carom-studio --bench speed`

#[path = "../tests/support/mod.rs"]
mod support;

use std::time::Instant;

use carom_listen::{Axis, listen_briefly, spectrogram};
use carom_scene::build::{BuildOptions, build};
use carom_scene::render::{RenderOptions, render_sound};
use carom_scene::scene::Scene;
use serde_json::{Value, json};
use support::Server;

/// A second of an object with 64 modes.
fn object() -> Value {
    let frequency: Vec<f64> =
        (0..64).map(|n| 180.0 * (1.0 + 1.31 * f64::from(n)).powf(1.05)).collect();
    let weights: Vec<f64> = (0..64).map(|n| (0.7 * f64::from(n) + 0.4).cos()).collect();
    json!({
        "version": 1,
        "duration": 1.0,
        "level": { "full_scale": 2.0 },
        "body": [
            { "name": "mallet", "mass": 0.01, "velocity": 1.0 },
            { "name": "bell", "modes": { "frequency": frequency, "q": 900, "mass": 0.3 },
              "points": { "struck": weights } },
        ],
        "contact": [{
            "between": ["mallet", "bell"], "at": { "bell": "struck" },
            "law": { "kind": "hunt-crossley", "stiffness": 1e9, "exponent": 1.5, "mu": 0.3 },
        }],
        "pickup": [{ "body": "bell", "at": "struck" }],
    })
}

/// Milliseconds of the quickest (what it costs where nothing else runs), of the median and of the
/// 95th percentile.
fn timed(name: &str, mut work: impl FnMut()) {
    let mut times: Vec<f64> = (0..60)
        .map(|_| {
            let begun = Instant::now();
            work();
            1e3 * begun.elapsed().as_secs_f64()
        })
        .collect();
    times.sort_by(f64::total_cmp);
    let [least, median, most] = [times[0], times[30], times[57]];
    println!("{name:>28}: least {least:6.2} ms, median {median:6.2} ms, 95 % {most:6.2} ms");
}

fn main() {
    let document = object();
    timed("scene from JSON", || drop(Scene::from_json(&document).unwrap()));
    let scene = Scene::from_json(&document).unwrap().plan;
    timed("model", || drop(build(&scene, BuildOptions::default()).unwrap()));
    timed("render and listen briefly", || {
        drop(render_sound(&scene, RenderOptions::default()).unwrap());
    });
    let quick = RenderOptions { partials_from_modes: true, ..RenderOptions::default() };
    timed("render, partials from modes", || drop(render_sound(&scene, quick).unwrap()));
    let sound = render_sound(&scene, RenderOptions::default()).unwrap();
    println!("{} partials", sound.rendering.summary.audio.partials.len());
    let heard = &sound.rendering.heard;
    let touched = 0..40;
    timed("listen briefly", || {
        drop(listen_briefly(heard, 44_100.0, std::slice::from_ref(&touched)));
    });
    timed("spectrogram", || {
        drop(spectrogram(heard, 44_100.0, 192, 128, -90.0, Axis::Logarithmic));
    });
    let server = Server::start();
    let body = document.to_string();
    let mut size = 0;
    timed("request and answer", || {
        size = server.send("POST", "/api/render", &[], body.as_bytes()).body.len();
    });
    println!("{size} bytes");
    timed("object", || {
        server.send("POST", "/api/object", &[], body.as_bytes());
    });
    for name in ["steel-plate", "gong", "glass-bowl", "woodblock", "church-bell", "marble-on-glass"]
    {
        let scene = server.piece(name);
        let parsed = Scene::from_json(&scene).unwrap().plan;
        let begun = Instant::now();
        let built = build(&parsed, BuildOptions::default()).unwrap();
        let design = 1e3 * begun.elapsed().as_secs_f64();
        let begun = Instant::now();
        let packet = server.post("/api/render", &scene);
        let time = 1e3 * begun.elapsed().as_secs_f64();
        let modes = built.world.model().modes().omega.len();
        println!(
            "{name:>28}: {modes} modes, model {design:.1} ms, render {time:.0} ms, {}",
            packet.status
        );
    }
}
