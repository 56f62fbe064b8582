//! The contact time of an impact with a wall from a table.
//!
//! In units of x_s/v it is a function of s = μ·v and α alone. With L = log(1+s) and a = 1/(α+1),
//! a·e^(−(1−a)·L) times it is smooth in both, from s = 0 to far beyond any loss that is known, and tends to
//! finite values at all ends: pieces of it are polynomials of Chebyshev, computed when they are first
//! needed from [`WallImpact::contact_time`], whose last digits they keep.

use std::f64::consts::PI;
use std::sync::LazyLock;

use carom::exact::WallImpact;

/// Terms in L and in a.
pub(super) const TERMS: usize = 24;
pub(super) const POWERS: usize = 16;

/// Where the pieces begin and end in L; the last end is s = 4.8e8.
const EDGES: [f64; 6] = [0.0, 1.5, 3.0, 5.0, 9.3, 20.0];

/// The range of a: exponents from 1 to 10.
const LEAST: f64 = 1.0 / 11.0;
const MOST: f64 = 0.5;

/// A piece: the coefficients of T_k in L and T_j in a.
pub(super) struct Piece {
    low: f64,
    high: f64,
    pub(super) terms: [[f64; POWERS]; TERMS],
}

static PIECES: [LazyLock<Piece>; 5] = [
    LazyLock::new(|| Piece::new(0)),
    LazyLock::new(|| Piece::new(1)),
    LazyLock::new(|| Piece::new(2)),
    LazyLock::new(|| Piece::new(3)),
    LazyLock::new(|| Piece::new(4)),
];

/// The piece for log(1+s) and α, and where they are in it, from −1 to 1; none where the table ends.
pub(super) fn piece(log: f64, exponent: f64) -> Option<(&'static Piece, [f64; 2])> {
    let a = 1.0 / (exponent + 1.0);
    if !(LEAST..=MOST).contains(&a) {
        return None;
    }
    let piece = PIECES.get(EDGES[1..].iter().position(|edge| log <= *edge)?)?;
    Some((piece, [unit(log, piece.low, piece.high), unit(a, LEAST, MOST)]))
}

/// A number from `low` to `high` on the scale from −1 to 1.
fn unit(x: f64, low: f64, high: f64) -> f64 {
    2.0 * (x - low) / (high - low) - 1.0
}

/// The number from `low` to `high` of the i-th of n nodes of Chebyshev.
fn node(i: usize, n: usize, low: f64, high: f64) -> f64 {
    low + (high - low) * 0.5 * (1.0 + angle(i, n).cos())
}

fn angle(i: usize, n: usize) -> f64 {
    PI * (i as f64 + 0.5) / n as f64
}

/// The share of the value at the i-th of n nodes in the k-th coefficient.
fn weight(i: usize, k: usize, n: usize) -> f64 {
    let whole = if k == 0 { 1.0 } else { 2.0 };
    whole / n as f64 * (k as f64 * angle(i, n)).cos()
}

impl Piece {
    fn new(index: usize) -> Self {
        let (low, high) = (EDGES[index], EDGES[index + 1]);
        let mut terms = [[0.0; POWERS]; TERMS];
        for i in 0..TERMS {
            // Along a first, at one L.
            let log = node(i, TERMS, low, high);
            let mut line = [0.0; POWERS];
            for j in 0..POWERS {
                let value = smooth_time(log, node(j, POWERS, LEAST, MOST));
                for (m, sum) in line.iter_mut().enumerate() {
                    *sum += value * weight(j, m, POWERS);
                }
            }
            for (k, row) in terms.iter_mut().enumerate() {
                let share = weight(i, k, TERMS);
                row.iter_mut().zip(&line).for_each(|(sum, value)| *sum += value * share);
            }
        }
        Self { low, high, terms }
    }
}

/// a·e^(−(1−a)·L)·contact time·v/x_s.
fn smooth_time(log: f64, a: f64) -> f64 {
    let one = WallImpact::new(1.0, 1.0, 1.0 / a - 1.0, log.exp_m1(), 1.0);
    let time = one.map_or(f64::NAN, |one| one.contact_time() / one.lossless_x_max());
    time * a * (-(1.0 - a) * log).exp()
}
