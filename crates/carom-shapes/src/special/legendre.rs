//! Associated Legendre functions.

/// The associated Legendre function of degree l and order m ≤ l at cos(polar angle), scaled so that
/// its square has mean 1 over the sphere, by the recurrence in l (Press et al. 2007, Numerical
/// Recipes, 6.7).
pub(crate) fn legendre(l: u32, m: u32, cosine: f64, sine: f64) -> f64 {
    from_degree(l, m, cosine, sine).next().unwrap_or_default()
}

/// Those of one order and all degrees from l ≥ m on, each from the two before it.
pub(crate) fn from_degree(l: u32, m: u32, cosine: f64, sine: f64) -> impl Iterator<Item = f64> {
    let diagonal = |k| (1.0 + 0.5 / f64::from(k)).sqrt() * sine;
    let squared = f64::from(m).powi(2);
    let share = move |k: f64| (k * k - squared) / (4.0 * k * k - 1.0);
    let (mut below, mut here) = (0.0, (1..=m).map(diagonal).product::<f64>());
    let step = move |k: u32| {
        let value = here;
        let k = f64::from(k);
        let next = (cosine * here - share(k - 1.0).max(0.0).sqrt() * below) / share(k).sqrt();
        (below, here) = (value, next);
        value
    };
    (m + 1..).map(step).skip(l.saturating_sub(m) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn low_degrees_are_polynomials() {
        for angle in [0.0_f64, 0.3, 1.0, 2.0, 3.0] {
            let (s, c) = angle.sin_cos();
            let known = [
                (0, 0, 1.0),
                (1, 0, 3.0_f64.sqrt() * c),
                (1, 1, 1.5_f64.sqrt() * s),
                (2, 0, 5.0_f64.sqrt() * (1.5 * c * c - 0.5)),
                (2, 1, 7.5_f64.sqrt() * s * c),
                (2, 2, (15.0_f64 / 8.0).sqrt() * s * s),
            ];
            for (l, m, value) in known {
                assert!((legendre(l, m, c, s) - value).abs() < 1e-14, "{l} {m} {angle}");
            }
        }
    }

    #[test]
    fn squares_over_all_orders_add_up() {
        // The addition theorem: their sum is 2l + 1 everywhere on the sphere.
        for l in [1_u32, 5, 40, 115] {
            for angle in [0.0_f64, 1e-3, 0.5, 1.5, 3.1] {
                let (s, c) = angle.sin_cos();
                let twice = (1..=l).map(|m| 2.0 * legendre(l, m, c, s).powi(2)).sum::<f64>();
                let sum = (twice + legendre(l, 0, c, s).powi(2)) / f64::from(2 * l + 1);
                assert!((sum - 1.0).abs() < 1e-11, "{l} {angle} {sum}");
            }
        }
    }
}
