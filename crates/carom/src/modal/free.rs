//! Whole blocks in which nothing touches.

use super::bank::Bank;
use super::kernels::{Coefficients, LANES};
use super::link::Link;
use super::mass::FreeMass;
use crate::law::Law;

/// Samples in a free block: a power of two.
pub(super) const BLOCK: usize = 64;

/// What happens to every mode over one step and over a whole block, in closed form.
#[derive(Clone, Debug)]
pub(super) struct FreeBlock {
    /// The step as a matrix on (y, w): rows.
    step: Vec<[f64; 4]>,
    /// Its trace and minus its determinant: s⁺ = trace·s − det·s⁻ for every signal of a mode.
    pub(super) trace: Vec<f64>,
    pub(super) minus_det: Vec<f64>,
    /// The block as a matrix.
    block: [Vec<f64>; 4],
    /// The energy lost in the block: y², y·w and w². Summed from the losses of its steps.
    loss: [Vec<f64>; 3],
    /// 2/(m·ω²), 0 for padding.
    compliance: Vec<f64>,
    pub(super) lanes: Vec<[f64; LANES]>,
}

impl FreeBlock {
    pub(super) fn new(bank: &Bank, base: &Coefficients) -> Self {
        let n = bank.len();
        let zeros = || vec![0.0; n];
        let mut free = Self {
            step: vec![[0.0; 4]; n],
            trace: zeros(),
            minus_det: zeros(),
            block: [zeros(), zeros(), zeros(), zeros()],
            loss: [zeros(), zeros(), zeros()],
            compliance: zeros(),
            lanes: vec![[0.0; LANES]; BLOCK],
        };
        for i in (0..n).filter(|&i| bank.is_real(i)) {
            let (from_y, from_w, to_w) = (base.from_y[i], base.from_w[i], base.to_w[i]);
            let step = [1.0 + from_y, from_w, to_w * from_y, to_w * from_w - 1.0];
            let loss = base.loss[i];
            let first =
                [loss * from_y * from_y, 2.0 * loss * from_y * from_w, loss * from_w * from_w];
            let (block, lost) = repeated(step, first);
            free.step[i] = step;
            free.trace[i] = step[0] + step[3];
            free.minus_det[i] = step[1] * step[2] - step[0] * step[3];
            for k in 0..4 {
                free.block[k][i] = block[k];
            }
            for k in 0..3 {
                free.loss[k][i] = lost[k];
            }
            free.compliance[i] = 1.0 / bank.stiffness[i];
        }
        free
    }

    /// A row of coefficients one step ahead: row·M.
    pub(super) fn transposed(&self, i: usize, row: [f64; 2]) -> [f64; 2] {
        let m = &self.step[i];
        [row[0] * m[0] + row[1] * m[2], row[0] * m[1] + row[1] * m[3]]
    }

    /// Moves all modes over a block; returns the energy lost.
    pub(super) fn advance(&self, bank: &mut Bank) -> f64 {
        let [a, b, c, d] = &self.block;
        let [yy, yw, ww] = &self.loss;
        let mut lost = 0.0;
        for i in 0..bank.len() {
            let (y, w) = (bank.y[i], bank.w[i]);
            lost += y * (yy[i] * y + yw[i] * w) + ww[i] * w * w;
            bank.y[i] = a[i] * y + b[i] * w;
            bank.w[i] = c[i] * y + d[i] * w;
        }
        lost
    }

    /// Whether a contact certainly stays open over the next block: masses fly on known lines, and a
    /// ringing mode never moves beyond what its energy allows.
    pub(super) fn stays_open(
        &self,
        link: &Link,
        law: &Law,
        bank: &Bank,
        masses: &[FreeMass],
        time: f64,
    ) -> bool {
        let (mut low, mut high) = (-link.gap, -link.gap);
        for &(mass, weight) in &link.masses {
            let (a, b) = masses[mass].reach(time);
            low += (weight * a).min(weight * b);
            high += (weight * a).max(weight * b);
        }
        let potential = law.potential();
        let open =
            |low: f64, high: f64| potential.depth(low).0 <= 0.0 && potential.depth(high).0 <= 0.0;
        if !open(low, high) {
            return false;
        }
        let mut swing = 0.0;
        for part in &link.bank {
            for (i, weight) in part.range.clone().zip(&part.weights) {
                let energy = bank.w[i] * bank.w[i] + bank.stiffness[i] * bank.y[i] * bank.y[i];
                swing += weight.abs() * (energy * self.compliance[i]).sqrt();
            }
        }
        open(low - swing, high + swing)
    }
}

/// The matrix and the loss of [`BLOCK`] steps from those of one, by doubling.
fn repeated(mut m: [f64; 4], mut loss: [f64; 3]) -> ([f64; 4], [f64; 3]) {
    for _ in 0..BLOCK.ilog2() {
        let [a, b, c, d] = m;
        let [yy, yw, ww] = loss;
        // L + Mᵀ·L·M for the symmetric form with entries yy, yw/2, ww.
        loss = [
            yy + yy * a * a + yw * a * c + ww * c * c,
            yw + 2.0 * yy * a * b + yw * (a * d + b * c) + 2.0 * ww * c * d,
            ww + yy * b * b + yw * b * d + ww * d * d,
        ];
        m = [a * a + b * c, b * (a + d), c * (a + d), b * c + d * d];
    }
    (m, loss)
}
