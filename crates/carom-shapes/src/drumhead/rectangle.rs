//! A rectangular skin in a wall.
//!
//! The load of the air on the shapes 2·sin mπx·sin nπy is Rayleigh's integral of their correlation,
//! ρ/2π·∬φφ′·e^(−ikr)/r, in polar coordinates, where r cancels. Shapes mix that are even, or odd,
//! about the same middle lines.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use crate::air::{Complex, ROOM};

use super::Head;
use super::modes::{alone, settled};
use super::outside::Load;
use super::{Around, Outside};
use crate::eigen::generalised::generalised;
use crate::eigen::polynomial::{Node, gauss};
use crate::eigen::{Eigen, Matrix};
use crate::special::{Form, Line, MOST_MODES, rising, sin_pi};
use crate::{Motion, Place};

/// Shapes with a wave number below this, times the radius of the disc of the same area, are solved
/// together with all the air around them.
const REACH: f64 = 10.0;
/// So many nodes along and around in each of the two sectors.
const NODES: [usize; 2] = [32, 20];

/// m and n of a shape.
type Waves = [u32; 2];

/// The lines of a skin of some sides, surface density and tension, up to a frequency.
pub(crate) fn lines(sides: [f64; 2], density: f64, tension: f64, up_to: f64) -> Vec<Line<Sum>> {
    let [a, b] = sides;
    // Area over half the way around, as of a disc of that radius.
    let head = Head { radius: a / (1.0 + a / b), density, tension };
    let wave = |[m, n]: Waves| PI * (f64::from(m) / a).hypot(f64::from(n) / b);
    let far = |waves: Waves| wave(waves) * a.sqrt() * (b / PI).sqrt() > REACH;
    let short = |waves: Waves| {
        let edges = edges(sides, waves);
        alone(&head, Around::Both(Outside::Wall), [0.0, wave(waves) * head.radius], edges)
    };
    let mut lines = Vec::new();
    let mut together = vec![Vec::new(); 4];
    for (frequency, m, n) in rising(|m, n| short([m, n]).0 / TAU, up_to).take(MOST_MODES) {
        if !far([m, n]) {
            continue;
        }
        let (_, radiation, scale) = short([m, n]);
        let parts = vec![([m, n], density.sqrt() * scale)];
        lines.push(Line { frequency, name: name([m, n]), form: Sum { parts, radiation } });
    }
    for m in (1..).take_while(|m| !far([*m, 1])) {
        for n in (1..).take_while(|n| !far([m, *n])) {
            together[(2 * (m % 2) + n % 2) as usize].push([m, n]);
        }
    }
    for mut group in together.into_iter().filter(|group| !group.is_empty()) {
        group.sort_by(|one, other| wave(*one).total_cmp(&wave(*other)));
        let skin = Skin { sides, density, tension, group };
        lines.extend(skin.lines());
    }
    lines
}

/// By what share the edges add to the mass of the air that a short wave moves: the next term of the
/// integrals below at k = 0, with ∫∫sin(px)·cos(qy)/r = asinh(p/q)/√(p² + q²) over a quarter.
fn edges([a, b]: [f64; 2], [m, n]: Waves) -> f64 {
    let (p, q) = (PI * f64::from(m) / a, PI * f64::from(n) / b);
    let wave = p.hypot(q);
    let pair = |side: f64, p: f64, q: f64| {
        let both = (p / q).asinh() * (p / wave + wave / p);
        2.0 / PI * (both - 1.0) / (side * wave)
    };
    // On a strip it is a logarithm, which the finite speed of sound ends.
    (pair(a, p, q) + pair(b, q, p)).min(1.0)
}

fn name([m, n]: Waves) -> String {
    format!("({m}, {n})")
}

/// Shapes that the air mixes.
struct Skin {
    sides: [f64; 2],
    density: f64,
    tension: f64,
    group: Vec<Waves>,
}

impl Skin {
    fn lines(&self) -> Vec<Line<Sum>> {
        let nodes = self.nodes();
        let mode = |omega: f64, vector: &[f64], load: &Load| {
            let row = |(row, part): (&Vec<Complex<f64>>, &f64)| -> f64 {
                part * row.iter().zip(vector).map(|(entry, v)| -omega * entry.im * v).sum::<f64>()
            };
            let radiation = 0.5 * load.iter().zip(vector).map(row).sum::<f64>().max(0.0);
            let size = |i: &usize| vector[*i].abs();
            let most = (0..vector.len()).max_by(|i, j| size(i).total_cmp(&size(j))).unwrap_or(0);
            let scale = self.density.sqrt();
            let part = |(waves, part): (&Waves, &f64)| (*waves, scale * part);
            let parts = self.group.iter().zip(vector).map(part).collect();
            let form = Sum { parts, radiation };
            Line { frequency: omega / TAU, name: name(self.group[most]), form }
        };
        settled(|omega| self.solved(omega, &nodes), mode)
    }

    /// The load of both sides, and the modes under it.
    fn solved(&self, omega: f64, nodes: &[(f64, f64, Vec<f64>)]) -> (Load, Eigen) {
        let count = self.group.len();
        let (mut stiffness, mut mass) = (Matrix::zero(count), Matrix::zero(count));
        let mut load = vec![vec![Complex::new(0.0, 0.0); count]; count];
        for (r, weight, correlations) in nodes {
            let sound = Complex::from_polar(2.0 * ROOM.density * weight, -omega / ROOM.speed * r);
            let mut rest = correlations.iter();
            for (p, row) in load.iter_mut().enumerate() {
                for (entry, correlation) in row[..=p].iter_mut().zip(&mut rest) {
                    *entry += sound * correlation;
                }
            }
        }
        for p in 0..count {
            for q in 0..p {
                load[q][p] = load[p][q];
            }
            let [m, n] = self.group[p].map(f64::from);
            let wave = PI * (m / self.sides[0]).hypot(n / self.sides[1]);
            stiffness.row_mut(p)[p] = self.tension * wave * wave;
            for q in 0..count {
                mass.row_mut(p)[q] = load[p][q].re + if p == q { self.density } else { 0.0 };
            }
        }
        let eigen = generalised(&stiffness, &mass);
        (load, eigen)
    }

    /// Distances r with their weights, 4/2π for the four quarters, and there the correlations of all
    /// pairs of shapes, row by row of the lower triangle.
    fn nodes(&self) -> Vec<(f64, f64, Vec<f64>)> {
        let [a, b] = self.sides;
        let corner = b.atan2(a);
        let [along, around] = NODES.map(gauss);
        let mut nodes = Vec::new();
        for [from, to] in [[0.0, corner], [corner, FRAC_PI_2]] {
            for turn in &around {
                let (sine, cosine) = (from + (to - from) * turn.place).sin_cos();
                let end = if from == 0.0 { a / cosine } else { b / sine };
                let ray = |node: &Node| {
                    let r = end * node.place;
                    let weight = 2.0 / PI * (to - from) * turn.weight * end * node.weight;
                    (r, weight, self.correlations(r * cosine / a, r * sine / b))
                };
                nodes.extend(along.iter().map(ray));
            }
        }
        nodes
    }

    fn correlations(&self, s: f64, t: f64) -> Vec<f64> {
        let pairs = (0..self.group.len()).flat_map(|p| (0..=p).map(move |q| (p, q)));
        let pair = |(p, q): (usize, usize)| {
            let ([m, n], [k, l]) = (self.group[p], self.group[q]);
            correlation(m, k, s) * correlation(n, l, t)
        };
        pairs.map(pair).collect()
    }
}

/// ∫2·sin mπx·sin kπ(x + s)·dx from 0 to 1 − s, with m and k both even or both odd.
fn correlation(m: u32, k: u32, s: f64) -> f64 {
    let (x, y) = (f64::from(m), f64::from(k));
    let [one, other] = [(PI * x * s).sin(), (PI * y * s).sin()];
    if m == k {
        return (1.0 - s) * (PI * x * s).cos() + one / (PI * x);
    }
    ((other - one) / (x - y) + (one + other) / (x + y)) / PI
}

/// A sum of sines.
#[derive(Debug)]
pub(crate) struct Sum {
    parts: Vec<(Waves, f64)>,
    radiation: f64,
}

impl Form for Sum {
    fn motion(&self) -> Motion {
        Motion::Taut
    }

    fn weight(&self, [x, y]: Place) -> f64 {
        let part = |&([m, n], factor): &(Waves, f64)| {
            2.0 * factor * sin_pi(f64::from(m) * x) * sin_pi(f64::from(n) * y)
        };
        self.parts.iter().map(part).sum()
    }

    fn radiation(&self) -> Option<f64> {
        Some(self.radiation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The static load of one side on one shape, per ρ.
    fn load(sides: [f64; 2], waves: Waves) -> f64 {
        let skin = Skin { sides, density: 0.0, tension: 1.0, group: vec![waves] };
        let (load, _) = skin.solved(0.0, &skin.nodes());
        load[0][0].re / (2.0 * ROOM.density)
    }

    #[test]
    fn the_load_is_that_of_an_independent_integral() {
        // ∬|W|²/κ over wave numbers, in Python with mpmath.
        let known = [
            ([1.0, 1.0], [1, 1], 0.409_496_084),
            ([1.0, 0.6], [1, 1], 0.312_011_636),
            ([1.0, 0.6], [2, 1], 0.159_010_935),
        ];
        for (sides, waves, mass) in known {
            let found = load(sides, waves);
            assert!((found / mass - 1.0).abs() < 1e-5, "{waves:?} {found} {mass}");
        }
    }

    #[test]
    fn a_point_radiates_as_a_point() {
        let slow = lines([0.5, 0.3], 0.262, 1.0, 2.0);
        let line = slow.iter().find(|line| line.name == "(1, 1)").unwrap();
        let flow = |&([m, n], factor): &(Waves, f64)| {
            let odd = |n: u32| if n % 2 == 1 { 2.0 / (PI * f64::from(n)) } else { 0.0 };
            2.0 * factor * odd(m) * odd(n)
        };
        let mean: f64 = line.form.parts.iter().map(flow).sum();
        let omega = TAU * line.frequency;
        // Both sides, R = ρω²U²/(2πc) each, for shapes whose modal mass is that of the skin.
        let resistance = 2.0 * ROOM.density * (omega * 0.15 * mean).powi(2) / (TAU * ROOM.speed);
        let known = resistance / (2.0 * 0.262 * 0.15);
        assert!(
            (line.form.radiation / known - 1.0).abs() < 1e-3,
            "{} {known}",
            line.form.radiation
        );
    }

    #[test]
    fn short_waves_join_the_others() {
        let all = lines([0.5, 0.3], 0.262, 3990.0, 2000.0);
        let head = Head { radius: 0.1875, density: 0.262, tension: 3990.0 };
        let mut count = 0;
        for line in all.iter().filter(|line| line.form.parts.len() > 1) {
            let numbers: Vec<f64> =
                line.name[1..line.name.len() - 1].split(", ").map(|n| n.parse().unwrap()).collect();
            let wave = PI * (numbers[0] / 0.5).hypot(numbers[1] / 0.3);
            let bound = if wave > 35.0 { 0.006 } else { 0.1 };
            let waves = [0, 1].map(|i| numbers[i] as u32);
            let more = edges([0.5, 0.3], waves);
            let around = Around::Both(Outside::Wall);
            let (omega, ..) = alone(&head, around, [0.0, wave * head.radius], more);
            let near = (omega / TAU / line.frequency - 1.0).abs();
            assert!(near < bound, "{} {near}", line.name);
            count += 1;
        }
        assert!(count > 15, "{count}");
    }
}
