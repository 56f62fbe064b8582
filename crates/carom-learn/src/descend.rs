//! Least squares over unknowns (Gauss and Newton, damped after Levenberg and Marquardt).

use crate::linear::Factor;
use carom_numeric::vector::dot;

/// Steps of unknowns with which derivatives are taken.
const DIFFERENTIAL: f64 = 1e-3;
/// How often a step is tried with more damping.
const TRIES: usize = 6;

/// What is fitted.
pub(crate) trait Problem {
    /// What unknowns do not explain, in standard deviations.
    fn misses(&self, unknowns: &[f64]) -> Vec<f64>;

    /// Moves unknowns back between their limits.
    fn limit(&self, unknowns: &mut [f64]);
}

/// Unknowns, and what they do not explain.
#[derive(Clone)]
pub(crate) struct Trial {
    pub(crate) unknowns: Vec<f64>,
    pub(crate) misses: Vec<f64>,
}

impl Trial {
    pub(crate) fn new(problem: &impl Problem, mut unknowns: Vec<f64>) -> Self {
        problem.limit(&mut unknowns);
        Self { misses: problem.misses(&unknowns), unknowns }
    }

    pub(crate) fn missed(&self) -> f64 {
        square(&self.misses)
    }
}

pub(crate) fn square(misses: &[f64]) -> f64 {
    misses.iter().map(|x| x * x).sum()
}

/// The equations of a step of these unknowns: matrix and right-hand side.
pub(crate) fn equations(
    problem: &impl Problem,
    trial: &Trial,
    free: &[usize],
) -> (Vec<f64>, Vec<f64>) {
    let column = |k: &usize| -> Vec<f64> {
        let mut moved = trial.unknowns.clone();
        // Away from the limits, of which only the first unknown has any.
        let by = if *k == 0 && moved[0] > 2.0 { -DIFFERENTIAL } else { DIFFERENTIAL };
        moved[*k] += by;
        problem.misses(&moved).iter().zip(&trial.misses).map(|(a, b)| (a - b) / by).collect()
    };
    let columns: Vec<Vec<f64>> = free.iter().map(column).collect();
    let size = free.len();
    let matrix = (0..size * size).map(|n| dot(&columns[n / size], &columns[n % size])).collect();
    let right = columns.iter().map(|column| -dot(column, &trial.misses)).collect();
    (matrix, right)
}

/// Follows a starting point down for at most so many steps of these unknowns.
pub(crate) fn follow(
    problem: &impl Problem,
    mut trial: Trial,
    free: &[usize],
    steps: usize,
) -> Trial {
    let mut damping = 1e-2;
    for _ in 0..steps {
        let before = trial.missed();
        let (matrix, right) = equations(problem, &trial, free);
        let mut moved = false;
        for _ in 0..TRIES {
            let mut damped = matrix.clone();
            (0..free.len()).for_each(|k| damped[k * (free.len() + 1)] *= 1.0 + damping);
            if let Some(factor) = Factor::new(free.len(), &damped) {
                let mut unknowns = trial.unknowns.clone();
                for (k, step) in free.iter().zip(factor.solve(&right)) {
                    unknowns[*k] += step.clamp(-1.0, 1.0);
                }
                let next = Trial::new(problem, unknowns);
                if next.missed() < before {
                    damping *= 0.2;
                    trial = next;
                    moved = true;
                    break;
                }
            }
            damping *= 6.0;
        }
        if !moved || before - trial.missed() < 1e-3 * before {
            break;
        }
    }
    trial
}
