//! What is attacked: everything that reads what others wrote.

use carom_files::csv::Table;
use carom_files::{Record, parquet};
use carom_instrument::Song;
use carom_lab::collision::several::Pile;
use carom_lab::collision::{Collision, EXAMPLES, SEVERAL};
use carom_listen::{Recording, listen};
use carom_scene::gallery::PIECES;
use carom_scene::scene::Scene;
use carom_sweep::Sweep;
use carom_web::answer;
use serde_json::json;

/// A reader, what it is given at first, and words that it knows.
#[derive(Clone, Copy)]
pub struct Target {
    /// Its name.
    pub name: &'static str,
    /// Reads.
    pub take: fn(&[u8]),
    /// What it reads without complaint.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// Words that mean something to it.
    pub words: &'static [&'static str],
}

/// Words of scenes, collisions and sweeps.
const WORDS: &[&str] = &[
    "[[body]]\n",
    "[[contact]]\n",
    "[[gesture]]\n",
    "[[pickup]]\n",
    "[[strikes]]\n",
    "name = \"a\"\n",
    "kind = \"bar\"\n",
    "modes = ",
    "shape = ",
    "at = ",
    "law = ",
    "velocity = -1\n",
    "{}",
    "[]",
    "\"\"",
    "\"\\u0000\"",
    "true",
    "scheme = \"rk4\"\n",
    "[instrument]\n",
    "{\"",
    "null",
];

/// All of them.
pub const TARGETS: [Target; 9] = [
    Target { name: "scene", take: scene, seeds: scenes, words: WORDS },
    Target { name: "scene as JSON", take: scene_json, seeds: json_scenes, words: WORDS },
    Target { name: "collision", take: collision, seeds: collisions, words: WORDS },
    Target { name: "sweep", take: sweep, seeds: sweeps, words: WORDS },
    Target {
        name: "WAV",
        take: wav,
        seeds: wavs,
        words: &["RIFF", "WAVE", "fmt ", "data", "LIST"],
    },
    Target { name: "CSV", take: csv, seeds: tables, words: &[",", "\"", "\n", "time", "#", ";"] },
    Target { name: "song", take: song, seeds: songs, words: &["MThd", "MTrk", "\x7f", "\0"] },
    Target { name: "part of a sweep", take: part, seeds: parts, words: &["PAR1"] },
    Target { name: "question of the page", take: question, seeds: questions, words: WORDS },
];

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn scene(bytes: &[u8]) {
    match Scene::parse_alone("seed.toml", &text(bytes)) {
        Ok(parsed) => {
            // What was read is written so that it is read again.
            let written = parsed.to_toml();
            assert!(Scene::parse_alone("again.toml", &written).is_ok(), "{written}");
        }
        Err(errors) => drop(errors.to_string()),
    }
}

fn scene_json(bytes: &[u8]) {
    if let Ok(json) = serde_json::from_slice(bytes) {
        let _ = Scene::from_json(&json).map_err(|errors| errors.to_string());
    }
}

fn collision(bytes: &[u8]) {
    let text = text(bytes);
    let _ = Collision::parse_alone("seed.toml", &text).map_err(|errors| errors.to_string());
    let _ = Pile::parse_with("seed.toml", &text, &[""; 0]).map_err(|errors| errors.to_string());
}

fn sweep(bytes: &[u8]) {
    let _ = Sweep::parse("seed.toml", &text(bytes), &[""; 0]).map_err(|error| error.to_string());
}

fn wav(bytes: &[u8]) {
    if let Ok(recording) = Recording::read_from(bytes, "seed.wav") {
        let _ = listen(&recording.mono(), recording.rate);
    }
    let _ = Record::find(&text(bytes));
}

fn csv(bytes: &[u8]) {
    if let Ok(table) = Table::parse(&text(bytes), "seed.csv") {
        let names: Vec<_> = table.names().map(str::to_owned).collect();
        for name in names.iter().take(4) {
            let _ = table.column(name).map_err(|error| error.to_string());
        }
    }
}

fn song(bytes: &[u8]) {
    let _ = Song::read(bytes).map_err(|error| error.to_string());
}

fn part(bytes: &[u8]) {
    let _ = parquet::Table::from_bytes(bytes);
}

/// The first byte says which question it is.
fn question(bytes: &[u8]) {
    let names = ["toml", "parse", "take", "collision", "trials", "impact"];
    let [first, body @ ..] = bytes else { return };
    let _ = answer(names[usize::from(*first) % names.len()], body);
}

fn scenes() -> Vec<Vec<u8>> {
    PIECES.iter().map(|piece| piece.text.into()).collect()
}

fn json_scenes() -> Vec<Vec<u8>> {
    let parsed = PIECES.iter().filter_map(|piece| Scene::parse(piece.name, piece.text).ok());
    parsed.map(|parsed| parsed.to_json().to_string().into_bytes()).collect()
}

fn collisions() -> Vec<Vec<u8>> {
    EXAMPLES.iter().chain(SEVERAL).map(|example| example.text.into()).collect()
}

fn sweeps() -> Vec<Vec<u8>> {
    vec![
        include_bytes!("../../../scenes/sweeps/resonator.toml").to_vec(),
        b"version = 1\noutcomes = [\"v_out\"]\n[impact]\nmass = 0.01\nstiffness = 1e9\nexponent = 1.5\n\
          velocity = 1\n[[axis]]\npath = \"mass\"\nkind = \"log\"\nfrom = 0.01\nto = 0.1\ncount = 5\n"
            .to_vec(),
    ]
}

/// A tenth of a second of a decaying tone, in several kinds of samples.
fn wavs() -> Vec<Vec<u8>> {
    let tone = |n: u32| (f64::from(n) * 0.3).sin() * (-f64::from(n) / 200.0).exp();
    [(1u16, 16u16), (2, 24), (1, 32), (3, 8)]
        .iter()
        .map(|&(channels, bits)| {
            let mut data = Vec::new();
            for n in 0..800 {
                for _ in 0..channels {
                    let value = (tone(n) * 2f64.powi(i32::from(bits) - 2)) as i32;
                    data.extend_from_slice(&value.to_le_bytes()[..usize::from(bits / 8)]);
                }
            }
            let align = channels * bits / 8;
            let mut bytes = b"RIFF".to_vec();
            bytes.extend((36 + data.len() as u32).to_le_bytes());
            bytes.extend(b"WAVEfmt \x10\0\0\0\x01\0");
            bytes.extend(channels.to_le_bytes());
            bytes.extend(8000u32.to_le_bytes());
            bytes.extend((8000 * u32::from(align)).to_le_bytes());
            bytes.extend(align.to_le_bytes());
            bytes.extend(bits.to_le_bytes());
            bytes.extend(b"data");
            bytes.extend((data.len() as u32).to_le_bytes());
            bytes.extend(data);
            bytes
        })
        .collect()
}

fn tables() -> Vec<Vec<u8>> {
    vec![
        b"time,force\n0,0\n0.001,12.5\n# a note\n0.002,3e1\n".to_vec(),
        b"\xef\xbb\xbf\"time\" , x\n1,2\n\n3,4\n".to_vec(),
    ]
}

fn songs() -> Vec<Vec<u8>> {
    vec![include_bytes!("../../../scenes/songs/four-bars.mid").to_vec()]
}

fn parts() -> Vec<Vec<u8>> {
    let mut table = parquet::Table::default();
    table.add("row", parquet::Column::Numbers(vec![Some(1.0), None, Some(3.0)]));
    table.add("error", parquet::Column::Texts(vec![None, Some("no".into()), None]));
    table.to_bytes().into_iter().collect()
}

fn questions() -> Vec<Vec<u8>> {
    let scene =
        Scene::parse("bar", PIECES[0].text).map(|parsed| parsed.to_json()).unwrap_or_default();
    let take = json!({ "strikes": [{ "time": 0.0, "target": "bar", "strength": 1.0 }] });
    let bodies = [
        scene.to_string(),
        PIECES[0].text.to_owned(),
        json!({ "scene": scene, "take": take }).to_string(),
        EXAMPLES[0].text.to_owned(),
        "vx,vz\n1,2\n".to_owned(),
        json!({ "mass": 0.01, "stiffness": 1e9, "exponent": 1.5, "velocity": 1 }).to_string(),
    ];
    let numbered = bodies.iter().enumerate();
    numbered.map(|(n, body)| [&[n as u8], body.as_bytes()].concat()).collect()
}
