//! The eigenproblem of a real symmetric matrix.
//!
//! Householder's reduction to tridiagonal form, then QL with implicit shifts: the classic pair of
//! Martin, Reinsch and Wilkinson (1968) and Bowdler, Martin, Reinsch and Wilkinson (1968), in
//! Wilkinson and Reinsch, Handbook for Automatic Computation II, Springer 1971.

mod few;
mod general;
pub(crate) mod polynomial;
pub(crate) mod surface;

pub(crate) use few::largest;
pub(crate) use general::general;

/// A matrix, row by row.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    /// Rows, and columns.
    size: usize,
    width: usize,
    values: Vec<f64>,
}

impl Matrix {
    /// The matrix with these rows, as many columns as rows: what is missing is 0, what is too much
    /// is left out.
    #[must_use]
    pub fn square<R: AsRef<[f64]>>(rows: &[R]) -> Self {
        let mut matrix = Self::zero(rows.len());
        for (i, row) in rows.iter().enumerate() {
            for (to, from) in matrix.row_mut(i).iter_mut().zip(row.as_ref()) {
                *to = *from;
            }
        }
        matrix
    }

    /// All zeros, as many rows as columns.
    pub(crate) fn zero(size: usize) -> Self {
        Self::empty(size, size)
    }

    /// All zeros.
    pub(crate) fn empty(size: usize, width: usize) -> Self {
        Self { size, width, values: vec![0.0; size * width] }
    }

    /// How many rows.
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// One row.
    #[must_use]
    pub fn row(&self, i: usize) -> &[f64] {
        &self.values[i * self.width..(i + 1) * self.width]
    }

    /// The rows before one, and that one to be written to.
    pub(crate) fn split_row(&mut self, i: usize) -> (&[f64], &mut [f64]) {
        let (before, rest) = self.values.split_at_mut(i * self.width);
        (before, &mut rest[..self.width])
    }

    /// One row, to be written to.
    pub(crate) fn row_mut(&mut self, i: usize) -> &mut [f64] {
        &mut self.values[i * self.width..(i + 1) * self.width]
    }
}

/// Eigenvalues in rising order, each with its vector of length 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Eigen {
    /// The eigenvalues.
    pub values: Vec<f64>,
    /// Row `i` is the vector of eigenvalue `i`.
    pub vectors: Matrix,
}

/// Solves the eigenproblem of a symmetric matrix. Only its lower triangle is used.
///
/// The large diagonal entries are reduced first and the small ones diagonalised first, as the
/// Handbook advises for graded matrices: the lowest eigenvalues of a stiffness matrix are many
/// powers of ten below the highest and must not be lost in their rounding. A matrix with an entry
/// that is not finite has the values NaN and vectors of zeros.
///
/// ```
/// use carom_shapes::eigen::{Matrix, symmetric};
/// let eigen = symmetric(&Matrix::square(&[[2.0, 1.0], [1.0, 2.0]]));
/// assert!((eigen.values[0] - 1.0).abs() < 1e-15 && (eigen.values[1] - 3.0).abs() < 1e-15);
/// assert!((eigen.vectors.row(1)[0] - eigen.vectors.row(1)[1]).abs() < 1e-15);
/// ```
#[must_use]
pub fn symmetric(matrix: &Matrix) -> Eigen {
    let order = falling(matrix);
    solve(matrix, &order, &order, accumulate)
}

/// The same, with each vector as a sum: with a row of `rows` for each component, row `i` of the
/// result is the sum of these rows times the components of vector `i`. The vectors themselves are
/// not computed.
pub(crate) fn symmetric_sums(matrix: &Matrix, rows: &Matrix) -> Eigen {
    let order = falling(matrix);
    let mut sums = Matrix::empty(matrix.size, rows.width);
    for (i, &from) in order.iter().enumerate() {
        sums.row_mut(i).copy_from_slice(rows.row(from));
    }
    let same: Vec<usize> = (0..rows.width).collect();
    solve(matrix, &order, &same, |_, reflections| reflect_rows(sums, reflections))
}

/// With the rows in some order; `basis` makes rows of the reflections, whose components go to
/// `places`.
fn solve(
    matrix: &Matrix,
    order: &[usize],
    places: &[usize],
    basis: impl FnOnce(usize, &[Vec<f64>]) -> Matrix,
) -> Eigen {
    if !matrix.values.iter().all(|value| value.is_finite()) {
        let vectors = Matrix::empty(matrix.size, places.len());
        return Eigen { values: vec![f64::NAN; matrix.size], vectors };
    }
    let mut reduced = Tridiagonal::reduce(permuted(matrix, order), basis);
    reduced.reverse();
    reduced.diagonalise();
    reduced.sorted(places)
}

/// The rows by their diagonal entries, the largest first.
fn falling(matrix: &Matrix) -> Vec<usize> {
    let mut order: Vec<usize> = (0..matrix.size).collect();
    order.sort_by(|&i, &j| matrix.row(j)[j].total_cmp(&matrix.row(i)[i]));
    order
}

/// T = QᵀAQ with its diagonal and the one beside it; row `i` of `basis` is column `i` of Q, so
/// that everything runs along rows.
struct Tridiagonal {
    diagonal: Vec<f64>,
    beside: Vec<f64>,
    basis: Matrix,
}

impl Tridiagonal {
    /// Householder reflections from the first column on.
    fn reduce(mut rest: Matrix, basis: impl FnOnce(usize, &[Vec<f64>]) -> Matrix) -> Self {
        let size = rest.size;
        let mut reflections = Vec::with_capacity(size);
        let mut beside = vec![0.0; size];
        for step in 0..size.saturating_sub(2) {
            let column: Vec<f64> = (step + 1..size).map(|i| rest.row(i)[step]).collect();
            let (vector, length) = reflection(&column);
            beside[step] = length;
            reflect_both_sides(&mut rest, step + 1, &vector);
            reflections.push(vector);
        }
        if size >= 2 {
            beside[size - 2] = rest.row(size - 1)[size - 2];
        }
        let diagonal = (0..size).map(|i| rest.row(i)[i]).collect();
        Self { diagonal, beside, basis: basis(size, &reflections) }
    }

    /// Numbers the rows of T from the other end.
    fn reverse(&mut self) {
        let size = self.diagonal.len();
        self.diagonal.reverse();
        self.beside[..size.saturating_sub(1)].reverse();
        let width = self.basis.width;
        for i in 0..size / 2 {
            let (upper, lower) = self.basis.values.split_at_mut((size - 1 - i) * width);
            upper[i * width..(i + 1) * width].swap_with_slice(&mut lower[..width]);
        }
    }

    /// QL with implicit Wilkinson shifts until the matrix is diagonal.
    fn diagonalise(&mut self) {
        let size = self.diagonal.len();
        for low in 0..size {
            // Each eigenvalue takes two or three sweeps; the bound only keeps NaN from looping.
            for _ in 0..60 {
                let high = self.split(low);
                if high == low {
                    break;
                }
                self.sweep(low, high);
            }
        }
    }

    /// The first index from `low` on whose link to the next is negligible.
    fn split(&self, low: usize) -> usize {
        let last = self.diagonal.len() - 1;
        let loose = |&i: &usize| {
            let scale = self.diagonal[i].abs() + self.diagonal[i + 1].abs();
            self.beside[i].abs() <= f64::EPSILON * scale
        };
        (low..last).find(loose).unwrap_or(last)
    }

    /// One QL step on the block from `low` to `high`.
    fn sweep(&mut self, low: usize, high: usize) {
        let (diagonal, beside) = (&mut self.diagonal, &mut self.beside);
        let slope = (diagonal[low + 1] - diagonal[low]) / (2.0 * beside[low]);
        let root = slope.hypot(1.0).copysign(slope);
        let mut bulge = diagonal[high] - diagonal[low] + beside[low] / (slope + root);
        let (mut sine, mut cosine, mut moved) = (1.0, 1.0, 0.0);
        for i in (low..high).rev() {
            let (far, near) = (sine * beside[i], cosine * beside[i]);
            let length = length(far, bulge);
            beside[i + 1] = length;
            if length == 0.0 {
                diagonal[i + 1] -= moved;
                beside[high] = 0.0;
                return;
            }
            (sine, cosine) = (far / length, bulge / length);
            let base = diagonal[i + 1] - moved;
            let mixed = (diagonal[i] - base) * sine + 2.0 * cosine * near;
            moved = sine * mixed;
            diagonal[i + 1] = base + moved;
            bulge = cosine * mixed - near;
            rotate(&mut self.basis, i, sine, cosine);
        }
        diagonal[low] -= moved;
        beside[low] = bulge;
        beside[high] = 0.0;
    }

    /// Values in rising order, and the components of the vectors back where `places` took them.
    fn sorted(self, places: &[usize]) -> Eigen {
        let size = self.diagonal.len();
        let mut order: Vec<usize> = (0..size).collect();
        order.sort_by(|&i, &j| self.diagonal[i].total_cmp(&self.diagonal[j]));
        let mut vectors = Matrix::empty(size, places.len());
        for (to, &from) in order.iter().enumerate() {
            let row = vectors.row_mut(to);
            for (&place, &value) in places.iter().zip(self.basis.row(from)) {
                row[place] = value;
            }
        }
        Eigen { values: order.iter().map(|&i| self.diagonal[i]).collect(), vectors }
    }
}

/// The matrix with rows and columns in another order, and the upper triangle like the lower.
fn permuted(matrix: &Matrix, order: &[usize]) -> Matrix {
    let mut copy = Matrix::zero(matrix.size);
    for i in 0..matrix.size {
        for j in 0..matrix.size {
            let (row, column) = (order[i].max(order[j]), order[i].min(order[j]));
            copy.row_mut(i)[j] = matrix.row(row)[column];
        }
    }
    copy
}

/// The vector v of the reflection 1 − vvᵀ (so |v|² = 2, or 0) that turns `column` into its first
/// axis, and the first component that is left there.
fn reflection(column: &[f64]) -> (Vec<f64>, f64) {
    let largest = column.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
    let tail = column[1..].iter().any(|&value| value != 0.0);
    if !tail || !largest.is_finite() {
        return (vec![0.0; column.len()], column[0]);
    }
    let mut vector: Vec<f64> = column.iter().map(|value| value / largest).collect();
    let length = dot(&vector, &vector).sqrt().copysign(vector[0]);
    vector[0] += length;
    let scale = (vector[0] * length).sqrt().recip();
    vector.iter_mut().for_each(|value| *value *= scale);
    (vector, -length * largest)
}

/// (1 − vvᵀ)·A·(1 − vvᵀ) for the part of a symmetric A from `start` on:
/// A − vqᵀ − qvᵀ with q = Av − v(vᵀAv)/2. Only the lower triangle is used.
fn reflect_both_sides(rest: &mut Matrix, start: usize, vector: &[f64]) {
    let size = rest.size;
    let mut shifted = vec![0.0; size - start];
    for i in start..size {
        let row = &rest.row(i)[start..i];
        let (above, below) = shifted.split_at_mut(row.len());
        below[0] = dot(row, &vector[..row.len()]) + rest.row(i)[i] * vector[row.len()];
        add(above, vector[row.len()], row);
    }
    let half = dot(&shifted, vector) / 2.0;
    add(&mut shifted, -half, vector);
    for i in start..size {
        let row = &mut rest.row_mut(i)[start..=i];
        let (v, q) = (vector[i - start], shifted[i - start]);
        for j in 0..row.len() {
            row[j] -= v * shifted[j] + q * vector[j];
        }
    }
}

/// The product of all reflections, transposed, built from the last one so that each step touches
/// only the corner that is not yet the unit matrix.
fn accumulate(size: usize, reflections: &[Vec<f64>]) -> Matrix {
    let mut basis = Matrix::zero(size);
    for i in 0..size {
        basis.row_mut(i)[i] = 1.0;
    }
    for (step, vector) in reflections.iter().enumerate().rev() {
        for i in step + 1..size {
            let row = &mut basis.row_mut(i)[step + 1..];
            let along = dot(row, vector);
            add(row, -along, vector);
        }
    }
    basis
}

/// The rows after all reflections, the first of them first.
fn reflect_rows(mut rows: Matrix, reflections: &[Vec<f64>]) -> Matrix {
    let mut along = vec![0.0; rows.width];
    for (step, vector) in reflections.iter().enumerate() {
        along.fill(0.0);
        for (i, &value) in vector.iter().enumerate() {
            add(&mut along, value, rows.row(step + 1 + i));
        }
        for (i, &value) in vector.iter().enumerate() {
            add(rows.row_mut(step + 1 + i), -value, &along);
        }
    }
    rows
}

/// Turns the rows `i` and `i + 1` into each other.
fn rotate(basis: &mut Matrix, i: usize, sine: f64, cosine: f64) {
    let width = basis.width;
    let (upper, lower) = basis.values[i * width..(i + 2) * width].split_at_mut(width);
    for (first, second) in upper.iter_mut().zip(lower) {
        let old = *second;
        *second = sine * *first + cosine * old;
        *first = cosine * *first - sine * old;
    }
}

/// √(a² + b²).
fn length(a: f64, b: f64) -> f64 {
    let square = a * a + b * b;
    // Within these bounds no square has lost digits that matter, or overflowed.
    if (1e-200..1e300).contains(&square) { square.sqrt() } else { a.hypot(b) }
}

/// The inner product, in four running sums so that the processor can work on them side by side.
pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; 4];
    let (a_fours, b_fours) = (a.chunks_exact(4), b.chunks_exact(4));
    let rest: f64 = a_fours.remainder().iter().zip(b_fours.remainder()).map(|(x, y)| x * y).sum();
    for (x, y) in a_fours.zip(b_fours) {
        for k in 0..4 {
            sums[k] += x[k] * y[k];
        }
    }
    sums.iter().sum::<f64>() + rest
}

/// Adds a multiple of some numbers to the first others.
pub(crate) fn add(to: &mut [f64], factor: f64, what: &[f64]) {
    for (value, more) in to.iter_mut().zip(what) {
        *value += factor * more;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(size: usize, value: impl Fn(usize, usize) -> f64) -> Matrix {
        let mut matrix = Matrix::zero(size);
        for i in 0..size {
            for j in 0..size {
                matrix.row_mut(i)[j] = value(i, j);
            }
        }
        matrix
    }

    #[test]
    fn sums_are_those_of_the_vectors() {
        let matrix = wild(23);
        let mut rows = Matrix::empty(23, 3);
        for i in 0..23 {
            rows.row_mut(i).copy_from_slice(&[1.0, i as f64, (i as f64).cos()]);
        }
        let (whole, sums) = (symmetric(&matrix), symmetric_sums(&matrix, &rows));
        assert_eq!(whole.values, sums.values);
        for i in 0..23 {
            for k in 0..3 {
                let sum: f64 = (0..23).map(|j| whole.vectors.row(i)[j] * rows.row(j)[k]).sum();
                assert!((sum - sums.vectors.row(i)[k]).abs() < 1e-12);
            }
        }
    }

    fn wild(size: usize) -> Matrix {
        filled(size, |i, j| ((i * j + i + j) as f64 * 0.7).sin() + if i == j { 3.0 } else { 0.0 })
    }

    /// The largest entry of A·v − λ·v and of V·Vᵀ − 1.
    fn errors(matrix: &Matrix) -> (f64, f64) {
        let eigen = symmetric(matrix);
        let (mut residual, mut skew) = (0.0_f64, 0.0_f64);
        for i in 0..matrix.size {
            let vector = eigen.vectors.row(i);
            for j in 0..matrix.size {
                let moved = dot(matrix.row(j), vector);
                residual = residual.max((moved - eigen.values[i] * vector[j]).abs());
                let unit = f64::from(u8::from(i == j));
                skew = skew.max((dot(vector, eigen.vectors.row(j)) - unit).abs());
            }
        }
        (residual, skew)
    }

    #[test]
    fn the_chain_of_equal_springs_has_its_known_values() {
        let size = 40;
        let matrix = filled(size, |i, j| match i.abs_diff(j) {
            0 => 2.0,
            1 => -1.0,
            _ => 0.0,
        });
        let eigen = symmetric(&matrix);
        for (k, value) in eigen.values.iter().enumerate() {
            let angle = std::f64::consts::PI * (k + 1) as f64 / (2 * (size + 1)) as f64;
            assert!((value - 4.0 * angle.sin().powi(2)).abs() < 1e-13);
        }
    }

    #[test]
    fn a_full_matrix_of_ones_has_one_value_above_zero() {
        let eigen = symmetric(&filled(30, |_, _| 1.0));
        assert!((eigen.values[29] - 30.0).abs() < 1e-12);
        assert!(eigen.values[..29].iter().all(|value| value.abs() < 1e-12));
    }

    #[test]
    fn vectors_are_orthonormal_and_belong_to_their_values() {
        for size in [1, 2, 3, 7, 60] {
            let (residual, skew) = errors(&wild(size));
            assert!(residual < 1e-12 * size as f64, "{size}: {residual}");
            assert!(skew < 1e-13 * size as f64, "{size}: {skew}");
        }
    }

    #[test]
    fn tiny_and_huge_values_stand_side_by_side() {
        let matrix = filled(12, |i, j| if i == j { 10_f64.powi(i as i32 - 6) } else { 1e-9 });
        let (residual, skew) = errors(&matrix);
        assert!(residual < 1e-9 && skew < 1e-13);
    }

    #[test]
    fn small_values_of_a_graded_matrix_keep_their_digits() {
        // D·A·D with A near 1: the lowest value is that of the last 2×2 Schur complement.
        let scale = [1e6, 1e3, 1.0];
        let matrix = filled(3, |i, j| scale[i] * scale[j] * if i == j { 1.0 } else { 0.5_f64 });
        let lowest = symmetric(&matrix).values[0];
        assert!((lowest / (2.0 / 3.0) - 1.0).abs() < 1e-5, "{lowest}");
    }

    #[test]
    fn empty_and_hopeless_matrices_come_to_an_end() {
        assert!(symmetric(&Matrix::zero(0)).values.is_empty());
        assert_eq!(symmetric(&Matrix::zero(3)).values, [0.0; 3]);
        let hopeless = symmetric(&filled(5, |_, _| f64::INFINITY));
        assert!(hopeless.values.iter().all(|value| value.is_nan()));
        let huge = symmetric(&filled(50, |i, j| f64::MAX / (1 + i + j) as f64));
        assert_eq!(huge.values.len(), 50);
    }
}
