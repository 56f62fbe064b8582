//! From measured collisions to the parameters of a contact model.
//!
//! [`Trials`] are motions of a [`Disc`] before and after it met a wall; [`calibrate`] fits
//! [models](Model) to them by weighted least squares within bounds, estimates how well each parameter
//! is known and which the measurements do not determine, and tests every model on trials that it was
//! not fitted to. The [ten trials](example) that iguchi printed are at hand:
//!
//! ```
//! use carom_lab::calibration::{Disc, Model, Setup, Trials, calibrate, example};
//!
//! let trials = Trials::parse(example(), "example")?;
//! let setup = Setup { disc: Disc::new(0.008, 0.0324, None)?, pulse: None };
//! let found = calibrate(&trials.trials, &setup, &[Model::Mirtich], &[])?;
//! let parameters = &found.models[0].parameters;
//! let restitution = parameters.get("E").unwrap();
//! assert!((restitution.value - 0.570).abs() < 0.001 && restitution.identified);
//! assert!((parameters.get("mu").unwrap().value - 0.068).abs() < 0.002);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod error;
#[cfg(feature = "pages")]
pub mod files;
mod fit;
mod model;
#[cfg(feature = "pages")]
pub mod page;
mod three_steps;
mod trace;
mod trials;
mod uncertainty;
mod undecided;
mod weights;

pub use crate::disc::{Disc, Motion};
pub use answer::{Calibration, Components, Estimates, Inertia, ModelAnswer, Skipped};
pub use error::CalibrationError;
pub use model::{Model, Setup};
pub use trace::{PulseFit, PulseShape, Trace};
pub use trials::{COMPONENTS, Trial, Trials, UNITS};
pub use uncertainty::Estimate;

use fit::{Fit, Problem};

/// The ten trials of iguchi, Tables 1 and 2, in the format that [`Trials::read`] reads.
#[must_use]
pub fn example() -> &'static str {
    include_str!("../../data/iguchi-trials.csv")
}

/// At most this many groups are left out in turn.
const MOST_FOLDS: usize = 50;
/// Starts that are spread over the ranges: for the fit, and for one with trials left out.
const SPREAD: [usize; 2] = [3, 1];

/// Models within this share of the best are as good: the one with fewer parameters is taken.
const AS_GOOD: f64 = 0.01;
const BEST_BY: &str = "least geometric mean of the three leave-one-out errors; within one per cent, \
    fewer fitted parameters";

/// Fits models to trials. Those that need more rows are skipped, and it is an error if all do.
pub fn calibrate(
    trials: &[Trial],
    setup: &Setup,
    models: &[Model],
    pulses: &[PulseFit],
) -> Result<Calibration, CalibrationError> {
    let (mut answers, mut skipped, mut first) = (Vec::new(), Vec::new(), None);
    for &model in models {
        match answer(trials, setup, model) {
            Ok(answer) => answers.push(answer),
            Err(error @ CalibrationError::TooFewRows { .. }) => {
                skipped.push(Skipped { name: model.name(), reason: error.to_string() });
                first.get_or_insert(error);
            }
            Err(error) => return Err(error),
        }
    }
    let Some(best) = best(&answers) else {
        return Err(first.unwrap_or(CalibrationError::UnknownModel {
            name: String::new(),
            known: Model::ALL.map(Model::name).join(", "),
        }));
    };
    Ok(Calibration {
        version: 1,
        disc: setup.disc,
        trials: trials.len(),
        folds: trials.len().min(MOST_FOLDS),
        weights: weights_from(trials),
        restitution_alone: model::restitution(trials),
        inertia: inertia(trials, &setup.disc),
        models: answers,
        skipped,
        best,
        best_by: BEST_BY,
        pulses: pulses.to_vec(),
    })
}

/// A model's parameters fitted to all trials.
pub fn estimate(
    trials: &[Trial],
    setup: &Setup,
    model: Model,
) -> Result<Vec<Estimate>, CalibrationError> {
    let (problem, fit) = fitted(trials, setup, model)?;
    let mut estimates = uncertainty::estimates(&problem, &fit);
    estimates.extend(model.held(setup, &fit.values));
    Ok(estimates)
}

fn fitted<'a>(
    trials: &'a [Trial],
    setup: &'a Setup,
    model: Model,
) -> Result<(Problem<'a>, Fit), CalibrationError> {
    let problem = Problem::new(model, setup, trials);
    let (rows, parameters) = (trials.len(), problem.parameters.len());
    let needed = parameters + 1;
    if rows < needed {
        let model = model.name();
        return Err(CalibrationError::TooFewRows { model, rows, parameters, needed });
    }
    let fit = problem.fit(&[], SPREAD[0])?;
    Ok((problem, fit))
}

fn answer(trials: &[Trial], setup: &Setup, model: Model) -> Result<ModelAnswer, CalibrationError> {
    let (problem, fit) = fitted(trials, setup, model)?;
    let residuals = problem.residuals(&fit.values).unwrap_or_default();
    let left_out = left_out(&problem, &fit)?;
    let leave_one_out = Components::rms(&left_out);
    let mut parameters = uncertainty::estimates(&problem, &fit);
    parameters.extend(model.held(setup, &fit.values));
    Ok(ModelAnswer {
        name: model.name(),
        about: model.about(),
        fitted: problem.parameters.len(),
        parameters: Estimates(parameters),
        rms: Components::rms(&residuals),
        leave_one_out,
        score: leave_one_out.geometric_mean(),
        reduced_chi_square: fit.reduced_chi_square(&problem),
        residuals,
        left_out,
    })
}

/// What a model fitted to the other trials leaves in each. Ranges, weights and guess follow from
/// those others alone; the whole fit is only one of the places where the search begins.
fn left_out(problem: &Problem<'_>, fit: &Fit) -> Result<Vec<Motion>, CalibrationError> {
    let count = problem.trials.len();
    let folds = count.min(MOST_FOLDS);
    let mut left = vec![[0.0; 3]; count];
    for fold in 0..folds {
        let others: Vec<Trial> = (0..count)
            .filter(|i| i % folds != fold)
            .filter_map(|i| problem.trials.get(i).copied())
            .collect();
        let without = Problem::new(problem.model, problem.setup, &others);
        let found = without.fit(std::slice::from_ref(&fit.values), SPREAD[1])?;
        for i in (fold..count).step_by(folds) {
            let trial = &problem.trials[i];
            left[i] = without.residual(&found.values, trial)?;
        }
    }
    Ok(left)
}

fn best(answers: &[ModelAnswer]) -> Option<&'static str> {
    let least = answers.iter().map(|answer| answer.score).fold(f64::INFINITY, f64::min);
    let good = answers.iter().filter(|answer| answer.score <= (1.0 + AS_GOOD) * least);
    good.min_by_key(|answer| answer.fitted).or(answers.first()).map(|answer| answer.name)
}

fn weights_from(trials: &[Trial]) -> &'static str {
    let given = trials.iter().flat_map(|trial| trial.after_sd).filter(Option::is_some).count();
    match given {
        0 => "the scatter of the residuals, by column",
        _ if given == 3 * trials.len() => "the standard deviations given",
        _ => "the standard deviations given, and the scatter of the residuals where none are",
    }
}

/// The rotation that tangential impulses caused, J·Δspin = −r·p_x whatever the friction: J is m·r
/// times the ratio of the changes of velocity and spin. Both are measured with errors, so that it is
/// taken from their sizes and not from a regression of one on the other.
fn inertia(trials: &[Trial], disc: &Disc) -> Inertia {
    let implied = |without: usize| {
        let (mut along, mut turning, mut both) = (0.0, 0.0, 0.0);
        for (_, trial) in trials.iter().enumerate().filter(|(i, _)| *i != without) {
            let [velocity, spin] = [0, 2].map(|c| trial.after[c] - trial.before[c]);
            along += velocity * velocity;
            turning += spin * spin;
            both -= velocity * spin;
        }
        // Changes that are not correlated give no inertia.
        let together = both > 0.5 * (along * turning).sqrt();
        together.then(|| disc.mass() * disc.radius() * (along / turning).sqrt())
    };
    let whole = implied(usize::MAX);
    let others: Option<Vec<f64>> = (0..trials.len()).map(implied).collect();
    let sd = others.zip(whole).map(|(others, _)| {
        let count = others.len() as f64;
        let mean = others.iter().sum::<f64>() / count;
        let square: f64 = others.iter().map(|x| (x - mean).powi(2)).sum();
        ((count - 1.0) / count * square).sqrt()
    });
    Inertia { assumed: disc.inertia(), implied: whole, sd }
}
