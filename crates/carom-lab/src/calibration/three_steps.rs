//! The calibration of iguchi (3.3): restitution, then friction of sticking and of sliding, then the
//! pulse, in this order.

use super::fit::{Fit, Problem};
use super::model::{restitution, sliding};
use crate::least_squares::minimise;

/// The places of the parameters.
const E: usize = 0;
const STICKING: usize = 1;
const SLIDING: usize = 2;

/// How many values of μ_s are tried: the sticking rule answers in steps, so there is no slope to
/// follow.
const TRIED: usize = 60;

/// The three steps; none if the method gives up on a trial.
pub(super) fn three_steps(problem: &Problem<'_>) -> Option<Fit> {
    let mut values = vec![0.0; 3];
    // Step 1: the area of the normal pulse, −m(1+E)·v_z, agrees with the measured one.
    values[E] = restitution(problem.trials).clamp(0.0, 1.0);
    // Step 2: the area of the tangential pulse, by μ_s first, as its first value is the less precise
    // (with spring balances in the paper; here friction as if everything slid), then by μ_d.
    values[SLIDING] = sliding(&problem.setup.disc, problem.trials);
    values[STICKING] = values[SLIDING];
    values[STICKING] = sticking(problem, &values)?;
    let mut shares = problem.shares(&values);
    along(problem, &mut shares, SLIDING, |r| vec![r[0]])?;
    // Step 3: the pulse is changed so that normal and tangential impulses agree together. Its area
    // is all that they see of it.
    let weights = problem.weights(&shares)?;
    let all = |at: &[f64]| {
        let mut there = shares.clone();
        there[E] = at[0];
        problem.whitened(&there, &weights)
    };
    let found = minimise(&all, &[shares[E]], &problem.search())?.at[0];
    shares[E] = found;
    let weights = problem.weights(&shares)?;
    Some(problem.fit_at(shares, weights))
}

/// The μ_s whose tangential impulses lie nearest to the measured ones.
fn sticking(problem: &Problem<'_>, values: &[f64]) -> Option<f64> {
    let high = problem.parameters.get(STICKING)?.high;
    let mut best: Option<(f64, f64)> = None;
    for k in 0..=TRIED {
        let mut tried = values.to_vec();
        let share = k as f64 / TRIED as f64;
        tried[STICKING] = values[SLIDING] + share * (high - values[SLIDING]);
        let square = problem.residuals(&tried)?.iter().map(|r| r[0] * r[0]).sum();
        if best.is_none_or(|(least, _)| square < least) {
            best = Some((square, tried[STICKING]));
        }
    }
    best.map(|(_, value)| value)
}

/// One parameter alone, by some of the residuals.
fn along(
    problem: &Problem<'_>,
    shares: &mut [f64],
    which: usize,
    seen: impl Fn([f64; 3]) -> Vec<f64>,
) -> Option<()> {
    let residuals = |at: &[f64]| {
        let mut there = shares.to_vec();
        there[which] = at[0];
        let all = problem.residuals(&problem.values(&there))?;
        Some(all.into_iter().flat_map(&seen).collect())
    };
    let found = minimise(&residuals, &[shares[which]], &problem.search())?.at[0];
    shares[which] = found;
    Some(())
}
