//! Roots of a function of one variable.

/// All roots above `from` and up to `to`, rising, of a function whose roots lie further apart than
/// `step`.
pub(crate) fn roots(function: impl Fn(f64) -> f64, from: f64, to: f64, step: f64) -> Vec<f64> {
    let mut found = Vec::new();
    let (mut left, mut value) = (from, function(from));
    while left < to {
        let right = left + step;
        let next = function(right);
        if (value > 0.0) != (next > 0.0) {
            found.push(root(&function, (left, value), (right, next)));
        }
        (left, value) = (right, next);
    }
    found.retain(|root| *root <= to);
    found
}

/// The root between two points with values of opposite sign, to the last digits (Chandrupatla 1997, Advances in
/// Engineering Software 28: inverse quadratic interpolation where it is safe, else bisection).
pub(crate) fn root(function: impl Fn(f64) -> f64, first: (f64, f64), second: (f64, f64)) -> f64 {
    const MOST_STEPS: usize = 200;
    let (mut a, mut b) = (first, second);
    let mut share = 0.5;
    for _ in 0..MOST_STEPS {
        let x = a.0 + share * (b.0 - a.0);
        let new = (x, function(x));
        let same_side = (new.1 > 0.0) == (a.1 > 0.0);
        let c = if same_side { a } else { b };
        if !same_side {
            b = a;
        }
        a = new;
        let smallest = f64::EPSILON * x.abs() / (b.0 - a.0).abs();
        if a.1 == 0.0 || smallest > 0.5 {
            break;
        }
        share = interpolated(a, b, c).unwrap_or(0.5).clamp(smallest, 1.0 - smallest);
    }
    if a.1.abs() < b.1.abs() { a.0 } else { b.0 }
}

/// How far from a to b inverse quadratic interpolation sees the root, where it can be trusted.
fn interpolated(a: (f64, f64), b: (f64, f64), c: (f64, f64)) -> Option<f64> {
    let xi = (a.0 - b.0) / (c.0 - b.0);
    let phi = (a.1 - b.1) / (c.1 - b.1);
    let safe = phi * phi < xi && (1.0 - phi) * (1.0 - phi) < 1.0 - xi;
    let first = a.1 / (b.1 - a.1) * c.1 / (b.1 - c.1);
    let second = (c.0 - a.0) / (b.0 - a.0) * a.1 / (c.1 - a.1) * b.1 / (c.1 - b.1);
    safe.then_some(first + second)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_of_the_sine() {
        let found = roots(f64::sin, 0.5, 100.0, 1.0);
        assert_eq!(found.len(), 31);
        for (k, root) in (1..).zip(found) {
            let expected = f64::from(k) * std::f64::consts::PI;
            assert!((root / expected - 1.0).abs() < 4.0 * f64::EPSILON, "{root}");
        }
    }

    #[test]
    fn a_flat_root_and_a_steep_one_are_found() {
        let cube = roots(|x| (x - 1.3).powi(3), 0.0, 2.0, 0.7);
        assert!((cube[0] - 1.3).abs() < 1e-5);
        let steep = roots(|x| (50.0 * (x - 1.3)).exp() - 1.0, 0.0, 2.0, 0.7);
        assert!((steep[0] - 1.3).abs() < 1e-15);
    }

    #[test]
    fn nothing_is_found_beyond_the_end() {
        assert!(roots(|x| x - 1.5, 0.0, 1.4, 1.0).is_empty());
        assert!(roots(|_| f64::NAN, 0.0, 1.4, 1.0).is_empty());
    }
}
