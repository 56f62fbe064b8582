//! Integrals from 0 to 1. Tanh-sinh quadrature is exact to rounding for integrands that are smooth
//! inside and have any integrable power at the ends, which is what a power-law contact gives;
//! Gauss's rule needs few nodes where the integrand is smooth to the ends.

use std::f64::consts::{FRAC_PI_2, PI};
use std::sync::LazyLock;

/// A node of a quadrature rule.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// From 0 to 1.
    pub place: f64,
    /// All weights sum up to 1.
    pub weight: f64,
}

/// Gauss's rule with `count` nodes between 0 and 1, by Newton's method on P_n. The nodes rise.
#[must_use]
pub fn gauss(count: usize) -> Vec<Node> {
    let node = |i: usize| {
        let mut t = (PI * (i as f64 + 0.75) / (count as f64 + 0.5)).cos();
        for _ in 0..8 {
            let (value, slope) = legendre(count, t);
            t -= value / slope;
        }
        let slope = legendre(count, t).1;
        Node { place: (1.0 - t) / 2.0, weight: 1.0 / ((1.0 - t * t) * slope * slope) }
    };
    (0..count).map(node).collect()
}

/// P_n and its derivative.
fn legendre(n: usize, t: f64) -> (f64, f64) {
    let (mut before, mut here) = (0.0, 1.0);
    for k in 1..=n {
        let k = k as f64;
        (before, here) = (here, ((2.0 * k - 1.0) * t * here - (k - 1.0) * before) / k);
    }
    (here, n as f64 * (t * here - before) / (t * t - 1.0))
}

struct Step {
    /// Distance from 0, accurate also where it is tiny.
    at: f64,
    weight: f64,
}

/// Spacing of the trapezoidal rule in the transformed variable; halving it changes no result of
/// this crate by more than rounding.
const SPACING: f64 = 1.0 / 16.0;
const REACH: f64 = 3.6;

static STEPS: LazyLock<Vec<Step>> = LazyLock::new(|| {
    let count = (REACH / SPACING) as i32;
    (-count..=count)
        .map(|i| {
            let t = f64::from(i) * SPACING;
            let arm = FRAC_PI_2 * t.sinh();
            // u = (1 + tanh(arm))/2, written so that neither end cancels.
            let at = 1.0 / (1.0 + (-2.0 * arm).exp());
            let other = 1.0 / (1.0 + (2.0 * arm).exp());
            Step { at, weight: SPACING * 2.0 * FRAC_PI_2 * t.cosh() * at * other }
        })
        .collect()
});

/// ∫₀¹ f(u) du.
pub fn unit_integral(mut f: impl FnMut(f64) -> f64) -> f64 {
    STEPS.iter().map(|node| node.weight * f(node.at)).sum()
}

#[cfg(test)]
mod tests {
    use super::{gauss, unit_integral};

    #[test]
    fn gauss_integrates_powers_exactly() {
        for power in 0..20 {
            let sum: f64 = gauss(10).iter().map(|n| n.weight * n.place.powi(power)).sum();
            assert!((sum * f64::from(power + 1) - 1.0).abs() < 1e-13);
        }
    }

    #[test]
    fn smooth_and_end_singular_integrands_are_exact() {
        assert!((unit_integral(f64::exp) - (1f64.exp() - 1.0)).abs() < 3e-15);
        assert!((unit_integral(|u| u.powf(1.3)) - 1.0 / 2.3).abs() < 1e-15);
        assert!(
            (unit_integral(|u| (1.0 - u * u).sqrt()) - std::f64::consts::FRAC_PI_4).abs() < 1e-14
        );
    }
}
