//! Recordings of one struck object, and what they tell about it.

use crate::contact::{Contact, contact};
use crate::text;
use carom_listen::{Explanation, Fault, Recording, Refused, explain, faults};
use serde::Serialize;
use std::f64::consts::TAU;
use thiserror::Error;

/// Mass of the hammer (kg) of a learned scene.
const HAMMER: f64 = 0.02;
/// Largest number of channels of a recording.
const MOST_CHANNELS: usize = 8;
/// Least energy (dB above what is left) that modes must explain.
const LEAST_SNR: f64 = 3.0;
/// Minutes that are read at most.
const MOST_SECONDS: f64 = 600.0;

/// How something is learned.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Largest number of modes.
    pub modes: usize,
    /// Speed of the blow (m/s) of each recording; empty if they are not known.
    pub speeds: Vec<f64>,
}

/// One mode of an object.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LearnedMode {
    /// Hz.
    pub frequency_hz: f64,
    /// Time (s) to fall by 60 dB.
    pub t60_s: f64,
    /// Amplitude at the first loud sample of the first recording; full scale is 1.
    pub amplitude: f64,
    /// Standard deviation of the frequency (Hz).
    pub frequency_sd_hz: f64,
    /// Standard deviation of the time to fall by 60 dB (s).
    pub t60_sd_s: f64,
}

/// An object and what is known of how it was struck.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Learned {
    /// From low to high.
    pub modes: Vec<LearnedMode>,
    /// Energy of the first second divided by that of what no mode explains (dB); the least of all
    /// recordings.
    pub snr_db: f64,
    /// Level of what no mode explains, relative to the recording (dB).
    pub residual_db: f64,
    /// The blow.
    pub contact: Contact,
    /// What should be known about the recordings.
    pub warnings: Vec<String>,
    /// The scene, as TOML.
    #[serde(skip)]
    pub scene: String,
}

/// Why nothing was learned.
#[derive(Debug, Error)]
pub enum LearnError {
    /// A recording is not that of a struck object.
    #[error("nothing was learned from {name}: {reason}")]
    Refused {
        /// Which.
        name: String,
        /// Why.
        reason: Refused,
    },
    /// Recordings that cannot be analysed together.
    #[error("{0}")]
    Mismatch(String),
    /// Nothing rings.
    #[error(
        "nothing was learned from {name}: {count} modes explain {snr:.1} dB of it, and a struck object needs {LEAST_SNR}: it may be noise or speech"
    )]
    Noise {
        /// Which.
        name: String,
        /// How many modes there are.
        count: usize,
        /// What they explain (dB).
        snr: f64,
    },
}

/// Learns an object from recordings of it, each with a name for messages.
///
/// # Errors
///
/// If a recording is not that of a struck object, or if recordings do not belong together.
pub fn learn(recordings: &[(String, Recording)], options: &Options) -> Result<Learned, LearnError> {
    check(recordings, options)?;
    let mut warnings = Vec::new();
    // Every channel is a sound of its own, of the same blow.
    let mut sounds: Vec<(usize, &[f64])> = Vec::new();
    let rate = recordings[0].1.rate;
    for (index, (name, recording)) in recordings.iter().enumerate() {
        let mono = recording.mono();
        let refused = |reason| LearnError::Refused { name: name.clone(), reason };
        for Fault { message, .. } in faults(&mono, rate).map_err(refused)? {
            warnings.push(format!("{name}: {message}"));
        }
        for channel in &recording.channels {
            if channel.iter().any(|x| x.abs() > 1e-3) || recording.channels.len() == 1 {
                sounds.push((index, channel));
            }
        }
    }
    let samples: Vec<&[f64]> = sounds.iter().map(|sound| sound.1).collect();
    let explanation = explain(&samples, rate, options.modes);
    let snr_db = explanation.snr_db.iter().copied().fold(f64::INFINITY, f64::min);
    if explanation.modes.is_empty() || snr_db < LEAST_SNR {
        let worst = explanation.snr_db.iter().position(|snr| *snr == snr_db).unwrap_or(0);
        let name = recordings[sounds[worst].0].0.clone();
        return Err(LearnError::Noise { name, count: explanation.modes.len(), snr: snr_db });
    }
    if snr_db < 15.0 {
        warnings.push(format!(
            "modes explain all but {snr_db:.1} dB: a room, the noise of the blow or something that is not linear is in the recording"
        ));
    }
    let amplitudes = amplitudes(&explanation, &sounds, recordings.len());
    let speeds = speeds(&options.speeds, &amplitudes);
    let omegas: Vec<f64> = explanation.modes.iter().map(|mode| TAU * mode.frequency_hz).collect();
    let contact = contact(&amplitudes, &omegas, &speeds, HAMMER);
    if !contact.separated {
        warnings.push(
            "recordings of one strength do not tell the exponent of the contact: give blows of several speeds".into(),
        );
    }
    let mode = |(k, mode): (usize, &carom_listen::ExplainedMode)| LearnedMode {
        frequency_hz: mode.frequency_hz,
        t60_s: mode.t60_s,
        amplitude: amplitudes[0][k],
        frequency_sd_hz: finite(mode.frequency_sd_hz, mode.frequency_hz),
        t60_sd_s: finite(mode.t60_sd_s, mode.t60_s),
    };
    let modes: Vec<LearnedMode> = explanation.modes.iter().enumerate().map(mode).collect();
    let signs: Vec<f64> = explanation
        .modes
        .iter()
        .map(|m| if m.amplitudes[0][0] < 0.0 { -1.0 } else { 1.0 })
        .collect();
    let names: Vec<&str> = recordings.iter().map(|(name, _)| name.as_str()).collect();
    let scene = text::scene(&names, &modes, &signs, &contact, speeds[0], rate);
    Ok(Learned { modes, snr_db, residual_db: -snr_db, contact, warnings, scene })
}

/// What cannot be told is as uncertain as the value is large.
fn finite(deviation: f64, value: f64) -> f64 {
    if deviation.is_finite() { deviation } else { value }
}

fn check(recordings: &[(String, Recording)], options: &Options) -> Result<(), LearnError> {
    let wrong = |message: String| Err(LearnError::Mismatch(message));
    let Some((first, recording)) = recordings.first() else {
        return wrong("there is no recording; at least one is needed".into());
    };
    if !(1..=100).contains(&options.modes) {
        return wrong(format!("modes is {}; it must be from 1 to 100", options.modes));
    }
    if !options.speeds.is_empty() && options.speeds.len() != recordings.len() {
        let (speeds, files) = (options.speeds.len(), recordings.len());
        return wrong(format!(
            "there are {speeds} speeds for {files} recordings; give one for each"
        ));
    }
    if let Some(speed) =
        options.speeds.iter().find(|v| !(v.is_finite() && **v > 0.0 && **v <= 100.0))
    {
        return wrong(format!("a speed is {speed}; it must be above 0 and at most 100 m/s"));
    }
    for (name, other) in recordings {
        let channels = other.channels.len();
        if channels == 0 || channels > MOST_CHANNELS {
            return wrong(format!(
                "{name} has {channels} channels; it must have 1 to {MOST_CHANNELS}"
            ));
        }
        if (other.rate - recording.rate).abs() > 0.0 {
            let (a, b) = (recording.rate, other.rate);
            return wrong(format!(
                "{first} has {a} samples per second and {name} {b}; they must agree"
            ));
        }
        if other.duration() > MOST_SECONDS {
            let minutes = other.duration() / 60.0;
            return wrong(format!(
                "{name} has {minutes:.0} minutes; at most 10 are read: cut out the blow"
            ));
        }
    }
    Ok(())
}

/// For each recording, the amplitude of each mode: the root of the mean square of its channels.
fn amplitudes(
    explanation: &Explanation,
    sounds: &[(usize, &[f64])],
    recordings: usize,
) -> Vec<Vec<f64>> {
    let of = |recording: usize, mode: &carom_listen::ExplainedMode| {
        let own = sounds.iter().enumerate().filter(|(_, sound)| sound.0 == recording);
        let squares: Vec<f64> =
            own.map(|(n, _)| mode.amplitudes[n].iter().map(|x| x * x).sum()).collect();
        (squares.iter().sum::<f64>() / squares.len().max(1) as f64).sqrt()
    };
    (0..recordings).map(|n| explanation.modes.iter().map(|mode| of(n, mode)).collect()).collect()
}

/// The speeds as given, or those that the lowest modes tell if the first blow has 1 m/s: a blow
/// excites them in proportion to its speed.
fn speeds(given: &[f64], amplitudes: &[Vec<f64>]) -> Vec<f64> {
    if !given.is_empty() {
        return given.to_vec();
    }
    let lowest = amplitudes[0].len().div_ceil(3);
    let ratio = |recording: &Vec<f64>| {
        let mut ratios: Vec<f64> =
            (0..lowest).map(|k| recording[k] / amplitudes[0][k].max(1e-300)).collect();
        ratios.sort_by(f64::total_cmp);
        ratios[lowest / 2].clamp(0.01, 100.0)
    };
    amplitudes.iter().map(ratio).collect()
}
