//! Heat maps: a matrix of values as colours behind the axes of a panel.

pub(crate) mod colours;
pub(crate) mod draw;
mod lane;

use crate::axis::Axis;
use crate::scale::{Scale, Span};
use lane::edges;

/// A matrix of values shown as colours, such as a spectrogram.
///
/// Columns lie along the abscissa and rows along the ordinate, at given coordinates in any order;
/// the cells around them meet half way. On axes of any kind each cell is drawn where it belongs.
/// A pixel with several cells shows the largest value, so that a narrow line of a spectrum stays
/// visible. Cells that are not finite are transparent.
///
/// ```
/// use carom_report::{Axis, Figure, Heatmap, Panel};
///
/// let (times, pitches) = (vec![0.0, 0.1, 0.2], vec![110.0, 220.0, 440.0]);
/// let map = Heatmap::from_fn(times, pitches, |column, row| -10.0 * (column + row) as f64)
///     .colours(Axis::linear("level", "dB").range(-40.0, 0.0));
/// let panel = Panel::new("", Axis::linear("time", "s"), Axis::log("frequency", "Hz")).heat(map);
/// assert!(Figure::new("Sound").panel(panel).to_svg().contains("data:image/png"));
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct Heatmap {
    x: Vec<f64>,
    y: Vec<f64>,
    /// Row by row.
    cells: Vec<f64>,
    colours: Axis,
}

impl Heatmap {
    /// A map of the values `value(column, row)`.
    pub fn from_fn(x: Vec<f64>, y: Vec<f64>, mut value: impl FnMut(usize, usize) -> f64) -> Self {
        let mut cells = Vec::with_capacity(x.len() * y.len());
        for row in 0..y.len() {
            cells.extend((0..x.len()).map(|column| value(column, row)));
        }
        Self { x, y, cells, colours: Axis::default() }
    }

    /// Sets the axis of the colours: its label, unit and scale, and the values from which on they
    /// stay at their darkest and lightest. Without a range, it spans all values.
    pub fn colours(mut self, axis: Axis) -> Self {
        self.colours = axis;
        self
    }

    /// The scale of the bar of colours over `length` pixels.
    pub(crate) fn scale(&self, length: f64) -> Scale {
        let mut span = Span::EMPTY;
        span.tight = true;
        self.cells.iter().filter(|v| self.colours.admits(**v)).for_each(|v| span.add(*v));
        self.colours.scale(span, length, true)
    }

    /// The label of the bar of colours.
    pub(crate) fn caption(&self, scale: &Scale) -> String {
        self.colours.caption(scale.ticks.exponent)
    }

    /// Makes the spans of a panel cover the map up to its edges.
    pub(crate) fn stretch(&self, axes: (&Axis, &Axis), spans: (&mut Span, &mut Span)) {
        let lanes = [(&self.x, axes.0, spans.0), (&self.y, axes.1, spans.1)];
        for (centres, axis, span) in lanes {
            span.tight = true;
            let bounds = edges(centres).into_iter().flat_map(|(lo, hi, _)| [lo, hi]);
            bounds.filter(|v| axis.admits(*v)).for_each(|v| span.add(v));
        }
    }
}
