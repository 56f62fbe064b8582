//! The air outside.

use std::sync::{Arc, OnceLock};

use crate::air::Complex;

use super::Basis;
use crate::eigen::polynomial::{Node, gauss};
use crate::special::{BesselJ, spherical_bessel};

/// What the air outside sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outside {
    /// A wall around the skin: the sides know nothing of each other.
    Wall,
    /// Nothing: air flows from one side to the other around the rim.
    Open,
}

/// Wave numbers beyond which the integrals are cut off: they fall with the fourth power and more.
const END: f64 = 64.0;
/// Step of the table of J.
const STEP: f64 = 1.0 / 32.0;
/// Half waves of J² are integrated by so many nodes.
const NODES: usize = 10;
/// So many shapes of the pressure, more than the skin has shapes.
const MORE: usize = 5;

/// The mass that the air adds to the shapes of a basis, per ρ·a: real part mass, imaginary part
/// −R/ω of the resistance.
pub(crate) type Load = Vec<Vec<Complex<f64>>>;

/// What is the same for all frequencies.
pub(super) struct Air<'a> {
    basis: &'a Basis,
    outside: Outside,
    nodes: Vec<Node>,
    /// J_m and h·J_m′ at the multiples of h, for the wall.
    table: Arc<[[f64; 2]]>,
}

/// The tables of J for the orders that skins of all sizes share, each made when it is first needed.
static TABLES: [OnceLock<Arc<[[f64; 2]]>>; 32] = [const { OnceLock::new() }; 32];

/// J_m and h·J_m′ at the multiples of h.
fn table(m: u32) -> Arc<[[f64; 2]]> {
    let entry = |i: u32| {
        let bessel = BesselJ::new(m, f64::from(i) * STEP);
        let at_zero = if m == 1 { 0.5 * STEP } else { 0.0 };
        [bessel.value, if i == 0 { at_zero } else { bessel.slope / f64::from(i) }]
    };
    let made = || (0..(END / STEP) as u32 + 2).map(entry).collect();
    TABLES.get(m as usize).map_or_else(made, |table| Arc::clone(table.get_or_init(made)))
}

impl<'a> Air<'a> {
    pub(super) fn new(basis: &'a Basis, outside: Outside) -> Self {
        let table = if outside == Outside::Wall { table(basis.m) } else { Arc::default() };
        Self { basis, outside, nodes: gauss(NODES), table }
    }

    /// The load at a wave number k of sound, times radius: of one side in a wall, of both sides of
    /// an open skin.
    pub(super) fn load(&self, k: f64) -> Load {
        match self.outside {
            Outside::Wall => self.in_wall(k),
            Outside::Open => self.open(k),
        }
    }

    /// Wave numbers κ from 0 to the end with weights for ∫dκ, where the integrand has a root at k.
    fn waves(&self, k: f64) -> Vec<[f64; 2]> {
        let width = std::f64::consts::PI;
        let mut waves = Vec::new();
        // κ = k·sin t below k.
        let panels = (2.0 * k / width).ceil().max(2.0);
        let quarter = 0.5 * std::f64::consts::PI / panels;
        for panel in 0..panels as u32 {
            for node in &self.nodes {
                let t = quarter * (f64::from(panel) + node.place);
                waves.push([k * t.sin(), node.weight * quarter * k * t.cos()]);
            }
        }
        // κ = k + s² just above k, then as it is.
        for node in gauss(2 * NODES) {
            let s = width.sqrt() * node.place;
            waves.push([k + s * s, node.weight * 2.0 * width * node.place]);
        }
        let rest = ((END - k) / width - 1.0).max(0.0) as u32;
        for panel in 1..=rest {
            for node in &self.nodes {
                let at = k + width * (f64::from(panel) + node.place);
                waves.push([at, node.weight * width]);
            }
        }
        waves
    }

    /// A skin in a wall, one side: ∫W_p·W_q·κ·dκ/√(κ² − k²) with the transforms W of the shapes
    /// (Rayleigh's integral in wave numbers; Williams, Fourier Acoustics, 1999, ch. 2).
    fn in_wall(&self, k: f64) -> Load {
        let count = self.basis.zeros.len();
        let mut load = vec![vec![Complex::new(0.0, 0.0); count]; count];
        for [kappa, weight] in self.waves(k) {
            let bessel = self.bessel(kappa);
            let transforms: Vec<f64> =
                (0..count).map(|q| self.basis.transform(q, kappa, bessel)).collect();
            let factor = weight * kappa / decay(kappa, k);
            for (p, row) in load.iter_mut().enumerate() {
                for (q, entry) in row[..=p].iter_mut().enumerate() {
                    *entry += factor * (transforms[p] * transforms[q]);
                }
            }
        }
        mirrored(load)
    }

    /// J_m by Hermite's interpolation.
    fn bessel(&self, x: f64) -> f64 {
        let cell = ((x / STEP) as usize).min(self.table.len().saturating_sub(2));
        let t = x / STEP - cell as f64;
        let [[a, da], [b, db]] = [self.table[cell], self.table[cell + 1]];
        let (u, tt) = (1.0 - t, t * t);
        a * u * u * (1.0 + 2.0 * t) + da * t * u * u + b * tt * (3.0 - 2.0 * t) - db * tt * u
    }

    /// An open skin, both sides. The difference of pressure across it is a sum of shapes that go to
    /// zero at the rim as √(1 − r²) and whose transforms are j_l(κ)/κ, l = m + 1, m + 3, …; the air
    /// moves with ∫√(κ² − k²)·… of it, which must be the motion of the skin. At k = 0 the matrix of
    /// the air is diagonal, and a rigid disc has the known mass 8/3·ρa³ (Lamb, Hydrodynamics, §102).
    fn open(&self, k: f64) -> Load {
        let (m, count) = (self.basis.m, self.basis.zeros.len() + MORE);
        let order = |n: usize| m + 2 * n as u32 + 1;
        let top = order(count);
        let mut air = vec![vec![Complex::new(0.0, 0.0); count]; count];
        for [kappa, weight] in self.waves(k) {
            let all = spherical_bessel(top, kappa);
            let factor = 0.5 * weight / kappa * (decay(kappa, k) - kappa);
            for (i, row) in air.iter_mut().enumerate() {
                for (j, entry) in row[..=i].iter_mut().enumerate() {
                    *entry += factor * (all[order(i) as usize] * all[order(j) as usize]);
                }
            }
        }
        let mut air = mirrored(air);
        for (n, row) in air.iter_mut().enumerate() {
            row[n] += std::f64::consts::PI / f64::from(8 * order(n) + 4);
        }
        // A shape's transform at j is its product with J_m(j·r).
        let push = |q: usize| -> Vec<Complex<f64>> {
            let zero = self.basis.zeros[q];
            let all = spherical_bessel(top, zero);
            let factor = std::f64::consts::SQRT_2 / BesselJ::new(m, zero).slope.abs();
            (0..count).map(|n| (factor * all[order(n) as usize]).into()).collect()
        };
        let pushes: Vec<_> = (0..self.basis.zeros.len()).map(push).collect();
        let answers: Vec<_> = pushes.iter().map(|push| solve(air.clone(), push.clone())).collect();
        let sum =
            |a: &[Complex<f64>], b: &[Complex<f64>]| a.iter().zip(b).map(|(a, b)| a * b).sum();
        pushes.iter().map(|p| answers.iter().map(|q| sum(p, q)).collect()).collect()
    }
}

/// √(κ² − k²), above k how fast the sound of such waves fades away from the skin; below k it leaves.
fn decay(kappa: f64, k: f64) -> Complex<f64> {
    let square = (kappa - k) * (kappa + k);
    if square >= 0.0 {
        Complex::new(square.sqrt(), 0.0)
    } else {
        Complex::new(0.0, (-square).sqrt())
    }
}

/// With the upper triangle as the lower.
fn mirrored(mut load: Load) -> Load {
    for p in 0..load.len() {
        for q in 0..p {
            load[q][p] = load[p][q];
        }
    }
    load
}

/// A·x = b by Gauss's elimination; the diagonal of A is never small here.
fn solve(mut a: Load, mut b: Vec<Complex<f64>>) -> Vec<Complex<f64>> {
    let size = b.len();
    for i in 0..size {
        for j in i + 1..size {
            let factor = a[j][i] / a[i][i];
            for k in i..size {
                let above = a[i][k];
                a[j][k] -= factor * above;
            }
            let above = b[i];
            b[j] -= factor * above;
        }
    }
    for i in (0..size).rev() {
        let known: Complex<f64> = (i + 1..size).map(|j| a[i][j] * b[j]).sum();
        b[i] = (b[i] - known) / a[i][i];
    }
    b
}

/// What one side does to a short wave of wave number j with m nodal diameters, in the same units: it
/// moves as deep as the wave is long, and only the rim radiates (the limit of the integrals for
/// J² = 1/πκ, from κ = m on), less where air flows around it (by k/(k + j), as at the edge of a
/// half plane).
pub(super) fn local(m: f64, zero: f64, k: f64, open: bool) -> Complex<f64> {
    // Waves faster than sound or nearly so are as wide as the skin is.
    let narrow = zero.recip();
    let slow = 1.0 - (k / zero).powi(2);
    if slow <= narrow {
        let fast = (-slow).max(narrow).sqrt();
        return Complex::new(0.0, -1.0 / (zero * fast));
    }
    let rim = (1.0 - 0.5 * (k / zero).powi(2)) / (zero * zero * slow.powf(1.5));
    let around = if open { k / (k + zero) } else { 1.0 };
    let radiates = if k > m { rim * around } else { 0.0 };
    Complex::new(1.0 / (zero * slow.sqrt()), -radiates)
}
