//! The eigenproblem of two symmetric matrices, stiffness and mass.

use super::{Eigen, Matrix, dot, symmetric};

/// Solves K·v = λ·M·v: values in rising order, each with its vector, scaled to vᵀ·M·v = 1. None if
/// the mass is not positive definite. By Cholesky's M = L·Lᵀ and the symmetric problem of
/// L⁻¹·K·L⁻ᵀ (Martin and Wilkinson 1968, in Wilkinson and Reinsch, Handbook for Automatic
/// Computation II, Springer 1971).
pub(crate) fn general(stiffness: &Matrix, mass: &Matrix) -> Option<Eigen> {
    let lower = cholesky(mass)?;
    // The columns of L⁻¹·K are those of a symmetric matrix: solve for them twice.
    let half = solved(&lower, stiffness);
    let mut eigen = symmetric(&solved(&lower, &transposed(&half)));
    for i in 0..eigen.vectors.size {
        back(&lower, eigen.vectors.row_mut(i));
    }
    Some(eigen)
}

/// L with M = L·Lᵀ.
fn cholesky(mass: &Matrix) -> Option<Matrix> {
    let mut lower = Matrix::zero(mass.size);
    for i in 0..mass.size {
        for j in 0..=i {
            let rest = mass.row(i)[j] - dot(&lower.row(i)[..j], &lower.row(j)[..j]);
            lower.row_mut(i)[j] = if i != j {
                rest / lower.row(j)[j]
            } else if rest > 0.0 {
                rest.sqrt()
            } else {
                return None;
            };
        }
    }
    Some(lower)
}

/// L⁻¹·A for a symmetric A or one given by its rows, column by column; returned as columns.
fn solved(lower: &Matrix, matrix: &Matrix) -> Matrix {
    let mut columns = matrix.clone();
    for column in 0..matrix.size {
        let values = columns.row_mut(column);
        for i in 0..values.len() {
            let known = dot(&lower.row(i)[..i], &values[..i]);
            values[i] = (values[i] - known) / lower.row(i)[i];
        }
    }
    columns
}

fn transposed(matrix: &Matrix) -> Matrix {
    let mut turned = Matrix::zero(matrix.size);
    for i in 0..matrix.size {
        for j in 0..matrix.size {
            turned.row_mut(j)[i] = matrix.row(i)[j];
        }
    }
    turned
}

/// L⁻ᵀ·v.
fn back(lower: &Matrix, vector: &mut [f64]) {
    for i in (0..vector.len()).rev() {
        let known: f64 = (i + 1..vector.len()).map(|j| lower.row(j)[i] * vector[j]).sum();
        vector[i] = (vector[i] - known) / lower.row(i)[i];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_vectors_solve_the_problem() {
        let stiffness = Matrix::square(&[[4.0, -1.0, 0.5], [-1.0, 3.0, 0.2], [0.5, 0.2, 9.0]]);
        let mass = Matrix::square(&[[2.0, 0.3, 0.1], [0.3, 1.0, -0.2], [0.1, -0.2, 0.5]]);
        let eigen = general(&stiffness, &mass).unwrap();
        assert!(eigen.values.is_sorted());
        let form = |matrix: &Matrix, a: &[f64], b: &[f64]| -> f64 {
            (0..3).map(|i| a[i] * dot(matrix.row(i), b)).sum()
        };
        for i in 0..3 {
            for j in 0..3 {
                let (a, b) = (eigen.vectors.row(i), eigen.vectors.row(j));
                let unit = if i == j { 1.0 } else { 0.0 };
                assert!((form(&mass, a, b) - unit).abs() < 1e-14);
                assert!((form(&stiffness, a, b) - unit * eigen.values[i]).abs() < 1e-13);
            }
        }
        assert!(general(&stiffness, &Matrix::square(&[[1.0, 2.0], [2.0, 1.0]])).is_none());
    }
}
