//! Systems of equations that are symmetric and positive definite.

use super::vectors::LANES;
use crate::cpu::{fused, kernels};

kernels! {
    /// Solves a positive definite system of which the lower half is given. Nothing is done to the left of
    /// the `first` entry of a row that is not zero: where contacts form a chain the work grows with their
    /// number.
    fn cholesky(matrix: &mut [f64], right: &mut [f64], first: &mut [usize]) -> () {
        let n = right.len();
        for row in 0..n {
            let (above, rest) = matrix.split_at_mut(row * n);
            let this = &mut rest[..=row];
            first[row] = this[..row].iter().position(|entry| *entry != 0.0).unwrap_or(row);
            for column in first[row]..row {
                let from = first[row].max(first[column]);
                let other = &above[column * n..][..=column];
                let sum = dot::<FMA>(&this[from..column], &other[from..column]);
                this[column] = (this[column] - sum) / other[column];
            }
            let (known, diagonal) = this.split_at_mut(row);
            let known = &known[first[row]..];
            // The diagonal is at least 1 but for rounding.
            diagonal[0] = (diagonal[0] - dot::<FMA>(known, known)).max(0.5).sqrt();
            let sum = dot::<FMA>(known, &right[first[row]..row]);
            right[row] = (right[row] - sum) / diagonal[0];
        }
        for row in (0..n).rev() {
            right[row] /= matrix[row * n + row];
            let (known, push) = (&matrix[row * n..][first[row]..row], right[row]);
            for (right, entry) in right[first[row]..row].iter_mut().zip(known) {
                *right -= entry * push;
            }
        }
    }
}

/// The sum of products, four at a time.
#[inline(always)]
fn dot<const FMA: bool>(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; LANES];
    let (a, b) = (a.chunks_exact(LANES), b.chunks_exact(LANES));
    let rest = a.remainder().iter().zip(b.remainder());
    let rest = rest.fold(0.0, |sum, (a, b)| fused::<FMA>(*a, *b, sum));
    for (a, b) in a.zip(b) {
        for lane in 0..LANES {
            sums[lane] = fused::<FMA>(a[lane], b[lane], sums[lane]);
        }
    }
    (sums[0] + sums[1]) + (sums[2] + sums[3]) + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::Cpu;

    #[test]
    fn a_banded_system_is_solved() {
        let full = [4.0, 1.0, 0.0, 1.0, 3.0, 0.5, 0.0, 0.5, 2.0];
        let (mut matrix, mut right) = (full, [1.0, -2.0, 3.0]);
        cholesky(Cpu::detect(), &mut matrix, &mut right, &mut [0; 3]);
        for (row, wanted) in [1.0, -2.0, 3.0].into_iter().enumerate() {
            let found: f64 = (0..3).map(|k| full[row * 3 + k] * right[k]).sum();
            assert!((found - wanted).abs() < 1e-14);
        }
    }
}
