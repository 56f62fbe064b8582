//! A mass against a wall, computed by several schemes and compared with the exact answer.
//!
//! ```
//! use carom_lab::impact::{Impact, compare};
//! let hard = Impact { velocity: 1.0, ..Impact::new(0.01, 1e9, 1.5) };
//! let comparison = compare(&hard)?;
//! assert!(comparison.runs.iter().any(|run| run.scheme == "two-point"));
//! # Ok::<(), carom_lab::impact::ImpactError>(())
//! ```

mod answer;
mod deviations;
mod plan;
mod run;
mod runner;
mod values;

pub use answer::{Approximated, Exact};
pub use plan::{ForceDuring, Impact, ImpactError, Methods, ReboundKind, USUAL_RATE};
pub use run::{Run, Sample, Status};

use serde::Serialize;

/// The exact answer and the results of all schemes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The version of this structure.
    pub version: u32,
    /// The experiment, with the damping as μ.
    pub input: Impact,
    /// The exact answer.
    pub exact: Exact,
    /// papetti's approximation of order 4.
    pub approx: Approximated,
    /// One for each scheme.
    pub runs: Vec<Run>,
}

/// Runs the experiment.
pub fn compare(impact: &Impact) -> Result<Comparison, ImpactError> {
    run_all(impact, None)
}

/// Runs the experiment and passes every sample of every run to `observe`, in order.
pub fn compare_and_observe(
    impact: &Impact,
    observe: &mut dyn FnMut(&Sample),
) -> Result<Comparison, ImpactError> {
    run_all(impact, Some(observe))
}

fn run_all(
    impact: &Impact,
    mut observe: Option<&mut dyn FnMut(&Sample)>,
) -> Result<Comparison, ImpactError> {
    impact.check()?;
    let substeps = impact.steps_per_sample()?;
    let answer = answer::Answer::new(impact)?;
    let mut runs = Vec::with_capacity(impact.methods.len());
    for &method in &impact.methods {
        let observe: Option<&mut dyn FnMut(&Sample)> = match &mut observe {
            Some(observe) => Some(&mut **observe),
            None => None,
        };
        runs.push(runner::run(impact, substeps, &answer, method, observe));
    }
    let input =
        Impact { mu: Some(impact.mu()?), lambda: None, restitution: None, ..impact.clone() };
    Ok(Comparison { version: 1, input, exact: answer.exact, approx: answer.approx, runs })
}
