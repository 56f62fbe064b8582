//! One variant on one impact at several phases of the sample grid, and the worst that it did.

use super::cases::Variant;
use crate::study::prelude::*;
use carom_lab::impact::{Sample, compare_and_observe};

/// What is compared with the exact impact, as an index of [`Worst::errors`].
#[derive(Clone, Copy, Debug)]
pub(super) enum Quantity {
    VOut = 0,
    Duration = 1,
    Force = 3,
    Residual = 5,
}

/// The worst of several runs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Worst {
    /// Relative errors of the outgoing velocity, the duration, the largest compression and the
    /// largest force at any step; the error of the energy after the contact and what the ledger
    /// misses, as shares of the energy before. All are infinite if a run failed.
    pub(super) errors: [f64; 6],
    /// Evaluations of the law per step.
    pub(super) evaluations: u32,
    /// Phases that failed.
    pub(super) failed: u32,
    /// How the last of them ended.
    pub(super) why: Option<Status>,
    /// Phases that left with more energy than they brought.
    pub(super) gained: u32,
    /// The most that one of them gained, as a share of what it brought.
    pub(super) gain: f64,
}

/// An error in %, as it is drawn: nothing where a run failed.
pub(super) fn percent(error: f64) -> f64 {
    if error.is_finite() { 100.0 * error } else { f64::NAN }
}

impl Worst {
    /// A run that failed.
    fn failed(why: Option<Status>) -> Self {
        Self { errors: [f64::INFINITY; 6], failed: 1, why, ..Self::default() }
    }

    /// The error of a quantity.
    pub(super) fn error(&self, quantity: Quantity) -> f64 {
        self.errors[quantity as usize]
    }

    /// The worse of outgoing velocity and duration.
    pub(super) fn outcome(&self) -> f64 {
        self.error(Quantity::VOut).max(self.error(Quantity::Duration))
    }

    /// Whether no run failed or gained energy and the ledger closed.
    pub(super) fn is_balanced(&self) -> bool {
        self.failed == 0 && self.gained == 0 && self.error(Quantity::Residual) < 1e-12
    }

    /// The worse of both.
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            errors: std::array::from_fn(|i| self.errors[i].max(other.errors[i])),
            evaluations: self.evaluations.max(other.evaluations),
            failed: self.failed + other.failed,
            why: other.why.or(self.why),
            gained: self.gained + other.gained,
            gain: self.gain.max(other.gain),
        }
    }
}

/// Runs a variant at `phases` places between two samples.
pub(super) fn worst(impact: &Impact, variant: Variant, phases: u32) -> Result<Worst> {
    let mut all = Worst::default();
    for i in 0..phases {
        let phase = (f64::from(i) + 0.5) / f64::from(phases);
        all = all.and(one(&Impact { phase, ..impact.clone() }, variant)?);
    }
    Ok(all)
}

/// Runs a variant once.
fn one(impact: &Impact, variant: Variant) -> Result<Worst> {
    let exact = impact.closed_form()?;
    let Variant { method, correct } = variant;
    let impact = Impact { methods: vec![method], correct, ..impact.clone() };
    let mut force: f64 = 0.0;
    let comparison =
        compare_and_observe(&impact, &mut |sample: &Sample| force = force.max(sample.force))?;
    let Some(run) = comparison.runs.first() else { return Ok(Worst::failed(None)) };
    let gained = run.status == Status::GainedEnergy;
    let ended = gained || run.status == Status::Ok;
    let found = (ended, run.v_out, run.contact_time, run.x_max, run.energy_residual);
    let (true, Some(v_out), Some(time), Some(x_max), Some(residual)) = found else {
        return Ok(Worst::failed(Some(run.status)));
    };
    let off = |value: f64, exact: f64| (value / exact - 1.0).abs();
    let energy = |v: f64| (v / exact.v_in()).powi(2);
    Ok(Worst {
        errors: [
            off(v_out, exact.v_out()),
            off(time, exact.contact_time()),
            off(x_max, exact.x_max()),
            off(force, exact.f_max()),
            (energy(v_out) - energy(exact.v_out())).abs(),
            residual.abs(),
        ],
        evaluations: evaluations(method, run.iterations_max),
        gained: u32::from(gained),
        gain: if gained { energy(v_out) - 1.0 } else { 0.0 },
        ..Worst::default()
    })
}

/// The same with as many steps per contact, or up to one more: where a contact is a whole number of
/// steps, its end meets the samples as its beginning does, and errors cancel.
pub(super) fn in_steps(
    impact: &Impact,
    variant: Variant,
    steps: f64,
    phases: u32,
) -> Result<Worst> {
    let time = impact.closed_form()?.contact_time();
    let mut all = Worst::default();
    for i in 0..phases {
        // The golden ratio spreads them evenly, whatever their number.
        let spread = |golden: f64| ((f64::from(i) + 0.5) * golden).fract();
        let steps = steps + steps.min(1.0) * spread(0.618_033_988_75);
        let phase = spread(0.754_877_666_25);
        all = all.and(one(&Impact { rate: steps / time, phase, ..impact.clone() }, variant)?);
    }
    Ok(all)
}

/// How often a step evaluates the law: stages, or the most iterations.
fn evaluations(method: Method, iterations: Option<u32>) -> u32 {
    match method {
        Method::Rk4 => 4,
        Method::Heun => 2,
        _ => iterations.unwrap_or(1).max(1),
    }
}
