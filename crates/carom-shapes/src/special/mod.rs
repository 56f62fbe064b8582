//! What several shapes need: special functions, their zeros, and lines of a spectrum put in order.

mod around;
mod legendre;
mod roots;
mod sines;
mod spectrum;
mod spherical;
#[cfg(test)]
pub(super) mod testing;

pub(super) use around::{Around, HIGHEST_WAVE_NUMBER};
pub(super) use carom_numeric::bessel::{BesselI, BesselJ};
pub(super) use legendre::{from_degree, legendre};
pub(super) use roots::{root, roots};
pub(super) use sines::{rising, sines};
pub(super) use spectrum::{Form, Line, MOST_MODES, object};
pub(super) use spherical::{spherical_bessel, spherical_slope};

/// sin(πx), exactly 0 where it should be: a node stays a node however high the mode.
pub(super) fn sin_pi(x: f64) -> f64 {
    let rest = x % 2.0;
    if rest.fract() == 0.0 { 0.0 } else { (std::f64::consts::PI * rest).sin() }
}

/// cos(πx), exactly 0 where it should be.
pub(super) fn cos_pi(x: f64) -> f64 {
    let rest = (x % 2.0).abs();
    if rest.fract() == 0.5 { 0.0 } else { (std::f64::consts::PI * rest).cos() }
}
