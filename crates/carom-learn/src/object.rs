//! Recordings of one struck object, and what they tell about it.

use crate::blow::{Blow, Felt};
use crate::contact::{Blows, Contact, contact};
use crate::found::{Found, FoundMode, direct, explained, partials};
use crate::gains::{Gains, gains, loud};
use crate::place::Placed;
use crate::rest::{Loud, UNFELT, rest};
use crate::spectra::{Spectra, spectra};
use crate::text::{self, Struck};
use carom_listen::{Fault, Recording, Refused, band_levels, faults};
use carom_shapes::{Place, Shape};
use num_complex::Complex;
use serde::Serialize;
use std::f64::consts::{PI, TAU};
use thiserror::Error;

/// Mass of the hammer (kg) of a learned scene.
const HAMMER: f64 = 0.02;
/// Largest number of channels of a recording.
const MOST_CHANNELS: usize = 8;
/// Least energy (dB above what is left) that modes must explain.
const LEAST_SNR: f64 = 3.0;
/// Energy (dB above what is left) that the partials of a sound that holds nothing else must explain.
const CLEAN: f64 = 40.0;
/// Part of the frequency within which modes of a known shape are one.
const SAME: f64 = 0.003;
/// Seconds that are read at most.
const MOST_SECONDS: f64 = 600.0;
/// Frames of 10 ms that are the attack.
const ATTACK: usize = 5;
/// Seconds in which what no mode explains is let in.
const RISE: f64 = 0.003;

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
    let mut sounds: Vec<Channel> = Vec::new();
    let stereo = recordings.iter().all(|(_, recording)| is_stereo(recording));
    let rate = recordings[0].1.rate;
    for (index, (name, recording)) in recordings.iter().enumerate() {
        let mono = recording.mono();
        let refused = |reason| LearnError::Refused { name: name.clone(), reason };
        for Fault { message, .. } in faults(&mono, rate).map_err(refused)? {
            warnings.push(format!("{name}: {message}"));
        }
        for (number, samples) in recording.channels.iter().enumerate() {
            if is_heard(samples) || recording.channels.len() == 1 {
                let side = if stereo { number } else { 0 };
                sounds.push(Channel { recording: index, side, samples });
            }
        }
    }
    let heard = Heard { sounds: &sounds, rate };
    let channels: Vec<Vec<&[f64]>> = (0..recordings.len()).map(|n| heard.channels(n)).collect();
    let samples: Vec<&[f64]> = sounds.iter().map(|sound| sound.samples).collect();
    let spectra = spectra(&channels, rate);
    let speeds = speeds(&options.speeds, &spectra);
    let model = |found: Found| {
        // What a shape has is one mode at one pitch.
        let found = if options.shape.is_some() { found.apart(SAME) } else { found };
        heard.model(found, &channels, &spectra, &speeds)
    };
    let least = |levels: &[f64]| levels.iter().copied().fold(f64::INFINITY, f64::min);
    let Model { found, contact, blows, modes: heard_modes, gains, snr_db: levels } =
        partials(&samples, rate, options.modes)
            .map(model)
            .filter(|clean| least(&clean.snr_db) >= CLEAN)
            .unwrap_or_else(|| model(explained(&samples, rate, options.modes)));
    let snr_db = least(&levels);
    if found.modes.is_empty() || snr_db < LEAST_SNR {
        let worst = levels.iter().position(|snr| *snr == snr_db).unwrap_or(0);
        let name = recordings[sounds[worst].recording].0.clone();
        return Err(LearnError::Noise { name, count: found.modes.len(), snr: snr_db });
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
    let at = options.at.or(options.places.first().copied()).unwrap_or_default();
    let placed = options.shape.as_ref().map(|shape| Placed::new(shape, &options.places, at));
    let mut struck = heard.struck(&heard_modes, &blows, &gains, &contact.felt[..modes.len()]);
    if let Some(placed) = placed {
        let unknown = heard.replace(&mut struck[..modes.len()], &placed, &found.modes, &gains);
        if unknown > 0 {
            warnings.push(format!(
                "{unknown} of {} modes are none of the shape; they sound the same wherever it is struck",
                modes.len()
            ));
        }
    }
    let levels: Vec<Vec<Vec<f64>>> = gains.iter().map(|gains| heard.rest(gains)).collect();
    let sides = 1 + usize::from(stereo);
    let loud = Loud { highest: 0.45 * rate, loudest: heard.loudest(gains[0][0].begin), sides };
    let rest = rest(&levels, &blows, &loud);
    let silent = text::silent(&contact.felt[modes.len()..], sides);
    let all: Vec<Struck> = struck.into_iter().chain(rest).chain(silent).collect();
    let names: Vec<&str> = recordings.iter().map(|(name, _)| name.as_str()).collect();
    let scene = text::scene(&names, &all, modes.len(), &contact, speeds[0], rate);
    let (begin, residual) = (gains[0][0].begin, Heard::left(&gains[0]));
    let residual_db = -snr_db;
    Ok(Learned { modes, snr_db, residual_db, contact, warnings, scene, residual, begin })
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

/// A channel of a recording.
struct Channel<'a> {
    recording: usize,
    /// 0 for the left or only one, 1 for the right.
    side: usize,
    samples: &'a [f64],
}

fn is_heard(samples: &[f64]) -> bool {
    samples.iter().any(|x| x.abs() > 1e-3)
}

/// Whether there are two channels that are not the same.
fn is_stereo(recording: &Recording) -> bool {
    match recording.channels.as_slice() {
        [left, right] => is_heard(left) && is_heard(right) && left != right,
        _ => false,
    }
}

/// Modes, and the blows that make the recordings of them.
struct Model {
    found: Found,
    contact: Contact,
    /// For each recording.
    blows: Vec<Blow>,
    /// The modes that were found, and what is heard of the force itself.
    modes: Vec<FoundMode>,
    /// For each recording, those of its channels.
    gains: Vec<Vec<Gains>>,
    /// For each sound, how much of it the modes explain (dB).
    snr_db: Vec<f64>,
}

/// Sounds at one rate.
struct Heard<'a> {
    sounds: &'a [Channel<'a>],
    rate: f64,
}

impl<'a> Heard<'a> {
    /// The numbers of the sounds of a recording.
    fn own(&self, recording: usize) -> Vec<usize> {
        (0..self.sounds.len()).filter(|n| self.sounds[*n].recording == recording).collect()
    }

    /// The sounds of a recording.
    fn channels(&self, recording: usize) -> Vec<&'a [f64]> {
        self.own(recording).iter().map(|n| self.sounds[*n].samples).collect()
    }

    /// The contact of modes, and what is heard of them.
    fn model(
        &self,
        found: Found,
        channels: &[Vec<&[f64]>],
        spectra: &Spectra,
        speeds: &[f64],
    ) -> Model {
        let of = |mode: &FoundMode| [mode.frequency_hz(), -mode.exponent.re];
        let known = Blows {
            spectra,
            speeds,
            modes: &found.modes.iter().map(of).collect::<Vec<_>>(),
            sizes: &found.modes.iter().map(|mode| mode.size).collect::<Vec<_>>(),
            highest: 0.45 * self.rate,
        };
        let contact = contact(&known, HAMMER);
        let blows: Vec<Blow> = speeds.iter().map(|speed| contact.blow(*speed)).collect();
        let modes: Vec<FoundMode> = found.modes.iter().copied().chain([direct()]).collect();
        let exponents: Vec<Complex<f64>> = modes.iter().map(|mode| mode.exponent).collect();
        let gains: Vec<Vec<Gains>> = channels
            .iter()
            .zip(&blows)
            .map(|(channels, blow)| gains(channels, blow, &exponents, self.rate))
            .collect();
        let snr_db = found.snr_db.clone().unwrap_or_else(|| self.explained(&gains));
        Model { found, contact, blows, modes, gains, snr_db }
    }

    /// For each sound, the energy of its first second divided by that of what gains leave (dB).
    fn explained(&self, gains: &[Vec<Gains>]) -> Vec<f64> {
        let energy = |samples: &[f64]| samples.iter().map(|x| x * x).sum::<f64>();
        let of = |(sound, gains): (&Channel, &Gains)| {
            let start = loud(sound.samples).saturating_sub(gains.begin);
            let end = (start + self.rate as usize).min(gains.left.len());
            let whole = energy(&sound.samples[gains.begin..][start.min(end)..end]);
            let left = energy(&gains.left[start.min(end)..end]);
            10.0 * (whole / left.max(1e-300)).log10()
        };
        self.sounds.iter().zip(gains.iter().flatten()).map(of).collect()
    }

    /// What is known of a mode, of which the first recording has these gains.
    fn mode(&self, k: usize, mode: &FoundMode, blow: &Blow, gains: &[Gains]) -> LearnedMode {
        let measured = mode.measured.unwrap_or_else(|| {
            let decay = -mode.exponent.re;
            let after =
                loud(self.sounds[0].samples).saturating_sub(gains[0].begin) as f64 / self.rate;
            let size = gains.iter().map(|gains| gains.gains[k].norm_sqr()).sum::<f64>();
            let size = (size / gains.len() as f64).sqrt() * blow.at(mode.exponent).norm();
            let amplitude = size * (-decay * after).exp();
            // The bound of Cramér and Rao for a decaying tone in white noise as strong as what is left.
            let left = &gains[0].left;
            let noise = left.iter().map(|x| x * x).sum::<f64>() / left.len().max(1) as f64;
            let deviation = (8.0 * decay.powi(3) * noise / self.rate).sqrt() / amplitude.max(1e-12);
            [
                (deviation / TAU).min(mode.frequency_hz()),
                (deviation / decay).min(1.0) * mode.t60_s(),
                amplitude,
            ]
        });
        LearnedMode {
            frequency_hz: mode.frequency_hz(),
            t60_s: mode.t60_s(),
            amplitude: measured[2],
            frequency_sd_hz: measured[0],
            t60_sd_s: measured[1],
        }
    }

    /// The largest mean square of a band in the attack of the first recording.
    fn loudest(&self, begin: usize) -> f64 {
        let levels = mean(&self.channels(0), |samples| band_levels(samples, self.rate, begin));
        let frames = &levels[..ATTACK.min(levels.len())];
        let band = |b: usize| frames.iter().map(|f| f[b]).sum::<f64>() / ATTACK as f64;
        (0..frames.first().map_or(0, Vec::len)).map(band).fold(1e-30, f64::max)
    }

    /// The levels of bands over time of what no mode explains of a recording.
    fn rest(&self, gains: &[Gains]) -> Vec<Vec<f64>> {
        // It begins softly, or its first sample would be a click.
        let rise = (RISE * self.rate) as usize;
        mean(gains, |gains| {
            let mut residual = gains.left.clone();
            for (k, x) in residual.iter_mut().take(rise).enumerate() {
                *x *= 0.5 - 0.5 * (PI * (k as f64 + 0.5) / rise as f64).cos();
            }
            band_levels(&residual, self.rate, 0)
        })
    }

    /// Gives modes what they have at another place; returns how many the shape does not have.
    fn replace(
        &self,
        struck: &mut [Struck],
        placed: &Placed,
        modes: &[FoundMode],
        gains: &[Vec<Gains>],
    ) -> usize {
        let mut unknown = 0;
        for side in 0..struck.first().map_or(0, |mode| mode.gains.len()) {
            let own: Vec<&Gains> = (0..gains.len())
                .filter_map(|n| {
                    let place = self.own(n).iter().position(|k| self.sounds[*k].side == side)?;
                    gains[n].get(place)
                })
                .collect();
            let new = placed.gains(modes, &own);
            unknown = new.iter().filter(|gain| gain.is_none()).count();
            for (mode, gain) in struck.iter_mut().zip(new) {
                mode.gains[side] = gain.unwrap_or(mode.gains[side]);
            }
        }
        unknown
    }

    /// The mean over channels of what modes leave.
    fn left(gains: &[Gains]) -> Vec<f64> {
        let length = gains.iter().map(|gains| gains.left.len()).min().unwrap_or(0);
        let mean = |n: usize| gains.iter().map(|gains| gains.left[n]).sum::<f64>();
        (0..length).map(|n| mean(n) / gains.len() as f64).collect()
    }

    /// The modes as a blow strikes them: with the phases of the first recording, and the sizes that
    /// explain all of them best.
    fn struck(
        &self,
        modes: &[FoundMode],
        blows: &[Blow],
        found: &[Vec<Gains>],
        felt: &[Felt],
    ) -> Vec<Struck> {
        let sides = self.sounds.iter().map(|sound| sound.side).max().unwrap_or(0);
        let struck = |(k, mode): (usize, &FoundMode)| {
            let gain = |side: usize| {
                let (mut product, mut square, mut first) = (0.0, 0.0, None);
                for (n, of) in found.iter().enumerate() {
                    let force = blows[n].at(mode.exponent).norm_sqr();
                    for (place, sound) in self.own(n).iter().enumerate() {
                        if self.sounds[*sound].side == side {
                            let gain = of[place].gains[k];
                            product += force * gain.norm();
                            square += force;
                            first = first.or(Some(gain.arg()));
                        }
                    }
                }
                Complex::from_polar(product / f64::max(square, 1e-300), first.unwrap_or(0.0))
            };
            Struck {
                frequency_hz: mode.frequency_hz(),
                t60_s: mode.t60_s(),
                share: felt.get(k).map_or(UNFELT, |felt| felt.share),
                gains: (0..=sides).map(gain).collect(),
            }
        };
        modes.iter().enumerate().map(struck).collect()
    }
}

/// The mean of levels of bands.
fn mean<T>(items: &[T], of: impl Fn(&T) -> Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let all: Vec<Vec<Vec<f64>>> = items.iter().map(of).collect();
    let frames = all.iter().map(Vec::len).min().unwrap_or(0);
    let mean =
        |n: usize, b: usize| all.iter().map(|levels| levels[n][b]).sum::<f64>() / all.len() as f64;
    (0..frames).map(|n| (0..all[0][n].len()).map(|b| mean(n, b)).collect()).collect()
}

/// The speeds as given, or those that the lowest bands tell if the first blow has 1 m/s: a blow
/// excites them in proportion to its speed.
fn speeds(given: &[f64], spectra: &Spectra) -> Vec<f64> {
    if !given.is_empty() {
        return given.to_vec();
    }
    let lowest = spectra.frequencies.len().div_ceil(3);
    let ratio = |levels: &Vec<f64>| {
        let mut ratios: Vec<f64> =
            (0..lowest).map(|b| (levels[b] - spectra.levels[0][b]).exp()).collect();
        ratios.sort_by(f64::total_cmp);
        ratios.get(lowest / 2).map_or(1.0, |ratio| ratio.clamp(0.01, 100.0))
    };
    spectra.levels.iter().map(ratio).collect()
}
