//! `carom measure` as its users see it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

fn carom(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_carom")).args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A fresh directory.
fn scratch(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("carom-measured-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// The example recordings, written once.
fn lab() -> &'static Path {
    static LAB: OnceLock<PathBuf> = OnceLock::new();
    LAB.get_or_init(|| {
        let path = scratch("lab");
        let output = carom(&["measure", "--example", path.to_str().unwrap()]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        path
    })
}

fn in_lab(name: &str) -> String {
    lab().join(name).to_str().unwrap().to_owned()
}

fn rows(table: &str) -> Vec<Vec<f64>> {
    let numbers = |line: &str| line.split(',').skip(1).map(|cell| cell.parse().unwrap()).collect();
    table.lines().skip(1).map(numbers).collect()
}

/// Every value of a table lies near the truth, as its standard deviation says.
fn assert_true(table: &str) {
    let truth = fs::read_to_string(lab().join("truth.csv")).unwrap();
    assert_eq!(table.lines().next(), truth.lines().next());
    for (found, truth) in rows(table).iter().zip(rows(&truth)) {
        for (one, exact) in found.chunks(2).zip(truth.chunks(2)) {
            assert!(
                one[1] > 0.0 && ((one[0] - exact[0]) / one[1]).abs() < 4.5,
                "{one:?} {exact:?}"
            );
        }
    }
}

const SENSORS: [&str; 8] =
    ["--sensor1", "0.022,0", "--sensor2", "-0.022,0", "--mass", "0.008", "--radius", "0.0324"];

#[test]
fn filmed_trials_become_a_table_a_page_and_json() {
    let out = scratch("landmarks");
    let (table, page) = (out.join("trials.csv"), out.join("page.html"));
    let trials = ["trial1", "trial2", "trial3"].map(in_lab);
    let mut arguments = vec!["measure", "landmarks", "--rate", "1000", "--distance", "0.036"];
    arguments.extend(trials.iter().map(String::as_str));
    let plain = carom(&arguments);
    assert!(plain.status.success(), "{}", text(&plain.stderr));
    assert!(text(&plain.stderr).is_empty(), "{}", text(&plain.stderr));
    assert_true(&text(&plain.stdout));
    arguments.extend(["--mass", "0.008", "--radius", "0.0324", "--json"]);
    arguments.extend(["--out", table.to_str().unwrap(), "--report", page.to_str().unwrap()]);
    let output = carom(&arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(fs::read_to_string(&table).unwrap(), text(&plain.stdout));
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&json["version"], &json["kind"]), (&1.into(), &"landmarks".into()));
    assert_eq!(json["trials"][2]["trial"], "trial3");
    let restitution = json["trials"][2]["impact"]["restitution"]["value"].as_f64().unwrap();
    assert!((restitution - 0.57).abs() < 0.01, "{restitution}");
    let html = fs::read_to_string(&page).unwrap();
    assert!(html.contains("Trial trial3") && html.contains("<svg"));
    assert_eq!(fs::read_dir(&out).unwrap().count(), 2);
}

#[test]
fn recordings_of_accelerometers_become_the_same_table() {
    let recordings = [1, 2, 3].map(|i| in_lab(&format!("accelerometers{i}.csv")));
    let mut arguments = vec!["measure", "accelerometers"];
    arguments.extend(SENSORS);
    arguments.extend(recordings.iter().map(String::as_str));
    let output = carom(&arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_true(&text(&output.stdout));
    arguments.push("--json");
    let json: Value = serde_json::from_slice(&carom(&arguments).stdout).unwrap();
    let first = &json["trials"][0];
    assert!(first["drift"][0]["velocity_at_end"].as_f64().unwrap() > 0.01);
    assert!((first["internal"]["force"][1].as_f64().unwrap() + 400.0 * 1.705).abs() < 1.0);
}

#[test]
fn traces_of_force_become_pulses() {
    let out = scratch("force");
    let page = out.join("force.html");
    let traces = [1, 2, 3].map(|i| in_lab(&format!("force{i}.csv")));
    let mut arguments = vec!["measure", "force", "--report", page.to_str().unwrap()];
    arguments.extend(traces.iter().map(String::as_str));
    let output = carom(&arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let table = text(&output.stdout);
    assert!(table.starts_with("trial,area,area_sd,height,height_sd,interval,interval_sd,sigma_a,"));
    for (row, vz) in rows(&table).iter().zip([1.705, 2.045, 3.295]) {
        assert!((row[0] - 0.008 * 1.57 * vz).abs() < 4.5 * row[1], "{row:?}");
        assert!((row[6] - 0.3e-3).abs() < 4.5 * row[7] + 1e-6, "{row:?}");
        assert!((row[8] - 0.2e-3).abs() < 4.5 * row[9] + 1e-6, "{row:?}");
    }
    arguments.push("--json");
    let json: Value = serde_json::from_slice(&carom(&arguments).stdout).unwrap();
    let common = &json["together"]["interval"];
    assert!(common["sd"].as_f64().unwrap() < 0.05 * common["value"].as_f64().unwrap());
    assert_eq!(json["trials"][0]["fits"][0]["shape"], "gaussian");
}

/// Runs a command that must fail with a status and these words, and writes nothing.
fn refused(status: i32, arguments: &[&str], words: &[&str]) {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let out = scratch(&format!("refused{}", COUNT.fetch_add(1, Ordering::Relaxed)));
    let table = out.join("table.csv");
    let mut all = vec!["measure"];
    all.extend(arguments);
    all.extend(["--out", table.to_str().unwrap()]);
    let output = carom(&all);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {said}");
    assert!(output.stdout.is_empty());
    assert_eq!(fs::read_dir(&out).unwrap().count(), 0, "{arguments:?}");
    for word in words {
        assert!(said.contains(word), "{arguments:?}: {said}: no `{word}`");
    }
    let _ = fs::remove_dir_all(out);
}

fn file(directory: &Path, name: &str, content: impl AsRef<[u8]>) -> String {
    let path = directory.join(name);
    fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

const LINE: &str = "landmarks";

fn track_rows(count: usize) -> String {
    let mut table = String::from("frame,x1,y1,x2,y2\n");
    for i in 0..count {
        let z = (20.0 - 2.1 * i as f64).abs();
        table += &format!("{i},{},{},{},{}\n", 3 * i, 100.0 - z, 3 * i + 20, 100.3 - z);
    }
    table
}

#[test]
fn tables_with_mistakes_are_named_by_line_and_column() {
    let out = scratch("tables");
    let size = ["--scale", "0.001", "--rate", "1000"];
    let refuse = |content: &str, words: &[&str]| {
        let bad = file(&out, "bad.csv", content);
        let mut arguments = vec![LINE, bad.as_str()];
        arguments.extend(size);
        refused(2, &arguments, &[&["bad.csv"][..], words].concat());
    };
    let good = track_rows(20);
    refuse(&good.replace(",y2", ",why"), &["no column \"y2\"", "frame, x1, y1, x2, why"]);
    refuse(&good.replacen("\n3,", "\nthree,", 1), &["line 5, column \"frame\"", "\"three\""]);
    refuse(
        &good.replacen("\n7,21,", "\n7,NaN,", 1),
        &["line 9, column \"x1\"", "\"NaN\" is not a finite"],
    );
    refuse(&good.replacen("\n7,21,", "\n7", 1), &["line 9"]);
    refuse(&good.replacen("\n7,", "\n6,", 1), &["line 9, column \"frame\"", "must rise"]);
    refuse(&track_rows(3), &["3 frames", "at least 6"]);
    refuse("", &["it is empty"]);
    refuse(&track_rows(11), &["bad.csv: line", "after the impact", "at least 3"]);
    let flat: String = (0..20).map(|i| format!("{i},{i},50,{i},70\n")).collect();
    refuse(&format!("frame,x1,y1,x2,y2\n{flat}"), &["no impact in the recording"]);
    let binary = file(&out, "binary.csv", [0xff, 0xfe, 0x00, 0x80]);
    refused(2, &[LINE, &binary, "--scale", "0.001"], &["binary.csv", "not UTF-8 text"]);
    refused(3, &[LINE, "nowhere.csv", "--scale", "0.001"], &["nowhere.csv: cannot be read"]);
    let good = file(&out, "good.csv", &good);
    refused(2, &[LINE, &good, "--scale", "0.001"], &["no column \"time\""]);
    for (flag, value) in [("--rate", "0"), ("--scale", "0"), ("--scale", "NaN"), ("--guard", "-1")]
    {
        let mut arguments = vec![LINE, &good];
        let others = size.chunks(2).filter(|pair| pair[0] != flag).flatten();
        arguments.extend(others);
        arguments.extend([flag, value]);
        refused(2, &arguments, &[flag, "must be"]);
    }
    // Every bad trial is named, and good ones do not help.
    let (one, two) = (file(&out, "one.csv", ""), file(&out, "two.csv", "time\n"));
    let mut arguments = vec![LINE, &good, &one, &two];
    arguments.extend(size);
    refused(2, &arguments, &["one.csv: it is empty", "two.csv, line 1: there is no column \"x1\""]);
}

#[test]
fn frames_with_mistakes_are_named() {
    let out = scratch("frames");
    let png = |i: usize| fs::read(lab().join(format!("trial1/frame{i:03}.png"))).unwrap();
    let film = |name: &str, change: &dyn Fn(&Path)| {
        let path = out.join(name);
        fs::create_dir_all(&path).unwrap();
        for i in 0..46 {
            fs::write(path.join(format!("frame{i:03}.png")), png(i)).unwrap();
        }
        change(&path);
        path.to_str().unwrap().to_owned()
    };
    let refuse = |path: &str, more: &[&str], words: &[&str]| {
        let arguments = [&[LINE, path, "--rate", "1000", "--distance", "0.036"][..], more].concat();
        refused(2, &arguments, words);
    };
    let cut = film("cut", &|path| {
        let bytes = png(7);
        fs::write(path.join("frame007.png"), &bytes[..bytes.len() / 2]).unwrap();
    });
    refuse(&cut, &[], &["frame007.png", "no whole PNG"]);
    let words = film("words", &|path| fs::write(path.join("frame007.png"), "words").unwrap());
    refuse(&words, &[], &["frame007.png", "it is no image"]);
    let small = film("small", &|path| {
        fs::write(path.join("frame007.png"), b"P6 1 1 255 abc").unwrap();
    });
    refuse(&small, &[], &["frame007.png", "1 × 1 pixels", "240 × 160"]);
    let huge = film("huge", &|path| {
        fs::write(path.join("frame007.png"), b"P6 100000 100000 255 abc").unwrap();
    });
    refuse(&huge, &[], &["frame007.png", "100000 × 100000"]);
    let mut grey = b"P6 240 160 255 ".to_vec();
    grey.extend(vec![128; 3 * 240 * 160]);
    let lost = film("lost", &|path| fs::write(path.join("frame020.png"), &grey).unwrap());
    refuse(&lost, &[], &["frame020.png", "landmark 1", "red", "threshold 0.3"]);
    let good = film("good", &|_| {});
    refuse(&good, &["--colours", "red,blue"], &["frame000.png", "landmark 2", "blue"]);
    refuse(&good, &["--threshold", "1.5"], &["frame000.png", "threshold 1.5", "the most is"]);
    refuse(&good, &["--smallest", "5000"], &["a landmark needs 5000"]);
    refuse(&good, &["--wall", "above"], &["check the place of the wall"]);
    refuse(&good, &["--colours", "red"], &["--colours red", "two colours"]);
    refuse(&good, &["--colours", "red,grey"], &["`grey` is no colour"]);
    refuse(&good, &["--wall", "under"], &["below, right, above, left"]);
    let short = film("short", &|path| {
        (28..46).for_each(|i| fs::remove_file(path.join(format!("frame{i:03}.png"))).unwrap());
    });
    refuse(&short, &[], &["after the impact", "at least 3"]);
    let empty = out.join("empty");
    fs::create_dir_all(&empty).unwrap();
    refuse(empty.to_str().unwrap(), &[], &["0 images"]);
    refused(2, &[LINE, &good, "--distance", "0.036"], &["--rate must be given"]);
    // A puck that enters the view late is measured, and said.
    let late = film("late", &|path| fs::write(path.join("frame000.png"), &grey).unwrap());
    let output = carom(&["measure", LINE, &late, "--rate", "1000", "--distance", "0.036"]);
    assert!(output.status.success());
    assert!(text(&output.stderr).contains("the first 1 frames are left out: frame000.png"));
    let _ = fs::remove_dir_all(&out);
}

#[test]
fn signals_with_mistakes_are_named() {
    let out = scratch("signals");
    let good = fs::read_to_string(lab().join("accelerometers1.csv")).unwrap();
    let refuse = |content: &str, more: &[&str], words: &[&str]| {
        let bad = file(&out, "bad.csv", content);
        let arguments = [&["accelerometers", &bad][..], &SENSORS[..], more].concat();
        refused(2, &arguments, words);
    };
    let short: String = good.lines().take(4).map(|line| format!("{line}\n")).collect();
    refuse(&short, &[], &["bad.csv: it has 3 samples"]);
    refuse(&good.replacen("a2z", "b", 1), &[], &["no column \"a2z\""]);
    refuse(&good.replacen("\n0.0001000,", "\n0.0001110,", 1), &[], &["line 7", "evenly spaced"]);
    refuse(&good, &["--cutoff", "0"], &["--cutoff is 0"]);
    refuse(&good, &["--wall", "left"], &["no impact in the recording"]);
    refuse(&good, &["--impact", "0.03"], &["at 0.03 s"]);
    refuse(&good, &["--mass", "0"], &["mass"]);
    refuse(&good, &["--start", "1,2"], &["3 numbers"]);
    refuse(&good, &["--start-sd=-1,0,0"], &["0 or above"]);
    let untimed: String =
        good.lines().map(|line| format!("{}\n", line.split_once(',').unwrap().1)).collect();
    refuse(&untimed, &[], &["the rate must be given"]);
    refuse(&untimed, &["--rate", "0"], &["--rate is 0"]);
    let quiet: String =
        (0..2000).map(|i| format!("{},1,{},2,0\n", i as f64 * 1e-4, i % 2)).collect();
    refuse(&format!("time,a1x,a1z,a2x,a2z\n{quiet}"), &[], &["no impact"]);
    let ended: String = good.lines().take(2050).map(|line| format!("{line}\n")).collect();
    refuse(&ended, &[], &["quiet samples follow the impact"]);
    let force = fs::read_to_string(lab().join("force1.csv")).unwrap();
    let refuse = |content: &str, more: &[&str], words: &[&str]| {
        let bad = file(&out, "bad.csv", content);
        refused(2, &[&["force", &bad][..], more].concat(), words);
    };
    refuse(&force, &["--column", "fz"], &["no column \"fz\"", "time, force"]);
    refuse(&force, &["--level", "2"], &["--level is 2"]);
    let begun: String = force
        .lines()
        .enumerate()
        .filter(|(i, _)| *i == 0 || *i > 300)
        .map(|(_, line)| format!("{line}\n"))
        .collect();
    refuse(&begun, &[], &["quiet samples lie before the pulse"]);
    let flat: String = (0..100).map(|i| format!("{i},{}\n", i % 3)).collect();
    refuse(&format!("time,force\n{flat}"), &[], &["no pulse in the trace"]);
    let _ = fs::remove_dir_all(&out);
}

#[test]
fn places_that_cannot_be_written_are_status_3_before_anything_is_measured() {
    let force = in_lab("force1.csv");
    let output = carom(&["measure", "force", &force, "--out", "/nowhere/table.csv"]);
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
    let output = carom(&["measure", "force", &force, "--out", "x", "--report", "x"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(!Path::new("x").exists());
    let output = carom(&["measure", "--example", &force]);
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
    assert_eq!(carom(&["measure"]).status.code(), Some(2));
}
