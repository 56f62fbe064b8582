//! A given number of modes that explain as much as they can of recordings of one object.

use super::fit::Fit;
use super::seek::{self, Tools};
use crate::mode::Mode;
use crate::search::view_for;
use crate::strike;
use realfft::num_complex::Complex;
use std::f64::consts::{LN_10, TAU};

/// Part of the peak from which on a recording is explained.
const LOUD: f64 = 0.3;
/// Seconds that are explained at most.
const LONGEST: f64 = 1.0;
/// How slow modes fall does not show in the beginning: where what follows, so many seconds in all, is not
/// as they foresee it, leaving less than this part of its energy, and not too faint beside the beginning,
/// they are fitted to it, too, in so many steps, unless what is left of the beginning grows by more than
/// this factor.
const FOLLOWED: f64 = 3.0;
const FORESEEN: f64 = 0.1;
const FAINT: f64 = 1e-4;
const STEPS: usize = 5;
const WORSE: f64 = 1.2;
/// Steps at most that modes take towards those of a recording, and the part of what is left below which
/// a step is the last.
const REFINED: (usize, f64) = (20, 1e-3);
/// Seconds over which it is said how well.
const JUDGED: f64 = 1.0;

/// A mode of the explanation.
#[derive(Clone, Debug, PartialEq)]
pub struct ExplainedMode {
    /// Hz.
    pub frequency_hz: f64,
    /// Standard deviation of the frequency (Hz).
    pub frequency_sd_hz: f64,
    /// Time (s) to fall by 60 dB.
    pub t60_s: f64,
    /// Its standard deviation (s).
    pub t60_sd_s: f64,
    /// For each recording, real and imaginary part of the amplitude at its first loud sample.
    pub amplitudes: Vec<[f64; 2]>,
}

/// Recordings of one object as a sum of modes.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// From low to high.
    pub modes: Vec<ExplainedMode>,
    /// For each recording, the energy of its first second divided by that of what is not explained
    /// of it (dB).
    pub snr_db: Vec<f64>,
    /// For each recording, the number of the first loud sample.
    pub starts: Vec<usize>,
    /// For each recording, what no mode explains of it, from there on.
    pub residuals: Vec<Vec<f64>>,
}

/// The modes, at most `most`, that explain most of recordings of one object at `rate` (Hz), from the
/// first sample above 0.3 of the peak on, in the first second; what falls slowly is followed for three.
/// Frequencies and decays are common to all recordings, amplitudes are not. What decays in several ways
/// is explained by several modes, and so is what is no mode at all: [`listen`](crate::listen) says what
/// can be heard as a partial.
#[must_use]
pub fn explain(recordings: &[&[f64]], rate: f64, most: usize) -> Explanation {
    explained(recordings, rate, |tools, sounds| seek::explained(tools, sounds, rate, most))
}

/// The modes of recordings, as [`explain`] has them, of which there are about these: pairs of frequency
/// (Hz) and time to fall by 60 dB (s).
#[must_use]
pub fn refine(recordings: &[&[f64]], rate: f64, modes: &[(f64, f64)]) -> Explanation {
    let exponent = |(frequency, t60): &(f64, f64)| {
        Complex::new(-3.0 * LN_10 / (t60 * rate), TAU * frequency / rate)
    };
    explained(recordings, rate, |_, sounds| {
        let mut fit = Fit::new(sounds, modes.iter().map(exponent).collect());
        fit.improve(REFINED.0, REFINED.1);
        fit
    })
}

fn explained(
    recordings: &[&[f64]],
    rate: f64,
    find: impl for<'a> Fn(&mut Tools, &'a [Vec<f64>]) -> Fit<'a>,
) -> Explanation {
    let peaks: Vec<f64> = recordings.iter().map(|samples| strike::peak(samples)).collect();
    let start = |(samples, peak): (&&[f64], &f64)| {
        samples.iter().position(|x| x.abs() > LOUD * peak).unwrap_or(0)
    };
    let starts: Vec<usize> = recordings.iter().zip(&peaks).map(start).collect();
    let left = recordings.iter().zip(&starts).map(|(samples, start)| samples.len() - start);
    let whole = left.min().unwrap_or(0);
    let length = whole.min((LONGEST * rate) as usize);
    let unit = |n: usize| 1.0 / peaks[n].max(f64::MIN_POSITIVE);
    let sounds = |length: usize| -> Vec<Vec<f64>> {
        let of = |n: usize| {
            let stretch = &recordings[n][starts[n]..starts[n] + length];
            stretch.iter().map(|x| if x.is_finite() { x * unit(n) } else { 0.0 }).collect()
        };
        (0..recordings.len()).map(of).collect()
    };
    let longer = sounds(whole.min((FOLLOWED * rate) as usize));
    let sounds = sounds(length);
    let mut tools = Tools::new();
    let mut fit = find(&mut tools, &sounds);
    if !foresees(&fit, &longer) {
        let mut followed = Fit::new(&longer, fit.exponents.clone());
        followed.improve(STEPS, 1e-4);
        let followed = Fit::new(&sounds, followed.exponents);
        fit = if followed.energy < WORSE * fit.energy { followed } else { fit };
    }
    let views = seek::residual_views(&mut tools, &fit, rate);
    let deviations = fit.deviations();
    let mut modes: Vec<ExplainedMode> = (0..fit.exponents.len())
        .map(|k| {
            let s = fit.exponents[k];
            let view = view_for(&views, s.re, fit.samples());
            let noise = view.map_or(0.0, |v| v.noise(s.im).max(views[0].noise(s.im)));
            let noise = (noise / recordings.len() as f64).sqrt();
            let t60_s = 3.0 * LN_10 / (-s.re * rate).max(1e-3);
            ExplainedMode {
                frequency_hz: s.im * rate / TAU,
                frequency_sd_hz: deviations[k].1 * noise * rate / TAU,
                t60_s,
                t60_sd_s: t60_s * deviations[k].0 * noise / s.re.abs().max(1e-12),
                amplitudes: amplitudes(&fit, k, &peaks),
            }
        })
        .collect();
    modes.sort_by(|a, b| a.frequency_hz.total_cmp(&b.frequency_hz));
    let judged = ((JUDGED * rate) as usize).min(length);
    let energy = |samples: &[f64]| samples[..judged].iter().map(|x| x * x).sum::<f64>();
    let snr = |(sound, part): (&Vec<f64>, &super::fit::Part)| {
        10.0 * (energy(sound) / energy(&part.residual).max(f64::MIN_POSITIVE)).log10()
    };
    let snr_db = sounds.iter().zip(&fit.parts).map(snr).collect();
    let residual =
        |(part, peak): (&super::fit::Part, &f64)| part.residual.iter().map(|x| x * peak).collect();
    let residuals = fit.parts.iter().zip(&peaks).map(residual).collect();
    Explanation { modes, snr_db, starts, residuals }
}

/// Whether modes leave little of what follows the sounds to which they were fitted.
fn foresees(fit: &Fit, longer: &[Vec<f64>]) -> bool {
    let first = fit.samples();
    let energy = |samples: &[f64]| samples.iter().map(|x| x * x).sum::<f64>();
    let (mut left, mut all, mut early) = (0.0, 0.0, 0.0);
    for (part, sound) in fit.parts.iter().zip(longer) {
        let mut late = sound[first..].to_vec();
        all += energy(&late);
        early += energy(&sound[..first]);
        for (s, amplitude) in fit.exponents.iter().zip(&part.amplitudes) {
            let amplitude = amplitude * (s * first as f64).exp();
            Mode { exponent: *s, amplitude }.subtract(&mut late);
        }
        left += energy(&late);
    }
    left <= FORESEEN * all || all <= FAINT * early
}

fn amplitudes(fit: &Fit, mode: usize, peaks: &[f64]) -> Vec<[f64; 2]> {
    let scaled = |(part, peak): (&super::fit::Part, &f64)| {
        let amplitude: Complex<f64> = part.amplitudes[mode] * *peak;
        [amplitude.re, amplitude.im]
    };
    fit.parts.iter().zip(peaks).map(scaled).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_numeric::Random;

    /// Two modes of one pitch in a room: a second is less than half of a beat.
    #[test]
    fn what_falls_slowly_is_as_loud_later_as_the_recording() {
        let rate = 16_000.0;
        for seed in 1..4 {
            let mut random = Random::new(seed);
            let mut at = |n: usize| {
                let t = n as f64 / rate;
                let mode = |f: f64, t60: f64| (-3.0 * LN_10 * t / t60).exp() * (TAU * f * t).sin();
                let room = (-3.0 * LN_10 * t / 0.9).exp() * random.uniform(-0.2, 0.2);
                0.3 * mode(500.0, 2.4) + 0.25 * mode(500.4, 2.4) + 0.1 * mode(1312.0, 2.0) + room
            };
            let sound: Vec<f64> = (0..(3.2 * rate) as usize).map(&mut at).collect();
            let explained = explain(&[&sound], rate, 30);
            let late = (2.0 * rate) as usize..(3.0 * rate) as usize;
            let start = explained.starts[0];
            let made = |n: usize| {
                let t = (n - start) as f64 / rate;
                let mode = |mode: &ExplainedMode| {
                    let s = Complex::new(-3.0 * LN_10 / mode.t60_s, TAU * mode.frequency_hz);
                    let [re, im] = mode.amplitudes[0];
                    (Complex::new(re, im) * (s * t).exp()).re
                };
                explained.modes.iter().map(mode).sum::<f64>()
            };
            let truth: f64 = late.clone().map(|n| sound[n].powi(2)).sum();
            let made: f64 = late.map(|n| made(n).powi(2)).sum();
            let louder = 10.0 * (made / truth).log10();
            assert!(louder.abs() < 3.0, "{seed}: {louder:.1} dB");
        }
    }

    /// Resonances 5 Hz wide, 8 Hz apart, in two recordings.
    #[test]
    fn modes_that_overlap_are_found_from_about_where_they_are() {
        let rate = 16_000.0;
        let truth = [(1000.0, 0.44), (1008.0, 0.38)];
        let sound = |amplitudes: [f64; 2]| -> Vec<f64> {
            let at = |n: usize| {
                let t = n as f64 / rate;
                let mode = |((f, t60), a): (&(f64, f64), f64)| {
                    a * (-3.0 * LN_10 * t / t60).exp() * (TAU * f * t).cos()
                };
                truth.iter().zip(amplitudes).map(mode).sum()
            };
            (0..rate as usize).map(at).collect()
        };
        let sounds = [sound([0.5, 0.3]), sound([-0.2, 0.4])];
        let sounds: Vec<&[f64]> = sounds.iter().map(Vec::as_slice).collect();
        let refined = refine(&sounds, rate, &[(999.0, 0.3), (1009.0, 0.3)]);
        for (mode, (frequency, t60)) in refined.modes.iter().zip(truth) {
            assert!((mode.frequency_hz - frequency).abs() < 0.01, "{mode:?}");
            assert!((mode.t60_s / t60 - 1.0).abs() < 1e-3, "{mode:?}");
        }
    }
}
