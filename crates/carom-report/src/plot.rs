//! A panel with its scales and margins.

use crate::axis::Axis;
use crate::heat::{self, Heatmap};
use crate::look::Look;
use crate::panel::{Panel, Rule};
use crate::scale::{Scale, Span};
use crate::series::Kind;
use crate::style;
use crate::text;

/// Length of a major tick.
pub(crate) const TICK_LENGTH: f64 = 4.0;
/// From the end of a tick to its label, and from there to the label of the axis.
pub(crate) const GAP: f64 = 4.0;
/// Angle of names that are too long to stand side by side, in radians.
pub(crate) const TILT: f64 = 0.6;

/// The room around the frame that a panel needs for its texts.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Margins {
    pub(crate) left: f64,
    pub(crate) right: f64,
    pub(crate) top: f64,
    pub(crate) bottom: f64,
}

/// A panel with its scales.
pub(crate) struct Plot<'a> {
    pub(crate) panel: &'a Panel,
    pub(crate) looks: &'a [Look],
    pub(crate) x: Scale,
    pub(crate) y: Scale,
    /// The scale of the heat map's colours.
    shades: Option<Scale>,
}

impl<'a> Plot<'a> {
    /// Resolves the axes of a panel whose frame has the given size.
    pub(crate) fn new(panel: &'a Panel, looks: &'a [Look], size: (f64, f64)) -> Self {
        let (x, y) = spans(panel);
        let (x, y) = (panel.x.scale(x, size.0, false), panel.y.scale(y, size.1, true));
        let shades = panel.heat.as_ref().map(|map| map.scale(size.1));
        Self { panel, looks, x, y, shades }
    }

    /// The heat map with the scale of its colours.
    pub(crate) fn heat(&self) -> Option<(&Heatmap, &Scale)> {
        self.panel.heat.as_ref().zip(self.shades.as_ref())
    }

    /// The pixel of a rule, if it lies within the frame or this close to it.
    pub(crate) fn rule_at(&self, rule: &Rule, slack: f64) -> Option<f64> {
        let scale = if rule.horizontal { &self.y } else { &self.x };
        scale.at(rule.value).filter(|at| (-slack..=scale.length + slack).contains(at))
    }

    /// The title, broken to the width of the frame.
    pub(crate) fn title(&self) -> Vec<String> {
        text::wrap(&self.panel.title, style::SUBTITLE * 1.04, self.x.length)
    }

    /// The room that each of the named places below the frame has; none on an axis of numbers.
    fn place(&self) -> Option<f64> {
        let count = self.panel.x.categories.len();
        (count > 0).then(|| self.x.length / (count as f64 + 0.2) - 4.0)
    }

    /// Whether the names below the frame are tilted, because a word is wider than its place.
    pub(crate) fn tilted(&self) -> bool {
        let words = self.panel.x.categories.iter().flat_map(|name| name.split_whitespace());
        let widest = words.map(|word| text::width(word, style::TICK)).fold(0.0, f64::max);
        self.place().is_some_and(|place| widest > place)
    }

    /// The lines of a label below the frame: names are broken to the width of their place.
    pub(crate) fn x_label(&self, label: &str) -> Vec<String> {
        match self.place() {
            Some(place) if !self.tilted() => text::wrap(label, style::TICK, place),
            _ => vec![label.into()],
        }
    }

    /// Where the labels below the frame lie: left end, right end and lower end.
    fn x_extent(&self) -> (f64, f64, f64) {
        let tilted = self.tilted();
        let (mut left, mut right, mut down) = (0.0_f64, self.x.length, 0.0_f64);
        for (value, label) in &self.x.ticks.major {
            let lines = self.x_label(label);
            let widths = lines.iter().map(|line| text::width(line, style::TICK));
            let width = widths.fold(0.0, f64::max);
            let Some(x) = self.x.at(*value) else { continue };
            if tilted {
                left = left.min(x - width * TILT.cos());
                down = down.max(width * TILT.sin() + style::TICK);
            } else {
                (left, right) = (left.min(x - width / 2.0), right.max(x + width / 2.0));
                down = down.max(lines.len() as f64 * (style::TICK + 2.0));
            }
        }
        (left, right, down)
    }

    /// The distance from the frame to the label of the abscissa.
    pub(crate) fn x_down(&self) -> f64 {
        TICK_LENGTH + GAP + self.x_extent().2
    }

    pub(crate) fn margins(&self) -> Margins {
        let labels = self.y.ticks.major.iter();
        let widest = labels.map(|(_, l)| text::width(l, style::TICK)).fold(0.0, f64::max);
        let caption = |axis: &Axis, scale: &Scale| {
            let silent = axis.caption(scale.ticks.exponent).is_empty();
            if silent { 0.0 } else { style::LABEL + 2.0 * GAP }
        };
        let (left, right, _) = self.x_extent();
        let bar = self.heat().map_or(0.0, |(map, scale)| heat::draw::room(map, scale));
        let beside = TICK_LENGTH + GAP + widest + caption(&self.panel.y, &self.y);
        Margins {
            left: beside.max(-left),
            right: (right - self.x.length).max(bar).max(4.0),
            top: self.title().len() as f64 * (style::SUBTITLE + 4.0) + 5.0,
            bottom: self.x_down() + caption(&self.panel.x, &self.x),
        }
    }
}

/// The ranges of the data of a panel. A point outside of the fixed range of one axis does not widen
/// the other.
fn spans(panel: &Panel) -> (Span, Span) {
    let (mut x, mut y) = (Span::EMPTY, Span::EMPTY);
    let mut add = |px: f64, py: f64| {
        if panel.x.admits(px) && panel.y.shows(py) {
            x.add(px);
        }
        if panel.x.shows(px) && panel.y.admits(py) {
            y.add(py);
        }
    };
    for series in &panel.series {
        series.points.iter().for_each(|p| add(p.0, p.1));
        if let Kind::Band { lower, .. } = &series.kind {
            lower.iter().for_each(|p| add(p.0, p.1));
        }
    }
    if let Some(map) = &panel.heat {
        map.stretch((&panel.x, &panel.y), (&mut x, &mut y));
    }
    for rule in &panel.rules {
        let (axis, span) = if rule.horizontal { (&panel.y, &mut y) } else { (&panel.x, &mut x) };
        if axis.admits(rule.value) {
            span.add(rule.value);
        }
    }
    (x, y)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::series::Series;

    #[test]
    fn a_fixed_range_decides_what_the_other_axis_shows() {
        let points = vec![(0.0, 1.0), (1.0, 2.0), (9.0, 1000.0)];
        let panel = Panel::new("", "", "").x_range(0.0, 2.0).with(Series::line("", points));
        let looks = crate::look::looks(std::slice::from_ref(&panel));
        let plot = Plot::new(&panel, &looks[0], (100.0, 100.0));
        assert!(plot.y.at(2.0).unwrap() < 20.0 && plot.y.at(1.0).unwrap() > 80.0);
    }
}
