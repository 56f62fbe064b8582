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
/// Bands with less than this part of the energy of the loudest tell nothing.
const FAINT: f64 = 1e-7;
/// Standard deviation of the logarithm of an amplitude: of the loudest band, from which on it grows
/// with the root of the amplitude, since no model holds everywhere, and of noise that has this part of
/// the energy of the loudest band in every band.
const BEST: f64 = 0.01;
const NOISE: f64 = 1e-6;

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

/// The energies of the bands of a recording whose channels are given, and their mean frequencies.
fn energies(channels: &[&[f64]], rate: f64) -> Vec<[f64; 2]> {
    let count = (PER_OCTAVE * (0.45 * rate / LOWEST).log2()).max(0.0) as usize;
    let mut bands = vec![[0.0; 2]; count];
    let mut planner = RealFftPlanner::<f64>::new();
    for samples in channels {
        let length = samples.len().min((LONGEST * rate) as usize);
        let fade = ((FADED * length as f64) as usize).max(1);
        let size = (2 * length).max(2).next_power_of_two();
        let mut input: Vec<f64> = samples[..length].to_vec();
        for (k, x) in input.iter_mut().rev().take(fade).enumerate() {
            *x *= 0.5 - 0.5 * (PI * (k as f64 + 0.5) / fade as f64).cos();
        }
        input.resize(size, 0.0);
        let plan = planner.plan_fft_forward(size);
        let mut output = plan.make_output_vec();
        if plan.process(&mut input, &mut output).is_err() {
            continue;
        }
        for (bin, value) in output.iter().enumerate().skip(1) {
            let frequency = bin as f64 * rate / size as f64;
            let band = PER_OCTAVE * (frequency / LOWEST).log2();
            if band >= 0.0
                && let Some([energy, moment]) = bands.get_mut(band as usize)
            {
                *energy += value.norm_sqr();
                *moment += value.norm_sqr() * frequency;
            }
        }
    }
    bands
}

/// The levels of recordings, each with its channels.
pub(crate) fn spectra(recordings: &[Vec<&[f64]>], rate: f64) -> Spectra {
    let all: Vec<Vec<[f64; 2]>> =
        recordings.iter().map(|channels| energies(channels, rate)).collect();
    let top = |bands: &Vec<[f64; 2]>| bands.iter().map(|b| b[0]).fold(0.0, f64::max);
    let tops: Vec<f64> = all.iter().map(top).collect();
    let mut spectra = Spectra { levels: vec![Vec::new(); all.len()], ..Spectra::default() };
    for band in 0..all.first().map_or(0, Vec::len) {
        let faintest = all.iter().zip(&tops).map(|(e, top)| e[band][0] / top.max(1e-300));
        let faintest = faintest.fold(f64::INFINITY, f64::min);
        if faintest.is_nan() || faintest <= FAINT {
            continue;
        }
        let [energy, moment] = all[0][band];
        spectra.frequencies.push(moment / energy);
        spectra.deviations.push((BEST * BEST / faintest.sqrt() + NOISE / faintest).sqrt());
        for (levels, bands) in spectra.levels.iter_mut().zip(&all) {
            levels.push(0.5 * bands[band][0].ln());
        }
    }
    spectra
}
