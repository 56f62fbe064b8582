//! Pulses in a recording, and the baseline through the quiet stretches between them.

use std::ops::Range;

use super::line::Line;

/// A pulse rises above this share of the largest.
const SHARE: f64 = 0.01;
/// And above the noise by this factor.
const ABOVE_NOISE: f64 = 6.0;
/// A pulse is taken this much longer on either side, in its lengths: its flanks are below the level.
const FLANK: f64 = 0.5;

pub(crate) fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(0.0)
}

/// The standard deviation of most values, whatever the rest do: from their median distance.
pub(crate) fn robust_sd(values: &[f64]) -> f64 {
    let middle = median(values);
    let distances: Vec<f64> = values.iter().map(|value| (value - middle).abs()).collect();
    1.4826 * median(&distances)
}

/// Where `activity` (0 or above when nothing happens) rises, with flanks and at least `margin`
/// samples on either side; pulses that then touch are one.
pub(crate) fn pulses(activity: &[f64], noise: f64, margin: usize) -> Vec<Range<usize>> {
    let peak = activity.iter().fold(0.0, |peak: f64, &a| peak.max(a));
    let level = (ABOVE_NOISE * noise).max(SHARE * peak);
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    while at < activity.len() {
        if activity[at] <= level {
            at += 1;
            continue;
        }
        let length = activity[at..].iter().take_while(|&&a| a > level).count();
        let wider = (FLANK * length as f64).ceil() as usize + margin;
        let mut range = at.saturating_sub(wider)..(at + length + wider).min(activity.len());
        // A long pulse may reach back over flickers at its foot.
        while let Some(last) = found.pop_if(|last| last.end >= range.start) {
            range = last.start.min(range.start)..last.end.max(range.end);
        }
        found.push(range);
        at += length;
    }
    found
}

/// The stretches between pulses.
pub(crate) fn between(pulses: &[Range<usize>], length: usize) -> Vec<Range<usize>> {
    let starts = std::iter::once(0).chain(pulses.iter().map(|pulse| pulse.end));
    let ends = pulses.iter().map(|pulse| pulse.start).chain([length]);
    starts.zip(ends).map(|(start, end)| start..end.max(start)).collect()
}

/// A straight line under the pulses, and the noise about it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Baseline {
    /// Over sample numbers.
    pub(crate) line: Line,
    /// Variance of a sample.
    pub(crate) variance: f64,
    /// The correlation length of the noise in samples: a sum of n samples has the variance
    /// n·variance·memory.
    pub(crate) memory: f64,
}

impl Baseline {
    pub(crate) fn through(signal: &[f64], quiet: &[Range<usize>]) -> Self {
        let samples = quiet.iter().cloned().flatten();
        let line = Line::through(samples.map(|i| (i as f64, signal[i])));
        let variance = line.squares / (line.count - 2.0).max(1.0);
        let memory = memory(signal, quiet, &line, variance);
        Self { line, variance, memory }
    }

    pub(crate) fn at(&self, sample: usize) -> f64 {
        self.line.at(sample as f64)
    }

    /// The variance that counts for sums over many samples.
    pub(crate) fn slow_variance(&self) -> f64 {
        self.variance * self.memory
    }
}

/// 1 + 2·Σ correlation, up to the first that chance explains; never below 1.
fn memory(signal: &[f64], quiet: &[Range<usize>], line: &Line, variance: f64) -> f64 {
    const LONGEST: usize = 1000;
    let mut memory = 1.0;
    if variance <= 0.0 {
        return memory;
    }
    let rest = |i: usize| signal[i] - line.at(i as f64);
    for lag in 1..LONGEST {
        let (mut sum, mut count) = (0.0, 0.0);
        for stretch in quiet {
            for i in stretch.start..stretch.end.saturating_sub(lag) {
                sum += rest(i) * rest(i + lag);
                count += 1.0;
            }
        }
        let correlation = sum / (count * variance);
        // Not a number once no stretch is long enough.
        if correlation.is_nan() || correlation < 3.0 / f64::sqrt(count) {
            break;
        }
        memory += 2.0 * correlation;
    }
    memory
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pulses_are_found_widened_and_joined() {
        let mut activity = vec![0.1; 100];
        activity[20..30].fill(5.0);
        activity[60] = 4.0;
        activity[64] = 4.0;
        let found = pulses(&activity, 0.1, 2);
        assert_eq!(found, [13..37, 57..68]);
        assert_eq!(between(&found, 100), [0..13, 37..57, 68..100]);
        assert!(pulses(&[0.1; 50], 0.1, 2).is_empty());
        // Flickers before a long pulse belong to it.
        let mut activity = vec![0.0; 200];
        activity[70] = 1.0;
        activity[73] = 1.0;
        activity[80..120].fill(5.0);
        assert_eq!(pulses(&activity, 0.1, 1), vec![59..141]);
    }

    #[test]
    fn the_memory_of_correlated_noise_is_found() {
        let mut random = carom::numeric::Random::new(3);
        let mut last = 0.0;
        let signal: Vec<f64> = (0..40_000)
            .map(|_| {
                last = 0.8 * last + random.uniform(-1.0, 1.0);
                last
            })
            .collect();
        // Of a first-order process: (1 + 0.8)/(1 − 0.8).
        let found = Baseline::through(&signal, std::slice::from_ref(&(0..40_000))).memory;
        assert!((found / 9.0 - 1.0).abs() < 0.15, "{found}");
    }
}
