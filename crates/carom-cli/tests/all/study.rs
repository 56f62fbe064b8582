//! `carom study` as its users see it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

fn study(arguments: &[&str]) -> Output {
    let all = [&["study"], arguments].concat();
    Command::new(env!("CARGO_BIN_EXE_carom")).args(all).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A fresh path in the system's temporary directory.
fn scratch(name: &str) -> PathBuf {
    let directory = std::env::temp_dir().join(format!("carom-study-{}", std::process::id()));
    fs::create_dir_all(&directory).unwrap();
    directory.join(name)
}

/// All files below a directory, by name, with their bytes.
fn files(directory: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push((path.clone(), fs::read(&path).unwrap()));
        }
    }
    found.sort();
    found
}

#[test]
fn an_unknown_study_suggests_the_nearest() {
    let output = study(&["papetti/tabel-2b"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    let said = text(&output.stderr);
    assert!(said.contains("papetti/tabel-2b") && said.contains("`papetti/table-2b`"), "{said}");
    let output = study(&["papetti/fig-1", "xyzzy"]);
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(said.contains("xyzzy") && said.contains("--list"), "{said}");
}

#[test]
fn a_directory_that_is_a_file_is_status_3_and_nothing_is_written() {
    let file = scratch("file");
    fs::write(&file, "mine").unwrap();
    for out in [file.clone(), file.join("below")] {
        let output = study(&["papetti/fig-4", "--out", out.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
        assert!(text(&output.stderr).contains(file.to_str().unwrap()));
        assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
    }
}

#[test]
fn the_list_has_a_line_per_study_and_runs_none() {
    let output = study(&["--list"]);
    assert!(output.status.success());
    let said = text(&output.stdout);
    assert!(said.lines().count() >= 21);
    assert!(said.lines().all(|line| line.contains('/') && line.split_whitespace().count() > 2));
    let few = text(&study(&["--list", "papetti/table-1"]).stdout);
    assert_eq!(few.lines().count(), 1);
    assert!(few.starts_with("papetti/table-1 "), "{few}");
}

#[test]
fn json_stands_alone_and_has_its_shape() {
    let output = study(&["papetti/table-1", "papetti/fig-4", "--json"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let all: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(all["version"], 1);
    assert_eq!(all["broken"], 0);
    let studies = all["studies"].as_array().unwrap();
    assert_eq!(studies.len(), 2);
    let mut counts = [0, 0, 0];
    for study in studies {
        for field in ["id", "title", "citation"] {
            assert!(study[field].is_string(), "{field}");
        }
        assert!(!study["parameters"].as_array().unwrap().is_empty());
        for check in study["checks"].as_array().unwrap() {
            for field in ["locator", "printed", "shown", "unit", "verdict", "kind", "rule"] {
                assert!(check[field].is_string(), "{field} of {check}");
            }
            assert!(check["computed"].is_number(), "{check}");
            let verdict = check["verdict"].as_str().unwrap();
            let names = ["reproduced", "differs", "not-published"];
            let place = names.iter().position(|name| *name == verdict).unwrap();
            counts[place] += 1;
            assert_eq!(check["reason"].is_string(), verdict == "differs", "{check}");
        }
    }
    for (field, count) in ["reproduced", "differs", "not_published"].iter().zip(counts) {
        assert_eq!(all[field], count, "{field}");
    }
}

#[test]
fn two_runs_write_the_same_bytes() {
    let (first, second) = (scratch("first"), scratch("second"));
    for directory in [&first, &second] {
        let arguments = ["papetti/fig-3", "papetti/table-2b", "--out", directory.to_str().unwrap()];
        let output = study(&arguments);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        assert!(text(&output.stdout).contains("index.html"));
    }
    let (first_files, second_files) = (files(&first), files(&second));
    let names: Vec<&Path> =
        first_files.iter().map(|(path, _)| path.strip_prefix(&first).unwrap()).collect();
    let expected = ["index.html", "papetti/fig-3.html", "papetti/table-2b.html", "studies.json"]
        .map(Path::new);
    assert_eq!(names, expected);
    let bytes = |files: Vec<(PathBuf, Vec<u8>)>| files.into_iter().map(|file| file.1);
    assert!(bytes(first_files).eq(bytes(second_files)));
}
