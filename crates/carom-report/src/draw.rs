//! One panel as SVG, in coordinates whose origin is the upper left corner of its frame.

use std::fmt::Write;

use crate::frame;
use crate::heat;
use crate::labels;
use crate::look::Look;
use crate::marks;
use crate::plot::Plot;
use crate::series::{Dash, Kind, Marker, Point, Series};
use crate::style::LABEL;
use crate::text::{self, Anchor};
use crate::thin::{self, Rect};

/// Radius of a marker.
pub(crate) const RADIUS: f64 = 3.1;
/// A lone point of a line is drawn as a dot of this radius.
const DOT: f64 = 1.8;

/// The visible part of one series, in pixels.
#[derive(Default)]
struct Trace {
    runs: Vec<Vec<Point>>,
    dots: Vec<Point>,
    marked: Vec<Point>,
    area: Vec<Point>,
    /// Whether the area is opaque.
    solid: bool,
}

impl Trace {
    fn is_empty(&self) -> bool {
        let lines = self.runs.is_empty() && self.dots.is_empty() && self.marked.is_empty();
        lines && self.area.is_empty()
    }

    /// The trace as segments that texts avoid.
    fn ink(&self) -> impl Iterator<Item = (Point, Point)> {
        let lines = self.runs.iter().flat_map(|run| run.windows(2)).map(|pair| (pair[0], pair[1]));
        let points = self.dots.iter().chain(&self.marked).map(|&p| (p, p));
        lines.chain(points)
    }
}

/// Draws a panel. `left` is the room for labels in its column, `budget` the number of points that
/// one series may take, `clip` the id of the clipping frame.
pub(crate) fn panel(plot: &Plot<'_>, left: f64, budget: usize, clip: &str) -> String {
    let traces: Vec<Trace> = traces(plot, budget);
    let mut out = frame::grid(plot);
    let _ = writeln!(out, "<g clip-path=\"url(#{clip})\">");
    let picture = heat::draw::picture(plot);
    out += &picture;
    let pairs = || traces.iter().zip(plot.looks);
    pairs().for_each(|(trace, look)| out += &coloured(look, &areas(trace)));
    // Reference curves and guides lie below the curves that are compared with them.
    for below in [true, false] {
        let layer = pairs().filter(|(_, look)| look.is_below() == below);
        layer.for_each(|(trace, look)| out += &coloured(look, &lines(trace, look)));
    }
    out += &rules(plot);
    out += "</g>\n";
    out += &frame::frame(plot);
    out += &heat::draw::bar(plot);
    // Not clipped: a marker on the edge of the frame is shown whole.
    pairs().for_each(|(trace, look)| out += &coloured(look, &markers(trace, look)));
    let ink: Vec<_> = traces.iter().flat_map(Trace::ink).chain(rule_lines(plot)).collect();
    out += &labels::draw(plot, &ink);
    let bare = picture.is_empty() && plot.panel.rules.is_empty();
    if bare && traces.iter().all(Trace::is_empty) {
        let centre = (plot.x.length / 2.0, plot.y.length / 2.0);
        out += &text::text(centre, LABEL, Anchor::Middle, "cf-soft cf-halo", "no data to show");
    }
    out + &frame::tick_labels(plot) + &frame::captions(plot, left)
}

fn traces(plot: &Plot<'_>, budget: usize) -> Vec<Trace> {
    let trace = |(series, look): (&Series, &Look)| match &series.kind {
        Kind::Curve { .. } => curve(plot, series, look, budget),
        Kind::Band { lower, solid } => {
            Trace { solid: *solid, ..band(plot, &series.points, lower, budget / 2) }
        }
    };
    plot.panel.series.iter().zip(plot.looks).map(trace).collect()
}

fn frame_rect(plot: &Plot<'_>) -> Rect {
    Rect::new(0.0, 0.0, plot.x.length, plot.y.length)
}

fn pixel(plot: &Plot<'_>, point: &Point) -> Option<Point> {
    plot.x.at(point.0).zip(plot.y.at(point.1))
}

fn curve(plot: &Plot<'_>, series: &Series, look: &Look, budget: usize) -> Trace {
    let inside = frame_rect(plot).grown(0.5);
    let pixels = || series.points.iter().map(|p| pixel(plot, p));
    let visible = || pixels().flatten().filter(|p| inside.contains(*p)).collect::<Vec<_>>();
    if look.dash.is_none() {
        return Trace { marked: thin::cloud(&visible(), budget / 4), ..Trace::default() };
    }
    let runs = thin::runs(pixels(), frame_rect(plot).grown(6.0));
    let marked = match look.marker {
        Some(_) => {
            let along = marks::along(&visible(), &runs, inside, look.index);
            thin::cloud(&along, budget / 4)
        }
        None => Vec::new(),
    };
    let (dots, runs): (Vec<_>, Vec<_>) = runs.into_iter().partition(|run| run.len() == 1);
    // A single point with a marker needs no dot.
    let dots = if look.marker.is_some() { Vec::new() } else { dots.concat() };
    let (dots, runs) = (thin::cloud(&dots, budget / 4), thin::simplify(runs, budget));
    Trace { runs, dots, marked, ..Trace::default() }
}

fn band(plot: &Plot<'_>, upper: &[Point], lower: &[Point], budget: usize) -> Trace {
    // Far outside of any frame, so that the directions of edges hardly change.
    let near = |v: f64| v.clamp(-2e4, 2e4);
    let window = Rect::new(-3e4, -3e4, 6e4, 6e4);
    let edge = |points: &[Point]| -> Vec<Point> {
        let place = |p: &Point| Some((near(plot.x.at(p.0)?), near(plot.y.at_or_below(p.1)?)));
        let runs = thin::runs(points.iter().filter_map(place).map(Some), window);
        thin::simplify(runs, budget).concat()
    };
    let (upper, mut lower) = (edge(upper), edge(lower));
    if upper.is_empty() || lower.is_empty() {
        return Trace::default();
    }
    lower.reverse();
    Trace { area: [upper, lower].concat(), ..Trace::default() }
}

fn coloured(look: &Look, content: &str) -> String {
    if content.is_empty() {
        String::new()
    } else {
        format!("<g class=\"{}\">{content}</g>\n", look.class)
    }
}

/// A path element; an empty text without data.
pub(crate) fn path(class: &str, data: &str) -> String {
    if data.is_empty() { String::new() } else { format!("<path class=\"{class}\" d=\"{data}\"/>") }
}

fn areas(trace: &Trace) -> String {
    let outline = marks::polyline(&trace.area);
    let closed = if outline.is_empty() { outline } else { outline + "z" };
    path(area(trace.solid), &closed)
}

/// The CSS class of an area.
pub(crate) fn area(solid: bool) -> &'static str {
    if solid { "cf-wave" } else { "cf-band" }
}

/// The CSS classes of a stroke.
pub(crate) fn stroke(dash: Dash) -> &'static str {
    match dash {
        Dash::Solid => "cf-line cf-solid",
        Dash::Dashed => "cf-line cf-dashed",
        Dash::Dotted => "cf-line cf-dotted",
    }
}

fn lines(trace: &Trace, look: &Look) -> String {
    let Some(dash) = look.dash else {
        return String::new();
    };
    let data: String = trace.runs.iter().map(|run| marks::polyline(run)).collect();
    let dots = trace.dots.iter().map(|p| marks::marker(Marker::Circle, *p, DOT));
    path(stroke(dash), &data) + &path("cf-dot", &dots.collect::<String>())
}

fn markers(trace: &Trace, look: &Look) -> String {
    let Some(shape) = look.marker else {
        return String::new();
    };
    let all = trace.marked.iter().map(|p| marks::marker(shape, *p, RADIUS));
    path("cf-mark", &all.collect::<String>())
}

fn rule_lines(plot: &Plot<'_>) -> impl Iterator<Item = (Point, Point)> {
    let (w, h) = (plot.x.length, plot.y.length);
    plot.panel.rules.iter().filter_map(move |rule| {
        let at = plot.rule_at(rule, 1.0)?;
        Some(if rule.horizontal { ((0.0, at), (w, at)) } else { ((at, 0.0), (at, h)) })
    })
}

fn rules(plot: &Plot<'_>) -> String {
    let data: String = rule_lines(plot).map(|(a, b)| marks::polyline(&[a, b])).collect();
    path("cf-rule", &data)
}
