//! The modes of recordings, with what is known about each.

use crate::gains::{loud, ringing_snr};
use carom_listen::{Explanation, explain, listen, refine};
use num_complex::Complex;
use std::f64::consts::{LN_10, PI, SQRT_2, TAU};

/// T60 (s) of a partial whose decay is too slow to be measured.
const SLOWEST: f64 = 60.0;

/// Frequency (Hz) below which nothing is a tone.
const LOWEST: f64 = 20.0;

/// Largest amplitude of a mode, as a part of the peak.
const MOST: f64 = 3.0;

/// Least energy (dB above what is left) that partials must explain once nothing pushes any more.
const CLEAN: f64 = 45.0;

/// A mode that was found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FoundMode {
    /// 1/s.
    pub(crate) exponent: Complex<f64>,
    /// Its amplitude, compared with the others.
    pub(crate) size: f64,
    /// Standard deviations of frequency (Hz) and T60 (s), and the amplitude at the first loud sample
    /// of the first sound, if they were measured.
    pub(crate) measured: Option<[f64; 3]>,
}

impl FoundMode {
    pub(crate) fn frequency_hz(&self) -> f64 {
        self.exponent.im / TAU
    }

    /// The width (Hz) of its resonance.
    pub(crate) fn width_hz(&self) -> f64 {
        -self.exponent.re / PI
    }

    pub(crate) fn t60_s(&self) -> f64 {
        -3.0 * LN_10 / self.exponent.re
    }
}

/// What is heard of the force itself, while it pushes and shortly after: modes that move air send out
/// how they are accelerated, through the air's own filters. It is a few modes that are gone at once,
/// up to a frequency (Hz): that without damping, which a scene has, is the higher one.
pub(crate) fn direct(highest: f64) -> impl Iterator<Item = FoundMode> {
    const LOWEST: f64 = 100.0;
    const RATIO: f64 = 1.5;
    let count = ((highest / SQRT_2 / LOWEST).ln() / RATIO.ln()).max(0.0) as i32;
    (0..=count).map(|k| {
        let omega = TAU * LOWEST * RATIO.powi(k);
        FoundMode { exponent: Complex::new(-omega, omega), size: 0.0, measured: None }
    })
}

/// The modes of sounds.
pub(crate) struct Found {
    /// From low to high.
    pub(crate) modes: Vec<FoundMode>,
    /// For each sound, how much of it they explain (dB), if that was measured.
    pub(crate) snr_db: Option<Vec<f64>>,
}

impl Found {
    /// Without modes that lie within this part of the frequency of one that rings longer, and then of
    /// one that is louder.
    pub(crate) fn apart(mut self, part: f64) -> Self {
        let near =
            |a: &FoundMode, b: &FoundMode| (b.exponent.im / a.exponent.im - 1.0).abs() < part;
        let all = self.modes.clone();
        let loudest = all.iter().map(|mode| mode.size).fold(0.0, f64::max);
        self.modes.retain(|mode| {
            !all.iter().any(|other| {
                let longer = other.exponent.re > mode.exponent.re;
                near(mode, other) && other.size > 1e-3 * loudest && longer
            })
        });
        let all = self.modes.clone();
        self.modes.retain(|mode| !all.iter().any(|o| near(mode, o) && o.size > mode.size));
        self
    }
}

/// The partials, at most `most`, of sounds at `rate` (Hz) that hold nothing but modes: of these they
/// are known to the last digit.
pub(crate) fn partials(sounds: &[&[f64]], rate: f64, most: usize) -> Option<Found> {
    let energy = |samples: &[f64]| samples.iter().map(|x| x * x).sum::<f64>();
    let samples = sounds.iter().max_by(|a, b| energy(a).total_cmp(&energy(b)))?;
    let mut partials = listen(samples, rate).partials;
    if partials.is_empty() {
        return None;
    }
    partials.sort_by(|a, b| b.level_db.total_cmp(&a.level_db));
    partials.truncate(most);
    partials.sort_by(|a, b| a.frequency_hz.total_cmp(&b.frequency_hz));
    let mode = |partial: &carom_listen::Partial| {
        let decay = partial.decay_s.map_or(3.0 * LN_10 / SLOWEST, |decay| 1.0 / decay);
        let exponent = Complex::new(-decay, TAU * partial.frequency_hz);
        FoundMode { exponent, size: 10.0_f64.powf(partial.level_db / 20.0), measured: None }
    };
    let modes: Vec<FoundMode> = partials.iter().map(mode).collect();
    let exponents: Vec<Complex<f64>> = modes.iter().map(|mode| mode.exponent).collect();
    (ringing_snr(samples, &exponents, rate) > CLEAN).then_some(Found { modes, snr_db: None })
}

/// The modes, at most `most`, that explain as much as possible of recordings of something real, from so
/// many seconds after their first loud samples on.
pub(crate) fn explained(sounds: &[&[f64]], rate: f64, most: usize, after: f64) -> Found {
    later(sounds, rate, after, |late| explain(late, rate, most))
}

/// The modes of recordings, from so many seconds after their first loud samples on, of which there are
/// about these.
pub(crate) fn refined(sounds: &[&[f64]], rate: f64, modes: &[FoundMode], after: f64) -> Found {
    let modes: Vec<(f64, f64)> =
        modes.iter().map(|mode| (mode.frequency_hz(), mode.t60_s())).collect();
    later(sounds, rate, after, |late| refine(late, rate, &modes))
}

/// What explains recordings from so many seconds after their first loud samples on, as it was before.
fn later(
    sounds: &[&[f64]],
    rate: f64,
    after: f64,
    explain: impl Fn(&[&[f64]]) -> Explanation,
) -> Found {
    let cut = |samples: &&'_ [f64]| (loud(samples) + (after * rate) as usize).min(samples.len());
    let late: Vec<&[f64]> =
        sounds.iter().map(|s| if after > 0.0 { &s[cut(s)..] } else { *s }).collect();
    let explanation = explain(&late);
    let lead = (after * rate).floor() / rate + explanation.starts[0] as f64 / rate;
    let lead = if after > 0.0 { lead } else { 0.0 };
    let mode = |mode: &carom_listen::ExplainedMode| {
        // What cannot be told is as uncertain as the value is large.
        let finite = |x: f64, value: f64| if x.is_finite() { x } else { value };
        let decay = 3.0 * LN_10 / mode.t60_s;
        let earlier = (decay * lead).exp();
        let [re, im] = mode.amplitudes[0];
        let square = mode.amplitudes.iter().flatten().map(|x| x * x).sum::<f64>();
        FoundMode {
            size: earlier * square.sqrt(),
            exponent: Complex::new(-decay, TAU * mode.frequency_hz),
            measured: Some([
                finite(mode.frequency_sd_hz, mode.frequency_hz),
                finite(mode.t60_sd_s, mode.t60_s),
                earlier * re.hypot(im),
            ]),
        }
    };
    // What is gone before it was looked at, does not decay or is no tone, is not known.
    let peak = sounds[0].iter().fold(0.0_f64, |peak, x| peak.max(x.abs()));
    let known = |mode: &FoundMode| {
        let [_, _, amplitude] = mode.measured.unwrap_or_default();
        let audible = (LOWEST..0.48 * rate).contains(&mode.frequency_hz());
        after == 0.0 || audible && amplitude < MOST * peak && mode.t60_s() < 10.0 * SLOWEST
    };
    Found {
        modes: explanation.modes.iter().map(mode).filter(known).collect(),
        snr_db: (after == 0.0).then(|| explanation.snr_db.clone()),
    }
}
