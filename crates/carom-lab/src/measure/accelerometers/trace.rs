//! The whole recording, sample by sample, for figures.

use super::integral::{Integral, Triple};
use crate::measure::trial::Wall;

/// One moment in the axes of the wall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// When (s).
    pub time: f64,
    /// Filtered and free of drift: x, z (m/s²), about y (rad/s²).
    pub acceleration: Triple,
    /// The velocities that belong to it (m/s, rad/s).
    pub velocity: Triple,
    /// The same by plain integration, drift and all.
    pub drifting: Triple,
    /// The place since the start (m, rad).
    pub place: Triple,
}

pub(super) fn samples(integral: &Integral) -> Vec<Sample> {
    let signals = integral.signals;
    let step = signals.step;
    let start = integral.start.values().map(|one| one.value);
    let (mut v, mut raw, mut place) = (start, start, [0.0; 3]);
    let (mut angle, mut raw_angle) = (integral.wall.angle, integral.wall.angle);
    let mut pulses = integral.pulses.iter().peekable();
    let mut samples = Vec::with_capacity(signals.len());
    for k in 0..signals.len() {
        while pulses.peek().is_some_and(|pulse| pulse.end <= k) {
            pulses.next();
        }
        let happens = pulses.peek().is_some_and(|pulse| pulse.contains(&k));
        let read: Triple = std::array::from_fn(|i| integral.smooth[i][k]);
        let above: Triple = std::array::from_fn(|i| read[i] - integral.baselines[i].at(k));
        let turned = |angle: f64, own: Triple| {
            let [x, z] = Wall { angle }.axes(own[0], own[1]);
            [x, z, own[2]]
        };
        let acceleration = turned(angle, above);
        let drifting = turned(raw_angle, read);
        for i in 0..3 {
            v[i] += if happens { step * acceleration[i] } else { 0.0 };
            raw[i] += step * drifting[i];
        }
        samples.push(Sample {
            time: signals.time(k),
            acceleration,
            velocity: v,
            drifting: raw,
            place,
        });
        for i in 0..3 {
            place[i] += step * v[i];
        }
        angle += step * v[2];
        raw_angle += step * raw[2];
    }
    samples
}
