//! Eigenvalues of small complex matrices, by the shifted QR algorithm on a Hessenberg form.
//!
//! Golub, Van Loan: Matrix Computations, chapter 7.

use realfft::num_complex::Complex;

/// Sweeps after which an eigenvalue is given up.
const MOST_SWEEPS: usize = 60;

/// A square matrix, row by row.
#[derive(Clone, Debug)]
pub(super) struct Square {
    pub(super) size: usize,
    pub(super) rows: Vec<Complex<f64>>,
}

impl Square {
    pub(super) fn new(size: usize, entry: impl Fn(usize, usize) -> Complex<f64>) -> Self {
        let rows = (0..size * size).map(|n| entry(n / size, n % size)).collect();
        Self { size, rows }
    }

    fn at(&self, row: usize, column: usize) -> Complex<f64> {
        self.rows[row * self.size + column]
    }

    fn at_mut(&mut self, row: usize, column: usize) -> &mut Complex<f64> {
        &mut self.rows[row * self.size + column]
    }

    /// Makes everything below the first subdiagonal zero, by eliminations with pivots.
    fn hessenberg(&mut self) {
        let n = self.size;
        for k in 1..n.saturating_sub(1) {
            let size_at = |row: &usize| self.at(*row, k - 1).norm_sqr();
            let Some(pivot) = (k..n).max_by(|a, b| size_at(a).total_cmp(&size_at(b))) else {
                return;
            };
            if self.at(pivot, k - 1).norm_sqr() == 0.0 {
                continue;
            }
            for j in 0..n {
                self.rows.swap(pivot * n + j, k * n + j);
            }
            for i in 0..n {
                self.rows.swap(i * n + pivot, i * n + k);
            }
            for row in k + 1..n {
                let factor = self.at(row, k - 1) / self.at(k, k - 1);
                for j in 0..n {
                    let part = factor * self.at(k, j);
                    *self.at_mut(row, j) -= part;
                }
                for i in 0..n {
                    let part = factor * self.at(i, row);
                    *self.at_mut(i, k) += part;
                }
            }
        }
    }

    /// The eigenvalues; fewer than there are if the iteration does not converge.
    pub(super) fn eigenvalues(mut self) -> Vec<Complex<f64>> {
        self.hessenberg();
        let mut values = Vec::with_capacity(self.size);
        let mut end = self.size;
        let mut sweeps = 0;
        while end > 0 {
            let last = end - 1;
            let start = self.block_start(last);
            if start == last {
                values.push(self.at(last, last));
                end = last;
                sweeps = 0;
                continue;
            }
            sweeps += 1;
            if sweeps > MOST_SWEEPS {
                break;
            }
            self.sweep(start, last, sweeps);
        }
        values
    }

    /// The first row of the block that ends with `last` and that no zero divides.
    fn block_start(&self, last: usize) -> usize {
        let mut row = last;
        while row > 0 {
            let around = self.at(row, row).norm() + self.at(row - 1, row - 1).norm();
            if self.at(row, row - 1).norm() <= f64::EPSILON * around {
                break;
            }
            row -= 1;
        }
        row
    }

    /// One QR step on the rows from `start` to `last`, shifted by the eigenvalue of the last two
    /// rows that is nearer to the last entry.
    fn sweep(&mut self, start: usize, last: usize, sweeps: usize) {
        let (a, b) = (self.at(last - 1, last - 1), self.at(last - 1, last));
        let (c, d) = (self.at(last, last - 1), self.at(last, last));
        let half = (a - d) * 0.5;
        let root = (half * half + b * c).sqrt();
        let far =
            if (half + root).norm() > (half - root).norm() { half + root } else { half - root };
        let mut shift = if far.norm() > 0.0 { d - b * c / far } else { d };
        if sweeps.is_multiple_of(10) {
            // A shift out of line ends a cycle.
            shift += c.norm();
        }
        for row in start..=last {
            *self.at_mut(row, row) -= shift;
        }
        let mut turns = Vec::with_capacity(last - start);
        for k in start..last {
            let (x, y) = (self.at(k, k), self.at(k + 1, k));
            let length = x.norm().hypot(y.norm());
            let (c, s) =
                if length > 0.0 { (x / length, y / length) } else { (1.0.into(), 0.0.into()) };
            for j in k..=last {
                let (u, v) = (self.at(k, j), self.at(k + 1, j));
                *self.at_mut(k, j) = c.conj() * u + s.conj() * v;
                *self.at_mut(k + 1, j) = c * v - s * u;
            }
            turns.push((c, s));
        }
        for (k, (c, s)) in (start..last).zip(turns) {
            for i in start..=(k + 1).min(last) {
                let (u, v) = (self.at(i, k), self.at(i, k + 1));
                *self.at_mut(i, k) = u * c + v * s;
                *self.at_mut(i, k + 1) = v * c.conj() - u * s.conj();
            }
        }
        for row in start..=last {
            *self.at_mut(row, row) += shift;
        }
    }

    /// X with self · X = `right`, by elimination with pivots; none if self is singular.
    pub(super) fn solve(mut self, mut right: Self) -> Option<Self> {
        let n = self.size;
        for k in 0..n {
            let size_at = |row: &usize| self.at(*row, k).norm_sqr();
            let pivot = (k..n).max_by(|a, b| size_at(a).total_cmp(&size_at(b)))?;
            if self.at(pivot, k).norm_sqr() < 1e-24 {
                return None;
            }
            for j in 0..n {
                self.rows.swap(pivot * n + j, k * n + j);
                right.rows.swap(pivot * n + j, k * n + j);
            }
            for row in (0..n).filter(|row| *row != k) {
                let factor = self.at(row, k) / self.at(k, k);
                for j in 0..n {
                    let (part, other) = (factor * self.at(k, j), factor * right.at(k, j));
                    *self.at_mut(row, j) -= part;
                    *right.at_mut(row, j) -= other;
                }
            }
        }
        for k in 0..n {
            let pivot = self.at(k, k);
            (0..n).for_each(|j| *right.at_mut(k, j) /= pivot);
        }
        Some(right)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_companion_matrix_has_the_roots_of_its_polynomial() {
        // Coefficients of the polynomial with these roots, multiplied out.
        let roots = [(0.9, 0.3), (0.9, 0.31), (-0.5, 0.1), (0.0, 0.99), (0.2, -0.7)];
        let roots: Vec<_> = roots.iter().map(|(re, im)| Complex::new(*re, *im)).collect();
        let mut polynomial = vec![Complex::new(1.0, 0.0)];
        for root in &roots {
            polynomial.push(Complex::default());
            for n in (1..polynomial.len()).rev() {
                let before = polynomial[n - 1];
                polynomial[n] -= root * before;
            }
        }
        let companion = Square::new(5, |i, j| match (i, j) {
            (0, j) => -polynomial[j + 1],
            (i, j) if i == j + 1 => Complex::new(1.0, 0.0),
            _ => Complex::default(),
        });
        let values = companion.eigenvalues();
        assert_eq!(values.len(), 5);
        for root in roots {
            assert!(values.iter().any(|value| (value - root).norm() < 1e-11), "{values:?}");
        }
    }

    #[test]
    fn a_dense_matrix_keeps_its_eigenvalues_and_solves() {
        let n = 7;
        let entry = |i: usize, j: usize| {
            let x = (i * i * 13 + j * 29 + i * j * 7) as f64;
            Complex::new((x * 0.7).sin(), (x * 1.3).cos())
        };
        let basis = Square::new(n, entry);
        let diagonal = |k: usize| Complex::from_polar(1.0 - 0.1 * k as f64, 0.4 * k as f64);
        let scaled = Square::new(n, |i, j| diagonal(i) * basis.at(i, j));
        // basis⁻¹ · diagonal · basis
        let matrix = basis.clone().solve(scaled).expect("a basis");
        let values = matrix.eigenvalues();
        assert_eq!(values.len(), n);
        for k in 0..n {
            assert!(values.iter().any(|value| (value - diagonal(k)).norm() < 1e-9), "{values:?}");
        }
    }
}
