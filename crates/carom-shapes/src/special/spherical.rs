//! Spherical Bessel functions, by the same way as the others.

/// The spherical Bessel functions `j_0` to `j_top` at x, 0 or above. The scale is set by
/// Σ(2k + 1)·`j_k`² = 1 (Abramowitz and Stegun 1964, 10.1.50), the sign by `j_0` = sin x/x or `j_1`.
pub(crate) fn spherical_bessel(top: u32, x: f64) -> Vec<f64> {
    let mut values = vec![0.0; top as usize + 1];
    if x < 1e-8 {
        values[0] = 1.0;
        if let Some(first) = values.get_mut(1) {
            *first = x / 3.0;
        }
        return values;
    }
    let highest = f64::from(top).max(x);
    let start = (highest + 12.0 * highest.cbrt() + 20.0) as u32;
    let (mut above, mut here, mut squares) = (0.0, 1e-150, 0.0);
    for k in (0..=start).rev() {
        if let Some(value) = values.get_mut(k as usize) {
            *value = here;
        }
        let odd = f64::from(2 * k + 1);
        squares += odd * here * here;
        (above, here) = (here, odd / x * here - above);
        if here.abs() > 1e100 {
            values.iter_mut().chain([&mut above, &mut here]).for_each(|value| *value *= 1e-100);
            squares *= 1e-200;
        }
    }
    // The last two are j_0 and j_{−1} = cos x/x: one of them is not small.
    let sign = if x.sin().abs() > 0.5 { above * x.sin() } else { here * x.cos() }.signum();
    values.iter_mut().for_each(|value| *value *= sign / squares.sqrt());
    values
}

/// x·`j_l`′(x) of the spherical Bessel function `j_l`, for x above 0.
pub(crate) fn spherical_slope(l: u32, x: f64) -> f64 {
    let all = spherical_bessel(l + 1, x);
    f64::from(l) * all[l as usize] - x * all[l as usize + 1]
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
