//! The coefficient of restitution as a function of s = μ·v_in alone, and back.

use crate::numeric::root;
use crate::numeric::special::{log_cubic_ratio, log_excess, log_excess_ratio};

/// Coefficients of x(t) = 1 + t + t²/3 + …, the solution of x − 1 − log x = t²/2 around its double
/// root, from x′·(x−1) = t·x. Its radius of convergence is 2√π.
pub const DOUBLE_ROOT: [f64; 15] = {
    let mut c = [0.0; 15];
    c[1] = 1.0;
    let mut n = 2;
    while n < c.len() {
        let mut products = 0.0;
        let mut k = 2;
        while k < n {
            products += c[k] * c[n + 1 - k];
            k += 1;
        }
        c[n] = c[n - 1] / (n + 1) as f64 - 0.5 * products;
        n += 1;
    }
    c
};

/// How an impact ends, as pure numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Release {
    /// −μ·v_out, between 0 and 1.
    pub(crate) speed: f64,
    /// |v_out|/v_in.
    pub(crate) restitution: f64,
    /// −log(1 + μ·v_out).
    pub(crate) depth: f64,
}

/// Solves papetti (6), φ(μ·v_out) = φ(s) with φ(w) = w − log(1+w), to full relative accuracy for
/// every s ≥ 0.
pub(crate) fn release(s: f64) -> Release {
    let ratio = (2.0 * log_excess_ratio(s)).sqrt();
    let t = s * ratio;
    if t < 0.25 {
        // Here the series alone is exact, and the equation would cancel.
        let series = DOUBLE_ROOT[1..].iter().rev().fold(0.0, |sum, c| sum * -t + c);
        let speed = t * series;
        let depth = -(-speed).ln_1p();
        return Release { speed, restitution: ratio * series, depth };
    }
    // (1+w) − exp(w − P) = 0 has the wanted root and the trivial double cover of w = s; its
    // derivative at the root is −w, and log(1+w) never has to be taken near w = −1.
    let p = 0.5 * t * t;
    let mut w = if t < 2.0 {
        -t * DOUBLE_ROOT[1..].iter().rev().fold(0.0, |sum, c| sum * -t + c)
    } else {
        let small = (-1.0 - p).exp();
        -1.0 + small * (1.0 + small)
    };
    for _ in 0..4 {
        let image = (w - p).exp();
        let (value, slope) = (1.0 + w - image, 1.0 - image);
        let change = value / (slope + 0.5 * value * image / slope);
        w -= change;
        // Halley's error is cubic: the next change would be below rounding.
        if change.abs() < 2e-6 {
            break;
        }
    }
    Release { speed: -w, restitution: -w / s, depth: p - w }
}

/// The coefficient of restitution of an impact with s = μ·v_in ≥ 0.
///
/// ```
/// assert_eq!(carom::exact::restitution(0.0), 1.0);
/// assert!((carom::exact::restitution(1e-3) - (1.0 - 2.0 / 3.0 * 1e-3)).abs() < 1e-6);
/// ```
#[must_use]
pub fn restitution(s: f64) -> f64 {
    release(s).restitution
}

/// The s = μ·v_in that gives a wanted restitution 0 < e ≤ 1: the inverse of [`restitution`]; NaN for
/// an e that no loss gives.
///
/// φ(s) = φ(−s·e) reads s·[χ(s) + e³·χ(−s·e)] = (1−e²)/2 with χ(w) = (w²/2 − φ(w))/w³, where
/// nothing cancels however close e is to 1.
#[must_use]
pub fn damping_product(e: f64) -> f64 {
    if e >= 1.0 {
        return 0.0;
    }
    if e.is_nan() || e <= 0.0 {
        return f64::NAN;
    }
    if e < 0.3 {
        return damping_product_of_soft_impact(e);
    }
    let target = 0.5 * (1.0 - e) * (1.0 + e);
    // The root lies below 1/e, where the outgoing speed would reach its limit 1/μ.
    let top = (1.0 / e) * (1.0 - f64::EPSILON);
    let start = (1.5 * (1.0 - e)).min(0.9 * top);
    let (s, _) = root::increasing(0.0, top, start, |s| {
        let value = s * (log_cubic_ratio(s) + e.powi(3) * log_cubic_ratio(-s * e)) - target;
        // The value is (φ(−se) − φ(s))/s², which is how its slope is easiest to take.
        let slope = (e * e / (1.0 - s * e) - 1.0 / (1.0 + s) - 2.0 * value) / s;
        (value, slope)
    });
    s
}

/// Small restitutions, where the balance above would subtract two halves: with D = −log(1−s·e) the
/// equation is D − s·e = φ(s), s·e = 1 − exp(−D).
fn damping_product_of_soft_impact(e: f64) -> f64 {
    let product = |d: f64| -(-d).exp_m1() / e;
    let top = 2.0 + log_excess(1.0 / e);
    let (d, _) = root::increasing(0.5, top, top - 1.0, |d| {
        let s = product(d);
        let slope = 1.0 - (-d).exp() * (1.0 + s / (1.0 + s) / e);
        (d - s * e - log_excess(s), slope)
    });
    product(d)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn double_root_series_starts_as_known() {
        let known = [0.0, 1.0, 1.0 / 3.0, 1.0 / 36.0, -1.0 / 270.0, 1.0 / 4320.0, 1.0 / 17010.0];
        for (c, expected) in DOUBLE_ROOT.iter().zip(known) {
            assert!((c - expected).abs() < 1e-17);
        }
    }

    #[test]
    fn restitution_satisfies_its_equation_from_1e_minus_12_to_1e6() {
        for i in 0..=360 {
            let s = 10f64.powf(-12.0 + f64::from(i) * 0.05);
            let out = release(s);
            assert!(out.restitution > 0.0 && out.restitution <= 1.0);
            // φ(s)·2/s² against φ(−sE)·2/s², the latter in terms of the depth where w → −1.
            let left = log_excess_ratio(s);
            let right = if out.speed < 0.5 {
                out.restitution.powi(2) * log_excess_ratio(-out.speed)
            } else {
                (out.depth - out.speed) / s / s
            };
            assert!((left / right - 1.0).abs() < 4e-15, "s = {s:e}: {left:e} {right:e}");
        }
    }

    #[test]
    fn damping_product_inverts_restitution() {
        for i in 1..2000 {
            let e = f64::from(i) / 2000.0;
            let back = restitution(damping_product(e));
            assert!((back / e - 1.0).abs() < 2e-13, "e = {e}: {back}");
        }
        let s = damping_product(1.0 - 1e-9);
        assert!((s / 1.5e-9 - 1.0).abs() < 1e-6);
        assert_eq!(damping_product(1.0), 0.0);
    }
}
