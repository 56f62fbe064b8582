//! The plate whose edges are free or clamped: Rayleigh's and Ritz's method.
//!
//! The deflection is a sum of products of orthonormal polynomials, so that the mass matrix is the
//! unit matrix; the stiffness is Kirchhoff's energy (Leissa, Vibration of Plates, NASA SP-160,
//! 1969, ch. 1), D/2·∫∫ w_xx² + w_yy² + 2ν·w_xx·w_yy + 2(1−ν)·w_xy², or that of a plate with a grain.
//! Products that are even or odd about the two middle lines do not mix.

use std::f64::consts::TAU;

use super::Plate;
use super::rigidity::Rigidity;
use crate::eigen::polynomial::{Family, Integrals};
use crate::eigen::surface::{Draft, Drafts, Product};
use crate::eigen::{Matrix, symmetric};
use crate::{Elastic, Motion, Object};

/// A polynomial of degree N follows a wave of k·a/2 < N radians to each side; so many more than
/// that make the highest modes accurate to a thousandth (the tests look).
const MARGIN: usize = 6;

/// The most polynomials in one direction.
const MOST: usize = 64;

/// The most products, a quarter of them in each eigenproblem.
const MOST_PRODUCTS: usize = 1600;

/// The modes up to a frequency, and up to which they were found.
pub(super) fn design(
    plate: &Plate,
    family: Family,
    elastic: &Elastic,
    up_to: f64,
) -> (Object, f64) {
    let bending = plate.bending(elastic);
    let rigidity = Rigidity::of(elastic);
    let (counts, wavenumber) = extent(plate, &rigidity, (TAU * up_to / bending).sqrt());
    let limit = up_to.min(bending * wavenumber * wavenumber / TAU);
    let energy = Energy::new(plate, family, rigidity, counts);
    let unit = bending / (plate.length * plate.width) / TAU;
    let mut drafts = Drafts::new(family);
    for (odd_x, odd_y) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
        let products = products(counts, [odd_x, odd_y], family);
        let eigen = symmetric(&energy.matrix(&products));
        for (i, value) in eigen.values.iter().enumerate() {
            let frequency = unit * value.max(0.0).sqrt();
            // Sides too unequal for floating point give no modes rather than nonsense.
            if value.is_finite() && frequency <= limit {
                let coefficients = eigen.vectors.row(i).to_vec();
                drafts.elastic.push(Draft { frequency, group: drafts.groups.len(), coefficients });
            }
        }
        drafts.groups.push(products);
    }
    if family == Family::Free {
        drafts.add_rigid(plate.suspension.unwrap_or(0.0), [1.0; 3]);
    }
    (drafts.finish(plate.mass(elastic), Motion::Bending, up_to), limit)
}

/// How many polynomials each way for bending waves up to a wavenumber, which is lowered if they
/// would be too many. Where the plate is stiffer the waves are longer.
fn extent(plate: &Plate, rigidity: &Rigidity, wavenumber: f64) -> ([usize; 2], f64) {
    let longer = |stiffness: f64| stiffness.sqrt().sqrt();
    let sides = [plate.length / longer(rigidity.along), plate.width / longer(rigidity.across)];
    let longest = sides[0].max(sides[1]);
    let mut k = wavenumber.min(2.0 * (MOST - MARGIN) as f64 / longest);
    loop {
        let counts = sides.map(|side| (k * side / 2.0).ceil() as usize + MARGIN);
        if counts[0] * counts[1] <= MOST_PRODUCTS {
            return (counts, k);
        }
        k *= 0.99;
    }
}

/// The products of a parity without those that move a free plate as a whole: these are modes by
/// themselves and bend nothing.
fn products(counts: [usize; 2], odd: [usize; 2], family: Family) -> Vec<Product> {
    let mut products = Vec::new();
    for i in (odd[0]..counts[0]).step_by(2) {
        for j in (odd[1]..counts[1]).step_by(2) {
            if family == Family::Clamped || i + j >= 2 || (i == 1 && j == 1) {
                products.push([i, j]);
            }
        }
    }
    products
}

/// Stiffness in units of D/(ab)², for sides in units of √(ab).
struct Energy {
    along: Integrals,
    across: Integrals,
    /// a/b.
    ratio: f64,
    rigidity: Rigidity,
}

impl Energy {
    fn new(plate: &Plate, family: Family, rigidity: Rigidity, counts: [usize; 2]) -> Self {
        Self {
            along: Integrals::new(family, counts[0]),
            across: Integrals::new(family, counts[1]),
            ratio: plate.length / plate.width,
            rigidity,
        }
    }

    fn matrix(&self, products: &[Product]) -> Matrix {
        let mut matrix = Matrix::zero(products.len());
        for (row, first) in products.iter().enumerate() {
            for (column, second) in products[..=row].iter().enumerate() {
                matrix.row_mut(row)[column] = self.between(*first, *second);
            }
        }
        matrix
    }

    fn between(&self, [m, n]: Product, [k, l]: Product) -> f64 {
        let (x, y) = (&self.along, &self.across);
        let Rigidity { along, across, coupling, twist, .. } = self.rigidity;
        let square = self.ratio * self.ratio;
        let mut sum = 0.0;
        if n == l {
            sum += along * x.bend.row(m)[k] / square;
        }
        if m == k {
            sum += across * y.bend.row(n)[l] * square;
        }
        let gauss = x.half_bend.row(m)[k] * y.half_bend.row(l)[n]
            + x.half_bend.row(k)[m] * y.half_bend.row(n)[l];
        let twisted = x.slope.row(m)[k] * y.slope.row(n)[l];
        sum + coupling * gauss + twist * twisted
    }
}
