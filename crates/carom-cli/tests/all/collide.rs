//! `carom collide` as its users see it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

fn carom(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_carom")).arg("collide").args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn json(arguments: &[&str]) -> Value {
    let output = carom(&[&["--json"], arguments].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn scratch(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("carom-collide-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    let _ = fs::remove_file(&path);
    path
}

fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn vector(value: &Value) -> [f64; 3] {
    [0, 1, 2].map(|i| value[i].as_f64().unwrap_or_else(|| panic!("{value}")))
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The billiard example as a file of its own.
fn billiard(name: &str) -> PathBuf {
    let path = scratch(name).with_extension("toml");
    fs::write(&path, carom(&["--print", "billiard"]).stdout).unwrap();
    path
}

#[test]
fn json_has_the_shape_that_programs_rely_on() {
    for method in ["mirtich", "pulse", "iguchi", "compliant"] {
        let answer = json(&["--method", method]);
        assert_eq!((&answer["version"], &answer["method"]), (&1.into(), &method.into()));
        let bodies = answer["bodies"].as_array().unwrap();
        assert_eq!(bodies.len(), 2);
        assert_eq!((&bodies[0]["name"], &bodies[1]["name"]), (&"puck".into(), &"wall".into()));
        for body in bodies {
            let _ = (vector(&body["velocity"]), vector(&body["spin"]));
        }
        assert!(vector(&answer["impulse"])[2] > 0.0);
        let time = answer["contact_time"].as_f64().unwrap();
        assert_eq!(time == 0.0, method == "mirtich", "{method}");
        assert_eq!(answer["peak_force"].is_null(), method == "mirtich", "{method}");
        let energy = |when: &str| answer["energy"][when].as_f64().unwrap();
        assert!(energy("after") < energy("before"), "{method}");
        // Trial 5 slides throughout: closed forms of the disc.
        let velocity = vector(&bodies[0]["velocity"]);
        assert!((velocity[0] - (2.045 - 0.068 * 1.57 * 2.045)).abs() < 1e-4, "{velocity:?}");
        assert!((velocity[2] - 0.57 * 2.045).abs() < 1e-4, "{velocity:?}");
    }
    let all = json(&["--method", "all"]);
    let methods: Vec<_> =
        all["collisions"].as_array().unwrap().iter().map(|c| &c["method"]).collect();
    assert_eq!(methods, ["mirtich", "pulse", "compliant", "iguchi"]);
    assert_eq!((&all["version"], &all["refused"]), (&1.into(), &Value::Array(vec![])));
}

#[test]
fn momentum_and_angular_momentum_hold_in_what_is_printed() {
    let file = billiard("momentum");
    let all = json(&[file.to_str().unwrap(), "--method", "all"]);
    let (mass, radius) = (0.17, 0.0286);
    let normal = [-(0.75f64.sqrt()), -0.5, 0.0];
    for answer in all["collisions"].as_array().unwrap() {
        let mut momentum = [0.0; 3];
        for (i, side) in [(0, -1.0), (1, 1.0)] {
            let arm = normal.map(|x| side * radius * x);
            // About the point of contact nothing turns either ball: J·ω − r × m·v stays.
            let turning = |state: &Value| {
                let (v, spin) = (vector(&state["velocity"]), vector(&state["spin"]));
                let orbit = cross(arm, v);
                [0, 1, 2].map(|k| mass * (0.4 * radius * radius * spin[k] - orbit[k]))
            };
            let (before, after) = (&answer["before"][i], &answer["bodies"][i]);
            let (old, new) = (turning(before), turning(after));
            let gained = [0, 1, 2]
                .map(|k| mass * (vector(&after["velocity"])[k] - vector(&before["velocity"])[k]));
            for k in 0..3 {
                assert!((old[k] - new[k]).abs() < 1e-12 * mass * radius * 2.0, "{answer}");
                momentum[k] += gained[k];
            }
        }
        assert!(momentum.iter().all(|x| x.abs() < 1e-12 * mass * 2.0), "{momentum:?}");
    }
    fs::remove_file(file).unwrap();
}

#[test]
fn tables_sum_to_the_impulse_and_everything_is_written() {
    let out = scratch("out");
    for rate in ["1e6", "20000"] {
        let output = carom(&["--out", out.to_str().unwrap(), "--rate", rate, "--json"]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        let table = fs::read_to_string(out.join("force.csv")).unwrap();
        let mut lines = table.lines();
        let header = lines.next().unwrap();
        assert_eq!(header, "time_s,mean_force_x_n,mean_force_y_n,mean_force_z_n");
        let mut sum = [0.0; 3];
        for (k, line) in lines.enumerate() {
            let cells: Vec<f64> = line.split(',').map(|cell| cell.parse().unwrap()).collect();
            let rate: f64 = rate.parse().unwrap();
            assert!((cells[0] - k as f64 / rate).abs() < 1e-12);
            for i in 0..3 {
                sum[i] += cells[i + 1] / rate;
            }
        }
        for (sum, wanted) in sum.iter().zip(vector(&answer["impulse"])) {
            assert!((sum - wanted).abs() < 1e-14, "{rate}: {sum} {wanted}");
        }
        let summary: Value =
            serde_json::from_str(&fs::read_to_string(out.join("summary.json")).unwrap()).unwrap();
        assert_eq!(summary, answer);
    }
    assert_eq!(names(&out), ["force.csv", "force.svg", "report.html", "summary.json"]);
    assert!(fs::read_to_string(out.join("force.svg")).unwrap().starts_with("<svg"));
    let page = fs::read_to_string(out.join("report.html")).unwrap();
    assert!(page.contains("air hockey") && page.contains("restitution = 0.57"));
    fs::remove_dir_all(&out).unwrap();
}

#[test]
fn mirtich_says_that_it_knows_no_time_and_all_compares() {
    let out = scratch("mirtich");
    let output = carom(&["--method", "mirtich", "--out", out.to_str().unwrap()]);
    assert!(text(&output.stdout).contains("no time passes in mirtich"));
    assert_eq!(names(&out), ["report.html", "summary.json"]);
    assert!(fs::read_to_string(out.join("report.html")).unwrap().contains("no time passes"));
    fs::remove_dir_all(&out).unwrap();
    let output = carom(&["--method", "all", "--out", out.to_str().unwrap()]);
    let said = text(&output.stdout);
    for word in ["mirtich", "pulse", "compliant", "iguchi", "stuck", "energy lost"] {
        assert!(said.contains(word), "{word}: {said}");
    }
    let written = ["force-compliant.csv", "force-iguchi.csv", "force-pulse.csv", "force.svg"];
    assert_eq!(names(&out)[..4], written);
    fs::remove_dir_all(&out).unwrap();
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let outs = [scratch("once"), scratch("twice")];
    for out in &outs {
        assert!(carom(&["--method", "all", "--out", out.to_str().unwrap()]).status.success());
    }
    for name in names(&outs[0]) {
        assert_eq!(fs::read(outs[0].join(&name)).unwrap(), fs::read(outs[1].join(&name)).unwrap());
    }
    for out in outs {
        fs::remove_dir_all(out).unwrap();
    }
}

#[test]
fn bad_input_names_what_is_wrong_and_writes_nothing() {
    let out = scratch("bad");
    let refused = |arguments: &[&str], says: &[&str]| {
        let output = carom(&[arguments, &["--out", out.to_str().unwrap()]].concat());
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert!(output.stdout.is_empty() && !out.exists(), "{arguments:?}");
        for word in says {
            assert!(message.contains(word), "{arguments:?}: {word}? {message}");
        }
    };
    for (set, says) in [
        ("body.puck.mass=0", "`mass` is 0.0"),
        ("body.puck.mass=-1", "`mass` is -1.0"),
        ("body.puck.mass=nan", "`mass` is NaN"),
        ("body.puck.mass=1e300", "`mass` is 1e300"),
        ("normal=[0,0,0]", "`normal` has no direction"),
        ("body.puck.velocity=[1,0,2]", "do not approach"),
        ("friction.coefficient=-0.1", "`friction.coefficient` is -0.1"),
        ("friction={static=0.1,dynamic=0.2}", "below `dynamic`"),
        ("restitution=1.5", "`restitution` is 1.5"),
        ("body.puck={name=\"puck\",immovable=true}", "both bodies are immovable"),
        ("body.puck={name=\"puck\",mass=1,inertia=[1,1,3],contact=[0,0,-1]}", "triangle"),
        ("body.puck={name=\"puck\",mass=1,inertia=[1,1,-3],contact=[0,0,-1]}", "positive definite"),
        ("method=mirtch", "did you mean `mirtich`?"),
        ("body.pock.mass=1", "did you mean `puck`?"),
        ("pulse.shape={kind=\"file\",path=\"gone.csv\"}", "gone.csv: cannot be read"),
    ] {
        refused(&["--set", set], &[says]);
    }
    refused(&["--method", "mirtch"], &["--method", "mirtich"]);
    refused(&["--rate", "0"], &["--rate", "above 0"]);
    refused(&["--rate", "-5"], &["--rate", "above 0"]);
    refused(&["--rate", "NaN"], &["--rate", "above 0"]);
    refused(&["--rate", "1e15"], &["--rate", "1000000 allowed", "at most"]);
    refused(&["--method", "compliant", "--set", "restitution=0"], &["restitution", "above 0"]);
    refused(&["--print", "pock"], &["--print", "did you mean `puck`?"]);
    let trace = scratch("trace.csv");
    fs::write(&trace, "time,force\n0,0\n0.001,strong\n").unwrap();
    let set = format!("pulse.shape={{kind=\"file\",path=\"{}\"}}", trace.display());
    refused(&["--set", &set], &["line 3, column \"force\": \"strong\""]);
    fs::remove_file(trace).unwrap();
}

#[test]
fn what_cannot_be_read_or_written_is_status_3() {
    let missing = carom(&["no-such-collision.toml"]);
    assert_eq!(missing.status.code(), Some(3));
    assert!(text(&missing.stderr).contains("no-such-collision.toml"));
    let file = scratch("file");
    fs::write(&file, "kept").unwrap();
    let output = carom(&["--out", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output.stderr).contains("is a file, not a directory"));
    assert_eq!(fs::read_to_string(&file).unwrap(), "kept");
    fs::remove_file(file).unwrap();
    // A directory in the way of one file: none of the others appears.
    let out = scratch("way");
    fs::create_dir_all(out.join("summary.json")).unwrap();
    let output = carom(&["--out", out.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(names(&out), ["summary.json"]);
    fs::remove_dir_all(out).unwrap();
}

#[test]
fn every_example_prints_and_runs_and_help_teaches() {
    for name in ["puck", "billiard", "superball", "rod", "coin"] {
        let path = scratch(&format!("example-{name}")).with_extension("toml");
        fs::write(&path, carom(&["--print", name]).stdout).unwrap();
        let output = carom(&[path.to_str().unwrap()]);
        assert!(output.status.success(), "{name}: {}", text(&output.stderr));
        let said = text(&output.stdout);
        for word in ["before", "after", "impulse", "contact", "grip", "energy", "momentum"] {
            assert!(said.contains(word), "{name}: {said}");
        }
        fs::remove_file(path).unwrap();
    }
    for name in ["cradle", "box-on-a-face", "stack"] {
        let path = scratch(&format!("example-{name}")).with_extension("toml");
        fs::write(&path, carom(&["--print", name]).stdout).unwrap();
        let output = carom(&[path.to_str().unwrap()]);
        assert!(output.status.success(), "{name}: {}", text(&output.stderr));
        let said = text(&output.stdout);
        for word in ["contacts at once", "before", "after", "touches", "energy", "momentum"] {
            assert!(said.contains(word), "{name}: {said}");
        }
        let refused = carom(&[path.to_str().unwrap(), "--method", "pulse"]);
        assert_eq!(refused.status.code(), Some(2));
        assert!(text(&refused.stderr).contains("several contacts"));
        fs::remove_file(path).unwrap();
    }
    let help = text(&carom(&["--help"]).stdout);
    assert!(
        help.contains("Examples") && help.contains("--method all") && help.contains("force.csv")
    );
    let schema: Value = serde_json::from_slice(&carom(&["--schema"]).stdout).unwrap();
    assert_eq!(schema["title"], "Collision");
    let reference = carom(&["--schema", "--markdown"]).stdout;
    let committed = include_bytes!("../../../../docs/collision-reference.md");
    assert!(reference == committed, "docs/collision-reference.md is old");
}
