//! A surface ready for use.

use super::file::Measured;
use super::grooves::Grooves;
use super::ridges::Ridges;
use super::rough::{Rough, Roughness};

/// The height of a surface at every place of an endless line.
#[derive(Clone, Debug)]
pub struct Height {
    shape: Shape,
    scale: Scale,
}

/// What has to be known of a surface to sample it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    /// The width of its finest features (m); infinite if it has none.
    pub(super) finest: f64,
    /// How far its highest places lie above its lowest (m), or somewhat more.
    pub(super) relief: f64,
}

/// Places at equal distances.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    /// How many lie before position 0.
    pub(super) before: usize,
    /// From one to the next (m).
    pub(super) spacing: f64,
    pub(super) count: usize,
}

impl Grid {
    pub(super) fn position(&self, i: usize) -> f64 {
        (i as f64 - self.before as f64) * self.spacing
    }
}

#[derive(Clone, Debug)]
enum Shape {
    Smooth,
    Rough(Roughness),
    Ridges(Ridges),
    Grooves(Grooves),
    Measured(Measured),
}

/// No height of a rough surface lies further from the mean, in terms of its rms.
const RARE: f64 = 6.0;

impl Height {
    /// The height at a position along the path (both in m).
    #[must_use]
    pub fn at(&self, position: f64) -> f64 {
        match &self.shape {
            Shape::Smooth => 0.0,
            Shape::Rough(rough) => rough.at(position),
            Shape::Ridges(ridges) => ridges.at(position),
            Shape::Grooves(grooves) => grooves.at(position),
            Shape::Measured(measured) => measured.at(position),
        }
    }

    pub(super) fn sample(&self, grid: &Grid) -> Vec<f64> {
        match &self.shape {
            Shape::Rough(rough) => rough.sample(grid),
            _ => (0..grid.count).map(|i| self.at(grid.position(i))).collect(),
        }
    }

    pub(super) fn scale(&self) -> Scale {
        self.scale
    }

    pub(super) fn smooth() -> Self {
        Self { shape: Shape::Smooth, scale: Scale { finest: f64::INFINITY, relief: 0.0 } }
    }

    pub(super) fn rough(rough: &Rough) -> Self {
        let scale = Scale { finest: rough.finest(), relief: 2.0 * RARE * rough.rms };
        Self { shape: Shape::Rough(Roughness::new(rough)), scale }
    }

    pub(super) fn ridges(ridges: Ridges) -> Self {
        let finest = 0.5 * ridges.roundness * ridges.spacing;
        let scale = Scale { finest, relief: ridges.height };
        Self { shape: Shape::Ridges(ridges), scale }
    }

    pub(super) fn grooves(grooves: Grooves) -> Self {
        let scale = Scale { finest: grooves.wall(), relief: grooves.depth };
        Self { shape: Shape::Grooves(grooves), scale }
    }

    pub(super) fn measured(measured: Measured) -> Self {
        let scale = Scale { finest: measured.finest(), relief: measured.relief() };
        Self { shape: Shape::Measured(measured), scale }
    }
}
