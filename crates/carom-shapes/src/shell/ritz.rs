//! Rayleigh's and Ritz's method for a thin shell of revolution.
//!
//! Strains of the middle surface and changes of curvature are those of Sanders, An improved
//! first-approximation theory for thin shells, NASA TR R-24, 1959: moved as a whole, a shell has
//! none. With the displacements U outwards, W along the axis (both times cos nθ) and V around
//! (times sin nθ), those along the meridian and the normal are u = U·cos φ + W·sin φ and
//! w = U·sin φ − W·cos φ, where φ is the angle of the meridian. With a prime for the derivative
//! along the meridian and its curvature k, stretching is
//! U′·cos φ + W′·sin φ, (U + nV)/r, V′ − (V·cos φ + n·u)/r; the normal turns by
//! a = −(U′·sin φ − W′·cos φ) and b = (n·w + V·sin φ)/r, and bending is
//! a′, (n·b + a·cos φ)/r, b′ − (n·a + b·cos φ)/r + ½(sin φ/r − k)(V′ + (V·cos φ + n·u)/r).

use super::Shell;
use super::basis::{Degrees, Direction, jets};
use super::meridian::Point;
use crate::Elastic;
use crate::eigen::polynomial::gauss;
use crate::eigen::{Matrix, add, dot, largest};

/// A mode of a shell with some number of waves around.
#[derive(Debug)]
pub(crate) struct ShellMode {
    /// ω² (1/s²).
    pub(crate) square: f64,
    /// What share of its elastic energy is in bending; the rest is in stretching.
    pub(crate) bending: f64,
    /// For each piece, displacement outwards and along the axis by its functions.
    pub(super) along: Vec<[Vec<f64>; 2]>,
}

/// Matrices of the energies, each times cos² or sin² once around: π, without waves 2π.
struct Energies {
    stretching: Matrix,
    bending: Matrix,
    mass: Matrix,
}

/// The modes with n waves around and ω² up to a limit, by rising frequency; those of the rigid body
/// come first. Shapes have a mean square of 1 over the mass of the shell.
pub(super) fn modes(
    shell: &Shell,
    elastic: &Elastic,
    n: u32,
    more: &[usize],
    limit: f64,
) -> Vec<ShellMode> {
    let edges = [shell.start, shell.end];
    let degrees = Degrees::new(&shell.meridian, edges, n, more);
    let Energies { stretching, bending, mut mass } = energies(shell, elastic, n, more, &degrees);
    if let Some(water) = &shell.water {
        water.add_to(&mut mass, shell, n, more, &degrees);
    }
    // Far below the first mode that bends anything: it only keeps the rigid body from being 0.
    let shift = shell.slow(elastic).powi(2);
    let mut stiffness = stretching;
    for i in 0..degrees.count {
        add(stiffness.row_mut(i), 1.0, bending.row(i));
        add(stiffness.row_mut(i), shift, mass.row(i));
    }
    // Turned around, (M − λ(K + sM))q = 0, the lowest modes have the largest values and keep their
    // digits beside those that stretch the shell.
    let lower = cholesky(stiffness);
    let half = forwards(&lower, mass);
    // A little below the bound, as values are rounded.
    let eigen = largest(&forwards(&lower, transposed(&half)), 0.999 / (limit + shift));
    let around = if n == 0 { std::f64::consts::TAU } else { std::f64::consts::PI };
    let scale = (shell.mass(elastic.density) / around).sqrt();
    let mut modes = Vec::new();
    for (i, value) in eigen.values.iter().enumerate() {
        let square = 1.0 / value - shift;
        // Sides too unequal for floating point give no modes rather than nonsense.
        if square > limit || !square.is_finite() {
            break;
        }
        let mut vector = backwards(&lower, eigen.vectors.row(i));
        vector.iter_mut().for_each(|x| *x /= value.sqrt());
        let bent: f64 = (0..vector.len()).map(|j| vector[j] * dot(bending.row(j), &vector)).sum();
        vector.iter_mut().for_each(|x| *x *= scale);
        let along = along(&degrees, more, &vector);
        modes.push(ShellMode { square, bending: bent / square, along });
    }
    modes
}

/// The displacements of a vector by piece and function.
fn along(degrees: &Degrees, more: &[usize], vector: &[f64]) -> Vec<[Vec<f64>; 2]> {
    let by_piece = degrees.parts.iter().zip(more);
    let sums = by_piece.map(|(parts, more)| {
        let mut sums = [vec![0.0; more + 4], vec![0.0; more + 4]];
        for part in parts {
            let amount = vector[part.degree];
            sums[0][part.function] += amount * part.direction[0];
            sums[1][part.function] += amount * part.direction[2];
        }
        sums
    });
    sums.collect()
}

fn energies(
    shell: &Shell,
    elastic: &Elastic,
    n: u32,
    more: &[usize],
    degrees: &Degrees,
) -> Energies {
    let mut whole = Energies::zero(degrees.count);
    let poisson = elastic.poisson;
    let plate = elastic.young / (1.0 - poisson * poisson);
    for (piece, parts) in degrees.parts.iter().enumerate() {
        let length = shell.meridian.piece(piece).length;
        let mut local = Energies::zero(parts.len());
        for node in gauss(more[piece] + 12) {
            let point = shell.meridian.at(piece, node.place);
            let jets = jets(length, node.place, more[piece]);
            let (mut stretching, mut bending, mut moving) =
                (Columns::default(), Columns::default(), Columns::default());
            for part in parts {
                let jet = jets[part.function];
                let (stretched, bent) = strains(&point, n, part.direction, jet);
                stretching.push(stretched);
                bending.push(bent);
                moving.push(part.direction.map(|x| x * jet[0]));
            }
            let area = node.weight * length * point.radius;
            let h = point.thickness;
            let stress = |strain: [f64; 3], factor: f64| {
                stresses(strain, poisson).map(|x| x * plate * factor * area)
            };
            stretching.add_to(&mut local.stretching, |strain| stress(strain, h));
            bending.add_to(&mut local.bending, |strain| stress(strain, h.powi(3) / 12.0));
            moving.add_to(&mut local.mass, |way| way.map(|x| x * elastic.density * h * area));
        }
        for (i, a) in parts.iter().enumerate() {
            for (j, b) in parts[..=i].iter().enumerate() {
                let (row, column) = (a.degree.max(b.degree), a.degree.min(b.degree));
                for (whole, local) in whole.all_mut().into_iter().zip(local.all_mut()) {
                    whole.row_mut(row)[column] += local.row(i)[j];
                }
            }
        }
    }
    whole.all_mut().into_iter().for_each(mirror);
    whole
}

impl Energies {
    fn zero(size: usize) -> Self {
        let zero = Matrix::zero(size);
        Self { stretching: zero.clone(), bending: zero.clone(), mass: zero }
    }

    fn all_mut(&mut self) -> [&mut Matrix; 3] {
        [&mut self.stretching, &mut self.bending, &mut self.mass]
    }
}

/// Three numbers for every degree of freedom of a piece, at a point.
#[derive(Default)]
struct Columns([Vec<f64>; 3]);

impl Columns {
    fn push(&mut self, values: [f64; 3]) {
        for (column, value) in self.0.iter_mut().zip(values) {
            column.push(value);
        }
    }

    /// Adds the products of what answers to each with the others, below the diagonal.
    fn add_to(&self, matrix: &mut Matrix, answer: impl Fn([f64; 3]) -> [f64; 3]) {
        for i in 0..self.0[0].len() {
            let answers = answer([self.0[0][i], self.0[1][i], self.0[2][i]]);
            for (factor, column) in answers.into_iter().zip(&self.0) {
                add(&mut matrix.row_mut(i)[..=i], factor, &column[..=i]);
            }
        }
    }
}

/// Stretching and bending by a function with these derivatives in a direction.
fn strains(
    point: &Point,
    n: u32,
    [out, around, along]: Direction,
    [value, first, second]: [f64; 3],
) -> ([f64; 3], [f64; 3]) {
    let &Point { radius, cos, sin, curvature, .. } = point;
    let n = f64::from(n);
    let (u, w) = ((out * cos + along * sin) * value, (out * sin - along * cos) * value);
    let (v, v_slope) = (around * value, around * first);
    let (stretched, turned) =
        ((out * cos + along * sin) * first, (out * sin - along * cos) * first);
    let turn = -turned;
    let turn_slope = -(out * sin - along * cos) * second - curvature * stretched;
    let w_slope = turned + curvature * u;
    let aside = (n * w + v * sin) / radius;
    let aside_slope = (n * w_slope + curvature * cos * v + sin * v_slope - cos * aside) / radius;
    let drift = (v * cos + n * u) / radius;
    let twist = aside_slope - (n * turn + cos * aside) / radius
        + 0.5 * (sin / radius - curvature) * (v_slope + drift);
    let stretching = [stretched, (out * value + n * v) / radius, v_slope - drift];
    (stretching, [turn_slope, (n * aside + cos * turn) / radius, twist])
}

/// Stresses over strains of a plate, in units of E/(1 − ν²); the last strain is the shear, or twice
/// the twist.
fn stresses([a, b, c]: [f64; 3], poisson: f64) -> [f64; 3] {
    [a + poisson * b, b + poisson * a, 0.5 * (1.0 - poisson) * c]
}

/// Makes the upper triangle like the lower.
pub(super) fn mirror(matrix: &mut Matrix) {
    let mut whole = transposed(matrix);
    for i in 0..whole.size() {
        whole.row_mut(i)[..=i].copy_from_slice(&matrix.row(i)[..=i]);
    }
    *matrix = whole;
}

fn transposed(matrix: &Matrix) -> Matrix {
    let mut turned = Matrix::zero(matrix.size());
    for i in 0..matrix.size() {
        for (j, value) in matrix.row(i).iter().enumerate() {
            turned.row_mut(j)[i] = *value;
        }
    }
    turned
}

/// L with L·Lᵀ the matrix, of which only the lower triangle is used. NaN where there is none.
pub(super) fn cholesky(mut matrix: Matrix) -> Matrix {
    for i in 0..matrix.size() {
        for j in 0..=i {
            let sum = dot(&matrix.row(i)[..j], &matrix.row(j)[..j]);
            let rest = matrix.row(i)[j] - sum;
            let value = if i == j { rest.sqrt() } else { rest / matrix.row(j)[j] };
            matrix.row_mut(i)[j] = value;
        }
    }
    matrix
}

/// L⁻¹ times a matrix.
pub(super) fn forwards(lower: &Matrix, mut matrix: Matrix) -> Matrix {
    for i in 0..lower.size() {
        let (above, row) = matrix.split_row(i);
        for (j, factor) in lower.row(i)[..i].iter().enumerate() {
            let width = row.len();
            add(row, -factor, &above[j * width..(j + 1) * width]);
        }
        let diagonal = lower.row(i)[i];
        row.iter_mut().for_each(|value| *value /= diagonal);
    }
    matrix
}

/// L⁻ᵀ times a vector.
fn backwards(lower: &Matrix, vector: &[f64]) -> Vec<f64> {
    let mut vector = vector.to_vec();
    for i in (0..vector.len()).rev() {
        vector[i] /= lower.row(i)[i];
        let value = vector[i];
        add(&mut vector[..i], -value, &lower.row(i)[..i]);
    }
    vector
}
