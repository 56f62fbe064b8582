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
        if self.line.is_empty() {
            return;
        }
        for sample in samples {
            std::mem::swap(sample, &mut self.line[self.at]);
            self.at = if self.at + 1 < self.line.len() { self.at + 1 } else { 0 };
        }
    }

    /// Nothing is on its way any more.
    pub(super) fn clear(&mut self) {
        self.line.fill(0.0);
    }
}
