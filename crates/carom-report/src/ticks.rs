//! The ticks of an axis and their labels.

use crate::text;

/// The marks of one axis.
#[derive(Debug, Clone, Default)]
pub(crate) struct Ticks {
    /// Positions with their labels.
    pub(crate) major: Vec<(f64, String)>,
    /// Positions without labels.
    pub(crate) minor: Vec<f64>,
    /// The labels are to be multiplied by this power of ten; `0` when they stand for themselves.
    pub(crate) exponent: i32,
}

/// `mantissa * 10^exponent`, correctly rounded: sums and products of steps would leave traces such
/// as `0.30000000000000004`.
fn decimal(mantissa: i64, exponent: i32) -> f64 {
    format!("{mantissa}e{exponent}").parse().unwrap_or(0.0)
}

/// The exponent of the leading decimal digit; `0` for zero.
fn leading(value: f64) -> i32 {
    let text = format!("{value:e}");
    text.split_once('e').and_then(|(_, e)| e.parse().ok()).unwrap_or(0)
}

/// A power of ten, as in `10⁻⁴`.
pub(crate) fn power(exponent: i32) -> String {
    format!("10{}", text::raised(&signed(&exponent.to_string())))
}

/// Sets a true minus sign.
fn signed(text: &str) -> String {
    text.replace('-', "−")
}

/// Marks at multiples of 1, 2 or 5 times a power of ten, about `count` of them within `lo..=hi`.
pub(crate) fn linear(lo: f64, hi: f64, count: usize) -> Ticks {
    let raw = (hi - lo) / count.max(1) as f64;
    if !(raw.is_finite() && raw > 0.0) {
        return Ticks::default();
    }
    let base = leading(raw);
    let ratio = raw / decimal(1, base);
    // The nearest of 1, 2, 5 and 10 as ratios go: the bounds are their geometric means.
    let (mantissa, base) = match ratio {
        r if r < 2f64.sqrt() => (1, base),
        r if r < 10f64.sqrt() => (2, base),
        r if r < 50f64.sqrt() => (5, base),
        _ => (1, base + 1),
    };
    let step = decimal(mantissa, base);
    // The slack keeps a mark that rounding puts just outside of its own range.
    let first = (lo / step - 1e-6).ceil() as i64;
    let last = (hi / step + 1e-6).floor() as i64;
    let last = last.min(first.saturating_add(100));
    let multiples: Vec<i64> = (first..=last).map(|i| i.saturating_mul(mantissa)).collect();
    label_multiples(&multiples, base)
}

/// Labels the marks `multiples * 10^base` with the fewest digits in which they differ.
fn label_multiples(multiples: &[i64], base: i32) -> Ticks {
    let largest = multiples.iter().map(|m| m.saturating_abs()).max().unwrap_or(0);
    let top = leading(decimal(largest, base));
    // Numbers between one hundredth and a hundred thousand need no power of ten.
    let exponent = if largest == 0 || (-2..5).contains(&top) { 0 } else { top };
    let decimals = usize::try_from(exponent - base).unwrap_or(0);
    let label = |m: i64| signed(&format!("{:.decimals$}", decimal(m, base - exponent)));
    let major = multiples.iter().map(|&m| (decimal(m, base), label(m))).collect();
    Ticks { major, minor: Vec::new(), exponent }
}

/// Marks of a logarithmic axis over `lo..=hi`, both positive: decades if at least two are visible,
/// otherwise 1-2-5 multiples, otherwise the marks of a linear axis.
pub(crate) fn log(lo: f64, hi: f64, count: usize) -> Ticks {
    let inside = |v: &f64| *v >= lo * (1.0 - 1e-9) && *v <= hi * (1.0 + 1e-9) && *v > 0.0;
    let (first, last) = (leading(lo), leading(hi));
    let multiples = |mantissas: &[i64]| -> Vec<(i64, i32)> {
        let all = (first..=last).flat_map(|e| mantissas.iter().map(move |&m| (m, e)));
        all.filter(|&(m, e)| inside(&decimal(m, e))).collect()
    };
    let decades = multiples(&[1]);
    if decades.len() >= 2 && hi / lo >= 30.0 {
        return decade_ticks(&decades, || multiples(&[2, 3, 4, 5, 6, 7, 8, 9]), count);
    }
    if multiples(&[1, 2, 5]).len() < 3 {
        return linear(lo, hi, count);
    }
    let choices: [&[i64]; 3] = [&[1, 2, 5], &[1, 5], &[2]];
    let few =
        choices.map(multiples).into_iter().find(|some| (2..=count.max(2)).contains(&some.len()));
    let few = few.unwrap_or_else(|| multiples(&[1, 2, 5]));
    let all = multiples(&[1, 2, 3, 4, 5, 6, 7, 8, 9]);
    let between = all.iter().filter(|mark| !few.contains(mark));
    let plain = few.iter().all(|(_, e)| (-2..4).contains(e));
    let label = |m: i64, e: i32| match (plain, m) {
        (true, _) => format!("{}", decimal(m, e)),
        (false, 1) => power(e),
        (false, _) => format!("{m}×{}", power(e)),
    };
    Ticks {
        major: few.iter().map(|&(m, e)| (decimal(m, e), label(m, e))).collect(),
        minor: between.map(|&(m, e)| decimal(m, e)).collect(),
        exponent: 0,
    }
}

fn decade_ticks(
    decades: &[(i64, i32)],
    between: impl Fn() -> Vec<(i64, i32)>,
    count: usize,
) -> Ticks {
    let strides = [1, 2, 3, 4, 5, 10, 20, 50, 100, 200];
    let wide = |stride: &i32| decades.len() <= count.max(2) * usize::try_from(*stride).unwrap_or(1);
    let stride = strides.into_iter().find(wide).unwrap_or(400);
    let (major, skipped): (Vec<_>, Vec<_>) = decades.iter().partition(|(_, e)| e % stride == 0);
    // In narrow decades, nine marks each would look like a grey bar.
    let minor = match stride {
        1 if decades.len() <= 9 => between(),
        1..=20 => skipped,
        _ => Vec::new(),
    };
    Ticks {
        major: major.iter().map(|&(m, e)| (decimal(m, e), power(e))).collect(),
        minor: minor.iter().map(|&(m, e)| decimal(m, e)).collect(),
        exponent: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(ticks: &Ticks) -> Vec<&str> {
        ticks.major.iter().map(|(_, label)| label.as_str()).collect()
    }

    #[test]
    fn linear_ticks_cover_the_range_in_steps_of_one_two_or_five() {
        for scale in [1e-300, 1e-7, 0.03, 1.0, 42.0, 1e12, 1e300] {
            for (lo, hi) in [(0.0, 1.0), (-3.7, 9.1), (2.0, 2.3), (-1.0, -0.98)] {
                let (lo, hi) = (lo * scale, hi * scale);
                let ticks = linear(lo, hi, 6);
                let values: Vec<f64> = ticks.major.iter().map(|t| t.0).collect();
                assert!((3..=9).contains(&values.len()), "{values:?}");
                let step = values[1] - values[0];
                let mantissa = step / 10f64.powi(leading(step * 1.000_001));
                assert!([1.0, 2.0, 5.0].iter().any(|m| (mantissa - m).abs() < 1e-3), "{mantissa}");
                assert!(
                    values[0] - lo < step * 1.001 && hi - values[values.len() - 1] < step * 1.001
                );
                assert!(values.iter().all(|v| *v >= lo - 1e-5 * step && *v <= hi + 1e-5 * step));
                for pair in values.windows(2) {
                    assert!(((pair[1] - pair[0]) / step - 1.0).abs() < 1e-6);
                }
                let mut names = labels(&ticks);
                names.dedup();
                assert_eq!(names.len(), values.len(), "labels must differ");
            }
        }
    }

    #[test]
    fn labels_have_the_digits_they_need() {
        assert_eq!(labels(&linear(0.0, 1.0, 5)), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(labels(&linear(-20.0, 20.0, 4)), ["−20", "−10", "0", "10", "20"]);
        assert_eq!(labels(&linear(0.0, 40_000.0, 2)), ["0", "20000", "40000"]);
    }

    #[test]
    fn tiny_and_large_values_share_a_power_of_ten() {
        let ticks = linear(0.0, 2.1e-4, 4);
        assert_eq!((ticks.exponent, labels(&ticks)), (-4, vec!["0.0", "0.5", "1.0", "1.5", "2.0"]));
        let ticks = linear(0.0, 3e6, 3);
        assert_eq!((ticks.exponent, labels(&ticks)), (6, vec!["0", "1", "2", "3"]));
        assert_eq!(linear(0.0, 0.05, 5).exponent, 0);
    }

    #[test]
    fn log_ticks_are_decades_with_minor_marks() {
        let ticks = log(3e-5, 2e2, 10);
        let decades = [1e-4, 1e-3, 1e-2, 1e-1, 1.0, 10.0, 100.0];
        assert_eq!(ticks.major.iter().map(|t| t.0).collect::<Vec<_>>(), decades);
        assert_eq!(ticks.major[0].1, "10⁻⁴");
        assert!(ticks.minor.contains(&3e-5) && ticks.minor.contains(&2e2));
        assert!(ticks.minor.iter().all(|v| (3e-5..=2e2).contains(v)));
    }

    #[test]
    fn many_decades_are_thinned_evenly() {
        let ticks = log(1e-300, 1e300, 6);
        assert!((3..=7).contains(&ticks.major.len()));
        let exponents: Vec<i32> = ticks.major.iter().map(|t| leading(t.0)).collect();
        assert!(exponents.windows(2).all(|p| p[1] - p[0] == exponents[1] - exponents[0]));
    }

    #[test]
    fn short_log_ranges_are_still_marked() {
        assert_eq!(labels(&log(0.9, 11.0, 6)), ["1", "2", "5", "10"]);
        assert_eq!(labels(&log(0.9e-7, 1.1e-6, 6)), ["10⁻⁷", "2×10⁻⁷", "5×10⁻⁷", "10⁻⁶"]);
        assert!(log(3.1, 3.9, 6).major.len() >= 3);
    }

    #[test]
    fn impossible_ranges_have_no_ticks() {
        assert!(linear(1.0, 1.0, 5).major.is_empty());
        assert!(linear(f64::NAN, 1.0, 5).major.is_empty());
    }
}
