//! States and runs in which the root of (17) does not exist, searched for with the engine.

use std::f64::consts::PI;

use carom::scheme::StepError;

use super::setup::{quadratic, run};
use crate::study::prelude::*;

/// Ratios of two samples tried for each, by their angle.
pub(super) const ANGLES: u32 = 1440;
/// Random pairs of samples, random runs, their length and their seeds.
pub(super) const PAIRS: u32 = 20_000;
pub(super) const RUNS: u64 = 1000;
pub(super) const STEPS: usize = 1000;
pub(super) const SEED: u64 = 31;

/// Whether the engine finds a real root after the samples `before` and `now`, for M = K = 1.
fn is_real(s: f64, dt: f64, before: f64, now: f64) -> Result<bool> {
    // Inside the potential the first step is u¹ = u⁰ + k·v⁰, so that any pair can be had.
    let from = (before, (now - before) / dt);
    let mut voice = wall::start(1.0, Law::oscillator(1.0, 1.0)?, from, quadratic(s), dt)?;
    Ok(run(&mut voice, 2, |_, _| ())?.is_none())
}

/// k·√(K/M) above which some pair of samples has no real root.
pub(super) fn searched_limit(s: f64) -> Result<f64> {
    let all_real = |dt: f64| -> Result<bool> {
        for i in 1..ANGLES {
            // Not u⁰ = 0, where the engine would see a mass apart.
            let (now, before) = (PI * (f64::from(i) / f64::from(ANGLES) - 0.5)).sin_cos();
            if !is_real(s, dt, before, now)? {
                return Ok(false);
            }
        }
        Ok(true)
    };
    let (mut real, mut complex) = (0.05, 10.0);
    while complex - real > 1e-6 * real {
        let middle = 0.5 * (real + complex);
        if all_real(middle)? {
            real = middle;
        } else {
            complex = middle;
        }
    }
    Ok(real)
}

/// Whether s = ½ is real for all ratios and time steps from a hundredth to a hundred.
pub(super) fn half_is_always_real() -> Result<bool> {
    for power in -4..=4 {
        for i in 1..ANGLES {
            let (now, before) = (PI * (f64::from(i) / f64::from(ANGLES) - 0.5)).sin_cos();
            if !is_real(0.5, 10_f64.powf(0.5 * f64::from(power)), before, now)? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Random pairs of samples.
pub(super) struct Pairs {
    /// Entering the barrier with s ≥ 1 and no real root.
    pub(super) entering: u32,
    /// In full contact, where the printed and the corrected Case 4 have another sign than what the
    /// engine finds.
    pub(super) printed: u32,
    pub(super) corrected: u32,
}

impl Pairs {
    pub(super) fn random() -> Result<Self> {
        let mut random = Random::new(SEED);
        let mut pairs = Self { entering: 0, printed: 0, corrected: 0 };
        for _ in 0..PAIRS {
            let (dt, s) = (random.log_uniform(0.1, 10.0), random.uniform(0.5, 4.0));
            let (before, now) = (random.log_uniform(1e-3, 1.0), random.log_uniform(1e-3, 1.0));
            let real = is_real(s, dt, before, now)?;
            // K̄ = 1, d the difference quotient, m the mean.
            let (d, m) = ((now - before) / dt, 0.5 * (now + before));
            let a = 1.0 / (dt * dt) + s;
            let case_4 = |half: f64| {
                let bracket = s / dt * before + a * dt * (half - 2.0 * half * s) * m;
                (s * before).powi(2) + (d / dt).powi(2) - 2.0 * bracket * d
            };
            // Printed: K̄/2 − sK̄ and (δ₋u)²/k²; the same but K̄ − 2sK̄ is right.
            pairs.printed += u32::from((case_4(0.5) >= 0.0) != real);
            pairs.corrected += u32::from((case_4(1.0) >= 0.0) != real);
            pairs.entering += u32::from(!enters(random.uniform(1.0, 4.0), dt, before, now)?);
        }
        Ok(pairs)
    }

    pub(super) fn share(&self, count: u32) -> f64 {
        100.0 * f64::from(count) / f64::from(PAIRS)
    }
}

/// Whether the step after the one that entered a barrier at 0, from −`apart` to `inside`, is real.
fn enters(s: f64, dt: f64, apart: f64, inside: f64) -> Result<bool> {
    let from = (-apart, (apart + inside) / dt);
    let mut voice = wall::start(1.0, Law::power(1.0, 1.0)?, from, quadratic(s), dt)?;
    Ok(run(&mut voice, 2, |_, _| ())?.is_none())
}

/// Runs against walls and between them, as random as the exponents.
pub(super) struct Runs {
    pub(super) complex: u64,
    pub(super) diverged: u64,
    /// The same of walls, gaps and springs.
    by_kind: [u64; 3],
    /// The first that met one, in words.
    first: Option<String>,
}

impl Runs {
    pub(super) fn check(&self) -> Check {
        let first = self.first.clone().unwrap_or_default();
        let [walls, gaps, springs] = self.by_kind;
        Check::claim("Section 3.3.3, s > 2", "real for every α ≥ 1 and time step")
            .named("large-s")
            .holds(
                self.complex == 0,
                format!("{} of {RUNS} runs complex, such as {first}", self.complex),
            )
            .fails(format!(
                "Runs against walls ({walls} complex) and in gaps ({gaps}), which begin \
                 outside of the potential, bear it out. Runs that begin in a spring \
                 ({springs} complex) do not: beyond k² = 1/(K̄s(s − 1)) there are states \
                 without a real root, and a start may be one."
            ))
    }
}

/// Random runs with an s for each, the engine's own if it is not a number.
pub(super) fn complex_runs(choose: &dyn Fn(&mut Random) -> f64) -> Result<Runs> {
    let mut random = Random::new(SEED);
    let mut runs = Runs { complex: 0, diverged: 0, by_kind: [0; 3], first: None };
    for i in 0..RUNS {
        let (alpha, gap) = (random.uniform(1.0, 5.0), random.uniform(0.01, 0.2));
        let (law, u) = match i % 3 {
            0 => (Law::power(random.log_uniform(1e0, 1e12), alpha)?, -gap),
            1 => (Law::centred(random.log_uniform(1e0, 1e9), alpha, gap)?, 0.0),
            _ => (Law::oscillator(random.log_uniform(1e0, 1e9), alpha)?, -gap),
        };
        let v = random.log_uniform(1e-2, 1e2);
        let dt = 0.05 / v / random.uniform(2.0, 200.0);
        let s = choose(&mut random);
        let method = Method::Quadratic { s: s.is_finite().then_some(s) };
        let mut voice = wall::start(1.0, law, (u, v), method, dt)?;
        match run(&mut voice, STEPS, |_, _| ()) {
            Ok(None) => {}
            Err(StepError::Diverged) => runs.diverged += 1,
            Ok(Some(step)) => {
                runs.complex += 1;
                runs.by_kind[(i % 3) as usize] += 1;
                runs.first.get_or_insert_with(|| {
                    let kind = ["a wall", "a gap", "a spring"][(i % 3) as usize];
                    format!("{kind}, α = {alpha:.2}, s = {s:.2}, step {step}")
                });
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(runs)
}
