//! `carom calibrate` as its users see it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

fn carom(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_carom")).arg("calibrate").args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A directory of its own with the example in it.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("carom-calibrate-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        fs::write(path.join("puck.csv"), text(&carom(&["--print"]).stdout)).unwrap();
        Self(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        fs::write(self.0.join(name), content).unwrap();
        self.path(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const PUCK: [&str; 4] = ["--mass", "0.008", "--radius", "0.0324"];

fn with<'a>(first: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    first.iter().chain(&PUCK).chain(more).copied().collect()
}

#[test]
fn json_has_what_it_promises_and_the_best_model_holds_on_trials_left_out() {
    let scratch = Scratch::new("json");
    let data = scratch.path("puck.csv");
    let output = carom(&with(&[&data], &["--json"]));
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("not used: trial"));
    let all: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(all["version"], 1);
    let models = all["models"].as_array().unwrap();
    assert_eq!(models.len(), 5);
    for model in models {
        for parameter in model["parameters"].as_object().unwrap().values() {
            assert!(parameter["value"].is_f64() && parameter["identified"].is_boolean());
            assert!(parameter["sd"].is_f64() || parameter["identified"] == false);
            assert_eq!(parameter["identified"] == false, parameter["reason"].is_string());
        }
        for errors in [&model["rms"], &model["leave_one_out"]] {
            assert!(["vx", "vz", "spin"].iter().all(|name| errors[name].is_f64()));
        }
    }
    let best = models.iter().find(|model| model["name"] == all["best"]).unwrap();
    for (name, most) in [("vx", 0.09), ("vz", 0.115), ("spin", 3.6)] {
        assert!(best["leave_one_out"][name].as_f64().unwrap() <= most, "{name}");
    }
    assert_eq!(carom(&with(&[&data], &["--json"])).stdout, output.stdout);
}

#[test]
fn words_and_files_say_what_is_not_decided() {
    let scratch = Scratch::new("out");
    let (data, out) = (scratch.path("puck.csv"), scratch.path("made"));
    let mut force = String::from("time,force\n");
    for k in 0..200 {
        let x = f64::from(k) * 0.05 - 4.0;
        force += &format!("{},{}\n", 1e-4 * x, 30.0 * (-0.5 * x * x).exp());
    }
    let force = scratch.file("blow.csv", force);
    let more = ["--model", "pulse", "--force", force.as_str(), "--out", out.as_str()];
    let output = carom(&with(&[&data], &more));
    assert!(output.status.success(), "{}", text(&output.stderr));
    let said = text(&output.stdout);
    for part in ["What these trials cannot decide", "mu_s", "sigma_A 0.1000 ms", "Best: pulse"] {
        assert!(said.contains(part), "{part} in {said}");
    }
    let json = fs::read_to_string(Path::new(&out).join("calibration.json")).unwrap();
    let json: Value = serde_json::from_str(&json).unwrap();
    let side = &json["models"][0]["parameters"]["sigma_A"];
    assert!(side["identified"] == true && (side["value"].as_f64().unwrap() - 1e-4).abs() < 1e-8);
    let page = fs::read_to_string(Path::new(&out).join("report.html")).unwrap();
    assert!(page.contains("Measured against modelled") && page.contains("cannot decide"));
    assert_eq!(fs::read_dir(&out).unwrap().count(), 2);
}

#[test]
fn bad_input_is_named_and_nothing_is_written() {
    let scratch = Scratch::new("bad");
    let data = scratch.path("puck.csv");
    let example = fs::read_to_string(&data).unwrap();
    let files = [
        ("text.csv", example.replace("0.682,0.455", "slow,0.455"), "column \"vx_after\": \"slow\""),
        ("column.csv", example.replace("vz_after", "up"), "no column \"vz_after\""),
        ("away.csv", example.replace("-1.136", "1.136"), "line 6, column \"vz_before\""),
        ("semicolons.csv", example.replace(',', ";"), "semicolons"),
        ("nan.csv", example.replace("8.236", "NaN"), "line 5, column \"spin_after\""),
        ("empty.csv", String::new(), "it is empty"),
        ("few.csv", example.lines().take(6).collect::<Vec<_>>().join("\n"), "needs 3 rows"),
        ("header.csv", example.lines().take(4).collect::<Vec<_>>().join("\n"), "no rows"),
    ];
    let out = scratch.path("made");
    for (name, content, part) in files {
        let data = scratch.file(name, content);
        let output = carom(&with(&[&data], &["--out", &out]));
        assert_eq!(output.status.code(), Some(2), "{name}: {}", text(&output.stderr));
        assert!(text(&output.stderr).contains(part), "{name}: {}", text(&output.stderr));
        assert!(output.stdout.is_empty() && !Path::new(&out).exists());
    }
    let binary = scratch.file("binary.csv", [0xff, 0xfe, 0x00]);
    assert_eq!(carom(&with(&[&binary], &[])).status.code(), Some(2));
    let zero = carom(&[&data, "--mass", "0", "--radius", "0.0324"]);
    assert!(zero.status.code() == Some(2) && text(&zero.stderr).contains("--mass is 0"));
    let flat = carom(&with(&[&data], &["--inertia", "-1e-6"]));
    assert!(flat.status.code() == Some(2) && text(&flat.stderr).contains("--inertia is -0.000001"));
    let near = carom(&with(&[&data], &["--model", "mirtch"]));
    assert!(near.status.code() == Some(2) && text(&near.stderr).contains("'mirtich'"));
}

#[test]
fn what_cannot_be_read_or_written_is_status_3() {
    let scratch = Scratch::new("status");
    let data = scratch.path("puck.csv");
    for missing in [scratch.path("none.csv"), scratch.0.to_str().unwrap().to_owned()] {
        let output = carom(&with(&[&missing], &[]));
        assert_eq!(output.status.code(), Some(3));
        assert!(text(&output.stderr).contains("cannot be read"));
    }
    let taken = scratch.file("taken", "mine");
    let output = carom(&with(&[&data], &["--out", &taken]));
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("is a file, not a directory"));
    assert_eq!(fs::read_to_string(taken).unwrap(), "mine");
}
