//! How shapes look.

use super::Places;

/// What an outline is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum OutlineKind {
    /// A flat strip.
    Line,
    /// A straight rod or pipe of round section.
    Tube,
    /// A rectangular slab.
    Rectangle,
    /// A flat disc.
    Round,
    /// A round shell with an open rim.
    Bowl,
}

/// How a shape looks: its kind and the box around it. This is enough to draw it and to find places
/// on it without knowing the shape.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Outline {
    /// What it is like.
    pub kind: OutlineKind,
    /// Length (m): along the first number of a place; the diameter of a round one.
    pub length: f64,
    /// Width (m): along the second number of a place; the diameter of a round one.
    pub width: f64,
    /// Height (m): from the bottom to the top, where it is struck or has its rim.
    pub height: f64,
}

impl Outline {
    /// Of a kind, with length, width and height (m).
    #[must_use]
    pub const fn new(kind: OutlineKind, [length, width, height]: [f64; 3]) -> Self {
        Self { kind, length, width, height }
    }

    /// How places on it are written.
    #[must_use]
    pub const fn places(&self) -> Places {
        match self.kind {
            OutlineKind::Line | OutlineKind::Tube => Places::Line,
            OutlineKind::Rectangle => Places::Rectangle,
            OutlineKind::Round | OutlineKind::Bowl => Places::Round,
        }
    }

    /// Length and width (m); of a round one the radius, two times.
    #[must_use]
    pub fn size(&self) -> [f64; 2] {
        if self.places() == Places::Round {
            [0.5 * self.length; 2]
        } else {
            [self.length, self.width]
        }
    }

    /// The radius of the surface where it is touched (m); none for a plane.
    #[must_use]
    pub fn curvature(&self) -> Option<f64> {
        matches!(self.kind, OutlineKind::Tube | OutlineKind::Bowl).then_some(0.5 * self.width)
    }
}
