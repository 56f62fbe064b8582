//! A contact that is moved from outside: its gap, and the point where it touches.

use std::fmt::Debug;
use std::sync::Arc;

use super::bank::Bank;
use super::link::Link;
use super::mass::FreeMass;

/// How a contact is moved: a ball rolls over a surface, a probe is drawn across it.
///
/// The gap follows the surface, and the weights of the body that is travelled over are those of the
/// place where it is touched. Whoever moves the contact does work, which the ledger books as
/// supplied.
pub trait Travel: Debug + Send + Sync {
    /// The gap (m) at a time (s).
    fn gap(&self, time: f64) -> f64;

    /// The weight of each mode of the body at a time.
    fn weights(&self, time: f64, weights: &mut [f64]);

    /// When everything stands still again (s).
    fn end(&self) -> f64;
}

/// The weights are computed this often (1/s) and drawn as lines in between.
const NODES_PER_SECOND: f64 = 500.0;

/// A mode of the body that is travelled over, as the link knows it.
#[derive(Clone, Copy, Debug)]
enum Slot {
    /// Part and index within.
    Bank(usize, usize),
    Mass(usize),
}

/// The moving part of a link.
#[derive(Clone, Debug)]
pub(super) struct Travelling {
    path: Arc<dyn Travel>,
    slots: Vec<Slot>,
    /// + for the first body of the contact, − for the second.
    sign: f64,
    from: Vec<f64>,
    to: Vec<f64>,
    node: Option<u64>,
    /// What is left of the jump that new weights would make in the compression: it is let go over
    /// the sample, as a gap.
    carried: f64,
}

impl Travelling {
    /// Travels over the body `side` of a link, whose modes live at these places of bank and masses.
    pub(super) fn new(
        path: Arc<dyn Travel>,
        link: &Link,
        side: usize,
        modes: impl Iterator<Item = (Option<usize>, Option<usize>)>,
    ) -> Self {
        let slot = |(place, mass): (Option<usize>, Option<usize>)| match (place, mass) {
            (Some(place), _) => {
                let part = link.bank.iter().position(|p| p.side == side)?;
                Some(Slot::Bank(part, place - link.bank[part].range.start))
            }
            (None, Some(mass)) => link.masses.iter().position(|(m, _)| *m == mass).map(Slot::Mass),
            (None, None) => None,
        };
        let slots: Vec<Slot> = modes.filter_map(slot).collect();
        let zeros = vec![0.0; slots.len()];
        let sign = if side == 0 { 1.0 } else { -1.0 };
        Self { path, sign, from: zeros.clone(), to: zeros, slots, node: None, carried: 0.0 }
    }

    pub(super) fn moves(&self, time: f64) -> bool {
        time < self.path.end()
    }

    pub(super) fn gap(&self, time: f64) -> f64 {
        self.path.gap(time)
    }

    /// How far the gap moves until `time`, when this share of the sample is still to come.
    pub(super) fn gap_step(&self, gap: f64, time: f64, left: f64) -> f64 {
        self.path.gap(time) + self.carried * left - gap
    }

    /// The nodes on both sides of a time, and where between them it lies.
    fn find_nodes(&mut self, time: f64) -> f64 {
        let at = time * NODES_PER_SECOND;
        let node = at.floor().max(0.0) as u64;
        if self.node != Some(node) {
            let next = self.node.is_some_and(|before| before + 1 == node);
            if next {
                std::mem::swap(&mut self.from, &mut self.to);
            } else {
                self.path.weights(node as f64 / NODES_PER_SECOND, &mut self.from);
            }
            self.path.weights((node + 1) as f64 / NODES_PER_SECOND, &mut self.to);
            self.node = Some(node);
        }
        at - node as f64
    }
}

impl Link {
    /// Puts the point of contact where it is at `time`. The compression stays what it is: what the
    /// new weights would change at once becomes a gap that closes over the sample.
    pub(super) fn move_point(&mut self, time: f64, bank: &Bank, masses: &[FreeMass]) {
        let Some(mut travelling) = self.travelling.take() else { return };
        let share = travelling.find_nodes(time);
        let mut jump = 0.0;
        let weights = travelling.from.iter().zip(&travelling.to);
        for ((from, to), slot) in weights.zip(&travelling.slots) {
            let weight = travelling.sign * (from + share * (to - from));
            match *slot {
                Slot::Bank(part, i) => {
                    let part = &mut self.bank[part];
                    jump += (weight - part.weights[i]) * bank.y[part.range.start + i];
                    part.weights[i] = weight;
                }
                Slot::Mass(i) => {
                    let (mass, before) = self.masses[i];
                    jump += (weight - before) * masses[mass].y;
                    self.masses[i].1 = weight;
                }
            }
        }
        travelling.carried = jump;
        self.gap += jump;
        self.travelling = Some(travelling);
    }

    /// Sets how far the gap moves in a step that ends at `time`.
    pub(super) fn move_gap(&mut self, time: f64, left: f64) {
        self.gap_step = self.travelling.as_ref().map_or(0.0, |t| t.gap_step(self.gap, time, left));
    }

    /// The gap has moved; returns the work of whoever moved it, −f·Δgap.
    pub(super) fn moved(&mut self) -> f64 {
        self.gap += self.gap_step;
        -self.force * std::mem::take(&mut self.gap_step)
    }
}
