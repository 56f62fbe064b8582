//! Straight rods and tubes that swing along z.

use std::f64::consts::PI;

use crate::air::{Complex, cylinder};
use carom_numeric::quadrature::{Node, gauss};

use super::{Sampled, Source};

/// The most nodes along it.
const MOST: f64 = 200.0;

/// How the profile of the air that swings along sharpens with half the length over the radius: each
/// end lacks a quarter of the radius, half of that by which added masses of cylinders from 2 to 9
/// diameters lie below that of an endless one (DNV-RP-C205, table D-2), because the air whose place
/// the rod takes lacks nothing.
const ENDS: f64 = 2.5;

/// A cylinder that bends: its air swings along as that of the part of an endless one.
#[derive(Debug)]
pub(super) struct Rod {
    /// From the middle (m).
    nodes: Vec<Node>,
    /// Shapes times lengths of the places, mode by mode.
    values: Vec<Vec<f64>>,
    length: f64,
    radius: f64,
    density: f64,
}

impl Rod {
    pub(super) fn new(sampled: Sampled, [length, radius]: [f64; 2]) -> Self {
        let power = (ENDS * 0.5 * length / radius).max(2.0);
        // Every mode has half a wave more.
        let count = 0.25 * (PI * sampled.count as f64 + sampled.k * length) + 8.0;
        let mut values = vec![Vec::new(); sampled.count];
        let mut nodes = gauss(count.min(MOST) as usize);
        for node in &mut nodes {
            let weights = sampled.weights([node.place, 0.5]);
            let place = 2.0 * node.place - 1.0;
            let air = (1.0 - place.abs().powf(power)).max(0.0).sqrt();
            (node.place, node.weight) = (0.5 * place * length, node.weight * length * air);
            for (values, weight) in values.iter_mut().zip(weights) {
                values.push(weight * node.weight);
            }
        }
        Self { nodes, values, length, radius, density: sampled.air.density }
    }

    /// In a direction with this cosine to the axis, but for the angle around it.
    fn along(&self, mode: usize, k: f64, cosine: f64) -> Complex<f64> {
        let wave =
            |(node, value): (&Node, &f64)| Complex::from_polar(*value, k * cosine * node.place);
        let transform: Complex<f64> = self.nodes.iter().zip(&self.values[mode]).map(wave).sum();
        let round = (1.0 - cosine * cosine).max(0.0).sqrt();
        self.density * self.radius * cylinder::far(1, k * self.radius * round) * transform
    }
}

impl Source for Rod {
    fn field(&self, mode: usize, k: f64, [x, y, z]: [f64; 3]) -> Complex<f64> {
        let round = y.hypot(z);
        if round == 0.0 { 0.0.into() } else { self.along(mode, k, x) * (z / round) }
    }

    /// Both ends of the axis are alike, because shapes are real, and around it goes cos².
    fn square(&self, mode: usize, k: f64) -> f64 {
        let nodes = (0.25 * k * self.length + 8.0).min(MOST);
        let term = |node: &Node| node.weight * self.along(mode, k, node.place).norm_sqr();
        2.0 * PI * gauss(nodes as usize).iter().map(term).sum::<f64>()
    }

    fn radius(&self) -> f64 {
        self.radius
    }
}
