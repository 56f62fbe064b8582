//! Curves, bands and bars of a panel.

use crate::envelope;

/// A point in the units of the axes.
pub(crate) type Point = (f64, f64);

/// The shape that marks a data point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Marker {
    /// An open circle.
    Circle,
    /// An open square.
    Square,
    /// An open triangle standing on its base.
    Triangle,
    /// An open square standing on its corner.
    Diamond,
    /// Two crossed strokes.
    Cross,
}

impl Marker {
    /// All shapes, in the order in which series take them.
    pub(crate) const ALL: [Self; 5] =
        [Self::Circle, Self::Square, Self::Triangle, Self::Diamond, Self::Cross];
}

/// How a line is stroked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dash {
    Solid,
    Dashed,
    Dotted,
}

/// Which markers a curve carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Marking {
    None,
    /// The shape depends on the colour, so that series differ in both.
    Auto,
    Shape(Marker),
}

/// Where the colour of a series comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ink {
    /// By the order in which names first appear in the figure.
    Auto,
    Palette(usize),
    Reference,
    Guide,
}

/// The geometry of a series.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Kind {
    Curve {
        dash: Option<Dash>,
        marking: Marking,
    },
    /// The points are the upper edge.
    Band {
        lower: Vec<Point>,
        /// Opaque, because it stands for a line, not for a tolerance.
        solid: bool,
    },
    /// Without a width, bars of several series share their places side by side.
    Bars {
        width: Option<f64>,
    },
}

/// One named set of points and the way it is drawn.
///
/// A name shared by several series of a figure means one entry in the legend and one colour; an
/// empty name means no entry. A point that is not finite breaks a line and is otherwise left out.
#[derive(Debug, Clone)]
pub struct Series {
    pub(crate) name: String,
    pub(crate) points: Vec<Point>,
    pub(crate) kind: Kind,
    pub(crate) ink: Ink,
}

impl Series {
    fn new(name: impl Into<String>, points: Vec<Point>, kind: Kind) -> Self {
        Self { name: name.into(), points, kind, ink: Ink::Auto }
    }

    /// A solid line through the points.
    pub fn line(name: impl Into<String>, points: Vec<(f64, f64)>) -> Self {
        let kind = Kind::Curve { dash: Some(Dash::Solid), marking: Marking::None };
        Self::new(name, points, kind)
    }

    /// Markers without a line; their shape depends on the colour.
    pub fn markers(name: impl Into<String>, points: Vec<(f64, f64)>) -> Self {
        Self::new(name, points, Kind::Curve { dash: None, marking: Marking::Auto })
    }

    /// An exact or otherwise authoritative curve: thick, black on white, drawn below the others.
    pub fn reference(name: impl Into<String>, points: Vec<(f64, f64)>) -> Self {
        Self { ink: Ink::Reference, ..Self::line(name, points) }
    }

    /// A thin grey dashed line, such as a slope to compare with.
    pub fn guide(name: impl Into<String>, points: Vec<(f64, f64)>) -> Self {
        Self { ink: Ink::Guide, ..Self::line(name, points).dashed() }
    }

    /// A filled band between two curves, each with its own abscissae.
    pub fn band(name: impl Into<String>, lower: Vec<(f64, f64)>, upper: Vec<(f64, f64)>) -> Self {
        Self::new(name, upper, Kind::Band { lower, solid: false })
    }

    /// The envelope of a long line as one area of ink: see [`thin_envelope`](crate::thin_envelope).
    pub fn envelope<I>(name: impl Into<String>, points: I, columns: usize) -> Self
    where
        I: IntoIterator<Item = (f64, f64)>,
        I::IntoIter: ExactSizeIterator,
    {
        let (lower, upper) = envelope::thin_envelope(points, columns);
        Self::new(name, upper, Kind::Band { lower, solid: true })
    }

    /// The envelope of samples taken `rate` times per unit of the abscissa, from zero on.
    pub fn waveform<T: Copy + Into<f64>>(
        name: impl Into<String>,
        samples: &[T],
        rate: f64,
        columns: usize,
    ) -> Self {
        let point = |(i, sample): (usize, &T)| (i as f64 / rate, (*sample).into());
        Self::envelope(name, samples.iter().enumerate().map(point), columns)
    }

    /// Bars of the given heights, centred on their abscissae. Several such series of a panel stand
    /// side by side.
    pub fn bars(name: impl Into<String>, points: Vec<(f64, f64)>) -> Self {
        Self::new(name, points, Kind::Bars { width: None })
    }

    /// Counts of `values` in `bins` intervals of equal width between the smallest and the largest.
    pub fn histogram(name: impl Into<String>, values: &[f64], bins: usize) -> Self {
        let (points, width) = count(values, bins.clamp(1, 1000));
        Self::new(name, points, Kind::Bars { width: Some(width) })
    }

    /// Strokes the line dashed.
    #[must_use]
    pub fn dashed(self) -> Self {
        self.stroked(Dash::Dashed)
    }

    /// Strokes the line dotted.
    #[must_use]
    pub fn dotted(self) -> Self {
        self.stroked(Dash::Dotted)
    }

    fn stroked(mut self, wanted: Dash) -> Self {
        if let Kind::Curve { dash, .. } = &mut self.kind {
            *dash = Some(wanted);
        }
        self
    }

    /// Adds markers whose shape depends on the colour. A line of many points has markers on some of
    /// them.
    #[must_use]
    pub fn marked(self) -> Self {
        self.marking(Marking::Auto)
    }

    /// Adds markers of the given shape.
    #[must_use]
    pub fn marker(self, shape: Marker) -> Self {
        self.marking(Marking::Shape(shape))
    }

    fn marking(mut self, wanted: Marking) -> Self {
        if let Kind::Curve { marking, .. } = &mut self.kind {
            *marking = wanted;
        }
        self
    }

    /// Takes the colour with this index instead of the next free one. The palette has eight
    /// colours and repeats.
    #[must_use]
    pub fn colour(mut self, index: usize) -> Self {
        self.ink = Ink::Palette(index);
        self
    }
}

/// Centres and counts of the bins, and their width.
fn count(values: &[f64], bins: usize) -> (Vec<Point>, f64) {
    let finite = || values.iter().copied().filter(|v| v.is_finite());
    let lo = finite().fold(f64::INFINITY, f64::min);
    let hi = finite().fold(f64::NEG_INFINITY, f64::max);
    if lo > hi {
        return (Vec::new(), 1.0);
    }
    let width = hi / bins as f64 - lo / bins as f64;
    if width <= 0.0 {
        let width = if lo == 0.0 { 1.0 } else { 0.1 * lo.abs() };
        return (vec![(lo, finite().count() as f64)], width);
    }
    let mut counts = vec![0_u64; bins];
    for value in finite() {
        // The largest value itself belongs to the last bin.
        let bin = ((value / width - lo / width) as usize).min(bins - 1);
        if let Some(count) = counts.get_mut(bin) {
            *count += 1;
        }
    }
    let centre = |i: usize| lo + (i as f64 + 0.5) * width;
    (counts.iter().enumerate().map(|(i, &n)| (centre(i), n as f64)).collect(), width)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_histogram_counts_every_finite_value_once() {
        let values: Vec<f64> =
            (0..1000).map(|i| f64::from(i * i % 997)).chain([f64::NAN]).collect();
        let series = Series::histogram("n", &values, 12);
        assert_eq!(series.points.len(), 12);
        assert_eq!(series.points.iter().map(|p| p.1).sum::<f64>(), 1000.0);
    }

    #[test]
    fn odd_histograms() {
        assert!(Series::histogram("n", &[], 5).points.is_empty());
        assert_eq!(Series::histogram("n", &[3.0, 3.0], 5).points, [(3.0, 2.0)]);
        let wide = Series::histogram("n", &[-f64::MAX, f64::MAX], 0);
        assert_eq!(wide.points.iter().map(|p| p.1).sum::<f64>(), 2.0);
    }
}
