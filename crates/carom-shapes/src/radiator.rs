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
    /// A straight strip of this length, width and thickness (m), of which both sides are heard.
    Strip([f64; 3]),
    /// A straight rod or tube of this length and radius (m).
    Rod([f64; 2]),
    /// A round shell with an open rim, of this radius and length from its pole to the rim (m).
    Shell([f64; 2]),
    /// A solid of this length, width and height (m) whose bottom moves with its top.
    Solid([f64; 3]),
    /// Openings of a space of gas of this length (m): how far (m) each is along it, and its area
    /// (m²).
    Openings(f64, Vec<[f64; 2]>),
}

impl Radiator {
    /// How far it reaches from its middle (m): nobody can listen nearer than that.
    #[must_use]
    pub fn reach(&self) -> f64 {
        let diagonal =
            |sides: &[f64]| 0.5 * sides.iter().map(|side| side * side).sum::<f64>().sqrt();
        match self {
            Self::Silent => 0.0,
            Self::Front(Face::Rectangle(sides)) | Self::BothSides(Face::Rectangle(sides)) => {
                diagonal(sides)
            }
            Self::Front(Face::Round(diameter)) | Self::BothSides(Face::Round(diameter)) => {
                0.5 * diameter
            }
            Self::Strip(sides) | Self::Solid(sides) => diagonal(sides),
            Self::Rod([length, radius]) => diagonal(&[*length, 2.0 * radius]),
            Self::Shell([radius, meridian]) => radius.hypot(0.5 * meridian),
            Self::Openings(length, _) => 0.5 * length,
        }
    }

    /// Whether nobody hears it in a room.
    #[must_use]
    pub fn is_silent(&self) -> bool {
        match self {
            Self::Silent => true,
            Self::Openings(_, openings) => openings.is_empty(),
            _ => false,
        }
    }

    /// What an outline suggests: shapes know better where they are held or closed.
    #[must_use]
    pub fn of(outline: &Outline) -> Self {
        let Outline { kind, length, width, height } = *outline;
        match kind {
            OutlineKind::Line => Self::Strip([length, width, height]),
            OutlineKind::Tube => Self::Rod([length, 0.5 * width]),
            OutlineKind::Rectangle => Self::BothSides(Face::Rectangle([length, width])),
            OutlineKind::Round => Self::BothSides(Face::Round(length)),
            OutlineKind::Bowl => Self::Shell([0.5 * length, quarter([0.5 * length, height])]),
        }
    }
}

/// A quarter of the way around an ellipse with these half axes (Ramanujan 1914).
fn quarter([a, b]: [f64; 2]) -> f64 {
    std::f64::consts::FRAC_PI_4 * (3.0 * (a + b) - ((3.0 * a + b) * (a + 3.0 * b)).sqrt())
}
