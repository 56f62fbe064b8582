//! One pair of axes with what is drawn on it.

use crate::axis::Axis;
use crate::heat::Heatmap;
use crate::series::{Point, Series};

/// A straight line across the panel.
#[derive(Debug, Clone)]
pub(crate) struct Rule {
    pub(crate) horizontal: bool,
    pub(crate) value: f64,
    pub(crate) label: String,
}

/// A text at a point.
#[derive(Debug, Clone)]
pub(crate) struct Note {
    pub(crate) at: Point,
    pub(crate) label: String,
}

/// A panel of a [`Figure`](crate::Figure): a title, two axes, and series.
#[derive(Debug, Clone)]
pub struct Panel {
    pub(crate) title: String,
    pub(crate) x: Axis,
    pub(crate) y: Axis,
    pub(crate) series: Vec<Series>,
    pub(crate) rules: Vec<Rule>,
    pub(crate) notes: Vec<Note>,
    pub(crate) heat: Option<Heatmap>,
}

impl Panel {
    /// A panel without data. The title may be empty.
    pub fn new(title: impl Into<String>, x: Axis, y: Axis) -> Self {
        let title = title.into();
        let (series, rules, notes) = (Vec::new(), Vec::new(), Vec::new());
        Self { title, x, y, series, rules, notes, heat: None }
    }

    /// Adds a series.
    #[must_use]
    pub fn with(mut self, series: Series) -> Self {
        self.series.push(series);
        self
    }

    /// Adds several series.
    #[must_use]
    pub fn with_all(mut self, series: impl IntoIterator<Item = Series>) -> Self {
        self.series.extend(series);
        self
    }

    /// Adds a horizontal line at `y` with a small label, which may be empty.
    #[must_use]
    pub fn hline(self, y: f64, label: impl Into<String>) -> Self {
        self.rule(true, y, label.into())
    }

    /// Adds a vertical line at `x` with a small label, which may be empty.
    #[must_use]
    pub fn vline(self, x: f64, label: impl Into<String>) -> Self {
        self.rule(false, x, label.into())
    }

    fn rule(mut self, horizontal: bool, value: f64, label: String) -> Self {
        self.rules.push(Rule { horizontal, value, label });
        self
    }

    /// Puts a heat map behind everything else, with a bar of its colours beside the panel. Axes
    /// without a range end where the map does.
    #[must_use]
    pub fn heat(mut self, map: Heatmap) -> Self {
        self.heat = Some(map);
        self
    }

    /// Adds a small text beside the point `(x, y)`.
    #[must_use]
    pub fn note(mut self, x: f64, y: f64, label: impl Into<String>) -> Self {
        self.notes.push(Note { at: (x, y), label: label.into() });
        self
    }
}
