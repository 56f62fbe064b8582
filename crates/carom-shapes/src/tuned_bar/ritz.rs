//! The modes of a free bar whose thickness changes along it, by Rayleigh's and Ritz's method.
//!
//! Bending is Timoshenko's with sections that change, ½∫EI·Ψ′² + KGA·(W′−Ψ)² against
//! ½ω²∫ρA·W² + ρI·Ψ², with the middle line taken as straight; twisting is Saint-Venant's,
//! ½∫GJ·θ′² against ½ω²∫ρI_p·θ². W, Ψ and θ are polynomials from the end to where the cut begins and
//! others from there to the middle: where the thickness has a bend they may have one. The other
//! half moves alike or opposite.

use std::f64::consts::TAU;

use super::TunedBar;
use super::cut::Cut;
use crate::bar::coefficient;
use crate::eigen::generalised::generalised;
use crate::eigen::polynomial::{Family, gauss};
use crate::eigen::{Eigen, Matrix, add, dot};
use crate::twist::Rectangle;
use crate::{DesignedMode, Elastic, Forms, Motion, Object, Place};

/// Polynomials of this degree are enough for the lowest modes, and for all others those of so much
/// more than a wave has radians over half their stretch (the tests look).
pub(super) const FEW: usize = 11;
const MARGIN: usize = 14;

/// The highest degree.
const MOST: usize = 64;

/// Functions of the place from an end to the middle: a hat for each end of the two stretches, the
/// middle last, and for each stretch polynomials that vanish at its ends.
#[derive(Clone, Copy, Debug)]
struct Basis {
    /// Where the first stretch ends.
    edge: f64,
    degree: usize,
}

impl Basis {
    fn len(self) -> usize {
        2 * self.degree + 1
    }

    /// The values and slopes of all at a place up to the middle.
    fn at(self, x: f64) -> [Vec<f64>; 2] {
        let [mut values, mut slopes] = [vec![0.0; self.len()], vec![0.0; self.len()]];
        self.fill(x, &mut values, &mut slopes);
        [values, slopes]
    }

    /// The same, into room that holds zeros.
    fn fill(self, x: f64, values: &mut [f64], slopes: &mut [f64]) {
        let second = usize::from(x > self.edge);
        let (from, length) =
            if second == 1 { (self.edge, 0.5 - self.edge) } else { (0.0, self.edge) };
        let t = (x - from) / length;
        // The hats: at the edge first, then at the end, the middle last.
        let last = self.len() - 1;
        let (left, right) = if second == 1 { (0, last) } else { (1, 0) };
        (values[left], slopes[left]) = (1.0 - t, -1.0 / length);
        (values[right], slopes[right]) = (t, 1.0 / length);
        // P_{k+1} − P_{k−1}, whose slope by 2t − 1 is (2k+1)·P_k.
        let mut legendre = [0.0; MOST + 2];
        for (value, now) in legendre[..=self.degree].iter_mut().zip(Family::Free.values(t)) {
            *value = now;
        }
        let p = |n: usize| legendre[n] / (2.0 * n as f64 + 1.0).sqrt();
        let start = 2 + second * (self.degree - 1);
        for k in 1..self.degree {
            values[start + k - 1] = p(k + 1) - p(k - 1);
            slopes[start + k - 1] = 2.0 * (2.0 * k as f64 + 1.0) * p(k) / length;
        }
    }

    /// How many of them there are for what is even or odd about the middle, where the latter is 0.
    fn count(self, odd: bool) -> usize {
        self.len() - usize::from(odd)
    }
}

/// What a slice of the bar adds to the integrals.
struct Slice {
    /// Values and slopes of the functions.
    values: Vec<f64>,
    slopes: Vec<f64>,
    /// EI/L, KGA·L, ρA·L, ρI·L, GJ/L and ρI_p·L times the share of the length.
    bend: f64,
    shear: f64,
    mass: f64,
    turn: f64,
    torsion: f64,
    roll: f64,
}

/// A bar with its cut, ready to be solved.
pub(super) struct Sliced {
    length: f64,
    slices: Vec<Slice>,
    basis: Basis,
}

impl Sliced {
    /// With polynomials up to a degree.
    pub(super) fn new(bar: &TunedBar, cut: Cut, elastic: &Elastic, degree: usize) -> Self {
        let (length, width) = (bar.length, bar.width);
        let basis = Basis { edge: 0.5 * (1.0 - cut.arch), degree };
        let rule = gauss(degree + 8);
        let mut slices = Vec::with_capacity(2 * rule.len());
        for (from, to) in [(0.0, basis.edge), (basis.edge, 0.5)] {
            for node in &rule {
                let x = from + (to - from) * node.place;
                // Of both halves.
                let share = 2.0 * (to - from) * node.weight;
                let thickness = bar.thickness * cut.rest(x);
                let (area, second) = (width * thickness, width * thickness.powi(3) / 12.0);
                let section = Rectangle { width, thickness };
                let [values, slopes] = basis.at(x);
                slices.push(Slice {
                    values,
                    slopes,
                    bend: share * elastic.young * second / length,
                    shear: share * coefficient(elastic) * elastic.shear * area * length,
                    mass: share * elastic.density * area * length,
                    turn: share * elastic.density * second * length,
                    torsion: share * elastic.shear * section.torsion() / length,
                    roll: share * elastic.density * section.polar() * length,
                });
            }
        }
        Self { length, slices, basis }
    }

    /// kg.
    pub(super) fn mass(&self) -> f64 {
        self.slices.iter().map(|slice| slice.mass).sum()
    }

    /// The three lowest modes of bending (Hz).
    pub(super) fn lowest(&self) -> [f64; 3] {
        let (even, odd) = (self.bending(false).values, self.bending(true).values);
        [even[1], odd[1], even[2]].map(|square| square.max(0.0).sqrt() / TAU)
    }

    /// The modes of bending with W even or odd and Ψ the other; W's coefficients stand before Ψ's.
    fn bending(&self, odd: bool) -> Eigen {
        let (w, psi) = (self.basis.count(odd), self.basis.count(!odd));
        let (mut stiffness, mut mass) = (Matrix::zero(w + psi), Matrix::zero(w + psi));
        for Slice { values, slopes, bend, shear, mass: heavy, turn, .. } in &self.slices {
            for i in 0..w {
                let slope = shear / self.length.powi(2) * slopes[i];
                add(stiffness.row_mut(i), slope, &slopes[..=i]);
                add(mass.row_mut(i), heavy * values[i], &values[..=i]);
            }
            for i in 0..psi {
                let row = stiffness.row_mut(w + i);
                add(row, -shear / self.length * values[i], &slopes[..w]);
                add(&mut row[w..], shear * values[i], &values[..=i]);
                add(&mut row[w..], bend * slopes[i], &slopes[..=i]);
                add(&mut mass.row_mut(w + i)[w..], turn * values[i], &values[..=i]);
            }
        }
        generalised(&mirrored(stiffness), &mirrored(mass))
    }

    /// The modes in which it twists, with θ even or odd.
    fn twisting(&self, odd: bool) -> Eigen {
        let count = self.basis.count(odd);
        let (mut stiffness, mut mass) = (Matrix::zero(count), Matrix::zero(count));
        for Slice { values, slopes, torsion, roll, .. } in &self.slices {
            for i in 0..count {
                add(stiffness.row_mut(i), torsion * slopes[i], &slopes[..=i]);
                add(mass.row_mut(i), roll * values[i], &values[..=i]);
            }
        }
        generalised(&mirrored(stiffness), &mirrored(mass))
    }
}

/// With the upper triangle like the lower one.
fn mirrored(mut matrix: Matrix) -> Matrix {
    for i in 0..matrix.size() {
        for j in 0..i {
            matrix.row_mut(j)[i] = matrix.row(i)[j];
        }
    }
    matrix
}

/// All modes up to a frequency.
pub(super) fn design(bar: &TunedBar, cut: Cut, elastic: &Elastic, up_to: f64) -> Object {
    let (omega, thickness) = (TAU * up_to, bar.thickness * cut.rest(0.5));
    // The wavenumbers in the thinnest place.
    let speed = (elastic.young / elastic.density).sqrt();
    let bending = (omega / (speed * thickness / 12.0_f64.sqrt())).sqrt();
    let section = Rectangle { width: bar.width, thickness };
    let stiffness = elastic.shear / elastic.density * section.torsion() / section.polar();
    let [bends, twists] = [bending, omega / stiffness.sqrt()].map(|wavenumber| {
        // Half of the radians over half the bar, which the longer stretch takes at most.
        let radians = (0.25 * bar.length * wavenumber).min(MOST as f64);
        Sliced::new(bar, cut, elastic, (radians as usize + MARGIN).min(MOST))
    });
    let mass = bends.mass();
    let suspension = bar.suspension.unwrap_or(0.0);
    let (bend, twist) = (Motion::Bending, Motion::Twisting);
    let mut drafts = Vec::new();
    for (sliced, eigen, odd, motion, rigid) in [
        (&bends, bends.bending(false), false, bend, Some("translation")),
        (&bends, bends.bending(true), true, bend, Some("rotation")),
        (&twists, twists.twisting(false), false, twist, Some("roll")),
        (&twists, twists.twisting(true), true, twist, None),
    ] {
        let scale = mass.sqrt() * if motion == twist { bar.width } else { 1.0 };
        // The highest of the sums are no modes.
        for (i, value) in eigen.values.iter().enumerate().take(sliced.basis.degree) {
            let rigid = rigid.filter(|_| i == 0);
            let frequency = rigid.map_or(value.max(0.0).sqrt() / TAU, |_| suspension);
            let vector = &eigen.vectors.row(i)[..sliced.basis.count(odd)];
            let along = vector.iter().map(|c| c * scale).collect();
            if value.is_finite() && frequency <= up_to {
                drafts.push(Draft { frequency, rigid, motion, odd, along });
            }
        }
    }
    let order = |draft: &Draft| if draft.rigid.is_some() { -1.0 } else { draft.frequency };
    drafts.sort_by(|a, b| order(a).total_cmp(&order(b)));
    object(drafts, mass, [bends.basis, twists.basis])
}

/// A mode before it has its number: where it bends, or by what it twists times the width, as a sum
/// of the functions.
#[derive(Debug)]
struct Draft {
    frequency: f64,
    rigid: Option<&'static str>,
    motion: Motion,
    odd: bool,
    along: Vec<f64>,
}

fn object(drafts: Vec<Draft>, mass: f64, bases: [Basis; 2]) -> Object {
    let (mut bends, mut twists) = (0, 0);
    let mode = |draft: &Draft| {
        let frequency = draft.frequency;
        let (name, motion) = match (draft.rigid, draft.motion) {
            (Some(name), _) => (name.to_owned(), Motion::Whole),
            (None, Motion::Twisting) => {
                twists += 1;
                (format!("twist {twists}"), draft.motion)
            }
            _ => {
                bends += 1;
                (bends.to_string(), draft.motion)
            }
        };
        DesignedMode { frequency, mass, name, motion }
    };
    let modes = drafts.iter().map(mode).collect();
    Object { mass, modes, forms: Box::new(Sums { drafts, bases }) }
}

#[derive(Debug)]
struct Sums {
    drafts: Vec<Draft>,
    /// For bending and for twisting.
    bases: [Basis; 2],
}

impl Forms for Sums {
    fn weights(&self, [x, across]: Place, weights: &mut [f64]) {
        let [bends, twists] = self.bases.map(|basis| {
            let [mut values, mut slopes] = [[0.0; 2 * MOST + 1]; 2];
            basis.fill(x.min(1.0 - x), &mut values, &mut slopes);
            values
        });
        for (weight, draft) in weights.iter_mut().zip(&self.drafts) {
            let (values, arm) = if draft.motion == Motion::Twisting {
                (&twists, across - 0.5)
            } else {
                (&bends, 1.0)
            };
            let side = if draft.odd && x > 0.5 { -1.0 } else { 1.0 };
            *weight = side * arm * dot(&draft.along, &values[..draft.along.len()]);
        }
    }
}
