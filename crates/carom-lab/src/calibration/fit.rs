//! A model fitted to trials: all velocities at once, each by its weight.

use carom::numeric::Random;
use carom_rigid::CollisionError;

use super::model::{Model, Parameter, Setup};
use super::three_steps::three_steps;
use super::weights::{Weights, whitened};
use super::{CalibrationError, Motion, Trial};
use crate::least_squares::{Search, minimise};

/// A model and the trials it is to explain.
pub(super) struct Problem<'a> {
    pub(super) model: Model,
    pub(super) setup: &'a Setup,
    pub(super) trials: &'a [Trial],
    pub(super) parameters: Vec<Parameter>,
}

/// Where a search ended.
#[derive(Clone, Debug)]
pub(super) struct Fit {
    /// The parameters as shares of their ranges.
    pub(super) shares: Vec<f64>,
    pub(super) values: Vec<f64>,
    pub(super) weights: Weights,
}

/// How often weights are found anew from the residuals they lead to.
const REWEIGHTED: usize = 12;

impl<'a> Problem<'a> {
    pub(super) fn new(model: Model, setup: &'a Setup, trials: &'a [Trial]) -> Self {
        Self { model, setup, trials, parameters: model.parameters(setup, trials) }
    }

    pub(super) fn values(&self, shares: &[f64]) -> Vec<f64> {
        self.parameters.iter().zip(shares).map(|(one, share)| one.value(*share)).collect()
    }

    pub(super) fn shares(&self, values: &[f64]) -> Vec<f64> {
        self.parameters.iter().zip(values).map(|(one, value)| one.share(*value)).collect()
    }

    /// What the model makes of a motion before the impact; none where it gives up.
    pub(super) fn predicted(&self, values: &[f64], before: Motion) -> Option<Motion> {
        let method = self.model.method(self.setup, values, -before[1]).ok()?;
        self.setup.disc.strike(before, &method).ok()
    }

    /// Modelled minus measured in a trial that need not be among those fitted to.
    pub(super) fn residual(
        &self,
        values: &[f64],
        trial: &Trial,
    ) -> Result<Motion, CalibrationError> {
        let method = self.model.method(self.setup, values, trial.approach());
        let found = method.and_then(|method| self.setup.disc.strike(trial.before, &method));
        let found = found.map_err(|reason| CalibrationError::Collision {
            row: trial.row,
            model: self.model.name(),
            reason,
        })?;
        Ok([0, 1, 2].map(|c| found[c] - trial.after[c]))
    }

    /// Modelled minus measured.
    pub(super) fn residuals(&self, values: &[f64]) -> Option<Vec<Motion>> {
        self.trials.iter().map(|trial| self.residual(values, trial).ok()).collect()
    }

    pub(super) fn whitened(&self, shares: &[f64], weights: &Weights) -> Option<Vec<f64>> {
        Some(whitened(&self.residuals(&self.values(shares))?, weights))
    }

    pub(super) fn search(&self) -> Search {
        Search { step: self.model.difference(), iterations: 40, enough: 1e-7, bounds: 0.0..=1.0 }
    }

    /// The best parameters from several starts: the guess, those given (as values), and some
    /// that are spread over the ranges.
    pub(super) fn fit(&self, given: &[Vec<f64>], spread: usize) -> Result<Fit, CalibrationError> {
        if self.model == Model::Iguchi {
            return three_steps(self).ok_or_else(|| self.given_up());
        }
        let mut starts = vec![self.shares(&self.model.guess(self.setup, self.trials))];
        starts.extend(given.iter().map(|values| self.shares(values)));
        let mut random = Random::new(1);
        for _ in 0..spread {
            starts.push(self.parameters.iter().map(|_| random.uniform(0.02, 0.6)).collect());
        }
        let first = self.descend_from_all(&starts).ok_or_else(|| self.given_up())?;
        self.settle(first).ok_or_else(|| self.given_up())
    }

    /// The lowest place that is found from any of the starts, all by the weights of the first.
    fn descend_from_all(&self, starts: &[Vec<f64>]) -> Option<Vec<f64>> {
        let weights = starts.iter().find_map(|start| self.weights(start))?;
        let residuals = |at: &[f64]| self.whitened(at, &weights);
        let found = starts.iter().filter_map(|start| minimise(&residuals, start, &self.search()));
        // An earlier start keeps what it found unless a later one is better by more than rounding.
        let best = found.reduce(|a, b| if b.cost < (1.0 - 1e-5) * a.cost { b } else { a });
        best.map(|best| best.at)
    }

    /// The fit with weights that follow from its own residuals, where no standard deviations are
    /// known, and from its own derivatives.
    fn settle(&self, mut shares: Vec<f64>) -> Option<Fit> {
        let mut weights = self.weights(&shares)?;
        for _ in 0..REWEIGHTED {
            let residuals = |at: &[f64]| self.whitened(at, &weights);
            let found = minimise(&residuals, &shares, &self.search())?;
            shares = found.at;
            let next = self.weights(&shares)?;
            let settled = next.close_to(&weights);
            weights = next;
            if settled {
                break;
            }
        }
        Some(self.fit_at(shares, weights))
    }

    pub(super) fn fit_at(&self, shares: Vec<f64>, weights: Weights) -> Fit {
        Fit { values: self.values(&shares), shares, weights }
    }

    fn given_up(&self) -> CalibrationError {
        let values = self.model.guess(self.setup, self.trials);
        let failed = self.trials.iter().find_map(|trial| self.residual(&values, trial).err());
        failed.unwrap_or_else(|| CalibrationError::Collision {
            row: self.trials.first().map_or(1, |trial| trial.row),
            model: self.model.name(),
            reason: CollisionError::Unfinished { method: self.model.name() },
        })
    }
}

impl Fit {
    /// The mean square of the whitened residuals per degree of freedom, where all standard deviations
    /// were stated.
    pub(super) fn reduced_chi_square(&self, problem: &Problem<'_>) -> Option<f64> {
        let stated = problem.trials.iter().flat_map(|trial| trial.after_sd).all(|sd| sd.is_some());
        stated.then(|| self.spread(problem))
    }

    /// The same, whatever the weights follow from.
    pub(super) fn spread(&self, problem: &Problem<'_>) -> f64 {
        let whitened = problem.whitened(&self.shares, &self.weights).unwrap_or_default();
        let freedom = whitened.len().saturating_sub(problem.parameters.len()).max(1);
        whitened.iter().map(|x| x * x).sum::<f64>() / freedom as f64
    }
}
