//! Openings of spaces of gas: each is a sphere of the opening's area that breathes.

use std::f64::consts::{PI, TAU};

use crate::air::{Complex, sphere};

use super::{Sampled, Source};
use crate::Motion;

/// How far from an opening the slope is looked at, as a share of the length.
const NEAR: f64 = 1e-6;

/// Openings along a line.
#[derive(Debug)]
pub(super) struct Openings {
    /// How far each is from the middle (m).
    places: Vec<f64>,
    /// The flow out of each (m²) when a mode moves by one, mode by mode.
    flows: Vec<Vec<f64>>,
    density: f64,
    radius: f64,
}

impl Openings {
    /// None if nothing is open.
    pub(super) fn new(sampled: Sampled, length: f64, open: &[[f64; 2]]) -> Option<Self> {
        let widest = open.iter().map(|opening| opening[1]).reduce(f64::max)?;
        let mut flows = vec![Vec::new(); sampled.count];
        for [place, area] in open {
            let share = (place / length).clamp(0.0, 1.0);
            // Into the space, from the nearer end.
            let inwards = if share < 0.5 { NEAR } else { -NEAR };
            let here = sampled.weights([share, 0.5]);
            let inside = sampled.weights([share + inwards, 0.5]);
            for (i, mode) in sampled.object.modes[..sampled.count].iter().enumerate() {
                // Where the motion is pressure φ, the gas moves by φ′ over the wave number, so
                // that its shape has a mean square of 1, too; pressure drives it towards less.
                let wave = TAU * mode.frequency / sampled.air.speed * length * NEAR;
                let out =
                    if mode.motion == Motion::Gas { (inside[i] - here[i]) / wave } else { here[i] };
                flows[i].push(area * out);
            }
        }
        let places = open.iter().map(|opening| opening[0] - 0.5 * length).collect();
        let radius = (widest / (4.0 * PI)).sqrt();
        Some(Self { places, flows, density: sampled.air.density, radius })
    }

    /// Of a flow of 1 m³/s² out of a sphere.
    fn source(&self, k: f64) -> Complex<f64> {
        self.density / (4.0 * PI) * sphere::from_the_middle(0, k * self.radius)
    }
}

impl Source for Openings {
    fn field(&self, mode: usize, k: f64, [x, ..]: [f64; 3]) -> Complex<f64> {
        let wave = |(place, flow): (&f64, &f64)| Complex::from_polar(1.0, k * x * place) * flow;
        let sum: Complex<f64> = self.places.iter().zip(&self.flows[mode]).map(wave).sum();
        self.source(k) * sum
    }

    /// Two sources at a distance d share 4π·sin(kd)/kd.
    fn square(&self, mode: usize, k: f64) -> f64 {
        let flows = || self.places.iter().zip(&self.flows[mode]);
        let pair = |a: (&f64, &f64), b: (&f64, &f64)| {
            let apart = k * (a.0 - b.0);
            let share = if apart == 0.0 { 1.0 } else { apart.sin() / apart };
            a.1 * b.1 * share
        };
        let sum: f64 = flows().map(|a| flows().map(|b| pair(a, b)).sum::<f64>()).sum();
        4.0 * PI * self.source(k).norm_sqr() * sum
    }

    fn radius(&self) -> f64 {
        self.radius
    }
}
