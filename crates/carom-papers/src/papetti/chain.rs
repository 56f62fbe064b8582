//! Impacts that follow one another, corrected or not: the sequence of Table III.

use carom::exact::restitution;
use carom_schemes::correction::{Correction, OutputVelocity};
use carom_schemes::{Approximation, How};

use super::cases::{Case, MASS, RATE, energy_deviation};
use crate::study::prelude::*;

/// With which velocity the next impact begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Restart {
    /// The outgoing velocity.
    Outgoing,
    /// Heun's predicted velocity of the step of release, before the corrector: 2v⁺ − v, because
    /// there is no force at the end of that step.
    Predicted,
}

/// How a chain is run.
#[derive(Clone, Debug)]
pub(super) struct Setup {
    pub(super) method: Method,
    /// Steps per sample.
    pub(super) oversampling: f64,
    pub(super) correction: Correction,
    pub(super) restart: Restart,
}

impl Setup {
    /// As it is.
    pub(super) fn plain(method: Method) -> Self {
        let (correction, restart) = (Correction::None, Restart::Outgoing);
        Self { method, oversampling: 1.0, correction, restart }
    }

    /// Both corrections of the paper: compression from velocity, and the outgoing velocity from (7)
    /// of order 4 where that is good to 0.1 %.
    pub(super) fn corrected(method: Method) -> Self {
        Self { correction: Correction::Both, ..Self::plain(method) }
    }
}

/// One impact of a chain.
#[derive(Clone, Debug, Default)]
pub(super) struct Link {
    /// Compression and velocity of every sample, from the wall to the first sample apart.
    pub(super) samples: Vec<(f64, f64)>,
    /// m/s, negative.
    pub(super) v_out: f64,
    /// The largest deviation of the energy from H(v) in contact, % of the loss: papetti (27).
    pub(super) in_contact: f64,
    /// The largest deviation of the compression from x(v), % of the exact largest: papetti (28).
    pub(super) compression: f64,
    /// What is left after the impact against what should be left, % of the loss.
    pub(super) at_release: f64,
}

/// Runs so many impacts, each begun at the wall.
pub(super) fn run(case: Case, setup: &Setup, count: usize) -> Result<Vec<Link>> {
    let mut velocity = case.velocity;
    let mut links: Vec<Link> = Vec::with_capacity(count);
    for _ in 0..count {
        let link = one(case.at(velocity), setup)?;
        velocity = match (setup.restart, link.samples.iter().rev().nth(1)) {
            (Restart::Predicted, Some((_, before))) => before - 2.0 * link.v_out,
            _ => -link.v_out,
        };
        links.push(link);
    }
    Ok(links)
}

/// Longer contacts are not of this paper.
const MOST_STEPS: usize = 1_000_000;

fn one(case: Case, setup: &Setup) -> Result<Link> {
    let exact = case.exact()?;
    let law = Law::hunt_crossley(case.stiffness, case.exponent, Damping::Mu(case.mu))?;
    let (world, _) = wall::thrown(MASS, law, (0.0, case.velocity))?;
    let output_velocity =
        OutputVelocity::Approximate { formula: Approximation::non_local(4), bound: 1e-3 };
    let how = How { method: setup.method, correction: setup.correction, output_velocity };
    let rate = RATE * setup.oversampling;
    let (mut voice, _) = carom_schemes::start(&world, rate, how, Options::plain())?;
    let mut link = Link { samples: vec![(0.0, case.velocity)], ..Link::default() };
    for _ in 0..MOST_STEPS {
        voice.advance(1)?;
        let (x, v) = wall::motion(&mut voice);
        link.samples.push((x, v));
        if x > 0.0 {
            link.in_contact = link.in_contact.max(energy_deviation(&exact, x, v).abs());
            let share = exact.elastic_share_at(v).max(0.0).powf(1.0 / (case.exponent + 1.0));
            let off = (x - share * exact.lossless_x_max()).abs();
            link.compression = link.compression.max(100.0 * off / exact.x_max());
        } else if v < 0.0 {
            let left = 0.5 * MASS * (v * v - exact.v_out() * exact.v_out());
            link.at_release = 100.0 * left.abs() / exact.energy_lost();
            link.v_out = v;
            return Ok(link);
        }
    }
    Err(format!("{case:?} is not released after {MOST_STEPS} steps").into())
}

/// % by which the energy after the last impact differs from that of the exact sequence.
pub(super) fn accumulated(case: Case, links: &[Link]) -> f64 {
    let next = |speed: f64, _: &Link| speed * restitution(case.mu * speed);
    let exact = links.iter().fold(case.velocity, next);
    let left = links.last().map_or(f64::NAN, |link| link.v_out);
    100.0 * ((left / exact).powi(2) - 1.0)
}

/// The largest deviation of the energy over all impacts, what is left after each included.
pub(super) fn largest_deviation(links: &[Link]) -> f64 {
    links.iter().map(|link| link.in_contact.max(link.at_release)).fold(0.0, f64::max)
}
