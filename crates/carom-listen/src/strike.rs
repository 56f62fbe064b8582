//! Finds the strikes in a recording.

use super::search::median;
use std::ops::Range;

/// Part of the peak above which a sound has begun.
const BEGUN: f64 = 0.05;
/// Seconds before the first loud sample that are kept.
const KEPT_BEFORE: f64 = 0.1;
/// Seconds after the first loud sample that are kept.
const KEPT_AFTER: f64 = 30.0;
/// Seconds of a block, whose energy is compared with that of others.
const BLOCK: f64 = 0.003;
/// Number of earlier blocks with which a new strike is compared: longer than any beat that rises as
/// fast.
const BEFORE: usize = 20;
/// A strike has this many times the energy of the loudest of them.
const RISE: f64 = 4.0;
/// Part of the energy of the loudest block below which nothing is a strike.
const AUDIBLE: f64 = 1e-4;

/// Largest absolute sample of those that are finite.
pub(super) fn peak(samples: &[f64]) -> f64 {
    let finite = samples.iter().filter(|x| x.is_finite());
    finite.fold(0.0_f64, |peak, x| peak.max(x.abs()))
}

/// Where the sound begins, and a copy of what is analysed from there, with a peak of 1.
pub(super) fn stretch(samples: &[f64], peak: f64, rate: f64) -> (usize, Vec<f64>) {
    let loud = samples.iter().position(|x| x.abs() >= BEGUN * peak).unwrap_or(0);
    let first = loud.saturating_sub((KEPT_BEFORE * rate) as usize);
    let last = samples.len().min(loud.saturating_add((KEPT_AFTER * rate) as usize));
    (first, samples[first..last].iter().map(|x| x / peak).collect())
}

/// The samples without the offset of a converter: the median is subtracted, and samples that are not
/// finite count as silence.
pub(super) fn centred(samples: &[f64]) -> Vec<f64> {
    let mut sound: Vec<f64> =
        samples.iter().map(|x| if x.is_finite() { *x } else { 0.0 }).collect();
    let median = median(&sound);
    sound.iter_mut().for_each(|x| *x -= median);
    sound
}

/// The first sample above 5 % of the peak; none in silence.
pub(super) fn onset(sound: &[f64]) -> Option<usize> {
    let peak = peak(sound);
    if peak > 0.0 { sound.iter().position(|x| x.abs() >= BEGUN * peak) } else { None }
}

/// The range from the strike with the most energy to the next one, or to the end.
pub(super) fn loudest(sound: &[f64], onset: usize, rate: f64) -> Range<usize> {
    let mut starts = strikes(&sound[onset..], rate);
    starts.iter_mut().for_each(|start| *start += onset);
    starts.push(sound.len());
    let energy = |range: &Range<usize>| sound[range.clone()].iter().map(|x| x * x).sum::<f64>();
    starts
        .windows(2)
        .map(|pair| pair[0]..pair[1])
        .max_by(|a, b| energy(a).total_cmp(&energy(b)))
        .unwrap_or(onset..sound.len())
}

/// Where strikes begin, the first of them at 0.
///
/// A strike rises faster than a beat. The differences of the samples are compared, because a strike
/// has high frequencies.
pub(super) fn strikes(sound: &[f64], rate: f64) -> Vec<usize> {
    let block = ((BLOCK * rate) as usize).max(1);
    let change: Vec<f64> = sound.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let energies: Vec<f64> =
        change.chunks_exact(block).map(|block| block.iter().map(|x| x * x).sum()).collect();
    let audible = AUDIBLE * energies.iter().fold(0.0_f64, |a, b| a.max(*b));
    let mut starts = vec![0];
    let mut last = 0;
    for (index, energy) in energies.iter().enumerate().skip(1) {
        let before = &energies[index.saturating_sub(BEFORE).max(last)..index];
        let loudest = before.iter().fold(0.0_f64, |a, b| a.max(*b));
        if *energy > audible && *energy > RISE * loudest {
            // A rise over several blocks is one strike.
            if index > last + 1 {
                starts.push(first_jump(&change, index * block, block));
            }
            last = index;
        }
    }
    starts
}

/// The first change in the block at `start` that exceeds all changes of the block before.
fn first_jump(change: &[f64], start: usize, block: usize) -> usize {
    let before = change[start - block..start].iter().fold(0.0_f64, |a, b| a.max(b.abs()));
    let jump = change[start..start + block].iter().position(|x| x.abs() > 1.5 * before);
    start + jump.map_or(0, |jump| jump + 1)
}
