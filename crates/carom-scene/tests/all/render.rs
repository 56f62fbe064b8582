//! From a scene to its sound, its numbers and its files.

use std::fs;
use std::path::PathBuf;

use carom_listen::{Recording, listen};
use carom_report::scene::write;
use carom_scene::plan::Plan;
use carom_scene::render::{RenderOptions, Rendering, Summary, render};
use carom_scene::scene::{How, Parsed, Scene};
use serde_json::Value;

const BAR: &str = include_str!("../../../../scenes/bar.toml");

fn parsed(text: &str, set: &[&str]) -> Parsed {
    Scene::parse_with("test.toml", text, set).unwrap_or_else(|errors| panic!("{errors}"))
}

fn plan(text: &str, set: &[&str]) -> Plan {
    parsed(text, set).plan
}

fn play(text: &str, set: &[&str]) -> Rendering {
    render(&plan(text, set), RenderOptions::default()).unwrap()
}

fn summary(text: &str, set: &[&str]) -> Summary {
    play(text, set).summary
}

/// A fresh directory that is removed at the end of a test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("carom-render-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Self(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn the_built_in_scene_pleases() {
    let scratch = Scratch::new("bar");
    let written =
        write(&parsed(BAR, &[]), How::default(), &scratch.0, RenderOptions::default()).unwrap();
    let recording = Recording::read(scratch.0.join("sound.wav")).unwrap();
    let cues = listen(&recording.mono(), recording.rate);
    let audible: Vec<_> = cues.partials.iter().filter(|p| p.level_db > -30.0).collect();
    assert!(audible.len() >= 5, "{cues:?}");
    let strongest = cues.partials.iter().max_by(|a, b| a.level_db.total_cmp(&b.level_db)).unwrap();
    let sixty_decibels = strongest.decay_s.unwrap() * 1000f64.ln();
    assert!((0.8..3.0).contains(&sixty_decibels), "{strongest:?}");
    assert!(cues.centroid_hz > 2.0 * cues.partials[0].frequency_hz, "{cues:?}");
    assert!(cues.peak < 1.0);
    // Twice as fast: louder by 5 to 7 dB, and brighter.
    let soft = &written.rendering.summary.audio;
    let loud = summary(BAR, &["body.mallet.velocity=3.0"]).audio;
    let decibels = 20.0 * (loud.peak / soft.peak).log10();
    assert!((5.0..7.0).contains(&decibels), "{decibels}");
    assert!(loud.centroid_hz > 1.05 * soft.centroid_hz);
}

#[test]
fn every_partial_rings_as_the_scene_says() {
    for rate in ["44100", "96000"] {
        let found = summary(BAR, &[&format!("sample_rate={rate}")]).audio.partials;
        let designed = [523.25, 1442.3, 2827.6, 4674.3, 6982.7];
        let qualities = [420.0, 700.0, 900.0, 1000.0, 1000.0];
        assert_eq!(found.len(), 5, "{found:?}");
        for ((partial, hertz), q) in found.iter().zip(designed).zip(qualities) {
            assert!((partial.frequency_hz / hertz - 1.0).abs() < 1e-3, "{partial:?}");
            assert!((partial.q.unwrap() / q - 1.0).abs() < 0.02, "{partial:?}");
        }
    }
}

#[test]
fn hammers_agree_with_converged_solutions() {
    let cases: Vec<Value> = serde_json::from_str(include_str!("../data/hammer.json")).unwrap();
    for case in cases {
        let of = |name: &str| case[name].as_f64().unwrap();
        let text = format!(
            "version = 1\nduration = 0.02\n\
             [[body]]\nname = \"hammer\"\nmass = {:e}\nvelocity = {:e}\n\
             [[body]]\nname = \"object\"\nmodes = {{ frequency = {}, q = {:e}, mass = {:e} }}\n\
             [[contact]]\nbetween = [\"hammer\", \"object\"]\n\
             law = {{ kind = \"hunt-crossley\", stiffness = {:e}, exponent = {:e}, mu = {:e} }}\n",
            of("mass"),
            of("velocity"),
            case["mode_hz"],
            of("q"),
            of("mode_mass"),
            of("stiffness"),
            of("exponent"),
            of("mu"),
        );
        let summary = summary(&text, &[]);
        let time = summary.contacts[0].log.first_contact_time.unwrap();
        assert!((time / of("first_contact_time") - 1.0).abs() < 3e-3, "{case}");
        let release = summary.at_first_release.unwrap();
        let velocity = release.bodies[0].velocity;
        assert!((velocity - of("hammer_velocity")).abs() < 3e-3 * of("velocity"), "{case}");
        let allowed =
            (0.02 * of("resonator_energy")).max(0.0005 * of("mass") * of("velocity").powi(2));
        assert!((release.bodies[1].energy - of("resonator_energy")).abs() < allowed, "{case}");
    }
}

/// A chain of bodies, each touching the next, from a soft to a very hard contact.
fn chain(contacts: usize, stiffness: f64, mu: f64) -> String {
    let mut text = String::from("version = 1\nduration = 10.0\n");
    for i in 0..=contacts {
        let what = if i % 2 == 0 {
            format!("mass = 0.0{}\nvelocity = {}", 1 + i % 3, if i == 0 { 1.0 } else { 0.0 })
        } else {
            format!(
                "modes = {{ frequency = [{}, {}], q = 200.0, mass = 0.1 }}",
                220 + 30 * i,
                900 + 70 * i
            )
        };
        text += &format!("[[body]]\nname = \"b{i}\"\n{what}\n");
    }
    for i in 0..contacts {
        let k = stiffness * 10f64.powi(-(i as i32 % 3));
        text += &format!(
            "[[contact]]\nbetween = [\"b{i}\", \"b{}\"]\nlaw = {{ kind = \"hunt-crossley\", \
             stiffness = {k:e}, exponent = 1.5, mu = {mu:e} }}\n",
            i + 1
        );
    }
    text
}

#[test]
fn ledgers_close_to_1e_10_over_ten_seconds() {
    for contacts in [1, 2, 10] {
        for (stiffness, mu) in [(1e8, 0.0), (1e8, 0.3), (1e13, 0.0), (1e13, 0.3)] {
            // Ten very hard contacts rattle without end, a thousand steps to the sample.
            let short = contacts == 10 && stiffness > 1e10;
            let set: &[&str] = if short { &["duration=0.05"] } else { &[] };
            let energy = summary(&chain(contacts, stiffness, mu), set).energy;
            println!("{contacts} contacts, k {stiffness:e}, mu {mu}: {:.1e}", energy.residual);
            assert!(energy.residual.abs() < 1e-10, "{contacts} {stiffness:e} {mu}: {energy:?}");
            assert!(energy.stored <= energy.initial * (1.0 + 1e-10));
        }
    }
}

#[test]
fn files_are_whole_and_the_sound_is_at_its_level() {
    for format in ["float32", "int24", "int16"] {
        let scratch = Scratch::new(format);
        let set = ["level=auto", &format!("format={format}")];
        let written = write(
            &parsed(BAR, &set),
            How { pickups: true, ..How::default() },
            &scratch.0,
            RenderOptions::default(),
        )
        .unwrap();
        assert_eq!(written.files.len(), 7);
        let left: Vec<_> = fs::read_dir(&scratch.0).unwrap().collect();
        assert_eq!(left.len(), 7, "no temporary file is left");
        let recording = Recording::read(scratch.0.join("sound.wav")).unwrap();
        assert_eq!(recording.channels.len(), 1);
        let peak = recording.channels.iter().flatten().fold(0.0, |a: f64, x| a.max(x.abs()));
        assert!((20.0 * peak.log10() + 3.0).abs() < 0.01, "{peak}");
        let last = recording.channels[0].last().unwrap();
        assert!(last.abs() < 1e-6, "the end fades: {last}");
        let json: Value =
            serde_json::from_slice(&fs::read(scratch.0.join("summary.json")).unwrap()).unwrap();
        for field in [
            "version",
            "contacts",
            "at_first_release",
            "at_end",
            "energy",
            "audio",
            "scheme",
            "sample_rate",
            "samples",
            "iterations_max",
            "halved",
            "stopped",
        ] {
            assert!(json.get(field).is_some(), "{field}");
        }
        let force = fs::read_to_string(scratch.0.join("force.csv")).unwrap();
        let largest = force
            .lines()
            .skip(1)
            .map(|line| line.split(',').nth(1).unwrap().parse::<f64>().unwrap())
            .fold(0.0, f64::max);
        let peak_force = written.rendering.summary.contacts[0].log.peak_force;
        assert!(largest > 0.9 * peak_force && largest <= peak_force, "{largest} {peak_force}");
        let page = fs::read_to_string(scratch.0.join("report.html")).unwrap();
        assert!(page.contains("data:audio/wav") || page.contains("audio/wav"));
    }
}

#[test]
fn the_same_scene_gives_the_same_bytes_twice() {
    let (a, b) = (Scratch::new("twice-a"), Scratch::new("twice-b"));
    for scratch in [&a, &b] {
        write(&parsed(BAR, &[]), How::default(), &scratch.0, RenderOptions::default()).unwrap();
    }
    for name in
        ["sound.wav", "force.csv", "trajectory.csv", "energy.csv", "summary.json", "report.html"]
    {
        assert_eq!(fs::read(a.0.join(name)).unwrap(), fs::read(b.0.join(name)).unwrap(), "{name}");
    }
}

#[test]
fn new_strikes_hit_what_still_rings() {
    let strikes = "strikes=[{ body = \"mallet\", time = 0.3, velocity = 1.0 }, { body = \"mallet\", time = 0.6, velocity = 2.0 }]";
    let struck = summary(BAR, &[strikes]);
    let once = summary(BAR, &[]);
    assert!(struck.contacts[0].log.count > once.contacts[0].log.count + 1);
    assert!(struck.samples > once.samples);
    assert!(struck.energy.supplied > 0.01, "{:?}", struck.energy);
    assert!(struck.energy.residual.abs() < 1e-11, "{:?}", struck.energy);
}

#[test]
fn other_schemes_play_the_same_scene_and_say_what_they_do_to_it() {
    let reference = summary(BAR, &["duration=0.1"]);
    for scheme in ["am1", "verlet", "heun", "rk4"] {
        let set = [&format!("scheme={scheme}"), "duration=0.1", "substeps=8"];
        let played = play(BAR, &set.map(|s: &str| s));
        let (time, exact) = (
            played.summary.contacts[0].log.first_contact_time.unwrap(),
            reference.contacts[0].log.first_contact_time.unwrap(),
        );
        assert!((time / exact - 1.0).abs() < 0.02, "{scheme}: {time} {exact}");
    }
    let coarse = play(BAR, &["scheme=am1", "duration=0.1"]);
    assert!(
        coarse.warnings.iter().any(|warning| warning.contains("tunes")),
        "{:?}",
        coarse.warnings
    );
    let refused = render(&plan(BAR, &["scheme=quadratic"]), RenderOptions::default()).unwrap_err();
    assert!(refused.to_string().contains("quadratic"), "{refused}");
}

#[test]
fn an_output_that_is_a_file_is_refused_and_left_alone() {
    let scratch = Scratch::new("file");
    fs::write(&scratch.0, "mine").unwrap();
    let error =
        write(&parsed(BAR, &[]), How::default(), &scratch.0, RenderOptions::default()).unwrap_err();
    assert!(error.to_string().contains("not a directory"), "{error}");
    assert_eq!(fs::read(&scratch.0).unwrap(), b"mine");
    fs::remove_file(&scratch.0).unwrap();
}
