//! Modes of a free or clamped plate that are too many for Ritz's method: products of the modes of two
//! bars (Warburton, Proc. Inst. Mech. Eng. 168, 371 (1954); for plates with a grain Hearmon, J. Appl.
//! Mech. 26, 537 (1959)). High modes are nearly that: their number, their frequencies within a
//! hundredth, and how far they move inside and at the edges. Nobody hears two of hundreds exchanged.

use super::Plate;
use super::rigidity::Rigidity;
use crate::beam::{Bending, Ends};
use crate::room::Rooms;
use crate::special::rising;
use crate::{DesignedMode, Elastic, Forms, Motion, Object, Place};
use std::f64::consts::{PI, TAU};

/// An object has no more modes than this.
const MOST: usize = 4096;

/// A shape along one side: 0 and 1 are the motions of a free bar as a whole.
#[derive(Clone, Copy, Debug)]
struct Side {
    ends: Ends,
    number: usize,
}

impl Side {
    /// Of a number from 1, as products are counted.
    fn new(ends: Ends, count: u32) -> Self {
        let number = if ends == Ends::Free { count as usize - 1 } else { count as usize + 1 };
        Self { ends, number }
    }

    fn bending(self) -> Option<Bending> {
        self.number.checked_sub(2).map(|number| Bending::new(self.ends, number + 1))
    }

    /// G⁴, H and J of Warburton's table: ∫X″²/π⁴, −∫XX″/π² and ∫X′²/π² for a mean square of 1.
    fn squares(self) -> [f64; 3] {
        let Some(bending) = self.bending() else {
            return [0.0, 0.0, if self.number == 1 { 12.0 / (PI * PI) } else { 0.0 }];
        };
        let g = bending.beta / PI;
        let h = g * g * (1.0 - 2.0 / (g * PI));
        let j = if self.ends == Ends::Free { g * g * (1.0 + 6.0 / (g * PI)) } else { h };
        [g.powi(4), h, j]
    }

    fn weight(self, x: f64) -> f64 {
        match (self.bending(), self.number) {
            (Some(bending), _) => bending.weight(x),
            (None, 0) => 1.0,
            (None, _) => 3f64.sqrt() * (2.0 * x - 1.0),
        }
    }
}

/// Adds to an object, whose modes end at a frequency, those up to another.
pub(super) fn extend(
    object: Object,
    (plate, ends): (&Plate, Ends),
    elastic: &Elastic,
    [from, up_to]: [f64; 2],
) -> Object {
    let (rigidity, scale) = (Rigidity::of(elastic), PI * PI * plate.bending(elastic) / TAU);
    let frequency = |m: u32, n: u32| {
        let [[gx, hx, jx], [gy, hy, jy]] = [m, n].map(|count| Side::new(ends, count).squares());
        let (a, b) = (plate.length.powi(2), plate.width.powi(2));
        let mixed = 2.0 * rigidity.coupling * hx * hy + rigidity.twist * jx * jy;
        let bent = rigidity.along * gx / (a * a) + rigidity.across * gy / (b * b);
        scale * (bent + mixed / (a * b)).sqrt()
    };
    let Object { mass, mut modes, forms } = object;
    let room = MOST.saturating_sub(modes.len());
    let pairs: Vec<_> =
        rising(frequency, up_to).filter(|(hertz, ..)| *hertz > from).take(room).collect();
    if pairs.is_empty() {
        return Object { mass, modes, forms };
    }
    let known = modes.len();
    for (hertz, m, n) in &pairs {
        let name = format!("about ({m}, {n})");
        modes.push(DesignedMode { frequency: *hertz, mass, name, motion: Motion::Bending });
    }
    let pairs: Vec<_> = pairs.into_iter().map(|(_, m, n)| [m, n]).collect();
    let most = |side: usize| pairs.iter().map(|pair| pair[side] as usize).max().unwrap_or(0);
    let room = Rooms::new(|| [0, 1].map(|side| vec![0.0; most(side)]));
    Object { mass, modes, forms: Box::new(Extended { forms, known, ends, pairs, room }) }
}

/// Mode shapes, and products that follow them.
#[derive(Debug)]
struct Extended {
    forms: Box<dyn Forms>,
    known: usize,
    ends: Ends,
    pairs: Vec<[u32; 2]>,
    /// Room for the shapes along both sides at a place.
    room: Rooms<[Vec<f64>; 2]>,
}

impl Forms for Extended {
    fn weights(&self, place: Place, weights: &mut [f64]) {
        let (known, products) = weights.split_at_mut(self.known.min(weights.len()));
        self.forms.weights(place, known);
        let mut room = self.room.take();
        for (side, at) in room.iter_mut().zip(place) {
            for (count, value) in (1..).zip(side) {
                *value = Side::new(self.ends, count).weight(at);
            }
        }
        let [along, across] = &*room;
        for (weight, [m, n]) in products.iter_mut().zip(&self.pairs) {
            *weight = along[*m as usize - 1] * across[*n as usize - 1];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::special::testing::{STEEL, assert_orthonormal, square};
    use crate::{Edges, Resonator};

    fn plate(edges: Edges) -> Plate {
        Plate { length: 0.5, width: 0.37, thickness: 0.002, edges, ..Plate::default() }
    }

    #[test]
    fn their_number_goes_on_as_ritz_began() {
        for edges in [Edges::Free, Edges::Clamped] {
            let plate = plate(edges);
            let all = plate.design(&STEEL, 12_000.0);
            let below =
                |hertz: f64| all.modes.iter().filter(|m| m.frequency < hertz).count() as f64;
            // As many as waves fit into the plate, and a few at its edges.
            let density = plate.length * plate.width / (2.0 * plate.bending(&STEEL));
            for hertz in [3000.0, 6000.0, 9000.0, 12_000.0] {
                let band = below(hertz) - below(0.7 * hertz);
                let share = band / (0.3 * density * hertz);
                assert!((share - 1.0).abs() < 0.2, "{edges:?} {hertz} {share}");
            }
            assert!(all.modes.is_sorted_by(|a, b| a.frequency <= b.frequency));
        }
    }

    /// Frequencies that Ritz's method has, too, in order: they are too high by a hundredth or two, and
    /// by less the higher they are.
    #[test]
    fn they_are_nearly_what_ritz_gives() {
        for (edges, ends) in [(Edges::Free, Ends::Free), (Edges::Clamped, Ends::Clamped)] {
            let plate = plate(edges);
            let ritz = plate.design(&STEEL, 4000.0);
            let empty = plate.design(&STEEL, 0.0);
            let products = extend(empty, (&plate, ends), &STEEL, [1.0, 4000.0]);
            let high = |object: &Object| -> Vec<f64> {
                let all = object.modes.iter().map(|mode| mode.frequency);
                all.filter(|hertz| *hertz > 1000.0).collect()
            };
            let (ritz, products) = (high(&ritz), high(&products));
            assert!(ritz.len().abs_diff(products.len()) <= 2);
            for (a, b) in ritz.iter().zip(&products) {
                assert!(b / a - 1.0 < if edges == Edges::Free { 0.025 } else { 0.006 });
                assert!(*a < 2000.0 || b / a - 1.0 < 0.016, "{edges:?}: {a} {b}");
            }
        }
    }

    #[test]
    fn their_shapes_are_orthonormal() {
        let plate = plate(Edges::Free);
        let empty = plate.design(&STEEL, 0.0);
        let object = extend(empty, (&plate, Ends::Free), &STEEL, [1.0, 1500.0]);
        assert_orthonormal(&object, &square(), 12);
    }
}
