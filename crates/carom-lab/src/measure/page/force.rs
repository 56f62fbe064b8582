//! Pulses, the shapes fitted to them, and what those leave.

use carom_report::{Axis, Cell, Facts, Figure, Page, Panel, Section, Series, Table};

use super::{FOOTER, SHOWN, left_out, warned, with_sd};
use crate::measure::force::{Fit, Measurement, together};

/// One self-contained page about pulses.
pub fn force(pulses: &[Measurement]) -> Page {
    let page = Page::new("Pulses of force")
        .subtitle("Area, height, interval, and the shape of both sides")
        .section(left_out(overview(pulses), pulses.len()));
    pulses.iter().take(SHOWN).map(section).fold(page, Page::section).footer(FOOTER)
}

fn overview(pulses: &[Measurement]) -> Section {
    let names = [
        "trial",
        "area (N·s)",
        "height (N)",
        "interval (ms)",
        "σ_A (ms)",
        "σ_B (ms)",
        "best shape",
    ];
    let mut table = Table::new(names);
    for one in pulses {
        let sigmas = one.gaussian().and_then(|fit| fit.sigmas);
        let sigma = |i: usize| sigmas.map_or(Cell::default(), |both| with_sd(both[i], 1e3));
        let best = one.fits.first().map_or("", |fit| fit.shape);
        table = table.row([
            Cell::text(&one.trial),
            with_sd(one.area, 1.0),
            with_sd(one.height, 1.0),
            with_sd(one.interval, 1e3),
            sigma(0),
            sigma(1),
            Cell::text(best),
        ]);
    }
    let section = Section::new("All pulses").table(table);
    let Some(common) = together(pulses) else { return section };
    let share = |one: crate::measure::Measured| 100.0 * one.sd / one.value;
    section.text(format!(
        "Heights follow areas to {:.1} %, intervals are the same to {:.1} %: where both are small, one \
         shape scaled with the speed describes all pulses.",
        share(common.height_per_area),
        share(common.interval)
    ))
}

fn section(one: &Measurement) -> Section {
    let facts = Facts::new()
        .fact("area", format!("{:.5}", one.area.value), "N·s")
        .fact("height", format!("{:.2}", one.height.value), "N")
        .fact("interval", format!("{:.3}", 1e3 * one.interval.value), "ms")
        .fact("noise of a sample", format!("{:.3}", one.noise), "N");
    let mut table = Table::new(["shape", "height (N)", "σ_A, σ_B or duration (ms)", "left (N)"]);
    for fit in &one.fits {
        table = table.row([
            Cell::text(fit.shape),
            with_sd(fit.height, 1.0),
            Cell::text(widths(fit)),
            Cell::number(format!("{:.4}", fit.residual)),
        ]);
    }
    let section = Section::new(format!("Trial {}", one.trial)).facts(facts);
    warned(section, &one.warnings).figure(figure(one)).table(table)
}

fn widths(fit: &Fit) -> String {
    let sigmas = fit.sigmas.map(|[a, b]| format!("{:.4}, {:.4}", 1e3 * a.value, 1e3 * b.value));
    let duration = fit.duration.map(|one| format!("{:.4}", 1e3 * one.value));
    sigmas.or(duration).unwrap_or_default()
}

fn figure(one: &Measurement) -> Figure {
    let in_ms = |points: &[(f64, f64)]| points.iter().map(|&(t, f)| (1e3 * t, f)).collect();
    let axes = |name: &str| (Axis::linear("time", "ms"), Axis::linear(name, "N"));
    let (x, y) = axes("force");
    let mut pulse = Panel::new("Pulse", x, y).with(Series::markers("samples", in_ms(&one.samples)));
    let (x, y) = axes("residual");
    let mut left = Panel::new("What the shapes leave", x, y).hline(0.0, "");
    for fit in &one.fits {
        pulse = pulse.with(Series::line(fit.shape, in_ms(&fit.curve)));
        let rest = one.samples.iter().zip(&fit.curve);
        let rest = rest.map(|(&(t, f), &(_, curve))| (1e3 * t, f - curve)).collect();
        left = left.with(Series::line(fit.shape, rest));
    }
    Figure::new("").columns(2).panel_size(440.0, 240.0).panel(pulse).panel(left)
}
