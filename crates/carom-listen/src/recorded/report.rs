//! Selects the modes of a fit that are partials.

use super::fit::Fit;
use super::seek::{self, Tools};
use crate::search::{View, view_for};
use crate::{Partial, RANGE_DB};
use realfft::num_complex::Complex;
use std::f64::consts::TAU;

/// Least decay that counts as one, as the length of the sound in decay times.
const LEAST_DECAY: f64 = 0.001;
/// Relative standard error above which a decay is not reported.
const LARGEST_ERROR: f64 = 0.2;
/// Standard error, relative to the decay or to the inverse length of the sound, above which a mode
/// is not a partial.
const CREDIBLE: f64 = 0.5;
/// Hz by which a partial may move that is measured again, the standard deviations by which noise hardly
/// changes its decay, and the part of it to which it must be certain, if it does not differ and if it does.
const SAME: f64 = 0.5;
const UNLIKELY: f64 = 2.0;
const CERTAIN: f64 = 0.01;
const DIFFERENT: f64 = 0.03;
/// Lowest frequency (Hz) of a partial.
const LOWEST: f64 = 20.0;
/// Least quality factor of a partial.
const QUALITY: f64 = 3.0;

/// The modes of a fit that are audible partials, of those whose exponents fulfil `wanted`, with
/// absolute levels `lead` samples before the fit begins.
pub(super) fn partials(
    tools: &mut Tools,
    fit: &Fit,
    rate: f64,
    lead: usize,
    wanted: impl Fn(Complex<f64>) -> bool,
) -> Vec<Partial> {
    let views = seek::residual_views(tools, fit, rate);
    let worths = fit.worths();
    let mut partials = Vec::new();
    for (k, deviation) in fit.deviations().iter().enumerate() {
        if !wanted(fit.exponents[k]) {
            continue;
        }
        if let Some(mut partial) = partial(fit, k, *deviation, worths[k], &views, rate) {
            let decay = fit.exponents[k].re;
            partial.level_db -= 20.0 * decay * lead as f64 / std::f64::consts::LN_10;
            partials.push(partial);
        }
    }
    partials
}

/// Replaces partials by others that were measured later, when there was less of anything else in the
/// sound: where a decay is still certain, less so where it differs by more than noise explains.
pub(super) fn renew(partials: &mut [Partial], later: Vec<Partial>) {
    for new in later {
        let apart = |old: &Partial| (old.frequency_hz - new.frequency_hz).abs();
        let nearest = partials.iter_mut().min_by(|a, b| apart(a).total_cmp(&apart(b)));
        let (Some(old), Some(decay), Some(deviation)) = (nearest, new.decay_s, new.decay_sd_s)
        else {
            continue;
        };
        let differs = old.decay_s.is_none_or(|old| (old - decay).abs() > UNLIKELY * deviation);
        let certain = if differs { DIFFERENT } else { CERTAIN };
        if apart(old) < SAME && deviation < certain * decay {
            *old = new;
        }
    }
}

/// Levels relative to the strongest; those out of range are left out; from low to high.
pub(super) fn relative(mut partials: Vec<Partial>) -> Vec<Partial> {
    let strongest = partials.iter().fold(f64::NEG_INFINITY, |a, partial| a.max(partial.level_db));
    partials.iter_mut().for_each(|partial| partial.level_db -= strongest);
    partials.retain(|partial| partial.level_db >= -RANGE_DB);
    partials.sort_by(|a, b| a.frequency_hz.total_cmp(&b.frequency_hz));
    partials
}

/// A mode as a partial with an absolute level; none if it is not audible. `deviation` are the
/// standard deviations of its decay and frequency in noise of variance 1.
fn partial(
    fit: &Fit,
    index: usize,
    deviation: (f64, f64),
    worth: f64,
    views: &[View],
    rate: f64,
) -> Option<Partial> {
    let samples = fit.samples();
    let (decay, frequency) = (-fit.exponents[index].re, fit.exponents[index].im);
    let frequency_hz = frequency * rate / TAU;
    let view = view_for(views, decay, samples)?;
    // Many modes together also explain some of the noise of the short time in which they ring.
    let floor = views.first().map_or(0.0, |longest| longest.noise(frequency));
    let noise = (view.noise(frequency).max(floor) / fit.parts.len() as f64).sqrt();
    let (decay_sd, frequency_sd) = (deviation.0 * noise, deviation.1 * noise);
    // A mode is taken for noise if its decay is uncertain, unless it clearly does not decay.
    let certain = decay_sd < CREDIBLE * decay.abs().max(1.0 / samples as f64);
    let quality = if decay > 0.0 { 0.5 * frequency / decay } else { f64::INFINITY };
    let audible = worth > view.most_noise(frequency);
    if !certain || !audible || frequency_hz < LOWEST || quality < QUALITY {
        return None;
    }
    let decays = decay * samples as f64 > LEAST_DECAY && decay_sd < LARGEST_ERROR * decay;
    Some(Partial {
        frequency_hz,
        frequency_sd_hz: Some(frequency_sd * rate / TAU),
        decay_s: decays.then(|| 1.0 / (decay * rate)),
        decay_sd_s: decays.then(|| decay_sd / (decay * decay * rate)),
        q: decays.then_some(quality),
        level_db: 20.0 * fit.amplitude(index).log10(),
        components: Vec::new(),
    })
}
