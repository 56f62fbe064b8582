use super::*;
use crate::beam::Bending;
use crate::special::testing::line;

const ALL: [Ends; 4] = [Ends::Free, Ends::Clamped, Ends::Supported, Ends::Cantilever];

/// Of a bar of rosewood, 35 cm long and 2.2 cm thick, with E/G = 14.
const ROSEWOOD: Slenderness = slenderness(0.35, 0.022, 14.0);

const fn slenderness(length: f64, thickness: f64, young_over_shear: f64) -> Slenderness {
    let turn = thickness * thickness / (12.0 * length * length);
    Slenderness { turn, shear: turn * young_over_shear * 6.0 / 5.0 }
}

/// The characteristic equations as Huang (1961) prints them, below the second branch and beyond
/// it, over cosh.
fn huang(ends: Ends, Slenderness { turn, shear }: Slenderness, b: f64) -> f64 {
    let difference = turn - shear;
    let root = (difference * difference + 4.0 / (b * b)).sqrt();
    let beta = b * (0.5 * (turn + shear + root)).sqrt();
    let square = 0.5 * (root - turn - shear);
    let alpha = b * square.abs().sqrt();
    let rest = 1.0 - b * b * turn * shear;
    let (cosine, sine) = if square > 0.0 {
        (1.0, alpha.tanh() / rest.sqrt())
    } else {
        (alpha.cos(), alpha.sin() / (-rest).sqrt())
    };
    let one = if square > 0.0 { alpha.cosh().recip() } else { 1.0 };
    let both = |a: f64, c: f64| {
        let factor = b * (b * b * a * difference * difference + 3.0 * a - c);
        2.0 * one - 2.0 * cosine * beta.cos() + factor * sine * beta.sin()
    };
    match ends {
        Ends::Free => both(turn, shear),
        Ends::Clamped => both(shear, turn),
        Ends::Supported => sine * beta.sin(),
        Ends::Cantilever => {
            let factor = b * b * difference * difference + 2.0;
            2.0 * one + factor * cosine * beta.cos() - b * (turn + shear) * sine * beta.sin()
        }
    }
}

#[test]
fn frequencies_are_roots_of_the_printed_equations() {
    for ends in ALL {
        for slenderness in [ROSEWOOD, slenderness(0.3, 0.005, 2.6), slenderness(1.0, 0.4, 3.0)] {
            let cutoff = (slenderness.turn * slenderness.shear).sqrt().recip();
            let found = Flexure::all(ends, slenderness, 3.0 * cutoff);
            assert!(found.iter().filter(|mode| mode.figure > cutoff).count() > 3);
            // Every change of sign of the printed equation, by bisection on a fine grid.
            let function = |b: f64| huang(ends, slenderness, b);
            let step = found[0].figure / 997.0;
            let (mut left, mut known) = (0.5 * found[0].figure, Vec::new());
            while left < 3.0 * cutoff - step {
                let (mut low, mut high) = (left, left + step);
                let start = function(low) > 0.0;
                if start != (function(high) > 0.0) {
                    for _ in 0..60 {
                        let middle = 0.5 * (low + high);
                        if (function(middle) > 0.0) == start {
                            low = middle;
                        } else {
                            high = middle;
                        }
                    }
                    known.push(low);
                }
                left += step;
            }
            // Printed as they are, they also vanish at the cut-off, and pairs can be closer than
            // the grid.
            known.retain(|b| (b / cutoff - 1.0).abs() > 1e-9);
            assert!(known.len() + 4 >= found.len(), "{} of {}", known.len(), found.len());
            for known in &known {
                let near = |mode: &Flexure| (mode.figure / known - 1.0).abs();
                let nearest = found.iter().map(near).fold(1.0, f64::min);
                assert!(nearest < 1e-9, "{ends:?}: {known} is {nearest} away");
            }
        }
    }
}

#[test]
fn slender_beams_are_those_of_euler_and_bernoulli() {
    let slender = slenderness(1.0, 1e-7, 2.6);
    for ends in ALL {
        let found = Flexure::all(ends, slender, 1e4);
        for (number, mode) in (1..=20).zip(&found) {
            let known = Bending::new(ends, number);
            let figure = known.beta.powi(2);
            assert!((mode.figure / figure - 1.0).abs() < 1e-9, "{ends:?} {number}");
            let sign = mode.weight(0.93) * known.weight(0.93);
            for x in [0.0, 0.1, 0.37, 0.5, 0.8, 1.0] {
                let difference = mode.weight(x) * sign.signum() - known.weight(x);
                assert!(difference.abs() < 1e-6, "{ends:?} {number} {x} {difference}");
            }
        }
    }
}

#[test]
fn rosewood_shears() {
    let found = Flexure::all(Ends::Free, ROSEWOOD, 1000.0);
    let sharp = |number: usize| {
        Bending::new(Ends::Free, number).beta.powi(2) / found[number - 1].figure - 1.0
    };
    assert!((sharp(2) - 0.13).abs() < 0.005, "{}", sharp(2));
    assert!((sharp(6) - 0.78).abs() < 0.005, "{}", sharp(6));
}

#[test]
fn modes_are_orthonormal_with_the_turning_of_their_sections() {
    let nodes = line(0.0, 1.0, 160);
    for ends in ALL {
        for slenderness in [ROSEWOOD, slenderness(1.0, 0.3, 3.0)] {
            let mut modes = Flexure::all(ends, slenderness, 1e4);
            modes.truncate(40);
            let cutoff = (slenderness.turn * slenderness.shear).sqrt().recip();
            assert!(modes.last().is_some_and(|mode| mode.figure > cutoff));
            for first in &modes {
                for second in &modes {
                    let part = |&(x, share): &(f64, f64)| {
                        let turns = first.turn(x) * second.turn(x);
                        share * (first.weight(x) * second.weight(x) + slenderness.turn * turns)
                    };
                    let mean: f64 = nodes.iter().map(part).sum();
                    let expected = f64::from(u8::from(first.figure == second.figure));
                    let (a, b) = (first.figure, second.figure);
                    assert!((mean - expected).abs() < 1e-8, "{ends:?} {a} {b}: {mean}");
                }
            }
        }
    }
}
