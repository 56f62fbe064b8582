//! Selects the modes of a fit that are partials.

use super::fit::Fit;
use super::mode::Mode;
use super::search::{Neighbourhood, View, views};
use super::spectrum::Fft;
use super::{Partial, RANGE_DB};
use std::f64::consts::TAU;

/// Least decay that counts as one, as the length of the sound in decay times.
const LEAST_DECAY: f64 = 0.001;
/// Relative standard error above which a decay is not reported.
const LARGEST_ERROR: f64 = 0.2;
/// Standard error, relative to the decay or to the inverse length of the sound, above which a mode
/// is not a partial.
const CREDIBLE: f64 = 0.5;
/// Lowest frequency (Hz) of a partial.
const LOWEST: f64 = 20.0;
/// Least quality factor of a partial.
const QUALITY: f64 = 3.0;

/// The audible partials, from low to high.
pub(super) fn report(fft: &mut Fft, fit: &Fit, rate: f64) -> Vec<Partial> {
    let views: Vec<View> = views(fft, &[&fit.residual], rate, Neighbourhood::Near).collect();
    let samples = fit.residual.len();
    let mut partials: Vec<Partial> = fit
        .modes
        .iter()
        .zip(fit.deviations())
        .filter_map(|(mode, error)| partial(mode, error, &views, samples, rate))
        .collect();
    let strongest = partials.iter().fold(f64::NEG_INFINITY, |a, partial| a.max(partial.level_db));
    partials.iter_mut().for_each(|partial| partial.level_db -= strongest);
    partials.retain(|partial| partial.level_db >= -RANGE_DB);
    partials.sort_by(|a, b| a.frequency_hz.total_cmp(&b.frequency_hz));
    partials
}

/// A mode as a partial with an absolute level; none if it is not audible. `deviations` are the
/// standard deviations of its decay and its frequency in noise of variance 1.
fn partial(
    mode: &Mode,
    deviations: [f64; 2],
    views: &[View],
    samples: usize,
    rate: f64,
) -> Option<Partial> {
    let (decay, frequency) = (-mode.exponent.re, mode.exponent.im);
    let frequency_hz = frequency * rate / TAU;
    // The noise is measured in a window about as long as the mode lasts.
    let length = (2.0 / decay.abs()).min(samples as f64) as usize;
    let view = views.iter().min_by_key(|view| view.window.abs_diff(length))?;
    let noise = view.noise(frequency).sqrt();
    let [error, frequency_sd] = deviations.map(|deviation| deviation * noise);
    // A mode is taken for noise if its decay is uncertain, unless it clearly does not decay.
    let certain = error < CREDIBLE * decay.abs().max(1.0 / samples as f64);
    let audible = 0.5 * mode.envelope_energy(samples) > view.most_noise(frequency);
    if !certain || !audible || frequency_hz < LOWEST || mode.quality() < QUALITY {
        return None;
    }
    let decays = decay * samples as f64 > LEAST_DECAY && error < LARGEST_ERROR * decay;
    Some(Partial {
        frequency_hz,
        frequency_sd_hz: Some(frequency_sd * rate / TAU),
        decay_sd_s: decays.then(|| error / (decay * decay * rate)),
        decay_s: decays.then(|| 1.0 / (decay * rate)),
        q: decays.then(|| mode.quality()),
        level_db: 20.0 * mode.amplitude.norm().log10(),
        ..Partial::default()
    })
}
