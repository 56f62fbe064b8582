//! The air around a closed body with skins at its ends, which is no wall: what two ends send out
//! meets.
//!
//! The body is taken as a hard sphere of its volume, and each end as a point at a pole (Morse and
//! Ingard, Theoretical Acoustics, 1968, section 7.2, the point source on a sphere). Long waves leave
//! with half the power that they have in a wall, and heads that move together send out little: they
//! are a dipole. Short waves leave as in a wall.

use crate::special::spherical_bessel;

/// What the resistances of the lowest order are multiplied with: one end by itself, and from one
/// end to the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ends {
    pub own: f64,
    pub other: f64,
}

impl Ends {
    /// In a wall.
    pub(super) const WALL: Self = Self { own: 1.0, other: 0.0 };

    /// On a sphere, x in radius times wave number: ½·Σ(±1)ˡ·(2l + 1)/(x⁴·|`h_l`′(x)|²).
    pub(super) fn on_sphere(x: f64) -> Self {
        if x < 1e-3 {
            return Self { own: 0.5, other: 0.5 };
        }
        let top = (x + 6.0 * x.cbrt() + 8.0) as u32;
        let first = spherical_bessel(top + 1, x);
        // y_l upwards, from y_{−1} = sin x/x.
        let (mut below, mut here) = (x.sin() / x, -x.cos() / x);
        let mut ends = Self { own: 0.0, other: 0.0 };
        for l in 0..=top {
            let order = f64::from(l);
            let slope = order / x * first[l as usize] - first[l as usize + 1];
            let second = below - (order + 1.0) / x * here;
            let term = (order + 0.5) / (x.powi(4) * (slope * slope + second * second));
            ends.own += term;
            ends.other += if l.is_multiple_of(2) { term } else { -term };
            (below, here) = (here, (2.0 * order + 1.0) / x * here - below);
        }
        ends
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_waves_are_monopoles_and_dipoles_and_short_ones_leave_as_from_a_wall() {
        // To the second order: 1/(1 + x²) of the monopole and ¾·x² of the dipole, half each.
        let x: f64 = 0.01;
        let ends = Ends::on_sphere(x);
        assert!((ends.own - 0.5 * (1.0 - x * x + 0.75 * x * x)).abs() < 1e-7);
        assert!((ends.own - ends.other - 0.75 * x * x).abs() < 1e-7);
        let far = Ends::on_sphere(40.0);
        assert!((far.own - 1.0).abs() < 0.1 && far.other.abs() < 0.15, "{far:?}");
        assert!((Ends::on_sphere(9.99e-4).own - Ends::on_sphere(1.01e-3).own).abs() < 1e-6);
    }
}
