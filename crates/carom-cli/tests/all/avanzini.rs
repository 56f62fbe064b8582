//! `carom stimuli` and `carom felt` as their users see them.

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
    let path = std::env::temp_dir().join(format!("carom-avanzini-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    path
}

#[test]
fn stimuli_are_a_hundred_sounds_two_tables_a_figure_and_a_page() {
    let out = scratch("stimuli");
    let output = carom(&["stimuli", "--json", "--out", out.to_str().unwrap()]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let all: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(all["version"], 1);
    assert_eq!(all["counts"]["in_two_by_q"], 65);
    let rows = all["stimuli"].as_array().unwrap();
    assert_eq!(rows.len(), 100);
    for row in rows {
        assert!(out.join(row["file"].as_str().unwrap()).is_file(), "{row}");
    }
    assert!(out.join("stimulus-1414Hz-0190.wav").is_file());
    assert_eq!(fs::read_dir(&out).unwrap().count(), 105);
    let table = fs::read_to_string(out.join("stimuli.csv")).unwrap();
    let columns = |line: &str| line.split(',').count();
    assert_eq!(table.lines().count(), 101);
    assert!(table.lines().all(|line| columns(line) == 12));
    let written = fs::read_to_string(out.join("stimuli.json")).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&written).unwrap(), all);
    assert!(fs::read_to_string(out.join("centroid.svg")).unwrap().starts_with("<svg"));
    let page = fs::read_to_string(out.join("report.html")).unwrap();
    assert!(page.contains("What the thesis leaves open") && page.len() < 3_000_000);
    fs::remove_dir_all(&out).unwrap();
}

#[test]
fn a_file_where_the_directory_should_be_is_status_3_and_stays() {
    let out = scratch("file");
    fs::write(&out, "mine").unwrap();
    let output = carom(&["stimuli", "--out", out.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output.stderr).contains("is a file, not a directory"));
    assert!(output.stdout.is_empty());
    assert_eq!(fs::read_to_string(&out).unwrap(), "mine");
    fs::remove_file(&out).unwrap();
}

#[test]
fn felt_is_a_table_numbers_and_a_figure() {
    let said = text(&carom(&["felt"]).stdout);
    assert!(said.contains("key 49") && said.contains("in felt"), "{said}");
    let svg = scratch("felt.svg");
    let output = carom(&[
        "felt",
        "--key",
        "16",
        "--speeds",
        "1, 3",
        "--json",
        "--out",
        svg.to_str().unwrap(),
    ]);
    let all: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(all["key"], 16);
    let loops = all["loops"].as_array().unwrap();
    assert_eq!(loops.len(), 2);
    let fields = [
        "speed",
        "peak_force",
        "peak_compression",
        "contact_time",
        "compression_left",
        "energy_returned",
        "energy_lost",
        "energy_in_felt",
        "residual",
    ];
    for field in fields {
        assert!(loops[0][field].is_f64(), "{field}");
    }
    let picture = fs::read_to_string(&svg).unwrap();
    assert!(picture.starts_with("<svg") && picture.contains("3 m/s"));
    fs::remove_file(&svg).unwrap();
}

#[test]
fn felt_says_which_flag_is_wrong_and_what_is_allowed() {
    for (flag, value, allowed) in [
        ("--key", "0", "from 1 to 88"),
        ("--key", "89", "from 1 to 88"),
        ("--key", "-3", "from 1 to 88"),
        ("--key", "A4", "from 1 to 88"),
        ("--speeds", "0", "from 0.01 to 20"),
        ("--speeds", "-1", "from 0.01 to 20"),
        ("--speeds", "1,-2", "from 0.01 to 20"),
        ("--speeds", "NaN", "from 0.01 to 20"),
        ("--speeds", "1,fast", "from 0.01 to 20"),
        ("--speeds", "1,,2", "from 0.01 to 20"),
    ] {
        let svg = scratch("none.svg");
        let output = carom(&["felt", "--out", svg.to_str().unwrap(), flag, value]);
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{flag} {value}: {message}");
        assert!(message.contains(flag) && message.contains(allowed), "{flag} {value}: {message}");
        let last = value.rsplit(',').next().unwrap();
        assert!(message.contains(last), "{flag} {value}: {message}");
        assert!(output.stdout.is_empty() && !svg.exists());
    }
    let missing = scratch("no-such-directory").join("felt.svg");
    let output = carom(&["felt", "--out", missing.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output.stderr).contains("no-such-directory"));
}

#[test]
fn help_teaches_by_examples() {
    for command in ["stimuli", "felt"] {
        let help = text(&carom(&[command, "--help"]).stdout);
        let example = format!("  carom {command}");
        assert!(help.contains("Examples:") && help.matches(&example).count() >= 2, "{help}");
    }
}
