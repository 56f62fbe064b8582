//! What whole commands cost, as ratios measured in one run: `cargo bench -p carom-cli --bench commands`.
//!
//! Ten strikes a second on N modes for ten minutes, from the scene file to the sound file, compared with the time that its
//! voice alone takes, and with a plain loop over N resonators of two poles.

use std::hint::black_box;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use carom::Options;
use carom_scene::build::{BuildOptions, build};
use carom_scene::scene::Scene;

const RATE: f64 = 44_100.0;
const SECONDS: f64 = 600.0;
const ROUNDS: usize = 3;

fn frequency(i: usize, count: usize) -> f64 {
    100.0 * 150f64.powf(i as f64 / count as f64)
}

fn scene(count: usize) -> String {
    let frequencies: Vec<_> = (0..count).map(|i| frequency(i, count)).collect();
    let mut text = format!(
        "version = 1\nduration = {SECONDS}\n[[body]]\nname = \"hammer\"\nmass = 0.01\nvelocity = 1\n\
         [[body]]\nname = \"bar\"\nmodes = {{ frequency = {frequencies:?}, q = 300, mass = 2 }}\n\
         [[contact]]\nbetween = [\"hammer\", \"bar\"]\n\
         law = {{ kind = \"hunt-crossley\", stiffness = 1e8, exponent = 1.5, mu = 0.3 }}\n\
         [[pickup]]\nbody = \"bar\"\n"
    );
    for n in 1..(10.0 * SECONDS) as u32 {
        let time = f64::from(n) / 10.0;
        text += &format!("[[strikes]]\nbody = \"hammer\"\ntime = {time}\nvelocity = 1\n");
    }
    text
}

/// The shortest time of some rounds, as nanoseconds per sample.
fn fastest(seconds: f64, mut work: impl FnMut()) -> f64 {
    let time = |_| {
        let begin = Instant::now();
        work();
        begin.elapsed().as_secs_f64()
    };
    (0..ROUNDS).map(time).fold(f64::INFINITY, f64::min) * 1e9 / (seconds * RATE)
}

/// N resonators, one after the other, for a minute.
fn plain(count: usize) -> f64 {
    let poles: Vec<[f64; 2]> = (0..count)
        .map(|i| {
            let omega = std::f64::consts::TAU * frequency(i, count) / RATE;
            let radius = (-omega / 600.0).exp();
            [2.0 * radius * omega.cos(), -radius * radius]
        })
        .collect();
    let mut states = vec![[0.0; 2]; count];
    fastest(60.0, || {
        let mut sum = 0.0;
        for n in 0..(60.0 * RATE) as usize {
            let input = if n % 4410 == 0 { 1.0 } else { 0.0 };
            for ([a, b], [y1, y2]) in poles.iter().zip(&mut states) {
                let y = a * *y1 + b * *y2 + input;
                (*y2, *y1) = (*y1, y);
                sum += y;
            }
        }
        black_box(sum);
    })
}

/// The voice alone.
fn engine(text: &str) -> f64 {
    let plan = Scene::parse("bench.toml", text).expect("a scene").plan;
    let built = build(&plan, BuildOptions::default()).expect("a world");
    fastest(SECONDS, || {
        let options = Options { commands: plan.commands(), ..Options::offline() };
        let (mut voice, mut hands) = plan.start(&built.world, options).expect("a voice");
        built.command(&plan, &mut hands).expect("commands");
        let mut row = [[0.0f64; 256]];
        for _ in 0..(SECONDS * RATE) as usize / 256 {
            voice.process(&mut row);
        }
        black_box(row);
    })
}

/// The command, from the file of the scene to that of the sound.
fn command(directory: &Path, text: &str) -> f64 {
    let (from, to) = (directory.join("scene.toml"), directory.join("sound.wav"));
    std::fs::write(&from, text).expect("written");
    fastest(SECONDS, || {
        let mut carom = Command::new(env!("CARGO_BIN_EXE_carom"));
        let ran = carom.arg("run").arg(&from).arg("--out").arg(&to).stdout(Stdio::null()).status();
        assert!(ran.expect("it runs").success());
    })
}

fn main() {
    let directory = std::env::temp_dir().join(format!("carom-bench-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory");
    println!("modes   plain loop   voice alone   carom run   times the voice   times the loop");
    for count in [1, 16, 64, 256] {
        let text = scene(count);
        let (plain, engine, command) = (plain(count), engine(&text), command(&directory, &text));
        let [of_engine, of_plain] = [command / engine, command / plain];
        println!(
            "{count:5} {plain:9.1} ns {engine:10.1} ns {command:8.1} ns {of_engine:17.2} {of_plain:16.2}"
        );
    }
    let _ = std::fs::remove_dir_all(&directory);
}
