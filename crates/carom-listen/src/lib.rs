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

mod fit;
mod loudness;
mod mode;
#[cfg(feature = "recordings")]
mod recorded;
mod recording;
mod report;
mod ringing;
#[cfg_attr(not(feature = "recordings"), expect(dead_code, reason = "recordings use all of it"))]
mod search;
mod solve;
mod spectrogram;
mod spectrum;
mod strike;

pub use loudness::Loudness;
#[cfg(feature = "recordings")]
pub use recorded::{
    Comparison, ExplainedMode, Explanation, Fault, Match, Refused, Voice, band_edges, band_levels,
    compare, explain, faults, refine, voice,
};
pub use recording::{ListenError, Recording};
pub use spectrogram::{Axis, Spectrogram, spectrogram, spectrogram_of_channels};
pub use spectrum::centroid;

use std::ops::Range;

use serde::Serialize;

/// Partials this far below the strongest (dB) are left out.
const RANGE_DB: f64 = 60.0;
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
    /// What no partial explains, of a room or of the noise of the blow, dies away by 60 dB in this time
    /// (s); none if partials explain the sound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub room_s: Option<f64>,
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
/// rate outside of these bounds.
///
/// A sound that holds nothing but modes is explained by these to the last digit. One that holds more,
/// such as noise, is a recording of something real, and analysed as such if the feature `recordings`
/// is on: only what stands out of the room and the noise of the blow is reported, and what decays in
/// several stages is one partial with several components. Without the feature such a partial is
/// reported as several that overlap.
#[must_use]
pub fn listen(samples: &[f64], rate: f64) -> Cues {
    cues(samples, rate, f64::INFINITY, None)
}

/// [`listen`] in a time proportional to the length of the sound, for callers that know when
/// something touched: `contacts` are ranges of samples in rising order. A sound without free ringing
/// (rolling, scraping) has no partials.
#[must_use]
pub fn listen_briefly(samples: &[f64], rate: f64, contacts: &[Range<usize>]) -> Cues {
    cues(samples, rate, 1.5e7 + 70.0 * samples.len() as f64, Some(contacts))
}

/// Measures a sound. `budget` is the work that may be done, in samples times modes.
fn cues(samples: &[f64], rate: f64, budget: f64, contacts: Option<&[Range<usize>]>) -> Cues {
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
    let heard = partials(&sound[range], rate, budget, free);
    cues.ringing_s = (begin + heard.start) as f64 / rate;
    cues.room_s = heard.room_s;
    cues.partials = heard.partials;
    cues
}

/// What rings in a sound.
struct Ringing {
    /// Samples after the onset from which it rings freely.
    start: usize,
    /// As in the cues.
    room_s: Option<f64>,
    /// From there.
    partials: Vec<Partial>,
}

fn partials(sound: &[f64], rate: f64, budget: f64, free: Option<usize>) -> Ringing {
    #[cfg(feature = "recordings")]
    if free.is_none() && recorded::is_recording(sound, rate) {
        return recorded::partials(sound, rate);
    }
    let (start, partials) = ringing::partials(sound, rate, budget, free);
    Ringing { start, room_s: None, partials }
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
