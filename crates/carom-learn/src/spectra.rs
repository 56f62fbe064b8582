//! What two blows on one object have in common drops out of the ratio of their spectra.
//!
//! Whatever the object, the room and the microphone are, if they are linear the spectrum of a whole
//! recording is theirs times that of the force. The ratio of two recordings is therefore that of two
//! forces, at every frequency that sounds.

use realfft::RealFftPlanner;
use std::f64::consts::PI;

/// Bands of an octave, and the lowest frequency (Hz).
const PER_OCTAVE: f64 = 12.0;
const LOWEST: f64 = 30.0;
/// Part of a recording that is faded out at its end.
const FADED: f64 = 0.3;
/// Seconds that are looked at at most.
const LONGEST: f64 = 5.0;
/// Bands with less than this part of the energy of the loudest, or less than so many times that of the
/// noise, tell nothing.
const FAINT: f64 = 1e-9;
const CLEAR: f64 = 4.0;
/// Standard deviation of the logarithm of the amplitude of the loudest band, from which on it grows
/// with the root of the amplitude, since no model holds everywhere.
const BEST: f64 = 0.01;
/// Part of a recording, at its end, in which the noise is looked at, and the part of its spectrum that
/// lies below what is taken for noise: between the peaks of what still rings.
const TAIL: f64 = 0.25;
const BETWEEN: f64 = 0.25;

/// Levels of recordings in bands in which all of them sound.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spectra {
    /// Where the energy of each band is (Hz).
    pub(crate) frequencies: Vec<f64>,
    /// For each recording, the logarithm of the amplitude in each band.
    pub(crate) levels: Vec<Vec<f64>>,
    /// The standard deviation of each band.
    pub(crate) deviations: Vec<f64>,
}

/// A band of a recording.
#[derive(Clone, Copy, Default)]
struct Band {
    energy: f64,
    /// Times the frequency (Hz).
    moment: f64,
    /// The energy of noise in it.
    noise: f64,
}

/// The squares of a spectrum as frequency (Hz), the number of its band, and value.
fn squares(mut input: Vec<f64>, rate: f64) -> Vec<(f64, usize, f64)> {
    let size = (2 * input.len()).max(2).next_power_of_two();
    input.resize(size, 0.0);
    let plan = RealFftPlanner::<f64>::new().plan_fft_forward(size);
    let mut output = plan.make_output_vec();
    if plan.process(&mut input, &mut output).is_err() {
        return Vec::new();
    }
    let of = |(bin, value): (usize, &num_complex::Complex<f64>)| {
        let frequency = bin as f64 * rate / size as f64;
        let band = PER_OCTAVE * (frequency / LOWEST).log2();
        (band >= 0.0).then(|| (frequency, band as usize, value.norm_sqr()))
    };
    output.iter().enumerate().skip(1).filter_map(of).collect()
}

/// The bands of a recording whose channels are given.
fn bands(channels: &[&[f64]], rate: f64) -> Vec<Band> {
    let count = (PER_OCTAVE * (0.45 * rate / LOWEST).log2()).max(0.0) as usize;
    let mut bands = vec![Band::default(); count];
    for samples in channels {
        let length = samples.len().min((LONGEST * rate) as usize);
        let fade = ((FADED * length as f64) as usize).max(1);
        let mut input: Vec<f64> = samples[..length].to_vec();
        for (k, x) in input.iter_mut().rev().take(fade).enumerate() {
            *x *= 0.5 - 0.5 * (PI * (k as f64 + 0.5) / fade as f64).cos();
        }
        let mut bins = vec![0.0; count];
        for (frequency, band, square) in squares(input, rate) {
            if let Some(band) = bands.get_mut(band) {
                band.energy += square;
                band.moment += square * frequency;
            }
            bins.get_mut(band).into_iter().for_each(|bins| *bins += 1.0);
        }
        // Blackman and Harris: what still rings is gone beside its peaks.
        let tail = ((TAIL * length as f64) as usize).max(1);
        let weight = |n: usize| {
            let x = 2.0 * PI * (n as f64 + 0.5) / tail as f64;
            0.35875 - 0.48829 * x.cos() + 0.14128 * (2.0 * x).cos() - 0.01168 * (3.0 * x).cos()
        };
        let last = (0..tail).map(|n| weight(n) * samples[length - tail + n]).collect();
        let weights: f64 = (0..tail).map(|n| weight(n).powi(2)).sum();
        let mut quiet = vec![Vec::new(); count];
        for (_, band, square) in squares(last, rate) {
            quiet.get_mut(band).into_iter().for_each(|quiet: &mut Vec<f64>| quiet.push(square));
        }
        for ((band, quiet), bins) in bands.iter_mut().zip(&mut quiet).zip(bins) {
            quiet.sort_by(f64::total_cmp);
            let between = quiet.get((BETWEEN * quiet.len() as f64) as usize).copied();
            // The squares of noise are distributed exponentially.
            let mean = between.unwrap_or(0.0) / -(1.0 - BETWEEN).ln();
            band.noise += mean / weights.max(1e-300) * length as f64 * bins;
        }
    }
    bands
}

/// The levels of recordings, each with its channels.
pub(crate) fn spectra(recordings: &[Vec<&[f64]>], rate: f64) -> Spectra {
    let all: Vec<Vec<Band>> = recordings.iter().map(|channels| bands(channels, rate)).collect();
    let top = |bands: &Vec<Band>| bands.iter().map(|b| b.energy).fold(1e-300, f64::max);
    let tops: Vec<f64> = all.iter().map(top).collect();
    let mut spectra = Spectra { levels: vec![Vec::new(); all.len()], ..Spectra::default() };
    for band in 0..all.first().map_or(0, Vec::len) {
        let least =
            |of: &dyn Fn(usize) -> f64| (0..all.len()).map(of).fold(f64::INFINITY, f64::min);
        let faintest = least(&|n| all[n][band].energy / tops[n]);
        let clearest = least(&|n| all[n][band].energy / all[n][band].noise.max(1e-300));
        if faintest.is_nan() || faintest <= FAINT || clearest <= CLEAR {
            continue;
        }
        let Band { energy, moment, .. } = all[0][band];
        spectra.frequencies.push(moment / energy);
        spectra.deviations.push((BEST * BEST / faintest.sqrt() + 1.0 / clearest).sqrt());
        for (levels, bands) in spectra.levels.iter_mut().zip(&all) {
            levels.push(0.5 * bands[band].energy.ln());
        }
    }
    spectra
}
