//! What the paper leaves open: contact durations for α > 1.
//!
//! The uncorrected two-point contact lasts about τ·(1 + c/T²), T = τ/Δt, which a stiffness
//! multiplied by (T/T*)^(α+1), T* = √(T² − 2c), makes good; solved for the phase of the touch, the
//! stiffness makes any contact exact.

use carom::correction::spread;

use super::setup::{lasting, phases, run};
use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] = &[Study::new(
    "chatziioannou/open-question",
    "The duration corrected for α > 1, which the paper leaves open",
    open_question,
)
.of(Kind::Own)];

/// Exact durations (samples) of the figure.
const SAMPLES: (f64, f64, u32) = (1.2, 60.0, 33);
/// Phases of the touch within a sample, over which errors are root mean squares.
const PHASES: u32 = 24;
const EXPONENTS: [f64; 4] = [1.3, 1.5, 2.0, 3.0];
const CORRECTIONS: [(Correction, &str); 3] = [
    (Correction::None, "uncorrected"),
    (Correction::Duration, "closed form"),
    (Correction::DurationPhase, "for the phase"),
];

/// Section 4, the first of its open questions.
fn open_question() -> Result<Findings> {
    let mut figure = Figure::new("Error of the duration, two-point scheme")
        .caption("Root mean square over the phases of the touch, relative to the exact duration.")
        .columns(2);
    let mut table = Table::new("α | c | closed form from (samples) | gain at 3 samples | gain at 5 | gain at 10 | depth at 5 samples (%)".split(" | "));
    let mut checks = Vec::new();
    for exponent in EXPONENTS {
        figure = figure.panel(panel(exponent)?);
        let shortest = (2.0 * spread(exponent)).sqrt();
        let gain = |samples: f64| -> Result<f64> {
            Ok(error(samples, exponent, Correction::None)?
                / error(samples, exponent, Correction::Duration)?)
        };
        let [three, five, ten] = [gain(3.0)?, gain(5.0)?, gain(10.0)?];
        table = table.row([
            exponent.to_string(),
            format!("{:.4}", spread(exponent)),
            format!("{shortest:.3}"),
            format!("{three:.1}"),
            format!("{five:.1}"),
            format!("{ten:.1}"),
            format!("{:.1}", 100.0 * depth(5.0, exponent)?),
        ]);
        checks.push(
            Check::unpublished(
                format!("α = {exponent}, gain of the closed form at 5 samples"),
                five,
            )
            .named(format!("gain/{exponent}")),
        );
        checks.push(
            Check::unpublished(
                format!("α = {exponent}, worst error for the phase, from 1.5 samples"),
                100.0 * worst(exponent)?,
            )
            .named(format!("worst/{exponent}"))
            .unit("%"),
        );
    }
    Ok(Findings::new()
        .parameter("scheme", "two-point, lossless")
        .parameter("phases of the touch", PHASES.to_string())
        .text(
            "The paper asks whether parameters can be set so that contacts with α > 1 have \
             their duration. They can. Uncorrected, a contact of T samples comes out as T·(1 + \
             c/T²), with c = α·I·B(α/(α+1), ½)/6 and I = B(1/(α+1), ½)/(α+1). A stiffness \
             multiplied by (T/√(T² − 2c))^(α+1), frozen at the touch, takes that back: four \
             times better and more at three samples, eleven times and more from \
             five.\n\nSolved for the phase at which the touch meets the samples, the stiffness \
             makes the duration exact for any contact of one and a half samples and more. \
             Either way energy is conserved, because the stiffness changes while nothing \
             touches. The price is the depth, which falls short by about c/T².",
        )
        .figure(figure)
        .table(table)
        .checks(checks)
        .command(
            "carom impact --mass 0.01 --stiffness 1e9 --exponent 1.5 --velocity 1 --scheme \
             two-point --correct duration-phase",
        ))
}

fn panel(exponent: f64) -> Result<Panel> {
    let (from, to, count) = SAMPLES;
    let mut panel =
        Panel::log(format!("α = {exponent}"), "exact duration (samples)", "relative error")
            .y_range(1e-16, 1.0);
    for (correct, name) in CORRECTIONS {
        let mut points = Vec::new();
        for i in 0..count {
            let samples = from * (to / from).powf(f64::from(i) / f64::from(count - 1));
            let error = error(samples, exponent, correct)?;
            // Where the closed form does not exist there is nothing to draw.
            if error.is_finite() {
                points.push((samples, error.max(1e-16)));
            }
        }
        panel = panel.with(Series::line(name, points).marked());
    }
    Ok(panel.vline((2.0 * spread(exponent)).sqrt(), "√(2c)"))
}

/// The relative errors of the duration at all phases; none where the correction is refused.
fn errors(samples: f64, exponent: f64, correct: Correction) -> Result<Vec<f64>> {
    let mut errors = Vec::new();
    for impact in phases(&lasting(samples, exponent)?, PHASES) {
        let run = run(&impact, Method::TwoPoint, correct)?;
        let time = run.contact_time.filter(|_| run.status == Status::Ok);
        errors.extend(time.map(|time| time * impact.rate / samples - 1.0));
    }
    Ok(errors)
}

/// Their root mean square.
fn error(samples: f64, exponent: f64, correct: Correction) -> Result<f64> {
    let errors = errors(samples, exponent, correct)?;
    Ok((errors.iter().map(|error| error * error).sum::<f64>() / errors.len() as f64).sqrt())
}

/// The worst error at any phase from one and a half samples to fifty, corrected for the phase.
fn worst(exponent: f64) -> Result<f64> {
    let mut worst = 0.0_f64;
    for samples in [1.5, 1.7, 2.0, 2.5, 3.5, 5.0, 8.0, 15.0, 50.0] {
        let errors = errors(samples, exponent, Correction::DurationPhase)?;
        if errors.len() < PHASES as usize {
            return Ok(f64::NAN);
        }
        worst = errors.iter().fold(worst, |worst, error| worst.max(error.abs()));
    }
    Ok(worst)
}

/// The largest compression, corrected in closed form, over the exact one; mean over the phases.
fn depth(samples: f64, exponent: f64) -> Result<f64> {
    let impact = lasting(samples, exponent)?;
    let exact = impact.closed_form()?.x_max();
    let mut sum = 0.0;
    for impact in phases(&impact, PHASES) {
        let run = run(&impact, Method::TwoPoint, Correction::Duration)?;
        sum += run.x_max.unwrap_or(f64::NAN) / exact;
    }
    Ok(sum / f64::from(PHASES))
}
