//! One variant on one impact at several phases of the sample grid, and the worst that it did.

use super::cases::Variant;
use crate::study::prelude::*;
use carom_lab::impact::{Sample, compare_and_observe};

/// The worst errors over the phases, relative; a run that failed makes all of them infinite.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Worst {
    /// Of the outgoing velocity.
    pub(super) v_out: f64,
    /// Of the duration.
    pub(super) duration: f64,
    /// Of the largest compression at any step.
    pub(super) compression: f64,
    /// Of the largest force at any step.
    pub(super) force: f64,
    /// Energy after less what it should be, as a share of that before.
    pub(super) energy: f64,
    /// What the ledger misses, as a share of the energy before.
    pub(super) residual: f64,
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

/// One of the errors.
pub(super) type Error = fn(&Worst) -> f64;

impl Worst {
    /// The worse of outgoing velocity and duration.
    pub(super) fn outcome(&self) -> f64 {
        self.v_out.max(self.duration)
    }

    /// The worse of both.
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            v_out: self.v_out.max(other.v_out),
            duration: self.duration.max(other.duration),
            compression: self.compression.max(other.compression),
            force: self.force.max(other.force),
            energy: self.energy.max(other.energy),
            residual: self.residual.max(other.residual),
            evaluations: self.evaluations.max(other.evaluations),
            failed: self.failed + other.failed,
            why: other.why.or(self.why),
            gained: self.gained + other.gained,
            gain: self.gain.max(other.gain),
        }
    }
}

const FAILED: Worst = Worst {
    v_out: f64::INFINITY,
    duration: f64::INFINITY,
    compression: f64::INFINITY,
    force: f64::INFINITY,
    energy: f64::INFINITY,
    residual: f64::INFINITY,
    evaluations: 0,
    failed: 1,
    why: None,
    gained: 0,
    gain: 0.0,
};

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
    let Some(run) = comparison.runs.first() else { return Ok(FAILED) };
    let gained = run.status == Status::GainedEnergy;
    let found = (run.v_out, run.contact_time, run.x_max, run.energy_residual);
    let (Some(v_out), Some(time), Some(x_max), Some(residual)) = found else {
        return Ok(Worst { why: Some(run.status), ..FAILED });
    };
    if !gained && run.status != Status::Ok {
        return Ok(Worst { why: Some(run.status), ..FAILED });
    }
    let off = |value: f64, exact: f64| (value / exact - 1.0).abs();
    let energy = |v: f64| (v / exact.v_in()).powi(2);
    Ok(Worst {
        v_out: off(v_out, exact.v_out()),
        duration: off(time, exact.contact_time()),
        compression: off(x_max, exact.x_max()),
        force: off(force, exact.f_max()),
        energy: (energy(v_out) - energy(exact.v_out())).abs(),
        residual: residual.abs(),
        evaluations: evaluations(method, run.iterations_max),
        failed: 0,
        why: None,
        gained: u32::from(gained),
        gain: if gained { energy(v_out) - 1.0 } else { 0.0 },
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
