//! Flat round faces.

use std::f64::consts::{SQRT_2, TAU};

use crate::air::Complex;
use crate::air::edge::FreeDisc;
use crate::air::face::Disc;

use super::around::{Wave, waves};
use super::{Sampled, Source};

/// Places on a disc of some radius, and the modes, with profiles times r·dr.
fn sample(sampled: Sampled, radius: f64) -> (Disc, Vec<Wave>) {
    // There are (κa)²/4 modes below, with terms of first order (Weyl's law).
    let most = 2.0 * (sampled.count as f64).sqrt() + 4.0;
    let disc = Disc::new(radius, most / radius, sampled.k, most as u32);
    let radii: Vec<f64> = disc.radii().map(|(place, _)| place / radius).collect();
    let mut waves = waves(sampled, most as usize, &radii);
    for wave in &mut waves {
        for (value, (_, share)) in wave.profile.iter_mut().zip(disc.radii()) {
            *value *= share;
        }
    }
    (disc, waves)
}

/// A disc in a wall, behind which nothing is heard.
#[derive(Debug)]
pub(super) struct Front {
    disc: Disc,
    waves: Vec<Wave>,
    density: f64,
    radius: f64,
}

impl Front {
    /// Of a diameter (m). A half sphere of the same area shapes its blow.
    pub(super) fn new(sampled: Sampled, diameter: f64) -> Self {
        let (disc, waves) = sample(sampled, 0.5 * diameter);
        Self { disc, waves, density: sampled.air.density, radius: 0.5 * diameter / SQRT_2 }
    }

    /// But for the angle around.
    fn far(&self, mode: usize, k: f64, cosine: f64) -> Complex<f64> {
        let wave = &self.waves[mode];
        let along = k * (1.0 - cosine * cosine).max(0.0).sqrt();
        self.disc.transform(wave.waves, &wave.profile, along) * (self.density / TAU)
    }
}

impl Source for Front {
    fn field(&self, mode: usize, k: f64, [x, y, z]: [f64; 3]) -> Complex<f64> {
        let around = self.waves[mode].at(y.atan2(x));
        if z < 0.0 { 0.0.into() } else { self.far(mode, k, z) * around }
    }

    fn square(&self, mode: usize, k: f64) -> f64 {
        let power = |cosine| self.far(mode, k, cosine).norm_sqr();
        self.waves[mode].square() * self.disc.over_half(k, power)
    }

    fn radius(&self) -> f64 {
        self.radius
    }
}

/// A disc of which both sides are heard.
#[derive(Debug)]
pub(super) struct Free {
    sheet: FreeDisc,
    waves: Vec<Wave>,
    density: f64,
}

impl Free {
    /// Of a diameter (m).
    pub(super) fn new(sampled: Sampled, diameter: f64) -> Self {
        let (disc, waves) = sample(sampled, 0.5 * diameter);
        let sheet = FreeDisc::new(0.5 * diameter, disc);
        Self { sheet, waves, density: sampled.air.density }
    }
}

impl Source for Free {
    fn field(&self, mode: usize, k: f64, [x, y, z]: [f64; 3]) -> Complex<f64> {
        let wave = &self.waves[mode];
        let far = self.sheet.far(wave.waves, &wave.profile, k, z);
        far * (self.density * wave.at(y.atan2(x)))
    }

    fn square(&self, mode: usize, k: f64) -> f64 {
        let wave = &self.waves[mode];
        self.density * self.density * self.sheet.square(wave.waves, &wave.profile, k)
    }

    fn radius(&self) -> f64 {
        self.sheet.radius()
    }
}
