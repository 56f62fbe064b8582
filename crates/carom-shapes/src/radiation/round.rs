//! Flat round faces.

use std::f64::consts::{SQRT_2, TAU};

use carom_air::Complex;
use carom_air::edge::{self, ShortCircuit};
use carom_air::face::Disc;

use super::around::{Wave, waves};
use super::{Sampled, Source};

/// A disc in a wall, or one of which both sides are heard.
#[derive(Debug)]
pub(super) struct Round {
    disc: Disc,
    /// Their profiles are times r·dr.
    waves: Vec<Wave>,
    /// How each mode is heard from both sides, if it is.
    free: Option<Vec<ShortCircuit>>,
    density: f64,
    radius: f64,
}

impl Round {
    pub(super) fn new(sampled: Sampled, diameter: f64, both_sides: bool) -> Self {
        let radius = 0.5 * diameter;
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
        let edge = edge::of_disc(radius);
        let circuit =
            |wave: &Wave| ShortCircuit::on_disc(disc.wave_square(wave.waves, &wave.profile), edge);
        let free = both_sides.then(|| waves.iter().map(circuit).collect());
        // As for rectangles.
        let radius = if both_sides { SQRT_2 / edge::corner(edge) } else { radius / SQRT_2 };
        Self { disc, waves, free, density: sampled.air.density, radius }
    }

    /// What the field of a face in a wall is multiplied with, but for the direction.
    fn factor(&self, mode: usize, k: f64) -> Complex<f64> {
        let baffled = self.density / TAU;
        self.free.as_ref().map_or(baffled.into(), |free| baffled * free[mode].at(k))
    }
}

impl Source for Round {
    fn field(&self, mode: usize, k: f64, [x, y, z]: [f64; 3]) -> Complex<f64> {
        let share = match self.free {
            Some(_) => z,
            None if z < 0.0 => return Complex::from(0.0),
            None => 1.0,
        };
        let wave = &self.waves[mode];
        let transform = self.disc.transform(wave.waves, &wave.profile, k * x.hypot(y));
        transform * self.factor(mode, k) * (share * wave.at(y.atan2(x)))
    }

    fn square(&self, mode: usize, k: f64) -> f64 {
        let wave = &self.waves[mode];
        let over = |share: fn(f64) -> f64| {
            let factor = self.factor(mode, k).norm_sqr();
            factor * self.disc.over_half(wave.waves, &wave.profile, k, share)
        };
        if self.free.is_some() { 2.0 * over(|cosine| cosine * cosine) } else { over(|_| 1.0) }
    }

    fn radius(&self) -> f64 {
        self.radius
    }
}
