//! Finds peaks in the residual of a fit, in windows of all lengths.

use crate::spectrum::Fft;
use std::f64::consts::{LN_2, TAU};

/// Noise exceeds the threshold in one of exp(CERTAINTY) windows.
const CERTAINTY: f64 = 7.0;
/// Least number of bins whose median is the level of the noise.
const NEIGHBOURS: usize = 64;
/// Seconds of the shortest window.
const SHORTEST: f64 = 0.0015;
/// Cycles that must fit in a window.
const CYCLES: f64 = 2.0;

/// A peak of a spectrum, which may be a mode.
#[derive(Clone, Copy, Debug)]
pub(super) struct Peak {
    /// Radians per sample.
    pub(super) frequency: f64,
    /// Samples of the window in which it was found.
    pub(super) window: usize,
    /// Energy by which removing it reduces the residual.
    pub(super) energy: f64,
}

/// The lengths of the windows: `all` samples, and halves of that down to `shortest`.
fn windows(shortest: usize, all: usize) -> Vec<usize> {
    let mut windows = vec![all];
    let mut window = all / 2;
    while window >= shortest.max(16) {
        windows.push(window);
        window /= 2;
    }
    windows
}

/// The spectra of the residuals in windows of all lengths, the longest first; what they are a part of says how many bins
/// are neighbours.
pub(super) fn views(
    fft: &mut Fft,
    residuals: &[&[f64]],
    rate: f64,
    neighbourhood: Neighbourhood,
) -> impl Iterator<Item = View> {
    let samples = residuals.first().map_or(0, |residual| residual.len());
    windows((SHORTEST * rate) as usize, samples)
        .into_iter()
        .map(move |window| View::new(fft, residuals, window, neighbourhood))
}

/// Over how many bins the level of the noise is taken.
#[derive(Clone, Copy, Debug)]
pub(super) enum Neighbourhood {
    /// As few as give a median: nothing but modes sounds.
    Near,
    /// At least a three-hundredth of all: a strong mode of a recording fills the bins around it.
    Wide,
}

/// The spectrum of a window of the residual.
pub(super) struct View {
    pub(super) window: usize,
    size: usize,
    /// Number of bins of a block.
    neighbours: usize,
    /// Energy of each bin.
    power: Vec<f64>,
    /// Medians of blocks of neighbouring bins.
    medians: Vec<f64>,
    sum: f64,
    squares: f64,
}

impl View {
    /// The window is open at the start, where modes are loudest, and closes softly. With a single
    /// edge there are no side lobes, only slopes without maxima.
    /// The energies of several residuals are added.
    pub(super) fn new(
        fft: &mut Fft,
        residuals: &[&[f64]],
        window: usize,
        neighbourhood: Neighbourhood,
    ) -> Self {
        let samples = residuals.first().map_or(0, |residual| residual.len());
        let window = window.min(samples);
        let size = (2 * window).max(2).next_power_of_two();
        let (mut power, mut sum, mut squares) = (vec![0.0; size / 2 + 1], 0.0, 0.0);
        for residual in residuals {
            let faded = fft.faded(residual, window, size);
            power.iter_mut().zip(&faded.0).for_each(|(sum, p)| *sum += p);
            (sum, squares) = (faded.1, faded.2);
        }
        power.iter_mut().for_each(|p| *p *= 2.0 / squares);
        let neighbours = match neighbourhood {
            Neighbourhood::Near => NEIGHBOURS,
            Neighbourhood::Wide => NEIGHBOURS.max(power.len() / 300),
        };
        let mut room = Vec::with_capacity(neighbours);
        let medians = power.chunks(neighbours).map(|chunk| median_in(&mut room, chunk)).collect();
        Self { window, size, neighbours, power, medians, sum, squares }
    }

    /// Median energy of the bins around an angular frequency.
    fn median(&self, frequency: f64) -> f64 {
        let bin = (frequency / TAU * self.size as f64) as usize;
        // The last block may hold a single bin.
        let last = (self.power.len() / self.neighbours).saturating_sub(1);
        self.medians.get((bin / self.neighbours).min(last)).copied().unwrap_or(0.0)
    }

    /// The energy that noise hardly ever exceeds in any bin.
    pub(super) fn most_noise(&self, frequency: f64) -> f64 {
        ((self.power.len() as f64).ln() + CERTAINTY) / LN_2 * self.median(frequency)
    }

    /// Variance per sample of noise with this spectrum around an angular frequency.
    pub(super) fn noise(&self, frequency: f64) -> f64 {
        self.median(frequency) / (2.0 * LN_2)
    }

    /// Variance per sample of white noise, by the median over all frequencies.
    pub(super) fn white_noise(&self) -> f64 {
        median(&self.medians) / (2.0 * LN_2)
    }

    /// The peaks that stand out of the noise of a view and have at least this amplitude.
    pub(super) fn peaks(&self, floor: &Self, least: f64) -> Vec<Peak> {
        let power = &self.power;
        let first = (CYCLES * self.size as f64 / self.window as f64) as usize;
        let amplitude = |energy: f64| (2.0 * energy * self.squares).sqrt() / self.sum;
        (first.max(1)..power.len().saturating_sub(1))
            .filter(|&k| power[k] > power[k - 1] && power[k] >= power[k + 1])
            .filter(|&k| amplitude(power[k]) >= least)
            .map(|k| (k, TAU * k as f64 / self.size as f64))
            .filter(|&(k, frequency)| power[k] > floor.most_noise(frequency))
            .map(|(k, _)| Peak {
                frequency: TAU * (k as f64 + self.between(k)) / self.size as f64,
                window: self.window,
                energy: power[k],
            })
            .collect()
    }

    /// The highest peak, whether it stands out or not.
    pub(super) fn strongest(&self) -> Option<Peak> {
        let power = &self.power;
        let first = (CYCLES * self.size as f64 / self.window as f64) as usize;
        let inner = first.max(1)..power.len().saturating_sub(1);
        let best = inner.max_by(|a, b| power[*a].total_cmp(&power[*b]))?;
        let frequency = TAU * best as f64 / self.size as f64;
        (power[best] > 0.0).then_some(Peak { frequency, window: self.window, energy: power[best] })
    }

    /// The maximum of the parabola through the logarithms of three bins, from the middle one.
    fn between(&self, k: usize) -> f64 {
        let log = |k: usize| self.power[k].max(f64::MIN_POSITIVE).ln();
        let (left, top, right) = (log(k - 1), log(k), log(k + 1));
        let curvature = left - 2.0 * top + right;
        if curvature < 0.0 { (0.5 * (left - right) / curvature).clamp(-0.5, 0.5) } else { 0.0 }
    }
}

/// The median; 0 for no values.
pub(super) fn median(values: &[f64]) -> f64 {
    median_in(&mut Vec::new(), values)
}

/// [`median`] with memory for a copy of the values.
fn median_in(room: &mut Vec<f64>, values: &[f64]) -> f64 {
    room.clear();
    room.extend(values);
    let middle = room.len() / 2;
    if room.is_empty() {
        return 0.0;
    }
    *room.select_nth_unstable_by(middle, f64::total_cmp).1
}

/// The strongest of `peaks`, none too close to a stronger one, at most `most`.
pub(super) fn choose(mut peaks: Vec<Peak>, most: usize) -> Vec<Peak> {
    /// Peaks weaker than this part of the strongest wait for a later round: they may belong to it.
    const RANGE: f64 = 0.03;
    /// Least distance in frequency, times the length of the window.
    const APART: f64 = 3.0 * TAU;
    peaks.sort_by(|a, b| b.energy.total_cmp(&a.energy));
    let mut chosen: Vec<Peak> = Vec::new();
    for peak in peaks {
        let strongest = chosen.first().map_or(peak.energy, |first| first.energy);
        if chosen.len() >= most || peak.energy < RANGE * strongest {
            break;
        }
        let clear = |other: &Peak| {
            let width = APART / peak.window.min(other.window) as f64;
            (peak.frequency - other.frequency).abs() > width
        };
        if chosen.iter().all(clear) {
            chosen.push(peak);
        }
    }
    chosen
}

/// The view whose window is nearest to the time in which a mode of this decay is heard.
pub(super) fn view_for(views: &[View], decay: f64, samples: usize) -> Option<&View> {
    let length = (2.0 / decay.abs()).min(samples as f64) as usize;
    views.iter().min_by_key(|view| view.window.abs_diff(length))
}
