//! Grid, frame, ticks and labels of a panel.

use std::fmt::Write;

use crate::axis::Axis;
use crate::draw::path;
use crate::plot::{GAP, Plot, TICK_LENGTH, TILT};
use crate::scale::Scale;
use crate::style::{LABEL, SUBTITLE, TICK};
use crate::text::{self, Anchor, num};

/// The pixels of the major ticks that lie within the frame.
pub(crate) fn majors(scale: &Scale) -> impl Iterator<Item = (f64, &str)> {
    let inside = |p: &f64| (-0.5..=scale.length + 0.5).contains(p);
    let ticks = scale.ticks.major.iter();
    ticks.filter_map(move |(v, label)| Some((scale.at(*v).filter(inside)?, label.as_str())))
}

/// The pixels of the major ticks of an axis of numbers; an axis of names is not marked.
fn marked(axis: &Axis, scale: &Scale) -> Vec<f64> {
    if axis.categories.is_empty() { majors(scale).map(|(at, _)| at).collect() } else { Vec::new() }
}

/// The light lines behind the data.
pub(crate) fn grid(plot: &Plot<'_>) -> String {
    let (w, h) = (num(plot.x.length), num(plot.y.length));
    let x = marked(&plot.panel.x, &plot.x).into_iter().map(|x| format!("M{} 0v{h}", num(x)));
    let y = marked(&plot.panel.y, &plot.y).into_iter().map(|y| format!("M0 {}h{w}", num(y)));
    path("cf-grid", &x.chain(y).collect::<String>()) + "\n"
}

/// The frame with its ticks, which point outwards.
pub(crate) fn frame(plot: &Plot<'_>) -> String {
    let (w, h) = (num(plot.x.length), num(plot.y.length));
    let mut data = format!("M0 0h{w}v{h}h-{w}z");
    let minors = |scale: &Scale| -> Vec<f64> {
        scale.ticks.minor.iter().filter_map(|v| scale.at(*v)).collect()
    };
    let major = (marked(&plot.panel.x, &plot.x), marked(&plot.panel.y, &plot.y), TICK_LENGTH);
    let minor = (minors(&plot.x), minors(&plot.y), 0.55 * TICK_LENGTH);
    for (x, y, length) in [major, minor] {
        x.into_iter().for_each(|x| data += &format!("M{} {h}v{}", num(x), num(length)));
        y.into_iter().for_each(|y| data += &format!("M0 {}h{}", num(y), num(-length)));
    }
    path("cf-frame", &data) + "\n"
}

/// The labels of the ticks.
pub(crate) fn tick_labels(plot: &Plot<'_>) -> String {
    let mut out = String::new();
    let away = TICK_LENGTH + GAP;
    let tilted = plot.tilted();
    for (x, label) in majors(&plot.x) {
        if tilted {
            let turned = text::text((0.0, 0.0), TICK, Anchor::End, "cf-text", label);
            let (x, y) = (num(x + 3.0), num(plot.y.length + away + 0.5 * TICK));
            let angle = num(-TILT.to_degrees());
            let _ =
                writeln!(out, "<g transform=\"translate({x} {y}) rotate({angle})\">{turned}</g>");
            continue;
        }
        for (i, line) in plot.x_label(label).iter().enumerate() {
            let y = plot.y.length + away + 0.8 * TICK + i as f64 * (TICK + 2.0);
            out += &text::text((x, y), TICK, Anchor::Middle, "cf-text", line);
        }
    }
    for (y, label) in majors(&plot.y) {
        out += &text::text((-away, y + 0.36 * TICK), TICK, Anchor::End, "cf-text", label);
    }
    out
}

/// The title and the labels of the axes; `left` is the room for labels in the column.
pub(crate) fn captions(plot: &Plot<'_>, left: f64) -> String {
    let (w, h) = (plot.x.length, plot.y.length);
    let mut out = String::new();
    let title = plot.title();
    for (i, line) in title.iter().rev().enumerate() {
        let y = -8.0 - i as f64 * (SUBTITLE + 4.0);
        out += &text::text((0.0, y), SUBTITLE, Anchor::Start, "cf-text cf-bold", line);
    }
    let x = plot.panel.x.caption(plot.x.ticks.exponent);
    if !x.is_empty() {
        let at = (w / 2.0, h + plot.x_down() + GAP + 0.75 * LABEL);
        out += &text::text(at, text::fit(&x, LABEL, w + 30.0), Anchor::Middle, "cf-text", &x);
    }
    let y = plot.panel.y.caption(plot.y.ticks.exponent);
    if !y.is_empty() {
        // Aligned within the column, unless it would then be too far from its axis.
        let own = plot.margins().left;
        let left = if left - own > 20.0 { own } else { left };
        out += &upright(&y, (0.85 * LABEL - left, h / 2.0), h);
    }
    out
}

/// The label of a vertical axis of the given length, turned to be read from the right.
pub(crate) fn upright(label: &str, (x, y): (f64, f64), length: f64) -> String {
    let size = text::fit(label, LABEL, length + 20.0);
    let turned = text::text((0.0, 0.0), size, Anchor::Middle, "cf-text", label);
    format!("<g transform=\"translate({} {}) rotate(-90)\">{turned}</g>\n", num(x), num(y))
}
