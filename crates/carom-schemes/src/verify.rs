//! How a scheme is verified: its order of accuracy, its ledger, its distance from the exact
//! trajectory. Tests and studies use the same functions, so that what is claimed is what is tested.

use carom::Voice;
use carom::exact::WallImpact;
use carom::scheme::StepError;

/// One line of a convergence study.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Refinement {
    /// The step (s).
    pub dt: f64,
    /// The error at this step.
    pub error: f64,
    /// log₂ of how much the error fell since the line before.
    pub order: Option<f64>,
}

/// The order of accuracy by step halving: `error` gives the error at a step.
///
/// ```
/// let lines = carom_schemes::verify::convergence(0.1, 3, |dt| 5.0 * dt * dt);
/// assert!((lines[2].order.unwrap() - 2.0).abs() < 1e-12);
/// ```
pub fn convergence(dt: f64, halvings: usize, mut error: impl FnMut(f64) -> f64) -> Vec<Refinement> {
    let mut lines: Vec<Refinement> = Vec::new();
    for i in 0..=halvings {
        let dt = dt * 0.5f64.powf(i as f64);
        let error = error(dt);
        let order = lines.last().map(|line| (line.error / error).log2());
        lines.push(Refinement { dt, error, order });
    }
    lines
}

/// The worst that a ledger was out of balance, in joules.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LedgerCheck {
    /// The largest |stored + dissipated − supplied − corrected − initial|.
    pub residual: f64,
    /// The largest stored energy: what a residual should be compared with, and what a scheme that
    /// gains energy shows.
    pub largest: f64,
    /// The largest force seen in any contact (N): a check in which nothing touches checks nothing.
    pub force: f64,
}

/// Runs so many samples and closes the ledger after every `every`-th.
pub fn ledger(voice: &mut Voice, steps: usize, every: usize) -> Result<LedgerCheck, StepError> {
    let mut check = LedgerCheck::default();
    for i in 1..=steps {
        voice.advance(1)?;
        let force = voice.forces().iter().fold(0.0, |a: f64, f| a.max(f.abs()));
        check.force = check.force.max(force);
        if i % every.max(1) == 0 || i == steps {
            let ledger = voice.ledger();
            if !ledger.residual().is_finite() {
                return Err(StepError::Diverged);
            }
            check.residual = check.residual.max(ledger.residual().abs());
            check.largest = check.largest.max(ledger.stored());
        }
    }
    Ok(check)
}

/// The largest distances of a run of one mass from the exact impact, which touches `touch` seconds after the
/// start: compression relative to the exact largest one, velocity relative to the incoming one.
pub fn deviation(
    voice: &mut Voice,
    exact: &WallImpact,
    touch: f64,
    steps: usize,
) -> Result<(f64, f64), StepError> {
    let instants: Vec<f64> = (1..=steps).map(|i| i as f64 * voice.dt() - touch).collect();
    let mut worst = (0.0f64, 0.0f64);
    for (x, v) in exact.sample(&instants) {
        voice.advance(1)?;
        let state = voice.state();
        let &[at] = &state.displacement[..] else { return Err(StepError::Diverged) };
        if !at.is_finite() {
            return Err(StepError::Diverged);
        }
        worst.0 = worst.0.max((state.displacement[0] - x).abs() / exact.x_max());
        worst.1 = worst.1.max((state.velocity[0] - v).abs() / exact.v_in());
    }
    Ok(worst)
}
