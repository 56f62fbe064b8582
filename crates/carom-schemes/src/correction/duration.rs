//! The stiffness with which a contact lasts as long as it should.
//!
//! A discrete contact lasts longer than the continuous one. chatziioannou (15), (16) correct the
//! stiffness of a linear contact; the paper leaves α > 1 open. There the uncorrected two-point
//! duration is about τ·(1 + c/T²), T = τ/Δt, and a stiffness multiplied by (T/T*)^(α+1) gives a
//! contact of continuous duration T*, which the scheme stretches back to T if T* = √(T² − 2c).
//! Solving for the stiffness by running the contact ahead, from the phase at which the impact
//! meets the samples, is exact instead. Either way the energy that leaves is the energy that came.
//!
//! With losses a discrete contact does not only last too long, it also takes too little or too much energy. Two
//! numbers are wrong, so two are chosen: stiffness and μ together give both duration and outgoing velocity.

use std::f64::consts::PI;

use thiserror::Error;

use carom::exact::WallImpact;
use carom::law::{Damping, Law};
use carom::scheme::Equation;
use carom::scheme::StepError;
use carom_numeric::special::beta;

/// A duration that no stiffness gives.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum DurationError {
    /// The contact is too short.
    #[error(
        "the contact lasts {samples:.4} samples; the duration correction needs more than \
         {shortest:.4}"
    )]
    TooShort {
        /// The wanted length of the contact (in samples).
        samples: f64,
        /// The shortest possible (in samples).
        shortest: f64,
    },
    /// No stiffness and loss were found that let the scheme hold it: losses or phase stand against it.
    #[error("no stiffness and loss let the scheme hold this contact for its {samples:.4} samples")]
    NotFound {
        /// The wanted length of the contact (in samples).
        samples: f64,
    },
}

impl From<DurationError> for StepError {
    fn from(error: DurationError) -> Self {
        match error {
            DurationError::TooShort { samples, shortest } => Self::NotCorrected {
                reason: "the contact is too short for the duration correction",
                samples,
                shortest: Some(shortest),
            },
            DurationError::NotFound { samples } => Self::NotCorrected {
                reason: "no stiffness and loss let the scheme hold this contact for its length",
                samples,
                shortest: None,
            },
        }
    }
}

/// Above this many samples the closed form leaves less than a hundred-thousandth, and running the
/// contact ahead would cost more than it is worth.
const LONG: f64 = 200.0;

/// The c of the uncorrected duration τ·(1 + c/T²): α·I·B(α/(α+1), ½)/6 with
/// I = B(1/(α+1), ½)/(α+1).
#[must_use]
pub fn spread(exponent: f64) -> f64 {
    let p = exponent + 1.0;
    let integral = beta(1.0 / p, 0.5) / p;
    exponent * integral * beta(exponent / p, 0.5) / 6.0
}

/// The corrected stiffness of the two-point scheme in closed form.
///
/// For α = 1 it is chatziioannou (15), which exists while the contact is longer than a sample. For
/// α > 1 it needs T > √(2c).
pub fn closed_form_stiffness(impact: &WallImpact, dt: f64) -> Result<f64, DurationError> {
    let stiffness = impact.stiffness();
    if impact.exponent() == 1.0 {
        let turn = quarter_turn(impact.mass(), stiffness, dt, 1.0)?;
        return Ok(stiffness * (turn.tan() / turn).powi(2));
    }
    let samples = impact.contact_time() / dt;
    let shortest = (2.0 * spread(impact.exponent())).sqrt();
    if samples.is_nan() || samples <= shortest {
        return Err(DurationError::TooShort { samples, shortest });
    }
    // (T/T*)² with T*² = T² − 2c.
    let square = 1.0 / ((1.0 - shortest / samples) * (1.0 + shortest / samples));
    Ok(stiffness * square.powf(0.5 * (impact.exponent() + 1.0)))
}

/// The corrected stiffness of the three-point scheme for a linear contact, chatziioannou (16), which
/// exists while the contact is longer than two samples.
pub fn linear_three_point_stiffness(
    mass: f64,
    stiffness: f64,
    dt: f64,
) -> Result<f64, DurationError> {
    let turn = quarter_turn(mass, stiffness, dt, 2.0)?;
    let square = turn.tan().powi(2);
    // (1 − cos)/cos of the whole angle is 2·tan²/(1 − tan²) of its half.
    Ok(stiffness * square / ((1.0 - square) * turn * turn))
}

/// ω_c·Δt/2 of a lossless linear contact that lasts more than `shortest` samples.
fn quarter_turn(mass: f64, stiffness: f64, dt: f64, shortest: f64) -> Result<f64, DurationError> {
    let turn = (stiffness / mass).sqrt() * dt;
    let samples = PI / turn;
    if samples.is_nan() || samples <= shortest {
        return Err(DurationError::TooShort { samples, shortest });
    }
    Ok(0.5 * turn)
}

/// Duration and speed are met to this share, or the contact is refused.
const MET: f64 = 1e-6;

/// A stiffness and a μ, chosen for one contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Held {
    /// N/m^α.
    pub stiffness: f64,
    /// s/m.
    pub mu: f64,
}

/// The stiffness and the μ for which the two-point scheme holds the contact for exactly its duration and lets it go with
/// exactly its velocity, given the phase: the fraction of a step between the last sample apart and the touch.
pub fn phase_aware(impact: &WallImpact, dt: f64, phase: f64) -> Result<Held, DurationError> {
    let samples = impact.contact_time() / dt;
    if samples > LONG {
        return Ok(Held { stiffness: closed_form_stiffness(impact, dt)?, mu: impact.mu() });
    }
    let ahead = Ahead { impact, dt, phase };
    let refused = if samples <= 1.0 {
        DurationError::TooShort { samples, shortest: 1.0 }
    } else {
        DurationError::NotFound { samples }
    };
    // The duration falls with the stiffness, and the speed of what leaves with the loss.
    let stiffness =
        |mu: f64| falling_root(|log: f64| ahead.run(log.exp(), mu).samples - samples).map(f64::exp);
    let mu = if impact.mu() == 0.0 {
        0.0
    } else {
        let speed = -impact.v_out();
        let excess = |log: f64| {
            let mu = impact.mu() * log.exp();
            stiffness(mu).map_or(f64::NAN, |factor| ahead.run(factor, mu).speed - speed)
        };
        impact.mu() * falling_root(excess).ok_or(refused)?.exp()
    };
    let factor = stiffness(mu).ok_or(refused)?;
    // Where the number of samples in contact changes, duration and speed may jump over what is wanted.
    let Outcome { samples: found, speed, .. } = ahead.run(factor, mu);
    let is_met = |found: f64, wanted: f64| (found / wanted - 1.0).abs() < MET;
    if !is_met(found, samples) || !is_met(speed, -impact.v_out()) {
        return Err(refused);
    }
    Ok(Held { stiffness: impact.stiffness() * factor, mu })
}

/// The logarithm of a factor is looked for in steps no longer than this.
const LONGEST: f64 = 64.0;

/// The root of a falling function, looked for from 0 in the direction in which it must be; `None` if there is none.
fn falling_root(f: impl Fn(f64) -> f64) -> Option<f64> {
    let mut here = (0.0, f(0.0));
    let mut way: f64 = if here.1 > 0.0 { 0.1 } else { -0.1 };
    while way.abs() <= LONGEST && !here.1.is_nan() {
        let place = here.0 + way;
        let next = (place, f(place));
        if !next.1.is_nan() && (next.1 > 0.0) != (here.1 > 0.0) {
            let (left, right) = if way > 0.0 { (here, next) } else { (next, here) };
            return Some(root_between(left, right, f));
        }
        (here, way) = (next, 2.0 * way);
    }
    None
}

/// The root of a falling function between two places, given with its values, by the Illinois method.
fn root_between(
    (mut left, mut above): (f64, f64),
    (mut right, mut below): (f64, f64),
    f: impl Fn(f64) -> f64,
) -> f64 {
    for _ in 0..100 {
        let middle = (left * below - right * above) / (below - above);
        if !(middle > left && middle < right) || right - left < 1e-14 * (1.0 + right.abs()) {
            return 0.5 * (left + right);
        }
        let value = f(middle);
        if value == 0.0 {
            return middle;
        }
        if value > 0.0 {
            (left, above) = (middle, value);
            below *= 0.5;
        } else {
            (right, below) = (middle, value);
            above *= 0.5;
        }
    }
    0.5 * (left + right)
}

/// A contact that is run ahead of the scheme.
pub(super) struct Ahead<'a> {
    pub(super) impact: &'a WallImpact,
    pub(super) dt: f64,
    pub(super) phase: f64,
}

/// How many samples a contact lasts, between the lines of free flight before and after, how fast (m/s) the mass leaves,
/// and the variance (s²) in time of the force, held over each step.
pub(super) struct Outcome {
    pub(super) samples: f64,
    pub(super) speed: f64,
    pub(super) variance: f64,
}

/// Sums over steps: of a force, of the force by time and by the square of time, in steps.
#[derive(Default)]
struct Moments([f64; 3]);

impl Moments {
    fn add(&mut self, time: f64, force: f64) {
        for (sum, weight) in self.0.iter_mut().zip([1.0, time, time * time]) {
            *sum += weight * force;
        }
    }

    /// Of a force that is held over each step of `dt`, which spreads it by a twelfth.
    fn variance(&self, dt: f64) -> f64 {
        let [force, first, second] = self.0;
        let mean = first / force;
        dt * dt * (second / force - mean * mean + 1.0 / 12.0)
    }
}

impl Ahead<'_> {
    /// The contact by the two-point scheme, its stiffness multiplied by `factor`.
    pub(super) fn run(&self, factor: f64, mu: f64) -> Outcome {
        let Self { impact, dt, phase } = *self;
        let stiffness = impact.stiffness() * factor;
        let Ok(law) = Law::hunt_crossley(stiffness, impact.exponent(), Damping::Mu(mu)) else {
            return Outcome { samples: 0.0, speed: 0.0, variance: 0.0 };
        };
        let mut moments = Moments::default();
        let mut q = 0.5 * impact.v_in() * dt;
        let mut y = -2.0 * q * phase;
        let compliance = dt * dt / (2.0 * impact.mass());
        for step in 1..100_000 {
            let equation = Equation {
                law: &law,
                memory: 0.0,
                free: 2.0 * q,
                compliance,
                dt,
                hint: 0.0,
                power: f64::NAN,
            };
            let (end, change) = equation.end_from(y);
            moments.add(f64::from(step), 2.0 * q - change);
            y = end;
            q = change - q;
            if y <= 0.0 && q < 0.0 {
                let samples = f64::from(step) - phase - y / (2.0 * q);
                return Outcome { samples, speed: -2.0 * q / dt, variance: moments.variance(dt) };
            }
        }
        Outcome { samples: f64::INFINITY, speed: 0.0, variance: f64::INFINITY }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_of_the_closed_form_are_the_published_ones() {
        for (alpha, shortest) in [(2.0, 1.56), (2.5, 1.67), (3.0, 1.77)] {
            assert!(((2.0 * spread(alpha)).sqrt() - shortest).abs() < 0.005);
        }
    }

    #[test]
    fn linear_stiffness_is_that_of_chatziioannou_fig_5() {
        let impact = WallImpact::new(1.0, 44_700.0f64.powi(2), 1.0, 0.0, 1.0).unwrap();
        let dt: f64 = 1.0 / 50_000.0;
        let two = closed_form_stiffness(&impact, dt).unwrap() * dt * dt / 4.0;
        let three =
            linear_three_point_stiffness(1.0, impact.stiffness(), dt).unwrap() * dt * dt / 2.0;
        assert!((two - 0.229_786).abs() < 1e-6, "{two}");
        assert!((three - 0.596_682).abs() < 1e-6, "{three}");
    }
}
