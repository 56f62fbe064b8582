//! Functions that vanish to second order at zero, without cancellation.
//!
//! Hunt-Crossley impacts are governed by φ(w) = w − log(1+w), which is w²/2 for small w: computed
//! as written it loses every digit below w ≈ 1e-8. The ratios here stay accurate for any argument
//! and make the lossless limit an ordinary value instead of a special case.

/// Below this, the series in r = w/(2+w) converges to rounding in the terms kept.
const SERIES_REACH: f64 = 0.2;

/// φ(w)/w², with φ(w) = w − log(1+w): ½ at w = 0, defined for w > −1.
#[must_use]
pub fn log_excess_ratio(w: f64) -> f64 {
    let r = w / (2.0 + w);
    if r.abs() < SERIES_REACH {
        (1.0 - 2.0 * r * odd_reciprocals(r) / (2.0 + w)) / (2.0 + w)
    } else {
        // Divided twice, so that a large w does not overflow in w².
        (1.0 - w.ln_1p() / w) / w
    }
}

/// φ(w) = w − log(1+w), defined for w > −1.
#[must_use]
pub fn log_excess(w: f64) -> f64 {
    log_excess_ratio(w) * w * w
}

/// (w²/2 − φ(w))/w³: ⅓ at w = 0, defined for w > −1. The energy lost in an impact is a sum of two
/// of these, each positive.
#[must_use]
pub fn log_cubic_ratio(w: f64) -> f64 {
    let r = w / (2.0 + w);
    if r.abs() < SERIES_REACH {
        let t = 2.0 + w;
        0.5 / t + 2.0 * odd_reciprocals(r) / (t * t * t)
    } else {
        (0.5 - log_excess_ratio(w)) / w
    }
}

/// Σ r^2k/(2k+3), the tail of atanh(r)/r beyond its first term.
fn odd_reciprocals(r: f64) -> f64 {
    const RECIPROCALS: [f64; 12] = {
        let mut table = [0.0; 12];
        let mut k = 0;
        while k < table.len() {
            table[k] = 1.0 / (2 * k + 3) as f64;
            k += 1;
        }
        table
    };
    let square = r * r;
    RECIPROCALS.iter().rev().fold(0.0, |sum, reciprocal| sum * square + reciprocal)
}

/// (eʸ − 1)/y: 1 at y = 0.
#[must_use]
pub fn exp_ratio(y: f64) -> f64 {
    if y == 0.0 { 1.0 } else { y.exp_m1() / y }
}

/// (eʸ − 1 − y)/y²: ½ at y = 0.
#[must_use]
pub fn exp_excess_ratio(y: f64) -> f64 {
    if y.abs() > 1.0 || y.is_nan() {
        return (y.exp_m1() - y) / y / y;
    }
    let mut term = 0.5;
    let mut sum = 0.0;
    let mut k = 3.0;
    while f64::abs(term) > 1e-18 {
        sum += term;
        term *= y / k;
        k += 1.0;
    }
    sum
}

/// (log(1+w))/w: 1 at w = 0.
#[must_use]
pub fn log_ratio(w: f64) -> f64 {
    if w == 0.0 { 1.0 } else { w.ln_1p() / w }
}

/// The natural logarithm of the gamma function for x > 0 (Stirling's series after shifting x
/// upwards; 1e-15 relative to the larger of 1 and the result).
fn ln_gamma(x: f64) -> f64 {
    if x.is_nan() || x <= 0.0 {
        return f64::NAN;
    }
    let mut shift = 1.0;
    let mut z = x;
    while z < 12.0 {
        shift *= z;
        z += 1.0;
    }
    let u = 1.0 / (z * z);
    let series = [1.0 / 12.0, -1.0 / 360.0, 1.0 / 1260.0, -1.0 / 1680.0, 1.0 / 1188.0]
        .iter()
        .chain(&[-691.0 / 360_360.0, 1.0 / 156.0, -3617.0 / 122_400.0])
        .rev()
        .fold(0.0, |sum, c| sum * u + c)
        / z;
    (z - 0.5) * z.ln() - z + 0.5 * (2.0 * std::f64::consts::PI).ln() + series - shift.ln()
}

/// The beta function B(a, b) for positive arguments.
#[must_use]
pub fn beta(a: f64, b: f64) -> f64 {
    (ln_gamma(a) + ln_gamma(b) - ln_gamma(a + b)).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, expected: f64, tolerance: f64) {
        let error = (found / expected - 1.0).abs();
        assert!(error < tolerance, "{found:e} is not {expected:e}: off by {error:e}");
    }

    #[test]
    fn log_excess_keeps_its_digits_at_both_ends() {
        // From 50-digit arithmetic.
        close(log_excess(1e-9), 4.999_999_996_666_667e-19, 1e-15);
        close(log_excess(1e-3), 4.996_669_164_668_332e-7, 1e-15);
        close(log_excess(0.5), 9.453_489_189_183_561e-2, 2e-15);
        close(log_excess(1e3), 9.930_912_452_206_848e2, 1e-14);
        close(log_excess(-0.5), 0.193_147_180_559_945_3, 2e-15);
        close(log_excess_ratio(0.0), 0.5, 1e-16);
    }

    #[test]
    fn series_and_direct_forms_meet_where_they_switch() {
        for w in [0.499_999, 0.500_001, -0.333_333, -0.333_334] {
            let direct = (w - f64::ln_1p(w)) / (w * w);
            close(log_excess_ratio(w), direct, 2e-15);
            close(log_cubic_ratio(w), (0.5 - direct) / w, 1e-14);
        }
        for y in [0.999_999, 1.000_001, -0.999_999, -1.000_001] {
            close(exp_excess_ratio(y), (y.exp() - 1.0 - y) / (y * y), 1e-14);
        }
    }

    #[test]
    fn log_cubic_ratio_is_a_third_at_zero() {
        close(log_cubic_ratio(0.0), 1.0 / 3.0, 1e-15);
        close(log_cubic_ratio(1e-6), 1.0 / 3.0 - 0.25e-6 + 0.2e-12, 1e-15);
    }

    #[test]
    fn beta_matches_closed_forms() {
        close(beta(0.5, 0.5), std::f64::consts::PI, 1e-14);
        close(beta(2.0, 3.0), 1.0 / 12.0, 1e-14);
        close(beta(1.0 / 6.0, 1.0), 6.0, 1e-14);
    }
}
