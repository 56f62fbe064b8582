//! Sweeps as their users see them: rows, errors, interruptions, and rows made again.

use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::support::{Scratch, carom, files, refused, start, succeeds, text};
use carom_files::parquet::{Column, Table};
use serde_json::Value;

fn table(directory: &str, part: usize) -> Table {
    let bytes = fs::read(Path::new(directory).join(format!("part-{part:05}.parquet"))).unwrap();
    Table::from_bytes(&bytes).unwrap()
}

fn numbers(table: &Table, name: &str) -> Vec<Option<f64>> {
    match table.column(name) {
        Some(Column::Numbers(numbers)) => numbers.clone(),
        other => panic!("{name}: {other:?}"),
    }
}

fn texts(table: &Table, name: &str) -> Vec<Option<String>> {
    match table.column(name) {
        Some(Column::Texts(texts)) => texts.clone(),
        other => panic!("{name}: {other:?}"),
    }
}

/// A hammer on a body of three modes, rows that take a few milliseconds.
const HAMMER: &str = r#"
version = 1
outcomes = ["contacts.0.first_restitution", "contacts.hammer-bar.peak_force", "audio.peak"]
part_rows = 6
[scene]
version = 1
duration = 0.4
[[scene.body]]
name = "hammer"
mass = 0.01
velocity = 1.0
[[scene.body]]
name = "bar"
modes = { frequency = [440, 1213, 2378], mass = 0.05, q = 300 }
[[scene.contact]]
between = ["hammer", "bar"]
law = { kind = "hunt-crossley", stiffness = 1e7, exponent = 1.5, mu = 0.1 }
[[scene.pickup]]
body = "bar"
[[axis]]
path = "contact.0.law.stiffness"
kind = "log"
from = 1e6
to = 1e9
count = 20
[[axis]]
path = "body.hammer.velocity"
kind = "list"
values = [0.5, 1, 2, -1, 4, 8]
"#;

/// An impact, in rows that take no time.
const IMPACT: &str = r#"
version = 1
outcomes = ["exact.contact_time", "exact.restitution", "runs.verlet.v_out", "runs.heun.v_out"]
[impact]
mass = 0.01
stiffness = 1e9
exponent = 1.5
mu = 0.5
velocity = 1.0
[[axis]]
path = "mass"
kind = "linear"
from = -0.01
to = 0.03
count = 5
[[axis]]
path = "velocity"
kind = "log"
from = 0.5
to = 2.0
count = 3
"#;

/// Moments at which a sweep is killed in the tests; CAROM_KILLS sets another number.
const KILLS: usize = 3;

#[test]
fn a_sweep_that_is_killed_goes_on_and_ends_with_the_same_bytes() {
    let scratch = Scratch::new("sweep-kill");
    let sweep = scratch.write("hammer.toml", HAMMER);
    let whole = scratch.path("whole");
    let arguments = ["sweep", &sweep, "--audio", "--set", "scene.duration=0.2", "--out"];
    succeeds(&[&arguments[..], &[&whole]].concat());
    let expected = files(whole.as_ref());
    assert_eq!(expected.len(), 20 + 120 + 1);
    let kills = std::env::var("CAROM_KILLS").map_or(KILLS, |number| number.parse().unwrap());
    let mut interrupted = 0;
    let mut random = carom::numeric::Random::new(17);
    for kill in 0..kills {
        let out = scratch.path(&format!("killed-{kill}"));
        let mut left = random.uniform(0.0, 19.0) as usize;
        loop {
            let mut child = start(&[&arguments[..], &[&out]].concat());
            let wait = Duration::from_micros(random.uniform(0.0, 20_000.0) as u64);
            let ended = loop {
                let part = |part| Path::new(&out).join(format!("part-{part:05}.parquet"));
                let parts = (0..20).filter(|i| part(*i).exists()).count();
                if child.try_wait().unwrap().is_some() {
                    break true;
                }
                if parts > left {
                    break false;
                }
                std::thread::sleep(Duration::from_millis(1));
            };
            if ended {
                break;
            }
            std::thread::sleep(wait);
            child.kill().unwrap();
            child.wait().unwrap();
            interrupted += usize::from(files(out.as_ref()).len() < expected.len());
            // Killed again when a third of what is left is done.
            left += (20 - left.min(20)) / 3 + 1;
        }
        assert_eq!(files(out.as_ref()), expected, "kill {kill}");
    }
    assert!(interrupted > 0, "every sweep had ended before it was killed");
}

#[test]
fn threads_and_processes_at_once_give_the_same_bytes() {
    let scratch = Scratch::new("sweep-threads");
    let sweep = scratch.write("hammer.toml", HAMMER);
    let [one, two, both] = ["one", "two", "both"].map(|name| scratch.path(name));
    let sweep = ["sweep", &sweep, "--audio", "--set", "scene.duration=0.1", "--out"];
    succeeds(&[&sweep[..], &[&one, "--threads", "1"]].concat());
    succeeds(&[&sweep[..], &[&two, "--threads", "2"]].concat());
    assert_eq!(files(one.as_ref()), files(two.as_ref()));
    let children = [(); 2].map(|()| start(&[&sweep[..], &[&both]].concat()));
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    assert_eq!(files(one.as_ref()), files(both.as_ref()));
}

#[test]
fn rows_of_scenes_have_the_numbers_of_run_and_a_row_that_fails_its_error() {
    let scratch = Scratch::new("sweep-scene");
    let more = HAMMER.replace("\"audio.peak\"]", "\"audio.peak\", \"audio.partials.0.frequency_hz\", \
        \"at_first_release.bodies.hammer.velocity\", \"contacts.0.total_contact_time\", \"energy.residual\"]");
    let sweep = scratch.write("hammer.toml", &more);
    let out = scratch.path("out");
    let said = succeeds(&["sweep", &sweep, "--out", &out, "--set", "axis.0.count=2"]);
    assert!(said.contains("12 rows in 2 parts"), "{said}");
    let scene: String = more
        .split("[scene]")
        .nth(1)
        .unwrap()
        .split("[[axis]]")
        .next()
        .unwrap()
        .replace("scene.", "");
    let scene = scratch.write("scene.toml", &scene);
    for (part, row, stiffness, velocity) in
        [(0, 0, "1e6", "0.5"), (0, 5, "1e6", "8"), (1, 4, "1e9", "4")]
    {
        let table = table(&out, part);
        let run = succeeds(&[
            "run",
            &scene,
            "--json",
            "--set",
            &format!("contact.0.law.stiffness={stiffness}"),
            "--set",
            &format!("body.hammer.velocity={velocity}"),
        ]);
        let summary: Value = serde_json::from_str(&run).unwrap();
        let contact = &summary["contacts"][0];
        for (name, value) in [
            ("contacts.0.first_restitution", &contact["first_restitution"]),
            ("contacts.hammer-bar.peak_force", &contact["peak_force"]),
            ("contacts.0.total_contact_time", &contact["total_contact_time"]),
            ("audio.peak", &summary["audio"]["peak"]),
            ("audio.partials.0.frequency_hz", &summary["audio"]["partials"][0]["frequency_hz"]),
            (
                "at_first_release.bodies.hammer.velocity",
                &summary["at_first_release"]["bodies"][0]["velocity"],
            ),
            ("energy.residual", &summary["energy"]["residual"]),
        ] {
            assert_eq!(numbers(&table, name)[row], value.as_f64(), "{name} of row {row}");
            assert!(value.is_number(), "{name}");
        }
    }
    // A hammer that flies away never touches: that is no error, and there is no restitution.
    assert_eq!(numbers(&table(&out, 0), "contacts.0.first_restitution")[3], None);
    assert_eq!(texts(&table(&out, 0), "error"), vec![None; 6]);
}

#[test]
fn rows_of_impacts_have_the_numbers_of_impact_and_a_row_that_fails_its_error() {
    let scratch = Scratch::new("sweep-impact");
    let sweep = scratch.write("impact.toml", IMPACT);
    let out = scratch.path("out");
    let said = succeeds(&["sweep", &sweep, "--out", &out]);
    assert!(said.contains("15 rows in 1 parts") && said.contains("6 rows failed"), "{said}");
    let table = table(&out, 0);
    let errors = texts(&table, "error");
    assert_eq!(errors[0].as_deref(), Some("mass is -0.01, it must be a finite number above 0"));
    assert!(errors[..6].iter().all(Option::is_some) && errors[6..].iter().all(Option::is_none));
    assert_eq!(numbers(&table, "exact.restitution")[..6], [None; 6]);
    let [masses, velocities] = ["mass", "velocity"].map(|name| numbers(&table, name));
    for row in 6..15 {
        let [mass, velocity] = [masses[row], velocities[row]].map(|v| format!("{:?}", v.unwrap()));
        let one = succeeds(&[
            "impact",
            "--mass",
            &mass,
            "--stiffness",
            "1e9",
            "--exponent",
            "1.5",
            "--mu",
            "0.5",
            "--velocity",
            &velocity,
            "--scheme",
            "verlet,heun",
            "--json",
        ]);
        let one: Value = serde_json::from_str(&one).unwrap();
        for (name, value) in [
            ("exact.contact_time", &one["exact"]["contact_time"]),
            ("exact.restitution", &one["exact"]["restitution"]),
            ("runs.verlet.v_out", &one["runs"][0]["v_out"]),
            ("runs.heun.v_out", &one["runs"][1]["v_out"]),
        ] {
            let (found, value) = (numbers(&table, name)[row].unwrap(), value.as_f64().unwrap());
            assert!((found / value - 1.0).abs() < 1e-12, "{name} of row {row}: {found} {value}");
        }
    }
}

#[test]
fn a_row_of_an_impact_is_made_again() {
    let scratch = Scratch::new("sweep-impact-again");
    let sweep = scratch.write("impact.toml", IMPACT);
    let [out, again] = ["out", "again"].map(|name| scratch.path(name));
    succeeds(&["sweep", &sweep, "--out", &out]);
    let part = format!("{out}/part-00000.parquet");
    assert!(succeeds(&["rerun", &part, "--out", &again]).contains("the same bytes"));
    let said = succeeds(&["rerun", &part, "--row", "7", "--out", &again]);
    assert!(said.contains("row 7: the same numbers"), "{said}");
    let one: Value =
        serde_json::from_slice(&fs::read(format!("{again}/impact.json")).unwrap()).unwrap();
    let heun = one["runs"].as_array().unwrap().iter().find(|run| run["scheme"] == "heun").unwrap();
    assert_eq!(heun["v_out"].as_f64(), numbers(&table(&out, 0), "runs.heun.v_out")[7]);
    // What fails is the same again, and there is nothing to write.
    let failed = carom(&["rerun", &part, "--row", "0", "--out", &scratch.path("none")]);
    assert!(failed.status.success());
    assert!(
        text(&failed.stderr).contains("the row fails: mass is -0.01"),
        "{}",
        text(&failed.stderr)
    );
}

#[test]
fn a_part_and_a_row_are_made_again() {
    let scratch = Scratch::new("sweep-again");
    let sweep = scratch.write("hammer.toml", HAMMER);
    let out = scratch.path("out");
    succeeds(&["sweep", &sweep, "--out", &out, "--set", "axis.0.count=2"]);
    let part = format!("{out}/part-00001.parquet");
    // The record is enough.
    fs::remove_file(&sweep).unwrap();
    let again = scratch.path("again");
    let said = succeeds(&["rerun", &part, "--out", &again]);
    assert!(said.contains("the same bytes"), "{said}");
    let row = scratch.path("row");
    let said = succeeds(&["rerun", &part, "--row", "8", "--out", &row]);
    assert!(said.contains("row 8: the same numbers"), "{said}");
    let summary: Value =
        serde_json::from_slice(&fs::read(format!("{row}/summary.json")).unwrap()).unwrap();
    let peak = numbers(&table(&out, 1), "contacts.hammer-bar.peak_force")[2];
    assert_eq!(summary["contacts"][0]["peak_force"].as_f64(), peak);
    let error = refused(&["rerun", &part, "--row", "3", "--out", &row]);
    assert!(error.contains("the row is 3, it must be a whole number from 6 to 11"), "{error}");
    let error = refused(&["rerun", &format!("{row}/summary.json"), "--row", "3", "--out", &again]);
    assert!(error.contains("--row is about a part of a sweep"), "{error}");
    let error = refused(&["rerun", &format!("{out}/_sweep.json"), "--out", &again]);
    assert!(error.contains("give one of its parts"), "{error}");
    // A changed number is found.
    let mut bytes = fs::read(&part).unwrap();
    let changed = peak.unwrap().to_le_bytes();
    let at = bytes.windows(8).position(|part| part == changed).unwrap();
    bytes[at] ^= 1;
    let wrong = scratch.path("wrong.parquet");
    fs::write(&wrong, bytes).unwrap();
    let output = carom(&["rerun", &wrong, "--row", "8", "--out", &row]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
}

#[test]
fn sounds_are_those_of_run() {
    let scratch = Scratch::new("sweep-audio");
    let sweep = scratch.write("hammer.toml", HAMMER);
    let out = scratch.path("out");
    succeeds(&[
        "sweep",
        &sweep,
        "--out",
        &out,
        "--audio",
        "--set",
        "axis.0.count=2",
        "--set",
        "scene.duration=0.1",
    ]);
    let table = table(&out, 1);
    let sounds = texts(&table, "audio");
    assert_eq!(sounds[2].as_deref(), Some("_audio/part-00001/row-0000000008.wav"));
    assert_eq!(files(out.as_ref()).len(), 12 + 2 + 1);
    // The sound carries the record of its scene.
    let again = scratch.path("again.wav");
    let sound = format!("{out}/{}", sounds[2].as_ref().unwrap());
    let said = succeeds(&["rerun", &sound, "--out", &again]);
    assert!(said.contains("the same bytes"), "{said}");
    let impact = scratch.write("impact.toml", IMPACT);
    let error = refused(&["sweep", &impact, "--audio", "--out", &scratch.path("none")]);
    assert!(error.contains("an impact has no sound"), "{error}");
}

#[test]
fn bad_sweeps_are_refused_before_any_work() {
    let scratch = Scratch::new("sweep-bad");
    let out = scratch.path("out");
    let cases = [
        (HAMMER, "body.hammer.velocity", "body.hamer.velocity", "did you mean `hammer`?"),
        (HAMMER, "body.hammer.velocity", "body.hammer.velocty", "did you mean `velocity`?"),
        (IMPACT, "path = \"mass\"", "path = \"maas\"", "did you mean `mass`?"),
        (HAMMER, "values = [0.5, 1, 2, -1, 4, 8]", "values = []", "`values` is empty"),
        (HAMMER, "count = 20", "count = 0", "`count` is 0"),
        (HAMMER, "count = 20", "count = 1_000_000_000", "at most 1000000000 rows are possible"),
        (HAMMER, "count = 20", "count = 1_000_000_000_000_000", "`count` is 1000000000000000"),
        (HAMMER, "from = 1e6", "from = nan", "`from` is NaN"),
        (HAMMER, "from = 1e6", "from = 0", "`from` must be above 0"),
        (HAMMER, "contacts.0.first_restitution", "contacts.0.first_restitutoin", "did you mean"),
        (HAMMER, "contacts.0.first_restitution", "contacts.0.name", "there is no outcome"),
        (HAMMER, "audio.peak", "contacts.0.first_restitution", "two columns"),
        (IMPACT, "runs.heun.v_out", "runs.hoin.v_out", "did you mean `runs.heun.v_out`?"),
        (HAMMER, "kind = \"log\"", "kind = \"sobel\"", "did you mean `sobol`?"),
        (HAMMER, "[scene]", "impact = 3\n[scene]", "`impact` is the number 3"),
        (HAMMER, "part_rows = 6", "samples = 6", "`samples` has no effect"),
        (IMPACT, "mass = 0.01", "mass = -0.01", "mass is -0.01"),
        (IMPACT, "path = \"mass\"", "path = \"restitution\"", "only one of them can be given"),
    ];
    for (base, from, to, expected) in cases {
        assert!(base.contains(from), "{from}");
        let sweep = scratch.write("bad.toml", &base.replace(from, to));
        let error = refused(&["sweep", &sweep, "--out", &out]);
        assert!(error.contains(expected), "{to}: {error}");
        assert!(error.contains("bad.toml"), "{to}: {error}");
        assert!(!Path::new(&out).exists(), "{to}");
    }
}

#[test]
fn a_directory_of_another_sweep_is_left_alone() {
    let scratch = Scratch::new("sweep-other");
    let sweep = scratch.write("impact.toml", IMPACT);
    let out = scratch.path("out");
    succeeds(&["sweep", &sweep, "--out", &out]);
    let before = files(out.as_ref());
    let error = refused(&["sweep", &sweep, "--out", &out, "--set", "axis.1.count=4"]);
    assert!(error.contains("holds another sweep"), "{error}");
    assert_eq!(files(out.as_ref()), before);
    // Without what says which sweep it is, parts are not trusted.
    fs::remove_file(format!("{out}/_sweep.json")).unwrap();
    let error = refused(&["sweep", &sweep, "--out", &out]);
    assert!(error.contains("holds part-00000.parquet of some other sweep"), "{error}");
    let file = scratch.write("file", "");
    let error = refused(&["sweep", &sweep, "--out", &file]);
    assert!(error.contains("is a file, not a directory"), "{error}");
}
