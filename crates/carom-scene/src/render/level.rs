//! From the raw sound of a run to the samples of its file: the gain, and the fade at the end.

use std::f64::consts::PI;

use super::mix::Rendering;
use crate::plan::{Hears, Plan};
use carom::Quantity;

/// The end of every sound fades over this (s).
const FADE: f64 = 0.010;

/// The gain at every sample of a run.
pub struct FinalLevel {
    gain: f64,
    samples: u64,
    /// Samples of the fade.
    fade: f64,
}

impl FinalLevel {
    /// That of a rendering.
    #[must_use]
    pub fn new(rendering: &Rendering) -> Self {
        let (samples, rate) = (rendering.summary.samples, rendering.summary.sample_rate);
        Self { gain: rendering.gain, samples, fade: (FADE * rate).max(1.0) }
    }

    /// The gain at a sample.
    #[must_use]
    pub fn at(&self, sample: u64) -> f64 {
        let left = self.samples.saturating_sub(1 + sample) as f64 / self.fade;
        if left >= 1.0 {
            return self.gain;
        }
        self.gain * fading(left)
    }
}

/// A raised cosine: no corner at either end. A function of its own, since the compiler would take the
/// cosine for every sample of a sound and use it in the last.
#[inline(never)]
fn fading(left: f64) -> f64 {
    0.5 - 0.5 * (PI * left).cos()
}

/// A raw sample with the gain applied.
pub fn raised(raw: f32, gain: f64) -> f32 {
    (f64::from(raw) * gain) as f32
}

/// What full scale of the sound stands for: "0.4 Pa at 1 m" where all listeners are equally far.
#[must_use]
pub fn full_scale(plan: &Plan, gain: f64) -> String {
    let full = 1.0 / gain;
    // Three digits, without zeros at the end.
    let short: f64 = format!("{full:.2e}").parse().unwrap_or(full);
    let value = format!("{short} {}", unit(plan));
    let far = distance(plan).map(|distance| format!(" at {distance} m"));
    value.trim_end().to_owned() + &far.unwrap_or_default()
}

/// How far away all listeners are (m), if all pickups are listeners and equally far.
#[must_use]
pub fn distance(plan: &Plan) -> Option<f64> {
    let mut distances = plan.pickups.iter().map(|pickup| match &pickup.hears {
        Hears::Room(listener) => Some(listener.distance),
        Hears::Point { .. } => None,
    });
    let first = distances.next()??;
    distances.all(|distance| distance == Some(first)).then_some(first)
}

/// The unit of the raw sound, empty if the pickups take several quantities.
#[must_use]
pub fn unit(plan: &Plan) -> &'static str {
    let mut quantities = plan.pickups.iter().map(|pickup| pickup.hears.quantity());
    match quantities.next() {
        Some(first) if quantities.all(|quantity| quantity == first) => match first {
            Quantity::Velocity => "m/s",
            Quantity::Displacement => "m",
            Quantity::Acceleration => "m/s²",
            Quantity::Force => "N",
            Quantity::Pressure => "Pa",
        },
        _ => "",
    }
}
