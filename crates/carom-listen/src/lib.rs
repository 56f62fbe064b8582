//! Measures the sound of an impact: level, brightness, and the frequency and decay of each partial.
//!
//! [`listen`] analyses a recording of a struck object: how loud it is, how bright its attack is
//! ([`centroid`]), and which partials ring for how long. The partials are found by fitting freely
//! ringing modes, all together, to the sound from the moment when nothing pushes the object any
//! more. Their frequencies and decays are therefore those of the object, not of a window of
//! analysis, and two partials may be closer than a filter could separate. [`Recording`] reads WAV
//! files; [`spectrogram`] gives levels over time and frequency.
//!
//! The crate uses no clock, and threads only where the system has several processors, so that it
//! also runs in WebAssembly.
//!
//! ```
//! use carom_listen::{Axis, listen, spectrogram};
//!
//! // 440 Hz, falling to 1/e in 0.25 s.
//! let rate = 44100.0;
//! let sound: Vec<f64> = (0..20000)
//!     .map(|n| f64::from(n) / rate)
//!     .map(|t| (-t / 0.25).exp() * (std::f64::consts::TAU * 440.0 * t).sin())
//!     .collect();
//!
//! let cues = listen(&sound, rate);
//! let partial = &cues.partials[0];
//! assert!((partial.frequency_hz - 440.0).abs() < 1e-6);
//! assert!(partial.decay_s.is_some_and(|decay| (decay - 0.25).abs() < 1e-6));
//!
//! // 100 columns over time, 50 rows over frequency, nothing below -90 dB.
//! let picture = spectrogram(&sound, rate, 100, 50, -90.0, Axis::Logarithmic);
//! assert_eq!((picture.times_s.len(), picture.frequencies_hz.len()), (100, 50));
//! ```

mod band;
mod cluster;
mod compare;
mod eigen;
mod esprit;
mod explain;
mod faults;
mod fit;
mod loudness;
mod mode;
mod recording;
mod report;
mod ringing;
mod search;
mod select;
mod solve;
mod spectrogram;
mod spectrum;
mod strike;

pub use compare::{Comparison, Match, compare};
pub use explain::{ExplainedMode, Explanation, explain};
pub use faults::{Fault, Refused, faults};
pub use loudness::Loudness;
pub use recording::{ListenError, Recording};
pub use spectrogram::{Axis, Spectrogram, spectrogram};
pub use spectrum::centroid;

use std::f64::consts::LN_10;
use std::ops::Range;

use realfft::num_complex::Complex;

use ringing::{Effort, Tools};
use serde::Serialize;

/// Partials this far below the strongest (dB) are left out.
const RANGE_DB: f64 = 60.0;
/// Seconds analysed at most, and samples.
const LONGEST: (f64, usize) = (10.0, 1 << 19);
/// Samples analysed at most by [`listen_briefly`].
const LONGEST_BRIEF: usize = 1 << 15;
/// Least and largest rate (Hz) of a sound that is analysed.
const RATES: (f64, f64) = (1000.0, 1e6);

/// What is measured on a sound.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Cues {
    /// Largest absolute sample.
    pub peak: f64,
    /// Root of the mean square of all samples.
    pub rms: f64,
    /// Number of samples that are not finite; they count as silence.
    pub not_finite: usize,
    /// Time (s) of the first sample above 5 % of the peak.
    pub onset_s: f64,
    /// Time (s) from which the object rings freely and the partials are measured. If the recording
    /// holds several strikes, this follows the one with the most energy.
    pub ringing_s: f64,
    /// Spectral centroid of the attack (Hz), see [`centroid`].
    pub centroid_hz: f64,
    /// From low to high; at most 64, those within 60 dB of the strongest.
    pub partials: Vec<Partial>,
}

/// One of several modes that are heard as one partial.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Component {
    /// Hz.
    pub frequency_hz: f64,
    /// Standard deviation of the frequency (Hz).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frequency_sd_hz: Option<f64>,
    /// Time (s) in which the amplitude falls to 1/e.
    pub decay_s: Option<f64>,
    /// Standard deviation of the decay (s).
    pub decay_sd_s: Option<f64>,
    /// As that of the partial (dB).
    pub level_db: f64,
}

/// A tone that decays or stays.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Partial {
    /// Hz.
    pub frequency_hz: f64,
    /// Standard deviation of the frequency (Hz); none if it was not measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frequency_sd_hz: Option<f64>,
    /// Time (s) in which the amplitude falls to 1/e; none if it does not fall, or if the sound is
    /// too short or too noisy to measure it.
    pub decay_s: Option<f64>,
    /// Standard deviation of the decay (s).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decay_sd_s: Option<f64>,
    /// Quality factor, π·frequency·decay.
    pub q: Option<f64>,
    /// Amplitude when free ringing begins, relative to the strongest partial (dB).
    pub level_db: f64,
    /// The modes that it consists of, the strongest first, if there are several at one pitch. Its
    /// decay is then that of a straight line through its level from −5 to −30 dB.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub components: Vec<Component>,
}

/// Measures a sound sampled at `rate` (Hz, 1 kHz to 1 MHz).
///
/// Strikes are searched for within 30 s of the first sound. Of the strike with the most energy up to
/// 10 s are analysed, at most 2¹⁹ samples. Silence has no partials, and neither has a sound at a
/// rate outside of these bounds. A partial that decays in several stages, or is not a mode at all,
/// is reported as several partials that overlap.
#[must_use]
pub fn listen(samples: &[f64], rate: f64) -> Cues {
    cues(samples, rate, &ringing::FULL, None)
}

/// [`listen`] in a time proportional to the length of the sound, for callers that know when
/// something touched: `contacts` are ranges of samples in rising order. A sound without free ringing
/// (rolling, scraping) has no partials.
#[must_use]
pub fn listen_briefly(samples: &[f64], rate: f64, contacts: &[Range<usize>]) -> Cues {
    cues(samples, rate, &ringing::BRIEF, Some(contacts))
}

/// Measures a sound. `contacts` are those that are known.
fn cues(samples: &[f64], rate: f64, effort: &Effort, contacts: Option<&[Range<usize>]>) -> Cues {
    let not_finite = samples.iter().filter(|x| !x.is_finite()).count();
    let peak = strike::peak(samples);
    let mut cues = Cues { peak, not_finite, ..Cues::default() };
    if peak == 0.0 {
        return cues;
    }
    // Divided by the peak, or the squares of large samples would overflow.
    let finite = samples.iter().filter(|x| x.is_finite());
    let squares: f64 = finite.map(|x| (x / peak).powi(2)).sum();
    cues.rms = peak * (squares / samples.len() as f64).sqrt();
    if !usable_rate(rate) {
        return cues;
    }
    let (first, stretch) = strike::stretch(samples, peak, rate);
    let sound = strike::centred(&stretch);
    let Some(onset) = strike::onset(&sound) else {
        return cues;
    };
    cues.onset_s = (first + onset) as f64 / rate;
    cues.centroid_hz = spectrum::attack_centroid(&sound[onset..], rate);
    let range = strike::loudest(&sound, onset, rate);
    let begin = first + range.start;
    let free = contacts.map(|contacts| free_from(contacts, begin, rate) - begin);
    let mut tools = Tools::new();
    let sound = &sound[range];
    let start = free.unwrap_or_else(|| ringing::start(&mut tools, sound, rate)).min(sound.len());
    let most = if contacts.is_some() { LONGEST_BRIEF } else { LONGEST.1 };
    let longest = most.min((LONGEST.0 * rate) as usize).min(sound.len() - start);
    let stretch = [sound[start..start + longest].to_vec()];
    cues.ringing_s = (begin + start) as f64 / rate;
    cues.partials = report::relative(partials(&mut tools, &stretch, rate, effort));
    cues
}

/// Highest frequency (Hz) of the rumble of a room.
const RUMBLE: f64 = 40.0;
/// Seconds after which the clutter of a room and of a blow has died away enough for slow modes.
const LATE: f64 = 0.25;
/// Least T60 (s) of these.
const SLOW: f64 = 0.5;

/// The partials of sounds of one object, equally long, with absolute levels.
fn partials(tools: &mut Tools, sounds: &[Vec<f64>], rate: f64, effort: &Effort) -> Vec<Partial> {
    let mut fit = ringing::sought(tools, sounds, rate, effort);
    let lead = (LATE * rate) as usize;
    if !ringing::cluttered(&fit, rate) || fit.samples() < 3 * lead {
        ringing::settle(tools, &mut fit, rate, effort);
        return cluster::clustered(report::partials(tools, &fit, rate, 0, |_| true), 1.0);
    }
    // Slow modes from when the rest has died away, the others from the beginning.
    let slow = |s: Complex<f64>| -s.re * rate < 3.0 * LN_10 / SLOW;
    let late: Vec<Vec<f64>> = sounds.iter().map(|sound| sound[lead..].to_vec()).collect();
    let mut rest = ringing::sought(tools, &late, rate, effort);
    ringing::settle(tools, &mut rest, rate, effort);
    ringing::unite(&mut rest, effort);
    let certain: Vec<_> = rest.exponents.iter().copied().filter(|s| slow(*s)).collect();
    let possible: Vec<_> = fit.exponents.iter().copied().filter(|s| !slow(*s)).collect();
    let whole = ringing::outstanding(tools, sounds, rate, &certain, &possible);
    let mut partials = report::partials(tools, &rest, rate, lead, slow);
    partials.extend(report::partials(tools, &whole, rate, 0, |s| !slow(s)));
    // What does not decay is a hum or part of the noise, and what is lower a rumble.
    partials.retain(|partial| partial.decay_s.is_some() && partial.frequency_hz > RUMBLE);
    cluster::masked(cluster::clustered(partials, 4.0))
}

/// The sample after `at` from which nothing touches. A contact that follows another within 30 ms
/// belongs to the same strike.
fn free_from(contacts: &[Range<usize>], at: usize, rate: f64) -> usize {
    let mut free = at;
    for contact in contacts {
        if contact.end > free && contact.start as f64 <= free as f64 + 0.03 * rate {
            free = contact.end;
        }
    }
    free
}

fn usable_rate(rate: f64) -> bool {
    (RATES.0..=RATES.1).contains(&rate)
}
