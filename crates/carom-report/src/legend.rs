//! The legend that all panels of a figure share.

use crate::draw::{self, RADIUS, path, stroke};
use crate::look::Look;
use crate::marks;
use crate::panel::Panel;
use crate::series::{Kind, Series};
use crate::style::LABEL;
use crate::text::{self, Anchor, num};

/// Width of the sample of a line or band.
const LONG: f64 = 30.0;
/// Width of the sample of markers.
const SHORT: f64 = 13.0;
/// From the sample to the name.
const GAP: f64 = 7.0;
/// Between entries.
const BETWEEN: f64 = 22.0;
/// Height of a row.
const ROW: f64 = 20.0;

/// One name with a sample of each kind of series that has it.
struct Entry<'a> {
    name: &'a str,
    samples: Vec<(&'a Series, &'a Look)>,
}

impl Entry<'_> {
    fn sample_width(&self) -> f64 {
        let short = |(series, look): &(&Series, &Look)| {
            matches!(series.kind, Kind::Curve { .. }) && look.dash.is_none()
        };
        if self.samples.iter().all(short) { SHORT } else { LONG }
    }
}

/// The entries of a figure, laid out in rows.
pub(crate) struct Legend<'a> {
    entries: Vec<Entry<'a>>,
    columns: usize,
    /// Widths of the columns.
    widths: Vec<f64>,
}

impl<'a> Legend<'a> {
    /// Collects the names in order of appearance and fits them into `room` if possible.
    pub(crate) fn new(panels: &'a [Panel], looks: &'a [Vec<Look>], room: f64) -> Self {
        let entries = collect(panels, looks);
        let mut columns = entries.len().max(1);
        while columns > 1 && total(&widths(&entries, columns)) > room {
            columns -= 1;
        }
        // As many rows as needed, then evenly filled.
        let rows = entries.len().div_ceil(columns).max(1);
        let columns = entries.len().div_ceil(rows).max(1);
        let widths = widths(&entries, columns);
        Self { entries, columns, widths }
    }

    pub(crate) fn width(&self) -> f64 {
        total(&self.widths)
    }

    pub(crate) fn height(&self) -> f64 {
        self.entries.len().div_ceil(self.columns) as f64 * ROW
    }

    /// Draws the legend with its upper left corner at the given point.
    pub(crate) fn draw(&self, (left, top): (f64, f64)) -> String {
        let mut out = String::new();
        for (i, entry) in self.entries.iter().enumerate() {
            let column = i % self.columns;
            let x = left + self.widths.iter().take(column).map(|w| w + BETWEEN).sum::<f64>();
            let y = top + (i / self.columns) as f64 * ROW + ROW / 2.0;
            let wide = entry.sample_width();
            for (series, look) in &entry.samples {
                let sample = sample(series, look, (x, y), wide);
                out += &format!("<g class=\"{}\">{sample}</g>", look.class);
            }
            let at = (x + wide + GAP, y + 0.36 * LABEL);
            out += &text::text(at, LABEL, Anchor::Start, "cf-text", entry.name);
        }
        out
    }
}

fn collect<'a>(panels: &'a [Panel], looks: &'a [Vec<Look>]) -> Vec<Entry<'a>> {
    let mut entries: Vec<Entry<'a>> = Vec::new();
    let pairs = panels.iter().zip(looks).flat_map(|(panel, looks)| panel.series.iter().zip(looks));
    for (series, look) in pairs.filter(|(series, _)| !series.name.is_empty()) {
        match entries.iter_mut().find(|entry| entry.name == series.name) {
            None => entries.push(Entry { name: &series.name, samples: vec![(series, look)] }),
            Some(entry) => {
                let kind = |s: &Series| std::mem::discriminant(&s.kind);
                if entry.samples.iter().all(|(known, _)| kind(known) != kind(series)) {
                    entry.samples.push((series, look));
                }
            }
        }
    }
    entries
}

fn widths(entries: &[Entry<'_>], columns: usize) -> Vec<f64> {
    let mut widths = vec![0.0_f64; columns.min(entries.len())];
    for (i, entry) in entries.iter().enumerate() {
        if let Some(width) = widths.get_mut(i % columns) {
            *width = width.max(entry.sample_width() + GAP + text::width(entry.name, LABEL));
        }
    }
    widths
}

fn total(widths: &[f64]) -> f64 {
    widths.iter().sum::<f64>() + BETWEEN * widths.len().saturating_sub(1) as f64
}

fn sample(series: &Series, look: &Look, (x, y): (f64, f64), wide: f64) -> String {
    if let Kind::Band { solid, .. } = series.kind {
        let (class, x, y, width) = (draw::area(solid), num(x), num(y - 6.0), num(wide));
        return format!(
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"12\"/>"
        );
    }
    let line = marks::polyline(&[(x, y), (x + wide, y)]);
    let line = look.dash.map_or(String::new(), |dash| path(stroke(dash), &line));
    let marker = |shape| path("cf-mark", &marks::marker(shape, (x + wide / 2.0, y), RADIUS));
    line + &look.marker.map_or(String::new(), marker)
}
