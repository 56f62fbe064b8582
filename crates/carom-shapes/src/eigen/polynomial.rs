//! Orthonormal polynomials on the interval from 0 to 1, and Gauss's rule for their integrals.

pub(crate) use carom_numeric::quadrature::{Node, gauss};

use super::Matrix;

/// A family of polynomials p₀, p₁, … with ∫p_i·p_j = 1 if i = j, else 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Family {
    /// Legendre's, √(2n+1)·P_n(2x−1): for edges that are free.
    Free,
    /// (1−t²)² times Gegenbauer's polynomials of λ = 9/2, with t = 2x−1: value and slope vanish at
    /// both ends.
    Clamped,
}

/// Value, first and second derivative.
pub(crate) type Jet = [f64; 3];

impl Family {
    /// The polynomials at a place, one after the other.
    pub(crate) fn values(self, x: f64) -> impl Iterator<Item = f64> {
        let t = 2.0 * x - 1.0;
        let edge = if self == Self::Clamped { (1.0 - t * t).powi(2) } else { 1.0 };
        let (mut before, mut here) = (0.0, self.first());
        (0..).map(move |n| {
            let value = edge * here;
            (before, here) = (here, (t * here - self.link(n) * before) / self.link(n + 1));
            value
        })
    }

    /// The first `count` polynomials and their derivatives by x.
    pub(crate) fn jets(self, x: f64, count: usize) -> Vec<Jet> {
        let t = 2.0 * x - 1.0;
        let mut jets = self.recurrence(t, count);
        if self == Self::Clamped {
            let edge = [(1.0 - t * t).powi(2), -4.0 * t * (1.0 - t * t), 12.0 * t * t - 4.0];
            jets.iter_mut().for_each(|jet| *jet = product(edge, *jet));
        }
        jets.iter().map(|[value, first, second]| [*value, 2.0 * first, 4.0 * second]).collect()
    }

    /// Polynomials orthonormal with an even weight obey t·p_n = α_{n+1}·p_{n+1} + α_n·p_{n−1}.
    fn recurrence(self, t: f64, count: usize) -> Vec<Jet> {
        let mut jets: Vec<Jet> = Vec::with_capacity(count);
        let (mut before, mut here) = ([0.0; 3], [self.first(), 0.0, 0.0]);
        for n in 0..count {
            jets.push(here);
            let (down, up) = (self.link(n), self.link(n + 1));
            let next = |k: usize| {
                let lower = if k == 0 { 0.0 } else { k as f64 * here[k - 1] };
                (t * here[k] + lower - down * before[k]) / up
            };
            let after = [next(0), next(1), next(2)];
            (before, here) = (here, after);
        }
        jets
    }

    /// p₀ without the factor (1−t²)².
    fn first(self) -> f64 {
        match self {
            Self::Free => 1.0,
            // ½∫(1−t²)⁴dt = 128/315.
            Self::Clamped => (315.0_f64 / 128.0).sqrt(),
        }
    }

    /// α_n (Szegő, Orthogonal Polynomials, 1939, §4.7).
    fn link(self, n: usize) -> f64 {
        let n = n as f64;
        match self {
            Self::Free => n / (4.0 * n * n - 1.0).abs().sqrt(),
            Self::Clamped => (n * (n + 8.0) / ((2.0 * n + 9.0) * (2.0 * n + 7.0))).sqrt(),
        }
    }
}

/// Leibniz's rule.
fn product(a: Jet, b: Jet) -> Jet {
    let first = a[1] * b[0] + a[0] * b[1];
    [a[0] * b[0], first, a[2] * b[0] + 2.0 * a[1] * b[1] + a[0] * b[2]]
}

/// Integrals over products of derivatives of the first polynomials of a family.
#[derive(Debug)]
pub(crate) struct Integrals {
    /// ∫p_i″·p_j″.
    pub bend: Matrix,
    /// ∫p_i·p_j″.
    pub half_bend: Matrix,
    /// ∫p_i′·p_j′.
    pub slope: Matrix,
    /// ∫p_i′·p_j.
    pub half_slope: Matrix,
}

impl Integrals {
    /// Of the first `count` polynomials.
    pub(crate) fn new(family: Family, count: usize) -> Self {
        // Exact: a product has at most the degree 2·(count + 3).
        let rule = gauss(count + 4);
        let jets: Vec<Vec<Jet>> = rule.iter().map(|node| family.jets(node.place, count)).collect();
        let integral = |first: usize, second: usize| {
            let mut matrix = Matrix::zero(count);
            for (node, jet) in rule.iter().zip(&jets) {
                for i in 0..count {
                    let factor = node.weight * jet[i][first];
                    for (value, other) in matrix.row_mut(i).iter_mut().zip(jet) {
                        *value += factor * other[second];
                    }
                }
            }
            matrix
        };
        Self {
            bend: integral(2, 2),
            half_bend: integral(0, 2),
            slope: integral(1, 1),
            half_slope: integral(1, 0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_families_are_orthonormal() {
        for family in [Family::Free, Family::Clamped] {
            for (i, j) in [(0, 0), (3, 3), (60, 60), (0, 2), (7, 40), (59, 61)] {
                let term = |node: &Node| {
                    let values: Vec<_> = family.values(node.place).take(64).collect();
                    node.weight * values[i] * values[j]
                };
                let sum: f64 = gauss(70).iter().map(term).sum();
                assert!((sum - f64::from(u8::from(i == j))).abs() < 1e-11, "{i} {j} {sum}");
            }
        }
    }

    #[test]
    fn clamped_polynomials_stand_still_at_the_ends() {
        for x in [0.0, 1.0] {
            assert!(Family::Clamped.jets(x, 40).iter().all(|jet| jet[0] == 0.0 && jet[1] == 0.0));
        }
    }

    #[test]
    fn derivatives_are_those_of_legendre() {
        let jets = Family::Free.jets(0.7, 3);
        let root = 5.0_f64.sqrt();
        let expected = [root * (6.0 * 0.49 - 4.2 + 1.0), root * (12.0 * 0.7 - 6.0), root * 12.0];
        for (value, right) in jets[2].iter().zip(expected) {
            assert!((value - right).abs() < 1e-12);
        }
    }

    #[test]
    fn integrals_agree_with_those_done_by_hand() {
        let integrals = Integrals::new(Family::Free, 4);
        // p₁ = √3(2x−1), p₂ = √5(6x²−6x+1).
        assert!((integrals.slope.row(1)[1] - 12.0).abs() < 1e-12);
        assert!((integrals.bend.row(2)[2] - 720.0).abs() < 1e-10);
        assert!((integrals.half_bend.row(0)[2] - 12.0 * 5.0_f64.sqrt()).abs() < 1e-11);
        assert!((integrals.half_slope.row(1)[0] - 12.0_f64.sqrt()).abs() < 1e-12);
    }
}
