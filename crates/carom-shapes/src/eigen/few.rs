//! A few of the largest eigenvalues with their vectors.
//!
//! The values of the tridiagonal form by QL without vectors, and each vector by inverse iteration
//! (Wilkinson, The Algebraic Eigenvalue Problem, 1965, ch. 5, §53 and after): where few are wanted,
//! turning all vectors is most of the work.

use super::{Eigen, Matrix, Tridiagonal, add, dot, falling, permuted};

/// The eigenvalues of a symmetric matrix above a bound, the largest first, with their vectors.
/// None if an entry is not finite.
pub(crate) fn largest(matrix: &Matrix, above: f64) -> Eigen {
    let size = matrix.size();
    if !matrix.values.iter().all(|value| value.is_finite()) {
        return Eigen { values: Vec::new(), vectors: Matrix::empty(0, size) };
    }
    let order = falling(matrix);
    let mut reflections = Vec::new();
    let mut reduced = Tridiagonal::reduce(permuted(matrix, &order), |size, all| {
        reflections = all.to_vec();
        Matrix::empty(size, 0)
    });
    let (diagonal, beside) = (reduced.diagonal.clone(), reduced.beside.clone());
    reduced.reverse();
    reduced.diagonalise();
    let mut values = reduced.diagonal;
    values.retain(|value| *value > above);
    values.sort_by(|a, b| b.total_cmp(a));
    let mut found: Vec<Vec<f64>> = Vec::with_capacity(values.len());
    for &value in &values {
        let vector = Shifted::new(&diagonal, &beside, value).vector(&found);
        found.push(vector);
    }
    let mut vectors = Matrix::empty(values.len(), size);
    for (i, mut vector) in found.into_iter().enumerate() {
        for (step, reflection) in reflections.iter().enumerate().rev() {
            let tail = &mut vector[step + 1..];
            let along = dot(tail, reflection);
            add(tail, -along, reflection);
        }
        for (&place, &component) in order.iter().zip(&vector) {
            vectors.row_mut(i)[place] = component;
        }
    }
    Eigen { values, vectors }
}

/// A tridiagonal matrix minus a number, as the product of what elimination with row exchanges gives.
struct Shifted {
    /// The rows of the upper triangle, from the diagonal on.
    upper: Vec<[f64; 3]>,
    /// What of each row was taken from the next, and whether they were exchanged before.
    steps: Vec<(f64, bool)>,
}

impl Shifted {
    fn new(diagonal: &[f64], beside: &[f64], shift: f64) -> Self {
        let size = diagonal.len();
        let largest = diagonal.iter().chain(beside).fold(f64::MIN_POSITIVE, |m, x| m.max(x.abs()));
        let pivot =
            |x: f64| if x.abs() < f64::EPSILON * largest { f64::EPSILON * largest } else { x };
        let (mut upper, mut steps) = (Vec::with_capacity(size), Vec::with_capacity(size));
        let mut row = [diagonal[0] - shift, beside[0], 0.0];
        for i in 0..size - 1 {
            let next = [beside[i], diagonal[i + 1] - shift, beside[i + 1]];
            let exchanged = next[0].abs() > row[0].abs();
            let (first, second) = if exchanged { (next, row) } else { (row, next) };
            let head = pivot(first[0]);
            let factor = second[0] / head;
            upper.push([head, first[1], first[2]]);
            steps.push((factor, exchanged));
            row = [second[1] - factor * first[1], second[2] - factor * first[2], 0.0];
        }
        upper.push([pivot(row[0]), 0.0, 0.0]);
        Self { upper, steps }
    }

    /// The vector of length 1 that the matrix nearly takes away, across those found before.
    fn vector(&self, found: &[Vec<f64>]) -> Vec<f64> {
        let size = self.upper.len();
        // Any vector will do that is across none of the wanted ones and like none found before.
        let pace = 2.4 + found.len() as f64;
        let mut vector: Vec<f64> = (0..size).map(|i| (pace * (i + 1) as f64).sin()).collect();
        for _ in 0..3 {
            self.solve(&mut vector);
            normalise(&mut vector);
            for other in found {
                let along = dot(&vector, other);
                add(&mut vector, -along, other);
            }
            normalise(&mut vector);
        }
        vector
    }

    fn solve(&self, x: &mut [f64]) {
        for (i, &(factor, exchanged)) in self.steps.iter().enumerate() {
            if exchanged {
                x.swap(i, i + 1);
            }
            x[i + 1] -= factor * x[i];
        }
        for (i, row) in self.upper.iter().enumerate().rev() {
            let beyond = |k: usize| x.get(i + k).map_or(0.0, |value| row[k] * value);
            x[i] = (x[i] - beyond(1) - beyond(2)) / row[0];
        }
    }
}

fn normalise(vector: &mut [f64]) {
    let most = vector.iter().fold(f64::MIN_POSITIVE, |most, value| most.max(value.abs()));
    vector.iter_mut().for_each(|value| *value /= most);
    let length = dot(vector, vector).sqrt();
    vector.iter_mut().for_each(|value| *value /= length);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eigen::symmetric;

    fn filled(size: usize, value: impl Fn(usize, usize) -> f64) -> Matrix {
        let rows: Vec<Vec<f64>> =
            (0..size).map(|i| (0..size).map(|j| value(i, j)).collect()).collect();
        Matrix::square(&rows)
    }

    #[test]
    fn they_are_those_of_all_and_belong_to_their_values() {
        let wild = |i: usize, j: usize| ((i * j + i + j) as f64 * 0.7).sin();
        for size in [1, 2, 3, 7, 60] {
            let matrix = filled(size, wild);
            let (all, few) = (symmetric(&matrix), largest(&matrix, 0.0));
            let positive = all.values.iter().rev().filter(|value| **value > 0.0);
            assert_eq!(few.values.len(), positive.clone().count());
            for (i, (value, known)) in few.values.iter().zip(positive).enumerate() {
                assert!((value - known).abs() < 1e-12 * size as f64);
                let vector = few.vectors.row(i);
                assert!((dot(vector, vector) - 1.0).abs() < 1e-13);
                for j in 0..size {
                    let off = dot(matrix.row(j), vector) - value * vector[j];
                    assert!(off.abs() < 1e-12 * size as f64, "{size}: {off}");
                }
            }
        }
    }

    #[test]
    fn equal_values_have_vectors_across_each_other() {
        let few = largest(&filled(9, |i, j| if i == j { 2.0 } else { 0.0 }), 1.0);
        let pairs = filled(8, |i, j| if i == j { 3.0 } else { f64::from(u8::from(i ^ 1 == j)) });
        for eigen in [few, largest(&pairs, 1.0)] {
            for i in 0..eigen.values.len() {
                for j in 0..i {
                    let along = dot(eigen.vectors.row(i), eigen.vectors.row(j));
                    assert!(along.abs() < 1e-12, "{i} {j}: {along}");
                }
            }
        }
        assert!(largest(&filled(3, |_, _| f64::NAN), 0.0).values.is_empty());
    }
}
