//! `carom run`, `listen` and `schema` as their users see them.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

fn carom(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_carom")).args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn scratch(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("carom-run-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    path
}

#[test]
fn without_a_scene_it_writes_everything_and_says_where() {
    let out = scratch("bar");
    let output = carom(&["run", "--out", out.to_str().unwrap()]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let said = text(&output.stdout);
    for name in ["sound.wav", "force.csv", "trajectory.csv", "summary.json", "report.html"] {
        assert!(out.join(name).is_file(), "{name}");
        assert!(said.contains(name), "{name}: {said}");
    }
    let sound = out.join("sound.wav");
    let heard = carom(&["listen", sound.to_str().unwrap(), "--json"]);
    let cues: Value = serde_json::from_slice(&heard.stdout).unwrap();
    assert_eq!(cues["partials"].as_array().unwrap().len(), 5);
    fs::remove_dir_all(&out).unwrap();
}

#[test]
fn json_alone_writes_no_file() {
    let directory = scratch("json");
    fs::create_dir_all(&directory).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_carom"))
        .args(["run", "--json", "--set", "body.mallet.velocity=2.5"])
        .current_dir(&directory)
        .output()
        .unwrap();
    let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(summary["version"], 1);
    assert!(summary["energy"]["residual"].as_f64().unwrap().abs() < 1e-10);
    assert_eq!(fs::read_dir(&directory).unwrap().count(), 0);
    fs::remove_dir_all(&directory).unwrap();
}

#[test]
fn bad_scenes_are_underlined_and_write_nothing() {
    let out = scratch("bad");
    for (set, says) in [
        ("body.mallet.mass=-1", "above 0"),
        ("body.malet.mass=1", "mallet"),
        ("sample_rate=0", "sample_rate"),
        ("duration=1e9", "duration"),
        ("scheme=euler", "two-point"),
        ("contact.0.between=[\"bar\", \"bar\"]", "itself"),
        ("pickup.0.at=\"nowhere\"", "struck"),
        ("body.bar.points.end=[1, 2]", "5"),
    ] {
        let output = carom(&["run", "--out", out.to_str().unwrap(), "--set", set]);
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{set}: {message}");
        assert!(message.contains(says), "{set}: {message}");
        assert!(!out.exists(), "{set}");
    }
    let missing = carom(&["run", "no-such-scene.toml"]);
    assert_eq!(missing.status.code(), Some(3));
    assert!(text(&missing.stderr).contains("no-such-scene.toml"));
}

#[test]
fn a_mode_above_nyquist_is_left_out_with_a_warning() {
    let output = carom(&[
        "run",
        "--json",
        "--set",
        "body.bar.modes.frequency=[500, 1000, 2000, 3000, 30000]",
    ]);
    assert!(output.status.success());
    let message = text(&output.stderr);
    assert!(message.contains("warning") && message.contains("30000"), "{message}");
}

#[test]
fn the_schema_is_json_and_a_recording_that_is_none_is_refused() {
    let schema: Value = serde_json::from_slice(&carom(&["schema"]).stdout).unwrap();
    assert!(schema["properties"]["body"].is_object());
    let output = carom(&["listen", "Cargo.toml"]);
    assert_eq!(output.status.code(), Some(3));
}
