//! A round skin under tension with the air that it moves: outside as if it were in a wall or with
//! both sides open, inside a shell as in a cylinder.
//!
//! The motion is a sum of the modes that the skin has in vacuum, J_m(j·r)·cos mθ; the air adds mass
//! (and, in a shell, stiffness and modes of its own) and takes energy. Frequencies, shapes and
//! losses follow from one eigenproblem for every number m of nodal diameters, solved again with the
//! load of the air at the frequency of each mode (Christian, Davis, Tubis, Anderson, Mills and
//! Rossing, Effects of air loading on timpani membrane vibrations, J. Acoust. Soc. Am. 76, 1336
//! (1984), who solve the same equations by Green's functions).
//!
//! Lengths are in units of the radius here, and masses per area: with shapes whose square has the
//! integral ∫φ²r·dr = 1, a skin of surface density s has the mass s.

mod body;
mod form;
mod modes;
mod outside;
mod rectangle;
mod shell;
#[cfg(test)]
mod tests;

pub(crate) use form::lines;
pub(crate) use outside::Outside;
pub(crate) use rectangle::lines as rectangular_lines;

use std::f64::consts::SQRT_2;

use crate::special::{BesselJ, roots};

/// Modes whose wave number times radius is below this are solved with all the air around them;
/// above, the air moves only as deep as the waves are long, and every mode is by itself.
pub(crate) const REACH: f64 = 20.0;

/// A skin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Head {
    /// m.
    pub radius: f64,
    /// kg/m².
    pub density: f64,
    /// N/m.
    pub tension: f64,
}

impl Head {
    /// ω² in vacuum at some wave number times radius.
    fn square(&self, zero: f64) -> f64 {
        self.tension / self.density * (zero / self.radius).powi(2)
    }
}

/// Where the skin is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Around {
    /// There is no air.
    Vacuum,
    /// The same air on both sides.
    Both(Outside),
    /// In a wall, over a shell of this depth (m) that is closed below by a wall or by another skin.
    Shell(f64),
}

/// The shapes of a skin in vacuum with m nodal diameters, as far as [`REACH`].
pub(crate) struct Basis {
    m: u32,
    zeros: Vec<f64>,
    /// √2·j with the sign of J′(j): see [`Self::transform`].
    factors: Vec<f64>,
}

impl Basis {
    pub(crate) fn new(m: u32, highest: f64) -> Self {
        let zeros = zeros(m, highest);
        let factor = |zero: &f64| SQRT_2 * zero * BesselJ::new(m, *zero).slope.signum();
        let factors = zeros.iter().map(factor).collect();
        Self { m, zeros, factors }
    }

    /// ∫φ·J_m(κr)·r·dr of one shape, with the value of J_m(κ): √2·j·J_m(κ)/(κ² − j²) up to the
    /// sign (Abramowitz and Stegun 1964, 11.3.29).
    fn transform(&self, q: usize, kappa: f64, bessel: f64) -> f64 {
        let zero = self.zeros[q];
        let apart = (kappa - zero) * (kappa + zero);
        if apart.abs() < 1e-6 {
            // J_m(κ) ≈ J′(j)·(κ − j).
            let slope = BesselJ::new(self.m, zero).slope / zero;
            return self.factors[q] * slope / (kappa + zero);
        }
        self.factors[q] * bessel / apart
    }
}

/// The zeros of J of order m, which all lie above m.
pub(crate) fn zeros(m: u32, highest: f64) -> Vec<f64> {
    let from = f64::from(m).max(1.0);
    roots(|x| BesselJ::new(m, x).value, from, highest, 1.0)
}
