//! Shapes that a pulse may have, fitted to one.

use std::f64::consts::PI;

use carom::exact::WallImpact;
use serde::Serialize;

use crate::least_squares::{Fitted, fit};
use crate::measure::Measured;

/// A shape fitted to a pulse.
#[derive(Clone, Debug, Serialize)]
pub struct Fit {
    /// `gaussian`, `half-sine` or `hertz`.
    pub shape: &'static str,
    /// The largest force (N).
    pub height: Measured,
    /// When it is reached (s).
    pub peak_time: Measured,
    /// σ_A and σ_B of the two-sided Gaussian, before and after its peak (s).
    pub sigmas: Option<[Measured; 2]>,
    /// The contact time of the others (s).
    pub duration: Option<Measured>,
    /// Root mean square of what is left (N), over the degrees of freedom.
    pub residual: f64,
    /// The curve, at the moments of the samples (s, N).
    #[serde(skip)]
    pub curve: Vec<(f64, f64)>,
}

/// Fits every shape that can be fitted to the points (s, N), best first; from a height, the moment
/// of the peak and a width (s) by eye. All forces together may err by `shift` (N).
pub(super) fn fits(
    points: &[(f64, f64)],
    height: f64,
    peak: f64,
    width: f64,
    shift: f64,
) -> Vec<Fit> {
    let moved: Vec<(f64, f64)> = points.iter().map(|&(t, f)| (t, f + shift)).collect();
    let others = fits_of(&moved, height, peak, width);
    let mut fits = fits_of(points, height, peak, width);
    for fit in &mut fits {
        if let Some(other) = others.iter().find(|other| other.shape == fit.shape) {
            fit.allow_for(other);
        }
    }
    fits.sort_by(|a, b| a.residual.total_cmp(&b.residual));
    fits
}

impl Fit {
    /// Adds the change by one source of error, moved by its standard deviation, in squares.
    fn allow_for(&mut self, moved: &Self) {
        let add =
            |one: &mut Measured, other: Measured| one.sd = one.sd.hypot(one.value - other.value);
        add(&mut self.height, moved.height);
        add(&mut self.peak_time, moved.peak_time);
        if let (Some(own), Some(other)) = (&mut self.sigmas, moved.sigmas) {
            own.iter_mut().zip(other).for_each(|(one, other)| add(one, other));
        }
        if let (Some(own), Some(other)) = (&mut self.duration, moved.duration) {
            add(own, other);
        }
    }
}

fn fits_of(points: &[(f64, f64)], height: f64, peak: f64, width: f64) -> Vec<Fit> {
    // Times in widths from the peak: all parameters are then of about the same size.
    let own: Vec<(f64, f64)> =
        points.iter().map(|&(t, y)| ((t - peak) / width, y / height)).collect();
    let scaled = |value: f64, sd: f64, by: f64| Measured::new(by * value, by * sd);
    let curve = |of: &dyn Fn(f64) -> f64| {
        own.iter().zip(points).map(|(&(t, _), &(time, _))| (time, height * of(t))).collect()
    };
    let mut found = Vec::new();
    if let Some(Fitted { values: p, sds, residual }) = fit(&own, [1.0, 0.01, 0.25, 0.25], gaussian)
    {
        found.push(Fit {
            shape: "gaussian",
            height: scaled(p[0], sds[0], height),
            peak_time: Measured::new(peak + width * p[1], width * sds[1]),
            sigmas: Some([scaled(p[2].abs(), sds[2], width), scaled(p[3].abs(), sds[3], width)]),
            duration: None,
            residual: height * residual,
            curve: curve(&|t| gaussian(&p, t)),
        });
    }
    let hertz = Hertz::new();
    let arch = |p: &[f64; 3], t: f64| p[0] * half_sine((t - p[1]) / p[2] + 0.5);
    let bell = |p: &[f64; 3], t: f64| p[0] * hertz.at((t - p[1]) / p[2] + 0.5);
    let symmetric = [
        ("half-sine", fit(&own, [1.0, 0.01, 1.0], arch), &arch as &dyn Fn(&[f64; 3], f64) -> f64),
        ("hertz", fit(&own, [1.0, 0.01, 1.0], bell), &bell),
    ];
    for (shape, fitted, model) in symmetric {
        let Some(Fitted { values: p, sds, residual }) = fitted else { continue };
        found.push(Fit {
            shape,
            height: scaled(p[0], sds[0], height),
            peak_time: Measured::new(peak + width * p[1], width * sds[1]),
            sigmas: None,
            duration: Some(scaled(p[2].abs(), sds[2], width)),
            residual: height * residual,
            curve: curve(&|t| model(&p, t)),
        });
    }
    found
}

/// iguchi (11) with σ_A before the peak and σ_B after it.
pub(crate) fn gaussian(p: &[f64; 4], t: f64) -> f64 {
    let x = (t - p[1]) / if t < p[1] { p[2] } else { p[3] };
    p[0] * (-0.5 * x * x).exp()
}

fn half_sine(share: f64) -> f64 {
    if (0.0..=1.0).contains(&share) { (PI * share).sin() } else { 0.0 }
}

/// The force of a lossless contact k·x^1.5 over its share of the contact time.
struct Hertz {
    table: Vec<f64>,
}

impl Hertz {
    fn new() -> Self {
        const NODES: u32 = 1000;
        // Unit mass, stiffness and speed; only the shape matters.
        let Ok(impact) = WallImpact::new(1.0, 1.0, 1.5, 0.0, 1.0) else {
            return Self { table: Vec::new() };
        };
        let (duration, deepest) = (impact.contact_time(), impact.x_max());
        let instants: Vec<f64> =
            (0..=NODES).map(|i| duration * f64::from(i) / f64::from(NODES)).collect();
        let force = |(x, _): &(f64, f64)| (x / deepest).max(0.0).powf(1.5);
        Self { table: impact.sample(&instants).iter().map(force).collect() }
    }

    fn at(&self, share: f64) -> f64 {
        let place = share * (self.table.len() as f64 - 1.0);
        if !(share > 0.0 && share < 1.0) {
            return 0.0;
        }
        let (index, part) = (place as usize, place.fract());
        let node = |i: usize| self.table.get(i).copied().unwrap_or(0.0);
        node(index) + part * (node(index + 1) - node(index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_pulses_give_back_what_made_them() {
        let hertz = Hertz::new();
        assert!((hertz.at(0.5) - 1.0).abs() < 1e-9);
        let times = (0..400).map(|i| f64::from(i) * 1e-5);
        let of = |force: &dyn Fn(f64) -> f64| -> Vec<(f64, f64)> {
            times.clone().map(|t| (t, force(t))).collect()
        };
        let two_sided = of(&|t| gaussian(&[30.0, 2.1e-3, 4e-4, 2.3e-4], t));
        let best = &fits(&two_sided, 28.0, 2.0e-3, 1.4e-3, 0.0)[0];
        let [rise, fall] = best.sigmas.unwrap();
        assert_eq!(best.shape, "gaussian");
        assert!((rise.value - 4e-4).abs() < 1e-11 && (fall.value - 2.3e-4).abs() < 1e-11);
        let arch = of(&|t| 12.0 * half_sine((t - 1e-3) / 1.7e-3));
        let best = &fits(&arch, 11.0, 1.8e-3, 1.5e-3, 0.0)[0];
        assert_eq!(best.shape, "half-sine");
        assert!((best.duration.unwrap().value - 1.7e-3).abs() < 1e-8);
        let bell = of(&|t| 12.0 * hertz.at((t - 1e-3) / 1.7e-3));
        let best = &fits(&bell, 11.0, 1.8e-3, 1.5e-3, 0.0)[0];
        assert_eq!(best.shape, "hertz");
        assert!((best.duration.unwrap().value - 1.7e-3).abs() < 1e-7);
    }
}
