//! Round shells with an open rim: bowls, bells, glasses.
//!
//! The motion along the normal is taken to a sphere of the radius of the rim, from its pole to its
//! equator, with the areas of the shell; the mouth is at rest. Of an open shell the air inside
//! moves by as much as that outside, so that nothing breathes: the harmonic of degree 0 is left out.
//! z goes from the pole to the rim.

use std::f64::consts::FRAC_PI_2;

use crate::air::{Complex, sphere};
use carom_numeric::quadrature::gauss;

use super::around::{Wave, waves};
use super::{Sampled, Source};
use crate::special::from_degree;

/// A mode on the sphere.
#[derive(Debug)]
struct Harmonics {
    wave: Wave,
    /// The lowest degree.
    first: u32,
    /// How much there is of each degree from that on.
    heights: Vec<f64>,
}

/// A shell.
#[derive(Debug)]
pub(super) struct Shell {
    modes: Vec<Harmonics>,
    density: f64,
    radius: f64,
}

impl Shell {
    pub(super) fn new(sampled: Sampled, [radius, meridian]: [f64; 2]) -> Self {
        // Degrees above ka are hardly heard.
        let degrees = (sampled.k * radius).min(100.0) as u32 + 8;
        let most = sampled.count.min(400) / 2 + 3;
        let nodes = gauss(degrees as usize / 2 + most / 4 + 24);
        let places: Vec<f64> = nodes.iter().map(|node| node.place).collect();
        let harmonics = |wave: Wave| {
            let first = wave.waves.max(1);
            let mut heights = vec![0.0; degrees as usize];
            for (node, profile) in nodes.iter().zip(&wave.profile) {
                let (sine, cosine) = (FRAC_PI_2 * node.place).sin_cos();
                let shapes = from_degree(first, wave.waves, cosine, sine);
                for (height, shape) in heights.iter_mut().zip(shapes) {
                    *height += 0.5 * node.weight * sine * (profile * shape) * meridian / radius;
                }
            }
            Harmonics { wave, first, heights }
        };
        let modes = waves(sampled, most, &places).into_iter().map(harmonics).collect();
        Self { modes, density: sampled.air.density, radius }
    }
}

impl Source for Shell {
    fn field(&self, mode: usize, k: f64, [x, y, z]: [f64; 3]) -> Complex<f64> {
        let Harmonics { wave, first, heights } = &self.modes[mode];
        let scale = self.density * self.radius * self.radius * wave.at(y.atan2(x));
        let shapes = from_degree(*first, wave.waves, -z, x.hypot(y));
        let term = |((degree, height), shape): ((u32, &f64), f64)| {
            scale * (height * shape) * sphere::from_the_middle(degree, k * self.radius)
        };
        (*first..).zip(heights).zip(shapes).map(term).sum()
    }

    fn square(&self, mode: usize, k: f64) -> f64 {
        let Harmonics { wave, first, heights } = &self.modes[mode];
        let scale = (self.density * self.radius * self.radius).powi(2) * 2.0 * wave.square();
        let term = |(degree, height): (u32, &f64)| {
            let far = sphere::far(degree, Complex::new(0.0, k * self.radius));
            scale * height * height * far.norm_sqr()
        };
        (*first..).zip(heights).map(term).sum()
    }

    fn radius(&self) -> f64 {
        self.radius
    }
}
