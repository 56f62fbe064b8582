//! A contact that is moved from outside: its gap, and the point where it touches.

use std::fmt::Debug;
use std::sync::Arc;

use super::bank::Bank;
use super::kernels::{Cpu, slide};
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

/// The moving part of a link.
#[derive(Clone, Debug)]
pub(super) struct Travelling {
    path: Arc<dyn Travel>,
    /// When it is over (s).
    end: f64,
    /// + for the first body of the contact, − for the second.
    sign: f64,
    /// Which part of the link lies in the bank, and which modes of the body these are.
    part: Option<usize>,
    ringing: Vec<usize>,
    /// The free masses of the body: mode, and where in the link.
    masses: Vec<(usize, usize)>,
    /// The weights at the nodes before and after, those in the bank in its order and padded as it
    /// is, then the masses.
    from: Vec<f64>,
    to: Vec<f64>,
    padded: usize,
    /// Room for the weights as the path gives them.
    given: Vec<f64>,
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
        let part = link.bank.iter().position(|part| part.side == side);
        let (mut ringing, mut masses, mut count) = (Vec::new(), Vec::new(), 0);
        for (mode, (place, mass)) in modes.enumerate() {
            count += 1;
            if place.is_some() {
                ringing.push(mode);
            } else if let Some(i) = link.masses.iter().position(|(m, _)| Some(*m) == mass) {
                masses.push((mode, i));
            }
        }
        let sign = if side == 0 { 1.0 } else { -1.0 };
        let padded = part.map_or(0, |part| link.bank[part].range.len());
        let zeros = vec![0.0; padded + masses.len()];
        let (from, to, given) = (zeros.clone(), zeros, vec![0.0; count]);
        let (node, carried, end) = (None, 0.0, path.end());
        Self { path, end, sign, part, ringing, masses, from, to, padded, given, node, carried }
    }

    pub(super) fn moves(&self, time: f64) -> bool {
        time < self.end
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
            if self.node.is_some_and(|before| before + 1 == node) {
                std::mem::swap(&mut self.from, &mut self.to);
            } else {
                self.weigh(node);
                std::mem::swap(&mut self.from, &mut self.to);
            }
            self.weigh(node + 1);
            self.node = Some(node);
        }
        at - node as f64
    }

    /// Leaves the weights at a node in `to`.
    fn weigh(&mut self, node: u64) {
        self.path.weights(node as f64 / NODES_PER_SECOND, &mut self.given);
        let (ringing, masses) = self.to.split_at_mut(self.padded);
        for (to, &mode) in ringing.iter_mut().zip(&self.ringing) {
            *to = self.sign * self.given[mode];
        }
        for (to, (mode, _)) in masses.iter_mut().zip(&self.masses) {
            *to = self.sign * self.given[*mode];
        }
    }
}

impl Link {
    /// Puts the point of contact where it is at `time`. The compression stays what it is: what the
    /// new weights would change at once becomes a gap that closes over the sample.
    pub(super) fn move_point(&mut self, cpu: Cpu, time: f64, bank: &Bank, masses: &[FreeMass]) {
        let Some(travelling) = &mut self.travelling else { return };
        let share = travelling.find_nodes(time);
        let ringing = travelling.padded;
        let mut jump = 0.0;
        if let Some(part) = travelling.part {
            let part = &mut self.bank[part];
            let (from, to) = (&travelling.from[..ringing], &travelling.to[..ringing]);
            jump += slide(cpu, &mut part.weights, &bank.y[part.range.clone()], from, to, share);
        }
        for (n, &(_, i)) in travelling.masses.iter().enumerate() {
            let (from, to) = (travelling.from[ringing + n], travelling.to[ringing + n]);
            let (mass, weight) = &mut self.masses[i];
            let next = from + share * (to - from);
            jump += (next - *weight) * masses[*mass].y;
            *weight = next;
        }
        travelling.carried = jump;
        self.gap += jump;
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
