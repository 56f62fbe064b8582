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

    /// Raises some samples of a channel, of which the first is this one of the run.
    pub fn raise(&self, first: u64, samples: &mut [f32]) {
        let gain = self.gain;
        let fades = (self.samples as f64 - 1.0 - self.fade).max(0.0) as u64;
        let even = usize::try_from(fades.saturating_sub(first)).unwrap_or(usize::MAX);
        let (even, fading) = samples.split_at_mut(even.min(samples.len()));
        even.iter_mut().for_each(|sample| *sample = (f64::from(*sample) * gain) as f32);
        for (sample, n) in fading.iter_mut().zip(first + even.len() as u64..) {
            let left = self.samples.saturating_sub(1 + n) as f64 / self.fade;
            // A raised cosine: no corner at either end.
            let share = if left < 1.0 { 0.5 - 0.5 * (PI * left).cos() } else { 1.0 };
            *sample = (f64::from(*sample) * (gain * share)) as f32;
        }
    }
}

/// What full scale of the sound stands for: "0.4 Pa at 1 m" where all listeners are equally far.
#[must_use]
pub fn full_scale(plan: &Plan, gain: f64) -> String {
    let full = 1.0 / gain;
    // Three digits, without zeros at the end.
    let short = |value: f64| format!("{value:.2e}").parse().unwrap_or(value);
    let value = format!("{} {}", short(full), unit(plan));
    let far = distance(plan).map(|distance| format!(" at {} m", short(distance)));
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
