//! Random impacts by every scheme, and the errors among them.

use std::convert::Infallible;

use carom::exact::WallImpact;
use carom::numeric::Random;
use carom_schemes::Method;

use carom_lab::impact::{Impact, Run, Status, compare};
use carom_lab::parallel;

/// Draws an impact: α 1 to 5, μ 0 to 10 s/m, v 1e-6 to 1e3 m/s, 8 kHz to 768 kHz, any phase, and
/// the stiffness with which the contact lasts from a hundredth of a sample to ten thousand.
fn random_impact(random: &mut Random) -> Impact {
    let (exponent, velocity) = (random.uniform(1.0, 5.0), random.log_uniform(1e-6, 1e3));
    // A tenth lossless, the rest spread over the decades below 10.
    let lossless = random.uniform(0.0, 1.0) < 0.1;
    let mu = if lossless { 0.0 } else { random.log_uniform(1e-4, 10.0) };
    let (mass, rate) = (random.log_uniform(1e-6, 1e3), random.log_uniform(8e3, 768e3));
    let samples = random.log_uniform(1e-2, 1e4);
    let phase = random.uniform(0.0, 1.0);
    // τ ~ k^(−1/(α+1)).
    let unit = WallImpact::new(mass, 1.0, exponent, mu, velocity)
        .map_or(1.0, |impact| impact.contact_time());
    let stiffness = (unit * rate / samples).powf(exponent + 1.0);
    Impact { mu: Some(mu), velocity, rate, phase, ..Impact::new(mass, stiffness, exponent) }
}

/// How the runs of one scheme ended.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tally {
    /// The scheme.
    pub(crate) scheme: &'static str,
    /// Runs in all.
    pub(crate) runs: u64,
    /// Runs by status: ok, gained energy, complex root, not released, refused.
    pub(crate) by_status: [u64; 5],
    /// The largest |energy residual|, for schemes with an exact balance.
    pub(crate) residual: f64,
    /// The most iterations of a step.
    pub(crate) iterations: u32,
}

/// An error of a run, with the impact that led to it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SurveyError {
    /// What happened.
    pub(crate) what: &'static str,
    /// The impact.
    pub(crate) impact: Impact,
    /// The run.
    pub(crate) run: Run,
}

/// The result of a survey.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Survey {
    /// One for each scheme.
    pub(crate) tallies: Vec<Tally>,
    /// The errors of all runs.
    pub(crate) errors: Vec<SurveyError>,
}

/// The ledger of a scheme with an exact balance closes to this, relative to the initial energy.
pub(crate) const BALANCE: f64 = 1e-12;

/// Runs `count` random impacts by every scheme.
fn survey(seed: u64, count: u64) -> Survey {
    let mut random = Random::new(seed);
    let tallies = Method::CONTACT.map(|method| Tally {
        scheme: method.name(),
        runs: 0,
        by_status: [0; 5],
        residual: 0.0,
        iterations: 0,
    });
    let mut survey = Survey { tallies: tallies.to_vec(), errors: Vec::new() };
    for _ in 0..count {
        let impact = random_impact(&mut random);
        let Ok(comparison) = compare(&impact) else { continue };
        for (i, run) in comparison.runs.into_iter().enumerate() {
            survey.book(i, &impact, run);
        }
    }
    survey
}

/// Impacts that share a seed.
const CHUNK: u64 = 250;

/// The same on every core. What is drawn does not depend on how many there are.
pub(crate) fn parallel_survey(seed: u64, count: u64) -> Survey {
    let chunks: Vec<u64> = (0..count.div_ceil(CHUNK)).collect();
    let run = |chunk: &u64| -> Result<Survey, Infallible> {
        Ok(survey(seed.wrapping_add(*chunk), (count - chunk * CHUNK).min(CHUNK)))
    };
    let Ok(surveys) = parallel::map(&chunks, run, &mut |_| ());
    let mut total = Survey::default();
    surveys.into_iter().for_each(|survey| total.merge(survey));
    total
}

impl Survey {
    /// Adds another survey to this one.
    fn merge(&mut self, other: Self) {
        if self.tallies.is_empty() {
            *self = other;
            return;
        }
        if other.tallies.is_empty() {
            return;
        }
        for (mine, theirs) in self.tallies.iter_mut().zip(other.tallies) {
            mine.runs += theirs.runs;
            for (a, b) in mine.by_status.iter_mut().zip(theirs.by_status) {
                *a += b;
            }
            mine.residual = mine.residual.max(theirs.residual);
            mine.iterations = mine.iterations.max(theirs.iterations);
        }
        self.errors.extend(other.errors);
    }

    fn book(&mut self, scheme: usize, impact: &Impact, run: Run) {
        let tally = &mut self.tallies[scheme];
        tally.runs += 1;
        tally.by_status[run.status as usize] += 1;
        tally.iterations = tally.iterations.max(run.iterations_max.unwrap_or(0));
        let balanced = Method::CONTACT[scheme].has_exact_balance();
        if balanced {
            tally.residual = tally.residual.max(run.energy_residual.map_or(0.0, f64::abs));
        }
        if let Some(what) = error(balanced, &run) {
            self.errors.push(SurveyError { what, impact: impact.clone(), run });
        }
    }
}

fn error(balanced: bool, run: &Run) -> Option<&'static str> {
    let numbers = [run.contact_time, run.v_out, run.x_max, run.dev_x, run.err_v_out];
    if run.status == Status::Ok && numbers.iter().flatten().any(|value| !value.is_finite()) {
        return Some("a number is not finite and the status is ok");
    }
    if run.status == Status::Refused {
        return Some("a contact within the limits was refused");
    }
    if run.status != Status::Ok && run.message.is_none() {
        return Some("a run failed without a message");
    }
    if !balanced {
        return None;
    }
    if run.status == Status::GainedEnergy {
        return Some("a scheme with an exact balance gained energy");
    }
    if run.energy_residual.is_none_or(|residual| residual.is_nan() || residual.abs() > BALANCE) {
        return Some("a ledger did not close");
    }
    None
}
