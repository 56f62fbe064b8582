//! Tracks, lines and what they leave.

use carom_report::{Axis, Facts, Figure, Page, Panel, Section, Series};

use super::{CONVENTION, FOOTER, SHOWN, left_out, velocities, warned};
use crate::measure::landmarks::Measurement;

/// One self-contained page about trials that were filmed.
pub fn landmarks(trials: &[Measurement]) -> Page {
    let table = velocities(trials.iter().map(|one| (&one.trial, &one.impact)));
    let overview = Section::new("Velocities and spins").text(CONVENTION).table(table);
    let page = Page::new("Collisions seen by a camera")
        .subtitle(
            "Two landmarks followed through the frames; straight lines before and after the impact",
        )
        .section(left_out(overview, trials.len()));
    let sections = trials.iter().take(SHOWN).map(section);
    sections.fold(page, Page::section).footer(FOOTER)
}

fn section(one: &Measurement) -> Section {
    let facts = Facts::new()
        .fact("impact at", format!("{:.3}", 1e3 * one.impact_time.value), "ms")
        .fact("frames before", one.frames[0], "")
        .fact("frames after", one.frames[1], "")
        .fact("pixel", format!("{:.4}", 1e3 * one.scale.value), "mm")
        .fact("noise of a frame, along", format!("{:.3}", one.noise_pixels[0]), "pixels")
        .fact("noise of a frame, across", format!("{:.3}", one.noise_pixels[1]), "pixels");
    let section = Section::new(format!("Trial {}", one.trial.trial)).facts(facts);
    warned(section, &one.warnings).figure(figure(one))
}

fn figure(one: &Measurement) -> Figure {
    let columns = [
        ("Along the wall", "x", "mm", 1e3, "µm", 1e6),
        ("Away from the wall", "z", "mm", 1e3, "µm", 1e6),
        ("Orientation", "angle", "rad", 1.0, "mrad", 1e3),
    ];
    let mut figure = Figure::new("").columns(3).panel_size(300.0, 190.0);
    for (i, (title, name, unit, scale, ..)) in columns.into_iter().enumerate() {
        let frames = one.path.iter().map(|frame| (1e3 * frame[0], scale * frame[i + 1]));
        let panel = Panel::new(title, Axis::linear("time", "ms"), Axis::linear(name, unit))
            .with_all(lines(one, i, scale))
            .with(Series::markers("frames", frames.collect()))
            .vline(1e3 * one.impact_time.value, "");
        figure = figure.panel(panel);
    }
    for (i, (.., unit, scale)) in columns.into_iter().enumerate() {
        let axes = (Axis::linear("time", "ms"), Axis::linear("residual", unit));
        let panel = Panel::new("", axes.0, axes.1)
            .with(Series::markers("frames", residuals(one, i, scale)))
            .hline(0.0, "")
            .vline(1e3 * one.impact_time.value, "");
        figure = figure.panel(panel);
    }
    figure
}

fn lines(one: &Measurement, column: usize, scale: f64) -> Vec<Series> {
    let moment = one.impact_time.value;
    let ends = [one.path.first(), one.path.last()];
    let line = |(side, end): (usize, Option<&[f64; 4]>)| {
        let (value, slope) = one.lines[side][column];
        let at = |t: f64| (1e3 * t, scale * (value + slope * (t - moment)));
        let end = end.map_or(moment, |frame| frame[0]);
        Series::reference("lines before and after", vec![at(end), at(moment)])
    };
    ends.into_iter().enumerate().map(line).collect()
}

fn residuals(one: &Measurement, column: usize, scale: f64) -> Vec<(f64, f64)> {
    let [from, to] = one.left_out;
    let used = one.path.iter().filter(|frame| frame[0] <= from || frame[0] >= to);
    let residual = |frame: &[f64; 4]| {
        let (value, slope) = one.lines[usize::from(frame[0] >= to)][column];
        let line = value + slope * (frame[0] - one.impact_time.value);
        (1e3 * frame[0], scale * (frame[column + 1] - line))
    };
    used.map(residual).collect()
}
