//! `carom run`, `listen` and `schema` as their users see them.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn carom(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_carom")).args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Runs the command with a text on standard input.
fn carom_with(input: &str, arguments: &[&str]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_carom"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

const BAR: &str = include_str!("../../../../scenes/bar.toml");

/// A sound file: channels, bits, and all samples as 24-bit numbers.
fn sound(path: &Path) -> (u32, u32, Vec<i32>) {
    if fs::read(path).unwrap().starts_with(b"fLaC") {
        let mut reader = claxon::FlacReader::open(path).unwrap();
        let info = reader.streaminfo();
        let samples = reader.samples().map(Result::unwrap).collect();
        return (info.channels, info.bits_per_sample, samples);
    }
    let reader = hound::WavReader::open(path).unwrap();
    let spec = reader.spec();
    let samples = if spec.sample_format == hound::SampleFormat::Float {
        let whole = |value: f32| (f64::from(value).clamp(-1.0, 1.0) * 8_388_607.0).round() as i32;
        reader.into_samples().map(|value| whole(value.unwrap())).collect()
    } else {
        reader.into_samples().map(Result::unwrap).collect()
    };
    (spec.channels.into(), spec.bits_per_sample.into(), samples)
}

fn scratch(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("carom-run-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    path
}

#[test]
fn without_a_scene_it_writes_everything_and_says_where() {
    let out = scratch("bar");
    let output = carom(&["run", "--out", out.to_str().unwrap()]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let said = text(&output.stdout);
    for name in
        ["sound.wav", "force.csv", "trajectory.csv", "energy.csv", "summary.json", "report.html"]
    {
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
        ("body.mallet.mass=-1", "from 1e-9 to"),
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
    let reference = carom(&["schema", "--markdown"]).stdout;
    assert!(
        reference == include_bytes!("../../../../docs/reference.md"),
        "docs/reference.md is old"
    );
    let output = carom(&["listen", "Cargo.toml"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_name_of_a_sound_file_writes_that_file_alone() {
    let out = scratch("file");
    fs::create_dir_all(&out).unwrap();
    let mut written = Vec::new();
    for (name, format, bits) in [
        ("a.wav", "float32", 32),
        ("b.WAV", "int24", 24),
        ("c.Wav", "flac", 24),
        ("d.flac", "float32", 24),
        ("e.FLAC", "flac", 24),
        ("f.wav", "int16", 16),
        ("g.flac", "int16", 16),
    ] {
        let path = out.join(name);
        let set = format!("format={format}");
        // The reader of the test does not know how FLAC writes a stretch of zeros, which quieter sounds
        // have.
        let level = ["--set", "level=auto", "--set", &set];
        let output = carom(&[&["run", "--out", path.to_str().unwrap()], &level[..]].concat());
        assert!(output.status.success(), "{name}: {}", text(&output.stderr));
        let printed = text(&output.stdout);
        assert!(printed.contains(&format!("wrote {}", path.display())), "{printed}");
        assert!(printed.contains("energy") && !printed.contains("report.html"), "{printed}");
        written.push(sound(&path));
        let (channels, found, _) = written.last().unwrap();
        assert_eq!((*channels, *found), (1, bits), "{name}");
        assert_eq!(fs::read_dir(&out).unwrap().count(), written.len(), "{name}");
    }
    assert!(written[..5].iter().all(|(_, _, samples)| *samples == written[0].2));
    assert_eq!(written[5].2, written[6].2);
    fs::remove_dir_all(&out).unwrap();
}

#[test]
fn json_and_a_sound_file_go_together() {
    let path = scratch("json.wav");
    let output = carom(&["run", "--json", "--out", path.to_str().unwrap()]);
    let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
    let samples = summary["samples"].as_u64().unwrap();
    assert_eq!(sound(&path).2.len() as u64, samples);
    fs::remove_file(&path).unwrap();
}

#[test]
fn outputs_that_cannot_be_meant_are_refused() {
    let directory = scratch("directory.wav");
    fs::create_dir_all(&directory).unwrap();
    let out = directory.to_str().unwrap();
    let refused = carom(&["run", "--out", out]);
    assert_eq!(refused.status.code(), Some(3));
    let message = text(&refused.stderr);
    assert!(message.contains(out) && message.contains("is a directory"), "{message}");
    assert_eq!(fs::read_dir(&directory).unwrap().count(), 0);
    fs::remove_dir_all(&directory).unwrap();
    for (arguments, needed) in [
        (["run", "--out", "hit.mp3"].as_slice(), "NAME.wav or NAME.flac"),
        (&["run", "--out", "hit.wav", "--pickups"], "--pickups"),
        (&["run", "--out", "hit.wav", "--full"], "--full"),
    ] {
        let refused = carom(arguments);
        let message = text(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{message}");
        assert!(message.contains(needed), "{message}");
    }
}

#[test]
fn a_scene_comes_from_standard_input_as_toml_or_json() {
    let [piped, file] = ["piped.wav", "file.wav"].map(scratch);
    let output = carom_with(BAR, &["run", "-", "--out", piped.to_str().unwrap()]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(carom(&["run", "--out", file.to_str().unwrap()]).status.success());
    assert_eq!(fs::read(&piped).unwrap(), fs::read(&file).unwrap());
    for path in [piped, file] {
        fs::remove_file(path).unwrap();
    }

    let json = r#" {"version": 1, "duration": 0.01, "body": [
        {"name": "ball", "mass": 0.01, "velocity": 1},
        {"name": "bar", "modes": {"frequency": [500, 1400], "q": 300, "mass": 0.1}}],
        "contact": [{"between": ["ball", "bar"],
            "law": {"kind": "power", "stiffness": 1e8, "exponent": 1.5}}]}"#;
    for set in ["duration=0.01", "duration=0.02"] {
        let output = carom_with(json, &["run", "-", "--json", "--set", set]);
        let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(summary["samples"], if set.ends_with('1') { 441 } else { 882 });
    }
    let listing = carom_with(json, &["modes", "-", "--json"]);
    let listing: Value = serde_json::from_slice(&listing.stdout).unwrap();
    assert_eq!(listing["bodies"][1]["modes"].as_array().unwrap().len(), 2);

    let bad_toml = BAR.replace("mass = 0.012", "mass = -1");
    let bad_json = json.replace("0.01,", "-1,");
    for (input, status, place) in [
        (bad_toml.as_str(), 2, "standard input:"),
        (&bad_json, 2, "standard input, at "),
        ("{ \"version\": 1,", 2, "this is not JSON"),
        ("", 2, "standard input"),
    ] {
        let output = carom_with(input, &["run", "-"]);
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{message}");
        assert!(message.contains(place), "{message}");
    }
}

#[test]
fn a_sound_has_two_channels_only_where_they_differ() {
    let out = scratch("channels");
    let listened = |pan: &str| {
        let set = format!("pickup.0.pan={pan}");
        let directory = out.to_str().unwrap();
        let arguments = ["run", "--out", directory, "--set", "format=int24", "--set"];
        // A fixed level, so that the gain is the same.
        let level = ["--set", "level.full_scale=2"];
        let output = carom(&[&arguments[..], &[&set], &level].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        let page = fs::read_to_string(out.join("report.html")).unwrap();
        // Bytes 22 and 23 of a WAV file are its channels: the last 2 of 24 bytes, 32 characters.
        let player = page.split("data:audio/wav;base64,").nth(1).unwrap();
        (sound(&out.join("sound.wav")), player[..32].to_owned())
    };
    let ((channels, _, mono), player) = listened("0");
    assert_eq!(channels, 1);
    assert!(player.ends_with("BAAEA"), "{player}");
    let ((channels, _, stereo), player) = listened("1e-12");
    assert_eq!(channels, 2);
    assert!(player.ends_with("BAAIA"), "{player}");
    // So near to the middle, each channel is what the one channel is.
    let left: Vec<i32> = stereo.iter().step_by(2).copied().collect();
    let right: Vec<i32> = stereo.iter().skip(1).step_by(2).copied().collect();
    let near =
        |a: &[i32]| a.len() == mono.len() && a.iter().zip(&mono).all(|(a, b)| (a - b).abs() <= 1);
    assert!(near(&left) && near(&right));
    fs::remove_dir_all(&out).unwrap();
}

#[test]
fn a_level_that_is_too_low_is_reported_with_one_that_fits() {
    let run = |level: &str| {
        let set = format!("level.full_scale={level}");
        text(&carom(&["run", "--json", "--set", &set]).stderr)
    };
    let message = run("0.1");
    let rest = message.split("set level.full_scale to ").nth(1).unwrap();
    let (value, unit) = rest.trim().split_once(' ').unwrap();
    assert_eq!(unit, "m/s", "{message}");
    assert!(value.parse::<f64>().is_ok() && !value.contains('e'), "{message}");
    assert_eq!(run(value), "");
}

#[test]
fn a_piece_of_the_gallery_is_run_by_its_name() {
    let out = scratch("named");
    let path = out.join("glass.wav");
    fs::create_dir_all(&out).unwrap();
    let ran =
        carom(&["run", "wine-glass", "--set", "duration=0.05", "--out", path.to_str().unwrap()]);
    assert_eq!(ran.status.code(), Some(0), "{}", text(&ran.stderr));
    let said = text(&ran.stdout);
    assert!(said.contains("wrote") && path.exists(), "{said}");
    assert!(said.contains(" at 0.6 m,"), "{said}");
    let missing = carom(&["run", "wine-glas"]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(text(&missing.stderr).contains("wine-glass"), "{}", text(&missing.stderr));
}

#[test]
fn contacts_whose_names_end_in_numbers_are_not_one_line() {
    let contact = |name: &str, second: &str| {
        format!(
            "[[contact]]\nname = \"{name}\"\nbetween = [\"ball\", \"{second}\"]\nlaw = {{ kind = \"power\", stiffness = 1e6, exponent = 1.5 }}\n"
        )
    };
    let scene = format!(
        "version = 1\nduration = 0.02\n[[body]]\nname = \"ball\"\nmass = 0.01\nvelocity = 1\n\
         [[body]]\nname = \"w\"\nwall = true\n[[body]]\nname = \"v\"\nwall = true\n{}{}\
         [[pickup]]\nbody = \"ball\"\nquantity = \"velocity\"\n",
        contact("a", "w"),
        contact("a 2", "v"),
    );
    let out = scratch("names");
    let ran = carom_with(&scene, &["run", "-", "--out", out.to_str().unwrap()]);
    let said = text(&ran.stdout);
    assert!(said.contains("  a: ") && said.contains("  a 2: "), "{said} {}", text(&ran.stderr));
}
