//! Curves and bands of a panel.

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
}

/// One named set of points and the way it is drawn.
///
/// A name shared by several series of a figure means one entry in the legend and one colour; an
/// empty name means no entry. A point that is not finite breaks a line and is otherwise left out.
#[derive(Debug, Clone)]
#[must_use]
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

    /// Samples taken `rate` times per unit of the abscissa, from zero on, as one area of ink: the
    /// smallest and the largest sample of each of `columns` columns. It holds every sample and
    /// reaches no farther. Few samples are a line.
    pub fn waveform<T: Copy + Into<f64>>(
        name: impl Into<String>,
        samples: &[T],
        rate: f64,
        columns: usize,
    ) -> Self {
        let point = |(i, sample): (usize, &T)| (i as f64 / rate, (*sample).into());
        let (lower, upper) =
            envelope::thin_envelope(samples.iter().enumerate().map(point), columns);
        Self::new(name, upper, Kind::Band { lower, solid: true })
    }

    /// Strokes the line dashed.
    pub fn dashed(self) -> Self {
        self.stroked(Dash::Dashed)
    }

    /// Strokes the line dotted.
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
    pub fn marked(self) -> Self {
        self.marking(Marking::Auto)
    }

    /// Adds markers of the given shape.
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
    pub fn colour(mut self, index: usize) -> Self {
        self.ink = Ink::Palette(index);
        self
    }
}
