//! What the displacements of a shell are made of along its meridian.
//!
//! On each piece Hermite's four cubics, which carry value and slope at its ends from piece to
//! piece, and polynomials that vanish there with their slope. The displacements are those outwards
//! from the axis, around it and along it, so that pieces fit together whatever their curvature.

use super::Edge;
use super::meridian::{Meridian, Point};
use crate::eigen::polynomial::Family;

/// Outwards, around and along the axis, times cos nθ, sin nθ and cos nθ.
pub(super) type Direction = [f64; 3];

const OUT: Direction = [1.0, 0.0, 0.0];
const AROUND: Direction = [0.0, 1.0, 0.0];
const ALONG: Direction = [0.0, 0.0, 1.0];

/// How many functions of a piece are Hermite's.
const CUBICS: usize = 4;

/// A function of a piece that belongs to a degree of freedom, and where it moves the shell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) degree: usize,
    pub(super) function: usize,
    pub(super) direction: Direction,
}

/// The degrees of freedom, by the pieces that they move.
#[derive(Clone, Debug)]
pub(super) struct Degrees {
    pub(super) count: usize,
    pub(super) parts: Vec<Vec<Part>>,
}

impl Degrees {
    /// With n waves around, and on each piece so many polynomials beside the cubics.
    pub(super) fn new(meridian: &Meridian, edges: [Edge; 2], n: u32, more: &[usize]) -> Self {
        let pieces = meridian.pieces();
        let mut all = Self { count: 0, parts: vec![Vec::new(); pieces] };
        let turns = n > 0;
        for node in 0..=pieces {
            let edge = match node {
                0 => edges[0],
                _ if node == pieces => edges[1],
                _ => Edge::Free,
            };
            let here = if node == 0 { meridian.at(0, 0.0) } else { meridian.at(node - 1, 1.0) };
            for direction in values(edge, n) {
                all.add_at_node(node, 0, direction);
            }
            for direction in slopes(edge, n, here) {
                all.add_at_node(node, 1, direction);
            }
        }
        for (piece, &more) in more.iter().enumerate() {
            for function in CUBICS..CUBICS + more {
                for direction in [OUT, AROUND, ALONG] {
                    if turns || direction != AROUND {
                        let degree = all.count;
                        all.parts[piece].push(Part { degree, function, direction });
                        all.count += 1;
                    }
                }
            }
        }
        all
    }

    /// The value (0) or slope (1) at a node: that at the end of one piece and at the start of the
    /// next.
    fn add_at_node(&mut self, node: usize, order: usize, direction: Direction) {
        let degree = self.count;
        if node > 0 {
            self.parts[node - 1].push(Part { degree, function: 2 + order, direction });
        }
        if let Some(next) = self.parts.get_mut(node) {
            next.push(Part { degree, function: order, direction });
        }
        self.count += 1;
    }
}

/// The directions in which a node can move.
fn values(edge: Edge, n: u32) -> Vec<Direction> {
    match (edge, n) {
        (Edge::Free, 0) => vec![OUT, ALONG],
        (Edge::Free, _) => vec![OUT, AROUND, ALONG],
        // A point on the axis goes along it, or across it as a whole.
        (Edge::Pole, 0) => vec![ALONG],
        (Edge::Pole, 1) => vec![[1.0, -1.0, 0.0]],
        (Edge::Pole | Edge::Clamped, _) => Vec::new(),
        #[cfg(test)]
        (Edge::Diaphragm, _) => vec![ALONG],
    }
}

/// The directions of the slope that a node can have.
fn slopes(edge: Edge, n: u32, Point { sin, cos, .. }: Point) -> Vec<Direction> {
    let stretch = [cos, 0.0, sin];
    let turn = [sin, 0.0, -cos];
    let mut slopes = vec![stretch];
    let fixed = edge == Edge::Clamped || (edge == Edge::Pole && n != 1);
    if !fixed {
        slopes.push(turn);
    }
    if n > 0 {
        slopes.push(AROUND);
    }
    slopes
}

/// The functions of a piece at a place, one after the other.
pub(super) fn values_at(length: f64, share: f64) -> impl Iterator<Item = f64> {
    let (x, x2, x3) = (share, share * share, share * share * share);
    let ends = [
        1.0 - 3.0 * x2 + 2.0 * x3,
        length * (x - 2.0 * x2 + x3),
        3.0 * x2 - 2.0 * x3,
        length * (x3 - x2),
    ];
    ends.into_iter().chain(Family::Clamped.values(share))
}

/// Value, first and second derivative by the length along the meridian of the functions of a piece.
pub(super) fn jets(length: f64, share: f64, more: usize) -> Vec<[f64; 3]> {
    let x = share;
    let (x2, x3) = (x * x, x * x * x);
    let mut jets = vec![
        [1.0 - 3.0 * x2 + 2.0 * x3, 6.0 * (x2 - x), 12.0 * x - 6.0],
        [
            length * (x - 2.0 * x2 + x3),
            length * (1.0 - 4.0 * x + 3.0 * x2),
            length * (6.0 * x - 4.0),
        ],
        [3.0 * x2 - 2.0 * x3, 6.0 * (x - x2), 6.0 - 12.0 * x],
        [length * (x3 - x2), length * (3.0 * x2 - 2.0 * x), length * (6.0 * x - 2.0)],
    ];
    jets.extend(Family::Clamped.jets(x, more));
    for jet in &mut jets {
        jet[1] /= length;
        jet[2] /= length * length;
    }
    jets
}
