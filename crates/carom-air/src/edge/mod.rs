//! The acoustic short-circuit: flat things of which both sides are heard.
//!
//! On both sides the pressure is the same with opposite signs, and only its jump Δp across the thing
//! sends sound: p = jk·cos θ/(4πr)·∫Δp·e^{j…}dS. On an endless sheet of wave number κ the jump is
//! 2ρ/√(κ² − k²) times the acceleration. On a finite one air goes around the edge, too. Here the
//! jump is 2ρ/K times the acceleration everywhere, so that the far field is that of the face in a
//! baffle times cos θ·jk/K, with a K for each mode ([`ShortCircuit`]):
//!
//! - for long waves K² = κ₀² + κ² + cross terms, where κ₀ is such that a rigid disc, strip or
//!   rectangle has its exact added mass, and κ² is the mean square slope of the shape;
//! - it falls to nothing at coincidence, k_c² = 0.74·κ₀² + κ² + 0.35·cross terms, where K² has an
//!   imaginary part k_c²/2, and beyond that both sides are heard more and more as if each were in
//!   a baffle, K² = k_c² − k².
//!
//! The three constants are fitted to exact solutions for shapes r^m·cos mφ on a disc, m = 0 to 3,
//! with which a test compares the power from ka = 0.3 to 11: it is within 1.7 dB.

use std::f64::consts::PI;

use num_complex::Complex;

/// k_c² over κ₀² of something rigid.
const RIGID: f64 = 0.74;
/// The share of the cross terms in k_c².
const CROSS: f64 = 0.35;
/// The imaginary part of K² over k_c² at coincidence.
const WIDTH: f64 = 0.5;

/// How a shape sends sound from both sides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShortCircuit {
    /// K² for long waves (1/m²).
    decay: f64,
    /// k_c² (1/m²).
    coincidence: f64,
}

impl ShortCircuit {
    /// Of a shape on a disc with a mean square slope (1/m²), whose edge has κ₀ (1/m).
    #[must_use]
    pub fn on_disc(slope: f64, edge: f64) -> Self {
        Self::new(slope, 2.0 * edge * slope.sqrt(), edge)
    }

    /// Of a shape on a rectangle with mean square slopes along and across (1/m²). In each direction
    /// a slope meets the edges of that direction.
    #[must_use]
    pub fn on_rectangle(slopes: [f64; 2], size: [f64; 2], edge: f64) -> Self {
        let cross = |axis: usize| 16.0 / (PI * size[axis]) * slopes[axis].sqrt();
        Self::new(slopes[0] + slopes[1], cross(0) + cross(1), edge)
    }

    fn new(slope: f64, cross: f64, edge: f64) -> Self {
        let rigid = edge * edge;
        let coincidence = slope + CROSS * cross + RIGID * rigid;
        Self { decay: slope + cross + rigid, coincidence }
    }

    /// jk/K: the far field over that of the same face in a baffle, but for the cosine of the
    /// direction to its normal.
    #[must_use]
    pub fn at(&self, k: f64) -> Complex<f64> {
        let square = k * k / self.coincidence;
        let real = if square < 1.0 { self.decay } else { self.coincidence } * (1.0 - square);
        let width = WIDTH * self.coincidence * square.sqrt() * square.min(1.0);
        Complex::new(0.0, k) / Complex::new(real, width).sqrt()
    }
}

/// The wave number (1/m) where something rigid with this edge begins to be heard from both sides.
#[must_use]
pub fn corner(edge: f64) -> f64 {
    RIGID.sqrt() * edge
}

/// κ₀ of a disc of radius a (m): its dipole is that of the added mass (8/3)ρa³ (Lamb 1932,
/// Hydrodynamics, §102), thus 3π/4a.
#[must_use]
pub fn of_disc(radius: f64) -> f64 {
    0.75 * PI / radius
}

/// κ₀ of a rectangle of length a and width b (m): (8/π)·√(1/a² + 1/ab + 1/b²). For a long strip this
/// is the added mass πρ(b/2)² per length, exact; for others it is within 0.4 % of the table in
/// DNV-RP-C205 (2010), appendix D.
#[must_use]
pub fn of_rectangle([length, width]: [f64; 2]) -> f64 {
    let [along, across] = [length.recip(), width.recip()];
    8.0 / PI * (along * along + along * across + across * across).sqrt()
}

/// κ₀ of a thick one: its dipole gains the mass of the air whose place it takes, and the added mass
/// grows as 1 + 0.51·√(thickness/width), within 2 % of the table for rectangular sections in
/// DNV-RP-C205 from thin to twice as high as wide.
#[must_use]
pub fn of_thick(edge: f64, width: f64, thickness: f64) -> f64 {
    let added = (1.0 + 0.51 * (thickness / width).sqrt()) / edge;
    (added + 0.5 * thickness).recip()
}

#[cfg(test)]
mod tests;
