//! Modes of a rectangle that are sines along both sides.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{MOST_MODES, sin_pi};
use crate::room::Rooms;
use crate::{DesignedMode, Forms, Motion, Object, Place};

/// The object whose modes (m, n) are sines with m and n half waves along the two sides, from the
/// lowest up to `up_to` hertz, and at most so many. The frequency (Hz) must rise with m and n.
pub(crate) fn sines(
    mass: f64,
    motion: Motion,
    frequency: impl Fn(f64, f64) -> f64,
    up_to: f64,
    most: usize,
) -> Object {
    let frequency = |m: u32, n: u32| frequency(f64::from(m), f64::from(n));
    let mode = |(frequency, m, n)| {
        let name = format!("({m}, {n})");
        (DesignedMode { frequency, mass, name, motion }, [m, n])
    };
    let (modes, pairs) = rising(frequency, up_to).take(most.min(MOST_MODES)).map(mode).unzip();
    Object { mass, modes, forms: Box::new(Sines::new(pairs)) }
}

/// All pairs of whole numbers from 1 with a frequency up to `up_to`, by rising frequency, which must
/// rise with both.
pub(crate) fn rising(
    frequency: impl Fn(u32, u32) -> f64,
    up_to: f64,
) -> impl Iterator<Item = (f64, u32, u32)> {
    Rising::new(frequency).take_while(move |(frequency, ..)| *frequency <= up_to)
}

/// All pairs of whole numbers from 1, by rising frequency, however long and narrow the rectangle is:
/// the heap holds the next pair of every row that has begun, and of the one that has not.
struct Rising<F> {
    frequency: F,
    // The bits of numbers from 0 rise with them.
    heap: BinaryHeap<Reverse<(u64, u32, u32)>>,
}

impl<F: Fn(u32, u32) -> f64> Rising<F> {
    fn new(frequency: F) -> Self {
        let mut pairs = Self { frequency, heap: BinaryHeap::new() };
        pairs.push(1, 1);
        pairs
    }

    fn push(&mut self, m: u32, n: u32) {
        self.heap.push(Reverse(((self.frequency)(m, n).to_bits(), m, n)));
    }
}

impl<F: Fn(u32, u32) -> f64> Iterator for Rising<F> {
    type Item = (f64, u32, u32);

    fn next(&mut self) -> Option<Self::Item> {
        let Reverse((bits, m, n)) = self.heap.pop()?;
        self.push(m, n + 1);
        if n == 1 {
            self.push(m + 1, 1);
        }
        Some((f64::from_bits(bits), m, n))
    }
}

/// 2·sin(mπx)·sin(nπy) for many m and n.
#[derive(Debug)]
struct Sines {
    pairs: Vec<[u32; 2]>,
    /// Room for sin(mπx) and sin(nπy) at a place, for every m and n from 0 on.
    sines: Rooms<[Vec<f64>; 2]>,
}

impl Sines {
    fn new(pairs: Vec<[u32; 2]>) -> Self {
        let room = |side: usize| {
            let highest = pairs.iter().map(|pair| pair[side]).max().unwrap_or(0);
            vec![0.0; highest as usize + 1]
        };
        let sines = Rooms::new(|| [0, 1].map(room));
        Self { pairs, sines }
    }
}

impl Forms for Sines {
    fn weights(&self, place: Place, weights: &mut [f64]) {
        let mut sines = self.sines.take();
        for (side, at) in sines.iter_mut().zip(place) {
            for (waves, sine) in side.iter_mut().enumerate() {
                *sine = sin_pi(waves as f64 * at);
            }
        }
        let [along, across] = &*sines;
        for (weight, [m, n]) in weights.iter_mut().zip(&self.pairs) {
            *weight = 2.0 * along[*m as usize] * across[*n as usize];
        }
    }
}
