//! The acoustic short-circuit: flat things of which both sides are heard.
//!
//! On both sides the pressure is the same with opposite signs, and only its jump across the thing
//! sends sound. Which far field a shape has in some direction is, by reciprocity, how much of it is
//! in the jump that a wave from there makes on the thing at rest: ∫v·Δp dS. That jump is known well
//! enough: it goes as the wave along the thing, times a profile that falls to nothing at the edges
//! as a square root, times jk·cos θ/K. The shape itself does not enter into it.
//!
//! K is for a wave with mean square slope κ² on the thing, even or odd about its middle:
//!
//! - long waves: K² = κ₀² + κ² + cross terms, where κ₀ is such that a rigid disc, strip or rectangle
//!   has its exact added mass;
//! - coincidence, k_c² = 0.74·κ₀² + κ² + 0.35·cross terms, where the real part is nothing and the
//!   imaginary one k_c²/2; short waves: K² = k_c² − k², so that K is jk·cos θ and each side is heard
//!   as if it were in a baffle.
//!
//! The constants are fitted to exact solutions for shapes r^m·cos mφ on a disc. A test compares the
//! power of these and of shapes with circles at rest, orthogonal to rigid motions, with exact ones
//! from ka = 0.3 to 12: nine of ten are within 2.6 dB, all within 4.5 dB, for long waves within
//! 1.5 dB, and rigid motion for long waves is exact.

mod sheet;
#[cfg(test)]
mod tests;

use std::f64::consts::PI;

use num_complex::Complex;

pub use self::sheet::{FreeDisc, FreeRectangle};

/// k_c² over κ₀² of something rigid.
const RIGID: f64 = 0.74;
/// The share of the cross terms in k_c².
const CROSS: f64 = 0.35;
/// Below coincidence K² falls as 1 − (k/k_c) to this power.
const FALL: f64 = 1.75;
/// The imaginary part of K² over k_c² at coincidence.
const WIDTH: f64 = 0.5;

/// How a wave along a thing is heard from both sides.
#[derive(Clone, Copy, Debug, PartialEq)]
struct ShortCircuit {
    /// K² for long waves (1/m²).
    decay: f64,
    /// k_c² (1/m²).
    coincidence: f64,
}

impl ShortCircuit {
    /// Of a wave on a disc with a mean square slope (1/m²), whose edge has κ₀ (1/m).
    fn on_disc(slope: f64, edge: f64) -> Self {
        Self::new(slope, 2.0 * edge * slope.sqrt(), edge)
    }

    /// Of a wave on a rectangle with mean square slopes along and across (1/m²). In each direction
    /// a slope meets the edges of that direction.
    fn on_rectangle(slopes: [f64; 2], size: [f64; 2], edge: f64) -> Self {
        let cross = |axis: usize| 16.0 / (PI * size[axis]) * slopes[axis].sqrt();
        Self::new(slopes[0] + slopes[1], cross(0) + cross(1), edge)
    }

    fn new(slope: f64, cross: f64, edge: f64) -> Self {
        let rigid = edge * edge;
        let coincidence = slope + CROSS * cross + RIGID * rigid;
        Self { decay: slope + cross + rigid, coincidence }
    }

    /// jk/K.
    fn at(&self, k: f64) -> Complex<f64> {
        let square = k * k / self.coincidence;
        let real = if square < 1.0 {
            self.decay * (1.0 - square.powf(0.5 * FALL))
        } else {
            self.coincidence * (1.0 - square)
        };
        let width = WIDTH * self.coincidence * square.sqrt() * square.min(1.0);
        Complex::new(0.0, k) / Complex::new(real, width).sqrt()
    }
}

/// κ₀ of a disc of radius a (m): its dipole is that of the added mass (8/3)ρa³ (Lamb 1932,
/// Hydrodynamics, §102), thus 3π/4a.
fn of_disc(radius: f64) -> f64 {
    0.75 * PI / radius
}

/// κ₀ of a rectangle of length a and width b (m): (8/π)·√(1/a² + 1/ab + 1/b²). For a long strip this
/// is the added mass πρ(b/2)² per length, exact; for others it is within 0.4 % of the table in
/// DNV-RP-C205 (2010), appendix D.
fn of_rectangle([length, width]: [f64; 2]) -> f64 {
    let [along, across] = [length.recip(), width.recip()];
    8.0 / PI * (along * along + along * across + across * across).sqrt()
}

/// By what factor the added mass of a thick strip is larger: 1 + 0.51·√(thickness/width), within 2 %
/// of the table for rectangular sections in DNV-RP-C205 from thin to twice as high as wide.
fn thickening(width: f64, thickness: f64) -> f64 {
    1.0 + 0.51 * (thickness / width).sqrt()
}
