//! What is wrong with recordings, each with a sound made for it.

use carom::numeric::Random;
use carom_listen::{Refused, faults, listen, voice};
use std::f64::consts::TAU;

const RATE: f64 = 44_100.0;

/// A bar of three partials that is struck `at` (s), in noise 70 dB below.
fn bar(seconds: f64, at: f64) -> Vec<f64> {
    let mut random = Random::new(5);
    let first = (at * RATE) as usize;
    (0..(seconds * RATE) as usize)
        .map(|n| {
            let noise = random.uniform(-3e-4, 3e-4);
            let Some(t) = n.checked_sub(first).map(|n| n as f64 / RATE) else { return noise };
            let partial = |f: f64, decay: f64, a: f64| a * (-t / decay).exp() * (TAU * f * t).sin();
            noise
                + partial(410.0, 0.3, 0.5)
                + partial(1640.0, 0.1, 0.2)
                + partial(3900.0, 0.05, 0.1)
        })
        .collect()
}

fn kinds(sound: &[f64]) -> Vec<&'static str> {
    faults(sound, RATE).expect("a struck object").iter().map(|fault| fault.kind).collect()
}

#[test]
fn nothing_is_wrong_with_a_good_recording() {
    assert_eq!(kinds(&bar(2.5, 0.01)), Vec::<&str>::new());
    assert_eq!(listen(&bar(2.5, 0.01), RATE).room_s, None);
}

#[test]
fn what_is_beside_the_object_is_said() {
    assert_eq!(kinds(&bar(2.5, 0.4)), ["leading-silence"]);

    let mut again = bar(2.5, 0.01);
    again.iter_mut().zip(bar(2.5, 0.8)).for_each(|(x, y)| *x += 0.8 * y);
    assert_eq!(kinds(&again), ["repeated-strikes"]);

    for (mains, harmonic) in [(50.0, 1.0), (60.0, 2.0)] {
        let mut humming = bar(2.5, 0.01);
        for (n, x) in humming.iter_mut().enumerate() {
            *x += 0.01 * (TAU * mains * harmonic * n as f64 / RATE).sin();
        }
        assert_eq!(kinds(&humming), ["hum"], "{mains}");
    }

    let mut faded = bar(0.8, 0.01);
    let (count, fade) = (faded.len(), (0.2 * RATE) as usize);
    for n in 0..fade {
        faded[count - fade + n] *= 1.0 - n as f64 / fade as f64;
    }
    assert_eq!(kinds(&faded), ["fade"]);

    assert!(kinds(&bar(0.3, 0.01)).contains(&"cut-off"));

    let mut looped = bar(0.7, 0.01);
    let (first, period) = ((0.4 * RATE) as usize, (0.15 * RATE) as usize);
    for n in first + period..(1.5 * RATE) as usize {
        let same = looped[n - period];
        if n < looped.len() { looped[n] = same } else { looped.push(same) }
    }
    assert!(kinds(&looped).contains(&"loop"), "{:?}", kinds(&looped));

    let mut noisy = bar(2.5, 0.01);
    let mut random = Random::new(6);
    noisy.iter_mut().for_each(|x| *x += random.uniform(-0.05, 0.05));
    assert!(kinds(&noisy).contains(&"noise"));

    let offset: Vec<f64> = bar(2.5, 0.01).iter().map(|x| x + 0.05).collect();
    assert_eq!(kinds(&offset), ["offset"]);
}

#[test]
fn a_room_is_heard_and_its_time_is_about_right() {
    let dry = bar(2.5, 0.01);
    let mut random = Random::new(7);
    let mut wet = dry.clone();
    // Echoes at random times, 60 dB less after 0.4 s.
    for k in 100..(0.6 * RATE) as usize {
        if random.uniform(0.0, 1.0) < 0.06 {
            let echo = random.uniform(-0.08, 0.08) * 10.0_f64.powf(-3.0 * k as f64 / (0.4 * RATE));
            wet[k..].iter_mut().zip(&dry).for_each(|(x, y)| *x += echo * y);
        }
    }
    let room = listen(&wet, RATE).room_s.expect("a room");
    assert!((0.25..0.7).contains(&room), "{room}");
}

/// A syllable: pulses whose pitch falls, in a mouth of three resonances, that begin suddenly and die away.
fn syllable(from: f64, to: f64) -> Vec<f64> {
    let (mut phase, seconds) = (0.0, 0.25);
    let mut pulses = vec![0.0; (0.5 * RATE) as usize];
    for (n, pulse) in pulses.iter_mut().enumerate().take((seconds * RATE) as usize) {
        let t = n as f64 / RATE / seconds;
        phase += from * (to / from).powf(t) / RATE;
        if phase >= 1.0 {
            phase -= 1.0;
            *pulse = (t * 8.0).min(1.0) * (1.0 - t);
        }
    }
    // Each resonance follows the one before it.
    for (f, width) in [(700.0, 90.0), (1200.0, 110.0), (2500.0, 160.0)] {
        let r = (-std::f64::consts::PI * width / RATE).exp();
        let (a, b) = (2.0 * r * (TAU * f / RATE).cos(), -r * r);
        let (mut last, mut before) = (0.0, 0.0);
        for x in &mut pulses {
            let y = *x + a * last + b * before;
            (last, before) = (y, last);
            *x = (1.0 - a - b) * y;
        }
    }
    pulses
}

#[test]
fn a_voice_is_told_from_what_is_struck() {
    for (from, to) in [(120.0, 85.0), (190.0, 230.0), (260.0, 200.0)] {
        let sound = syllable(from, to);
        assert!(kinds(&sound).contains(&"voice"));
        let heard = voice(&sound, RATE).expect("a voice");
        let (low, high) = (from.min(to), from.max(to));
        assert!(heard.clear && (0.98 * low..low * 1.15).contains(&heard.lowest_hz), "{heard:?}");
        assert!((0.87 * high..1.02 * high).contains(&heard.highest_hz), "{heard:?}");
    }
    // A bar; a string, of which all partials are harmonics; a drum whose one loud mode falls.
    let decaying = |sound: &dyn Fn(f64) -> f64| -> Vec<f64> {
        (0..44_100).map(|n| f64::from(n) / RATE).map(|t| (-4.0 * t).exp() * sound(t)).collect()
    };
    let string =
        decaying(&|t| (1..20).map(|k| (TAU * 110.0 * f64::from(k) * t).sin() / f64::from(k)).sum());
    let drum = decaying(&|t| (TAU * (90.0 * t - 2.0 * (-12.0 * t).exp())).sin());
    for struck in [bar(1.0, 0.01), string, drum] {
        assert_eq!(voice(&struck, RATE), None);
    }
}

#[test]
fn blows_that_become_louder_are_called_so() {
    let mut louder = bar(2.5, 0.01);
    louder.iter_mut().zip(bar(2.5, 0.8)).for_each(|(x, y)| *x = 0.3 * *x + y);
    let reason = faults(&louder, RATE).expect_err("two blows");
    let Refused::Repeated { count: 2, seconds } = reason else { panic!("{reason}") };
    assert!((seconds - 0.79).abs() < 0.01, "{seconds}");
}

#[test]
fn what_is_no_struck_object_is_refused_with_the_reason() {
    let mut random = Random::new(8);
    let mut noise =
        |count: usize| -> Vec<f64> { (0..count).map(|_| random.uniform(-0.5, 0.5)).collect() };
    assert!(matches!(faults(&[0.0; 44_100], RATE), Err(Refused::Silent { .. })));
    let mut random = Random::new(7);
    let dithered: Vec<f64> =
        (0..44_100).map(|_| random.uniform(-1.9, 1.9).round() / 32768.0).collect();
    assert!(matches!(faults(&dithered, RATE), Err(Refused::Silent { .. })));
    assert!(matches!(faults(&noise(44_100), RATE), Err(Refused::Steady { .. })));
    assert!(matches!(faults(&bar(1.0, 0.01), 2000.0), Err(Refused::Rate { .. })));
    assert!(matches!(faults(&bar(0.03, 0.01), RATE), Err(Refused::Short { .. })));
    let mut click = vec![0.0; 44_100];
    noise(40).iter().enumerate().for_each(|(n, x)| click[1000 + n] = *x);
    assert!(matches!(faults(&click, RATE), Err(Refused::Click { .. })));
    let clipped: Vec<f64> = bar(1.0, 0.01).iter().map(|x| x.clamp(-0.2, 0.2)).collect();
    assert!(matches!(faults(&clipped, RATE), Err(Refused::Clipped { .. })));
    let mut broken = bar(1.0, 0.01);
    broken[5000] = f64::NAN;
    assert!(matches!(faults(&broken, RATE), Err(Refused::NotFinite { count: 1 })));
    // Syllables of voiced sound that swell.
    let speech: Vec<f64> = (0..88_200)
        .map(|n| f64::from(n) / RATE)
        .map(|t| {
            let voice: f64 =
                (1..12).map(|k| (TAU * 120.0 * f64::from(k) * t).sin() / f64::from(k)).sum();
            0.2 * voice * (TAU * 1.4 * t).sin().powi(2)
        })
        .collect();
    assert!(faults(&speech, RATE).is_err());
}
