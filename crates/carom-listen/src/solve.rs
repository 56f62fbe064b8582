//! Normal equations of a fit of modes, by Cholesky's factors.
//!
//! The inner products of the columns are known in closed form, so no matrix of derivatives is ever
//! built: a general least-squares solver would need one with a row for each of up to half a million
//! samples. One set of products is factored with several dampings, and the factors also give the
//! standard errors.

use carom_numeric::vector::dot;

/// A symmetric matrix scaled to a unit diagonal, so that unknowns of different size are comparable.
pub(super) struct Normal {
    size: usize,
    /// Row by row, the lower triangle.
    matrix: Vec<f64>,
    /// The factor by which the row and column of each unknown were multiplied.
    scale: Vec<f64>,
}

impl Normal {
    /// From the inner products of the columns; `product` is called with row ≥ column only.
    pub(super) fn new(size: usize, product: impl Fn(usize, usize) -> f64) -> Self {
        let mut matrix = vec![0.0; size * size];
        for row in 0..size {
            for column in 0..=row {
                matrix[row * size + column] = product(row, column);
            }
        }
        let scale: Vec<f64> = (0..size)
            .map(|i| matrix[i * size + i])
            .map(|square| if square > 0.0 { square.sqrt().recip() } else { 0.0 })
            .collect();
        for row in 0..size {
            for column in 0..=row {
                matrix[row * size + column] *= scale[row] * scale[column];
            }
            // The unknown of a column of zeros stays zero.
            matrix[row * size + row] = 1.0;
        }
        Self { size, matrix, scale }
    }

    /// The Cholesky factor after adding `damping` to the diagonal; none if that is singular.
    pub(super) fn factor(&self, damping: f64) -> Option<Factor<'_>> {
        let size = self.size;
        let mut lower = self.matrix.clone();
        for row in 0..size {
            let (above, rest) = lower.split_at_mut(row * size);
            let current = &mut rest[..size];
            current[row] += damping;
            for column in 0..row {
                let other = &above[column * size..column * size + size];
                let known = dot(&current[..column], other);
                current[column] = (current[column] - known) / other[column];
            }
            let square = dot(&current[..row], &current[..row]);
            let pivot = current[row] - square;
            if pivot.is_nan() || pivot < 1e-14 {
                return None;
            }
            current[row] = pivot.sqrt();
        }
        Some(Factor { normal: self, lower })
    }
}

/// A factored matrix.
pub(super) struct Factor<'a> {
    normal: &'a Normal,
    lower: Vec<f64>,
}

impl Factor<'_> {
    /// The unknowns for this right-hand side.
    pub(super) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let (size, lower) = (self.normal.size, &self.lower);
        let mut x = self.halfway(right);
        for i in (0..size).rev() {
            x[i] /= lower[i * size + i];
            for j in 0..i {
                x[j] -= lower[i * size + j] * x[i];
            }
        }
        x.iter().zip(&self.normal.scale).map(|(x, s)| x * s).collect()
    }

    /// L⁻¹ times the scaled right-hand side: halfway to the solution. The product of two of these is
    /// right·matrix⁻¹·right.
    pub(super) fn halfway(&self, right: &[f64]) -> Vec<f64> {
        let (size, lower) = (self.normal.size, &self.lower);
        let mut x: Vec<f64> = right.iter().zip(&self.normal.scale).map(|(b, s)| b * s).collect();
        for i in 0..size {
            let row = &lower[i * size..i * size + size];
            let known = dot(&row[..i], &x);
            x[i] = (x[i] - known) / row[i];
        }
        x
    }

    #[cfg(feature = "recordings")]
    /// The two by two block of the inverse that begins with this unknown.
    pub(super) fn block(&self, first: usize) -> [[f64; 2]; 2] {
        let column = |unknown: usize| {
            let mut unit = vec![0.0; self.normal.size];
            unit[unknown] = 1.0;
            let solved = self.solve(&unit);
            [solved[first], solved[first + 1]]
        };
        let (a, b) = (column(first), column(first + 1));
        [[a[0], b[0]], [a[1], b[1]]]
    }

    /// Variance of one unknown for a right-hand side made of noise of variance 1 per sample.
    pub(super) fn variance(&self, unknown: usize) -> f64 {
        let mut unit = vec![0.0; self.normal.size];
        unit[unknown] = 1.0;
        self.solve(&unit)[unknown]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solves_and_knows_the_inverse() {
        let a = [[4.0, 1.0, -2.0], [1.0, 300.0, 5.0], [-2.0, 5.0, 9.0]];
        let normal = Normal::new(3, |i, j| a[i][j]);
        let factor = normal.factor(0.0).unwrap();
        let x = factor.solve(&[1.0, -2.0, 3.0]);
        for (row, right) in a.iter().zip([1.0, -2.0, 3.0]) {
            let left: f64 = row.iter().zip(&x).map(|(a, x)| a * x).sum();
            assert!((left - right).abs() < 1e-12);
        }
        let unit = factor.solve(&[0.0, 1.0, 0.0]);
        assert!((factor.variance(1) - unit[1]).abs() < 1e-15);
    }

    #[test]
    fn a_singular_matrix_is_noticed_and_an_empty_column_ignored() {
        assert!(Normal::new(2, |_, _| 1.0).factor(0.0).is_none());
        let empty = Normal::new(2, |i, j| if i == 0 && j == 0 { 2.0 } else { 0.0 });
        assert_eq!(empty.factor(0.0).unwrap().solve(&[3.0, 0.0])[1], 0.0);
    }
}
