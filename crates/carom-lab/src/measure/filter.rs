//! A low-pass filter that shifts nothing in time and keeps areas.

use std::f64::consts::PI;

/// Two poles after Butterworth, run forwards and then backwards: four poles and no phase. The level
/// at `cutoff` (as a share of the sampling rate) is −3 dB for both passes together.
pub(crate) fn zero_phase(signal: &[f64], cutoff: f64) -> Vec<f64> {
    if signal.is_empty() {
        return Vec::new();
    }
    let stage = Stage::new(cutoff);
    // Each end is continued by its reflection through the last sample, so that nothing starts there.
    let margin = ((3.0 / cutoff).ceil() as usize).min(signal.len() - 1);
    let (first, last) = (signal[0], signal[signal.len() - 1]);
    let head = (1..=margin).rev().map(|i| 2.0 * first - signal[i]);
    let tail = (1..=margin).map(|i| 2.0 * last - signal[signal.len() - 1 - i]);
    let mut long: Vec<f64> = head.chain(signal.iter().copied()).chain(tail).collect();
    stage.run(&mut long);
    long.reverse();
    stage.run(&mut long);
    long.reverse();
    long[margin..margin + signal.len()].to_vec()
}

struct Stage {
    b: [f64; 3],
    a: [f64; 2],
}

impl Stage {
    fn new(cutoff: f64) -> Self {
        // Two passes add their losses: each is 1.5 dB at the cutoff, 1/(1+r⁴) = 1/√2 with r = f/f_c.
        let single = (cutoff / (2f64.sqrt() - 1.0).powf(0.25)).min(0.49);
        let k = (PI * single).tan();
        let norm = 1.0 / (1.0 + 2f64.sqrt() * k + k * k);
        Self {
            b: [k * k * norm, 2.0 * k * k * norm, k * k * norm],
            a: [2.0 * (k * k - 1.0) * norm, (1.0 - 2f64.sqrt() * k + k * k) * norm],
        }
    }

    /// In place, as if the first value had always been there.
    fn run(&self, signal: &mut [f64]) {
        let first = signal[0];
        let (mut x1, mut x2, mut y1, mut y2) = (first, first, first, first);
        for value in signal {
            let x = *value;
            let y =
                self.b[0] * x + self.b[1] * x1 + self.b[2] * x2 - self.a[0] * y1 - self.a[1] * y2;
            (x2, x1, y2, y1) = (x1, x, y1, y);
            *value = y;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_and_places_stay_and_the_cutoff_is_at_minus_three_decibels() {
        let pulse: Vec<f64> =
            (0..4000).map(|i| (-0.5 * ((f64::from(i) - 2000.3) / 40.0).powi(2)).exp()).collect();
        let smooth = zero_phase(&pulse, 0.01);
        let moment = |s: &[f64], power: i32| {
            s.iter().enumerate().map(|(i, v)| v * (i as f64).powi(power)).sum::<f64>()
        };
        assert!((moment(&smooth, 0) / moment(&pulse, 0) - 1.0).abs() < 1e-9);
        let place = |s: &[f64]| moment(s, 1) / moment(s, 0);
        assert!((place(&smooth) - place(&pulse)).abs() < 1e-6);
        let wave: Vec<f64> = (0..40_000).map(|i| (2.0 * PI * 0.01 * f64::from(i)).sin()).collect();
        let passed = zero_phase(&wave, 0.01);
        let peak = passed[10_000..30_000].iter().fold(0.0, |m: f64, v| m.max(v.abs()));
        assert!((20.0 * peak.log10() + 3.01).abs() < 0.05, "{peak}");
        for short in [vec![], vec![2.0], vec![1.0, 3.0]] {
            assert_eq!(zero_phase(&short, 0.1).len(), short.len());
        }
    }
}
