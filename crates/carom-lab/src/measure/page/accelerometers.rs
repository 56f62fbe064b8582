//! Filtered signals, velocities with and without their drift, and the force.

use carom_report::{Axis, Cell, Facts, Figure, Page, Panel, Section, Series, Table};

use super::{CONVENTION, FOOTER, SHOWN, left_out, velocities, warned, with_sd};
use crate::measure::accelerometers::{Measurement, Sample};

/// One self-contained page about recordings of accelerometers; the bodies have these masses (kg).
pub fn accelerometers(trials: &[Measurement], mass: f64) -> Page {
    let table = velocities(trials.iter().map(|one| (&one.trial, &one.impact)));
    let overview = Section::new("Velocities and spins").text(CONVENTION).table(table);
    let page = Page::new("Collisions felt by accelerometers")
        .subtitle(
            "Two accelerometers on the body; what they read in free flight is drift and taken away",
        )
        .section(left_out(overview, trials.len()));
    let sections = trials.iter().take(SHOWN).map(|one| section(one, mass));
    sections.fold(page, Page::section).footer(FOOTER)
}

fn section(one: &Measurement, mass: f64) -> Section {
    let facts = Facts::new()
        .fact("largest force", format!("{:.2}", one.peak_force), "N")
        .fact("contact", format!("{:.3}", 1e3 * one.contact_time), "ms")
        .fact("cutoff", format!("{:.0}", one.cutoff), "Hz")
        .fact("internal force across", format!("{:.1}", one.internal.force[1]), "N")
        .fact("internal force along", format!("{:.1}", one.internal.force[0]), "N")
        .fact("internal moment", format!("{:.3}", one.internal.moment), "N·m");
    let section = Section::new(format!("Trial {}", one.trial.trial)).facts(facts);
    warned(section, &one.warnings).figure(figure(one, mass)).table(drift(one)).footnote(format!(
        "Internal force and moment are the momentum before the collision over the sampling interval of \
         {:.1} µs (iguchi 14 and 16).",
        1e6 * one.internal.interval
    ))
}

fn drift(one: &Measurement) -> Table {
    let names =
        ["drift of", "offset (SI)", "slope (SI/s)", "noise of a sample", "velocity at the end"];
    let mut table = Table::new(names).caption("Drift, in the axes of the body");
    for (name, drift) in ["x", "z", "turning"].into_iter().zip(&one.drift) {
        table = table.row([
            Cell::text(name),
            with_sd(drift.offset, 1.0),
            with_sd(drift.slope, 1.0),
            Cell::number(format!("{:.3}", drift.noise)),
            Cell::number(format!("{:.4}", drift.velocity_at_end)),
        ]);
    }
    table
}

fn figure(one: &Measurement, mass: f64) -> Figure {
    let over = |value: &dyn Fn(&Sample) -> f64| -> Vec<(f64, f64)> {
        one.samples.iter().map(|sample| (1e3 * sample.time, value(sample))).collect()
    };
    let panel = |title: &str, name: &str, unit: &str| {
        let panel = Panel::new(title, Axis::linear("time", "ms"), Axis::linear(name, unit));
        panel.vline(1e3 * one.impact_time, "")
    };
    let forces = panel("Force on the body", "force", "N")
        .with(Series::line("along the wall", over(&|s| mass * s.acceleration[0])))
        .with(Series::line("away from the wall", over(&|s| mass * s.acceleration[1])));
    let speeds = panel("Velocity", "velocity", "m/s")
        .with(Series::line("along the wall", over(&|s| s.velocity[0])))
        .with(Series::line("away from the wall", over(&|s| s.velocity[1])))
        .with(Series::guide("with its drift", over(&|s| s.drifting[0])))
        .with(Series::guide("with its drift", over(&|s| s.drifting[1])));
    let spin = panel("Spin", "spin", "rad/s")
        .with(Series::line("spin", over(&|s| s.velocity[2])))
        .with(Series::guide("with its drift", over(&|s| s.drifting[2])));
    let place = panel("Place", "place", "mm")
        .with(Series::line("along the wall", over(&|s| 1e3 * s.place[0])))
        .with(Series::line("away from the wall", over(&|s| 1e3 * s.place[1])));
    let figure = Figure::new("").columns(2).panel_size(440.0, 220.0);
    figure.panel(forces).panel(speeds).panel(spin).panel(place)
}
