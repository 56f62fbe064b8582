//! Flat rectangular faces.

use std::f64::consts::{SQRT_2, TAU};

use carom_air::Complex;
use carom_air::edge::{self, ShortCircuit};
use carom_air::face::Rectangle;

use super::{Sampled, Source};

/// A rectangle in a wall, or one of which both sides are heard.
#[derive(Debug)]
pub(super) struct Flat {
    face: Rectangle,
    /// Shapes times areas of the places, mode by mode.
    values: Vec<Vec<f64>>,
    /// How each mode is heard from both sides, if it is.
    free: Option<Vec<ShortCircuit>>,
    density: f64,
    radius: f64,
}

impl Flat {
    /// In a wall. A half sphere of the same area shapes its blow.
    pub(super) fn front(sampled: Sampled, size: [f64; 2]) -> Self {
        let waves = sampled.waves_on(size);
        let face = Rectangle::new(size, [waves; 2], sampled.k);
        let mut values = vec![Vec::new(); sampled.count];
        for ([x, y], area) in face.places() {
            let weights = sampled.weights([x / size[0] + 0.5, y / size[1] + 0.5]);
            for (values, weight) in values.iter_mut().zip(weights) {
                values.push(weight * area);
            }
        }
        let radius = (size[0] * size[1] / TAU).sqrt();
        Self { face, values, free: None, density: sampled.air.density, radius }
    }

    /// With both sides heard. The sphere that shapes its blow has the same corner, as a dipole at
    /// ka = √2.
    pub(super) fn free(sampled: Sampled, [length, width, thickness]: [f64; 3]) -> Self {
        let size = [length, width];
        let front = Self::front(sampled, size);
        let edge = edge::of_thick(edge::of_rectangle(size), width.min(length), thickness);
        let circuit = |values: &Vec<f64>| {
            ShortCircuit::on_rectangle(front.face.wave_squares(values), size, edge)
        };
        let free = front.values.iter().map(circuit).collect();
        Self { free: Some(free), radius: SQRT_2 / edge::corner(edge), ..front }
    }

    /// What the field of a face in a wall is multiplied with, but for the direction.
    fn factor(&self, mode: usize, k: f64) -> Complex<f64> {
        let baffled = self.density / TAU;
        self.free.as_ref().map_or(baffled.into(), |free| baffled * free[mode].at(k))
    }
}

impl Source for Flat {
    fn field(&self, mode: usize, k: f64, [x, y, z]: [f64; 3]) -> Complex<f64> {
        let share = match self.free {
            Some(_) => z,
            None if z < 0.0 => return Complex::from(0.0),
            None => 1.0,
        };
        let transform = self.face.transform(&self.values[mode], [k * x, k * y]);
        transform * self.factor(mode, k) * share
    }

    fn square(&self, mode: usize, k: f64) -> f64 {
        let (values, factor) = (&self.values[mode], self.factor(mode, k).norm_sqr());
        match self.free {
            Some(_) => 2.0 * factor * self.face.over_half(values, k, |cosine| cosine * cosine),
            None => factor * self.face.over_half(values, k, |_| 1.0),
        }
    }

    fn radius(&self) -> f64 {
        self.radius
    }
}
