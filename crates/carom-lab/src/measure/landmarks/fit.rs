//! Velocities from lines through frames, with their standard deviations.

use std::f64::consts::PI;

use super::split::Split;
use crate::measure::line::Line;
use crate::measure::trial::{Measured, Motion};

/// Lines and the noise about them.
pub(super) struct Fit {
    slopes: [[(f64, f64); 3]; 2],
    /// Of one frame: x, z (m²), orientation (rad²).
    pub(super) variance: [f64; 3],
    pub(super) freedom: usize,
    scale_share: f64,
}

impl Fit {
    /// The same noise on both sides; a raster adds its own, which residuals may not show.
    pub(super) fn new(split: &Split, raster: Option<f64>, arm: f64, scale_share: f64) -> Self {
        let counts = split.counts();
        let freedom = counts[0] + counts[1] - 4;
        // The middle of two landmarks, each on the raster, has half the variance of one.
        let coarse = raster.map_or(0.0, |q| q * q / 24.0);
        let floors = [coarse, coarse, coarse / (arm * arm)];
        let variance = std::array::from_fn(|i| {
            let squares = split.lines[0][i].squares + split.lines[1][i].squares;
            (squares / freedom as f64).max(floors[i])
        });
        let slope = |line: &Line, i: usize| (line.slope, line.slope_sd(variance[i]));
        let slopes =
            std::array::from_fn(|side| std::array::from_fn(|i| slope(&split.lines[side][i], i)));
        Self { slopes, variance, freedom, scale_share }
    }

    pub(super) fn motion(&self, side: usize) -> Motion {
        let [x, z, spin] = self.slopes[side];
        let scaled = |(v, sd): (f64, f64)| Measured::new(v, sd.hypot(v * self.scale_share));
        Motion { vx: scaled(x), vz: scaled(z), spin: Measured::new(spin.0, spin.1) }
    }

    /// Whether paths are straight, turns are followed, and the lines meet where they should.
    pub(super) fn warnings(&self, path: &[[f64; 4]], split: &Split, scale: f64) -> Vec<String> {
        let mut warnings = Vec::new();
        let names = ["along the wall", "away from the wall", "of the orientation"];
        for (i, name) in names.into_iter().enumerate() {
            let jitter = split.jitter(path, i + 1);
            let (spread, unit) = if i < 2 { (scale, "pixels") } else { (1.0, "rad") };
            let sd = self.variance[i].sqrt();
            if jitter > 0.0 && sd > 2.0 * jitter && self.freedom >= 8 {
                warnings.push(format!(
                    "the path {name} is not straight: it leaves its lines by {:.3} {unit}, with {:.3} \
                     {unit} of noise from frame to frame; a slope, a current of air, the lens, or a \
                     misplaced centre of mass; standard deviations are too small",
                    sd / spread,
                    jitter / spread
                ));
            }
        }
        let turn = path.windows(2).map(|two| (two[1][3] - two[0][3]).abs()).fold(0.0, f64::max);
        if turn > 0.5 * PI {
            warnings.push(format!(
                "the body turns by up to {turn:.2} rad from frame to frame; beyond π the spin is ambiguous"
            ));
        }
        let [from, to] = split.left_out;
        let slack = 2.0 * (to - from).max(split.interval);
        if split.moment < from - slack || split.moment > to + slack {
            warnings.push(format!(
                "the lines before and after meet at {:.6} s, but the frames change lines between {from:.6} \
                 and {to:.6} s",
                split.moment
            ));
        }
        warnings
    }
}
