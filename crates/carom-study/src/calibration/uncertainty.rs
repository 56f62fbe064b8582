//! How well the trials decide each parameter, and which they cannot.

use serde::Serialize;

use super::fit::{Fit, Problem};
use super::least_squares::{dot, jacobian};
use super::model::Parameter;
use super::symmetric;

/// A parameter as the trials have it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// Its name; in JSON the key.
    #[serde(skip)]
    pub name: &'static str,
    /// Its value.
    pub value: f64,
    /// Its standard deviation; none where the measurements say nothing about it.
    pub sd: Option<f64>,
    /// Whether the measurements decide it.
    pub identified: bool,
    /// Why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// SI; empty for a pure number.
    pub unit: &'static str,
    /// What it is.
    pub meaning: &'static str,
    /// Least and largest value that was allowed.
    pub bounds: [f64; 2],
}

/// The deviation of something that is anywhere in its range, as a share of it: 1/√12. Measurements
/// that leave more decide nothing.
const ANYWHERE: f64 = 0.288_675;
/// This near to a bound is at it.
const AT_BOUND: f64 = 1e-6;
/// A change over the whole range that moves the residuals by less than this share of what is
/// expected of them is none.
const NO_EFFECT: f64 = 1e-3;

/// Estimates of all parameters from the derivatives at the fit.
pub(super) fn estimates(problem: &Problem<'_>, fit: &Fit) -> Vec<Estimate> {
    let residuals = |at: &[f64]| problem.whitened(at, &fit.weights);
    let step = problem.model.difference();
    let columns = jacobian(&residuals, &fit.shares, step).unwrap_or_default();
    // Residuals beyond the stated deviations widen what is said about the parameters.
    let excess = fit.spread(problem).max(1.0).sqrt();
    let view = View { problem, fit, columns, excess };
    (0..problem.parameters.len()).map(|i| view.estimate(i)).collect()
}

struct View<'a> {
    problem: &'a Problem<'a>,
    fit: &'a Fit,
    columns: Vec<Vec<f64>>,
    excess: f64,
}

impl View<'_> {
    fn estimate(&self, i: usize) -> Estimate {
        let parameter = &self.problem.parameters[i];
        let share = self.fit.shares[i];
        let deviation = self.deviation(i);
        let reason = self.reason(i, parameter, deviation);
        let sd = deviation.map(|d| parameter.deviation(share, d)).filter(|sd| sd.is_finite());
        Estimate {
            name: parameter.name,
            value: self.fit.values[i],
            sd,
            identified: reason.is_none(),
            reason,
            unit: parameter.unit,
            meaning: parameter.meaning,
            bounds: [parameter.low, parameter.high],
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
        let free: Vec<usize> = (0..self.columns.len())
            .filter(|&j| j == i || (self.at_bound(j).is_none() && self.effect(j) >= NO_EFFECT))
            .collect();
        let normal = free
            .iter()
            .map(|&a| free.iter().map(|&b| dot(&self.columns[a], &self.columns[b])).collect())
            .collect();
        let (values, vectors) = symmetric::eigen(normal);
        let place = free.iter().position(|&j| j == i)?;
        let largest = values.iter().copied().fold(0.0, f64::max);
        let part =
            |(value, vector): (&f64, &Vec<f64>)| vector[place].powi(2) / value.max(1e-14 * largest);
        Some(self.excess * values.iter().zip(&vectors).map(part).sum::<f64>().sqrt())
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
