//! Flat rectangular faces.

use std::f64::consts::TAU;

use crate::air::Complex;
use crate::air::edge::FreeRectangle;
use crate::air::face::{Parts, Rectangle};

use super::{Sampled, Source};

/// Shapes times areas at the places of a face, mode by mode.
fn values(sampled: Sampled, size: [f64; 2], face: &Rectangle) -> Vec<Vec<f64>> {
    let mut values = vec![Vec::new(); sampled.count];
    for ([x, y], area) in face.places() {
        let weights = sampled.weights([x / size[0] + 0.5, y / size[1] + 0.5]);
        for (values, weight) in values.iter_mut().zip(weights) {
            values.push(weight * area);
        }
    }
    values
}

/// From how many radians across on a shape radiates as a piece of an endless one: in a wall the
/// power is then within 1 % of the integral, with both sides heard within 5 %.
const ENDLESS: [f64; 2] = [150.0, 400.0];

/// ∫|∫v·e^{j…}dS|² over the directions of one side for a mode that is a piece of an endless one: all
/// of it is in the lobe of its wave number κ, (2π/k)²·area/cos θ with sin θ = κ/k, because its mean
/// square is 1. None if the face is too small for that, or the mode not well above coincidence. κ²
/// is 4π/area for each mode below (Weyl's law).
fn endless([length, width]: [f64; 2], from: f64, mode: usize, k: f64) -> Option<f64> {
    let area = length * width;
    let share = 2.0 * TAU * mode as f64 / (area * k * k);
    let fine = k * length.min(width) > from && share < 0.5;
    fine.then(|| (TAU / k).powi(2) * area / (1.0 - share).sqrt())
}

/// A rectangle in a wall, behind which nothing is heard.
#[derive(Debug)]
pub(super) struct Front {
    size: [f64; 2],
    face: Rectangle,
    values: Vec<Vec<f64>>,
    density: f64,
    radius: f64,
}

impl Front {
    /// Of length and width (m). A half sphere of the same area shapes its blow.
    pub(super) fn new(sampled: Sampled, size: [f64; 2]) -> Self {
        let face = Rectangle::new(size, sampled.waves_on(size), sampled.k);
        let values = values(sampled, size, &face);
        let radius = (size[0] * size[1] / TAU).sqrt();
        Self { size, face, values, density: sampled.air.density, radius }
    }
}

impl Source for Front {
    fn field(&self, mode: usize, k: f64, [x, y, z]: [f64; 3]) -> Complex<f64> {
        let transform = self.face.transform(&self.values[mode], [k * x, k * y]).whole();
        if z < 0.0 { 0.0.into() } else { transform * (self.density / TAU) }
    }

    fn square(&self, mode: usize, k: f64) -> f64 {
        let power = |_, parts: Parts| parts.whole().norm_sqr();
        let square = endless(self.size, ENDLESS[0], mode, k)
            .unwrap_or_else(|| self.face.over_half(&self.values[mode], k, power));
        (self.density / TAU).powi(2) * square
    }

    fn radius(&self) -> f64 {
        self.radius
    }
}

/// A rectangle of which both sides are heard.
#[derive(Debug)]
pub(super) struct Free {
    size: [f64; 2],
    sheet: FreeRectangle,
    values: Vec<Vec<f64>>,
    density: f64,
}

impl Free {
    /// Of length, width and thickness (m).
    pub(super) fn new(sampled: Sampled, sides: [f64; 3]) -> Self {
        let size = [sides[0], sides[1]];
        let sheet = FreeRectangle::new(sides, sampled.waves_on(size), sampled.k);
        let values = values(sampled, size, sheet.face());
        Self { size, sheet, values, density: sampled.air.density }
    }
}

impl Source for Free {
    fn field(&self, mode: usize, k: f64, direction: [f64; 3]) -> Complex<f64> {
        self.density * self.sheet.far(&self.values[mode], k, direction)
    }

    fn square(&self, mode: usize, k: f64) -> f64 {
        let square = endless(self.size, ENDLESS[1], mode, k).map_or_else(
            || self.sheet.square(&self.values[mode], k),
            |side| 2.0 * side / (TAU * TAU),
        );
        self.density * self.density * square
    }

    fn radius(&self) -> f64 {
        self.sheet.radius()
    }
}
