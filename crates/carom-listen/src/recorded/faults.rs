//! What is wrong with a recording, or in it beside the object.

use super::voice;
use crate::strike;
use serde::Serialize;
use thiserror::Error;

/// Least rate (Hz) of a recording from which something is learned.
const LEAST_RATE: f64 = 8000.0;
/// Least seconds after the first loud sample.
const LEAST_SECONDS: f64 = 0.03;
/// A peak (of full scale) below which a recording is silent: dither alone reaches two steps of 16 bits.
const SILENT: f64 = 3.0 / 32768.0;
/// Equal samples in a row at the peak that are no accident.
const FLAT: usize = 4;
/// Amplitude of a hum, of the peak, from which on it is mentioned.
const HUM: f64 = 0.003;
/// Noise (dB of the loudest time) from which on it is mentioned.
const NOISY: f64 = -30.0;
/// Part of the peak below which a fade or a loop is not looked for.
const AUDIBLE: f64 = 0.003;
/// Seconds of a loop that are compared, and its longest period.
const LOOPED: (f64, f64) = (0.1, 2.0);
/// Differences (of the peak) that may come from rounding.
const ROUNDING: f64 = 1e-4;
/// Lengths of fades, in blocks, and by how much (dB) the sound falls more than before.
const FADES: [usize; 5] = [5, 10, 20, 50, 100];
const FADE: f64 = 12.0;
/// Seconds between a blow and the loudest time after it.
const SUDDEN: f64 = 0.05;
/// Seconds of a block of the envelope.
const BLOCK: f64 = 0.01;

/// How silent a peak is.
fn silence(peak: f64) -> String {
    if peak > 0.0 {
        format!("its peak is {:.0} dB below full scale", -20.0 * peak.log10())
    } else {
        "every sample is 0".into()
    }
}

/// Why a recording is not that of a struck object.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Refused {
    /// Nothing is heard.
    #[error("it is silent: {}", silence(*peak))]
    Silent {
        /// Largest absolute sample.
        peak: f64,
    },
    /// Samples that are no numbers.
    #[error("{count} of its samples are not finite")]
    NotFinite {
        /// How many.
        count: usize,
    },
    /// Too few samples per second.
    #[error("it has {rate} samples per second; at least {LEAST_RATE} are needed")]
    Rate {
        /// Hz.
        rate: f64,
    },
    /// Too short.
    #[error(
        "it ends {seconds:.3} s after its first loud sample; at least {LEAST_SECONDS} s are needed: it may be truncated"
    )]
    Short {
        /// Seconds after the first loud sample.
        seconds: f64,
    },
    /// Clipped.
    #[error(
        "it is clipped: {count} times {FLAT} or more samples in a row stand at its peak; record it at a lower level"
    )]
    Clipped {
        /// How many times.
        count: usize,
    },
    /// A click and nothing more.
    #[error("it is a single click: nothing rings for longer than {milliseconds:.0} ms")]
    Click {
        /// How long it is loud.
        milliseconds: f64,
    },
    /// It goes on.
    #[error(
        "it does not decay ({decibels:.1} dB from its loudest tenth of a second to its last): noise, music, or a tone that is held"
    )]
    Steady {
        /// Level of the end relative to the loudest time.
        decibels: f64,
    },
    /// There are several blows, and the first is not the loudest.
    #[error(
        "there are {count} blows, and the loudest comes {seconds:.2} s after the first: cut out one of them"
    )]
    Repeated {
        /// How many.
        count: usize,
        /// From the first to the loudest.
        seconds: f64,
    },
    /// It does not begin like a blow.
    #[error(
        "it rises for {milliseconds:.0} ms: a blow is at its loudest within 100 ms; speech, wind and bowed strings are not"
    )]
    Slow {
        /// From a tenth of the peak to the peak.
        milliseconds: f64,
    },
}

/// Something in a recording that one should know about.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fault {
    /// What it is: `leading-silence`, `repeated-strikes`, `voice`, `cut-off`, `fade`, `loop`, `hum`, `noise` or
    /// `offset`.
    pub kind: &'static str,
    /// A sentence about it.
    pub message: String,
}

/// Checks whether a recording can be that of a struck object, and says what else is in it.
///
/// # Errors
///
/// With the reason why it is not.
pub fn faults(samples: &[f64], rate: f64) -> Result<Vec<Fault>, Refused> {
    let count = samples.iter().filter(|x| !x.is_finite()).count();
    if count > 0 {
        return Err(Refused::NotFinite { count });
    }
    let peak = strike::peak(samples);
    if peak < SILENT {
        return Err(Refused::Silent { peak });
    }
    if rate.is_nan() || rate < LEAST_RATE {
        return Err(Refused::Rate { rate });
    }
    let loud = samples.iter().position(|x| x.abs() > 0.3 * peak).unwrap_or(0);
    let seconds = (samples.len() - loud) as f64 / rate;
    if seconds < LEAST_SECONDS {
        return Err(Refused::Short { seconds });
    }
    let clipped = flat_tops(samples, peak);
    if clipped > 1 {
        return Err(Refused::Clipped { count: clipped });
    }
    let envelope = envelope(samples, rate);
    refused_by_envelope(&envelope).map_err(|reason| repeated_blows(samples, rate, reason))?;
    Ok(found(samples, rate, peak, &envelope))
}

/// How often samples stand at the peak, of either sign, without moving.
fn flat_tops(samples: &[f64], peak: f64) -> usize {
    let flat = |run: &[f64]| run[0].abs() > 0.999 * peak && run.iter().all(|x| *x == run[0]);
    let mut count = 0;
    let mut n = 0;
    while n + FLAT <= samples.len() {
        if flat(&samples[n..n + FLAT]) {
            count += 1;
            n += FLAT;
        }
        n += 1;
    }
    count
}

/// Root of the mean square of each block, without the mean of all samples.
fn envelope(samples: &[f64], rate: f64) -> Vec<f64> {
    let mean = samples.iter().sum::<f64>() / samples.len() as f64;
    let block = ((BLOCK * rate) as usize).max(1);
    let level = |block: &[f64]| {
        (block.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / block.len() as f64).sqrt()
    };
    samples.chunks(block).map(level).collect()
}

fn refused_by_envelope(envelope: &[f64]) -> Result<(), Refused> {
    let top = envelope.iter().fold(0.0_f64, |a, b| a.max(*b));
    let loudest = envelope.iter().position(|x| *x == top).unwrap_or(0);
    let begun = envelope.iter().position(|x| *x > 0.1 * top).unwrap_or(0);
    let decibels = |x: f64| 20.0 * (x.max(1e-12) / top).log10();
    let tenth = 10.min(envelope.len());
    let end = envelope[envelope.len() - tenth..].iter().sum::<f64>() / tenth as f64;
    if envelope.len() >= 30 && decibels(end) > -3.0 {
        return Err(Refused::Steady { decibels: decibels(end) });
    }
    let rise = 1000.0 * BLOCK * (loudest - begun) as f64;
    if rise > 100.0 {
        return Err(Refused::Slow { milliseconds: rise });
    }
    // A click is over at once and nothing follows that decays.
    let after = envelope.get(loudest + 2).copied().unwrap_or(0.0);
    if decibels(after) < -50.0 {
        return Err(Refused::Click { milliseconds: 2000.0 * BLOCK });
    }
    Ok(())
}

/// If what rises is a row of blows and no voice: that.
fn repeated_blows(samples: &[f64], rate: f64, reason: Refused) -> Refused {
    let Refused::Slow { milliseconds } = reason else { return reason };
    let onset = strike::onset(samples).unwrap_or(0);
    let strikes = strike::strikes(&samples[onset..], rate);
    let seconds = 0.001 * milliseconds;
    let near = |at: &usize| (seconds - *at as f64 / rate).abs() < SUDDEN;
    match strikes.iter().skip(1).find(|at| near(at)) {
        Some(at) if voice(samples, rate).is_none() => {
            Refused::Repeated { count: strikes.len(), seconds: *at as f64 / rate }
        }
        _ => reason,
    }
}

/// What is in a recording beside the object.
fn found(samples: &[f64], rate: f64, peak: f64, envelope: &[f64]) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut add = |kind: &'static str, message: String| faults.push(Fault { kind, message });
    let mean = samples.iter().sum::<f64>() / samples.len() as f64;
    if mean.abs() > 0.01 * peak {
        let part = 100.0 * mean / peak;
        add(
            "offset",
            format!("the samples have an offset of {part:.1} % of the peak; it is removed"),
        );
    }
    let sound: Vec<f64> = samples.iter().map(|x| (x - mean) / peak).collect();
    let onset = strike::onset(&sound).unwrap_or(0);
    if onset as f64 > 0.1 * rate {
        let seconds = onset as f64 / rate;
        add("leading-silence", format!("the blow is {seconds:.2} s after the beginning"));
    }
    let strikes = strike::strikes(&sound[onset..], rate).len();
    if strikes > 1 {
        add(
            "repeated-strikes",
            format!("there are {strikes} blows; modes are learned from the first and what follows"),
        );
    }
    if let Some(voice) = voice(&sound, rate).filter(|voice| voice.clear) {
        let (low, high) = (voice.lowest_hz, voice.highest_hz);
        add(
            "voice",
            format!(
                "it may be a voice: a pitch between {low:.0} and {high:.0} Hz moves with its harmonics"
            ),
        );
    }
    if let Some(period) = repeated(&sound, rate) {
        let milliseconds = 1000.0 * period as f64 / rate;
        add(
            "loop",
            format!(
                "its end repeats itself every {milliseconds:.1} ms: it is looped, and no decay can be measured there"
            ),
        );
    }
    if let Some(seconds) = faded(envelope) {
        add(
            "fade",
            format!(
                "it is faded out or damped within its last {seconds:.2} s: decays seem too short there"
            ),
        );
    }
    let top = envelope.iter().fold(0.0_f64, |a, b| a.max(*b));
    let quiet = envelope.iter().fold(f64::INFINITY, |a, b| a.min(*b));
    let floor = 20.0 * (quiet / top).max(1e-9).log10();
    if floor > NOISY {
        add("noise", format!("its noise is only {:.0} dB below its loudest time", -floor));
    }
    let end = envelope.iter().rev().take(5).sum::<f64>() / 5.0;
    let left = 20.0 * (end / top).max(1e-9).log10();
    if left > -20.0 {
        add(
            "cut-off",
            format!(
                "the recording ends while it still rings, {:.0} dB below its loudest time",
                -left
            ),
        );
    }
    for mains in [50.0, 60.0] {
        let levels =
            (1..=4).map(|harmonic| (harmonic, steady(&sound, mains * f64::from(harmonic), rate)));
        if let Some((harmonic, level)) =
            levels.max_by(|a, b| a.1.total_cmp(&b.1)).filter(|l| l.1 > HUM)
        {
            let (hertz, decibels) = (mains * f64::from(harmonic), 20.0 * level.log10());
            add("hum", format!("there is a hum of {hertz} Hz at {decibels:.0} dB of the peak"));
        }
    }
    faults
}

/// The period (samples) with which the end of a sound repeats itself exactly.
///
/// Even the slowest decay changes a sound by more than its rounding, and noise never repeats itself.
fn repeated(sound: &[f64], rate: f64) -> Option<usize> {
    let length = (LOOPED.0 * rate) as usize;
    let longest = ((LOOPED.1 * rate) as usize).min(sound.len().saturating_sub(length));
    let last = &sound[sound.len().checked_sub(length)?..];
    if strike::peak(last) < AUDIBLE {
        return None;
    }
    let same = |lag: &usize| {
        let before = &sound[sound.len() - length - lag..];
        last.iter().zip(before).all(|(a, b)| (a - b).abs() < ROUNDING)
    };
    (length / 20..longest).find(same)
}

/// The time (s) at the end of a recording in which its level falls much faster than before.
fn faded(envelope: &[f64]) -> Option<f64> {
    let level = |n: usize| 20.0 * envelope[n].max(1e-9).log10();
    let last = envelope.len().checked_sub(2)?;
    FADES
        .into_iter()
        .find(|blocks| {
            // A fall before that, over twice the time, of a sound that is heard.
            let Some(first) = last.checked_sub(3 * blocks) else { return false };
            let (before, during) =
                (level(first) - level(last - blocks), level(last - blocks) - level(last));
            let top = envelope.iter().fold(0.0_f64, |a, b| a.max(*b));
            let heard = envelope[last - blocks] > AUDIBLE * top;
            heard && before > -3.0 && during > before + FADE
        })
        .map(|blocks| blocks as f64 * BLOCK)
}

/// The amplitude of a tone in the last second, if it is as strong in its first half as in its second.
fn steady(sound: &[f64], frequency: f64, rate: f64) -> f64 {
    let length = (rate as usize).min(sound.len() / 2);
    if (length as f64) < 0.4 * rate {
        return 0.0;
    }
    let last = &sound[sound.len() - length..];
    let amplitude = |half: &[f64]| {
        let (mut re, mut im) = (0.0, 0.0);
        for (n, x) in half.iter().enumerate() {
            let window = 1.0 - (std::f64::consts::TAU * (n as f64 + 0.5) / half.len() as f64).cos();
            let angle = std::f64::consts::TAU * frequency * n as f64 / rate;
            re += window * x * angle.cos();
            im += window * x * angle.sin();
        }
        2.0 * re.hypot(im) / half.len() as f64
    };
    let (first, second) = (amplitude(&last[..length / 2]), amplitude(&last[length / 2..]));
    if first > 1.12 * second || second > 1.12 * first { 0.0 } else { second }
}
