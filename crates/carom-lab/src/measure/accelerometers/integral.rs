//! Accelerations added up to velocities, over the pulses alone.

use std::ops::Range;

use super::signals::Signals;
use crate::measure::baseline::Baseline;
use crate::measure::trial::{Measured, Motion, Wall};

/// Along x, z, and about y.
pub(super) type Triple = [f64; 3];

/// Everything that the velocities follow from.
pub(super) struct Integral<'a> {
    pub(super) signals: &'a Signals,
    /// Filtered x, z and turning, in the axes of the body.
    pub(super) smooth: &'a [Vec<f64>; 3],
    pub(super) baselines: [Baseline; 3],
    pub(super) pulses: &'a [Range<usize>],
    pub(super) wall: Wall,
    pub(super) start: Motion,
}

/// One source of error, moved by one standard deviation.
#[derive(Clone, Copy)]
enum Source {
    None,
    /// The baseline of a channel, in the middle of its samples and in its slope.
    Offset(usize),
    Slope(usize),
    /// The noise of a channel over a pulse.
    Noise(usize, usize),
    /// The motion at the start.
    Start(usize),
}

impl Integral<'_> {
    /// The velocities before and after every pulse, in the axes of the wall.
    pub(super) fn motions(&self) -> Vec<[Triple; 2]> {
        self.run(Source::None)
    }

    /// The motions before and after one pulse: every source of error is moved by its standard
    /// deviation, and the changes are added in squares.
    pub(super) fn measured(&self, pulse: usize) -> [Motion; 2] {
        let values = self.motions()[pulse];
        let mut squares = [[0.0; 3]; 2];
        for source in self.sources(pulse) {
            let moved = self.run(source)[pulse];
            for side in 0..2 {
                for i in 0..3 {
                    squares[side][i] += (moved[side][i] - values[side][i]).powi(2);
                }
            }
        }
        std::array::from_fn(|side| {
            let one = |i: usize| Measured::new(values[side][i], f64::sqrt(squares[side][i]));
            Motion { vx: one(0), vz: one(1), spin: one(2) }
        })
    }

    fn sources(&self, last: usize) -> Vec<Source> {
        let mut sources: Vec<Source> = (0..3).map(Source::Start).collect();
        for channel in 0..3 {
            sources.extend([Source::Offset(channel), Source::Slope(channel)]);
            sources.extend((0..=last).map(|pulse| Source::Noise(channel, pulse)));
        }
        sources
    }

    /// What a source adds to a channel at a sample of a pulse.
    fn nudge(&self, source: Source, channel: usize, pulse: usize, sample: usize) -> f64 {
        let baseline = &self.baselines[channel];
        let variance = baseline.slow_variance();
        match source {
            Source::Offset(moved) if moved == channel => baseline.line.value_sd(variance),
            Source::Slope(moved) if moved == channel => {
                baseline.line.slope_sd(variance) * (sample as f64 - baseline.line.centre)
            }
            Source::Noise(moved, at) if moved == channel && at == pulse => {
                (variance / self.pulses[pulse].len() as f64).sqrt()
            }
            _ => 0.0,
        }
    }

    /// In free flight nothing changes but the orientation; in a pulse the acceleration above the
    /// baseline is turned into the axes of the wall and added up (iguchi 13, 15).
    fn run(&self, source: Source) -> Vec<[Triple; 2]> {
        let step = self.signals.step;
        let starts = self.start.values();
        let mut v: Triple = std::array::from_fn(|i| {
            let moved = matches!(source, Source::Start(at) if at == i);
            starts[i].value + if moved { starts[i].sd } else { 0.0 }
        });
        let (mut angle, mut reached) = (self.wall.angle, 0);
        let mut motions = Vec::with_capacity(self.pulses.len());
        for (number, pulse) in self.pulses.iter().enumerate() {
            angle += v[2] * step * (pulse.start - reached) as f64;
            let before = v;
            for sample in pulse.clone() {
                let above = |channel: usize| {
                    self.smooth[channel][sample] - self.baselines[channel].at(sample)
                        + self.nudge(source, channel, number, sample)
                };
                // The orientation at a sample, the spin half an interval later: second order.
                let [ax, az] = Wall { angle }.axes(above(0), above(1));
                v = [v[0] + step * ax, v[1] + step * az, v[2] + step * above(2)];
                angle += step * v[2];
            }
            reached = pulse.end;
            motions.push([before, v]);
        }
        motions
    }
}
