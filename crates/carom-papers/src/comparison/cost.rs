//! Measured time: the one study that is not the same twice.

use std::time::Instant;

use super::cases::cases;
use super::steps::{ACCURACIES, Need, STEPS, needs};
use super::trial::percent;
use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] =
    &[Study::new("comparison/cost", "How long a step takes, and an accuracy", measured_time)
        .of(Kind::Own)];

/// Steps per contact while the clock runs.
const RESOLUTION: f64 = 24.0;
/// Impacts per measurement, and measurements, of which the fastest counts.
const IMPACTS: u32 = 400;
const REPEATS: u32 = 7;

/// Time per step and per accuracy.
fn measured_time() -> Result<Findings> {
    let needs = needs()?;
    let plain: Vec<&Need> = needs.iter().filter(|need| need.variant.is_plain()).collect();
    let mut table = Table::new(["scheme", "ns per step", "µs to 10 %", "µs to 1 %", "µs to 0.1 %"])
        .caption("Time of a step in contact, and of a whole contact that is right to an accuracy.");
    let mut panel =
        Panel::log("", "time per contact (µs)", "error (%)").y_range(1e-4, 1e3).hline(1.0, "1 %");
    for need in plain {
        let seconds = per_step(need.variant.method)?;
        let mut cells =
            vec![Cell::text(need.variant.name()), Cell::number(format!("{:.0}", 1e9 * seconds))];
        cells.extend(ACCURACIES.map(|accuracy| {
            match need.steps(accuracy).and_then(|at| STEPS.get(at)) {
                Some(steps) => Cell::number(format!("{:.2}", 1e6 * seconds * steps)),
                None => Cell::text("–"),
            }
        }));
        table = table.row(cells);
        let points = STEPS.iter().zip(&need.errors);
        let points = points.map(|(steps, worst)| (1e6 * seconds * steps, percent(worst.outcome())));
        panel = panel.with(Series::line(need.variant.name(), points.collect()));
    }
    Ok(Findings::new()
        .text(
            "The same errors as in comparison/steps over measured time: papetti's hard impact \
             in 24 steps, 400 times over, the fastest of seven measurements. These numbers are \
             those of the machine and of the moment; they alone differ from run to run. A \
             step, with its ledger and its log, costs a few hundred nanoseconds at most: in a \
             scene it is the modes that cost, and the scheme of the contact is chosen for its \
             error.",
        )
        .parameter("impact", "papetti, hard: 0.01 kg, k = 10⁹, α = 1.5, μ = 0.5 s/m, 1 m/s")
        .parameter("resolution", "24 steps per contact")
        .figure(Figure::new("Worst error of outgoing velocity and duration over time").panel(panel))
        .table(table))
}

/// Seconds per step in contact, the fastest of several measurements.
fn per_step(method: Method) -> Result<f64> {
    let all = cases()?;
    let impact = &all.get(2).ok_or("the hard impact is missing")?.impact;
    let law = impact.law()?;
    let (world, _) = wall::thrown(impact.mass, law, (0.0, impact.velocity))?;
    let rate = RESOLUTION / impact.closed_form()?.contact_time();
    let (mut voice, mut hands) = carom_schemes::start(&world, rate, method, Options::plain())?;
    let mut best = f64::INFINITY;
    for _ in 0..REPEATS {
        let begin = Instant::now();
        for _ in 0..IMPACTS {
            hands.load(world.state())?;
            voice.advance(RESOLUTION as u64)?;
        }
        let seconds = begin.elapsed().as_secs_f64();
        best = best.min(seconds / (f64::from(IMPACTS) * RESOLUTION));
    }
    Ok(best)
}
