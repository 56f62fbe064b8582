//! Nonlinear least squares within bounds, by the method of Levenberg and Marquardt.

use std::ops::RangeInclusive;

/// Where a search ended.
#[derive(Clone, Debug)]
pub(crate) struct Minimum {
    pub(crate) at: Vec<f64>,
    /// Half of the sum of squares.
    pub(crate) cost: f64,
}

/// How a problem is searched. All parameters are of about the size of 1.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    /// The step of the difference quotients.
    pub(crate) step: f64,
    pub(crate) iterations: usize,
    /// A fall of the sum by less than this share of it ends the search.
    pub(crate) enough: f64,
    /// The range of every parameter.
    pub(crate) bounds: RangeInclusive<f64>,
}

/// No bounds.
pub(crate) const UNBOUNDED: RangeInclusive<f64> = f64::NEG_INFINITY..=f64::INFINITY;

/// Residuals of parameters within the bounds; none where they cannot be computed.
pub(crate) type Residuals<'a> = dyn Fn(&[f64]) -> Option<Vec<f64>> + 'a;

/// A change this small in every parameter ends the search.
const SETTLED: f64 = 1e-9;

/// The least sum of squares that is found downhill from `start`; none if nothing can be computed
/// there.
///
/// Parameters at a bound that the gradient presses against it are held; the others take a damped
/// step of Gauss and Newton, cut at the bounds.
pub(crate) fn minimise(
    residuals: &Residuals<'_>,
    start: &[f64],
    search: &Search,
) -> Option<Minimum> {
    let (low, high) = (*search.bounds.start(), *search.bounds.end());
    let mut at: Vec<f64> = start.iter().map(|x| x.clamp(low, high)).collect();
    let mut values = residuals(&at)?;
    let mut cost = half_square(&values);
    let mut damping = 1e-3;
    for _ in 0..search.iterations {
        let jacobian = slopes(residuals, &at, &values, search.step)?;
        let gradient: Vec<f64> = jacobian.iter().map(|column| dot(column, &values)).collect();
        let held = |i: usize| {
            (at[i] <= low && gradient[i] >= 0.0) || (at[i] >= high && gradient[i] <= 0.0)
        };
        let free: Vec<usize> = (0..at.len()).filter(|&i| !held(i)).collect();
        let normal: Vec<Vec<f64>> = free
            .iter()
            .map(|&i| free.iter().map(|&j| dot(&jacobian[i], &jacobian[j])).collect())
            .collect();
        let mut moved = None;
        // Damping grows until the sum falls, or the step no longer matters.
        for _ in 0..40 {
            let mut damped = normal.clone();
            for (i, row) in damped.iter_mut().enumerate() {
                row[i] += damping * (row[i] + 1e-9);
            }
            let right: Vec<f64> = free.iter().map(|&i| -gradient[i]).collect();
            let Some(step) = solve(damped, right) else {
                damping *= 10.0;
                continue;
            };
            let mut next = at.clone();
            for (&i, change) in free.iter().zip(&step) {
                next[i] = (at[i] + change).clamp(low, high);
            }
            let way = next.iter().zip(&at).fold(0.0, |most: f64, (a, b)| most.max((a - b).abs()));
            if way <= SETTLED {
                break;
            }
            let tried = residuals(&next).map(|values| (half_square(&values), values));
            if let Some((lower, values)) = tried.filter(|(tried, _)| *tried < cost) {
                damping = (0.2 * damping).max(1e-12);
                moved = Some((next, values, lower));
                break;
            }
            damping *= 5.0;
        }
        let Some((next, found, lower)) = moved else { break };
        let gained = cost - lower;
        (at, values, cost) = (next, found, lower);
        if gained <= search.enough * cost {
            break;
        }
    }
    Some(Minimum { at, cost })
}

/// The columns of derivatives by one-sided differences, towards 0.5: within the bounds.
fn slopes(residuals: &Residuals<'_>, at: &[f64], here: &[f64], step: f64) -> Option<Vec<Vec<f64>>> {
    let column = |i: usize| {
        let mut there = at.to_vec();
        let step = if at[i] < 0.5 { step } else { -step };
        there[i] += step;
        let moved = residuals(&there)?;
        Some(moved.iter().zip(here).map(|(a, b)| (a - b) / step).collect())
    };
    (0..at.len()).map(column).collect()
}

/// The columns of derivatives by central differences over `step`, by one-sided ones at the bounds.
pub(crate) fn jacobian(
    residuals: &Residuals<'_>,
    at: &[f64],
    step: f64,
    bounds: &RangeInclusive<f64>,
) -> Option<Vec<Vec<f64>>> {
    let mut columns = Vec::with_capacity(at.len());
    for i in 0..at.len() {
        let moved = |to: f64| {
            let mut there = at.to_vec();
            there[i] = to.clamp(*bounds.start(), *bounds.end());
            Some((there[i], residuals(&there)?))
        };
        let (high, above) = moved(at[i] + step)?;
        let (low, below) = moved(at[i] - step)?;
        let width = high - low;
        columns.push(above.iter().zip(&below).map(|(a, b)| (a - b) / width).collect());
    }
    Some(columns)
}

/// The diagonal of the inverse of the normal matrix of some columns: the variances of parameters
/// where each residual has a variance of 1. None where the columns depend on each other.
pub(crate) fn variances(columns: &[&[f64]]) -> Option<Vec<f64>> {
    let normal: Vec<Vec<f64>> =
        columns.iter().map(|a| columns.iter().map(|b| dot(a, b)).collect()).collect();
    let unit = |i: usize| (0..columns.len()).map(|j| f64::from(u8::from(i == j))).collect();
    (0..columns.len()).map(|i| Some(solve(normal.clone(), unit(i))?[i])).collect()
}

/// Parameters fitted to points.
#[derive(Clone, Debug)]
pub(crate) struct Fitted<const N: usize> {
    pub(crate) values: [f64; N],
    pub(crate) sds: [f64; N],
    /// The root of the mean square residual, over the degrees of freedom.
    pub(crate) residual: f64,
}

/// Fits a model to points (t, y), without bounds. None where the points do not determine the
/// parameters.
pub(crate) fn fit<const N: usize>(
    points: &[(f64, f64)],
    start: [f64; N],
    model: impl Fn(&[f64; N], f64) -> f64,
) -> Option<Fitted<N>> {
    let freedom = points.len().checked_sub(N).filter(|&freedom| freedom > 0)? as f64;
    let residuals = |at: &[f64]| {
        let at: &[f64; N] = at.try_into().ok()?;
        Some(points.iter().map(|&(t, y)| model(at, t) - y).collect())
    };
    let search = Search { step: 1e-7, iterations: 200, enough: 1e-12, bounds: UNBOUNDED };
    let found = minimise(&residuals, &start, &search)?;
    let columns = jacobian(&residuals, &found.at, 1e-5, &UNBOUNDED)?;
    let columns: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
    let variance = 2.0 * found.cost / freedom;
    let sds = variances(&columns)?.into_iter().map(|one| (variance * one).sqrt());
    let (values, sds) = (found.at.try_into().ok()?, sds.collect::<Vec<_>>().try_into().ok()?);
    Some(Fitted { values, sds, residual: variance.sqrt() })
}

/// Solves a·x = b for a positive definite `a` by Cholesky's factors; none for any other.
fn solve(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Option<Vec<f64>> {
    let n = b.len();
    for i in 0..n {
        for j in 0..=i {
            let known: f64 = (0..j).map(|k| a[i][k] * a[j][k]).sum();
            let rest = a[i][j] - known;
            if i != j {
                a[i][j] = rest / a[j][j];
            } else if rest > 0.0 && rest.is_finite() {
                a[i][i] = rest.sqrt();
            } else {
                return None;
            }
        }
    }
    for i in 0..n {
        let known: f64 = (0..i).map(|k| a[i][k] * b[k]).sum();
        b[i] = (b[i] - known) / a[i][i];
    }
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|k| a[k][i] * b[k]).sum();
        b[i] = (b[i] - known) / a[i][i];
    }
    Some(b)
}

pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

fn half_square(values: &[f64]) -> f64 {
    let sum = 0.5 * dot(values, values);
    if sum.is_finite() { sum } else { f64::INFINITY }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CAREFUL: Search =
        Search { step: 1e-7, iterations: 200, enough: 1e-14, bounds: 0.0..=1.0 };

    /// Misra1a of the Statistical Reference Datasets of NIST: y = b1·(1 − exp(−b2·x)).
    const MISRA1A: [(f64, f64); 14] = [
        (77.6, 10.07),
        (114.9, 14.73),
        (141.1, 17.94),
        (190.8, 23.93),
        (239.9, 29.61),
        (289.0, 35.18),
        (332.8, 40.02),
        (378.4, 44.82),
        (434.8, 50.76),
        (477.3, 55.05),
        (536.8, 61.01),
        (593.1, 66.40),
        (689.1, 75.47),
        (760.0, 81.78),
    ];

    #[test]
    fn certified_values_and_deviations_are_found_from_the_certified_starts() {
        let residuals = |u: &[f64]| {
            let (b1, b2) = (1000.0 * u[0], 1e-3 * u[1]);
            Some(MISRA1A.iter().map(|(x, y)| b1 * (1.0 - (-b2 * x).exp()) - y).collect())
        };
        for start in [[0.5, 0.1], [0.25, 0.5]] {
            let found = minimise(&residuals, &start, &CAREFUL).unwrap();
            assert!((1000.0 * found.at[0] / 2.389_421_291_8e2 - 1.0).abs() < 1e-6);
            assert!((1e-3 * found.at[1] / 5.501_564_318_1e-4 - 1.0).abs() < 1e-6);
            assert!((2.0 * found.cost / 1.245_513_889_4e-1 - 1.0).abs() < 1e-9);
            let columns = jacobian(&residuals, &found.at, 1e-5, &CAREFUL.bounds).unwrap();
            let columns: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
            let variances = variances(&columns).unwrap();
            let variance = |i: usize| variances[i] * 2.0 * found.cost / 12.0;
            assert!((1000.0 * variance(0).sqrt() / 2.707_007_524_1 - 1.0).abs() < 1e-5);
            assert!((1e-3 * variance(1).sqrt() / 7.266_868_843_6e-6 - 1.0).abs() < 1e-5);
        }
    }

    #[test]
    fn a_curved_valley_is_followed_to_its_lowest_point_within_the_bounds() {
        // Rosenbrock's in [-2, high]²; beyond x = 1 it is lowest at (high, high²).
        for (high, x, y) in [(2.0, 1.0, 1.0), (0.5, 0.5, 0.25)] {
            let of = |u: f64| -2.0 + (high + 2.0) * u;
            let residuals = |u: &[f64]| {
                let (x, y) = (of(u[0]), of(u[1]));
                Some(vec![10.0 * (y - x * x), 1.0 - x])
            };
            let found = minimise(&residuals, &[0.2, 0.7], &CAREFUL).unwrap();
            assert!((of(found.at[0]) - x).abs() < 1e-6 && (of(found.at[1]) - y).abs() < 1e-6);
        }
    }

    #[test]
    fn what_cannot_be_computed_is_walked_around() {
        let residuals = |u: &[f64]| (u[0] > 0.3).then(|| vec![u[0] - 0.4]);
        let found = minimise(&residuals, &[0.9], &CAREFUL).unwrap();
        assert!((found.at[0] - 0.4).abs() < 1e-8);
        assert!(minimise(&residuals, &[0.1], &CAREFUL).is_none());
    }

    #[test]
    fn a_small_system_is_solved_if_it_is_positive_definite() {
        let a = vec![vec![4.0, 1.0, 0.5], vec![1.0, 3.0, -0.2], vec![0.5, -0.2, 2.0]];
        let x = solve(a.clone(), vec![1.0, 2.0, 3.0]).unwrap();
        for (row, wanted) in a.iter().zip([1.0, 2.0, 3.0]) {
            assert!((dot(row, &x) - wanted).abs() < 1e-14);
        }
        assert!(solve(vec![vec![1.0, 2.0], vec![2.0, 1.0]], vec![1.0, 1.0]).is_none());
        assert!(variances(&[&[1.0, 2.0], &[2.0, 4.0]]).is_none());
    }
}
