//! The force of a blow on something rigid, in units of its own, and its spectrum.
//!
//! A mass m that meets a rigid surface with the force k·x^α·(1 + μ·v) at the speed v₀ pushes it with
//! m·v₀/θ times a function of t/θ, θ = (m/k)^(1/(α+1))·v₀^((1−α)/(1+α)): all blows with one exponent
//! and one μ·v₀ have one shape. The spectrum of the force is m·v₀·Φ(ω·θ).

use num_complex::Complex;

/// Time step, in units of θ.
const STEP: f64 = 0.01;
/// Lowest frequency of a spectrum, in units of 1/θ, points per octave and number of points.
const GRID: (f64, f64, usize) = (0.02, 12.0, 150);
/// Half the width over which a spectrum is smoothed, in points: a third of an octave in all.
const HALF: usize = 2;
/// Least value of a spectrum that is 1 to 2 at zero: below that, other things are heard.
const LEAST: f64 = 5e-4;

/// A blow.
pub(crate) struct Pulse {
    /// |Φ| on the grid.
    raw: Vec<f64>,
    /// Its root mean square over a third of an octave: without the zeros of an ideal blow.
    smooth: Vec<f64>,
    /// Φ(0) and what begins the grid.
    at_zero: f64,
    /// How long the blow pushes, in units of θ.
    pub(crate) duration: f64,
}

impl Pulse {
    /// `loss` is μ·v₀.
    pub(crate) fn new(exponent: f64, loss: f64) -> Self {
        let force = force(exponent, loss);
        let raw: Vec<f64> = (0..GRID.2).map(|n| spectrum(&force, frequency(n))).collect();
        let mean = |n: usize| {
            let near = &raw[n.saturating_sub(HALF)..(n + HALF + 1).min(GRID.2)];
            (near.iter().map(|x| x * x).sum::<f64>() / near.len() as f64).sqrt()
        };
        let smooth = (0..GRID.2).map(mean).collect();
        Self { at_zero: spectrum(&force, 0.0), duration: STEP * force.len() as f64, raw, smooth }
    }

    /// The spectrum at a frequency, in units of 1/θ, where it is not near one of its zeros.
    pub(crate) fn at(&self, omega: f64) -> f64 {
        self.interpolated(&self.raw, omega).max(0.5 * self.around(omega))
    }

    /// The spectrum around a frequency.
    pub(crate) fn around(&self, omega: f64) -> f64 {
        self.interpolated(&self.smooth, omega).max(LEAST)
    }

    fn interpolated(&self, values: &[f64], omega: f64) -> f64 {
        if omega <= GRID.0 {
            return self.at_zero;
        }
        let place = ((omega / GRID.0).log2() * GRID.1).min((GRID.2 - 2) as f64 + 0.999);
        let (n, part) = (place as usize, place.fract());
        (1.0 - part) * values[n] + part * values[n + 1]
    }
}

fn frequency(point: usize) -> f64 {
    GRID.0 * 2.0_f64.powf(point as f64 / GRID.1)
}

/// x″ = −x^α·(1 + loss·x′) from x = 0, x′ = 1, by the classical fourth-order method.
fn force(exponent: f64, loss: f64) -> Vec<f64> {
    let push = |x: f64, v: f64| (x.max(0.0).powf(exponent) * (1.0 + loss * v)).max(0.0);
    let (mut x, mut v) = (0.0_f64, 1.0_f64);
    let mut force = vec![0.0];
    while force.len() < 2000 {
        let (k1, l1) = (v, -push(x, v));
        let (k2, l2) = (v + 0.5 * STEP * l1, -push(x + 0.5 * STEP * k1, v + 0.5 * STEP * l1));
        let (k3, l3) = (v + 0.5 * STEP * l2, -push(x + 0.5 * STEP * k2, v + 0.5 * STEP * l2));
        let (k4, l4) = (v + STEP * l3, -push(x + STEP * k3, v + STEP * l3));
        x += STEP / 6.0 * (k1 + 2.0 * (k2 + k3) + k4);
        v += STEP / 6.0 * (l1 + 2.0 * (l2 + l3) + l4);
        if x <= 0.0 {
            break;
        }
        force.push(push(x, v));
    }
    force
}

fn spectrum(force: &[f64], omega: f64) -> f64 {
    let turn = Complex::from_polar(1.0, -omega * STEP);
    let mut phase = Complex::new(1.0, 0.0);
    let mut sum = Complex::new(0.0, 0.0);
    for value in force {
        sum += phase * *value;
        phase *= turn;
    }
    sum.norm() * STEP
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;

    #[test]
    fn a_linear_spring_pushes_for_half_a_cycle_with_twice_the_momentum() {
        let pulse = Pulse::new(1.0, 0.0);
        assert!((pulse.duration - PI).abs() < 0.03);
        assert!((pulse.at(0.0) - 2.0).abs() < 1e-3);
        // Half a sine: 2·cos(πω/2)/(1 − ω²).
        let expected = 2.0 * (PI * 0.25).cos() / 0.75;
        assert!((pulse.at(0.5) - expected).abs() < 1e-2);
    }

    #[test]
    fn a_loss_takes_momentum() {
        // All that comes back is lost where the loss is large.
        assert!((Pulse::new(1.5, 50.0).at(0.0) - 1.0).abs() < 0.1);
        assert!(Pulse::new(1.5, 0.5).at(0.0) < 1.9);
    }
}
