//! One pair of axes with what is drawn on it.

use crate::axis::Axis;
use crate::heat::Heatmap;
use crate::series::Series;

/// A straight line across the panel.
#[derive(Debug, Clone)]
pub(crate) struct Rule {
    pub(crate) horizontal: bool,
    pub(crate) value: f64,
    pub(crate) label: String,
}

/// A panel of a [`Figure`](crate::Figure): a title, two axes, and series.
#[derive(Debug, Clone)]
#[must_use]
pub struct Panel {
    pub(crate) title: String,
    pub(crate) x: Axis,
    pub(crate) y: Axis,
    pub(crate) series: Vec<Series>,
    pub(crate) rules: Vec<Rule>,
    pub(crate) heat: Option<Heatmap>,
}

impl Panel {
    /// A panel without data. The title may be empty. A text such as `time (ms)` is a linear axis.
    pub fn new(title: impl Into<String>, x: impl Into<Axis>, y: impl Into<Axis>) -> Self {
        let (title, x, y) = (title.into(), x.into(), y.into());
        Self { title, x, y, series: Vec::new(), rules: Vec::new(), heat: None }
    }

    /// A panel without data whose axes are both logarithmic.
    pub fn log(title: impl Into<String>, x: impl Into<Axis>, y: impl Into<Axis>) -> Self {
        Self::new(title, x.into().logarithmic(), y.into().logarithmic())
    }

    /// Fixes the range of the abscissa: see [`Axis::range`].
    pub fn x_range(self, from: f64, to: f64) -> Self {
        Self { x: self.x.range(from, to), ..self }
    }

    /// Fixes the range of the ordinate: see [`Axis::range`].
    pub fn y_range(self, from: f64, to: f64) -> Self {
        Self { y: self.y.range(from, to), ..self }
    }

    /// Makes an automatic range of the abscissa include `value`.
    pub fn x_include(self, value: f64) -> Self {
        Self { x: self.x.include(value), ..self }
    }

    /// Makes an automatic range of the ordinate include `value`.
    pub fn y_include(self, value: f64) -> Self {
        Self { y: self.y.include(value), ..self }
    }

    /// Adds a series.
    pub fn with(mut self, series: Series) -> Self {
        self.series.push(series);
        self
    }

    /// Adds several series.
    pub fn with_all(mut self, series: impl IntoIterator<Item = Series>) -> Self {
        self.series.extend(series);
        self
    }

    /// Adds a horizontal line at `y` with a small label, which may be empty.
    pub fn hline(self, y: f64, label: impl Into<String>) -> Self {
        self.rule(true, y, label.into())
    }

    /// Adds a vertical line at `x` with a small label, which may be empty.
    pub fn vline(self, x: f64, label: impl Into<String>) -> Self {
        self.rule(false, x, label.into())
    }

    fn rule(mut self, horizontal: bool, value: f64, label: String) -> Self {
        self.rules.push(Rule { horizontal, value, label });
        self
    }

    /// Puts a heat map behind everything else, with a bar of its colours beside the panel. Axes
    /// without a range end where the map does.
    pub fn heat(mut self, map: Heatmap) -> Self {
        self.heat = Some(map);
        self
    }
}
