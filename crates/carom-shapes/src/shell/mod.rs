//! Thin shells of revolution: bowls, glasses, gongs.
//!
//! A shell is a meridian with a wall. For each number of waves around it is one eigenproblem along
//! the meridian (`ritz`), in the theory of Sanders for thin walls, with stretching and bending.

mod basis;
mod meridian;
mod ritz;
#[cfg(test)]
mod tests;
mod water;

use std::f64::consts::TAU;
use std::sync::Arc;

pub(crate) use self::meridian::{Meridian, Piece, Point};
pub(crate) use self::ritz::ShellMode;
pub(crate) use self::water::Water;
use crate::eigen::polynomial::gauss;
use crate::special::{Around, Form, Line};
use crate::{Elastic, Motion, Place};

/// A polynomial of degree N follows a wave of k·s/2 < N radians to each side; so many more than
/// that make the highest modes accurate to a thousandth (the tests look).
const MARGIN: f64 = 6.0;

/// The longest meridian, in radians of the shortest wave: it bounds time and memory.
const MOST_RADIANS: f64 = 90.0;

/// Nodes for integrals along a piece.
const NODES: usize = 24;

/// How a meridian begins or ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edge {
    /// On the axis: the shell is closed there.
    Pole,
    /// Nothing holds it.
    Free,
    /// It neither moves nor turns.
    Clamped,
    /// It moves only along the axis, as if closed by a thin sheet.
    #[cfg(test)]
    Diaphragm,
}

/// A shell of revolution.
#[derive(Clone, Debug)]
pub(crate) struct Shell {
    pub(crate) meridian: Meridian,
    /// How the meridian begins.
    pub(crate) start: Edge,
    /// How it ends.
    pub(crate) end: Edge,
    /// Water that stands in it.
    pub(crate) water: Option<Water>,
}

impl Shell {
    /// ∫f·h·r ds, with r and s in lengths of the meridian and the wall h in its least thickness, so
    /// that no size is too small or too large.
    fn integral(&self, of: impl Fn(&Point) -> f64) -> f64 {
        let nodes = gauss(NODES);
        let (length, thinnest) = (self.meridian.length(), self.thinnest());
        let piece = |i: usize| {
            let share = self.meridian.piece(i).length / length;
            let term = |place: f64| {
                let point = self.meridian.at(i, place);
                of(&point) * (point.thickness / thinnest) * (point.radius / length) * share
            };
            nodes.iter().map(|node| node.weight * term(node.place)).sum::<f64>()
        };
        (0..self.meridian.pieces()).map(piece).sum()
    }

    /// kg, of a wall of this density (kg/m³), without the water.
    pub(crate) fn mass(&self, density: f64) -> f64 {
        let unit = self.meridian.length().powi(2) * self.thinnest();
        TAU * density * unit * self.integral(|_| 1.0)
    }

    /// The wall where it is thinnest (m).
    fn thinnest(&self) -> f64 {
        let ends = (0..self.meridian.pieces()).flat_map(|i| self.meridian.piece(i).thickness);
        ends.fold(f64::INFINITY, f64::min)
    }

    /// The ω of bending waves (rad/s) whose wavenumber is 1 over the length of the meridian.
    fn slow(&self, elastic: &Elastic) -> f64 {
        let plate = elastic.young / (12.0 * elastic.density * (1.0 - elastic.poisson.powi(2)));
        plate.sqrt() * self.thinnest() / self.meridian.length().powi(2)
    }

    /// The farthest from the axis (m).
    fn widest(&self) -> f64 {
        let radius = |i| self.meridian.at(i, 0.0).radius.max(self.meridian.at(i, 1.0).radius);
        (0..self.meridian.pieces()).map(radius).fold(0.0, f64::max)
    }

    /// The modes with n waves around up to some frequency (Hz), those of the rigid body first.
    pub(crate) fn modes(&self, elastic: &Elastic, n: u32, up_to: f64) -> Vec<ShellMode> {
        let radians = self.radians(elastic, up_to);
        let limit = up_to.min(self.slow(elastic) * radians * radians / TAU);
        ritz::modes(self, elastic, n, &self.polynomials(radians), (TAU * limit).powi(2))
    }

    /// The length of the meridian in radians of bending waves of this frequency (Hz), or the most.
    fn radians(&self, elastic: &Elastic, up_to: f64) -> f64 {
        (TAU * up_to / self.slow(elastic)).sqrt().min(MOST_RADIANS)
    }

    /// How many polynomials each piece needs. Near an edge, stretching fades within √(rh).
    fn polynomials(&self, radians: f64) -> Vec<usize> {
        let fading = (self.meridian.rim().radius * self.thinnest()).sqrt();
        let count = |i: usize| {
            let length = self.meridian.piece(i).length;
            let waves = 0.5 * radians * length / self.meridian.length();
            (waves + MARGIN + 2.0 * (length / fading).sqrt().min(12.0)).ceil() as usize
        };
        (0..self.meridian.pieces()).map(count).collect()
    }

    /// The spectrum up to some frequency (Hz). Pairs are split by a share of their frequency; what
    /// nothing holds moves as a whole at the frequency `rigid`.
    pub(crate) fn lines(
        &self,
        elastic: &Elastic,
        up_to: f64,
        split: f64,
        rigid: f64,
    ) -> Vec<Line<Wall>> {
        let loose = self.start != Edge::Clamped && self.end != Edge::Clamped;
        let meridian = Arc::new(self.meridian.clone());
        let mut lines = if loose { self.rigid(&meridian, rigid) } else { Vec::new() };
        // The lower mode of a pair may be in range where their mean is not.
        let highest = up_to / (1.0 - 0.5 * split);
        let wavenumber = self.radians(elastic, highest) / self.meridian.length();
        // A wave around is no longer than one along: at the rim it is slower by a hundredth or so.
        let most = (1.1 * wavenumber * self.widest()) as u32 + 2;
        for n in 0..=most {
            let skipped = if !loose || n > 1 { 0 } else { 1 + n as usize };
            let modes = self.modes(elastic, n, highest).into_iter().skip(skipped);
            for (rank, mode) in (u32::from(skipped > 0)..).zip(modes) {
                let frequency = mode.square.max(0.0).sqrt() / TAU;
                let motion = if mode.bending < 0.5 { Motion::Solid } else { Motion::Bending };
                let meridian = meridian.clone();
                let along = Arc::new(Along { meridian, functions: mode.along });
                for around in Around::all(n) {
                    let form = Wall::Wave { around, along: along.clone(), motion };
                    let frequency = frequency * around.detuning(split);
                    lines.push(Line { frequency, name: around.name(rank), form });
                }
            }
        }
        lines
    }

    /// The five motions of the rigid body that move the wall along its normal.
    fn rigid(&self, meridian: &Arc<Meridian>, frequency: f64) -> Vec<Line<Wall>> {
        let length = self.meridian.length();
        let whole = self.integral(|_| 1.0);
        let centre = self.integral(|point| point.height / length) / whole;
        let square = self.integral(|point| {
            (point.height / length - centre).powi(2) + 0.5 * (point.radius / length).powi(2)
        });
        let (centre, arm) = (length * centre, length * (square / whole).sqrt());
        let rocks = |around| Rigid::Rocks { around, centre, arm };
        let motions = [
            ("translation along the axis", Rigid::Up),
            ("translation across cos", Rigid::Aside(Around::Cosine(1))),
            ("translation across sin", Rigid::Aside(Around::Sine(1))),
            ("rocking cos", rocks(Around::Cosine(1))),
            ("rocking sin", rocks(Around::Sine(1))),
        ];
        let line = |(name, motion): (&str, Rigid)| {
            let form = Wall::Rigid { motion, meridian: meridian.clone() };
            Line { frequency, name: name.into(), form }
        };
        motions.into_iter().map(line).collect()
    }
}

/// A motion of the rigid body.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Rigid {
    Up,
    Aside(Around),
    /// About the centre of mass at a height (m), with the radius of gyration (m).
    Rocks {
        around: Around,
        centre: f64,
        arm: f64,
    },
}

/// The shape of a mode along the meridian.
#[derive(Debug)]
pub(crate) struct Along {
    meridian: Arc<Meridian>,
    /// For each piece, displacement outwards and along the axis by its functions.
    functions: Vec<[Vec<f64>; 2]>,
}

impl Along {
    /// The displacement along the normal, at a share of the meridian.
    pub(crate) fn normal(&self, share: f64) -> f64 {
        let (piece, share) = self.meridian.locate(share);
        let [out, along] = &self.functions[piece];
        let Point { sin, cos, .. } = self.meridian.at(piece, share);
        let values = basis::values_at(self.meridian.piece(piece).length, share);
        let parts = values.zip(out).zip(along);
        parts.map(|((value, out), along)| value * (out * sin - along * cos)).sum()
    }

    /// ∫|∇w|² over the first piece, with n waves around, of the displacement w along the normal.
    fn stretch(&self, n: u32) -> f64 {
        let [out, along] = &self.functions[0];
        let piece = self.meridian.piece(0);
        let term = |share: f64| {
            let Point { radius, sin, cos, .. } = self.meridian.at(0, share);
            let (mut normal, mut slope) = (0.0, 0.0);
            let jets = basis::jets(piece.length, share, out.len() - 4);
            for ((jet, out), along) in jets.iter().zip(out).zip(along) {
                let (tangent, outwards) = (out * cos + along * sin, out * sin - along * cos);
                normal += jet[0] * outwards;
                slope += jet[1] * outwards + piece.curvature * jet[0] * tangent;
            }
            (slope * slope + (f64::from(n) * normal / radius).powi(2)) * radius
        };
        let around = if n == 0 { TAU } else { 0.5 * TAU };
        let nodes = gauss(out.len() + 8);
        let sum: f64 = nodes.iter().map(|node| node.weight * term(node.place)).sum();
        around * piece.length * sum
    }
}

/// The shape of one mode of a shell, by the motion along the normal. The first number of a place is
/// the share of the meridian.
#[derive(Clone, Debug)]
pub(crate) enum Wall {
    Rigid { motion: Rigid, meridian: Arc<Meridian> },
    Wave { around: Around, along: Arc<Along>, motion: Motion },
}

impl Form for Wall {
    fn weight(&self, place: Place) -> f64 {
        self.weight_from(self.first_part(place[0]), place)
    }

    fn motion(&self) -> Motion {
        match self {
            Self::Rigid { .. } => Motion::Whole,
            Self::Wave { motion, .. } => *motion,
        }
    }

    fn stretch(&self) -> f64 {
        match self {
            Self::Rigid { .. } => 0.0,
            Self::Wave { around, along, .. } => along.stretch(around.diameters()),
        }
    }

    fn first_part(&self, share: f64) -> f64 {
        match self {
            Self::Wave { along, .. } => along.normal(share),
            Self::Rigid { motion, meridian } => {
                let (piece, share) = meridian.locate(share);
                let Point { radius, height, sin, cos, .. } = meridian.at(piece, share);
                match motion {
                    Rigid::Up => -cos,
                    Rigid::Aside(_) => sin,
                    Rigid::Rocks { centre, arm, .. } => {
                        ((height - centre) * sin + radius * cos) / arm
                    }
                }
            }
        }
    }

    fn weight_from(&self, first_part: f64, [_, turns]: Place) -> f64 {
        let around = match self {
            Self::Wave { around, .. } => *around,
            Self::Rigid { motion: Rigid::Up, .. } => Around::Even,
            Self::Rigid { motion: Rigid::Aside(around) | Rigid::Rocks { around, .. }, .. } => {
                *around
            }
        };
        first_part * around.wave(turns)
    }
}
