//! Spectra of stretches of sound, and the spectral centroid.

use super::strike;
use realfft::RealFftPlanner;
use realfft::num_complex::Complex;
use std::collections::BTreeMap;
use std::f64::consts::PI;

/// Seconds after the onset that count as the attack.
const ATTACK: f64 = 0.05;
/// Seconds over which the window of the attack opens.
const OPENING: f64 = 0.001;
/// Range (Hz) of the centroid: the audible frequencies.
const AUDIBLE: (f64, f64) = (20.0, 20_000.0);

/// Fourier transforms of any size, planned once.
pub(super) struct Fft {
    planner: RealFftPlanner<f64>,
    /// Windows by their length.
    tapers: BTreeMap<usize, Taper>,
    /// Memory for a transform.
    input: Vec<f64>,
    output: Vec<Complex<f64>>,
    scratch: Vec<Complex<f64>>,
}

/// A window that is open at its start and closes softly.
struct Taper {
    weights: Vec<f64>,
    sum: f64,
    squares: f64,
}

impl Taper {
    fn new(window: usize) -> Self {
        let weight = |t: usize| 0.5 + 0.5 * (PI * t as f64 / window as f64).cos();
        let weights: Vec<f64> = (0..window).map(weight).collect();
        let (mut sum, mut squares) = (0.0, 0.0);
        for weight in &weights {
            sum += weight;
            squares += weight * weight;
        }
        Self { weights, sum, squares }
    }
}

impl Fft {
    pub(super) fn new() -> Self {
        Self {
            planner: RealFftPlanner::new(),
            tapers: BTreeMap::new(),
            input: Vec::new(),
            output: Vec::new(),
            scratch: Vec::new(),
        }
    }

    /// Squared magnitudes from 0 to half the rate.
    pub(super) fn power(&mut self, input: Vec<f64>) -> Vec<f64> {
        self.input = input;
        self.transformed()
    }

    /// Squared magnitudes of the first `window` samples as they fade, padded to `size`, with the sum
    /// of the weights of the window and the sum of their squares.
    pub(super) fn faded(
        &mut self,
        samples: &[f64],
        window: usize,
        size: usize,
    ) -> (Vec<f64>, f64, f64) {
        let taper = self.tapers.entry(window).or_insert_with(|| Taper::new(window));
        let (sum, squares) = (taper.sum, taper.squares);
        self.input.clear();
        self.input.extend(samples.iter().zip(&taper.weights).map(|(x, weight)| x * weight));
        self.input.resize(size, 0.0);
        (self.transformed(), sum, squares)
    }

    fn transformed(&mut self) -> Vec<f64> {
        let transform = self.planner.plan_fft_forward(self.input.len());
        self.output.resize(transform.complex_len(), Complex::default());
        self.scratch.resize(transform.get_scratch_len(), Complex::default());
        // Lengths agree by construction; a failed transform would give silence.
        let done = transform
            .process_with_scratch(&mut self.input, &mut self.output, &mut self.scratch)
            .is_ok();
        self.output.iter().map(|z| if done { z.norm_sqr() } else { 0.0 }).collect()
    }
}

/// Spectral centroid (Hz) of the first 50 ms after the onset: the mean frequency weighted by the
/// magnitude (not the power) of the spectrum from 20 Hz to 20 kHz. 0 for silence.
///
/// The window opens within 1 ms, so that an onset between two samples does not count as a click,
/// and closes over the rest.
#[must_use]
pub fn centroid(samples: &[f64], rate: f64) -> f64 {
    if !super::usable_rate(rate) {
        return 0.0;
    }
    let (_, stretch) = strike::stretch(samples, strike::peak(samples), rate);
    let sound = strike::centred(&stretch);
    strike::onset(&sound).map_or(0.0, |onset| attack_centroid(&sound[onset..], rate))
}

/// The centroid of a sound that begins with its onset.
pub(super) fn attack_centroid(sound: &[f64], rate: f64) -> f64 {
    let length = ((ATTACK * rate).ceil() as usize).clamp(1, sound.len().max(1));
    let opening = OPENING * rate;
    let mut input = vec![0.0; (2 * length).next_power_of_two()];
    for (t, (slot, x)) in input.iter_mut().zip(&sound[..length.min(sound.len())]).enumerate() {
        // Half a sample later, so that even a click on the first sample has a weight.
        let t = t as f64 + 0.5;
        let rise = if t < opening { 0.5 - 0.5 * (PI * t / opening).cos() } else { 1.0 };
        let fall = 0.5 + 0.5 * (PI * t / (ATTACK * rate)).min(PI).cos();
        *slot = x * rise * fall;
    }
    let step = rate / input.len() as f64;
    let (mut weight, mut moment) = (0.0, 0.0);
    for (k, power) in Fft::new().power(input).iter().enumerate() {
        let frequency = k as f64 * step;
        if (AUDIBLE.0..=AUDIBLE.1).contains(&frequency) {
            weight += power.sqrt();
            moment += power.sqrt() * frequency;
        }
    }
    if weight > 0.0 { moment / weight } else { 0.0 }
}
