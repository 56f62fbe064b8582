//! Recordings from files, their spectrograms, and unusable input.

use carom::numeric::Random;
use carom_listen::{
    Axis, Cues, ListenError, Recording, Spectrogram, centroid, listen, spectrogram,
    spectrogram_of_channels,
};
use hound::{SampleFormat, WavSpec, WavWriter};
use std::f64::consts::TAU;
use std::path::PathBuf;

/// A file that is removed at the end of the test.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str) -> Self {
        let name = format!("carom-listen-{}-{name}", std::process::id());
        Self(std::env::temp_dir().join(name))
    }

    fn with(name: &str, bytes: &[u8]) -> Self {
        let file = Self::new(name);
        std::fs::write(&file.0, bytes).expect("the temporary directory can be written");
        file
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn spec(channels: u16, bits_per_sample: u16, sample_format: SampleFormat) -> WavSpec {
    WavSpec { channels, sample_rate: 44_100, bits_per_sample, sample_format }
}

fn tone(n: usize, channel: usize) -> f64 {
    0.5 / (1.0 + channel as f64) * (0.06 * n as f64).sin() * (-1e-4 * n as f64).exp()
}

fn written(name: &str, spec: WavSpec, frames: usize) -> Temporary {
    let file = Temporary::new(name);
    let mut writer = WavWriter::create(&file.0, spec).expect("a file can be created");
    for n in 0..frames {
        for channel in 0..usize::from(spec.channels) {
            let value = tone(n, channel);
            match spec.sample_format {
                SampleFormat::Float => writer.write_sample(value as f32).expect("writes"),
                SampleFormat::Int => {
                    let scale = 2.0_f64.powi(i32::from(spec.bits_per_sample) - 1);
                    writer.write_sample((value * scale).round() as i32).expect("writes");
                }
            }
        }
    }
    writer.finalize().expect("finishes");
    file
}

#[test]
fn all_formats_are_read() {
    let formats = [
        (8, SampleFormat::Int),
        (16, SampleFormat::Int),
        (24, SampleFormat::Int),
        (32, SampleFormat::Int),
        (32, SampleFormat::Float),
    ];
    for (bits, format) in formats {
        for channels in [1, 2] {
            let name = format!("{bits}-{format:?}-{channels}.wav");
            let file = written(&name, spec(channels, bits, format), 5000);
            let recording = Recording::read(&file.0).expect("reads");
            assert_eq!((recording.rate, recording.channels.len()), (44_100.0, channels.into()));
            assert!((recording.duration() - 5000.0 / 44_100.0).abs() < 1e-12);
            let resolution = 2.0_f64.powi(-i32::from(bits.min(24)));
            for (channel, samples) in recording.channels.iter().enumerate() {
                assert_eq!(samples.len(), 5000);
                for (n, x) in samples.iter().enumerate() {
                    assert!((x - tone(n, channel)).abs() <= 1.01 * resolution);
                }
            }
            let mono = recording.mono();
            let mean = recording.channels.iter().map(|samples| samples[100]).sum::<f64>();
            assert!((mono[100] - mean / f64::from(channels)).abs() < 1e-15);
            let cues = listen(&mono, recording.rate);
            assert!((cues.partials[0].frequency_hz / (0.06 * 44_100.0 / TAU) - 1.0).abs() < 5e-4);
        }
    }
}

#[test]
fn unreadable_files_give_an_error_with_a_reason() {
    let missing = Recording::read("/nowhere/at/all.wav");
    assert!(matches!(missing, Err(ListenError::Unreadable { .. })));
    assert!(Recording::read(std::env::temp_dir()).is_err());

    for (name, bytes) in [("text", &b"this is not a sound, is it? no."[..]), ("nothing", b"")] {
        let file = Temporary::with(name, bytes);
        let error = Recording::read(&file.0).expect_err("an error");
        assert!(matches!(error, ListenError::NotWav { .. }), "{error:?}");
        assert!(error.to_string().contains(name));
    }

    let empty = written("empty.wav", spec(2, 16, SampleFormat::Int), 0);
    assert!(matches!(Recording::read(&empty.0), Err(ListenError::Empty { .. })));

    let slow = WavSpec { sample_rate: 1, ..spec(1, 16, SampleFormat::Int) };
    let long = written("long.wav", slow, 1230);
    let error = Recording::read(&long.0).expect_err("an error").to_string();
    assert!(error.ends_with("has 20.5 minutes; at most 20 can be read"), "{error}");

    let file = Temporary::new("nan.wav");
    let mut writer = WavWriter::create(&file.0, spec(2, 32, SampleFormat::Float)).expect("creates");
    for x in [0.0, 0.5, 0.25, f32::NAN] {
        writer.write_sample(x).expect("writes");
    }
    writer.finalize().expect("finishes");
    let error = Recording::read(&file.0).expect_err("an error").to_string();
    assert!(error.ends_with("has NaN in frame 1 of channel 2"), "{error}");
}

#[test]
fn broken_files_never_panic() {
    let whole = written("whole.wav", spec(2, 24, SampleFormat::Int), 50);
    let bytes = std::fs::read(&whole.0).expect("reads");
    let mut random = Random::new(99);
    for case in 0..400 {
        let mut bytes = bytes.clone();
        if case % 2 == 0 {
            bytes.truncate(random.uniform(0.0, bytes.len() as f64) as usize);
        }
        for _ in 0..case % 5 {
            let place = random.uniform(0.0, bytes.len().min(80) as f64) as usize;
            if let Some(byte) = bytes.get_mut(place) {
                *byte = random.bits() as u8;
            }
        }
        let file = Temporary::with("broken.wav", &bytes);
        if let Ok(recording) = Recording::read(&file.0) {
            let _ = listen(&recording.mono(), recording.rate);
        }
    }
}

#[test]
fn garbage_has_no_partials() {
    let mut impulse = vec![0.0; 5000];
    impulse[1000] = 1.0;
    let garbage: [(&str, Vec<f64>); 9] = [
        ("nothing", vec![]),
        ("one sample", vec![1.0]),
        ("few samples", vec![0.3, -0.5, 0.1]),
        ("silence", vec![0.0; 5000]),
        ("an impulse", impulse),
        ("an offset", vec![0.7; 5000]),
        ("no numbers", vec![f64::NAN; 5000]),
        ("infinities", vec![f64::INFINITY, f64::NEG_INFINITY, f64::NAN]),
        ("a denormal", vec![f64::MIN_POSITIVE / 8.0; 100]),
    ];
    for (name, samples) in &garbage {
        let cues = listen(samples, 44_100.0);
        assert!(cues.partials.is_empty(), "{name}: {cues:?}");
        let numbers = [cues.peak, cues.rms, cues.onset_s, cues.ringing_s, cues.centroid_hz];
        assert!(numbers.iter().all(|x| x.is_finite()), "{name}: {cues:?}");
        assert!(centroid(samples, 44_100.0).is_finite());
        let _ = spectrogram(samples, 44_100.0, 10, 10, -90.0, Axis::Mel);
    }
    assert_eq!(listen(&[], 44_100.0), Cues::default());
    assert_eq!(listen(&[f64::NAN; 7], 44_100.0), Cues { not_finite: 7, ..Cues::default() });
}

#[test]
fn impossible_rates_give_empty_results() {
    let samples: Vec<f64> = (0..5000).map(|n| tone(n, 0)).collect();
    for rate in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e-300, 1e300] {
        assert!(listen(&samples, rate).partials.is_empty());
        assert_eq!(centroid(&samples, rate), 0.0);
        let picture = spectrogram(&samples, rate, 10, 10, -90.0, Axis::Linear);
        assert_eq!(picture, Spectrogram::default());
    }
}

#[test]
fn huge_and_tiny_sounds_and_gaps_in_them() {
    let samples: Vec<f64> = (0..20_000).map(|n| tone(n, 0)).collect();
    for scale in [1e-200, 1e200, f64::MAX] {
        let scaled: Vec<f64> = samples.iter().map(|x| x * scale).collect();
        let cues = listen(&scaled, 44_100.0);
        assert_eq!(cues.partials.len(), 1, "{scale}");
        assert!((cues.partials[0].decay_s.unwrap_or(0.0) * 4.41 - 1.0).abs() < 1e-6);
    }
    let mut holes = samples;
    (0..5).for_each(|n| holes[3000 * n + 500] = f64::NAN);
    let cues = listen(&holes, 44_100.0);
    assert_eq!(cues.not_finite, 5);
    assert!(cues.partials.iter().any(|p| (p.frequency_hz / 421.1 - 1.0).abs() < 1e-3), "{cues:?}");
}

#[test]
fn what_is_in_opposite_phase_in_two_channels_is_seen() {
    let rate = 44_100.0;
    let sine = |hertz: f64, n: i32| (TAU * hertz * f64::from(n) / rate).sin();
    let left: Vec<f64> = (0..30_000).map(|n| sine(700.0, n) + 0.1 * sine(3000.0, n)).collect();
    let right: Vec<f64> = (0..30_000).map(|n| -sine(700.0, n) + 0.1 * sine(3000.0, n)).collect();
    let picture =
        spectrogram_of_channels(&[&left, &right], rate, 10, 200, -80.0, Axis::Logarithmic);
    let at = |hertz: f64| picture.frequencies_hz.partition_point(|f| *f < hertz);
    for column in &picture.decibels[1..9] {
        let loudest = |hertz: f64| {
            column[at(0.95 * hertz)..at(1.05 * hertz)].iter().copied().fold(f32::MIN, f32::max)
        };
        assert!(loudest(700.0) > -1.0, "{}", loudest(700.0));
        assert!((loudest(3000.0) + 20.0).abs() < 1.0, "{}", loudest(3000.0));
    }
}

#[test]
fn a_spectrogram_shows_a_tone_where_it_is() {
    let rate = 44_100.0;
    let samples: Vec<f64> = (0..66_150).map(|n| (TAU * 1000.0 * n as f64 / rate).sin()).collect();
    for axis in [Axis::Linear, Axis::Logarithmic, Axis::Mel] {
        let picture = spectrogram(&samples, rate, 40, 200, -80.0, axis);
        assert_eq!((picture.times_s.len(), picture.frequencies_hz.len()), (40, 200));
        assert!(picture.frequencies_hz.is_sorted() && picture.times_s.is_sorted());
        assert!(picture.frequencies_hz[0] > 40.0 && picture.frequencies_hz[199] < 20_000.0);
        for column in &picture.decibels[2..38] {
            let loudest = (0..200).max_by(|a, b| column[*a].total_cmp(&column[*b])).unwrap_or(0);
            assert!((picture.frequencies_hz[loudest] - 1000.0).abs() < 60.0);
            assert!(column.iter().all(|level| (-80.0..=0.0).contains(level)));
            assert!(column[loudest] > -1.0 && column[199] < -60.0);
        }
    }
    assert_eq!(spectrogram(&samples, rate, 0, 10, -80.0, Axis::Mel), Spectrogram::default());
}
