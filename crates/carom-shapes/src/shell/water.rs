//! Water that stands in a shell, as a liquid without friction or vortices.
//!
//! Its potential is a sum of φ_k = `I_n`(κr)·cos(κz)·cos nθ with κ = (k + ½)π/h: such a sum has no
//! pressure at the surface z = h and obeys Laplace's equation everywhere. Of all sums, that one is
//! the flow whose normal velocity on the wall fits best in the mean that Green's theorem gives: with
//! a_jk = ∫φ_j·∂φ_k/∂n and b_k = ∫φ_k·w over the wet wall, the energy is ½ρ·bᵀa⁻¹b (Lamb,
//! Hydrodynamics, 6th ed. 1932, §44). It grows with every term towards the true one.

use std::f64::consts::PI;

use super::Shell;
use super::basis::{Degrees, jets};
use super::meridian::Point;
use super::ritz::{cholesky, forwards, mirror};
use crate::eigen::polynomial::gauss;
use crate::eigen::{Matrix, add};
use crate::special::BesselI;

/// So many terms of the motion of the water at least.
const TERMS: usize = 12;

/// And at most.
const MOST_TERMS: usize = 48;

/// Up to such a κr terms are needed.
const STEEPEST: f64 = 10.0;

/// The largest κr.
const FARTHEST: f64 = 500.0;

/// Water up to a height (m) above where the meridian begins, of a density (kg/m³).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Water {
    pub(crate) level: f64,
    pub(crate) density: f64,
}

impl Water {
    /// Adds the mass of the water that moves with a shell of n waves around.
    pub(super) fn add_to(
        &self,
        mass: &mut Matrix,
        shell: &Shell,
        n: u32,
        more: &[usize],
        degrees: &Degrees,
    ) {
        let widest = self.widest(shell);
        // Deep water needs more terms to be at rest near its surface; in shallow water high ones
        // would move nothing but the edge.
        let terms = |kappa: f64| (kappa * self.level / (PI * widest)) as usize;
        let count = TERMS.max(terms(STEEPEST)).min(MOST_TERMS).min(terms(FARTHEST));
        let mut energy = Matrix::zero(count);
        let mut fits = Matrix::empty(count, degrees.count);
        for (piece, parts) in degrees.parts.iter().enumerate() {
            let length = shell.meridian.piece(piece).length;
            let wet = self.wet(shell, piece);
            for node in gauss(more[piece] + count + 12) {
                let share = wet * node.place;
                let point = shell.meridian.at(piece, share);
                let area = node.weight * wet * length * point.radius;
                let terms: Vec<[f64; 2]> =
                    (0..count).map(|k| self.term(n, k, &point, widest)).collect();
                for j in 0..count {
                    let factor = area * terms[j][0];
                    for (entry, term) in energy.row_mut(j).iter_mut().zip(&terms) {
                        *entry += factor * term[1];
                    }
                }
                let jets = jets(length, share, more[piece]);
                for part in parts {
                    let [out, _, along] = part.direction;
                    let normal = (out * point.sin - along * point.cos) * jets[part.function][0];
                    for (k, term) in terms.iter().enumerate() {
                        fits.row_mut(k)[part.degree] += area * term[0] * normal;
                    }
                }
            }
        }
        mirror(&mut energy);
        let halves = forwards(&cholesky(energy), fits);
        for k in 0..count {
            let half = halves.row(k).to_vec();
            if half.iter().all(|value| value.is_finite()) {
                for (i, value) in half.iter().enumerate() {
                    add(mass.row_mut(i), self.density * value, &half);
                }
            }
        }
    }

    /// The share of a piece that is under water.
    fn wet(&self, shell: &Shell, piece: usize) -> f64 {
        let height = |share| shell.meridian.at(piece, share).height;
        let (mut low, mut high) = (0.0, 1.0);
        if height(high) <= self.level {
            return high;
        }
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            *(if height(middle) <= self.level { &mut low } else { &mut high }) = middle;
        }
        low
    }

    /// The widest radius under water (m).
    fn widest(&self, shell: &Shell) -> f64 {
        let end = |piece| shell.meridian.at(piece, self.wet(shell, piece)).radius;
        (0..shell.meridian.pieces()).map(end).fold(0.0, f64::max)
    }

    /// φ and its derivative along the normal, with `I_n` over its value at the widest radius.
    fn term(&self, n: u32, k: usize, point: &Point, widest: f64) -> [f64; 2] {
        let kappa = (k as f64 + 0.5) * PI / self.level;
        let (here, most) = (kappa * point.radius, kappa * widest);
        let bessel = BesselI::new(n, here);
        let size = bessel.scaled / BesselI::new(n, most).scaled * (here - most).exp();
        let (sin, cos) = (kappa * point.height).sin_cos();
        let outwards = bessel.steepness / point.radius * size * cos;
        [size * cos, outwards * point.sin + kappa * size * sin * point.cos]
    }
}
