//! The air inside a shell, taken as a cylinder with hard walls between two ends of which one or both
//! are skins.
//!
//! The pressure is a sum of the modes χ_s(r)·ζ_n(z) that the air has between hard walls. With the
//! displacement q of the skins, outwards, and an amplitude y of each such mode with the frequency Ω,
//! the energies per area are ½μ(B·q + Ω·y)² and ½μ·ẏ² with μ = ρc²/L and B = ∫χφr·dr·ζ at the end.
//! Modes far above the skins' only add mass: what they add together is the closed sum
//! coth(αL)/α (at the same end) or 1/(α·sinh αL) (from end to end) less the terms that are kept.

use std::f64::consts::{PI, SQRT_2};

use crate::air::Air;

use super::Basis;
use crate::special::{BesselJ, roots};

/// So many shapes across the shell.
const ACROSS: usize = 24;
/// Modes of the air above this wave number times radius only add mass.
const HIGHEST: f64 = 12.0;

/// A mode of the air between hard walls.
pub(super) struct Mode {
    /// rad/s.
    pub omega: f64,
    /// √μ·B: for each skin, and each shape of the basis.
    pub push: Vec<Vec<f64>>,
    /// Nodal circles, and nodal planes across the axis.
    pub circles: usize,
    pub planes: usize,
}

/// What the air inside does to the skins.
pub(super) struct Inside {
    /// Modes that can ring, the mean pressure among them.
    pub modes: Vec<Mode>,
    /// Mass per area that all others add: between two ends that are the same or not, and two shapes.
    pub mass: [Vec<Vec<f64>>; 2],
}

impl Inside {
    /// Of a shell of some radius and depth (m), with modes up to ω.
    pub(super) fn new(basis: &Basis, air: &Air, [radius, depth]: [f64; 2], omega: f64) -> Self {
        let (count, length) = (basis.zeros.len(), depth / radius);
        let highest = (omega * radius / air.speed).min(HIGHEST);
        let stiffness = (air.density * air.speed * air.speed / depth).sqrt();
        let mut modes = Vec::new();
        let mut mass = [(); 2].map(|()| vec![vec![0.0; count]; count]);
        for (circles, alpha) in across(basis.m).into_iter().enumerate() {
            let shape = products(basis, alpha);
            let mut sums = if alpha == 0.0 {
                // Without the mean pressure: Σ2/(nπ)², with signs.
                [length / 3.0, -length / 6.0]
            } else {
                let x = alpha * length;
                [1.0 / (alpha * x.tanh()), 1.0 / (alpha * x.sinh())]
            };
            for planes in 0..=HIGHEST as usize {
                let upright = planes as f64 * PI / length;
                let wave = alpha.hypot(upright);
                if wave > highest {
                    break;
                }
                let (one, end) = (if planes == 0 { 1.0 } else { SQRT_2 }, sign(planes));
                let push = |end: f64| shape.iter().map(|b| stiffness * one * end * b).collect();
                let push = vec![push(1.0), push(end)];
                modes.push(Mode { omega: wave * air.speed / radius, push, circles, planes });
                if wave > 0.0 {
                    let term = one * one / (length * wave * wave);
                    sums = [sums[0] - term, sums[1] - end * term];
                }
            }
            for (matrix, sum) in mass.iter_mut().zip(sums) {
                for (row, a) in matrix.iter_mut().zip(&shape) {
                    for (entry, b) in row.iter_mut().zip(&shape) {
                        *entry += air.density * radius * sum * a * b;
                    }
                }
            }
        }
        Self { modes, mass }
    }
}

fn sign(planes: usize) -> f64 {
    if planes.is_multiple_of(2) { 1.0 } else { -1.0 }
}

/// Wave numbers of the air across the shell: zeros of J′, and 0 for m = 0.
fn across(m: u32) -> Vec<f64> {
    let from = f64::from(m).max(0.5);
    let highest = f64::from(m) + PI * (ACROSS as f64 + 2.0);
    let mut all = roots(|x| BesselJ::new(m, x).slope, from, highest, 0.5);
    if m == 0 {
        all.insert(0, 0.0);
    }
    all.truncate(ACROSS);
    all
}

/// ∫χφr·dr of a shape of the air, χ ∝ J_m(αr) with ∫χ²r·dr = 1, and all of the skin.
fn products(basis: &Basis, alpha: f64) -> Vec<f64> {
    let value = BesselJ::new(basis.m, alpha).value;
    let square = if alpha == 0.0 {
        0.5
    } else {
        0.5 * (1.0 - (f64::from(basis.m) / alpha).powi(2)) * value * value
    };
    let scale = square.sqrt().recip();
    (0..basis.zeros.len()).map(|q| scale * basis.transform(q, alpha, value)).collect()
}
