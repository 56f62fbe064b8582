//! Flat rectangular faces.

use std::f64::consts::TAU;

use carom_air::Complex;
use carom_air::edge::FreeRectangle;
use carom_air::face::Rectangle;

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

/// A rectangle in a wall, behind which nothing is heard.
#[derive(Debug)]
pub(super) struct Front {
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
        Self { face, values, density: sampled.air.density, radius }
    }
}

impl Source for Front {
    fn field(&self, mode: usize, k: f64, [x, y, z]: [f64; 3]) -> Complex<f64> {
        let transform = self.face.transform(&self.values[mode], [k * x, k * y]).whole();
        if z < 0.0 { 0.0.into() } else { transform * (self.density / TAU) }
    }

    fn square(&self, mode: usize, k: f64) -> f64 {
        let power = |_, parts: carom_air::face::Parts| parts.whole().norm_sqr();
        (self.density / TAU).powi(2) * self.face.over_half(&self.values[mode], k, power)
    }

    fn radius(&self) -> f64 {
        self.radius
    }
}

/// A rectangle of which both sides are heard.
#[derive(Debug)]
pub(super) struct Free {
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
        Self { sheet, values, density: sampled.air.density }
    }
}

impl Source for Free {
    fn field(&self, mode: usize, k: f64, direction: [f64; 3]) -> Complex<f64> {
        self.density * self.sheet.far(&self.values[mode], k, direction)
    }

    fn square(&self, mode: usize, k: f64) -> f64 {
        self.density * self.density * self.sheet.square(&self.values[mode], k)
    }

    fn radius(&self) -> f64 {
        self.sheet.radius()
    }
}
