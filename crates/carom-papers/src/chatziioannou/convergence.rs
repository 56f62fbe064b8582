//! How the duration of a contact converges to the exact one, for the exponents of all papers.

use carom_schemes::correction::spread;

use super::published;
use super::setup::{lasting, phases, samples};
use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] = &[Study::new(
    "chatziioannou/convergence",
    "How durations converge, for the exponents of all papers",
    convergence,
)];

/// The exponents, and the papers that use them.
const EXPONENTS: [(f64, &str); 5] = [
    (1.0, "chatziioannou"),
    (1.3, "papetti, case 1"),
    (1.5, "papetti, case 2"),
    (2.8, "avanzini"),
    (3.0, "ducceschi"),
];
/// Samples in the coarsest contact, and how often the sample rate is doubled. The contact is no
/// whole number of samples: its end then meets them as its beginning does, and errors cancel.
const COARSEST: f64 = 4.3;
const DOUBLINGS: i32 = 7;
/// Phases of the touch within a sample, over which the duration is a mean.
const PHASES: u32 = 48;

/// Section 2.1, for durations.
fn convergence() -> Result<Findings> {
    let printed = published::read()?.order;
    let axis = || Axis::log("contact", "samples");
    let mut errors = Panel::new("(a) Excess of the duration", axis(), Axis::log("excess", "%"));
    let mut ratios = Panel::new("(b) Excess over c/T²", axis(), "excess over c/T²")
        .y_range(0.8, 1.2)
        .hline(1.0, "");
    let mut checks = Vec::new();
    let mut table = Table::new(["α", "used by", "c", "order", "0.1 % from (samples)"]);
    for (exponent, paper) in EXPONENTS {
        let (excess, c) = (excess(exponent)?, spread(exponent));
        let ratio = |&(t, error): &(f64, f64)| (t, error * t * t / c);
        let [.., before, last] = excess[..] else { return Err("two sample rates".into()) };
        let order = (before.1 / last.1).log2();
        let name = format!("α = {exponent}");
        let percent = excess.iter().map(|(t, error)| (*t, 100.0 * error)).collect();
        errors = errors.with(Series::line(name.as_str(), percent).marked());
        ratios = ratios.with(Series::line(name, excess.iter().map(ratio).collect()).marked());
        let place = format!("Section 2.1, order of the duration, α = {exponent}");
        let check = if exponent == 1.0 {
            Check::at_least(place, printed.one.text(), order)
        } else {
            Check::number(place, &printed.above_one, order).tolerance(0.1)
        };
        checks.push(check.named(format!("order/{exponent}")));
        let place = format!("α = {exponent}, excess over c/T², {:.0} samples", last.0);
        checks.push(Check::unpublished(place, ratio(&last).1).named(format!("ratio/{exponent}")));
        let enough = (c / 1e-3).sqrt();
        table = table.row([
            exponent.to_string(),
            paper.to_owned(),
            format!("{c:.4}"),
            format!("{order:.3}"),
            format!("{enough:.1}"),
        ]);
    }
    Ok(Findings::new()
        .parameter("scheme", "two-point, lossless, uncorrected")
        .parameter("contact", format!("{COARSEST} samples, doubled {DOUBLINGS} times"))
        .parameter("phases of the touch", PHASES.to_string())
        .text(
            "The five papers use five exponents. For each of them the two-point scheme holds the \
             contact too long, and the excess falls with the square of the sample rate, at α = 1 \
             too. In the mean over the phase of the touch it is c/T² for a contact of T samples, \
             with the c by which the correction of the open question divides. The table has the \
             length of contact from which no correction is needed for 0.1 %.",
        )
        .figure(Figure::new("Convergence of the duration").panel(errors).panel(ratios))
        .table(table)
        .checks(checks))
}

/// By how much contacts last too long, in the mean over the phases, over their length in samples.
fn excess(exponent: f64) -> Result<Vec<(f64, f64)>> {
    let mean = |length: f64| -> Result<(f64, f64)> {
        let mut sum = 0.0;
        for impact in phases(&lasting(length, exponent)?, PHASES) {
            sum += samples(&impact, Method::TwoPoint, Correction::None)? / length - 1.0;
        }
        Ok((length, sum / f64::from(PHASES)))
    };
    (0..=DOUBLINGS).map(|i| mean(COARSEST * 2f64.powi(i))).collect()
}
