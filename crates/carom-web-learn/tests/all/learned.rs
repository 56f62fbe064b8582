//! What the page learns from files.

use std::f64::consts::TAU;
use std::io::Cursor;

use carom_numeric::Random;
use carom_web_learn::learned;

const RATE: u32 = 44_100;

fn wav(samples: impl Iterator<Item = f64>) -> Vec<u8> {
    let spec = hound::WavSpec {
        channels: 1,
        sample_rate: RATE,
        bits_per_sample: 16,
        sample_format: hound::SampleFormat::Int,
    };
    let mut file = Cursor::new(Vec::new());
    let mut writer = hound::WavWriter::new(&mut file, spec).unwrap();
    for sample in samples {
        writer.write_sample((sample * 32_767.0).round() as i16).unwrap();
    }
    writer.finalize().unwrap();
    file.into_inner()
}

fn asked(files: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let named: Vec<_> = files.iter().map(|(name, bytes)| (*name, bytes.len())).collect();
    let head = serde_json::to_vec(&named).unwrap();
    let bytes = files.iter().flat_map(|(_, bytes)| bytes.clone());
    head.into_iter().chain([b'\n']).chain(bytes).collect()
}

#[test]
fn what_rings_becomes_a_scene_with_its_frequencies() {
    let ringing = |n: i32| {
        let t = f64::from(n) / f64::from(RATE);
        let mode = |frequency: f64, decay: f64| (-t / decay).exp() * (TAU * frequency * t).sin();
        if n < 0 { 0.0 } else { 0.5 * mode(523.25, 0.5) + 0.2 * mode(1410.0, 0.3) }
    };
    let answer = learned(&asked(&[("bell.wav", wav((-2000..40_000).map(ringing)))])).unwrap();
    let scene = answer["scene"].as_str().unwrap();
    assert!(scene.contains("Learned from bell.wav"), "{scene}");
    let listed =
        scene.split("frequency = [").nth(1).and_then(|rest| rest.split(']').next()).unwrap();
    let frequencies: Vec<f64> = listed.split(", ").map(|number| number.parse().unwrap()).collect();
    for known in [523.25, 1410.0] {
        let has = frequencies.iter().any(|frequency| (frequency / known - 1.0).abs() < 1e-4);
        assert!(has, "{known} Hz is not among {frequencies:?}");
    }
    assert!(answer["snr_db"].as_f64().unwrap() > 40.0);
}

#[test]
fn what_cannot_be_learned_is_refused_with_its_name_and_the_reason() {
    let mut random = Random::new(3);
    let noise = wav((0..RATE).map(|_| random.uniform(-0.2, 0.2)));
    let refused = |files: &[(&str, Vec<u8>)]| learned(&asked(files)).unwrap_err();
    assert!(refused(&[("sea.wav", noise)]).contains("nothing was learned from sea.wav"));
    assert!(refused(&[("none.wav", wav((0..RATE).map(|_| 0.0)))]).contains("silent"));
    assert!(refused(&[("empty.wav", Vec::new())]).contains("empty.wav is not a WAV file"));
    assert!(refused(&[]).contains("at least one"));
    assert!(refused(&[("large.wav", vec![0; (32 << 20) + 1])]).contains("at most 32"));
    assert!(learned(b"[[\"short.wav\",9]]\n1234").unwrap_err().contains("of which 4 came"));
    assert!(learned(b"bell").unwrap_err().contains("list of recordings"));
    assert!(learned(b"").is_err());
}
