//! Roots of monotone functions: Newton where it behaves, bisection where it does not.

/// The root of an increasing `f` between `low` and `high`, where f(low) ≤ 0 ≤ f(high).
///
/// `f` returns value and slope. Every evaluation shrinks the bracket; a Newton step that leaves it
/// is replaced by its middle, so the search ends whatever the slopes are. Returns the root and the
/// number of evaluations.
pub fn increasing(low: f64, high: f64, start: f64, f: impl FnMut(f64) -> (f64, f64)) -> (f64, u32) {
    increasing_above_noise(low, high, start, 0.0, f)
}

/// [`increasing`] for a function that is rounded to `noise`: once a value is below it, one last
/// Newton step is taken instead of chasing rounding errors.
pub fn increasing_above_noise(
    mut low: f64,
    mut high: f64,
    start: f64,
    noise: f64,
    mut f: impl FnMut(f64) -> (f64, f64),
) -> (f64, u32) {
    // Not `clamp`, which refuses a bracket that is not one.
    let mut x = start.max(low).min(high);
    for evaluations in 1..=200 {
        let (value, slope) = f(x);
        if value == 0.0 {
            return (x, evaluations);
        }
        if value > 0.0 {
            high = x;
        } else {
            low = x;
        }
        let newton = x - value / slope;
        if value.abs() <= noise && newton.is_finite() {
            return (newton, evaluations);
        }
        let next = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
        if (next - x).abs() <= f64::EPSILON * x.abs() || next == low || next == high {
            return (next, evaluations);
        }
        x = next;
    }
    (x, 200)
}

#[cfg(test)]
mod tests {
    use super::increasing;

    #[test]
    fn finds_roots_where_newton_alone_would_leave() {
        let (x, _) = increasing(-10.0, 10.0, 9.0, |x| (x.atan() - 0.5, 1.0 / (1.0 + x * x)));
        assert!((x - 0.5f64.tan()).abs() < 1e-15);
        let (x, _) = increasing(0.0, 1.0, 1.0, |x| (x.powi(9) - 1e-9, 9.0 * x.powi(8)));
        assert!((x - 0.1).abs() < 1e-16);
    }
}
