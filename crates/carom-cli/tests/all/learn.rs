//! `carom learn`, `vary`, `sampler` and the comparison of `listen` as their users see them.

use std::collections::BTreeMap;
use std::f64::consts::TAU;
use std::path::Path;

use crate::support::{Scratch, carom, succeeds, text};
use hound::{SampleFormat, WavSpec, WavWriter};
use serde_json::Value;

const RATE: u32 = 22_050;

fn write(path: &str, rate: u32, channels: u16, samples: &[f64]) {
    let spec = WavSpec {
        channels,
        sample_rate: rate,
        bits_per_sample: 32,
        sample_format: SampleFormat::Float,
    };
    let mut writer = WavWriter::create(path, spec).unwrap();
    for sample in samples {
        for _ in 0..channels {
            writer.write_sample(*sample as f32).unwrap();
        }
    }
    writer.finalize().unwrap();
}

/// Frequencies (Hz), T60 (s) and amplitudes of a bar.
const BAR: [(f64, f64, f64); 4] =
    [(440.0, 1.2, 0.5), (1213.0, 0.6, 0.3), (2378.0, 0.4, 0.15), (3930.0, 0.25, 0.08)];

fn bar(seconds: f64) -> Vec<f64> {
    let at = |n: usize| {
        let t = n as f64 / f64::from(RATE);
        BAR.iter().map(|(f, t60, a)| a * 10.0_f64.powf(-3.0 * t / t60) * (TAU * f * t).cos()).sum()
    };
    (0..(seconds * f64::from(RATE)) as usize).map(at).collect()
}

#[test]
fn a_bar_is_learned_and_its_scene_rings_like_it() {
    let scratch = Scratch::new("learn-bar");
    let (wav, scene, sound) =
        (scratch.path("bar.wav"), scratch.path("bar.toml"), scratch.path("again.wav"));
    write(&wav, RATE, 1, &bar(1.5));
    let json: Value =
        serde_json::from_str(&succeeds(&["learn", &wav, "--out", &scene, "--json"])).unwrap();
    assert!(json["snr_db"].as_f64().unwrap() > 60.0, "{json}");
    for (f, t60, a) in BAR {
        let near = |mode: &&Value| (mode["frequency_hz"].as_f64().unwrap() / f - 1.0).abs() < 1e-4;
        let mode = json["modes"].as_array().unwrap().iter().find(near).unwrap();
        assert!((mode["t60_s"].as_f64().unwrap() / t60 - 1.0).abs() < 1e-3, "{mode}");
        assert!((mode["amplitude"].as_f64().unwrap() / a - 1.0).abs() < 0.01, "{mode}");
    }
    succeeds(&["run", &scene, "--out", &sound]);
    let apart: Value =
        serde_json::from_str(&succeeds(&["listen", &wav, &sound, "--json"])).unwrap();
    let matches = apart["partials"].as_array().unwrap();
    assert_eq!(matches.len(), 4, "{apart}");
    assert!(apart["loudness_lu"].as_f64().unwrap().abs() < 0.5, "{apart}");
    for partial in matches {
        assert!(partial["cents"].as_f64().unwrap().abs() < 0.5, "{partial}");
        assert!((partial["decay_ratio"].as_f64().unwrap() - 1.0).abs() < 0.02, "{partial}");
        assert!(partial["level_db"].as_f64().unwrap().abs() < 1.0, "{partial}");
    }
}

#[test]
fn a_sound_is_not_apart_from_itself() {
    let scratch = Scratch::new("learn-same");
    let wav = scratch.path("bar.wav");
    write(&wav, RATE, 1, &bar(1.0));
    let apart: Value = serde_json::from_str(&succeeds(&["listen", &wav, &wav, "--json"])).unwrap();
    assert_eq!(apart["level_difference_db"], 0.0);
    assert_eq!(apart["only"], serde_json::json!([[], []]));
}

#[test]
fn nothing_is_learned_from_what_is_not_a_blow() {
    let scratch = Scratch::new("learn-bad");
    let count = RATE as usize;
    let mut state = 1_u32;
    let mut noise = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(state) / f64::from(u32::MAX) - 0.5
    };
    let noisy: Vec<f64> = (0..count).map(|_| noise()).collect();
    // Syllables: bursts of voice that rise and fall.
    let voice = |n: usize| {
        let t = n as f64 / f64::from(RATE);
        let swell = (TAU * 1.5 * t).sin().powi(2) * (0.3 + 0.7 * t);
        swell * (1..20).map(|k| (TAU * 120.0 * f64::from(k) * t).sin() / f64::from(k)).sum::<f64>()
    };
    // One syllable that begins suddenly and falls in pitch, from 120 to 90 Hz.
    let syllable = |n: usize| {
        let t = (n as f64 / f64::from(RATE)).min(0.3);
        let phase = TAU * (120.0 * t - 50.0 * t * t);
        (1.0 - t / 0.3).sqrt()
            * (1..20).map(|k| (f64::from(k) * phase).cos() / f64::from(k)).sum::<f64>()
    };
    let mut click = vec![0.0; count];
    click[5000] = 0.9;
    let clipped: Vec<f64> = bar(1.0).iter().map(|x| (4.0 * x).clamp(-0.8, 0.8)).collect();
    let mut holes = bar(1.0);
    holes[77] = f64::NAN;
    let cases: [(&str, u32, u16, Vec<f64>, &str); 10] = [
        ("silence", RATE, 1, vec![0.0; count], "silent"),
        ("noise", RATE, 1, noisy, "does not decay"),
        ("speech", RATE, 1, (0..count).map(voice).collect(), "nothing was learned"),
        ("syllable", RATE, 1, (0..count).map(syllable).collect(), "it is a voice"),
        ("click", RATE, 1, click, "click"),
        ("clipped", RATE, 1, clipped, "clipped"),
        ("truncated", RATE, 1, bar(0.02), "truncated"),
        ("channels", RATE, 12, bar(0.5), "12 channels"),
        ("slow", 2000, 1, bar(1.0), "2000 samples per second"),
        ("nan", RATE, 1, holes, "NaN"),
    ];
    for (name, rate, channels, samples, word) in cases {
        let (wav, scene) =
            (scratch.path(&format!("{name}.wav")), scratch.path(&format!("{name}.toml")));
        write(&wav, rate, channels, &samples);
        let output = carom(&["learn", &wav, "--out", &scene]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{name}: {said}");
        assert!(said.contains(word), "{name}: {said}");
        assert!(!Path::new(&scene).exists(), "{name}");
    }
}

#[test]
fn nothing_is_learned_from_broken_files() {
    let scratch = Scratch::new("learn-broken");
    let wav = scratch.path("bar.wav");
    write(&wav, RATE, 1, &bar(0.5));
    let whole = std::fs::read(&wav).unwrap();
    let mut no_channels = whole.clone();
    // The number of channels stands 22 bytes after the start of the file.
    no_channels[22..24].copy_from_slice(&[0, 0]);
    let cut = whole[..whole.len() / 3].to_vec();
    for (name, content) in [("none", no_channels), ("cut", cut), ("text", b"no sound".to_vec())] {
        let (wav, scene) =
            (scratch.path(&format!("{name}.wav")), scratch.path(&format!("{name}.toml")));
        std::fs::write(&wav, content).unwrap();
        let output = carom(&["learn", &wav, "--out", &scene]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{name}: {said}");
        assert!(said.contains(&format!("{name}.wav")), "{name}: {said}");
        assert!(!Path::new(&scene).exists(), "{name}");
    }
}

#[test]
fn variations_have_one_level_and_follow_from_their_seed() {
    let scratch = Scratch::new("vary");
    let (a, b) = (scratch.path("a"), scratch.path("b"));
    for out in [&a, &b] {
        succeeds(&["vary", "wine-glass", "--count", "3", "--seed", "7", "--out", out]);
    }
    let read = |name: &str| std::fs::read(name).unwrap();
    let mut loudest = 0.0_f32;
    for n in 1..=3 {
        let name = format!("{a}/{n}.wav");
        assert_eq!(read(&name), read(&format!("{b}/{n}.wav")));
        let mut reader = hound::WavReader::open(&name).unwrap();
        let peak = reader.samples::<i32>().map(|x| x.unwrap().abs()).max().unwrap();
        loudest = loudest.max(peak as f32 / 8_388_608.0);
    }
    assert_ne!(read(&format!("{a}/1.wav")), read(&format!("{a}/2.wav")));
    assert!((loudest - 0.89).abs() < 1e-3, "{loudest}");
    let list: Value = serde_json::from_slice(&read(&format!("{a}/variations.json"))).unwrap();
    assert_eq!(list["sounds"].as_array().unwrap().len(), 3);
    for wrong in [["--count", "0"], ["--velocity", "2..1"], ["--names", "x.wav"]] {
        let output = carom(&["vary", "wine-glass", "--out", &a, wrong[0], wrong[1]]);
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
    }
}

#[test]
fn a_sampled_instrument_has_its_files_and_pitches() {
    let scratch = Scratch::new("sampler");
    let wav = scratch.path("bar.wav");
    let (scene, out) = (scratch.path("bar.toml"), scratch.path("bars"));
    write(&wav, RATE, 1, &bar(1.5));
    succeeds(&["learn", &wav, "--out", &scene]);
    succeeds(&["sampler", &scene, "--notes", "69..70", "--layers", "2", "--out", &out]);
    let sfz = std::fs::read_to_string(format!("{out}/instrument.sfz")).unwrap();
    let regions: Vec<BTreeMap<&str, &str>> = sfz
        .lines()
        .filter_map(|line| line.strip_prefix("<region> "))
        .map(|line| line.split(' ').filter_map(|opcode| opcode.split_once('=')).collect())
        .collect();
    assert_eq!(regions.len(), 4);
    for region in regions {
        let note: f64 = region["pitch_keycenter"].parse().unwrap();
        let file = format!("{out}/{}", region["sample"]);
        let cues: Value = serde_json::from_str(&succeeds(&["listen", &file, "--json"])).unwrap();
        let pitch = 440.0 * 2.0_f64.powf((note - 69.0) / 12.0);
        let near = |p: &Value| (p["frequency_hz"].as_f64().unwrap() / pitch - 1.0).abs() < 1e-3;
        assert!(cues["partials"].as_array().unwrap().iter().any(near), "{cues}");
    }
}
