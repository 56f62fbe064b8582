//! Recordings of one struck object, and what they tell about it.

use crate::found::FoundMode;
use crate::model::{Elsewhere, Heard, Model, left};
use crate::place::Placed;
use crate::text::{self, Struck};
use crate::touch::Contact;
use carom_listen::{Fault, Recording, Refused, Voice, faults, voice};
use carom_shapes::{Place, Shape};
use serde::Serialize;
use thiserror::Error;

/// Largest number of channels of a recording.
const MOST_CHANNELS: usize = 8;
/// Least energy (dB above what is left) that modes must explain.
const LEAST_SNR: f64 = 3.0;
/// And of what sounds like a voice, clearly or perhaps: modes of a struck object explain more.
const LEAST_SNR_OF_VOICE: (f64, f64) = (17.0, 7.5);
/// Seconds that are read at most.
const MOST_SECONDS: f64 = 600.0;

/// How something is learned.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    /// Largest number of modes.
    pub modes: usize,
    /// Speed of the blow (m/s) of each recording; empty if they are not known.
    pub speeds: Vec<f64>,
    /// The shape, if it is known where on it each recording was struck.
    pub shape: Option<Shape>,
    /// For each recording, where that was; as scenes write places.
    pub places: Vec<Place>,
    /// Where the scene is struck; without it, where the first recording was.
    pub at: Option<Place>,
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
    /// Frequencies (Hz) of modes of which recordings at places of a shape do not tell how loud they are at
    /// others.
    #[serde(skip)]
    pub guessed_hz: Vec<f64>,
    /// The scene, as TOML.
    #[serde(skip)]
    pub scene: String,
    /// What no mode explains of the first recording, from the blow on.
    #[serde(skip)]
    pub residual: Vec<f64>,
    /// The sample at which the blow begins in the first recording.
    #[serde(skip)]
    pub begin: usize,
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
        "nothing was learned from {name}: {count} modes explain {snr:.1} dB of it, and a struck object needs {LEAST_SNR}: it may be noise or speech, or have far more modes, as a cymbal has"
    )]
    Noise {
        /// Which.
        name: String,
        /// How many modes there are.
        count: usize,
        /// What they explain (dB).
        snr: f64,
    },
    /// Somebody speaks.
    #[error(
        "nothing was learned from {name}: it is a voice, not a blow: a pitch between {:.0} and {:.0} Hz moves with its \
         harmonics, and {count} modes, which stay where they are, explain {snr:.1} dB of it",
        voice.lowest_hz, voice.highest_hz
    )]
    Voice {
        /// Which.
        name: String,
        /// What is heard.
        voice: Voice,
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
    let rate = recordings[0].1.rate;
    for (name, recording) in recordings {
        let refused = |reason| LearnError::Refused { name: name.clone(), reason };
        for Fault { message, .. } in faults(&recording.mono(), rate).map_err(refused)? {
            warnings.push(format!("{name}: {message}"));
        }
    }
    let all: Vec<&Recording> = recordings.iter().map(|(_, recording)| recording).collect();
    let heard = Heard::new(&all, &options.speeds);
    let at = options.at.or(options.places.first().copied()).unwrap_or_default();
    let placed = options.shape.as_ref().map(|shape| Placed::new(shape, &options.places, at));
    let Model { found, matched, contact, blows, gains, snr_db: levels, after } =
        heard.modelled(options, placed.as_ref());
    let least = levels.iter().copied().enumerate().min_by(|a, b| a.1.total_cmp(&b.1));
    let (worst, snr_db) = least.unwrap_or_default();
    if found.modes.is_empty() || snr_db < LEAST_SNR {
        let name = recordings[heard.sounds[worst].recording].0.clone();
        return Err(LearnError::Noise { name, count: found.modes.len(), snr: snr_db });
    }
    for (sound, snr) in heard.sounds.iter().zip(&levels) {
        let (name, recording) = &recordings[sound.recording];
        spoken(name, recording, found.modes.len(), *snr)?;
    }
    if snr_db < 15.0 {
        warnings.push(format!(
            "modes explain all but {snr_db:.1} dB: a room, the noise of the blow or something that is not linear is in the recording"
        ));
    }
    if !contact.separated {
        warnings.push(
            "recordings of one strength do not tell the exponent of the contact: give blows of several speeds".into(),
        );
    }
    let modes: Vec<LearnedMode> = (0..found.modes.len())
        .map(|k| heard.mode(k, &found.modes[k], &blows[0], &gains[0]))
        .collect();
    let elsewhere = matched.as_ref().map_or_else(Vec::new, |matched| {
        let new = contact.blow(heard.speeds[0]);
        heard.elsewhere(matched, &found.modes, (&blows, &new), &gains)
    });
    // What is not of the shape is not known elsewhere: other modes in what is left would be of one place.
    let more: Vec<FoundMode> = match &placed {
        Some(_) => elsewhere.iter().flat_map(Elsewhere::modes).collect(),
        None => heard.more(&gains, after),
    };
    let [mut struck, others, rest] = heard.struck((&found.modes, &more), &contact, &blows, &gains);
    let mut guessed_hz = Vec::new();
    if placed.is_some() {
        for (side, there) in elsewhere.iter().enumerate() {
            there.replace(&mut struck, side, heard.sides());
        }
        let strange = |there: &Elsewhere| there.gains.iter().filter(|gain| gain.is_none()).count();
        let unknown = elsewhere.first().map_or(modes.len(), strange);
        if unknown > 0 {
            warnings.push(format!(
                "{unknown} of {} modes are none of the shape; they sound the same wherever it is struck",
                modes.len()
            ));
        }
        if let Some(matched) = matched.filter(|_| elsewhere.iter().any(|e| e.whole.is_none())) {
            guessed_hz = matched.untold(&found.modes, recordings.len());
        }
        if !guessed_hz.is_empty() {
            let list: Vec<String> = guessed_hz.iter().map(|f| format!("{f:.1}")).collect();
            warnings.push(format!(
                "how loud {} of {} partials are at another place is a guess, because several modes of the shape \
                 are heard as one: {} Hz",
                list.len(),
                modes.len(),
                list.join(", ")
            ));
        }
    } else {
        struck.extend(others);
    }
    let silent = text::silent(&contact.felt[modes.len()..], heard.sides());
    let all: Vec<Struck> = struck.into_iter().chain(rest).chain(silent).collect();
    let names: Vec<&str> = recordings.iter().map(|(name, _)| name.as_str()).collect();
    let scene = text::scene(&names, &all, modes.len(), &contact, heard.speeds[0], rate);
    let (begin, residual) = (gains[0][0].begin, left(&gains[0]));
    let residual_db = -snr_db;
    Ok(Learned {
        modes,
        snr_db,
        residual_db,
        contact,
        warnings,
        guessed_hz,
        scene,
        residual,
        begin,
    })
}

/// Refuses a recording of which modes explain too little for something that sounds like a voice.
fn spoken(name: &str, recording: &Recording, count: usize, snr: f64) -> Result<(), LearnError> {
    let (clear, perhaps) = LEAST_SNR_OF_VOICE;
    let heard = (snr < clear).then(|| voice(&recording.mono(), recording.rate)).flatten();
    match heard.filter(|voice| voice.clear || snr < perhaps) {
        Some(voice) => Err(LearnError::Voice { name: name.into(), voice, count, snr }),
        None => Ok(()),
    }
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
    if let Some(shape) = &options.shape {
        let (places, files) = (options.places.len(), recordings.len());
        if places != files {
            return wrong(format!(
                "there are {places} places for {files} recordings; give one for each"
            ));
        }
        for place in options.places.iter().chain(&options.at) {
            if let Err(error) = shape.resonator().places().check(*place) {
                return wrong(format!(
                    "the place {place:?} is not on the {}: {error}",
                    shape.kind()
                ));
            }
        }
    } else if !options.places.is_empty() || options.at.is_some() {
        return wrong("places tell nothing without a shape; give one, such as bar".into());
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
