//! A calibration as a page.

use carom_report::{Axis, Cell, Facts, Figure, Page, Panel, Section, Series, Table};

use super::answer::{Calibration, ModelAnswer};

use super::{COMPONENTS, Trace, Trial, UNITS};
use crate::measure::force::gaussian;

/// More forces are not drawn.
const MOST_DRAWN: usize = 6;

/// Everything that was found, for reading.
pub fn page(calibration: &Calibration, trials: &[Trial], traces: &[Trace]) -> Page {
    let mut page = Page::new("Calibration")
        .subtitle(format!(
            "{} collisions of a disc with a wall, and the parameters that contact models take from \
             them.",
            calibration.trials
        ))
        .section(summary(calibration));
    if let Some(best) = calibration.best() {
        page = page
            .section(measured_against_modelled(best, trials))
            .section(what_is_left(best, trials));
    }
    page = page.section(parameters(calibration)).section(undecided(calibration));
    if !calibration.pulses.is_empty() {
        page = page.section(forces(calibration, traces));
    }
    page.footer("Made by carom calibrate.")
}

fn summary(calibration: &Calibration) -> Section {
    let disc = &calibration.disc;
    let facts = Facts::new()
        .fact("Trials", calibration.trials.to_string(), "")
        .fact("Mass", disc.mass().to_string(), "kg")
        .fact("Radius", disc.radius().to_string(), "m")
        .fact("Inertia", format!("{:.2e}", disc.inertia()), "kg·m²")
        .fact("Best model", calibration.best, "");
    let mut table = Table::new([
        "model",
        "parameters",
        "vx (m/s)",
        "vz (m/s)",
        "spin (rad/s)",
        "left out: vx",
        "vz",
        "spin",
    ])
    .caption("Root of the mean square error: in the trials fitted to, and in trials left out");
    for model in &calibration.models {
        let mut row = vec![Cell::text(model.name), Cell::number(model.fitted)];
        row.extend(model.rms.array().map(|rms| Cell::number(digits(rms, 3))));
        let best = model.name == calibration.best;
        row.extend(model.leave_one_out.array().map(|rms| {
            let cell = Cell::number(digits(rms, 3));
            if best { cell.good() } else { cell }
        }));
        table = table.row(row);
    }
    let mut section = Section::new("").facts(facts).table(table).footnote(format!(
        "Best: {}. Weights: {}. Left out: {} fits, each without {}.",
        calibration.best_by,
        calibration.weights,
        calibration.folds,
        if calibration.folds == calibration.trials { "one trial" } else { "a group of trials" }
    ));
    for skipped in &calibration.skipped {
        section = section.note(skipped.reason.clone());
    }
    section
}

fn measured_against_modelled(model: &ModelAnswer, trials: &[Trial]) -> Section {
    let mut figure = Figure::new("").columns(3).panel_size(270.0, 270.0);
    for (c, (name, unit)) in COMPONENTS.iter().zip(UNITS).enumerate() {
        let points = |residuals: &[[f64; 3]]| -> Vec<(f64, f64)> {
            trials.iter().zip(residuals).map(|(t, r)| (t.after[c], t.after[c] + r[c])).collect()
        };
        let (fitted, left_out) = (points(&model.residuals), points(&model.left_out));
        let all = || fitted.iter().chain(&left_out).flat_map(|(x, y)| [*x, *y]);
        let (low, high) = (all().fold(f64::MAX, f64::min), all().fold(f64::MIN, f64::max));
        let panel = Panel::new(
            *name,
            Axis::linear("measured", unit).include(low).include(high),
            Axis::linear("modelled", unit).include(low).include(high),
        )
        .with(Series::guide("equal", vec![(low, low), (high, high)]))
        .with(Series::markers("fitted to all trials", fitted))
        .with(Series::markers("fitted to the others", left_out));
        figure = figure.panel(panel);
    }
    Section::new("Measured against modelled")
        .text(format!("{}: {}.", model.name, model.about))
        .figure(figure)
}

fn what_is_left(model: &ModelAnswer, trials: &[Trial]) -> Section {
    let mut figure = Figure::new("").columns(3).panel_size(270.0, 200.0);
    for (c, (name, unit)) in COMPONENTS.iter().zip(UNITS).enumerate() {
        let points = |residuals: &[[f64; 3]]| -> Vec<(f64, f64)> {
            trials.iter().zip(residuals).map(|(t, r)| (t.row as f64, r[c])).collect()
        };
        let panel = Panel::new(
            *name,
            Axis::linear("row", "").include(1.0),
            Axis::linear("modelled − measured", unit).include(0.0),
        )
        .with(Series::markers("fitted to all trials", points(&model.residuals)))
        .with(Series::markers("fitted to the others", points(&model.left_out)))
        .hline(0.0, "");
        figure = figure.panel(panel);
    }
    Section::new("What is left").figure(figure)
}

fn parameters(calibration: &Calibration) -> Section {
    let mut table =
        Table::new(["model", "parameter", "value", "± sd", "unit", "meaning", "decided"]);
    for model in &calibration.models {
        for (i, estimate) in model.parameters.0.iter().enumerate() {
            let verdict = if estimate.identified {
                Cell::text("yes").good()
            } else {
                Cell::text(estimate.reason.clone().unwrap_or_default()).bad()
            };
            table = table.row([
                Cell::text(if i == 0 { model.name } else { "" }),
                Cell::text(estimate.name),
                Cell::number(digits(estimate.value, 4)),
                Cell::number(estimate.sd.map_or_else(|| f64::NAN.to_string(), |sd| digits(sd, 2))),
                Cell::text(estimate.unit),
                Cell::text(estimate.meaning),
                verdict,
            ]);
        }
    }
    Section::new("Parameters").table(table)
}

fn undecided(calibration: &Calibration) -> Section {
    let undecided = calibration.undecided();
    let section = Section::new("What these trials cannot decide");
    if undecided.is_empty() {
        return section.text("They determine every parameter.");
    }
    section.text(undecided.join("\n\n"))
}

fn forces(calibration: &Calibration, traces: &[Trace]) -> Section {
    let mut table = Table::new([
        "force",
        "height (N)",
        "σ_A (ms)",
        "σ_B (ms)",
        "duration (ms)",
        "impulse (N·s)",
        "rms (N)",
    ]);
    let mut figure = Figure::new("").columns(2);
    for pulse in &calibration.pulses {
        table = table.row([
            Cell::text(pulse.file.clone()),
            Cell::number(digits(pulse.height.value, 4)),
            Cell::number(format!("{:.4}", 1e3 * pulse.sigma_a.value)),
            Cell::number(format!("{:.4}", 1e3 * pulse.sigma_b.value)),
            Cell::number(format!("{:.4}", 1e3 * pulse.duration)),
            Cell::number(digits(pulse.impulse, 4)),
            Cell::number(digits(pulse.rms, 2)),
        ]);
    }
    for (pulse, trace) in calibration.pulses.iter().zip(traces).take(MOST_DRAWN) {
        let shape =
            [pulse.height.value, pulse.time.value, pulse.sigma_a.value, pulse.sigma_b.value];
        let (from, to) = (shape[1] - 5.0 * shape[2], shape[1] + 5.0 * shape[3]);
        let seen = trace.samples.iter().filter(|(t, _)| (from..=to).contains(t));
        let fitted = (0..=200).map(|i| from + f64::from(i) * (to - from) / 200.0);
        let ms = |(t, f): (f64, f64)| (1e3 * (t - shape[1]), f);
        let panel = Panel::new(
            pulse.file.clone(),
            Axis::linear("time from the peak", "ms"),
            Axis::linear("force", "N").include(0.0),
        )
        .with(Series::markers("measured", seen.copied().map(ms).collect()))
        .with(Series::line(
            "two Gaussians",
            fitted.map(|t| ms((t, gaussian(&shape, t)))).collect(),
        ));
        figure = figure.panel(panel);
    }
    Section::new("Forces").table(table).figure(figure)
}

/// So many digits, as a power of ten where that is shorter.
#[must_use]
pub fn digits(value: f64, count: usize) -> String {
    let size = value.abs();
    if value == 0.0 || !value.is_finite() {
        return value.to_string();
    }
    let behind = count.saturating_sub(1);
    if !(1e-3..1e5).contains(&size) {
        return format!("{value:.behind$e}");
    }
    let places = (behind as i32 - size.log10().floor() as i32).max(0) as usize;
    format!("{value:.places$}")
}
