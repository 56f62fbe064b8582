//! How well the trials determine each parameter.

use serde::Serialize;

use super::Trial;
use super::fit::{Fit, Problem};
use super::model::{Model, Parameter};
use crate::least_squares::{dot, jacobian, variances};

/// A parameter as estimated from the trials.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// Its name; in JSON the key.
    #[serde(skip)]
    pub name: &'static str,
    /// Its value.
    pub value: f64,
    /// Its standard deviation; none where the measurements do not depend on it.
    pub sd: Option<f64>,
    /// Where it lies with 95 % confidence, within what was allowed.
    pub interval: Option<[f64; 2]>,
    /// Whether the measurements decide it.
    pub identified: bool,
    /// Why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// SI; empty for a pure number.
    pub unit: &'static str,
    /// What it is.
    pub meaning: &'static str,
    /// Least and largest value that was allowed; none where it was not fitted.
    pub bounds: Option<[f64; 2]>,
}

/// The deviation of something that is anywhere in its range, as a share of it: 1/√12. Measurements
/// that leave more decide nothing.
const ANYWHERE: f64 = 0.288_675;
/// Larger deviations (shares of the range) mean no more than this one.
const FAR: f64 = 1e6;
/// This near to a bound is at it.
const AT_BOUND: f64 = 1e-6;
/// A change over the whole range that moves the residuals by less than this share of what is
/// expected of them is none.
const NO_EFFECT: f64 = 1e-3;

/// Deviations on either side that hold 95 % of a normal distribution.
pub(super) const NORMAL_95: f64 = 1.959_964;

/// The same for Student's distribution, as the scatter of a column is found from its few rows; by the
/// expansion of Cornish and Fisher, to a hundredth from four degrees of freedom on.
fn quantile(problem: &Problem<'_>) -> f64 {
    if problem.trials.iter().flat_map(|trial| trial.after_sd).all(|sd| sd.is_some()) {
        return NORMAL_95;
    }
    let freedom = problem.trials.len() as f64 - problem.parameters.len() as f64 / 3.0;
    let (z, n) = (NORMAL_95, 1.0 / freedom.max(1.0));
    let terms = [
        (z.powi(3) + z) / 4.0,
        (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0,
        (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0,
    ];
    z + n * (terms[0] + n * (terms[1] + n * terms[2]))
}

/// Estimates of all parameters from the derivatives at the fit.
pub(super) fn estimates(problem: &Problem<'_>, fit: &Fit) -> Vec<Estimate> {
    let residuals = |at: &[f64]| problem.whitened(at, &fit.weights);
    let step = problem.model.difference();
    let columns = jacobian(&residuals, &fit.shares, step, &(0.0..=1.0)).unwrap_or_default();
    // Residuals beyond the stated deviations widen those of the parameters.
    let excess = fit.spread(problem).max(1.0).sqrt();
    let scatter = if problem.model == Model::Iguchi { jackknife(problem) } else { None };
    let view = View { problem, fit, columns, excess, scatter, quantile: quantile(problem) };
    (0..problem.parameters.len()).map(|i| view.estimate(i)).collect()
}

struct View<'a> {
    problem: &'a Problem<'a>,
    fit: &'a Fit,
    columns: Vec<Vec<f64>>,
    excess: f64,
    /// Deviations found in another way.
    scatter: Option<Vec<f64>>,
    quantile: f64,
}

/// Deviations of the shares from fits without each trial in turn. Steps taken one after the other,
/// each by some of the velocities, are no least squares of all: derivatives would promise too much.
fn jackknife(problem: &Problem<'_>) -> Option<Vec<f64>> {
    let count = problem.trials.len();
    let without = |left: usize| {
        let kept = problem.trials.iter().enumerate().filter(|(i, _)| *i != left);
        let others: Vec<Trial> = kept.map(|(_, trial)| *trial).collect();
        let values = Problem::new(problem.model, problem.setup, &others).fit(&[], 0).ok()?.values;
        Some(problem.shares(&values))
    };
    let all: Vec<Vec<f64>> = (0..count).map(without).collect::<Option<_>>()?;
    let deviation = |i: usize| {
        let mean = all.iter().map(|one| one[i]).sum::<f64>() / count as f64;
        let square: f64 = all.iter().map(|one| (one[i] - mean).powi(2)).sum();
        ((count as f64 - 1.0) / count as f64 * square).sqrt()
    };
    Some((0..problem.parameters.len()).map(deviation).collect())
}

impl View<'_> {
    fn estimate(&self, i: usize) -> Estimate {
        let parameter = &self.problem.parameters[i];
        let share = self.fit.shares[i];
        let deviation = self.deviation(i);
        let reason = self.reason(i, parameter, deviation);
        let sd = deviation.map(|d| parameter.deviation(share, d)).filter(|sd| sd.is_finite());
        let end = |by: f64| parameter.value((share + by).clamp(0.0, 1.0));
        let interval = deviation.map(|d| [end(-self.quantile * d), end(self.quantile * d)]);
        Estimate {
            name: parameter.name,
            value: self.fit.values[i],
            sd,
            interval,
            identified: reason.is_none(),
            reason,
            unit: parameter.unit,
            meaning: parameter.meaning,
            bounds: Some([parameter.low, parameter.high]),
        }
    }

    fn effect(&self, i: usize) -> f64 {
        self.columns.get(i).map_or(0.0, |column| dot(column, column).sqrt())
    }

    fn at_bound(&self, i: usize) -> Option<&'static str> {
        let share = self.fit.shares[i];
        match share {
            _ if share < AT_BOUND => Some("lower"),
            _ if share > 1.0 - AT_BOUND => Some("upper"),
            _ => None,
        }
    }

    /// The deviation as a share of the range, with all others free but those at a bound.
    fn deviation(&self, i: usize) -> Option<f64> {
        if self.effect(i) < NO_EFFECT {
            return None;
        }
        if let Some(scatter) = &self.scatter {
            return scatter.get(i).copied();
        }
        let free: Vec<usize> = (0..self.columns.len())
            .filter(|&j| j == i || (self.at_bound(j).is_none() && self.effect(j) >= NO_EFFECT))
            .collect();
        let columns: Vec<&[f64]> = free.iter().map(|&j| self.columns[j].as_slice()).collect();
        let place = free.iter().position(|&j| j == i)?;
        // Columns that depend on each other leave the parameter anywhere.
        let variance = variances(&columns).map_or(f64::INFINITY, |all| all[place]);
        Some(self.excess * variance.sqrt().min(FAR))
    }

    fn reason(&self, i: usize, parameter: &Parameter, deviation: Option<f64>) -> Option<String> {
        let Some(deviation) = deviation else {
            return Some("it changes none of the measured velocities".into());
        };
        if let Some(side) = self.at_bound(i) {
            return Some(format!("it lies at its {side} bound, {:.3}", self.fit.values[i]));
        }
        let sd = parameter.deviation(self.fit.shares[i], deviation);
        if parameter.log && sd > self.fit.values[i] {
            return Some("its standard deviation exceeds it".into());
        }
        if deviation < ANYWHERE {
            return None;
        }
        let alone = self.excess / self.effect(i);
        if alone < 0.5 * ANYWHERE {
            let with = (0..self.columns.len())
                .filter(|&j| j != i)
                .max_by(|&a, &b| self.likeness(i, a).total_cmp(&self.likeness(i, b)));
            let with = with.map_or("another", |j| self.problem.parameters[j].name);
            return Some(format!("only together with {with}: one makes up for the other"));
        }
        let range = format!("{:.3} to {:.3}", parameter.low, parameter.high);
        Some(format!("anything in its range, {range}, fits about as well"))
    }

    /// How much two parameters do the same, from 0 to 1.
    fn likeness(&self, i: usize, j: usize) -> f64 {
        let product = dot(&self.columns[i], &self.columns[j]).abs();
        product / (self.effect(i) * self.effect(j)).max(f64::MIN_POSITIVE)
    }
}
