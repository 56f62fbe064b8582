//! Bessel functions of whole order by Miller's algorithm: the recurrence runs down from an order
//! where the function is nothing, and a sum over all orders sets the scale
//! (Abramowitz and Stegun 1964, 9.1.27, 9.1.46, 9.6.26, 9.6.37 and 9.12).

use std::f64::consts::FRAC_2_PI;

/// Below this argument the first term of the power series is exact to the last digit.
const TINY: f64 = 1e-8;
/// Above this the recurrence is scaled down.
const HUGE: f64 = 1e200;

/// J of order n at some x, 0 or above.
#[derive(Clone, Copy, Debug)]
pub struct BesselJ {
    /// `J_n(x)`.
    pub value: f64,
    /// x·`J_n`′(x).
    pub slope: f64,
}

impl BesselJ {
    /// J of order n at x.
    #[must_use]
    pub fn new(n: u32, x: f64) -> Self {
        let order = f64::from(n);
        if x < TINY {
            let value = first_term(n, x);
            return Self { value, slope: order * value };
        }
        let top = order.max(x);
        let start = top + 12.0 * top.cbrt() + 20.0;
        let sum = Recurrence { n, x, sign: -1.0 }.run(start as u32);
        let value = sum.value / sum.even;
        Self { value, slope: order * value - x * sum.next / sum.even }
    }
}

/// Y of order n at some x above 0.
#[derive(Clone, Copy, Debug)]
pub struct BesselY {
    /// `Y_n(x)`.
    pub value: f64,
    /// x·`Y_n`′(x).
    pub slope: f64,
}

impl BesselY {
    /// Y of order n at x: Neumann's series for order 0 and its derivative (Abramowitz and Stegun
    /// 1964, 9.1.88), then the recurrence upwards, which is stable.
    #[must_use]
    pub fn new(n: u32, x: f64) -> Self {
        const EULER: f64 = 0.577_215_664_901_532_9;
        let logarithm = (0.5 * x).ln() + EULER;
        let [mut here, mut above] = if x < TINY {
            [logarithm, -1.0 / x]
        } else {
            let j = all_j(x);
            let (mut zero, mut one) = (logarithm * j[0], logarithm * j[1] - j[0] / x);
            let mut sign = 2.0;
            for k in 1..j.len() / 2 {
                let even = 2 * k;
                let next = j.get(even + 1).copied().unwrap_or(0.0);
                zero += sign * j[even] / k as f64;
                one -= 0.5 * sign * (j[even - 1] - next) / k as f64;
                sign = -sign;
            }
            [zero, one]
        };
        for k in 1..=n {
            (here, above) = (above, 2.0 * f64::from(k) / x * above - here);
        }
        let value = FRAC_2_PI * here;
        Self { value, slope: f64::from(n) * value - x * FRAC_2_PI * above }
    }
}

/// J of all orders that are something at x.
fn all_j(x: f64) -> Vec<f64> {
    let start = (x + 12.0 * x.cbrt() + 20.0) as usize;
    let mut all = vec![0.0; start + 2];
    all[start] = 1e-200;
    for k in (1..=start).rev() {
        all[k - 1] = 2.0 * k as f64 / x * all[k] - all[k + 1];
        if all[k - 1].abs() > HUGE {
            all.iter_mut().for_each(|value| *value /= HUGE);
        }
    }
    let even: f64 = all.iter().step_by(2).sum();
    let scale = 2.0 * even - all[0];
    all.iter_mut().for_each(|value| *value /= scale);
    all
}

/// I of order n at some x, 0 or above, scaled so that nothing overflows.
#[derive(Clone, Copy, Debug)]
pub struct BesselI {
    /// e⁻ˣ·`I_n(x)`.
    pub scaled: f64,
    /// x·`I_n`′(x)/`I_n(x)`.
    pub steepness: f64,
}

impl BesselI {
    /// I of order n at x.
    #[must_use]
    pub fn new(n: u32, x: f64) -> Self {
        let order = f64::from(n);
        if x < TINY {
            return Self { scaled: first_term(n, x) * (-x).exp(), steepness: order };
        }
        let start = (order * order + 100.0 * x).sqrt() + 30.0;
        let sum = Recurrence { n, x, sign: 1.0 }.run(start as u32);
        // The ratio is taken when both were fresh: later they may have been scaled down to 0.
        Self { scaled: sum.value / sum.all, steepness: order + x * sum.ratio }
    }
}

/// (x/2)ⁿ/n!.
fn first_term(n: u32, x: f64) -> f64 {
    (1..=n).map(|k| 0.5 * x / f64::from(k)).product()
}

/// `f_{k−1}` = (2k/x)·`f_k` + sign·`f_{k+1}`.
struct Recurrence {
    n: u32,
    x: f64,
    sign: f64,
}

/// What a run of the recurrence found, up to a common factor.
#[derive(Default)]
struct Run {
    value: f64,
    next: f64,
    ratio: f64,
    /// `f_0` + 2·(`f_2` + `f_4` + …), which belongs to 1 for J.
    even: f64,
    /// `f_0` + 2·(`f_1` + `f_2` + …), which belongs to eˣ for I.
    all: f64,
}

impl Recurrence {
    fn run(&self, start: u32) -> Run {
        let (mut above, mut here) = (0.0, 1e-200);
        let (mut even, mut odd) = (0.0, 0.0);
        let mut run = Run::default();
        for k in (0..=start).rev() {
            if k == self.n {
                (run.value, run.next, run.ratio) = (here, above, above / here);
            }
            if k % 2 == 0 {
                even += here;
            } else {
                odd += here;
            }
            if k == 0 {
                break;
            }
            // Divided afresh each time: one factor 2/x would have its error in all steps.
            (above, here) = (here, 2.0 * f64::from(k) / self.x * here + self.sign * above);
            if here.abs() > HUGE {
                for value in
                    [&mut above, &mut here, &mut even, &mut odd, &mut run.value, &mut run.next]
                {
                    *value /= HUGE;
                }
            }
        }
        // Both sums hold `f_0` once and all others twice.
        run.even = 2.0 * even - here;
        run.all = 2.0 * (even + odd) - here;
        run
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, expected: f64) {
        let fine = (found - expected).abs() <= 1e-13 * expected.abs();
        assert!(fine, "{found} is not {expected}");
    }

    /// The power series, with enough digits as long as x is small or n is large.
    fn series(n: u32, x: f64, sign: f64) -> f64 {
        let mut term = first_term(n, x);
        let mut sum = term;
        for k in 1..60_u32 {
            term *= sign * 0.25 * x * x / (f64::from(k) * f64::from(k + n));
            sum += term;
        }
        sum
    }

    #[test]
    fn j_agrees_with_tables() {
        // Abramowitz and Stegun, tables 9.1 and 9.4.
        close(BesselJ::new(0, 1.0).value, 0.765_197_686_557_966_6);
        close(BesselJ::new(1, 1.0).value, 0.440_050_585_744_933_5);
        close(BesselJ::new(0, 10.0).value, -0.245_935_764_451_348_34);
        close(BesselJ::new(10, 10.0).value, 0.207_486_106_633_358_86);
        close(BesselJ::new(0, 100.0).value, 0.019_985_850_304_223_122);
        close(BesselJ::new(100, 100.0).value, 0.096_366_673_295_861_56);
    }

    #[test]
    fn j_agrees_with_its_power_series() {
        for n in [0, 1, 2, 5, 20, 100] {
            for x in [1e-12, 1e-8, 1e-3, 0.5, 2.0] {
                close(BesselJ::new(n, x).value, series(n, x, -1.0));
            }
        }
    }

    #[test]
    fn y_agrees_with_tables_and_with_j() {
        // Abramowitz and Stegun, tables 9.1 and 9.2.
        close(BesselY::new(0, 1.0).value, 0.088_256_964_215_677);
        close(BesselY::new(1, 1.0).value, -0.781_212_821_300_288_7);
        close(BesselY::new(2, 5.0).value, 0.367_662_882_605_5);
        close(BesselY::new(0, 10.0).value, 0.055_671_167_283_599_4);
        // Wronskian: J·Y′ − J′·Y = 2/(πx).
        for n in [0, 1, 2, 7, 30] {
            for x in [1e-9, 1e-3, 0.3, 2.4, 31.0, 200.0] {
                let (j, y) = (BesselJ::new(n, x), BesselY::new(n, x));
                if y.value.is_finite() && j.value > 1e-280 {
                    let found = j.value * y.slope - j.slope * y.value;
                    assert!((found / FRAC_2_PI - 1.0).abs() < 1e-11, "{n} {x}: {found}");
                }
            }
        }
    }

    #[test]
    fn i_agrees_with_tables_and_its_power_series() {
        close(BesselI::new(0, 1.0).scaled * 1.0_f64.exp(), 1.266_065_877_752_008_4);
        close(BesselI::new(1, 1.0).scaled * 1.0_f64.exp(), 0.565_159_103_992_485);
        for n in [0, 1, 2, 5, 20, 60] {
            for x in [1e-9, 1e-3, 0.5, 2.0, 10.0, 30.0] {
                close(BesselI::new(n, x).scaled * x.exp(), series(n, x, 1.0));
            }
        }
    }

    #[test]
    fn both_keep_their_digits_far_out() {
        // Computed with 25 digits.
        let known = [
            (3, 0.7, 0.006_929_654_826_750_84, 0.003_658_529_461_088_767),
            (7, 31.0, 0.058_148_516_195_075_9, 0.032_331_317_762_012_07),
            (0, 640.0, -0.003_139_198_991_214_703, 0.015_772_660_969_824_482),
            (50, 600.0, 0.010_142_324_200_641_727, 0.002_027_284_060_011_978_5),
            (300, 310.0, 0.057_419_004_509_027_77, 1.469_263_672_604_083_2e-61),
            (640, 645.0, 0.075_188_134_608_327_28, 1.475_045_918_380_357e-131),
        ];
        for (n, x, j, i) in known {
            close(BesselJ::new(n, x).value, j);
            close(BesselI::new(n, x).scaled, i);
        }
    }

    #[test]
    fn slopes_are_slopes() {
        for n in [0, 1, 2, 7, 30] {
            for x in [0.3, 3.0, 31.0, 200.0] {
                let h = 1e-5;
                let j = |x| BesselJ::new(n, x).value;
                let slope = x * (j(x + h) - j(x - h)) / (2.0 * h);
                assert!((BesselJ::new(n, x).slope - slope).abs() < 1e-6 * x);
                let i = |x: f64| BesselI::new(n, x).scaled.ln() + x;
                let steepness = x * (i(x + h) - i(x - h)) / (2.0 * h);
                assert!((BesselI::new(n, x).steepness / steepness - 1.0).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn orders_hang_together_at_large_arguments() {
        // Wronskian of neighbouring kinds is out of reach without Y; the sum of squares is not:
        // J_0² + 2ΣJ_k² = 1.
        for x in [50.0, 300.0, 640.0] {
            let squares = (1..900).map(|k| 2.0 * BesselJ::new(k, x).value.powi(2)).sum::<f64>();
            let sum = squares + BesselJ::new(0, x).value.powi(2);
            assert!((sum - 1.0).abs() < 1e-13, "{x}: {sum}");
        }
    }

    #[test]
    fn extremes_are_finite() {
        for n in [0, 1, 300, 1300] {
            for x in [0.0, 1e-300, 1e-8, 1.0, 650.0, 1e4] {
                let (j, i) = (BesselJ::new(n, x), BesselI::new(n, x));
                assert!(j.value.is_finite() && j.slope.is_finite());
                assert!(i.scaled.is_finite() && i.steepness.is_finite());
            }
        }
        assert_eq!(BesselJ::new(0, 0.0).value, 1.0);
        assert_eq!(BesselJ::new(3, 0.0).value, 0.0);
    }
}
