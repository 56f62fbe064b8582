//! Fig. 5: the stiffness that gives a linear contact its duration, equations (15) and (16).

use std::f64::consts::PI;

use carom_schemes::correction::{Correction, closed_form_stiffness, linear_three_point_stiffness};

use super::published::{self, Published};
use super::setup::{SCHEMES, command, impact, panel, parameters, phases, run, samples};
use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] = &[Study::new(
    "chatziioannou/fig-5",
    "Stiffness corrected for the duration of a linear contact",
    fig_5,
)];

/// Phases of the touch within a sample.
const PHASES: u32 = 200;

/// Fig. 5.
fn fig_5() -> Result<Findings> {
    let published = published::read()?;
    let stiffness = published.mass * published.omega.powi(2);
    let exact = PI / published.omega * published.rate;
    let mut findings = parameters(&published)
        .parameter("ω_c", format!("{} rad/s", published.omega))
        .parameter(
            "exact duration",
            format!("{:.3} µs, {exact:.3} samples", 1e6 * PI / published.omega),
        )
        .text(
            "With the corrected stiffness both schemes follow the exact contact. (15) and \
             (16) correct the frequency of an oscillation that would go on for ever; a \
             contact is half of one, cut by the samples where they happen to fall. So the \
             duration is exact in the mean over the phase of the touch (to two \
             thousandths of a sample with the three-point scheme), and off by up to two \
             hundredths of a sample for any one contact. The price is the depth: β₂* \
             makes the mass turn earlier.",
        )
        .figure(
            Figure::new("Detail across the barrier, corrected")
                .caption("ω_c = 44 700 rad/s: the contact lasts three and a half samples.")
                .panel(panel("", &published, stiffness, &Correction::Duration, (80e-6, 200e-6))?),
        );
    findings = findings.checks(factors(&published, stiffness)?);
    let mut over_phase =
        Panel::new("", "phase of the touch (samples)", "error of the duration (samples)")
            .x_range(0.0, 1.0)
            .hline(0.0, "");
    for (colour, (method, name)) in SCHEMES.into_iter().enumerate() {
        let mut errors = Vec::new();
        for impact in phases(&impact(&published, stiffness), PHASES) {
            errors.push((impact.phase, samples(&impact, method, Correction::Duration)? - exact));
        }
        findings = findings.checks(duration_checks(name, &errors));
        over_phase = over_phase.with(Series::line(name, errors).colour(colour));
    }
    let depth = run(&impact(&published, stiffness), Method::TwoPoint, Correction::Duration)?;
    let turn = 0.5 * published.omega / published.rate;
    findings = findings.check(Check::unpublished(
        "Fig. 5, largest compression, two-point over exact",
        depth.x_max.unwrap_or(f64::NAN) * published.omega / published.velocity,
    ));
    Ok(findings
        .text(format!(
            "The corrected two-point scheme conserves v² + ω²·x²·(tan x/x)² with x = \
             ω_c·Δt/2, so the mass gets at most x/tan x = {:.3} as deep as it should; \
             samples beside the turning point see a little less.",
            turn / turn.tan()
        ))
        .figure(
            Figure::new("What a single contact is off by")
                .caption(
                    "Corrected, over the phase of the touch within a sample; phase 0 in the paper.",
                )
                .panel(over_phase),
        )
        .command(command(&published, stiffness, Correction::Duration)))
}

/// β₂* and β₃* of the caption, from the stiffnesses that the engine computes.
fn factors(published: &Published, stiffness: f64) -> Result<[Check; 2]> {
    let dt = 1.0 / published.rate;
    let exact = WallImpact::new(published.mass, stiffness, 1.0, 0.0, published.velocity)?;
    // β₃ = k·Δt²/(m(α+1)), β₂ = β₃/2.
    let beta = 0.5 * dt * dt / published.mass;
    let two = 0.5 * beta * closed_form_stiffness(&exact, dt)?;
    let three = beta * linear_three_point_stiffness(published.mass, stiffness, dt)?;
    Ok([
        Check::unpublished("Fig. 5, β₂*", two).named("beta/two-point"),
        Check::unpublished("Fig. 5, β₃*", three).named("beta/three-point"),
    ])
}

/// The duration is claimed to be exact; of the errors at all phases, the mean and the largest.
fn duration_checks(name: &str, errors: &[(f64, f64)]) -> [Check; 3] {
    let mean = errors.iter().map(|(_, error)| error).sum::<f64>() / errors.len() as f64;
    let worst = errors.iter().map(|(_, error)| error.abs()).fold(0.0, f64::max);
    [
        Check::claim(format!("Section 3, duration, {name}"), "exact")
            .named(format!("duration/{name}"))
            .holds(worst < 1e-4, format!("off by up to {worst:.4} samples"))
            .fails(
                "The correction is that of an endless oscillation. Where the samples fall \
             within the contact moves its end to either side. The start of the paper, a \
             touch on a sample, is next to one of the two phases at which the error \
             vanishes.",
            ),
        Check::unpublished(format!("Section 3, largest error over phases, {name}"), worst)
            .named(format!("largest-error/{name}"))
            .unit("samples"),
        Check::unpublished(format!("Section 3, mean error over phases, {name}"), mean)
            .named(format!("mean-error/{name}"))
            .unit("samples"),
    ]
}
