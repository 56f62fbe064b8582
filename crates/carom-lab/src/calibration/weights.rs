//! The weights of residuals: the covariance of every trial.

use super::fit::Problem;
use super::{Motion, Trial};

/// The covariance of each trial's residuals as a lower triangular factor.
#[derive(Clone, Debug)]
pub(super) struct Weights {
    factors: Vec<[[f64; 3]; 3]>,
}

/// Scatter below this share of a component's size is rounding.
const LEAST: f64 = 1e-7;
/// Scatter that changes less is found.
const SETTLED: f64 = 1e-3;

impl Weights {
    pub(super) fn close_to(&self, other: &Self) -> bool {
        let near = |(a, b): (&f64, &f64)| (a - b).abs() <= SETTLED * a.abs().max(b.abs());
        let all = |factor: &[[f64; 3]; 3]| [factor[0][0], factor[1][1], factor[2][2]];
        let pairs = self.factors.iter().zip(&other.factors);
        pairs.into_iter().all(|(a, b)| all(a).iter().zip(&all(b)).all(near))
    }
}

/// Residuals in units of what is expected of them, one after the other.
pub(super) fn whitened(residuals: &[Motion], weights: &Weights) -> Vec<f64> {
    let mut all = Vec::with_capacity(3 * residuals.len());
    for (r, l) in residuals.iter().zip(&weights.factors) {
        let x = r[0] / l[0][0];
        let y = (r[1] - l[1][0] * x) / l[1][1];
        let z = (r[2] - l[2][0] * x - l[2][1] * y) / l[2][2];
        all.extend([x, y, z]);
    }
    all
}

impl Problem<'_> {
    /// The covariance of the residuals at these parameters: that of the measurement after, and that
    /// of the measurement before as the model carries it on.
    pub(super) fn weights(&self, shares: &[f64]) -> Option<Weights> {
        let values = self.values(shares);
        let residuals = self.residuals(&values)?;
        let carried: Vec<[[f64; 3]; 3]> =
            self.trials.iter().map(|trial| self.carried(&values, trial)).collect::<Option<_>>()?;
        let scatter = [0, 1, 2].map(|c| self.scatter(c, &residuals, &carried));
        let mut factors = Vec::with_capacity(carried.len());
        for (trial, covariance) in self.trials.iter().zip(carried) {
            let mut covariance = covariance;
            for c in 0..3 {
                covariance[c][c] += trial.after_sd[c].or(scatter[c]).unwrap_or(1.0).powi(2);
            }
            factors.push(factor(&covariance));
        }
        Some(Weights { factors })
    }

    /// The root of the mean square of a component's residuals, without what the uncertainty before
    /// the impact accounts for; each component pays for a third of the parameters.
    fn scatter(&self, c: usize, residuals: &[Motion], carried: &[[[f64; 3]; 3]]) -> Option<f64> {
        if self.trials.iter().all(|trial| trial.after_sd[c].is_some()) {
            return None;
        }
        let count = residuals.len() as f64;
        let square: f64 = residuals.iter().map(|r| r[c] * r[c]).sum();
        let freedom = (count - self.parameters.len() as f64 / 3.0).max(0.5);
        let variance = square / freedom;
        let known: f64 = carried.iter().map(|v| v[c][c]).sum::<f64>() / count;
        let size: f64 = self.trials.iter().map(|t| t.after[c].powi(2)).sum::<f64>() / count;
        let least = (LEAST * LEAST * size).max(1e-300);
        Some((variance - known).max(0.01 * variance).max(least).sqrt())
    }

    /// The covariance that the measurement before the impact has after it, by the model's
    /// derivatives.
    fn carried(&self, values: &[f64], trial: &Trial) -> Option<[[f64; 3]; 3]> {
        let mut sum = [[0.0; 3]; 3];
        for (c, &sd) in trial.before_sd.iter().enumerate().filter(|(_, sd)| **sd > 0.0) {
            let moved = |by: f64| {
                let mut before = trial.before;
                before[c] += by;
                // A disc that barely approaches must not be moved away from the wall.
                if c == 1 {
                    before[1] = before[1].min(1e-3 * trial.before[1]);
                }
                Some((before[c], self.predicted(values, before)?))
            };
            let ((high, above), (low, below)) = (moved(sd)?, moved(-sd)?);
            let change = [0, 1, 2].map(|k| (above[k] - below[k]) / (high - low) * sd);
            for i in 0..3 {
                for j in 0..3 {
                    sum[i][j] += change[i] * change[j];
                }
            }
        }
        Some(sum)
    }
}

/// Cholesky's factor of a positive definite matrix.
fn factor(v: &[[f64; 3]; 3]) -> [[f64; 3]; 3] {
    let mut l = [[0.0; 3]; 3];
    for i in 0..3 {
        for j in 0..=i {
            let known: f64 = (0..j).map(|k| l[i][k] * l[j][k]).sum();
            let rest = v[i][j] - known;
            l[i][j] = if i == j { rest.max(1e-12 * v[i][i]).sqrt() } else { rest / l[j][j] };
        }
    }
    l
}
