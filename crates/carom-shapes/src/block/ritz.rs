//! Rayleigh's and Ritz's method for a free elastic block, as in resonant ultrasound spectroscopy.
//!
//! Demarest, J. Acoust. Soc. Am. 49 (1971) 768; Ohno, J. Phys. Earth 24 (1976) 355; Visscher et al.,
//! J. Acoust. Soc. Am. 90 (1991) 2154. Each component of the displacement is a sum of products of
//! Legendre polynomials, orthonormal so that the mass matrix is the unit matrix. Displacements that
//! are even or odd about the three middle planes do not mix: eight classes.

use std::collections::BTreeMap;
use std::f64::consts::TAU;

use crate::Elastic;
use crate::eigen::polynomial::{Family, Integrals};
use crate::eigen::surface::{Draft, Drafts, Product};
use crate::eigen::{Eigen, Matrix, symmetric_sums};

/// Degrees beyond those that follow the shortest wave.
const MARGIN: f64 = 10.0;

/// How many degrees fewer the basis has that the modes are compared with.
const FEWER: f64 = 2.0;

/// A mode is sure if so small a share of its frequency is lost when the basis grows.
const SURE: f64 = 0.01;

/// The highest degree along a side.
const MOST: f64 = 50.0;

/// The most products of three polynomials; 3/8 of them are in an eigenproblem.
const MOST_PRODUCTS: usize = 700;

/// Modes that move the top face less than this (mean square, of 1 for the whole) are left out.
const STILL: f64 = 1e-9;

/// Above this, rubber is as good as incompressible and the method would stiffen.
const MOST_POISSON: f64 = 0.49;

pub(super) fn add_modes(sides: [f64; 3], elastic: &Elastic, up_to: f64, drafts: &mut Drafts) {
    let poisson = elastic.poisson.min(MOST_POISSON);
    let shear = (elastic.young / (2.0 * (1.0 + poisson) * elastic.density)).sqrt();
    let longest = sides.into_iter().fold(0.0, f64::max);
    let degrees = degrees(sides, elastic, TAU * up_to / shear, TAU * up_to);
    let energy = Energy::new(sides.map(|side| side / longest), poisson, degrees);
    for class in 0..8 {
        let odd = [class & 1, class >> 1 & 1, class >> 2];
        let elements = energy.elements(degrees, odd);
        let top = Top::new(&elements);
        let eigen = symmetric_sums(&energy.matrix(&elements), &top.shares(&elements));
        let fewer = energy.elements(degrees.map(|degree| degree - FEWER), odd);
        let rough = symmetric_sums(&energy.matrix(&fewer), &Matrix::empty(fewer.len(), 0));
        let sure = sure(&eigen, &rough);
        for i in 0..sure {
            let frequency = eigen.values[i].max(0.0).sqrt() * shear / longest / TAU;
            let coefficients = eigen.vectors.row(i).to_vec();
            let square: f64 = coefficients.iter().map(|value| value * value).sum();
            if frequency <= up_to && square > STILL {
                drafts.elastic.push(Draft { frequency, group: drafts.groups.len(), coefficients });
            }
        }
        drafts.groups.push(top.products());
    }
}

/// How many of the lowest modes are sure. By the min-max principle no eigenvalue rises when the
/// basis grows, so the i-th of the one is to be compared with the i-th of the other.
fn sure(eigen: &Eigen, rough: &Eigen) -> usize {
    let limit = (1.0 + SURE) * (1.0 + SURE);
    let pairs = eigen.values.iter().zip(&rough.values);
    pairs.take_while(|(fine, rough)| rough.is_finite() && **rough < limit * **fine).count()
}

/// Degrees along the three sides, for shear waves and for the bending waves of the smallest side.
fn degrees(sides: [f64; 3], elastic: &Elastic, shear: f64, omega: f64) -> [f64; 3] {
    let shortest = sides.into_iter().fold(f64::INFINITY, f64::min);
    let bending = (omega / shortest / (elastic.young / 12.0 / elastic.density).sqrt()).sqrt();
    let longest = sides.into_iter().fold(0.0, f64::max);
    let mut k = shear.max(bending).min(2.0 * (MOST - MARGIN) / longest);
    loop {
        let degrees = sides.map(|side| k * side / 2.0 + MARGIN);
        if triples(degrees).len() <= MOST_PRODUCTS {
            return degrees;
        }
        k *= 0.9;
    }
}

/// All products with l/N₁ + m/N₂ + n/N₃ ≤ 1.
fn triples(degrees: [f64; 3]) -> Vec<[usize; 3]> {
    let mut triples = Vec::new();
    for l in 0..=degrees[0] as usize {
        let left = 1.0 - l as f64 / degrees[0];
        for m in 0..=(left * degrees[1]) as usize {
            let left = left - m as f64 / degrees[1];
            // A hair more, so that rounding does not drop the corners.
            let most = (left * degrees[2] + 1e-9).max(0.0) as usize;
            triples.extend((0..=most).map(|n| [l, m, n]));
        }
    }
    triples
}

/// One component of the displacement as a product of polynomials.
#[derive(Clone, Copy, Debug)]
struct Term {
    axis: usize,
    degrees: [usize; 3],
    factor: f64,
}

/// A displacement of mean square 1: one term, or two where a rotation had to be taken out.
type Element = Vec<Term>;

/// Stiffness in units of the shear modulus, lengths in units of the longest side.
struct Energy {
    sides: [f64; 3],
    /// λ/μ = 2ν/(1−2ν).
    lame: f64,
    integrals: [Integrals; 3],
}

impl Energy {
    fn new(sides: [f64; 3], poisson: f64, degrees: [f64; 3]) -> Self {
        let lame = 2.0 * poisson / (1.0 - 2.0 * poisson);
        let integrals = degrees.map(|degree| Integrals::new(Family::Free, degree as usize + 1));
        Self { sides, lame, integrals }
    }

    /// The displacements of a class, without those of the rigid body.
    fn elements(&self, degrees: [f64; 3], odd: [usize; 3]) -> Vec<Element> {
        let mut elements = Vec::new();
        for degrees in triples(degrees) {
            for axis in 0..3 {
                let parity = |j: usize| degrees[j] + odd[j] + usize::from(j == axis);
                if (0..3).all(|j| parity(j).is_multiple_of(2)) {
                    elements.extend(self.element(axis, degrees));
                }
            }
        }
        elements
    }

    /// A product as it is, unless it is a part of a rigid motion: no translation, and of the two
    /// products u_a = b and u_b = a only the shear that is orthogonal to the rotation.
    fn element(&self, axis: usize, degrees: [usize; 3]) -> Option<Element> {
        let term = Term { axis, degrees, factor: 1.0 };
        match degrees.iter().sum() {
            0 => None,
            1 if degrees[axis] == 0 => {
                let other = degrees.iter().position(|degree| *degree == 1)?;
                (axis < other).then(|| self.shear(axis, other))
            }
            _ => Some(vec![term]),
        }
    }

    fn shear(&self, a: usize, b: usize) -> Element {
        let length = self.sides[a].hypot(self.sides[b]);
        let term = |axis: usize, along: usize| {
            let mut degrees = [0; 3];
            degrees[along] = 1;
            Term { axis, degrees, factor: self.sides[axis] / length }
        };
        vec![term(a, b), term(b, a)]
    }

    fn matrix(&self, elements: &[Element]) -> Matrix {
        let mut matrix = Matrix::zero(elements.len());
        for (row, first) in elements.iter().enumerate() {
            for (column, second) in elements[..=row].iter().enumerate() {
                let pairs = first.iter().flat_map(|f| second.iter().map(move |g| (f, g)));
                let energy = pairs.map(|(f, g)| f.factor * g.factor * self.between(f, g));
                matrix.row_mut(row)[column] = energy.sum();
            }
        }
        matrix
    }

    /// ∫ λ·∂_i f·∂_k g + μ·∂_k f·∂_i g + δ_ik·μ·Σ_j ∂_j f·∂_j g for u_i = f and u_k = g.
    fn between(&self, f: &Term, g: &Term) -> f64 {
        let same = |j: usize| f.degrees[j] == g.degrees[j];
        let (i, k) = (f.axis, g.axis);
        if i == k {
            let along = |j: usize| {
                let others = (0..3).all(|other| other == j || same(other));
                let modulus = if j == i { self.lame + 2.0 } else { 1.0 };
                let slope = self.integrals[j].slope.row(f.degrees[j])[g.degrees[j]];
                if others { modulus * slope / (self.sides[j] * self.sides[j]) } else { 0.0 }
            };
            return (0..3).map(along).sum();
        }
        if !same(3 - i - k) {
            return 0.0;
        }
        // ∫a′·b along one axis.
        let half = |axis: usize, a: &Term, b: &Term| {
            self.integrals[axis].half_slope.row(a.degrees[axis])[b.degrees[axis]]
        };
        let volume = half(i, f, g) * half(k, g, f);
        let twist = half(k, f, g) * half(i, g, f);
        (self.lame * volume + twist) / (self.sides[i] * self.sides[k])
    }
}

/// Where in a list of products the vertical displacement of the top face is found.
struct Top(BTreeMap<Product, usize>);

impl Top {
    fn new(elements: &[Element]) -> Self {
        let mut places = BTreeMap::new();
        for term in elements.iter().flatten().filter(|term| term.axis == 2) {
            let next = places.len();
            places.entry([term.degrees[0], term.degrees[1]]).or_insert(next);
        }
        Self(places)
    }

    fn products(&self) -> Vec<Product> {
        let mut products = vec![[0, 0]; self.0.len()];
        for (product, &place) in &self.0 {
            products[place] = *product;
        }
        products
    }

    /// Sums over the height, where the n-th polynomial is √(2n+1) at the top.
    fn shares(&self, elements: &[Element]) -> Matrix {
        let mut shares = Matrix::empty(elements.len(), self.0.len());
        for (i, element) in elements.iter().enumerate() {
            for term in element.iter().filter(|term| term.axis == 2) {
                let height = ((2 * term.degrees[2] + 1) as f64).sqrt();
                if let Some(&place) = self.0.get(&[term.degrees[0], term.degrees[1]]) {
                    shares.row_mut(i)[place] += term.factor * height;
                }
            }
        }
        shares
    }
}
