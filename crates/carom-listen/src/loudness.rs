//! Loudness as broadcasters measure it: ITU-R BS.1770-5, momentary after EBU Tech 3341.

use std::collections::VecDeque;
use std::f64::consts::PI;

use carom_numeric::cpu::{Cpu, fused, kernels};
use carom_numeric::vector::dot;

/// The window of momentary loudness, in hops of 10 ms.
const HOPS: usize = 40;
const HOPS_PER_SECOND: f64 = 100.0;

/// Two poles and two zeros, in transposed direct form.
#[derive(Clone, Copy, Debug, Default)]
struct Section {
    b: [f64; 3],
    a: [f64; 2],
    state: [f64; 2],
}

impl Section {
    /// From (b0·s² + b1·s + b2)/(s² + s/q + 1) in units of the frequency (Hz), by the bilinear
    /// transform, which the standard's coefficients at 48 kHz come from.
    fn new(rate: f64, hertz: f64, q: f64, [b0, b1, b2]: [f64; 3]) -> Self {
        let k = (PI * hertz / rate).tan();
        let scale = 1.0 / (1.0 + k / q + k * k);
        let b = [b0 + b1 * k + b2 * k * k, 2.0 * (b2 * k * k - b0), b0 - b1 * k + b2 * k * k];
        let a = [2.0 * (k * k - 1.0), 1.0 - k / q + k * k];
        Self { b: b.map(|b| b * scale), a: a.map(|a| a * scale), state: [0.0; 2] }
    }

    fn next(&mut self, input: f64) -> f64 {
        let output = self.b[0] * input + self.state[0];
        self.state[0] = self.b[1] * input - self.a[0] * output + self.state[1];
        self.state[1] = self.b[2] * input - self.a[1] * output;
        output
    }
}

/// The two filters of the standard: the head as a sphere, and low frequencies that are heard less.
fn sections(rate: f64) -> [Section; 2] {
    // A shelf of +4 dB above 1682 Hz and a high pass at 38 Hz: the analogue filters whose
    // transform at 48 kHz has the coefficients of the standard.
    let (q, high) = (0.707_175_236_955_419_6, 10f64.powf(3.999_843_853_973_347 / 20.0));
    let band = high.powf(0.499_666_774_154_541_6);
    let shelf = Section::new(rate, 1_681.974_450_955_533, q, [high, band / q, 1.0]);
    let (hertz, q) = (38.135_470_876_024_44, 0.500_327_037_323_877_3);
    let k = (PI * hertz / rate).tan();
    let mut pass = Section::new(rate, hertz, q, [1.0, 0.0, 0.0]);
    // The standard leaves the gain of this filter as it comes.
    pass.b = pass.b.map(|b| b * (1.0 + k / q + k * k));
    [shelf, pass]
}

/// Samples that pass the filters at once, and their states.
const BLOCK: usize = 8;
const STATES: usize = 4;

/// What a unit of an input or of a state does to the outputs of a block, and to the states after it.
type Response = [f64; BLOCK + STATES];

/// The responses to each input of a block and to each state.
fn responses(rate: f64) -> [Response; BLOCK + STATES] {
    std::array::from_fn(|unit| {
        let mut sections = sections(rate);
        if let Some(state) = unit.checked_sub(BLOCK) {
            sections[state / 2].state[state % 2] = 1.0;
        }
        let mut response = [0.0; BLOCK + STATES];
        for (n, output) in response[..BLOCK].iter_mut().enumerate() {
            let input = if n == unit { 1.0 } else { 0.0 };
            *output = sections.iter_mut().fold(input, |sample, section| section.next(sample));
        }
        for state in 0..STATES {
            response[BLOCK + state] = sections[state / 2].state[state % 2];
        }
        response
    })
}

kernels! {
    /// Filters whole blocks.
    fn filter(
        responses: &[Response; BLOCK + STATES],
        states: &mut [f64; STATES],
        input: &[f64],
        output: &mut [f64],
    ) -> () {
        let (blocks, _) = input.as_chunks::<BLOCK>();
        let (filtered, _) = output.as_chunks_mut::<BLOCK>();
        for (block, filtered) in blocks.iter().zip(filtered) {
            let mut sum = [0.0; BLOCK + STATES];
            for (unit, response) in block.iter().chain(states.iter()).zip(responses) {
                for (sum, response) in sum.iter_mut().zip(response) {
                    *sum = fused::<FMA>(*unit, *response, *sum);
                }
            }
            filtered.copy_from_slice(&sum[..BLOCK]);
            states.copy_from_slice(&sum[BLOCK..]);
        }
    }
}

/// One channel behind the filters: their states, and samples that do not fill a block yet.
#[derive(Clone, Debug, Default)]
struct Channel {
    states: [f64; STATES],
    waiting: Vec<f64>,
    filtered: Vec<f64>,
}

/// Measures the largest momentary loudness of a sound of one or two channels.
///
/// ```
/// use carom_listen::Loudness;
/// // A sine of 997 Hz at full scale in one channel is −3.01 LUFS.
/// let rate = 48000.0;
/// let sine = |n| (std::f64::consts::TAU * 997.0 * f64::from(n) / rate).sin();
/// let mut meter = Loudness::new(rate, 1);
/// meter.take(&[&(0..48000).map(sine).collect::<Vec<_>>()]);
/// assert!((meter.loudest() + 3.01).abs() < 0.01);
/// ```
#[derive(Clone, Debug)]
pub struct Loudness {
    cpu: Cpu,
    responses: [Response; BLOCK + STATES],
    channels: Vec<Channel>,
    /// Samples of a hop, and how many of the present one have come.
    hop: usize,
    count: usize,
    sum: f64,
    /// Sums of squares of the last hops.
    window: VecDeque<f64>,
    largest: f64,
}

impl Loudness {
    /// A meter for so many channels at a sample rate (Hz).
    #[must_use]
    pub fn new(rate: f64, channels: usize) -> Self {
        Self {
            cpu: Cpu::detect(),
            responses: responses(rate),
            channels: vec![Channel::default(); channels],
            hop: ((rate / HOPS_PER_SECOND).round() as usize).max(1),
            count: 0,
            sum: 0.0,
            window: VecDeque::with_capacity(HOPS + 1),
            largest: 0.0,
        }
    }

    /// Takes some samples: a row for each channel, all of one length.
    pub fn take(&mut self, rows: &[&[f64]]) {
        let mut count = 0;
        for (channel, row) in self.channels.iter_mut().zip(rows) {
            channel.waiting.extend_from_slice(row);
            count = channel.waiting.len() / BLOCK * BLOCK;
            channel.filtered.resize(count, 0.0);
            let Channel { states, waiting, filtered } = channel;
            filter(self.cpu, &self.responses, states, waiting, filtered);
            waiting.drain(..count);
        }
        self.add(count);
    }

    /// Adds so many filtered samples of each channel.
    fn add(&mut self, count: usize) {
        let mut from = 0;
        while from < count {
            let to = count.min(from + self.hop - self.count);
            for Channel { filtered, .. } in &self.channels {
                self.sum += dot(&filtered[from..to], &filtered[from..to]);
            }
            self.count += to - from;
            from = to;
            if self.count == self.hop {
                self.window.push_back(std::mem::take(&mut self.sum) / self.hop as f64);
                if self.window.len() > HOPS {
                    self.window.pop_front();
                }
                self.count = 0;
                self.largest = self.largest.max(self.window.iter().sum::<f64>() / HOPS as f64);
            }
        }
    }

    /// Adds the samples that wait to fill a block.
    fn flush(&mut self) {
        let mut count = 0;
        for Channel { states, waiting, filtered } in &mut self.channels {
            count = waiting.len();
            waiting.resize(BLOCK, 0.0);
            filtered.resize(BLOCK, 0.0);
            filter(self.cpu, &self.responses, states, waiting, filtered);
        }
        self.add(count);
    }

    /// The largest momentary loudness so far (LUFS), −∞ for silence. What is shorter than its window
    /// of 400 ms counts as if silence followed.
    #[must_use]
    pub fn loudest(&self) -> f64 {
        let mut whole = self.clone();
        whole.flush();
        let before: f64 = whole.window.iter().rev().take(HOPS - 1).sum();
        let last = (before + whole.sum / whole.hop as f64) / HOPS as f64;
        -0.691 + 10.0 * whole.largest.max(last).log10()
    }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::TAU;

    use super::*;

    fn sine(rate: f64, hertz: f64, level_db: f64, channels: usize, seconds: f64) -> f64 {
        let mut meter = Loudness::new(rate, channels);
        let sample = |n| 10f64.powf(level_db / 20.0) * (TAU * hertz * n as f64 / rate).sin();
        let samples: Vec<_> = (0..(seconds * rate) as usize).map(sample).collect();
        // In pieces of no particular length.
        for piece in samples.chunks(37) {
            meter.take(&vec![piece; channels]);
        }
        meter.loudest()
    }

    /// EBU Tech 3341, cases 1 and 2: a stereo sine of 1 kHz at −23 dBFS is −23.0 ± 0.1 LUFS.
    #[test]
    fn a_sine_is_as_loud_as_the_standard_says_at_every_rate() {
        for rate in [22_050.0, 44_100.0, 48_000.0, 96_000.0] {
            assert!((sine(rate, 1000.0, -23.0, 2, 1.0) + 23.0).abs() < 0.1, "{rate}");
            assert!((sine(rate, 1000.0, -33.0, 2, 1.0) + 33.0).abs() < 0.1, "{rate}");
        }
    }

    /// The coefficients that BS.1770 prints for 48 kHz.
    #[test]
    fn the_filters_are_those_of_the_standard() {
        let [shelf, pass] = sections(48_000.0);
        let printed = [1.535_124_859_586_97, -2.691_696_189_406_38, 1.198_392_810_852_85];
        for (b, printed) in shelf.b.iter().zip(printed) {
            assert!((b - printed).abs() < 1e-9, "{b}");
        }
        for (a, printed) in shelf.a.iter().zip([-1.690_659_293_182_41, 0.732_480_774_215_85]) {
            assert!((a - printed).abs() < 1e-9, "{a}");
        }
        assert_eq!(pass.b.map(|b| (b * 1e9).round() / 1e9), [1.0, -2.0, 1.0]);
        for (a, printed) in pass.a.iter().zip([-1.990_047_454_833_98, 0.990_072_250_366_21]) {
            assert!((a - printed).abs() < 1e-9, "{a}");
        }
    }

    /// Blocks give what the filters give sample by sample, wherever the sound is cut.
    #[test]
    fn blocks_are_the_filters_sample_by_sample() {
        let rate = 44_100.0;
        let samples: Vec<f64> = (0..1000).map(|n| f64::from(n * n % 97) - 48.0).collect();
        let mut plain = sections(rate);
        let next = |x: &f64| plain.iter_mut().fold(*x, |sample, section| section.next(sample));
        let squares: f64 = samples.iter().map(next).map(|y| y * y).sum();
        let expected = -0.691 + 10.0 * (squares / 441.0 / HOPS as f64).log10();
        for length in [1, 7, 8, 441, 1000] {
            let mut meter = Loudness::new(rate, 1);
            samples.chunks(length).for_each(|piece| meter.take(&[piece]));
            let loudest = meter.loudest();
            assert!((loudest - expected).abs() < 1e-10, "{length}: {loudest} {expected}");
        }
    }

    #[test]
    fn half_the_window_is_three_decibels_less() {
        let (whole, half) = (sine(48e3, 1e3, -20.0, 1, 0.4), sine(48e3, 1e3, -20.0, 1, 0.2));
        assert!((whole - half - 3.01).abs() < 0.05, "{whole} {half}");
        assert_eq!(Loudness::new(48e3, 2).loudest(), f64::NEG_INFINITY);
    }
}
