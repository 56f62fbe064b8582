//! What must not happen, whatever the command is given and whenever it is ended.

use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::support::{Scratch, carom, command, ends_with, files, refused, start, succeeds, text};
use carom::numeric::Random;
use serde_json::Value;

fn is_temporary(name: &str) -> bool {
    name.contains(".carom-")
}

#[test]
#[cfg(target_os = "linux")]
fn every_reader_has_an_end_and_names_it() {
    let scratch = Scratch::new("endless");
    let large = |name: &str| {
        let path = scratch.path(name);
        fs::File::create(&path).unwrap().set_len(1 << 30).unwrap();
        path
    };
    let [toml, json, wav, csv, song, part, page] =
        ["a.toml", "a.json", "a.wav", "a.csv", "a.mid", "a.parquet", "a.html"].map(large);
    let out = scratch.path("out");
    let cases: [&[&str]; 13] = [
        &["run", &toml],
        &["modes", &toml],
        &["collide", &toml],
        &["studio", &toml],
        &["sweep", &toml, "--out", &out],
        &["run", "/dev/zero"],
        &["listen", &wav],
        &["rerun", &json, "--out", &out],
        &["rerun", &page, "--out", &out],
        &["rerun", &part, "--out", &out],
        &["play", &song, "--scene", "marimba-bar"],
        &["calibrate", &csv, "--mass", "0.1", "--radius", "0.1"],
        &["measure", "force", &csv],
    ];
    for case in cases {
        // Address space of 500 MB: what needs more is ended by the system.
        let quoted: Vec<_> = case.iter().map(|word| format!("'{word}'")).collect();
        let line = format!(
            "ulimit -v 500000; exec '{}' {}",
            env!("CARGO_BIN_EXE_carom"),
            quoted.join(" ")
        );
        let ended = std::process::Command::new("sh").args(["-c", &line]).output().unwrap();
        let said = text(&ended.stderr);
        assert_eq!(ended.status.code(), Some(2), "{case:?}: {said}");
        let names = ["at most", "the most that are read", "not a WAV"];
        assert!(names.iter().any(|word| said.contains(word)), "{case:?}: {said}");
    }
    assert!(!Path::new(&out).exists());
}

#[test]
fn a_table_with_more_cells_than_bytes_is_refused() {
    let scratch = Scratch::new("cells");
    let table = "a,".repeat(20_000) + "a\n" + &"1\n".repeat(20_000);
    let path = scratch.write("wide.csv", &table);
    let said = refused(&["measure", "force", &path]);
    assert!(said.contains("cells"), "{said}");
}

#[test]
fn numbers_that_no_thing_has_are_refused_at_their_field() {
    let cases = [
        ("sample_rate=1.5", "`sample_rate` is 1.5"),
        ("sample_rate=44100.5", "`sample_rate` is 44100.5"),
        ("body.mallet.mass=1e200", "`mass` is 1e200"),
        ("body.mallet.mass=1e-200", "`mass` is 1e-200"),
        ("body.mallet.velocity=1e9", "`velocity` is 1000000000.0"),
        ("body.bar.modes.frequency=[1e-100, 500]", "`modes.frequency[0]` is 1e-100"),
    ];
    for (set, words) in cases {
        let said = refused(&["run", "--json", "--set", set]);
        assert!(said.contains(words) && said.contains("must be"), "{set}: {said}");
    }
    let shape =
        "body.bar.shape={kind=\"bar\",length=0.3,width=0.03,thickness=0.005,suspension=1e-6}";
    let said = refused(&["run", "scenes/none.toml", "--set", shape].map(|word| {
        if word == "scenes/none.toml" {
            concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenes/marimba-bar.toml")
        } else {
            word
        }
    }));
    assert!(said.contains("1e-6") || said.contains("0.000001"), "{said}");
    assert!(said.contains("0, or"), "{said}");
}

#[test]
fn at_most_twenty_errors_are_shown() {
    let scratch = Scratch::new("errors");
    let bodies: String =
        (0..20_000).map(|n| format!("[[body]]\nname = \"b{n}\"\nmass = 1\n")).collect();
    let scene = scratch.write("many.toml", &format!("version = 1\n{bodies}"));
    let said = refused(&["run", &scene]);
    assert_eq!(said.matches("error: ").count(), 20, "{}", &said[..2000]);
    assert!(
        said.contains("and 19980 more") || said.contains("and 19981 more"),
        "{}",
        &said[said.len() - 100..]
    );
}

#[test]
fn energy_that_does_not_add_up_is_said_and_is_status_one() {
    for (scheme, words) in [("verlet", "verlet made"), ("rk4", "rk4 lost")] {
        let output = carom(&["run", "--json", "--set", &format!("scheme={scheme}")]);
        let (said, summary) = (text(&output.stderr), text(&output.stdout));
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains(words) && said.contains("does not add up"), "{said}");
        let summary: Value = serde_json::from_str(&summary).unwrap();
        assert_eq!(summary["energy"]["adds_up"], false);
        let warnings = summary["warnings"].as_array().unwrap();
        assert!(warnings.iter().any(|one| one.as_str().unwrap().contains(words)), "{warnings:?}");
    }
    let summary: Value = serde_json::from_str(&succeeds(&["run", "--json"])).unwrap();
    assert_eq!(summary["energy"]["adds_up"], true);
}

#[test]
fn silence_is_said_in_the_json_too() {
    let output =
        carom(&["run", "--json", "--set", "body.mallet.velocity=0", "--set", "duration=0.1"]);
    let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
    let warnings = summary["warnings"].to_string();
    assert!(warnings.contains("nothing is heard"), "{warnings}");
    assert!(text(&output.stderr).contains("nothing is heard"));
}

#[test]
fn content_that_is_broken_is_status_two_and_what_is_not_there_three() {
    let scratch = Scratch::new("status");
    let wav = scratch.write("a.wav", "this is no sound");
    let csv = scratch.write("a.csv", "this is no table");
    let song = scratch.write("a.mid", "this is no song");
    refused(&["listen", &wav]);
    refused(&["rerun", &wav, "--out", &scratch.path("out")]);
    refused(&["measure", "force", &csv]);
    refused(&["play", &song, "--scene", "marimba-bar"]);
    let none = scratch.path("none.wav");
    ends_with(3, &["listen", &none]);
    ends_with(3, &["run", &scratch.path("none.toml")]);
}

#[test]
fn text_of_a_scene_steers_no_terminal_and_a_suggested_command_can_be_typed() {
    let scratch = Scratch::new("text");
    let scene = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenes/bar.toml"));
    let title = "title = \"A bar\\u001b[31m\\u202e\"\n";
    let lines: Vec<_> =
        scene.unwrap().lines().filter(|l| !l.starts_with("title")).map(str::to_owned).collect();
    let text_of = lines.join("\n").replace("version = 1", &format!("version = 1\n{title}"));
    let path = scratch.write("it's a; bar.toml", &text_of);
    let output = carom(&["run", &path, "--set", "duration=0.1", "--out", &scratch.path("out")]);
    let said = text(&output.stdout) + &text(&output.stderr);
    assert!(output.status.success() && said.contains("A bar"), "{said}");
    assert!(!said.contains('\u{1b}') && !said.contains('\u{202e}'), "{said:?}");
    assert!(said.contains(r"it'\''s a; bar.toml'"), "{said}");
}

#[test]
#[cfg(target_os = "linux")]
fn nobody_who_listens_is_no_reason_to_fail() {
    let scratch = Scratch::new("full");
    let full = || fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let out = scratch.path("out");
    let mut run = command(&["run", "--set", "duration=0.1", "--out", &out]);
    let ended = run.stderr(full()).output().unwrap();
    assert_eq!(ended.status.code(), Some(0));
    let ended = command(&["run", "--set", "duration=0.1", "--out", &out]).stdout(full()).output();
    let ended = ended.unwrap();
    assert_eq!(ended.status.code(), Some(3), "{}", text(&ended.stderr));
}

#[test]
#[cfg(unix)]
fn a_disk_that_is_full_leaves_what_was_there() {
    let scratch = Scratch::new("disk");
    let out = scratch.path("out");
    succeeds(&["run", "--set", "duration=0.1", "--out", &out]);
    let before = files(out.as_ref());
    // Files may have 100 kB; the signal that comes with more is ignored, as a full disk has none.
    let line = format!(
        "trap '' XFSZ; ulimit -f 200; exec '{}' run --set duration=3 --out '{out}'",
        env!("CARGO_BIN_EXE_carom")
    );
    let ended = std::process::Command::new("sh").args(["-c", &line]).output().unwrap();
    assert_eq!(ended.status.code(), Some(3), "{}", text(&ended.stderr));
    assert!(text(&ended.stderr).contains("cannot write"), "{}", text(&ended.stderr));
    assert!(files(out.as_ref()) == before, "an old file was touched");
}

/// Commands that write, `OUT` being where.
const WRITERS: [&[&str]; 7] = [
    &["run", "--set", "duration=2", "--out", "OUT"],
    &["run", "--set", "duration=2", "--out", "OUT/sound.flac"],
    &["collide", "--method", "all", "--out", "OUT"],
    &["measure", "--example", "OUT"],
    &["stimuli", "--out", "OUT"],
    &["gallery", "woodblock", "--out", "OUT"],
    &[
        "play",
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenes/songs/four-bars.mid"),
        "--scene",
        "marimba-bar",
        "--out",
        "OUT/song.wav",
    ],
];

fn with_out(arguments: &[&str], out: &str) -> Vec<String> {
    arguments.iter().map(|word| word.replace("OUT", out)).collect()
}

#[cfg(unix)]
fn send(signal: &str, child: &std::process::Child) {
    let id = child.id().to_string();
    let _ = std::process::Command::new("kill").args([signal, &id]).status();
}

#[test]
#[cfg(unix)]
fn a_signal_leaves_nothing_or_everything() {
    let scratch = Scratch::new("signal");
    let whole = scratch.path("whole");
    let arguments = ["run", "--set", "duration=2", "--out"];
    succeeds(&[&arguments[..], &[&whole]].concat());
    let expected = files(whole.as_ref()).len();
    let mut random = Random::new(5);
    for (n, signal) in ["-INT", "-TERM", "-HUP"].into_iter().cycle().take(9).enumerate() {
        let out = scratch.path(&format!("new/{n}"));
        let mut child = start(&[&arguments[..], &[&out]].concat());
        std::thread::sleep(Duration::from_micros(random.uniform(10_000.0, 400_000.0) as u64));
        send(signal, &child);
        child.wait().unwrap();
        let left = files(out.as_ref());
        let exists = Path::new(&out).exists();
        assert!(left.is_empty() != (left.len() == expected), "{signal}: {:?}", left.keys());
        assert!(exists != left.is_empty(), "{signal}: an empty directory is left");
    }
}

/// Kills of each command in the tests; CAROM_KILLS sets another number.
const KILLS: usize = 1;

#[test]
fn killed_at_any_moment_no_file_is_broken_and_the_next_run_cleans_up() {
    let kills = std::env::var("CAROM_KILLS").map_or(KILLS, |number| number.parse().unwrap());
    let scratch = Scratch::new("killed");
    let mut random = Random::new(29);
    let (mut all, mut interrupted) = (0, 0);
    for (w, arguments) in WRITERS.iter().enumerate() {
        let whole = scratch.path(&format!("whole-{w}"));
        fs::create_dir_all(&whole).unwrap();
        let given = with_out(arguments, &whole);
        let begin = std::time::Instant::now();
        succeeds(&given.iter().map(String::as_str).collect::<Vec<_>>());
        let took = begin.elapsed().as_secs_f64();
        let expected = files(whole.as_ref());
        for kill in 0..kills {
            let out = scratch.path(&format!("killed-{w}-{kill}"));
            fs::create_dir_all(&out).unwrap();
            let given = with_out(arguments, &out);
            let given: Vec<_> = given.iter().map(String::as_str).collect();
            let mut child = start(&given);
            std::thread::sleep(Duration::from_secs_f64(random.uniform(0.0, took)));
            child.kill().unwrap();
            child.wait().unwrap();
            let left = files(out.as_ref());
            for (name, bytes) in left.iter().filter(|(name, _)| !is_temporary(name)) {
                assert!(expected.get(name) == Some(bytes), "{arguments:?}: {name} is broken");
            }
            all += 1;
            interrupted +=
                usize::from(left.len() < expected.len() || left.keys().any(|n| is_temporary(n)));
            succeeds(&given);
            let again = files(out.as_ref());
            assert_eq!(
                again.keys().collect::<Vec<_>>(),
                expected.keys().collect::<Vec<_>>(),
                "{arguments:?}"
            );
            assert!(again == expected, "{arguments:?}: other bytes");
            fs::remove_dir_all(&out).unwrap();
        }
    }
    println!("{interrupted} of {all} kills came before the end");
    assert!(interrupted > 0, "every command had ended before it was killed");
}

#[test]
fn what_was_computed_alike_is_computed_alike_again() {
    let scratch = Scratch::new("alike");
    let [one, two] = ["one", "two"].map(|name| scratch.path(name));
    succeeds(&["run", "--alike", "--set", "duration=0.2", "--out", &one]);
    let summary = fs::read_to_string(Path::new(&one).join("summary.json")).unwrap();
    let summary: Value = serde_json::from_str(&summary).unwrap();
    let processor = summary["provenance"]["processor"].as_str().unwrap();
    assert!(processor.ends_with(" plain"), "{processor}");
    let said = succeeds(&["rerun", &format!("{one}/sound.wav"), "--out", &two]);
    assert!(said.contains("the same bytes"), "{said}");
    assert!(files(one.as_ref()) == files(two.as_ref()));
}
