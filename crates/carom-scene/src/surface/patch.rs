//! The mean over the patch of contact.
//!
//! Hertz's pressure over a circular patch of half-width a is semi-elliptic, √(1 − r²/a²) (Johnson,
//! Contact Mechanics, 1985, eq. 3.39). Integrated across the path it leaves a parabola along it,
//! 1 − s²/a²: with that weight a surface that varies along the path only is averaged.

/// The mean of samples around each of them, with parabolic weights that end at `half_width`
/// samples. Beyond the ends the samples are taken as constant.
pub(super) fn average(samples: &[f64], half_width: f64) -> Vec<f64> {
    let last = samples.len().saturating_sub(1);
    let reach = half_width.min(last as f64).floor() as usize;
    if reach == 0 {
        return samples.to_vec();
    }
    let mut means = Vec::with_capacity(samples.len());
    let block = 2 * reach + 1;
    let total = Moments::total(reach).weighted(half_width);
    for start in (0..samples.len()).step_by(block) {
        // Moments move on at a cost that does not grow with the patch. They gather errors on their
        // way and so start anew now and then.
        let window = Window { samples, reach };
        let mut moments = Moments::around(&window, start);
        for i in start..(start + block).min(samples.len()) {
            means.push(moments.weighted(half_width) / total);
            moments.advance(&window, i);
        }
    }
    means
}

struct Window<'a> {
    samples: &'a [f64],
    reach: usize,
}

impl Window<'_> {
    /// The sample at an index that may lie before the first or beyond the last.
    fn get(&self, i: isize) -> f64 {
        self.samples[i.clamp(0, self.samples.len() as isize - 1) as usize]
    }
}

/// Sums of the samples of a window, times their distance from its middle to the power 0, 1 and 2.
struct Moments([f64; 3]);

impl Moments {
    fn around(window: &Window<'_>, middle: usize) -> Self {
        let reach = window.reach as isize;
        Self::sum(reach, |k| window.get(middle as isize + k))
    }

    fn total(reach: usize) -> Self {
        Self::sum(reach as isize, |_| 1.0)
    }

    fn sum(reach: isize, sample: impl Fn(isize) -> f64) -> Self {
        let mut sums = [0.0; 3];
        for k in -reach..=reach {
            let (value, distance) = (sample(k), k as f64);
            sums[0] += value;
            sums[1] += value * distance;
            sums[2] += value * distance * distance;
        }
        Self(sums)
    }

    /// The sum with parabolic weights.
    fn weighted(&self, half_width: f64) -> f64 {
        self.0[0] - self.0[2] / (half_width * half_width)
    }

    /// From the window around `middle` to that around the next sample.
    fn advance(&mut self, window: &Window<'_>, middle: usize) {
        let (middle, reach) = (middle as isize, window.reach as isize);
        let (left, right) = (window.get(middle - reach), window.get(middle + reach + 1));
        let far = reach as f64;
        let [zero, one, two] = self.0;
        let zero = zero - left;
        let one = one + far * left;
        let two = two - far * far * left;
        self.0 =
            [zero + right, one - zero + far * right, two - 2.0 * one + zero + far * far * right];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom::numeric::Random;

    fn slow(samples: &[f64], half_width: f64) -> Vec<f64> {
        let window = Window { samples, reach: 0 };
        let reach = half_width.floor() as isize;
        let weight = |k: isize| 1.0 - (k as f64 / half_width).powi(2);
        let total: f64 = (-reach..=reach).map(weight).sum();
        let at = |i: isize| (-reach..=reach).map(|k| weight(k) * window.get(i + k)).sum::<f64>();
        (0..samples.len() as isize).map(|i| at(i) / total).collect()
    }

    #[test]
    fn it_is_the_mean_with_parabolic_weights() {
        let mut random = Random::new(1);
        let samples: Vec<_> = (0..5000).map(|_| random.uniform(-1.0, 1.0)).collect();
        for half_width in [1.0, 1.5, 2.0, 7.3, 300.0, 999.9] {
            for (fast, slow) in average(&samples, half_width).iter().zip(slow(&samples, half_width))
            {
                assert!((fast - slow).abs() < 1e-12, "{half_width}: {fast} {slow}");
            }
        }
    }

    #[test]
    fn no_patch_changes_nothing_and_a_constant_stays() {
        assert_eq!(average(&[1.0, 3.0, 2.0], 0.0), [1.0, 3.0, 2.0]);
        assert_eq!(average(&[1.0, 3.0, 2.0], 0.9), [1.0, 3.0, 2.0]);
        assert!(average(&[5.0; 1000], 123.4).iter().all(|mean| (mean - 5.0).abs() < 1e-12));
        assert!(average(&[2.0; 3], 1e300).iter().all(|mean| (mean - 2.0).abs() < 1e-12));
    }
}
