//! The approximations of the outgoing velocity that papetti gives, of any order.

use carom::exact::restitution;

/// Which of papetti's two forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ApproximationKind {
    /// (30): a polynomial in μ·v_in, good for small μ·v_in only.
    Polynomial,
    /// (7): a polynomial times exp(−2μ·v_in), right in both limits.
    NonLocal,
}

/// Higher orders than this would only add terms below rounding.
const HIGHEST_ORDER: usize = 64;

/// An approximation of μ·v_out as a function of s = μ·v_in.
///
/// ```
/// use carom_schemes::Approximation;
/// let papetti = Approximation::non_local(4);
/// // (8): 1, 1, 2/3, 2/9, 14/135
/// assert!((papetti.coefficients()[4] - 14.0 / 135.0).abs() < 1e-15);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Approximation {
    kind: ApproximationKind,
    coefficients: Vec<f64>,
}

impl Approximation {
    /// The polynomial of papetti (30) of the given order, its coefficients by recursion.
    #[must_use]
    pub fn polynomial(order: usize) -> Self {
        let order = order.min(HIGHEST_ORDER);
        Self { kind: ApproximationKind::Polynomial, coefficients: polynomial(order) }
    }

    /// The non-local form of papetti (7) of the given order, its coefficients by (38).
    #[must_use]
    pub fn non_local(order: usize) -> Self {
        let order = order.min(HIGHEST_ORDER);
        let a = polynomial(order);
        let mut exponential = vec![1.0; order + 1];
        for j in 1..=order {
            exponential[j] = exponential[j - 1] * -2.0 / j as f64;
        }
        let mut b = vec![1.0; order + 1];
        for j in 1..=order {
            let known: f64 = (0..j).map(|l| b[l] * exponential[j - l]).sum();
            b[j] = a[j] - known;
        }
        Self { kind: ApproximationKind::NonLocal, coefficients: b }
    }

    /// The coefficients of s⁰, s¹, …: papetti's a_j/μ^(j−1) or b_j/μ^j.
    #[must_use]
    pub fn coefficients(&self) -> &[f64] {
        &self.coefficients
    }

    /// The approximated μ·v_out.
    #[must_use]
    pub fn speed_product(&self, s: f64) -> f64 {
        let (first, rest) = match self.coefficients.split_first() {
            Some((first, rest)) => (*first, rest),
            None => return 0.0,
        };
        let tail = s * rest.iter().rev().fold(0.0, |sum, c| sum * s + c);
        match self.kind {
            ApproximationKind::Polynomial => tail,
            // 1 + tail times the exponential, minus 1, without subtracting the two ones.
            ApproximationKind::NonLocal => (first + tail) * (-2.0 * s).exp_m1() + tail,
        }
    }

    /// The approximated outgoing velocity, −v_in without losses.
    #[must_use]
    pub fn v_out(&self, mu: f64, v_in: f64) -> f64 {
        if mu == 0.0 { -v_in } else { self.speed_product(mu * v_in) / mu }
    }

    /// The error relative to the exact outgoing velocity, signed as a deviation in magnitude.
    #[must_use]
    pub fn error(&self, s: f64) -> f64 {
        if s == 0.0 { 0.0 } else { self.speed_product(s) / -(s * restitution(s)) - 1.0 }
    }

    /// The intervals of s between `from` and `to` on which the error stays within `bound`
    /// (papetti Fig. 3), each end located to rounding.
    #[must_use]
    pub fn ranges(&self, bound: f64, from: f64, to: f64) -> Vec<(f64, f64)> {
        // The grid is even in the logarithm.
        let from = from.max(1e-12);
        let inside = |s: f64| self.error(s).abs() <= bound;
        let steps = 4000;
        let ratio = (to / from).ln() / f64::from(steps);
        let grid = |i: i32| {
            if i == steps { to } else { from * (ratio * f64::from(i)).exp() }
        };
        let mut ranges = Vec::new();
        let mut open = inside(from).then_some(from);
        for i in 1..=steps {
            let (left, right) = (grid(i - 1), grid(i));
            match (open, inside(right)) {
                (None, true) => open = Some(edge(right, left, inside)),
                (Some(start), false) => {
                    ranges.push((start, edge(left, right, inside)));
                    open = None;
                }
                _ => {}
            }
        }
        ranges.extend(open.map(|start| (start, to)));
        ranges
    }
}

/// The border between a point inside and one outside, by bisection.
fn edge(mut inside: f64, mut outside: f64, test: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..60 {
        let middle = 0.5 * (inside + outside);
        if test(middle) {
            inside = middle;
        } else {
            outside = middle;
        }
    }
    inside
}

/// Coefficients of w(s), w = −s + ⅔s² − …, from w·w′·(1+s) = s·(1+w), the derivative of (6).
fn polynomial(order: usize) -> Vec<f64> {
    let mut a = vec![0.0; order + 1];
    if order == 0 {
        return a;
    }
    a[1] = -1.0;
    // squares[n] is the coefficient of sⁿ in w²: (n·squares[n] + (n−1)·squares[n−1])/2 = a[n−2].
    let mut squares = vec![0.0; order + 2];
    squares[2] = 1.0;
    for j in 2..=order {
        let n = j + 1;
        squares[n] = (2.0 * a[n - 2] - (n - 1) as f64 * squares[n - 1]) / n as f64;
        let cross: f64 = (2..j).map(|i| a[i] * a[n - i]).sum();
        a[j] = (squares[n] - cross) / (2.0 * a[1]);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coefficients_are_those_of_papetti_33_and_8() {
        let a = Approximation::polynomial(4);
        for (found, printed) in
            a.coefficients()[1..].iter().zip([-1.0, 2.0 / 3.0, -4.0 / 9.0, 44.0 / 135.0])
        {
            assert!((found - printed).abs() < 1e-15);
        }
        let b = Approximation::non_local(4);
        for (found, printed) in
            b.coefficients().iter().zip([1.0, 1.0, 2.0 / 3.0, 2.0 / 9.0, 14.0 / 135.0])
        {
            assert!((found - printed).abs() < 1e-15);
        }
    }

    #[test]
    fn each_order_agrees_with_the_exact_answer_to_that_order() {
        for order in 1..=6 {
            for form in [Approximation::polynomial(order), Approximation::non_local(order)] {
                let (s, half) = (0.02, 0.01);
                let slope = (form.error(s) / form.error(half)).abs().log2();
                assert!((slope - order as f64).abs() < 0.6, "{form:?}: {slope}");
            }
        }
    }

    #[test]
    fn ranges_of_fig_3_end_where_the_error_meets_its_bound() {
        let papetti = Approximation::non_local(4);
        let percent = papetti.ranges(1e-2, 1e-3, 1e3);
        let permille = papetti.ranges(1e-3, 1e-3, 1e3);
        assert_eq!((percent.len(), permille.len()), (2, 2), "{percent:?} {permille:?}");
        for (bound, ranges) in [(1e-2, percent), (1e-3, permille)] {
            assert!((papetti.error(ranges[0].1).abs() - bound).abs() < 1e-10);
            assert!((papetti.error(ranges[1].0).abs() - bound).abs() < 1e-10);
        }
    }
}
