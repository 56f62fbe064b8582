//! The force that what is struck hears: contacts of a few samples with bodies that ring.
//!
//! What a mode of frequency f gets from a contact is the Fourier transform of the force there. As long as f is well below
//! the inverse of the contact time, two moments say all of it: the impulse, and the variance of the force in time. A
//! force that is held over each step is spread by Δt²/12 more than its samples are, and the two-point contact is too long
//! besides; a contact that is a little harder has the right variance. Stiffness and μ are chosen at the touch, so that
//! the contact with a wall of the mass that the contact moves in a step has the variance and the outgoing speed of the
//! exact one. They change while nothing touches: energy stays what it is.

use carom::Model;
use carom::correction::{Corrector, Run};
use carom::exact::WallImpact;
use carom::law::{Law, Loss, Sides};
use carom::scheme::{SchemeError, StepError};
use carom_numeric::quadrature::unit_integral;

use super::duration::{Ahead, Held};
use crate::Method;

/// Contacts of more samples than this are left as they are: they lack less than a thousandth.
const LONG: f64 = 60.0;
/// Shorter contacts (samples) are left as they are: at some phases no stiffness spreads a held force as little.
const SHORT: f64 = 3.5;
/// Steps of a contact from which its exact variance is taken; what is left is of the order of its inverse square.
const STEPS: f64 = 150.0;
/// The most contacts that are run ahead for one touch: what has not been found by then is left as it is.
const RUNS: usize = 24;
/// Variance and speed are met to this share.
const MET: f64 = 1e-9;
/// The work of a step of a contact that is run ahead, as the budget counts it, and of an exact contact time.
const STEP: f64 = 0.3;
const TIME: f64 = 60.0;

/// Corrects the contacts of a model.
#[derive(Clone, Debug)]
pub(super) struct Spectrum {
    /// Stiffness and μ of every contact as they were given; `None` for those that are left as they are.
    given: Vec<Option<Held>>,
    /// What was done since that was last asked for, as the budget counts it.
    work: f64,
}

impl Spectrum {
    pub(super) fn new(model: &Model, method: Method) -> Result<Self, SchemeError> {
        if method != Method::TwoPoint {
            let reason = "no correction of the spectrum (use two-point)";
            return Err(SchemeError { scheme: method.name(), reason, instead: None });
        }
        // What exact contact times are computed from is made before there is sound.
        unit_integral(|at| at);
        let given = model.contacts().iter().map(|contact| correctable(&contact.law));
        Ok(Self { given: given.collect(), work: 0.0 })
    }

    /// Stiffness and μ with which the scheme has the variance of the exact force and its outgoing speed, given the phase
    /// at which the impact meets the samples; `None` if they need not or cannot be corrected.
    fn held(&mut self, impact: &WallImpact, dt: f64, phase: f64) -> Option<Held> {
        let time = impact.contact_time();
        let samples = time / dt;
        self.work += TIME;
        if !(SHORT..LONG).contains(&samples) {
            return None;
        }
        let exact = Ahead { impact, dt: time / STEPS, phase: 0.5 }.run(1.0, impact.mu()).variance;
        self.work += STEP * STEPS;
        let ahead = Ahead { impact, dt, phase };
        let (speed, lossless) = (-impact.v_out(), impact.mu() == 0.0);
        let factors = solve([0.0; 2], |[stiffness, mu]: [f64; 2]| {
            self.work += STEP * samples;
            let outcome = ahead.run(stiffness.exp(), impact.mu() * mu.exp());
            // Without losses the speed is right, whatever μ is multiplied by.
            [
                outcome.variance / exact - 1.0,
                if lossless { mu } else { outcome.speed / speed - 1.0 },
            ]
        });
        let [stiffness, mu] = factors?.map(f64::exp);
        Some(Held { stiffness: impact.stiffness() * stiffness, mu: impact.mu() * mu })
    }
}

impl Corrector for Spectrum {
    fn before(&mut self, run: &mut Run) -> Result<(), StepError> {
        for c in 0..self.given.len() {
            let Some(given) = self.given[c] else { continue };
            let Some(approach) = run.approach(c) else { continue };
            let (x, change, dt) = (approach.x, approach.change, approach.dt);
            if x > 0.0 || x + change <= 0.0 || change <= 0.0 {
                continue;
            }
            let exponent = run.model().contacts()[c].law.potential().exponent();
            let (mass, speed) = (0.5 * dt * dt / approach.compliance, change / dt);
            let impact = WallImpact::new(mass, given.stiffness, exponent, given.mu, speed).ok();
            let held = impact.and_then(|impact| self.held(&impact, dt, -x / change));
            let Held { stiffness, mu } = held.unwrap_or(given);
            run.set_law(c, stiffness, mu, speed);
        }
        Ok(())
    }

    fn take_law(&mut self, contact: usize, law: &Law) {
        self.given[contact] = correctable(law);
    }

    fn take_work(&mut self) -> u32 {
        std::mem::take(&mut self.work).ceil() as u32
    }
}

/// A root of two equations in two unknowns, by Newton's method with Broyden's updates; `None` if it is not found in
/// [`RUNS`] evaluations.
fn solve(mut at: [f64; 2], mut f: impl FnMut([f64; 2]) -> [f64; 2]) -> Option<[f64; 2]> {
    const LITTLE: f64 = 1e-4;
    let mut value = f(at);
    let mut runs = 1;
    while runs + 3 < RUNS {
        let [[a, c], [b, d]] = [0, 1].map(|i| {
            let mut beside = at;
            beside[i] += LITTLE;
            let moved = f(beside);
            [0, 1].map(|k| (moved[k] - value[k]) / LITTLE)
        });
        let mut slopes = [[a, b], [c, d]];
        runs += 2;
        // As long as it comes nearer fast.
        loop {
            let [[a, b], [c, d]] = slopes;
            let det = a * d - b * c;
            let step = [(b * value[1] - d * value[0]) / det, (c * value[0] - a * value[1]) / det];
            let step = step.map(|step| step.clamp(-1.0, 1.0));
            let next = [at[0] + step[0], at[1] + step[1]];
            let found = f(next);
            runs += 1;
            let size = |value: [f64; 2]| value[0].abs().max(value[1].abs());
            let (before, after) = (size(value), size(found));
            if after.is_nan() || runs >= RUNS {
                return None;
            }
            let square = step[0] * step[0] + step[1] * step[1];
            for (k, row) in slopes.iter_mut().enumerate() {
                let missing = found[k] - value[k] - row[0] * step[0] - row[1] * step[1];
                row.iter_mut()
                    .zip(step)
                    .for_each(|(slope, step)| *slope += missing * step / square);
            }
            (at, value) = (next, found);
            if after < MET {
                return Some(at);
            }
            if after > 0.3 * before {
                break;
            }
        }
    }
    None
}

/// Stiffness and μ of a law whose contacts can be corrected.
pub(super) fn correctable(law: &Law) -> Option<Held> {
    let mu = match law.loss() {
        Loss::None => 0.0,
        Loss::HuntCrossley { mu } => mu,
        Loss::ConstantRestitution { .. } | Loss::Felt(_) => return None,
    };
    let potential = law.potential();
    let is_wall = potential.sides() == Sides::One { offset: 0.0 };
    is_wall.then(|| Held { stiffness: potential.stiffness_coefficient(), mu })
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_numeric::Random;

    #[test]
    fn stiffness_and_loss_are_found_within_the_work_that_is_counted() {
        let mut random = Random::new(3);
        let (mut sought, mut found) = (0, 0);
        for _ in 0..2000 {
            let (alpha, stiffness) = (random.uniform(1.0, 3.0), random.log_uniform(1e5, 1e10));
            let mu = if random.bits() & 1 == 0 { 0.0 } else { random.log_uniform(1e-2, 2.0) };
            let impact = WallImpact::new(0.01, stiffness, alpha, mu, 1.0).unwrap();
            let dt = impact.contact_time() / random.uniform(SHORT, LONG);
            let phase = random.uniform(0.0, 1.0);
            let mut spectrum = Spectrum { given: Vec::new(), work: 0.0 };
            let held = spectrum.held(&impact, dt, phase);
            assert!(spectrum.work < TIME + STEP * (STEPS + RUNS as f64 * LONG));
            sought += 1;
            let Some(held) = held else { continue };
            found += 1;
            let outcome = Ahead { impact: &impact, dt, phase }
                .run(held.stiffness / impact.stiffness(), held.mu);
            assert!((outcome.speed / impact.v_out() + 1.0).abs() < 2.0 * MET, "{impact:?}");
        }
        assert!(100 * found > 99 * sought, "{found} of {sought}");
    }
}
