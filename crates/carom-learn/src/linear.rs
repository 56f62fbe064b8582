//! Symmetric equations.

use carom_numeric::vector::dot;

/// A symmetric matrix as the product of a triangular one with its transpose.
pub(crate) struct Factor {
    size: usize,
    lower: Vec<f64>,
}

impl Factor {
    /// Of a matrix row by row; none if it is not positive definite.
    pub(crate) fn new(size: usize, matrix: &[f64]) -> Option<Self> {
        let mut lower = vec![0.0; size * size];
        for i in 0..size {
            for j in 0..=i {
                let left =
                    matrix[i * size + j] - dot(&lower[i * size..][..j], &lower[j * size..][..j]);
                lower[i * size + j] = if i == j {
                    if left.is_nan() || left <= 1e-14 * matrix[i * size + i] {
                        return None;
                    }
                    left.sqrt()
                } else {
                    left / lower[j * size + j]
                };
            }
        }
        Some(Self { size, lower })
    }

    /// The solution for a right-hand side.
    pub(crate) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let (n, l) = (self.size, &self.lower);
        let mut x = right.to_vec();
        for i in 0..n {
            x[i] = (x[i] - dot(&l[i * n..][..i], &x[..i])) / l[i * n + i];
        }
        for i in (0..n).rev() {
            x[i] /= l[i * n + i];
            for k in 0..i {
                x[k] -= l[i * n + k] * x[i];
            }
        }
        x
    }

    /// One element of the diagonal of the inverse.
    pub(crate) fn variance(&self, unknown: usize) -> f64 {
        let mut unit = vec![0.0; self.size];
        unit[unknown] = 1.0;
        self.solve(&unit)[unknown]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equations_are_solved_and_indefinite_ones_refused() {
        let factor = Factor::new(2, &[4.0, 2.0, 2.0, 3.0]).expect("positive");
        let x = factor.solve(&[2.0, 5.0]);
        assert!((x[0] + 0.5).abs() < 1e-14 && (x[1] - 2.0).abs() < 1e-14);
        assert!((factor.variance(0) - 0.375).abs() < 1e-14);
        assert!(Factor::new(2, &[1.0, 2.0, 2.0, 1.0]).is_none());
    }
}
