//! The plate whose edges are supported: sines, exactly.
//!
//! f = (π/2)·√(D/ρh)·((m/a)² + (n/b)²), shape 2·sin(mπx/a)·sin(nπy/b) (Leissa, Vibration of Plates,
//! NASA SP-160, 1969, eq. 4.20).

use std::f64::consts::PI;

use super::super::{DesignedMode, Elastic, Forms, Object, Place};
use super::Plate;

/// More modes than anybody can hear; keeps memory bounded for any plate.
const MOST: f64 = 4096.0;

#[derive(Debug)]
struct Sines(Vec<[u32; 2]>);

impl Forms for Sines {
    fn weights(&self, place: Place, weights: &mut [f64]) {
        for (weight, [m, n]) in weights.iter_mut().zip(&self.0) {
            *weight = 2.0 * sine(*m, place[0]) * sine(*n, place[1]);
        }
    }
}

/// sin(mπx), exactly 0 at the far edge too.
fn sine(m: u32, x: f64) -> f64 {
    let half_turns = f64::from(m) * x;
    let within = half_turns.rem_euclid(2.0);
    if within == 1.0 { 0.0 } else { (PI * within).sin() }
}

pub(super) fn design(plate: &Plate, elastic: &Elastic, up_to: f64) -> Object {
    let scale = PI / 2.0 * plate.bending(elastic);
    let mut pairs = pairs(plate, (up_to / scale).sqrt());
    let frequency = |[m, n]: [u32; 2]| {
        scale * ((f64::from(m) / plate.length).powi(2) + (f64::from(n) / plate.width).powi(2))
    };
    pairs.retain(|&pair| frequency(pair) <= up_to);
    pairs.sort_by(|&a, &b| frequency(a).total_cmp(&frequency(b)));
    let mass = plate.mass(elastic);
    let mode = |&[m, n]: &[u32; 2]| {
        let name = format!("({m}, {n})");
        DesignedMode { frequency: frequency([m, n]), mass, name }
    };
    Object { mass, modes: pairs.iter().map(mode).collect(), forms: Box::new(Sines(pairs)) }
}

/// All m and n with (m/a)² + (n/b)² ≤ `radius`², for a radius lowered until they are not too many.
fn pairs(plate: &Plate, radius: f64) -> Vec<[u32; 2]> {
    let (a, b) = (plate.length, plate.width);
    // A quarter of an ellipse holds fewer than its area; a strip holds no more than its length.
    let radius = radius.min((4.0 * MOST / PI / a / b).sqrt().max(1.0 / b)).min(MOST / a.max(b));
    let mut pairs = Vec::new();
    for m in 1..=(radius * a).min(MOST) as u32 {
        let left = 1.0 - (f64::from(m) / (radius * a)).powi(2);
        let most = (radius * b * left.max(0.0).sqrt() * (1.0 + 1e-12)).min(MOST);
        pairs.extend((1..=most as u32).map(|n| [m, n]));
    }
    pairs
}
