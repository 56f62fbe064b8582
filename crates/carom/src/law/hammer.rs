//! Hammers of a piano, by the felt model of Stulov.
//!
//! f = k·(x^α − ε·z) with ż = (x^α − z)/τ while the felt is compressed by x: k is the stiffness to a
//! sudden blow, and k·(1 − ε) that to a slow one (Stulov, J. Acoust. Soc. Am. 97, 2577 (1995)).
//!
//! The parameters are fits over the hammers n = 1 … 88 of one set (Stulov, Experimental and
//! computational studies of piano hammers, Acta Acustica united with Acustica 91, 1086 (2005)).
//! Measured hammers scatter about the fits, and most keys lie between some that were measured.
//! Published is the slow stiffness Q₀ = k·(1 − ε) in newtons and millimetres; Q₀ and α are as Smith,
//! Physical Audio Signal Processing, quotes them. The coefficients of ε, τ and mass are as commonly
//! quoted and still to be compared with the printed paper. ε is so close to 1 that k follows from it
//! with few certain digits; what a blow feels are Q₀ and the lag τ·ε/(1 − ε), a quarter of a
//! millisecond and more.

use super::{Felt, Law};
use crate::InvalidValue;

/// A hammer with its felt, in SI units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FeltHammer {
    /// Mass (kg).
    pub mass: f64,
    /// k (N/m^α): stiffness to a sudden blow.
    pub stiffness: f64,
    /// α.
    pub exponent: f64,
    /// ε: which share of the stiffness relaxes.
    pub epsilon: f64,
    /// τ (s): how fast it relaxes.
    pub tau: f64,
}

impl FeltHammer {
    /// The law of its felt.
    pub fn law(&self) -> Result<Law, InvalidValue> {
        let felt = Felt { hysteresis: self.epsilon, relaxation: self.tau };
        Law::felt(self.stiffness, self.exponent, felt)
    }
}

/// The keys of a piano.
pub const KEYS: std::ops::RangeInclusive<u32> = 1..=88;

/// The hammer of a key, from 1 (A0) to 88 (C8).
///
/// ```
/// let middle = carom::law::hammer::piano_hammer(40)?;
/// assert!((middle.mass - 8.274e-3).abs() < 1e-9);
/// # Ok::<(), carom::InvalidValue>(())
/// ```
pub fn piano_hammer(key: u32) -> Result<FeltHammer, InvalidValue> {
    let n = f64::from(key);
    if !KEYS.contains(&key) {
        return Err(InvalidValue { field: "key", value: n, allowed: "a key from 1 to 88" });
    }
    let exponent = 3.7 + 0.015 * n;
    let epsilon = 0.9894 + 0.000_088 * n;
    Ok(FeltHammer {
        mass: 1e-3 * (11.074 - 0.074 * n + 0.0001 * n * n),
        // From N/mm^α to N/m^α.
        stiffness: 183.0 * (0.045 * n).exp() / (1.0 - epsilon) * 1e3f64.powf(exponent),
        exponent,
        epsilon,
        tau: 1e-6 * (2.72 - 0.02 * n + 0.000_09 * n * n),
    })
}
