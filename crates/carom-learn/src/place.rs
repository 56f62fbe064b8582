//! Blows at several places of an object whose shape is known.
//!
//! How lively a mode is where it is struck follows from the shape. What is heard of it, divided by
//! that, is the same for all places: two places tell it, and a third one follows.

use crate::found::FoundMode;
use crate::gains::Gains;
use crate::linear::Factor;
use carom_shapes::{Material, Object, Place, Shape, material};
use num_complex::Complex;
use serde_json::{Map, Value};
use std::f64::consts::PI;

/// How far (as a part of the frequency) a mode may be from that of the shape.
const NEAR: f64 = 0.03;
/// How far it usually is if the material is known and if it is not, how far around it others are
/// counted, and how many are none of the shape.
const SAME: [f64; 2] = [0.0005, 0.005];
const AROUND: f64 = 0.25;
const STRANGE: f64 = 0.1;
/// Modes of a shape that are looked at, and those that the strongest may be.
const MODES: usize = 400;
const FIRST: usize = 120;
/// Modes that move less than this part of the most at all places tell nothing.
const STILL: f64 = 0.02;
/// Modes of a shape whose frequencies differ by less than this part share one.
const ONE: f64 = 1e-3;
/// What is taken to be uncertain of blows at several places, as a part of the energy of the liveliest.
const UNSURE: f64 = 1e-3;

/// A shape with its modes, and where recordings were struck.
pub(crate) struct Placed<'a> {
    objects: Vec<Object>,
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
        let design = |material: &Material| {
            shape.resonator().design(&material.elastic, carom_shapes::HIGHEST_MODE)
        };
        // Ratios of frequencies depend on how a material shears and whether it has a grain.
        let solid = material::all().iter().filter(|material| material.solid);
        Self { objects: solid.map(design).collect(), places, at }
    }

    /// The modes of an object that were struck.
    fn moved(&self, object: &Object) -> Vec<usize> {
        let at: Vec<Vec<f64>> = self.places.iter().map(|place| object.weights(*place)).collect();
        let count = object.modes.len().min(MODES);
        let most = |k: usize| at.iter().map(|w| w[k].abs()).fold(0.0, f64::max);
        let top = (0..count).map(most).fold(0.0, f64::max);
        let moves = |k: &usize| object.modes[*k].frequency > 0.0 && most(*k) > STILL * top;
        (0..count).filter(moves).collect()
    }

    /// For each mode, how lively those of the shape that have its frequency are at the places of the
    /// recordings and where it is to be struck; none if the shape has no such mode.
    fn weights(&self, modes: &[FoundMode]) -> Vec<Vec<Weights>> {
        let fits = self.objects.iter().filter_map(|object| {
            let struck = self.moved(object);
            let frequencies: Vec<f64> = struck.iter().map(|k| object.modes[*k].frequency).collect();
            scale(modes, &frequencies).map(|(score, scale)| (score, scale, object, struck))
        });
        let Some((_, scale, object, struck)) = fits.max_by(|a, b| a.0.total_cmp(&b.0)) else {
            return vec![Vec::new(); modes.len()];
        };
        let at: Vec<Vec<f64>> = self.places.iter().map(|place| object.weights(*place)).collect();
        let new = object.weights(self.at);
        let frequency = |k: &usize| object.modes[*k].frequency;
        let of = |mode: &FoundMode| {
            let apart = |k: &usize| (mode.frequency_hz() / (scale * frequency(k)) - 1.0).abs();
            let nearest = struck.iter().min_by(|a, b| apart(a).total_cmp(&apart(b)));
            let Some(nearest) = nearest.filter(|k| apart(k) < NEAR) else { return Vec::new() };
            // Round things have two modes of one frequency, a quarter of a wave apart.
            let one = |k: &&usize| (frequency(k) / frequency(nearest) - 1.0).abs() < ONE;
            let weights =
                |k: &usize| Weights { at: at.iter().map(|w| w[*k]).collect(), new: new[*k] };
            struck.iter().filter(one).map(weights).collect()
        };
        modes.iter().map(of).collect()
    }

    /// For each mode, the gains of one channel at the new place; none if the shape has no such mode.
    pub(crate) fn gains(&self, modes: &[FoundMode], found: &[&Gains]) -> Vec<Option<Complex<f64>>> {
        let of = |(k, weights): (usize, Vec<Weights>)| {
            let gains: Vec<Complex<f64>> = found.iter().map(|gains| gains.gains[k]).collect();
            match weights.as_slice() {
                [] => None,
                [one] => one.alone(&gains),
                several => together(several, &gains),
            }
        };
        self.weights(modes).into_iter().enumerate().map(of).collect()
    }
}

/// How lively a mode is.
#[derive(Clone)]
struct Weights {
    /// Where each recording was struck.
    at: Vec<f64>,
    /// Where the scene is struck.
    new: f64,
}

impl Weights {
    /// The gain at the new place of a mode that is alone at its frequency. Sizes are averaged and not
    /// phases: when blows begin is known to a sample only.
    fn alone(&self, gains: &[Complex<f64>]) -> Option<Complex<f64>> {
        let (mut product, mut square, mut best) = (0.0, 0.0, (0.0, 0.0));
        for (gain, weight) in gains.iter().zip(&self.at) {
            product += weight.abs() * gain.norm();
            square += weight * weight;
            if weight.abs() > best.0 {
                let turned = if *weight < 0.0 { PI } else { 0.0 };
                best = (weight.abs(), gain.arg() + turned);
            }
        }
        (square > 0.0).then(|| Complex::from_polar(product / square, best.1) * self.new)
    }
}

/// The gain at the new place of modes that share a frequency: that of the smallest amplitudes which
/// explain what was heard at the others.
fn together(modes: &[Weights], gains: &[Complex<f64>]) -> Option<Complex<f64>> {
    let size = gains.len();
    let dot = |i: usize, j: usize| modes.iter().map(|mode| mode.at[i] * mode.at[j]).sum::<f64>();
    let mut matrix: Vec<f64> = (0..size * size).map(|n| dot(n / size, n % size)).collect();
    let top = (0..size).map(|i| matrix[i * (size + 1)]).fold(0.0, f64::max);
    (0..size).for_each(|i| matrix[i * (size + 1)] += UNSURE * top);
    let factor = Factor::new(size, &matrix)?;
    let new: Vec<f64> =
        (0..size).map(|i| modes.iter().map(|mode| mode.at[i] * mode.new).sum()).collect();
    Some(factor.solve(&new).iter().zip(gains).map(|(weight, gain)| gain * weight).sum())
}

/// The factor by which the frequencies of a shape are those of the modes, behind how much more likely
/// it is (as a logarithm) than that modes lie beside those of the shape by chance.
fn scale(modes: &[FoundMode], frequencies: &[f64]) -> Option<(f64, f64)> {
    let loudest = modes.iter().map(|mode| mode.size).fold(1e-300, f64::max);
    let score = |scale: f64| {
        let of = |mode: &FoundMode| {
            let apart = |f: &f64| (mode.frequency_hz() / (scale * f)).ln().abs();
            let nearest = frequencies.iter().map(apart).fold(f64::INFINITY, f64::min);
            let around = frequencies.iter().filter(|f| apart(f) < AROUND).count();
            // Chance finds the nearest of so many that lie around; a mode of the shape is near.
            let rate = (around as f64).max(1.0) / AROUND;
            let chance = rate * (-rate * nearest).exp();
            let normal = |sd: f64| (-0.5 * (nearest / sd).powi(2)).exp() / (sd * (0.5 * PI).sqrt());
            let near = SAME.map(normal).iter().sum::<f64>() / SAME.len() as f64;
            ((1.0 - STRANGE) * near / chance.max(1e-300) + STRANGE).ln()
        };
        modes.iter().map(of).sum::<f64>()
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
    best
}
