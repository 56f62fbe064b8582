//! Stiffness against mass: K·v = λ·M·v with symmetric matrices, of which M is positive definite.

use super::{Eigen, Matrix, dot, symmetric};

/// The eigenvalues in rising order, each with a vector for which vᵀMv = 1. Only the lower triangles
/// are used. A mass that is not positive gives values NaN and vectors of zeros.
pub(crate) fn generalised(stiffness: &Matrix, mass: &Matrix) -> Eigen {
    let factor = cholesky(mass);
    let half = divided(stiffness, &factor);
    let mut eigen = symmetric(&divided(&half, &factor));
    for i in 0..stiffness.size {
        solve_transposed(&factor, eigen.vectors.row_mut(i));
    }
    eigen
}

/// The lower triangle L with LLᵀ = M.
fn cholesky(matrix: &Matrix) -> Matrix {
    let mut factor = Matrix::zero(matrix.size);
    for i in 0..matrix.size {
        for j in 0..=i {
            let rest = matrix.row(i)[j] - dot(&factor.row(i)[..j], &factor.row(j)[..j]);
            let value = if i == j { rest.sqrt() } else { rest / factor.row(j)[j] };
            factor.row_mut(i)[j] = value;
        }
    }
    factor
}

/// L⁻¹ times the transpose of a matrix, of which the lower triangle counts the first time: two of
/// them make L⁻¹KL⁻ᵀ.
fn divided(matrix: &Matrix, factor: &Matrix) -> Matrix {
    let size = matrix.size;
    let mut result = Matrix::zero(size);
    for column in 0..size {
        let mut solved = vec![0.0; size];
        for i in 0..size {
            let rest = matrix.row(column)[i] - dot(&factor.row(i)[..i], &solved[..i]);
            solved[i] = rest / factor.row(i)[i];
        }
        for (i, value) in solved.into_iter().enumerate() {
            result.row_mut(i)[column] = value;
        }
    }
    result
}

/// Turns y into L⁻ᵀy.
fn solve_transposed(factor: &Matrix, vector: &mut [f64]) {
    for i in (0..vector.len()).rev() {
        vector[i] /= factor.row(i)[i];
        let value = vector[i];
        for (other, entry) in vector[..i].iter_mut().zip(factor.row(i)) {
            *other -= value * entry;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_solve_the_problem() {
        let stiffness = Matrix::square(&[[4.0, 1.0, 0.5], [1.0, 3.0, -1.0], [0.5, -1.0, 2.0]]);
        let mass = Matrix::square(&[[2.0, 0.3, 0.1], [0.3, 1.0, 0.2], [0.1, 0.2, 3.0]]);
        let eigen = generalised(&stiffness, &mass);
        assert!(eigen.values.is_sorted());
        for i in 0..3 {
            let vector = eigen.vectors.row(i);
            let mut square = 0.0;
            for j in 0..3 {
                let (pull, weight) = (dot(stiffness.row(j), vector), dot(mass.row(j), vector));
                assert!((pull - eigen.values[i] * weight).abs() < 1e-14);
                square += vector[j] * weight;
            }
            assert!((square - 1.0).abs() < 1e-14);
        }
    }
}
