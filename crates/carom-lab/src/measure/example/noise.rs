//! Numbers that scatter, the same for the same seed.

use carom::numeric::Random;

/// A normal deviate of mean 0 and standard deviation 1, by Box and Muller.
pub fn normal(random: &mut Random) -> f64 {
    let radius = (-2.0 * random.uniform(0.0, 1.0).max(f64::MIN_POSITIVE).ln()).sqrt();
    radius * random.uniform(0.0, std::f64::consts::TAU).cos()
}

/// The nearest multiple of `step`; with a step of 0, the value itself.
#[must_use]
pub fn quantised(value: f64, step: f64) -> f64 {
    if step > 0.0 { (value / step).round() * step } else { value }
}
