//! Spherical Bessel functions, by the same way as the others.

/// x·`j_l`′(x) of the spherical Bessel function `j_l`, for x above 0. The scale is set by
/// Σ(2k + 1)·`j_k`² = 1 (Abramowitz and Stegun 1964, 10.1.50).
pub(crate) fn spherical_slope(l: u32, x: f64) -> f64 {
    let top = f64::from(l).max(x);
    let start = (top + 12.0 * top.cbrt() + 20.0) as u32;
    let (mut above, mut here) = (0.0, 1e-150);
    let (mut value, mut next, mut squares) = (0.0, 0.0, 0.0);
    for k in (0..=start).rev() {
        if k == l {
            (value, next) = (here, above);
        }
        let odd = f64::from(2 * k + 1);
        squares += odd * here * here;
        (above, here) = (here, odd / x * here - above);
        if here.abs() > 1e100 {
            for value in [&mut above, &mut here, &mut value, &mut next] {
                *value *= 1e-100;
            }
            squares *= 1e-200;
        }
    }
    (f64::from(l) * value - x * next) / squares.sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn low_orders_are_elementary() {
        for x in [0.1_f64, 1.0, 2.5, 10.0, 50.0, 120.0] {
            let (s, c) = x.sin_cos();
            let j0 = s / x;
            let j1 = s / (x * x) - c / x;
            let j2 = (3.0 / (x * x) - 1.0) * s / x - 3.0 * c / (x * x);
            assert!((spherical_slope(0, x) + x * j1).abs() < 1e-13, "0 at {x}");
            assert!((spherical_slope(1, x) - (x * j0 - 2.0 * j1)).abs() < 1e-12, "1 at {x}");
            assert!((spherical_slope(2, x) - (x * j1 - 3.0 * j2)).abs() < 1e-10, "2 at {x}");
        }
    }
}
