//! All ringing modes of a model, one array per quantity.

use super::kernels::{Coefficients, WIDTH};
use crate::model::{Model, Modes};
use crate::scheme::mode_step::ModeStep;

/// The state and parameters of all ringing modes, each body's padded to a whole number of vectors.
///
/// A mode holds its displacement y and w = q/√γ, which is v·√(m/2) for an undamped mode: neither
/// depends on the step, and the energy is w² + stiffness·y², so that the step may change at any
/// time without a joule moving.
#[derive(Clone, Debug)]
pub(super) struct Bank {
    pub(super) y: Vec<f64>,
    pub(super) w: Vec<f64>,
    /// m·ω²/2.
    pub(super) stiffness: Vec<f64>,
    /// Modal parameters; padding has mass 1 and no frequency.
    mass: Vec<f64>,
    omega: Vec<f64>,
    sigma: Vec<f64>,
    /// Where each mode of the model lives; `None` for a free mass.
    pub(super) place: Vec<Option<usize>>,
}

impl Bank {
    pub(super) fn new(model: &Model) -> Self {
        let Modes { mass, omega, sigma } = model.modes();
        let mut bank = Self {
            y: Vec::new(),
            w: Vec::new(),
            stiffness: Vec::new(),
            mass: Vec::new(),
            omega: Vec::new(),
            sigma: Vec::new(),
            place: vec![None; mass.len()],
        };
        for body in model.body_ranges() {
            for i in body.clone().filter(|&i| omega[i] > 0.0) {
                bank.place[i] = Some(bank.mass.len());
                bank.mass.push(mass[i]);
                bank.omega.push(omega[i]);
                bank.sigma.push(sigma[i]);
                bank.stiffness.push(0.5 * mass[i] * omega[i] * omega[i]);
            }
            while !bank.mass.len().is_multiple_of(WIDTH) {
                bank.mass.push(1.0);
                bank.omega.push(0.0);
                bank.sigma.push(0.0);
                bank.stiffness.push(0.0);
            }
        }
        bank.y = vec![0.0; bank.mass.len()];
        bank.w = vec![0.0; bank.mass.len()];
        bank
    }

    pub(super) fn len(&self) -> usize {
        self.y.len()
    }

    pub(super) fn step(&self, i: usize, dt: f64) -> ModeStep {
        ModeStep::new(self.mass[i], self.omega[i], self.sigma[i], dt)
    }

    pub(super) fn is_real(&self, i: usize) -> bool {
        self.omega[i] > 0.0
    }

    /// Fills the coefficients of a step; padding keeps zeros.
    pub(super) fn coefficients(&self, dt: f64, into: &mut Coefficients) {
        for field in
            [&mut into.from_y, &mut into.from_w, &mut into.mobility, &mut into.to_w, &mut into.loss]
        {
            field.resize(self.len(), 0.0);
        }
        for i in (0..self.len()).filter(|&i| self.is_real(i)) {
            let step = self.step(i, dt);
            let root = step.gamma.sqrt();
            let (to_w, from_w) = (1.0 / root, 2.0 * root * step.inverse);
            into.to_w[i] = to_w;
            into.from_w[i] = from_w;
            // The balance c·(to_w² + k + loss) = 2·to_w·w − 2k·y holds for the rounded numbers, too,
            // if the other two follow from them: otherwise a rounding error of one part in 10¹⁶ a
            // step would be missing from the ledger, and there are tens of millions of steps.
            into.from_y[i] = -from_w * self.stiffness[i] / to_w;
            into.loss[i] = balanced_loss(to_w, from_w, self.stiffness[i]);
            into.mobility[i] = step.gamma * step.inverse;
        }
    }

    /// The velocity of a mode, read with the coefficients of its step.
    pub(super) fn velocity(&self, i: usize, step: &ModeStep) -> f64 {
        (step.gamma.sqrt() * self.w[i] - step.from_y * self.y[i]) / step.from_v
    }

    /// Sets a mode in motion.
    pub(super) fn set(&mut self, i: usize, y: f64, v: f64, step: &ModeStep) {
        self.y[i] = y;
        self.w[i] = (step.from_y * y + step.from_v * v) / step.gamma.sqrt();
    }

    /// The parameters of mode `i`: mass, ω, σ.
    pub(super) fn parameters(&self, i: usize) -> (f64, f64, f64) {
        (self.mass[i], self.omega[i], self.sigma[i])
    }
}

/// 2·to_w/from_w − to_w² − k, with the products exact: the loss b/γ and what rounding adds to it.
fn balanced_loss(to_w: f64, from_w: f64, k: f64) -> f64 {
    let square = to_w * to_w;
    let square_low = to_w.mul_add(to_w, -square);
    let product = from_w * square;
    let product_low = from_w.mul_add(square, -product) + from_w * square_low;
    ((2.0 * to_w - product) - product_low - from_w * k) / from_w
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_balanced_loss_is_the_loss() {
        for (hertz, q) in [(100.0, 50.0), (5000.0, 2000.0), (50.0, 2.0)] {
            let omega = std::f64::consts::TAU * hertz;
            let step = ModeStep::new(0.1, omega, 0.5 * omega / q, 1e-5);
            let root = step.gamma.sqrt();
            let (to_w, from_w) = (1.0 / root, 2.0 * root * step.inverse);
            let loss = balanced_loss(to_w, from_w, 0.05 * omega * omega);
            assert!((loss - step.b / step.gamma).abs() < 1e-14 * to_w * to_w);
        }
    }
}
