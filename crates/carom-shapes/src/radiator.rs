//! What of a shape moves the air.

use crate::{Outline, OutlineKind};

/// A flat face.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Face {
    /// Of this length and width (m).
    Rectangle([f64; 2]),
    /// Of this diameter (m).
    Round(f64),
}

/// What of a shape moves the air, and so how it is heard far away and what it loses by that.
#[derive(Clone, Debug, PartialEq)]
pub enum Radiator {
    /// It moves no air to speak of, such as a thin string.
    Silent,
    /// A flat face whose back is closed or far away, as if it were in a wall.
    Front(Face),
    /// A flat face of which both sides are heard, one against the other.
    BothSides(Face),
    /// A straight strip of this length, width and thickness (m).
    Strip([f64; 3]),
    /// A straight rod or tube of this length and radius (m).
    Rod([f64; 2]),
    /// A round shell of this radius (m).
    Shell(f64),
    /// A solid about as large as a sphere of this radius (m).
    Solid(f64),
    /// Openings of a space: the place (m) of each along the first axis, and its area (m²).
    Openings(Vec<[f64; 2]>),
}

impl Radiator {
    /// What an outline suggests: shapes know better where they are held or closed.
    #[must_use]
    pub fn of(outline: &Outline) -> Self {
        let Outline { kind, length, width, height } = *outline;
        match kind {
            OutlineKind::Line => Self::Strip([length, width, height]),
            OutlineKind::Tube => Self::Rod([length, 0.5 * width]),
            OutlineKind::Rectangle => Self::BothSides(Face::Rectangle([length, width])),
            OutlineKind::Round => Self::BothSides(Face::Round(length)),
            OutlineKind::Bowl => Self::Shell(0.5 * length),
        }
    }
}
