//! Sheets whose both sides are heard.

use std::f64::consts::{PI, SQRT_2, TAU};

use carom_numeric::bessel::BesselJ;
use num_complex::Complex;

use super::{RIGID, ShortCircuit, of_disc, of_rectangle, thickening};
use crate::air::face::{Disc, Parts, Rectangle};
use crate::air::power_of_j;

/// How the profile of the jump sharpens with k·half the size, once waves are short.
const SHARPER: f64 = 0.2;

/// How it does along something slender: so that the ends of a strip lack 0.27 of its width, as the
/// added masses in DNV-RP-C205 of rectangles with sides 1 to 10 do.
const SLENDER: f64 = 0.9;

/// √(1 − t^p), t from 0 in the middle to 1 at an edge.
fn profile(t: f64, power: f64) -> f64 {
    let falls = if power == 2.0 { t * t } else { t.abs().powf(power) };
    (1.0 - falls).max(0.0).sqrt()
}

/// A rectangle, which may be thick.
#[derive(Clone, Debug)]
pub struct FreeRectangle {
    size: [f64; 2],
    face: Rectangle,
    /// κ₀.
    edge: f64,
    /// The least powers of the profile along and across.
    powers: [f64; 2],
}

/// The profile of one wave number along one axis.
#[derive(Clone, Debug)]
struct Axis {
    half: f64,
    /// The values at the places of a face.
    values: Vec<f64>,
    /// Their mean, and the mean of t² with them as weights.
    mean: f64,
    moment: f64,
}

/// Mean square slope and what the profile takes away, of the waves cos qx and sin qx.
type Waves = [[f64; 2]; 2];

impl Axis {
    fn new(half: f64, power: f64, places: &[[f64; 2]]) -> Self {
        let values: Vec<f64> = places.iter().map(|place| profile(place[0] / half, power)).collect();
        let (mut mean, mut moment) = (0.0, 0.0);
        for (value, [place, weight]) in values.iter().zip(places) {
            mean += 0.5 * value * weight / half;
            moment += 0.5 * value * weight / half * (place / half).powi(2);
        }
        Self { half, values, mean, moment: moment / mean }
    }

    fn waves(&self, wave: f64) -> Waves {
        let q = wave * self.half;
        if q.abs() < 1e-3 {
            let odd = (3.0 * self.moment * self.mean).recip();
            return [[0.0, self.mean.recip()], [3.0 / (self.half * self.half), odd]];
        }
        // The means of cos² and sin² are (1 ± sin 2q/2q)/2; with the profile the sine is a little
        // wider, by its second moment.
        let sinc = |x: f64| x.sin() / x;
        let (plain, inside) = (sinc(2.0 * q), sinc(2.0 * q * (3.0 * self.moment).sqrt()));
        let odd = (1.0 + plain) / (1.0 - plain);
        let square = wave * wave;
        [
            [square / odd, (1.0 + plain) / ((1.0 + inside) * self.mean)],
            [square * odd, (1.0 - plain) / ((1.0 - inside) * self.mean)],
        ]
    }
}

impl FreeRectangle {
    /// Of length, width and thickness (m), with places fine enough for the highest wave numbers
    /// (1/m) of shapes and sound.
    #[must_use]
    pub fn new([length, width, thickness]: [f64; 3], shape: f64, sound: f64) -> Self {
        let size = [length, width];
        let thin = of_rectangle(size);
        let added = thickening(width.min(length), thickness) / thin;
        // The air whose place it takes moves along to the very ends.
        let whole = added + 0.5 * thickness;
        let slender = SLENDER * thin * whole / added;
        let powers = size.map(|side| (0.5 * slender * side).max(2.0));
        Self { size, face: Rectangle::new(size, shape, sound), edge: whole.recip(), powers }
    }

    /// The places of shapes.
    #[must_use]
    pub fn face(&self) -> &Rectangle {
        &self.face
    }

    /// The radius (m) of a sphere that begins to be heard on both sides where this does.
    #[must_use]
    pub fn radius(&self) -> f64 {
        SQRT_2 / (RIGID.sqrt() * self.edge)
    }

    /// The profile of the jump for a wave number of the sound.
    fn axes(&self, k: f64) -> [Axis; 2] {
        [0, 1].map(|axis| {
            let half = 0.5 * self.size[axis];
            let power = self.powers[axis].max(SHARPER * k * half);
            Axis::new(half, power, &self.face.axis(axis))
        })
    }

    /// Values with the profile.
    fn inside(&self, values: &[f64], [along, across]: &[Axis; 2]) -> Vec<f64> {
        let mut inside = Vec::with_capacity(values.len());
        for (row, x) in values.chunks_exact(across.values.len()).zip(&along.values) {
            inside.extend(row.iter().zip(&across.values).map(|(value, y)| value * x * y));
        }
        inside
    }

    /// All parts of a transform, each as it is heard from both sides.
    fn heard(&self, Parts(parts): Parts, k: f64, [along, across]: [Waves; 2]) -> Complex<f64> {
        let most = parts.as_flattened().iter().fold(0.0_f64, |most, part| most.max(part.abs()));
        let mut sum = Complex::from(0.0);
        for (x, row) in parts.iter().enumerate() {
            for (y, part) in row.iter().enumerate() {
                // Most shapes are even or odd.
                if part.abs() > 1e-9 * most {
                    let slopes = [along[x][0], across[y][0]];
                    let circuit = ShortCircuit::on_rectangle(slopes, self.size, self.edge).at(k);
                    let turn = power_of_j(x as u32 + y as u32);
                    sum += circuit * turn * (part * along[x][1] * across[y][1]);
                }
            }
        }
        sum
    }

    /// The far field of values times areas over ρ in a direction.
    #[must_use]
    pub fn far(&self, values: &[f64], k: f64, [x, y, z]: [f64; 3]) -> Complex<f64> {
        let axes = self.axes(k);
        let parts = self.face.transform(&self.inside(values, &axes), [k * x, k * y]);
        self.heard(parts, k, [axes[0].waves(k * x), axes[1].waves(k * y)]) * (z / TAU)
    }

    /// The integral of its square over all directions.
    #[must_use]
    pub fn square(&self, values: &[f64], k: f64) -> f64 {
        let axes = self.axes(k);
        let power = |[x, y, z]: [f64; 3], parts| {
            let waves = [axes[0].waves(k * x), axes[1].waves(k * y)];
            z * z * self.heard(parts, k, waves).norm_sqr()
        };
        2.0 * self.face.over_half(&self.inside(values, &axes), k, power) / (TAU * TAU)
    }
}

/// A disc.
#[derive(Clone, Debug)]
pub struct FreeDisc {
    radius: f64,
    disc: Disc,
}

impl FreeDisc {
    /// Of a radius (m) with these places.
    #[must_use]
    pub fn new(radius: f64, disc: Disc) -> Self {
        Self { radius, disc }
    }

    /// The places of shapes.
    #[must_use]
    pub fn disc(&self) -> &Disc {
        &self.disc
    }

    /// The radius (m) of a sphere that begins to be heard on both sides where this does.
    #[must_use]
    pub fn radius(&self) -> f64 {
        SQRT_2 / (RIGID.sqrt() * of_disc(self.radius))
    }

    /// The mean square slope (1/m²) of J_m(qr)·cos mφ, by Green's and Lommel's integrals.
    pub(super) fn slope(&self, waves: u32, wave: f64) -> f64 {
        let (m, x) = (f64::from(waves), wave * self.radius);
        let BesselJ { value, slope } = BesselJ::new(waves, x);
        let whole = slope * slope + (x * x - m * m) * value * value;
        let edge = 2.0 * x * x * value * slope / whole;
        let long = 2.0 * m * (m + 1.0);
        let sum = if edge.is_finite() && x > 1e-3 { x * x + edge } else { long };
        sum.max(0.0) / (self.radius * self.radius)
    }

    /// The far field of a shape of values times shares r·dr over ρ and cos m(ψ − φ₀), where the
    /// direction has this cosine to the normal.
    #[must_use]
    pub fn far(&self, waves: u32, values: &[f64], k: f64, cosine: f64) -> Complex<f64> {
        let wave = k * (1.0 - cosine * cosine).max(0.0).sqrt();
        let power = (SHARPER * k * self.radius).max(2.0);
        // Waves too long to be told from r^m.
        let long = wave * self.radius < 1e-3;
        let (mut sum, mut plain, mut inside) = (0.0, 0.0, 0.0);
        for ((radius, share), value) in self.disc.radii().zip(values) {
            let t = radius / self.radius;
            let bessel =
                if long { t.powi(waves as i32) } else { self.disc.bessel(waves, wave * radius) };
            let profile = profile(t, power);
            sum += value * profile * bessel;
            plain += share * bessel * bessel;
            inside += share * profile * bessel * bessel;
        }
        let scale: f64 = (1..=waves).map(|j| 0.5 * wave * self.radius / f64::from(j)).product();
        let circuit = ShortCircuit::on_disc(self.slope(waves, wave), of_disc(self.radius)).at(k);
        let lost = if inside > 0.0 { plain / inside } else { 0.0 };
        let height = sum * lost * if long { scale } else { 1.0 };
        circuit * power_of_j(waves) * (cosine * height)
    }

    /// The integral of its square over all directions.
    #[must_use]
    pub fn square(&self, waves: u32, values: &[f64], k: f64) -> f64 {
        let around = if waves == 0 { TAU } else { PI };
        let power = |cosine| self.far(waves, values, k, cosine).norm_sqr();
        2.0 * around * self.disc.over_half(k, power)
    }
}
