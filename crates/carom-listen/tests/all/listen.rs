//! The partials of sounds that were made of known partials.

use carom::numeric::Random;
use carom_listen::{Cues, Partial, centroid, listen};
use std::f64::consts::{PI, TAU};

/// A partial with known values.
#[derive(Clone, Copy, Debug)]
struct Design {
    frequency: f64,
    decay: f64,
    amplitude: f64,
    phase: f64,
}

impl Design {
    fn new(frequency: f64, decay: f64, amplitude: f64, phase: f64) -> Self {
        Self { frequency, decay, amplitude, phase }
    }

    fn at(&self, t: f64) -> f64 {
        self.amplitude * (-t / self.decay).exp() * (TAU * self.frequency * t + self.phase).cos()
    }

    /// Half-power bandwidth (Hz).
    fn width(&self) -> f64 {
        1.0 / (PI * self.decay)
    }
}

fn sound(designs: &[Design], rate: f64, seconds: f64) -> Vec<f64> {
    let at = |n: usize| designs.iter().map(|design| design.at(n as f64 / rate)).sum();
    (0..(seconds * rate) as usize).map(at).collect()
}

/// White noise this many decibels below the peak.
fn add_noise(samples: &mut [f64], decibels: f64, random: &mut Random) {
    let peak = samples.iter().fold(0.0_f64, |peak, x| peak.max(x.abs()));
    let rms = peak * 10.0_f64.powf(-decibels / 20.0);
    let bound = rms * 3.0_f64.sqrt();
    samples.iter_mut().for_each(|x| *x += random.uniform(-bound, bound));
}

fn nearest(cues: &Cues, frequency: f64) -> Partial {
    let distance = |partial: &&Partial| (partial.frequency_hz - frequency).abs();
    let order = |a: &&Partial, b: &&Partial| distance(a).total_cmp(&distance(b));
    cues.partials.iter().min_by(order).expect("there are partials").clone()
}

/// Relative errors of frequency and decay.
fn errors(cues: &Cues, design: &Design) -> (f64, f64) {
    let partial = nearest(cues, design.frequency);
    let decay = partial.decay_s.unwrap_or(f64::INFINITY);
    ((partial.frequency_hz / design.frequency - 1.0).abs(), (decay / design.decay - 1.0).abs())
}

#[track_caller]
fn assert_found(cues: &Cues, designs: &[Design], frequency: f64, decay: f64) {
    for design in designs {
        let error = errors(cues, design);
        assert!(
            error.0 < frequency && error.1 < decay,
            "{design:?} is off by {error:?} in {cues:#?}"
        );
    }
}

fn random_designs(random: &mut Random, count: usize, highest: f64) -> Vec<Design> {
    let mut designs: Vec<Design> = Vec::new();
    while designs.len() < count {
        let frequency = random.log_uniform(80.0, highest);
        let decay = random.log_uniform(20.0, 5000.0) / (PI * frequency);
        let amplitude = random.log_uniform(0.01, 1.0);
        let design = Design::new(frequency, decay, amplitude, random.uniform(0.0, TAU));
        let clear = |other: &Design| {
            (other.frequency - frequency).abs() > 5.0 + other.width() + design.width()
        };
        if designs.iter().all(clear) {
            designs.push(design);
        }
    }
    designs
}

/// The designs within so many decibels of the strongest.
fn strong(designs: &[Design], decibels: f64) -> Vec<Design> {
    let strongest = designs.iter().fold(0.0_f64, |a, design| a.max(design.amplitude));
    let least = strongest * 10.0_f64.powf(-decibels / 20.0);
    designs.iter().copied().filter(|design| design.amplitude >= least).collect()
}

/// Checks that no partial within 40 dB of the strongest is without a design.
#[track_caller]
fn assert_nothing_else(cues: &Cues, designs: &[Design]) {
    for partial in cues.partials.iter().filter(|partial| partial.level_db > -40.0) {
        let near = |design: &Design| (design.frequency / partial.frequency_hz - 1.0).abs() < 2e-3;
        assert!(designs.iter().any(near), "{partial:?} is none of {designs:#?}");
    }
}

#[track_caller]
fn assert_measured(cues: &Cues, designs: &[Design]) {
    assert_found(cues, &strong(designs, 30.0), 5e-4, 0.015);
    assert_nothing_else(cues, designs);
}

#[test]
fn random_sums_are_measured() {
    let mut random = Random::new(2024);
    for case in 0..48 {
        let rate = if case % 2 == 0 { 44_100.0 } else { 96_000.0 };
        let designs = random_designs(&mut random, 1 + case / 4, 15_000.0);
        let mut samples = sound(&designs, rate, 1.0);
        if case % 4 >= 2 {
            add_noise(&mut samples, 80.0, &mut random);
        }
        assert_measured(&listen(&samples, rate), &designs);
    }
}

#[test]
fn levels_are_those_of_the_design() {
    let designs = [Design::new(500.0, 0.3, 1.0, 0.4), Design::new(1300.0, 0.004, 0.1, 2.0)];
    let cues = listen(&sound(&designs, 48_000.0, 1.0), 48_000.0);
    assert_eq!(cues.partials.len(), 2);
    assert!(cues.partials[0].level_db.abs() < 1e-9);
    assert!((cues.partials[1].level_db + 20.0).abs() < 0.01);
    assert_eq!(cues.ringing_s, cues.onset_s);
}

#[test]
fn two_partials_three_hertz_apart_are_two() {
    for (decay, phase) in [(2.0, 0.3), (2.0, 3.4), (0.4, 1.0)] {
        let designs =
            [Design::new(440.0, decay, 1.0, 0.3), Design::new(443.0, 0.9 * decay, 0.7, phase)];
        let mut samples = sound(&designs, 44_100.0, 2.0);
        add_noise(&mut samples, 70.0, &mut Random::new(3));
        let cues = listen(&samples, 44_100.0);
        assert_found(&cues, &designs, 1e-3, 0.05);
        assert_eq!(cues.partials.len(), 2, "{cues:#?}");
    }
}

#[test]
fn a_fast_decay_is_measured() {
    let design = Design::new(300.0, 8.0 / (PI * 300.0), 1.0, 1.0);
    for rate in [8000.0, 44_100.0, 192_000.0] {
        let mut samples = sound(&[design], rate, 0.4);
        add_noise(&mut samples, 80.0, &mut Random::new(5));
        let cues = listen(&samples, rate);
        assert_measured(&cues, &[design]);
        let q = cues.partials[0].q.unwrap_or(0.0);
        assert!((q / 8.0 - 1.0).abs() < 0.015);
    }
}

#[test]
fn all_pitches_and_qualities() {
    let mut random = Random::new(11);
    for case in 0..72 {
        let rate = [8000.0, 22_050.0, 48_000.0, 192_000.0][case % 4];
        let seconds = [0.05, 0.3, 1.0][case / 4 % 3];
        let frequency = random.log_uniform(50.0, 20_000.0_f64.min(0.45 * rate));
        // A slower decay could not be told from a constant tone.
        let most = 50.0 * PI * frequency * seconds;
        let decay = random.log_uniform(5.0, 20_000.0_f64.min(most)) / (PI * frequency);
        let design = Design::new(frequency, decay, 1.0, random.uniform(0.0, TAU));
        let mut samples = sound(&[design], rate, seconds);
        add_noise(&mut samples, 80.0, &mut random);
        assert_measured(&listen(&samples, rate), &[design]);
    }
}

#[test]
fn fast_modes_beside_slow_ones() {
    let designs = [
        Design::new(220.0, 1.5, 1.0, 0.1),
        Design::new(233.0, 1.2, 0.5, 1.7),
        Design::new(700.0, 0.005, 0.3, 2.9),
        Design::new(2100.0, 0.002, 0.2, 4.0),
        Design::new(5000.0, 0.01, 0.05, 5.0),
    ];
    let mut samples = sound(&designs, 44_100.0, 3.0);
    add_noise(&mut samples, 80.0, &mut Random::new(8));
    assert_measured(&listen(&samples, 44_100.0), &designs);
}

/// Modes pushed for a while by a force like half a sine; computed four times as finely.
fn pushed(designs: &[Design], rate: f64, seconds: f64, push: f64) -> Vec<f64> {
    const FINER: usize = 4;
    let dt = 1.0 / (rate * FINER as f64);
    let mut samples = vec![0.0; (seconds * rate) as usize];
    for design in designs {
        let (radius, angle) = ((-dt / design.decay).exp(), TAU * design.frequency * dt);
        let (mut last, mut before) = (0.0, 0.0);
        for n in 0..samples.len() * FINER {
            let force = (PI * (n as f64 * dt / push).min(1.0)).sin();
            let next = 2.0 * radius * angle.cos() * last - radius * radius * before
                + design.amplitude * angle.sin() * force;
            (before, last) = (last, next);
            if n % FINER == 0 {
                samples[n / FINER] += next;
            }
        }
    }
    samples
}

#[test]
fn a_push_is_not_reported_as_a_mode() {
    let mut random = Random::new(31);
    for case in 0..16 {
        let rate = if case % 2 == 0 { 44_100.0 } else { 96_000.0 };
        let push = [0.0005, 0.001, 0.002, 0.004][case % 4];
        // A push does not excite modes far above its own frequency.
        let designs = random_designs(&mut random, 1 + case / 2, 0.7 / push);
        let mut samples = pushed(&designs, rate, 1.0, push);
        if case % 3 == 0 {
            add_noise(&mut samples, 80.0, &mut random);
        }
        let cues = listen(&samples, rate);
        assert!(cues.ringing_s > 0.5 * push);
        let loud = |design: &&Design| nearest(&cues, design.frequency).level_db > -30.0;
        let designs: Vec<_> = designs.iter().copied().filter(|design| loud(&design)).collect();
        assert!(!designs.is_empty());
        assert_found(&cues, &designs, 5e-4, 0.015);
    }
}

#[test]
fn silence_before_an_offset_and_sixteen_bits_do_not_matter() {
    let designs = [Design::new(330.0, 0.5, 0.5, 0.0), Design::new(811.0, 0.2, 0.3, 1.0)];
    let rate = 44_100.0;
    let mut samples = vec![0.0; 10_000];
    samples.extend(sound(&designs, rate, 1.5));
    samples.iter_mut().for_each(|x| *x = ((0.9 * *x + 0.05) * 32768.0).round() / 32768.0);
    let cues = listen(&samples, rate);
    assert_measured(&cues, &designs);
    assert!((cues.onset_s - 10_000.0 / rate).abs() < 1e-3);
}

#[test]
fn the_loudest_of_several_strikes_is_measured() {
    let designs = [Design::new(500.0, 0.15, 1.0, 0.5), Design::new(1720.0, 0.06, 0.8, 1.0)];
    let rate = 44_100.0;
    let mut samples = sound(&designs, rate, 2.0);
    for (start, gain) in [(20_000, 0.6), (33_000, 0.3)] {
        for n in start..samples.len() {
            let t = (n - start) as f64 / rate;
            samples[n] += gain * designs.iter().map(|design| design.at(t)).sum::<f64>();
        }
    }
    assert_measured(&listen(&samples, rate), &designs);
}

#[test]
fn a_constant_tone_has_no_decay() {
    let samples: Vec<f64> = (0..44_100).map(|n| (0.1 * f64::from(n)).sin()).collect();
    let cues = listen(&samples, 44_100.0);
    assert_eq!(cues.partials.len(), 1);
    assert!((cues.partials[0].frequency_hz / (4410.0 / TAU) - 1.0).abs() < 1e-9);
    assert_eq!((cues.partials[0].decay_s, cues.partials[0].q), (None, None));
}

#[test]
fn white_noise_has_no_partials() {
    let mut random = Random::new(17);
    let samples: Vec<f64> = (0..44_100).map(|_| random.uniform(-1.0, 1.0)).collect();
    let cues = listen(&samples, 44_100.0);
    assert!(cues.partials.is_empty(), "{cues:?}");
    assert!((cues.rms - (1.0_f64 / 3.0).sqrt()).abs() < 0.01);
    assert!((cues.centroid_hz - 10_000.0).abs() < 500.0);
}

#[test]
fn centroid_of_a_tone_and_of_two() {
    let rate = 44_100.0;
    let one = sound(&[Design::new(1000.0, 0.5, 1.0, 0.0)], rate, 0.5);
    assert!((centroid(&one, rate) - 1000.0).abs() < 100.0);
    let designs = [Design::new(1000.0, 0.5, 1.0, 0.0), Design::new(5000.0, 0.5, 1.0, 0.0)];
    assert!((centroid(&sound(&designs, rate, 0.5), rate) - 3000.0).abs() < 200.0);
}

#[test]
fn a_long_sound_with_many_partials() {
    let mut random = Random::new(23);
    let designs: Vec<_> = (0..30)
        .map(|n| {
            let frequency = 110.0 * f64::from(n + 1) * random.uniform(0.99, 1.01);
            let amplitude = random.log_uniform(0.05, 1.0);
            Design::new(
                frequency,
                random.log_uniform(0.1, 1.5),
                amplitude,
                random.uniform(0.0, TAU),
            )
        })
        .collect();
    let samples = sound(&designs, 44_100.0, 6.0);
    let cues = listen(&samples, 44_100.0);
    assert_measured(&cues, &designs);
    // The same input gives the same result.
    assert_eq!(cues, listen(&samples, 44_100.0));
}
