//! Levels of a sound over time and frequency.

use super::spectrum::Fft;
use super::{strike, usable_rate};
use serde::Serialize;
use std::f64::consts::TAU;
use std::sync::Mutex;

/// Seconds of a window.
const WINDOW: f64 = 0.05;
/// Largest number of windows averaged for a column.
const AVERAGED: usize = 16;
/// Range (Hz) of the rows.
const AUDIBLE: (f64, f64) = (40.0, 20_000.0);
/// Largest number of columns, and of rows.
const MOST: usize = 4096;
/// Largest number of threads.
const MOST_THREADS: usize = 4;

/// How frequency grows along the rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Axis {
    /// Equal steps in Hz.
    Linear,
    /// Equal steps are equal musical intervals.
    #[default]
    Logarithmic,
    /// Equal steps sound equal: O'Shaughnessy's mel scale.
    Mel,
}

impl Axis {
    fn warp(self, frequency: f64) -> f64 {
        match self {
            Self::Linear => frequency,
            Self::Logarithmic => frequency.ln(),
            Self::Mel => (frequency / 700.0).ln_1p(),
        }
    }

    fn unwarp(self, place: f64) -> f64 {
        match self {
            Self::Linear => place,
            Self::Logarithmic => place.exp(),
            Self::Mel => 700.0 * place.exp_m1(),
        }
    }
}

/// Levels over time and frequency.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Spectrogram {
    /// Centres of the columns (s).
    pub times_s: Vec<f64>,
    /// Centres of the rows (Hz), from 40 Hz to 20 kHz or half the rate.
    pub frequencies_hz: Vec<f64>,
    /// Per column, per row: level relative to the loudest, between the floor and 0 dB.
    pub decibels: Vec<Vec<f32>>,
}

/// The levels of a sound in `columns` and `rows` (at most 4096 each), none below `floor_db`.
///
/// Empty without samples, columns or rows, and for a rate outside of 1 kHz to 1 MHz. Samples that
/// are not finite count as silence.
#[must_use]
pub fn spectrogram(
    samples: &[f64],
    rate: f64,
    columns: usize,
    rows: usize,
    floor_db: f64,
    axis: Axis,
) -> Spectrogram {
    spectrogram_of_channels(&[samples], rate, columns, rows, floor_db, axis)
}

/// The levels of a sound of several channels, as [`spectrogram`] gives those of one. Powers add up: what is in
/// opposite phase in two channels is heard, and would vanish in their sum.
#[must_use]
pub fn spectrogram_of_channels(
    channels: &[&[f64]],
    rate: f64,
    columns: usize,
    rows: usize,
    floor_db: f64,
    axis: Axis,
) -> Spectrogram {
    let (columns, rows) = (columns.min(MOST), rows.min(MOST));
    let length = channels.iter().map(|samples| samples.len()).max().unwrap_or(0);
    if length == 0 || columns == 0 || rows == 0 || !usable_rate(rate) {
        return Spectrogram::default();
    }
    let sound: Vec<Vec<f64>> = channels.iter().map(|samples| strike::centred(samples)).collect();
    let edges = edges(axis, rate, rows);
    let width = length as f64 / columns as f64;
    let mut powers = vec![Vec::new(); columns];
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS);
    let open = Mutex::new((0_u32..).zip(&mut powers));
    let next = || open.lock().ok()?.next();
    let work = || {
        let mut windowed = Windowed::new(rate);
        while let Some((column, power)) = next() {
            let spectrum = windowed.column(&sound, (f64::from(column) * width, width));
            *power = banded(&spectrum, &edges, rate);
        }
    };
    std::thread::scope(|scope| {
        // This thread works too, alone where the system offers no others.
        for _ in 1..threads {
            let _ = std::thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
    Spectrogram {
        times_s: (0..columns).map(|column| (column as f64 + 0.5) * width / rate).collect(),
        frequencies_hz: edges
            .windows(2)
            .map(|pair| axis.unwarp(0.5 * (axis.warp(pair[0]) + axis.warp(pair[1]))))
            .collect(),
        decibels: decibels(&powers, floor_db),
    }
}

/// The frequencies at the edges of the rows.
fn edges(axis: Axis, rate: f64, rows: usize) -> Vec<f64> {
    let (low, high) = (axis.warp(AUDIBLE.0), axis.warp(AUDIBLE.1.min(0.5 * rate)));
    (0..=rows).map(|row| axis.unwarp(low + (high - low) * row as f64 / rows as f64)).collect()
}

/// Computes spectra with a Hann window.
struct Windowed {
    fft: Fft,
    taper: Vec<f64>,
}

impl Windowed {
    fn new(rate: f64) -> Self {
        let length = ((WINDOW * rate) as usize).max(16);
        let taper = (0..length).map(|t| 0.5 - 0.5 * (TAU * (t as f64 + 0.5) / length as f64).cos());
        Self { fft: Fft::new(), taper: taper.collect() }
    }

    /// Mean power spectrum of a column, given by its first sample and its width, of all channels together.
    fn column(&mut self, sound: &[Vec<f64>], (start, width): (f64, f64)) -> Vec<f64> {
        let count = (2.0 * width / self.taper.len() as f64).ceil() as usize;
        let count = count.clamp(1, AVERAGED);
        let mut mean: Vec<f64> = Vec::new();
        for index in 0..count {
            let centre = start + width * (index as f64 + 0.5) / count as f64;
            for channel in sound {
                let power = self.power(channel, centre as isize);
                mean.resize(power.len(), 0.0);
                mean.iter_mut().zip(power).for_each(|(mean, power)| *mean += power / count as f64);
            }
        }
        mean
    }

    fn power(&mut self, sound: &[f64], centre: isize) -> Vec<f64> {
        let first = centre - (self.taper.len() / 2) as isize;
        // Padded by at least half: a line between two bins then loses less than half a decibel.
        let mut input = vec![0.0; (3 * self.taper.len() / 2).next_power_of_two()];
        for (t, (slot, weight)) in input.iter_mut().zip(&self.taper).enumerate() {
            let sample = usize::try_from(first + t as isize).ok().and_then(|t| sound.get(t));
            *slot = weight * sample.copied().unwrap_or(0.0);
        }
        self.fft.power(input)
    }
}

/// The largest power in each row; between two bins the power is interpolated.
fn banded(spectrum: &[f64], edges: &[f64], rate: f64) -> Vec<f64> {
    let bins_per_hz = 2.0 * (spectrum.len() - 1) as f64 / rate;
    let last = spectrum.len() - 1;
    let at = |bin: f64| {
        let below = (bin as usize).min(last);
        let part = bin - below as f64;
        spectrum[below] * (1.0 - part) + spectrum[(below + 1).min(last)] * part
    };
    let band = |low: f64, high: f64| {
        let inside = low.ceil() as usize..(high.ceil() as usize).min(last + 1);
        inside.fold(at(low).max(at(high.min(last as f64))), |most, bin| most.max(spectrum[bin]))
    };
    edges.windows(2).map(|pair| band(pair[0] * bins_per_hz, pair[1] * bins_per_hz)).collect()
}

fn decibels(powers: &[Vec<f64>], floor_db: f64) -> Vec<Vec<f32>> {
    let floor = if floor_db.is_finite() { floor_db.min(0.0) } else { -120.0 };
    let loudest = powers.iter().flatten().fold(0.0_f64, |a, b| a.max(*b));
    let level = |power: f64| {
        let level = 10.0 * (power / loudest).log10();
        if level > floor { level as f32 } else { floor as f32 }
    };
    powers.iter().map(|column| column.iter().map(|power| level(*power)).collect()).collect()
}
