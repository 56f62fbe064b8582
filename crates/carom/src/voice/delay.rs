//! The time that sound needs to a listener, in whole samples.

use crate::InvalidValue;
use crate::check::check;

/// The most samples that may be on their way: a minute and more at any rate that is heard.
const LONGEST: f64 = 16_777_216.0;

/// Samples on their way.
#[derive(Clone, Debug)]
pub(super) struct Delay {
    line: Vec<f64>,
    at: usize,
}

impl Delay {
    /// A delay of so many seconds at a sample rate.
    pub(super) fn new(seconds: f64, rate: f64) -> Result<Self, InvalidValue> {
        let samples = (seconds * rate).round();
        check(samples <= LONGEST, "delay", seconds, "at most 16777216 samples")?;
        Ok(Self { line: vec![0.0; samples as usize], at: 0 })
    }

    /// Sends samples on their way; those that arrive take their places.
    pub(super) fn pass(&mut self, samples: &mut [f64]) {
        let mut rest = samples;
        while !rest.is_empty() && !self.line.is_empty() {
            let (now, later) = rest.split_at_mut(rest.len().min(self.line.len() - self.at));
            now.swap_with_slice(&mut self.line[self.at..self.at + now.len()]);
            self.at = (self.at + now.len()) % self.line.len();
            rest = later;
        }
    }

    /// Nothing is on its way any more.
    pub(super) fn clear(&mut self) {
        self.line.fill(0.0);
    }
}
