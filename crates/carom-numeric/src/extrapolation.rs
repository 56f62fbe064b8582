//! Gragg-Bulirsch-Stoer extrapolation: an integrator of high order without a table of
//! coefficients, for the reference answers that have no closed form.

/// Extrapolation columns; the order of the result is twice this.
const COLUMNS: usize = 8;

/// One step of size `h` from `y` of the autonomous system y′ = f(y): the new state and an estimate
/// of its error, the largest over the components and relative to `1 + |y|`.
fn extrapolated_step<const N: usize>(
    f: &impl Fn(&[f64; N]) -> [f64; N],
    y: &[f64; N],
    h: f64,
) -> ([f64; N], f64) {
    let mut rows = [[0.0; N]; COLUMNS];
    let mut error = f64::INFINITY;
    for k in 0..COLUMNS {
        let mut above = rows[0];
        rows[0] = modified_midpoint(f, y, h, 2 * (k + 1));
        for j in 1..=k {
            let ratio = ((k + 1) as f64 / (k + 1 - j) as f64).powi(2);
            let previous = above;
            above = rows[j];
            for i in 0..N {
                rows[j][i] = rows[j - 1][i] + (rows[j - 1][i] - previous[i]) / (ratio - 1.0);
            }
        }
        if k + 1 == COLUMNS {
            let (best, next) = (rows[k], rows[k - 1]);
            error = (0..N)
                .map(|i| (best[i] - next[i]).abs() / (1.0 + best[i].abs()))
                .fold(0.0, |a, b| if b > a || b.is_nan() { b } else { a });
        }
    }
    (rows[COLUMNS - 1], error)
}

fn modified_midpoint<const N: usize>(
    f: &impl Fn(&[f64; N]) -> [f64; N],
    y: &[f64; N],
    h: f64,
    parts: usize,
) -> [f64; N] {
    let part = h / parts as f64;
    let advance = |from: &[f64; N], slope: &[f64; N], by: f64| -> [f64; N] {
        std::array::from_fn(|i| from[i] + by * slope[i])
    };
    let mut before = *y;
    let mut now = advance(y, &f(y), part);
    for _ in 1..parts {
        let next = advance(&before, &f(&now), 2.0 * part);
        before = now;
        now = next;
    }
    let slope = f(&now);
    std::array::from_fn(|i| 0.5 * (now[i] + before[i] + part * slope[i]))
}

/// Integrates an autonomous system with steps of the size that the error allows.
pub struct Integrator<const N: usize, F: Fn(&[f64; N]) -> [f64; N]> {
    system: F,
    tolerance: f64,
    /// The step to try next.
    pub step: f64,
    /// The present state.
    pub state: [f64; N],
}

impl<const N: usize, F: Fn(&[f64; N]) -> [f64; N]> Integrator<N, F> {
    /// Starts from a state; the first step that is tried has this size.
    pub fn new(system: F, state: [f64; N], step: f64, tolerance: f64) -> Self {
        Self { system, tolerance, step, state }
    }

    /// Takes one accepted step of at most `limit`, returns its size.
    pub fn advance(&mut self, limit: f64) -> f64 {
        let mut h = self.step.min(limit);
        loop {
            let (next, error) = extrapolated_step(&self.system, &self.state, h);
            let order = (2 * COLUMNS - 1) as f64;
            let growth = 0.8 * (self.tolerance / error.max(1e-300)).powf(1.0 / order);
            if error <= self.tolerance || h < 1e-14 * limit {
                self.state = next;
                self.step = h * growth.clamp(0.3, 3.0);
                return h;
            }
            h *= if growth.is_finite() { growth.clamp(0.1, 0.7) } else { 0.1 };
        }
    }

    /// The state a given fraction of a step behind `from`, for locating events inside a step.
    pub fn probe(&self, from: &[f64; N], h: f64) -> [f64; N] {
        extrapolated_step(&self.system, from, h).0
    }
}

#[cfg(test)]
mod tests {
    use super::Integrator;

    #[test]
    fn a_pendulum_comes_back_after_its_period() {
        // sin of half the amplitude is 0.5: period 4·K(0.25) of the complete elliptic integral.
        let amplitude = 2.0 * 0.5f64.asin();
        let period = 4.0 * 1.685_750_354_812_596;
        let mut run =
            Integrator::new(|y: &[f64; 2]| [y[1], -y[0].sin()], [amplitude, 0.0], 0.1, 1e-14);
        let mut time = 0.0;
        while time < period {
            time += run.advance(period - time);
        }
        assert!((run.state[0] - amplitude).abs() < 1e-12, "{:?}", run.state);
        assert!(run.state[1].abs() < 1e-12, "{:?}", run.state);
    }
}
