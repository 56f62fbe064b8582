//! Results carry a record of what made them, and are made again from it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// A directory that is removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let name = format!("carom-rerun-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn carom(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_carom")).args(arguments).output().unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Asserts that a result is made again with the same bytes in every file.
fn rerun_is_the_same(result: &str, old: &Path, again: &str) {
    let output = carom(&["rerun", result, "--out", again]);
    assert!(output.status.success(), "{result}: {}", stderr(&output));
    assert!(String::from_utf8_lossy(&output.stdout).contains("the same bytes"), "{result}");
    let mut names: Vec<_> = fs::read_dir(old).unwrap().map(|f| f.unwrap().file_name()).collect();
    names.sort();
    for name in names {
        let new = fs::read(Path::new(again).join(&name)).unwrap();
        assert!(fs::read(old.join(&name)).unwrap() == new, "{result}: {name:?} differs");
    }
}

#[test]
fn summary_sound_and_page_make_all_files_again() {
    let scratch = Scratch::new("run");
    let set = ["body.mallet.velocity=3", "duration=0.2"];
    for (name, more) in [("wav", "format=int16"), ("flac", "format=flac")] {
        let out = scratch.path(name);
        let run = carom(&[
            "run",
            "--out",
            &out,
            "--full",
            "--pickups",
            "--set",
            set[0],
            "--set",
            set[1],
            "--set",
            more,
        ]);
        assert!(run.status.success(), "{}", stderr(&run));
        for file in ["summary.json", &format!("sound.{name}"), "report.html"] {
            let again = scratch.path(&format!("{name}-again-from-{}", file.replace('.', "-")));
            rerun_is_the_same(&format!("{out}/{file}"), Path::new(&out), &again);
        }
    }
}

#[test]
fn a_single_sound_and_printed_json_are_made_again() {
    let scratch = Scratch::new("single");
    let sound = scratch.path("hit.flac");
    assert!(carom(&["run", "--out", &sound, "--set", "duration=0.1"]).status.success());
    let again = scratch.path("again.flac");
    let output = carom(&["rerun", &sound, "--out", &again]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(fs::read(&sound).unwrap() == fs::read(&again).unwrap());

    let printed = scratch.path("printed.json");
    fs::write(&printed, carom(&["run", "--json", "--set", "duration=0.1"]).stdout).unwrap();
    let output = carom(&["rerun", &printed, "--out", &scratch.path("files")]);
    assert!(
        String::from_utf8_lossy(&output.stdout).contains("the same bytes"),
        "{}",
        stderr(&output)
    );

    let impact = "impact --mass 0.01 --stiffness 1e9 --exponent 1.5 --mu 0.5 --velocity 1 --json";
    let arguments: Vec<_> = impact.split(' ').collect();
    fs::write(&printed, carom(&arguments).stdout).unwrap();
    let output = carom(&["rerun", &printed, "--out", &scratch.path("impact")]);
    assert!(
        String::from_utf8_lossy(&output.stdout).contains("the same bytes"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn a_collision_is_made_again_without_its_files() {
    let scratch = Scratch::new("collision");
    fs::write(scratch.path("force.csv"), "time,force\n0,0\n1e-3,5\n2e-3,0\n").unwrap();
    let text = String::from_utf8(carom(&["collide", "--print", "puck"]).stdout).unwrap();
    fs::write(scratch.path("puck.toml"), text).unwrap();
    let out = scratch.path("out");
    let run = carom(&[
        "collide",
        &scratch.path("puck.toml"),
        "--out",
        &out,
        "--method",
        "pulse",
        "--rate",
        "1e5",
        "--set",
        "pulse.shape={kind=\"file\",path=\"force.csv\"}",
    ]);
    assert!(run.status.success(), "{}", stderr(&run));
    fs::remove_file(scratch.path("force.csv")).unwrap();
    for file in ["summary.json", "report.html"] {
        let again = scratch.path(&format!("again-{file}"));
        rerun_is_the_same(&format!("{out}/{file}"), Path::new(&out), &again);
    }
}

#[test]
fn surfaces_from_files_are_part_of_the_record() {
    let scratch = Scratch::new("surface");
    fs::write(scratch.path("stone.csv"), "position,height\n0,0\n0.01,1e-5\n0.02,0\n").unwrap();
    let guiro = include_str!("../../../../scenes/guiro.toml");
    let start = guiro.find("surface = ").unwrap();
    let end = start + guiro[start..].find('\n').unwrap();
    let surface = "surface = { kind = \"file\", path = \"stone.csv\" }";
    let text = format!("{}{surface}{}", &guiro[..start], &guiro[end..]);
    fs::write(scratch.path("scene.toml"), text).unwrap();
    let out = scratch.path("out");
    let scene = scratch.path("scene.toml");
    let run = carom(&["run", &scene, "--out", &out, "--set", "duration=0.05"]);
    assert!(run.status.success(), "{}", stderr(&run));
    fs::remove_file(scratch.path("stone.csv")).unwrap();
    rerun_is_the_same(&format!("{out}/sound.wav"), Path::new(&out), &scratch.path("again"));
}

#[test]
fn every_third_piece_of_the_gallery_is_made_again() {
    let scratch = Scratch::new("gallery");
    let out = scratch.path("gallery");
    let names: Vec<&str> = carom_scene::gallery::all().map(|piece| piece.name).step_by(3).collect();
    let run = carom(&[&["gallery", "--out", &out], names.as_slice()].concat());
    assert!(run.status.success(), "{}", stderr(&run));
    let mut pieces: Vec<_> = fs::read_dir(&out).unwrap().map(|f| f.unwrap().path()).collect();
    pieces.retain(|path| path.is_dir());
    pieces.sort();
    assert_eq!(pieces.len(), names.len());
    let record = |path: &Path| -> Value {
        let summary: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
        summary["provenance"].clone()
    };
    std::thread::scope(|scope| {
        for half in pieces.chunks(pieces.len().div_ceil(2)) {
            let (scratch, record) = (&scratch, &record);
            scope.spawn(move || {
                for (i, piece) in half.iter().enumerate() {
                    // Every kind of result by turns; all three hold the same record.
                    let file = ["summary.json", "sound.wav", "report.html"][i % 3];
                    let name = piece.file_name().unwrap().to_str().unwrap();
                    let again = scratch.path(&format!("again-{name}"));
                    rerun_is_the_same(&piece.join(file).display().to_string(), piece, &again);
                    let wanted = record(&piece.join("summary.json")).to_string();
                    let page = fs::read_to_string(piece.join("report.html")).unwrap();
                    assert!(page.contains(&wanted.replace('<', "\\u003c")), "{name}");
                    let sound = fs::read(piece.join("sound.wav")).unwrap();
                    let bytes = wanted.as_bytes();
                    assert!(sound.windows(bytes.len()).any(|part| part == bytes), "{name}");
                    fs::remove_dir_all(again).unwrap();
                }
            });
        }
    });
}

#[cfg(feature = "papers")]
#[test]
fn a_study_is_made_again_from_its_page() {
    let scratch = Scratch::new("study");
    let out = scratch.path("out");
    assert!(
        carom(&["study", "papetti/table-1", "papetti/table-4", "--out", &out]).status.success()
    );
    let again = scratch.path("again");
    for file in ["papetti/table-1.html", "studies.json", "index.html"] {
        let output = carom(&["rerun", &format!("{out}/{file}"), "--out", &again]);
        assert!(output.status.success(), "{file}: {}", stderr(&output));
        let new = fs::read(format!("{again}/{file}")).unwrap();
        assert!(fs::read(format!("{out}/{file}")).unwrap() == new, "{file}");
    }
}

#[test]
fn what_has_no_record_or_a_changed_one_is_named() {
    let scratch = Scratch::new("bad");
    let out = scratch.path("out");
    assert!(carom(&["run", "--out", &out, "--set", "duration=0.01"]).status.success());
    let summary = fs::read_to_string(format!("{out}/summary.json")).unwrap();
    let cases = [
        ("none.json", "{}".to_owned(), "no record", 2),
        ("text.html", "<html>".to_owned(), "no record", 2),
        (
            "changed.json",
            summary.replacen("\"mass\": 0.012", "\"mass\": 0.013", 1),
            "was changed",
            2,
        ),
        (
            "kind.json",
            summary.replacen("\"kind\": \"scene\"", "\"kind\": \"dance\"", 1),
            "was changed",
            2,
        ),
        ("sound.wav", "RIFF".to_owned(), "neither a WAV nor a FLAC file", 2),
    ];
    for (name, text, message, status) in cases {
        let path = scratch.path(name);
        fs::write(&path, text).unwrap();
        let output = carom(&["rerun", &path, "--out", &scratch.path("again")]);
        assert_eq!(output.status.code(), Some(status), "{name}: {}", stderr(&output));
        assert!(stderr(&output).contains(message), "{name}: {}", stderr(&output));
        assert!(!Path::new(&scratch.path("again")).exists(), "{name}");
    }
    let output = carom(&["rerun", &format!("{out}/sound.wav"), "--out", &scratch.path("a.wav")]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("--out must not name a sound file"));
}

#[test]
fn another_build_is_reported_with_the_difference() {
    let scratch = Scratch::new("build");
    let out = scratch.path("out");
    assert!(carom(&["run", "--out", &out, "--set", "duration=0.05"]).status.success());
    let summary = fs::read_to_string(format!("{out}/summary.json")).unwrap();
    let mut value: Value = serde_json::from_str(&summary).unwrap();
    value["provenance"]["build"] = "0123456789abcdef".into();
    let old = scratch.path("old/summary.json");
    fs::create_dir_all(scratch.path("old")).unwrap();
    fs::write(&old, serde_json::to_string_pretty(&value).unwrap()).unwrap();
    let output = carom(&["rerun", &old, "--out", &scratch.path("again")]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(text.contains("build 0123456789abcdef"), "{text}");
    assert!(text.contains("differ by at most 0.0e0"), "{text}");
}
