//! The command as its users see it.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

const HARD: [&str; 11] = [
    "impact",
    "--mass",
    "0.01",
    "--stiffness",
    "1e9",
    "--exponent",
    "1.5",
    "--mu",
    "0.5",
    "--velocity",
    "1",
];

fn carom(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_carom")).args(arguments).output().unwrap()
}

fn hard(more: &[&str]) -> Output {
    carom(&[&HARD[..], more].concat())
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn json(output: &Output) -> Value {
    assert!(output.status.success(), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// A fresh path in the system's temporary directory.
fn scratch(name: &str) -> PathBuf {
    let directory = std::env::temp_dir().join(format!("carom-cli-{}", std::process::id()));
    fs::create_dir_all(&directory).unwrap();
    directory.join(name)
}

#[test]
fn json_has_every_field_and_stands_alone() {
    let output = hard(&["--json", "--rebounds", "2"]);
    let all = json(&output);
    assert_eq!(all["version"], 1);
    for field in ["v_out", "restitution", "x_max", "f_max", "contact_time", "energy_lost"] {
        assert!(all["exact"][field].is_f64(), "{field}");
    }
    assert!(all["approx"]["v_out"].is_f64());
    let runs = all["runs"].as_array().unwrap();
    let names: Vec<&str> = runs.iter().map(|run| run["scheme"].as_str().unwrap()).collect();
    let known =
        ["am1", "verlet", "heun", "rk4", "two-point", "three-point", "quadratic", "quadratised"];
    assert_eq!(names, known);
    let fields = [
        "scheme",
        "correct",
        "rate",
        "status",
        "message",
        "samples",
        "contact_time",
        "v_out",
        "x_max",
        "dev_x",
        "dev_h",
        "err_v_out",
        "err_v_out_approx",
        "iterations_max",
        "energy_residual",
        "accumulated",
        "max_dev",
    ];
    for run in runs {
        for field in fields {
            assert!(run.get(field).is_some(), "{field} is missing from {run}");
        }
        assert_eq!(run["status"], "ok");
        assert!(run["message"].is_null());
    }
}

#[test]
fn damping_can_be_said_in_three_ways() {
    let of = |flag: &str, value: &str| {
        let arguments = [&HARD[..7], &["--velocity", "1", "--json", flag, value]].concat();
        json(&carom(&arguments))["exact"]["v_out"].as_f64().unwrap()
    };
    let by_mu = of("--mu", "0.5");
    assert!((of("--lambda", "5e8") / by_mu - 1.0).abs() < 1e-12);
    assert!((of("--restitution", &(-by_mu).to_string()) / by_mu - 1.0).abs() < 1e-12);
}

#[test]
fn bad_input_names_flag_value_and_what_is_allowed() {
    for (flag, value, allowed) in [
        ("--mass", "0", "above 0"),
        ("--mass", "-1", "above 0"),
        ("--mass", "NaN", "above 0"),
        ("--stiffness", "inf", "above 0"),
        ("--exponent", "0.5", "1 or above"),
        ("--velocity", "-2", "above 0"),
        ("--mu", "-0.1", "0 or above"),
        ("--rate", "0", "above 0"),
        ("--phase", "1.5", "between 0 and 1"),
        ("--force", "inf", "finite"),
        ("--scheme", "euler", "two-point"),
        ("--correct", "magic", "hybrid"),
        ("--substeps", "0", "auto"),
        ("--rebounds", "0", "from 1 to"),
        ("--mass", "heavy", "invalid"),
    ] {
        let mut arguments: Vec<&str> = HARD.to_vec();
        if let Some(at) = arguments.iter().position(|argument| *argument == flag) {
            arguments[at + 1] = value;
        } else {
            arguments.extend([flag, value]);
        }
        let output = carom(&arguments);
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{flag} {value}: {message}");
        assert!(output.stdout.is_empty(), "{flag} {value}");
        assert!(message.contains(flag), "{flag} {value}: {message}");
        let value = value.strip_suffix(".0").unwrap_or(value);
        assert!(message.contains(value), "{flag} {value}: {message}");
        assert!(message.contains(allowed), "{flag} {value}: {message}");
    }
}

#[test]
fn flights_need_something_that_brings_the_mass_back() {
    let output = hard(&["--rebounds", "5", "--rebound-kind", "flight"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("--force"));
}

#[test]
fn a_file_that_cannot_be_written_is_status_3_and_nothing_is_written() {
    let missing = scratch("no-such-directory/plot.svg");
    for flag in ["--plot", "--csv"] {
        let output = hard(&[flag, missing.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(3), "{flag}");
        assert!(text(&output.stderr).contains("no-such-directory"), "{flag}");
        assert!(!missing.exists());
    }
    let directory = std::env::temp_dir();
    let output = hard(&["--csv", directory.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(3));
}

#[test]
fn a_failed_run_says_why_and_leaves_the_status_0() {
    let output = hard(&["--correct", "duration", "--json", "--scheme", "rk4,two-point"]);
    let all = json(&output);
    assert_eq!(all["runs"][0]["status"], "refused");
    assert!(all["runs"][0]["message"].as_str().unwrap().contains("two-point"));
    assert_eq!(all["runs"][1]["status"], "ok");
}

#[test]
fn table_and_plot_hold_every_sample() {
    let (csv, svg) = (scratch("samples.csv"), scratch("impact.svg"));
    let output = hard(&[
        "--scheme",
        "two-point,rk4",
        "--csv",
        csv.to_str().unwrap(),
        "--plot",
        svg.to_str().unwrap(),
    ]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let table = fs::read_to_string(&csv).unwrap();
    let mut lines = table.lines();
    assert_eq!(lines.next(), Some("scheme,time_s,x_m,v_m_per_s,force_n,energy_j"));
    let inside = |scheme: &str| {
        let rows = table.lines().filter(|line| line.starts_with(scheme));
        rows.filter(|row| row.split(',').nth(2).unwrap().parse::<f64>().unwrap() > 0.0).count()
    };
    assert_eq!((inside("two-point"), inside("rk4")), (6, 5));
    let picture = fs::read_to_string(&svg).unwrap();
    assert!(picture.starts_with("<svg") && picture.contains("two-point"));
}

#[test]
fn without_arguments_it_teaches() {
    let output = carom(&[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("impact"));
    let help = text(&carom(&["impact", "--help"]).stdout);
    assert!(help.contains("Examples") && help.contains("duration-phase"));
}
