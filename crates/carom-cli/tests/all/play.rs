//! `carom play` and `carom live` as their users see them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

fn carom(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_carom")).args(arguments).output().unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A directory that is removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("carom-play-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        fs::write(self.0.join(name), bytes).unwrap();
        self.path(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A bar of few modes that is soon quiet.
const BAR: &str = r#"
version = 1
highest_mode = 4000.0
[[body]]
name = "mallet"
mass = 0.02
hardness = 0.6
[[body]]
name = "bar"
material = "aluminium"
shape = { kind = "bar", length = 0.28, width = 0.035, thickness = 0.008, suspension = 30 }
[[contact]]
between = ["mallet", "bar"]
at = { bar = 0.3 }
"#;

/// A song: 480 ticks in a quarter note of half a second; tracks of delta, and a message.
fn song(tracks: &[&[(u16, [u8; 3])]]) -> Vec<u8> {
    let mut bytes = b"MThd\0\0\0\x06\0\x01\0".to_vec();
    bytes.extend([tracks.len() as u8, 1, 0xe0]);
    for messages in tracks {
        let mut track = Vec::new();
        for (delta, message) in *messages {
            track.extend([0x80 | (delta >> 7) as u8, (delta & 127) as u8]);
            track.extend(message);
        }
        track.extend(b"\0\xff\x2f\0");
        bytes.extend(b"MTrk");
        bytes.extend((track.len() as u32).to_be_bytes());
        bytes.extend(track);
    }
    bytes
}

/// The samples of a sound file, left.
fn left(path: &str) -> Vec<f32> {
    let reader = hound::WavReader::open(path).unwrap();
    let channels = usize::from(reader.spec().channels);
    reader.into_samples::<f32>().step_by(channels).map(Result::unwrap).collect()
}

#[test]
fn a_note_begins_at_its_sample() {
    let scratch = Scratch::new("onset");
    let bar = scratch.file("bar.toml", BAR);
    let first = |delta, rate: &str| {
        let on = song(&[&[(delta, [0x90, 72, 100]), (96, [0x80, 72, 0])]]);
        let song = scratch.file("on.mid", on);
        let out = scratch.path("on.wav");
        let output = carom(&["play", &song, "--scene", &bar, "--rate", rate, "--out", &out]);
        assert!(output.status.success(), "{}", stderr(&output));
        left(&out)
    };
    // The time from the note to what is heard of it first is the same wherever it is.
    let (early, late) = (first(0, "48000"), first(1001, "48000"));
    let onset = |samples: &[f32]| samples.iter().position(|sample| *sample != 0.0).unwrap();
    assert!(onset(&early) <= 2, "{}", onset(&early));
    let expected = (1001.0 * 0.5 / 480.0 * 48_000.0f64).round() as usize;
    assert_eq!(onset(&late) - onset(&early), expected);
    assert_eq!(late[expected..][..4096], early[..4096], "and the sound is the same");
    let expected = (1001.0 * 0.5 / 480.0 * 44_100.0f64).round() as usize;
    assert_eq!(onset(&first(1001, "44100")) - onset(&first(0, "44100")), expected);
}

#[test]
fn parts_go_to_scenes_by_order_and_by_channel() {
    let scratch = Scratch::new("parts");
    let (bar, second) = (scratch.file("bar.toml", BAR), scratch.file("second.toml", BAR));
    let note =
        |channel: u8, key| vec![(0, [0x90 | channel, key, 90]), (240, [0x80 | channel, key, 0])];
    let (a, b, c) = (note(0, 72), note(1, 76), note(9, 79));
    let song = scratch.file("three.mid", song(&[&a, &b, &c]));
    let played = |scenes: &[&str]| {
        let mut arguments = vec!["play", &song, "--json"];
        scenes.iter().for_each(|scene| arguments.extend(["--scene", *scene]));
        let output = carom(&arguments);
        assert!(output.status.success(), "{}", stderr(&output));
        let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!(summary["peak_dbfs"].as_f64().unwrap() > -60.0, "{summary}");
        let parts = summary["parts"].as_array().unwrap().iter();
        parts.map(|part| part["scene"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(played(&[&bar]), ["bar", "bar", "bar"]);
    assert_eq!(played(&[&bar, &second]), ["bar", "second", "second"]);
    assert_eq!(played(&[&format!("1={second}"), &bar]), ["second", "bar", "bar"]);
    let files = fs::read_dir(&scratch.0).unwrap().count();
    assert_eq!(files, 3, "--json alone writes no file");
}

#[test]
fn it_is_played_again_from_its_sound() {
    let scratch = Scratch::new("rerun");
    let bar = scratch.file("bar.toml", BAR);
    let song = scratch.file("on.mid", song(&[&[(0, [0x90, 72, 90]), (240, [0x80, 72, 0])]]));
    for name in ["on.wav", "on.flac"] {
        let out = scratch.path(name);
        let set = "hardness=3";
        let output = carom(&["play", &song, "--scene", &bar, "--set", set, "--out", &out]);
        assert!(output.status.success(), "{}", stderr(&output));
        let again = scratch.path(&format!("again-{name}"));
        let output = carom(&["rerun", &out, "--out", &again]);
        assert!(output.status.success(), "{}", stderr(&output));
        assert!(fs::read(&out).unwrap() == fs::read(&again).unwrap(), "{name}");
    }
}

#[test]
fn the_notes_become_a_scene_that_sounds_the_same() {
    let scratch = Scratch::new("export");
    let bar = scratch.file("bar.toml", BAR);
    let messages =
        [(0, [0x90, 72, 90]), (240, [0x90, 76, 60]), (240, [0x80, 72, 0]), (0, [0x80, 76, 0])];
    let song = scratch.file("two.mid", song(&[&messages]));
    let [out, scene, again] = ["two.wav", "two.toml", "again.wav"].map(|name| scratch.path(name));
    let output = carom(&["play", &song, "--scene", &bar, "--out", &out, "--export", &scene]);
    assert!(output.status.success(), "{}", stderr(&output));
    let set = ["--set", "duration=1", "--set", "level={full_scale=1}"];
    let output = carom(&[&["run", &scene, "--out", &again], &set[..]].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    let (played, run) = (left(&out), left(&again));
    let size = played.iter().map(|sample| sample * sample).sum::<f32>().sqrt();
    let apart = played.iter().zip(&run).map(|(a, b)| (a - b).powi(2)).sum::<f32>().sqrt();
    assert!(size > 0.0 && apart < 1e-4 * size, "{} of the sound differs", apart / size);
}

#[test]
fn what_is_wrong_is_said_with_its_status() {
    let scratch = Scratch::new("wrong");
    let note = [(0, [0x90, 72, 90]), (240, [0x80, 72, 0])];
    let whole = song(&[&note]);
    let good = scratch.file("good.mid", &whole);
    let cut = scratch.file("cut.mid", &whole[..whole.len() - 2]);
    let text = scratch.file("text.mid", "no song");
    let bar = scratch.file("bar.toml", BAR);
    let (none, no_scene) = (scratch.path("none.mid"), scratch.path("none.toml"));
    let says = |arguments: &[&str], status: i32, words: &[&str]| {
        let output = carom(&[&["play"], arguments].concat());
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(status), "{arguments:?}: {said}");
        for word in words {
            assert!(said.contains(word), "{arguments:?}: {said}");
        }
        assert!(output.stdout.is_empty());
    };
    says(
        &[&cut, "--scene", &bar],
        2,
        &["cut.mid", "at byte 22", "14 bytes follow, and there are 12"],
    );
    says(&[&text, "--scene", &bar], 2, &["text.mid", "MThd"]);
    says(&[&none, "--scene", &bar], 3, &["cannot read", "none.mid"]);
    says(&[&good, "--scene", "marimba"], 2, &["no piece `marimba`", "marimba-bar"]);
    says(&[&good, "--scene", "ketledrum"], 2, &["did you mean `kettledrum`?"]);
    says(&[&good, "--scene", &no_scene], 3, &["cannot read"]);
    says(&[&good], 2, &["--scene"]);
    says(&[&good, "--scene", &format!("17={bar}")], 2, &["`17` is no channel", "1 to 16"]);
    says(&[&good, "--scene", &format!("3={bar}")], 2, &["no notes on channel 3"]);
    says(&[&good, "--scene", &bar, "--scene", &bar], 2, &["the song has 1 part"]);
    says(&[&good, "--scene", &bar, "--out", "x.mp3"], 2, &["NAME.wav or NAME.flac"]);
    says(&[&good, "--scene", &bar, "--export", "x.json"], 2, &["NAME.toml"]);
    says(&[&good, "--scene", &bar, "--format", "int8"], 2, &["float32, int24, int16 or flac"]);
    says(&[&good, "--scene", &bar, "--set", "hardnes=2"], 2, &["did you mean `Hardness`"]);
    says(&[&good, "--scene", &bar, "--set", "hardness=-2"], 2, &["`-2`", "×0.001 to ×1000"]);
    says(&[&good, "--scene", &bar, "--set", "gong.tune=1"], 2, &["`gong` does not play"]);
    says(&[&good, "--scene", &bar, "--rate", "1"], 2, &["8000"]);
    says(&[&good, "--scene", &bar, "--out", "/nowhere/at/all.wav"], 3, &["cannot write"]);
    says(&[&good, "--scene", "knock-on-a-cavity=1"], 2, &["is no channel"]);
}

#[test]
fn the_song_of_the_project_is_read() {
    let songs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/songs/four-bars.mid");
    let song = carom_instrument::Song::read(&fs::read(songs).unwrap()).unwrap();
    assert_eq!(song.title.as_deref(), Some("Four bars"));
    let parts: Vec<_> = song.parts.iter().map(|part| (part.channel, part.notes)).collect();
    assert_eq!(parts, [(0, 19), (1, 10), (9, 14)]);
    assert!((9.0..10.0).contains(&song.length), "{}", song.length);
}

#[test]
#[cfg(not(feature = "live"))]
fn without_the_feature_live_says_what_to_type() {
    let output = carom(&["live"]);
    assert_eq!(output.status.code(), Some(2));
    for words in ["cargo run --release --features live -- live", "libasound2-dev"] {
        assert!(stderr(&output).contains(words), "{}", stderr(&output));
    }
    assert!(carom(&["live", "--help"]).status.success());
}

#[test]
fn the_song_of_the_gallery_is_what_its_midi_file_says() {
    let scratch = Scratch::new("gallery");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes");
    let (song, written) = (root.join("songs/four-bars.mid"), scratch.path("song.toml"));
    let mut arguments = vec!["play", song.to_str().unwrap(), "--export", &written];
    for scene in ["marimba-bar", "kettledrum", "woodblock"] {
        arguments.extend(["--scene", scene]);
    }
    let sound = scratch.path("song.wav");
    arguments.extend(["--out", &sound]);
    let output = carom(&arguments);
    assert!(output.status.success(), "{}", stderr(&output));
    let notes = |path: &Path| {
        let text = fs::read_to_string(path).unwrap();
        // When and how hard; sizes and gains may differ in their last digits.
        let strikes = text.find("[[strikes]]").unwrap();
        text[strikes..strikes + text[strikes..].find("[[body]]").unwrap()].to_owned()
    };
    assert!(
        notes(&root.join("four-bars.toml")) == notes(Path::new(&written)),
        "scenes/four-bars.toml is not what `carom {}` writes",
        arguments.join(" ")
    );
}
