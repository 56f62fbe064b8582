//! Contacts that are moved from outside: their gap, and the point where they touch.

use std::fmt::Debug;
use std::ops::Range;
use std::sync::Arc;

use crate::model::Model;

/// How a contact is moved: a ball rolls over a surface, a probe is drawn across it.
///
/// The gap follows the surface, and the weights of the body that is travelled over are those of the
/// place where it is touched. Whoever moves the contact does work, which the ledger books as
/// supplied. While it travels, a gap or a place that hands give to the contact lasts for a sample only.
/// It is called while the voice runs: it must neither allocate nor wait.
pub trait Travel: Debug + Send + Sync {
    /// The gap (m) at a time (s) since it began.
    fn gap(&self, time: f64) -> f64;

    /// The weight of each mode of the body at a time. It is called 500 times a second; in between, weights
    /// move in straight lines.
    fn weights(&self, time: f64, weights: &mut [f64]);

    /// When everything stands still again (s).
    fn end(&self) -> f64;

    /// Whether anything moves at a time (s): until the end, unless it rests in between.
    fn moves(&self, time: f64) -> bool {
        time < self.end()
    }
}

/// The weights are computed this often (1/s) and drawn as lines in between.
const NODES_PER_SECOND: f64 = 500.0;

/// A path being travelled.
#[derive(Debug)]
pub(crate) struct Travelling {
    path: Arc<dyn Travel>,
    /// Whether the world was built with it.
    pub(super) own: bool,
    /// When it began (s).
    pub(super) begin: f64,
    /// Which weights of the contact it moves, + for the first body, − for the second.
    pub(super) range: Range<usize>,
    sign: f64,
    /// The weights at the nodes before and after.
    from: Vec<f64>,
    to: Vec<f64>,
    node: Option<u64>,
}

impl Travelling {
    pub(crate) fn new(path: Arc<dyn Travel>, model: &Model, contact: usize, side: usize) -> Self {
        let range = model.side_weights(contact, side);
        let zeros = vec![0.0; range.len()];
        let sign = if side == 0 { 1.0 } else { -1.0 };
        Self {
            path,
            own: false,
            begin: 0.0,
            range,
            sign,
            from: zeros.clone(),
            to: zeros,
            node: None,
        }
    }

    /// Forgets where it was.
    pub(super) fn again(&mut self) {
        self.node = None;
    }

    fn moves(&self, time: f64) -> bool {
        self.path.moves(time - self.begin)
    }

    pub(super) fn gap(&self, time: f64) -> f64 {
        self.path.gap(time - self.begin)
    }

    /// The weights at a time, as lines between nodes.
    pub(super) fn weigh(&mut self, time: f64, weights: &mut [f64]) {
        let at = ((time - self.begin) * NODES_PER_SECOND).clamp(0.0, 1e15);
        let node = at.floor() as u64;
        if self.node != Some(node) {
            if self.node.is_none_or(|before| before + 1 != node) {
                self.path.weights(node as f64 / NODES_PER_SECOND, &mut self.to);
            }
            std::mem::swap(&mut self.from, &mut self.to);
            self.path.weights((node + 1) as f64 / NODES_PER_SECOND, &mut self.to);
            self.node = Some(node);
        }
        let share = at - node as f64;
        for ((weight, from), to) in weights.iter_mut().zip(&self.from).zip(&self.to) {
            *weight = self.sign * (from + share * (to - from));
        }
    }
}

/// What moves a contact.
#[derive(Debug, Default)]
pub(super) struct Motion {
    pub(super) travelling: Option<Box<Travelling>>,
    /// The path that the world was built with, while another takes its place.
    pub(super) own: Option<Box<Travelling>>,
    /// A gap that moves in a straight line: from, to, when it begins and ends (s).
    pub(super) glide: Option<[f64; 4]>,
    /// The jump of the compression by new weights: a gap takes it up and closes over the sample.
    pub(super) carried: f64,
}

impl Motion {
    /// Whether it moves in the sample that begins at `time`.
    pub(super) fn moves(&self, time: f64) -> bool {
        self.travels(time) || self.glide.is_some()
    }

    /// Whether its place moves in the sample that begins at `time`, or a jump of it is still to be taken up.
    pub(super) fn travels(&self, time: f64) -> bool {
        self.travelling.as_ref().is_some_and(|t| t.moves(time)) || self.carried != 0.0
    }

    /// Ends a glide that is over at `time`.
    pub(super) fn end_glide(&mut self, time: f64, dt: f64) {
        if self.glide.is_some_and(|[_, _, _, end]| time >= end - 1e-9 * dt) {
            self.glide = None;
        }
    }

    /// The gap at a time when this share of the sample is still to come; `None` if it stands still.
    pub(super) fn gap(&self, time: f64, left: f64) -> Option<f64> {
        let gap = if let Some([from, to, begin, end]) = self.glide {
            let share = if time < end { (time - begin) / (end - begin) } else { 1.0 };
            from + share * (to - from)
        } else {
            self.travelling.as_ref()?.gap(time)
        };
        Some(gap + self.carried * left)
    }
}
