//! Small symmetric matrices.

/// Solves a·x = b for a positive definite `a` by Cholesky's factors; none for any other.
pub(super) fn solve(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Option<Vec<f64>> {
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

/// Eigenvalues and, each in a row, their unit vectors, by Jacobi's rotations.
pub(super) fn eigen(mut a: Vec<Vec<f64>>) -> (Vec<f64>, Vec<Vec<f64>>) {
    let n = a.len();
    let mut vectors: Vec<Vec<f64>> =
        (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    for _ in 0..60 {
        let mut turned = false;
        for p in 0..n {
            for q in p + 1..n {
                if a[p][q].abs() <= 1e-17 * (a[p][p].abs() * a[q][q].abs()).sqrt() {
                    continue;
                }
                turned = true;
                let half = 0.5 * (a[q][q] - a[p][p]) / a[p][q];
                let tangent = half.signum() / (half.abs() + half.hypot(1.0));
                let cosine = 1.0 / tangent.hypot(1.0);
                let sine = tangent * cosine;
                for k in 0..n {
                    (a[k][p], a[k][q]) =
                        (cosine * a[k][p] - sine * a[k][q], sine * a[k][p] + cosine * a[k][q]);
                }
                for k in 0..n {
                    (a[p][k], a[q][k]) =
                        (cosine * a[p][k] - sine * a[q][k], sine * a[p][k] + cosine * a[q][k]);
                    (vectors[p][k], vectors[q][k]) = (
                        cosine * vectors[p][k] - sine * vectors[q][k],
                        sine * vectors[p][k] + cosine * vectors[q][k],
                    );
                }
            }
        }
        if !turned {
            break;
        }
    }
    ((0..n).map(|i| a[i][i]).collect(), vectors)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_matrix_is_solved_and_taken_apart() {
        let a = vec![vec![4.0, 1.0, 0.5], vec![1.0, 3.0, -0.2], vec![0.5, -0.2, 2.0]];
        let apply = |x: &[f64]| -> Vec<f64> {
            a.iter().map(|row| row.iter().zip(x).map(|(m, x)| m * x).sum()).collect()
        };
        let x = solve(a.clone(), vec![1.0, 2.0, 3.0]).unwrap();
        for (found, wanted) in apply(&x).iter().zip([1.0, 2.0, 3.0]) {
            assert!((found - wanted).abs() < 1e-14);
        }
        let (values, vectors) = eigen(a.clone());
        assert!((values.iter().sum::<f64>() - 9.0).abs() < 1e-13);
        for (value, vector) in values.iter().zip(&vectors) {
            for (image, x) in apply(vector).iter().zip(vector) {
                assert!((image - value * x).abs() < 1e-13);
            }
        }
        assert!(solve(vec![vec![1.0, 2.0], vec![2.0, 1.0]], vec![1.0, 1.0]).is_none());
    }
}
