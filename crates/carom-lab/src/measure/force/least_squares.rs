//! Nonlinear least squares after Levenberg and Marquardt, for a handful of parameters.

/// Where a fit ended.
#[derive(Clone, Debug)]
pub(super) struct Fitted<const N: usize> {
    pub(super) values: [f64; N],
    pub(super) sds: [f64; N],
    /// Root of the mean square left, over the degrees of freedom.
    pub(super) left: f64,
}

const ITERATIONS: usize = 200;

/// Fits `model` to points, from `start`; all parameters are of the size of 1. `None` where it cannot
/// be told what fits best.
pub(super) fn fit<const N: usize>(
    points: &[(f64, f64)],
    start: [f64; N],
    model: impl Fn(&[f64; N], f64) -> f64,
) -> Option<Fitted<N>> {
    let freedom = points.len().checked_sub(N).filter(|&freedom| freedom > 0)? as f64;
    let squares =
        |p: &[f64; N]| points.iter().map(|&(t, y)| (y - model(p, t)).powi(2)).sum::<f64>();
    let (mut values, mut left, mut damping) = (start, squares(&start), 1e-3);
    for _ in 0..ITERATIONS {
        let (matrix, gradient) = normal_equations(points, &values, &start, &model);
        let mut damped = matrix;
        (0..N).for_each(|i| damped[i][i] *= 1.0 + damping);
        let step = solve(damped, gradient)?;
        let trial = std::array::from_fn(|i| values[i] + step[i]);
        let after = squares(&trial);
        if after.is_finite() && after <= left {
            let small = step.iter().all(|one| one.abs() <= 1e-10);
            (values, left, damping) = (trial, after, (0.3 * damping).max(1e-12));
            if small {
                break;
            }
        } else if damping > 1e12 {
            break;
        } else {
            damping *= 4.0;
        }
    }
    let (matrix, _) = normal_equations(points, &values, &start, &model);
    let variance = left / freedom;
    let mut sds = [0.0; N];
    for (i, sd) in sds.iter_mut().enumerate() {
        let unit = std::array::from_fn(|j| f64::from(u8::from(i == j)));
        *sd = (variance * solve(matrix, unit)?[i]).sqrt();
    }
    let known = values.iter().chain(&sds).all(|value| value.is_finite());
    known.then(|| Fitted { values, sds, left: variance.sqrt() })
}

/// JᵀJ and Jᵀr, by differences over a small share of each parameter's size.
fn normal_equations<const N: usize>(
    points: &[(f64, f64)],
    values: &[f64; N],
    sizes: &[f64; N],
    model: &impl Fn(&[f64; N], f64) -> f64,
) -> ([[f64; N]; N], [f64; N]) {
    let (mut matrix, mut gradient) = ([[0.0; N]; N], [0.0; N]);
    for &(t, y) in points {
        let slopes: [f64; N] = std::array::from_fn(|i| {
            let reach = 1e-5 * sizes[i].abs().max(values[i].abs()).max(1e-300);
            let at = |by: f64| {
                let mut moved = *values;
                moved[i] += by;
                model(&moved, t)
            };
            (at(reach) - at(-reach)) / (2.0 * reach)
        });
        let rest = y - model(values, t);
        for i in 0..N {
            gradient[i] += slopes[i] * rest;
            for j in 0..N {
                matrix[i][j] += slopes[i] * slopes[j];
            }
        }
    }
    (matrix, gradient)
}

/// A small symmetric system by elimination, scaled to a unit diagonal first.
fn solve<const N: usize>(matrix: [[f64; N]; N], right: [f64; N]) -> Option<[f64; N]> {
    let scale: [f64; N] = std::array::from_fn(|i| matrix[i][i].sqrt());
    if scale.iter().any(|&s| s.is_nan() || s <= 0.0) {
        return None;
    }
    let mut a = matrix;
    let mut b: [f64; N] = std::array::from_fn(|i| right[i] / scale[i]);
    for i in 0..N {
        for j in 0..N {
            a[i][j] /= scale[i] * scale[j];
        }
    }
    for i in 0..N {
        if a[i][i] < 1e-13 {
            return None;
        }
        for k in i + 1..N {
            let factor = a[k][i] / a[i][i];
            for j in i..N {
                a[k][j] -= factor * a[i][j];
            }
            b[k] -= factor * b[i];
        }
    }
    for i in (0..N).rev() {
        let known: f64 = (i + 1..N).map(|j| a[i][j] * b[j]).sum();
        b[i] = (b[i] - known) / a[i][i];
    }
    Some(std::array::from_fn(|i| b[i] / scale[i]))
}
