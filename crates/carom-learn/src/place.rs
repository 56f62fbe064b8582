//! Blows at several places of an object whose shape is known.
//!
//! How lively a mode is where it is struck follows from the shape. What is heard of it, divided by
//! that, is the same for all places: two places tell it, and a third one follows.

use crate::found::FoundMode;
use crate::gains::Gains;
use carom_shapes::{Object, Place, STEEL, Shape};
use num_complex::Complex;
use serde_json::{Map, Value};
use std::f64::consts::PI;

/// How far (as a part of the frequency) a mode may be from that of the shape.
const NEAR: f64 = 0.03;
/// How far it may be to speak for the size of the shape.
const SAME: f64 = 0.01;
/// Modes of a shape that are looked at, and those that the strongest may be.
const MODES: usize = 60;
const FIRST: usize = 12;
/// Modes that move less than this part of the most at all places tell nothing.
const STILL: f64 = 0.02;

/// A shape with its modes, and where recordings were struck.
pub(crate) struct Placed<'a> {
    object: Object,
    places: &'a [Place],
    at: Place,
}

/// The shape of a family, such as `bar`, with its usual sizes, or as JSON with some of its own.
///
/// # Errors
///
/// If there is no such shape: what there is.
pub fn shape(text: &str) -> Result<Shape, String> {
    let usual = |kind: &str| {
        let all = Shape::all();
        let kinds: Vec<&str> = all.iter().map(Shape::kind).collect();
        let found = all.iter().find(|shape| shape.kind() == kind).cloned();
        found.ok_or_else(|| format!("`{kind}` is not a shape; there are {}", kinds.join(", ")))
    };
    if !text.trim_start().starts_with('{') {
        return usual(text);
    }
    let wrong = |why: String| format!("`{text}` is no shape: {why}");
    let given: Map<String, Value> =
        serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
    let kind = given.get("kind").and_then(Value::as_str);
    let kind = kind.ok_or_else(|| wrong("it has no `kind`".into()))?;
    let mut whole = serde_json::to_value(usual(kind)?).map_err(|error| wrong(error.to_string()))?;
    if let Some(table) = whole.as_object_mut() {
        table.extend(given);
    }
    let shape: Shape = serde_json::from_value(whole).map_err(|error| wrong(error.to_string()))?;
    match shape.resonator().errors().first() {
        Some(error) => Err(wrong(format!("{error:?}"))),
        None => Ok(shape),
    }
}

impl<'a> Placed<'a> {
    /// A shape, one place for each recording, and the place that is struck in the scene.
    pub(crate) fn new(shape: &Shape, places: &'a [Place], at: Place) -> Self {
        // Ratios of frequencies hardly depend on the material.
        let object = shape.resonator().design(&STEEL.elastic, carom_shapes::HIGHEST_MODE);
        Self { object, places, at }
    }

    /// For each mode, how lively it is at the places of the recordings and where it is to be struck,
    /// if the shape has such a mode.
    fn weights(&self, modes: &[FoundMode]) -> Vec<Option<(Vec<f64>, f64)>> {
        let at: Vec<Vec<f64>> =
            self.places.iter().map(|place| self.object.weights(*place)).collect();
        let new = self.object.weights(self.at);
        let count = self.object.modes.len().min(MODES);
        let most = |k: usize| at.iter().map(|w| w[k].abs()).fold(0.0, f64::max);
        let top = (0..count).map(most).fold(0.0, f64::max);
        // Modes that were struck, by their frequencies.
        let struck: Vec<usize> = (0..count)
            .filter(|k| self.object.modes[*k].frequency > 0.0 && most(*k) > STILL * top)
            .collect();
        let frequency = |k: &usize| self.object.modes[*k].frequency;
        let Some(scale) = scale(modes, &struck.iter().map(frequency).collect::<Vec<_>>()) else {
            return vec![None; modes.len()];
        };
        let of = |mode: &FoundMode| {
            let apart = |k: &usize| (mode.frequency_hz() / (scale * frequency(k)) - 1.0).abs();
            let nearest = struck.iter().min_by(|a, b| apart(a).total_cmp(&apart(b)))?;
            (apart(nearest) < NEAR)
                .then(|| (at.iter().map(|w| w[*nearest]).collect(), new[*nearest]))
        };
        modes.iter().map(of).collect()
    }

    /// For each mode, the gains of one channel at the new place; none if the shape has no such mode.
    pub(crate) fn gains(&self, modes: &[FoundMode], found: &[&Gains]) -> Vec<Option<Complex<f64>>> {
        let weights = self.weights(modes);
        let of = |(k, weights): (usize, Option<(Vec<f64>, f64)>)| {
            let (at, new) = weights?;
            let (mut product, mut square, mut best) = (0.0, 0.0, (0.0, 0.0));
            for (gains, weight) in found.iter().zip(&at) {
                let gain = gains.gains[k];
                product += weight.abs() * gain.norm();
                square += weight * weight;
                if weight.abs() > best.0 {
                    let turned = if *weight < 0.0 { PI } else { 0.0 };
                    best = (weight.abs(), gain.arg() + turned);
                }
            }
            (square > 0.0).then(|| Complex::from_polar(product / square, best.1) * new)
        };
        weights.into_iter().enumerate().map(of).collect()
    }
}

/// The factor by which the frequencies of a shape are those of the modes: that with which most of
/// what is heard has a mode of the shape.
fn scale(modes: &[FoundMode], frequencies: &[f64]) -> Option<f64> {
    let loudest = modes.iter().map(|mode| mode.size).fold(1e-300, f64::max);
    let pitches: Vec<f64> = modes.iter().map(FoundMode::frequency_hz).collect();
    let low = pitches.iter().copied().fold(f64::INFINITY, f64::min);
    let high = pitches.iter().copied().fold(0.0, f64::max);
    // By how many standard deviations more modes have one of the shape nearby than by chance.
    let score = |scale: f64| {
        let offered = frequencies.iter().filter(|f| (low..=high).contains(&(scale * **f))).count();
        let chance = 2.0 * SAME * offered as f64 / (high / low).ln().max(0.1);
        let chance = chance.clamp(1e-3, 0.999);
        let (mut sum, mut expected, mut variance) = (0.0, 0.0, 0.0);
        for (mode, pitch) in modes.iter().zip(&pitches) {
            let weight = (1.0 + 0.15 * (mode.size / loudest).max(1e-9).ln()).max(0.05);
            let apart = |f: &f64| (pitch / (scale * f)).ln().abs();
            let near = frequencies.iter().any(|f| apart(f) < SAME);
            sum += weight * f64::from(u8::from(near));
            expected += weight * chance;
            variance += weight * weight * chance * (1.0 - chance);
        }
        (sum - expected) / (variance + 0.3).sqrt()
    };
    let mut best: Option<(f64, f64)> = None;
    for mode in modes.iter().filter(|mode| mode.size > 0.1 * loudest) {
        for f in frequencies.iter().take(FIRST) {
            let scale = mode.frequency_hz() / f;
            let score = score(scale);
            if best.is_none_or(|best| score > best.0) {
                best = Some((score, scale));
            }
        }
    }
    best.map(|best| best.1)
}
