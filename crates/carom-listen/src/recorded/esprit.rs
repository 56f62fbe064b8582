//! Decaying exponentials of a complex signal, by the rotation of its signal space.
//!
//! ESPRIT: Roy, Kailath: ESPRIT — estimation of signal parameters via rotational invariance
//! techniques, IEEE Trans. Acoust., Speech, Signal Process. 37 (1989) 984-995. The signal space is
//! that of the Hankel matrix of the samples, found by subspace iteration; products with the matrix
//! are convolutions, and made by Fourier transforms.

use super::eigen::Square;
use realfft::num_complex::Complex;
use rustfft::{Fft, FftPlanner};
use std::sync::Arc;

/// Largest number of exponentials.
const MOST: usize = 16;
/// Dimensions beyond that, for the convergence of the subspace.
const SPARE: usize = 4;
/// Rounds of the subspace iteration.
const ROUNDS: usize = 4;
/// A singular value is signal if it exceeds the largest of white noise by this factor.
const ABOVE_NOISE: f64 = 1.1;

/// Finds exponentials; keeps its plans.
pub(super) struct Esprit {
    planner: FftPlanner<f64>,
}

impl Esprit {
    pub(super) fn new() -> Self {
        Self { planner: FftPlanner::new() }
    }

    /// The exponents, per sample, of the exponentials that stand out of white noise.
    pub(super) fn exponents(&mut self, signal: &[Complex<f64>]) -> Vec<Complex<f64>> {
        if signal.len() < 24 {
            return Vec::new();
        }
        let hankel = Hankel::new(&mut self.planner, signal);
        let (basis, values) = hankel.signal_space();
        let order = hankel.order(&values);
        rotation(&basis[..order]).map_or_else(Vec::new, |matrix| {
            matrix.eigenvalues().iter().filter(|z| z.norm() > 1e-3).map(|z| z.ln()).collect()
        })
    }
}

type Column = Vec<Complex<f64>>;

struct Hankel {
    inverse: Arc<dyn Fft<f64>>,
    spectrum: Column,
    rows: usize,
    columns: usize,
    /// Sum of the squared magnitudes of all entries.
    energy: f64,
}

impl Hankel {
    fn new(planner: &mut FftPlanner<f64>, signal: &[Complex<f64>]) -> Self {
        let rows = signal.len() / 2;
        let columns = signal.len() - rows + 1;
        let size = signal.len().next_power_of_two();
        let (forward, inverse) = (planner.plan_fft_forward(size), planner.plan_fft_inverse(size));
        let mut spectrum = signal.to_vec();
        spectrum.resize(size, Complex::default());
        forward.process(&mut spectrum);
        let times = |n: usize| (n + 1).min(rows).min(columns).min(signal.len() - n) as f64;
        let energy = signal.iter().enumerate().map(|(n, x)| times(n) * x.norm_sqr()).sum();
        Self { inverse, spectrum, rows, columns, energy }
    }

    /// Entries 0 to `length` of Σ_j x(i+j)·v(j).
    fn product(&self, v: &[Complex<f64>], length: usize) -> Column {
        let size = self.spectrum.len();
        let mut work = v.to_vec();
        work.resize(size, Complex::default());
        self.inverse.process(&mut work);
        work.iter_mut().zip(&self.spectrum).for_each(|(a, b)| *a *= b);
        self.inverse.process(&mut work);
        work.truncate(length);
        work.iter_mut().for_each(|a| *a /= size as f64);
        work
    }

    /// Left singular vectors of the largest singular values, and these.
    fn signal_space(&self) -> (Vec<Column>, Vec<f64>) {
        let count = (MOST + SPARE).min(self.rows);
        // Any start will do that is no accident; this one is the same every time.
        let entry = |k: usize, j: usize| {
            let x = ((k * 7919 + j * 104_729 + 12_345) % 65_521) as f64;
            Complex::from_polar(1.0, x * x * 1e-3)
        };
        let mut right: Vec<Column> =
            (0..count).map(|k| (0..self.columns).map(|j| entry(k, j)).collect()).collect();
        let mut left = Vec::new();
        for _ in 0..ROUNDS {
            left = right.iter().map(|v| self.product(v, self.rows)).collect();
            orthonormalise(&mut left);
            right = left.iter().map(|u| self.adjoint(u)).collect();
        }
        // Rayleigh and Ritz: the singular vectors within the space, from HᴴQ.
        let gram = Square::new(count, |i, j| dot(&right[j], &right[i]));
        let (values, vectors) = hermitian(gram);
        let rotated = |k: usize| -> Column {
            let mut column = vec![Complex::default(); self.rows];
            for (weight, source) in vectors[k].iter().zip(&left) {
                column.iter_mut().zip(source).for_each(|(sum, x)| *sum += weight * x);
            }
            column
        };
        ((0..count).map(rotated).collect(), values.iter().map(|v| v.max(0.0).sqrt()).collect())
    }

    fn adjoint(&self, u: &[Complex<f64>]) -> Column {
        let conjugate: Column = u.iter().map(Complex::conj).collect();
        let mut product = self.product(&conjugate, self.columns);
        product.iter_mut().for_each(|x| *x = x.conj());
        product
    }

    /// How many singular values are not those of noise.
    fn order(&self, values: &[f64]) -> usize {
        let (rows, columns) = (self.rows as f64, self.columns as f64);
        let mut order = 0;
        // What is left without the first `order` is taken for noise.
        let mut left = self.energy;
        for value in values.iter().take(MOST) {
            left -= value * value;
            let noise = (left.max(0.0) / (rows * columns)).sqrt();
            let largest = ABOVE_NOISE * noise * (rows.sqrt() + columns.sqrt());
            if *value < largest.max(1e-9 * values[0]) {
                break;
            }
            order += 1;
        }
        order
    }
}

/// The matrix that turns the rows of a basis, given by columns, into the next rows.
fn rotation(basis: &[Column]) -> Option<Square> {
    let order = basis.len();
    let rows = basis.first()?.len();
    let above = Square::new(order, |i, j| dot(&basis[i][..rows - 1], &basis[j][..rows - 1]));
    let shifted = Square::new(order, |i, j| dot(&basis[i][..rows - 1], &basis[j][1..]));
    above.solve(shifted)
}

/// Σ conj(a)·b, in four sums side by side: none waits for another.
fn dot(a: &[Complex<f64>], b: &[Complex<f64>]) -> Complex<f64> {
    const SUMS: usize = 4;
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<SUMS>(), b.as_chunks::<SUMS>());
    let (mut re, mut im) = ([0.0; SUMS], [0.0; SUMS]);
    for (a, b) in a.iter().zip(b) {
        for k in 0..SUMS {
            re[k] += a[k].re * b[k].re + a[k].im * b[k].im;
            im[k] += a[k].re * b[k].im - a[k].im * b[k].re;
        }
    }
    let rest: Complex<f64> = a_rest.iter().zip(b_rest).map(|(a, b)| a.conj() * b).sum();
    rest + Complex::new(re.iter().sum(), im.iter().sum())
}

/// Gram and Schmidt, twice.
fn orthonormalise(columns: &mut [Column]) {
    for k in 0..columns.len() {
        let (before, rest) = columns.split_at_mut(k);
        let current = &mut rest[0];
        for _ in 0..2 {
            for other in before.iter() {
                let part = dot(other, current);
                current.iter_mut().zip(other).for_each(|(x, y)| *x -= part * y);
            }
        }
        let norm = current.iter().map(Complex::norm_sqr).sum::<f64>().sqrt();
        let scale = if norm > 0.0 { norm.recip() } else { 0.0 };
        current.iter_mut().for_each(|x| *x *= scale);
    }
}

/// Eigenvalues, largest first, and eigenvectors of a Hermitian matrix, by Jacobi's rotations.
fn hermitian(mut a: Square) -> (Vec<f64>, Vec<Column>) {
    let n = a.size;
    let mut v = Square::new(n, |i, j| Complex::new(f64::from(u8::from(i == j)), 0.0));
    let trace: f64 = (0..n).map(|i| a.rows[i * n + i].re).sum();
    for _ in 0..30 {
        let mut off = 0.0_f64;
        for p in 0..n {
            for q in p + 1..n {
                let apq = a.rows[p * n + q];
                let size = apq.norm();
                off = off.max(size);
                if size <= 1e-17 * trace {
                    continue;
                }
                let phase = apq / size;
                let theta = 0.5 * (a.rows[q * n + q].re - a.rows[p * n + p].re) / size;
                let t = theta.signum() / (theta.abs() + theta.hypot(1.0));
                let c = t.hypot(1.0).recip();
                let s = t * c;
                for k in 0..n {
                    let (x, y) = (a.rows[k * n + p], a.rows[k * n + q]);
                    a.rows[k * n + p] = x * c - phase.conj() * y * s;
                    a.rows[k * n + q] = phase * x * s + y * c;
                    let (x, y) = (v.rows[k * n + p], v.rows[k * n + q]);
                    v.rows[k * n + p] = x * c - phase.conj() * y * s;
                    v.rows[k * n + q] = phase * x * s + y * c;
                }
                for k in 0..n {
                    let (x, y) = (a.rows[p * n + k], a.rows[q * n + k]);
                    a.rows[p * n + k] = x * c - phase * y * s;
                    a.rows[q * n + k] = phase.conj() * x * s + y * c;
                }
            }
        }
        if off <= 1e-16 * trace {
            break;
        }
    }
    let value = |k: usize| a.rows[k * n + k].re;
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|i, j| value(*j).total_cmp(&value(*i)));
    let column = |k: &usize| (0..n).map(|i| v.rows[i * n + k]).collect();
    (order.iter().map(|k| value(*k)).collect(), order.iter().map(column).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponentials_are_found_to_all_digits_and_no_others() {
        let truth = [(-0.004, 0.31), (-0.02, 0.33), (-0.001, -1.2), (-0.15, 2.0), (-0.0005, 0.2)];
        let truth = truth.map(|(re, im)| Complex::new(re, im));
        let signal: Vec<Complex<f64>> = (0..400)
            .map(|n| {
                truth
                    .iter()
                    .enumerate()
                    .map(|(k, s)| {
                        Complex::from_polar(1.0 + k as f64, k as f64) * (s * f64::from(n)).exp()
                    })
                    .sum()
            })
            .collect();
        let found = Esprit::new().exponents(&signal);
        assert_eq!(found.len(), truth.len(), "{found:?}");
        for exponent in truth {
            assert!(found.iter().any(|z| (z - exponent).norm() < 1e-8), "{exponent}: {found:?}");
        }
    }
}
