//! How shapes look.

use super::Places;

/// How a shape looks, with its sizes (m): enough to draw it and to find places on it without
/// knowing the shape.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(tag = "kind", rename_all = "kebab-case"))]
pub enum Outline {
    /// A flat strip.
    Line {
        /// Along the strip.
        length: f64,
        /// Across it.
        width: f64,
        /// From the bottom to the face that is struck.
        thickness: f64,
    },
    /// A straight rod or pipe of round section.
    Tube {
        /// Along its axis.
        length: f64,
        /// Outer diameter.
        diameter: f64,
    },
    /// A rectangular slab.
    Rectangle {
        /// Along the first number of a place.
        length: f64,
        /// Along the second number of a place.
        width: f64,
        /// From the bottom to the face that is struck.
        thickness: f64,
    },
    /// A flat disc.
    Round {
        /// Diameter.
        diameter: f64,
        /// From the bottom to the face that is struck.
        thickness: f64,
    },
    /// A round shell with an open rim.
    Bowl {
        /// Diameter of the rim.
        diameter: f64,
        /// From the bottom to the rim.
        height: f64,
    },
}

impl Outline {
    /// Its name, as files write it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Line { .. } => "line",
            Self::Tube { .. } => "tube",
            Self::Rectangle { .. } => "rectangle",
            Self::Round { .. } => "round",
            Self::Bowl { .. } => "bowl",
        }
    }

    /// How places on it are written.
    #[must_use]
    pub const fn places(&self) -> Places {
        match self {
            Self::Line { .. } | Self::Tube { .. } => Places::Line,
            Self::Rectangle { .. } => Places::Rectangle,
            Self::Round { .. } | Self::Bowl { .. } => Places::Round,
        }
    }

    /// Length and width (m); of a round one the radius, two times.
    #[must_use]
    pub const fn size(&self) -> [f64; 2] {
        match *self {
            Self::Line { length, width, .. } | Self::Rectangle { length, width, .. } => {
                [length, width]
            }
            Self::Tube { length, diameter } => [length, diameter],
            Self::Round { diameter, .. } | Self::Bowl { diameter, .. } => [0.5 * diameter; 2],
        }
    }

    /// The radius of the surface where it is touched (m); none for a plane.
    #[must_use]
    pub const fn curvature(&self) -> Option<f64> {
        match *self {
            Self::Tube { diameter, .. } | Self::Bowl { diameter, .. } => Some(0.5 * diameter),
            _ => None,
        }
    }
}
