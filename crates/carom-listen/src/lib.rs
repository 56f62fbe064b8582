//! What a sound says about the impact that made it.
//!
//! [`listen`] measures on a recording of a struck object what a listener hears: how loud it is,
//! how bright its attack is ([`centroid`]), and at which frequencies, for how long it rings. The
//! partials are found by fitting freely ringing modes, all together, to the sound from when
//! nothing pushes it any more: their frequencies and decays are those of the object, not of a
//! window of analysis, and two of them may be closer than a filter could tell apart.

mod fit;
mod mode;
mod recording;
mod report;
mod ringing;
mod search;
mod solve;
mod spectrogram;
mod spectrum;
mod strike;

pub use recording::{ListenError, Recording};
pub use spectrogram::{Axis, Spectrogram, spectrogram};
pub use spectrum::centroid;

use std::ops::Range;

use serde::Serialize;

/// How far below the strongest a partial may be (dB).
const RANGE_DB: f64 = 60.0;
/// Rates (Hz) at which a sound can be listened to.
const RATES: (f64, f64) = (1000.0, 1e6);

/// What is heard.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Cues {
    /// Largest absolute sample.
    pub peak: f64,
    /// Root of the mean square of all samples.
    pub rms: f64,
    /// Samples that are no numbers; they are taken as silence.
    pub not_finite: usize,
    /// Time (s) of the first sample above 5 % of the peak.
    pub onset_s: f64,
    /// Time (s) from which it rings freely and the partials are measured: where a recording holds
    /// several strikes, after the one from which most is heard.
    pub ringing_s: f64,
    /// Spectral centroid of the attack (Hz), see [`centroid`].
    pub centroid_hz: f64,
    /// From low to high; at most 64, those within 60 dB of the strongest.
    pub partials: Vec<Partial>,
}

/// A tone that rings, or stays.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Partial {
    /// Hz.
    pub frequency_hz: f64,
    /// Time (s) in which the amplitude falls to 1/e; none if it does not fall, or if the sound is
    /// too short or too noisy to tell.
    pub decay_s: Option<f64>,
    /// Quality factor, π·frequency·decay.
    pub q: Option<f64>,
    /// Amplitude when it begins to ring freely, relative to the strongest partial (dB).
    pub level_db: f64,
}

/// Listens to a sound sampled at `rate` (Hz, 1 kHz to 1 MHz).
///
/// Strikes are looked for within 30 s of the first sound; of what follows the one from which most
/// is heard 10 s are analysed, at most 2¹⁹ samples. Silence, or a rate outside of these bounds, has
/// no partials. Partials that fall in several stages, or are no modes at all, come out as several
/// that overlap.
///
/// ```
/// use carom_listen::listen;
/// // 440 Hz, falling to 1/e in 0.25 s.
/// let rate = 44100.0;
/// let sample = |n: i32| f64::from(n) / rate;
/// let sound: Vec<f64> = (0..20000)
///     .map(sample)
///     .map(|t| (-t / 0.25).exp() * (std::f64::consts::TAU * 440.0 * t).sin())
///     .collect();
/// let partial = listen(&sound, rate).partials[0];
/// assert!((partial.frequency_hz - 440.0).abs() < 1e-6);
/// assert!(partial.decay_s.is_some_and(|decay| (decay - 0.25).abs() < 1e-6));
/// ```
#[must_use]
pub fn listen(samples: &[f64], rate: f64) -> Cues {
    listen_for(samples, rate, &Effort { patience: f64::INFINITY, touched: None })
}

/// [`listen`] for those who know when something touched (in samples, rising) and cannot wait: the
/// effort stays in proportion to the sound. What never rings freely (rolling, scraping) has no
/// partials.
#[must_use]
pub fn glance(samples: &[f64], rate: f64, touched: &[Range<usize>]) -> Cues {
    let patience = 1.5e7 + 70.0 * samples.len() as f64;
    listen_for(samples, rate, &Effort { patience, touched: Some(touched) })
}

/// How much work a sound is worth, and what is known about it.
struct Effort<'a> {
    /// Samples times modes.
    patience: f64,
    touched: Option<&'a [Range<usize>]>,
}

impl Effort<'_> {
    /// From when nothing touches after `at`, if that is known; contacts that follow within 30 ms
    /// belong to it.
    fn free_from(&self, at: usize, rate: f64) -> Option<usize> {
        let mut free = at;
        for range in self.touched? {
            if range.end > free && range.start as f64 <= free as f64 + 0.03 * rate {
                free = range.end;
            }
        }
        Some(free)
    }
}

fn listen_for(samples: &[f64], rate: f64, effort: &Effort) -> Cues {
    let not_finite = samples.iter().filter(|x| !x.is_finite()).count();
    let finite = || samples.iter().copied().filter(|x| x.is_finite());
    let peak = finite().fold(0.0_f64, |peak, x| peak.max(x.abs()));
    let mut cues = Cues { peak, not_finite, ..Cues::default() };
    if peak == 0.0 {
        return cues;
    }
    // Divided by the peak, or the squares of large samples would overflow.
    let squares: f64 = finite().map(|x| (x / peak).powi(2)).sum();
    cues.rms = peak * (squares / samples.len() as f64).sqrt();
    if usable_rate(rate) {
        hear(&mut cues, samples, rate, effort);
    }
    cues
}

/// Fills in what depends on time.
fn hear(cues: &mut Cues, samples: &[f64], rate: f64, effort: &Effort) {
    let (first, stretch) = strike::stretch(samples, cues.peak, rate);
    let sound = strike::centred(&stretch);
    let Some(onset) = strike::onset(&sound) else {
        return;
    };
    cues.onset_s = (first + onset) as f64 / rate;
    cues.centroid_hz = spectrum::attack_centroid(&sound[onset..], rate);
    let range = strike::loudest(&sound, onset, rate);
    let free = effort.free_from(first + range.start, rate).map(|free| free - first - range.start);
    let (start, partials) = ringing::partials(&sound[range.clone()], rate, effort.patience, free);
    cues.ringing_s = (first + range.start + start) as f64 / rate;
    cues.partials = partials;
}

fn usable_rate(rate: f64) -> bool {
    (RATES.0..=RATES.1).contains(&rate)
}
