//! The partials of a sound from the modes that make it: exact, and nothing to look for.

use std::f64::consts::TAU;

use carom::State;
use realfft::num_complex::Complex;

use crate::build::Built;
use carom_listen::Partial;

/// How far below the strongest a partial may be (dB), how low (Hz), and how many there may be.
const RANGE_DB: f64 = 60.0;
const LOWEST: f64 = 20.0;
const MOST: usize = 64;

/// Least quality of a partial.
const QUALITY: f64 = 3.0;

/// What is heard of the modes, from low to high, at the end of a contact that is so many seconds
/// before a state in which nothing touches. `gains` are those of the pickups to the left and to the
/// right.
pub(super) fn partials(
    built: &Built,
    gains: &[(f64, f64)],
    state: &State,
    since: f64,
) -> Vec<Partial> {
    let modes = built.world.model().modes();
    let mut amplitudes = vec![[Complex::<f64>::default(); 2]; modes.omega.len()];
    for (heard, (left, right)) in built.hears.iter().zip(gains) {
        for &(mode, gain) in heard {
            let (omega, sigma) = (modes.omega[mode], modes.sigma[mode]);
            if omega <= sigma {
                continue;
            }
            let (y, v) = (state.displacement[mode], state.velocity[mode]);
            // y(t) = Re(a·exp(st)) with the real part of a·s the velocity.
            let turning = ((omega - sigma) * (omega + sigma)).sqrt();
            let amplitude = Complex::new(y, -(v + sigma * y) / turning);
            // What is heard left and right in opposite phase is heard, too.
            amplitudes[mode][0] += amplitude * gain * left;
            amplitudes[mode][1] += amplitude * gain * right;
        }
    }
    let mut partials: Vec<Partial> = (0..amplitudes.len())
        .filter_map(|i| {
            let (omega, sigma) = (modes.omega[i], modes.sigma[i]);
            let [left, right] = amplitudes[i];
            partial(omega, sigma, left.norm().hypot(right.norm()) * (sigma * since).exp())
        })
        .collect();
    let strongest = partials.iter().fold(f64::NEG_INFINITY, |a, partial| a.max(partial.level_db));
    partials.iter_mut().for_each(|partial| partial.level_db -= strongest);
    partials.retain(|partial| partial.level_db >= -RANGE_DB);
    partials.sort_by(|a, b| b.level_db.total_cmp(&a.level_db));
    partials.truncate(MOST);
    partials.sort_by(|a, b| a.frequency_hz.total_cmp(&b.frequency_hz));
    partials
}

/// A mode as a partial with an absolute level, unless it cannot be heard.
fn partial(omega: f64, sigma: f64, amplitude: f64) -> Option<Partial> {
    let frequency_hz = (omega * omega - sigma * sigma).max(0.0).sqrt() / TAU;
    let quality = (sigma > 0.0).then(|| 0.5 * omega / sigma);
    let heard = amplitude > 0.0 && amplitude.is_finite() && frequency_hz >= LOWEST;
    (heard && quality.is_none_or(|quality| quality >= QUALITY)).then(|| Partial {
        frequency_hz,
        decay_s: (sigma > 0.0).then(|| 1.0 / sigma),
        q: quality,
        level_db: 20.0 * amplitude.log10(),
        ..Partial::default()
    })
}
