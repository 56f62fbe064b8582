//! The air in a sphere of volume 1 with a hard wall (Russell 2010, American Journal of Physics 78,
//! 549): where the wall is, the slope of the spherical Bessel function is 0.

use std::f64::consts::{PI, SQRT_2};

use super::radius;
use crate::Place;
use crate::special::{cos_pi, legendre, roots, sin_pi, spherical_slope};

/// A mode j(kr)·Y, with Y a real spherical harmonic.
#[derive(Clone, Copy, Debug)]
pub(super) struct SphereMode {
    degree: u32,
    /// From −degree to degree; below 0 are the sines.
    order: i32,
    /// Which of the zeros, from 1.
    number: usize,
    /// Wave number times radius.
    zero: f64,
}

/// All modes up to a wave number, rising, without that of the mean pressure.
pub(super) fn modes(highest: f64) -> Vec<SphereMode> {
    let reach = highest * radius();
    let mut modes = Vec::new();
    for degree in (0..).take_while(|degree| lowest(*degree) < reach) {
        for (number, zero) in (1..).zip(zeros(degree, reach)) {
            let span = degree as i32;
            let all = (-span..=span).map(|order| SphereMode { degree, order, number, zero });
            modes.extend(all);
        }
    }
    modes.sort_by(|a, b| a.zero.total_cmp(&b.zero));
    modes
}

/// Below this, √(l(l + 1)), the slope has no zero (but at 0).
fn lowest(degree: u32) -> f64 {
    let l = f64::from(degree);
    (l * (l + 1.0)).sqrt().max(1.0)
}

fn zeros(degree: u32, highest: f64) -> Vec<f64> {
    roots(|x| spherical_slope(degree, x), lowest(degree), highest, 1.0)
}

impl SphereMode {
    /// For the volume 1.
    pub(super) fn wave_number(&self) -> f64 {
        self.zero / radius()
    }

    /// Degree, order and number of the zero, in brackets to tell it from a mode of the cube.
    pub(super) fn name(&self) -> String {
        format!("[{}, {}, {}]", self.degree, self.order, self.number)
    }

    /// At a polar angle of πx and an azimuth of 2πy.
    pub(super) fn weight(&self, [x, y]: Place) -> f64 {
        let harmonic = self.harmonic(x, y);
        let l = f64::from(self.degree);
        // From the middle to the wall 3∫j²r² dr = 1.5·j²·(1 − l(l + 1)/k²) where the slope of j is 0.
        harmonic / (1.5 * (1.0 - l * (l + 1.0) / self.zero.powi(2))).sqrt()
    }

    /// Mean square 1 over the wall.
    fn harmonic(&self, x: f64, y: f64) -> f64 {
        let order = self.order.unsigned_abs();
        let turns = 2.0 * f64::from(order) * y;
        let around = match self.order {
            0 => 1.0,
            1.. => SQRT_2 * cos_pi(turns),
            _ => SQRT_2 * sin_pi(turns),
        };
        let polar = PI * x;
        around * legendre(self.degree, order, polar.cos(), sin_pi(x))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::special::testing::line;

    #[test]
    fn zeros_are_those_of_the_books() {
        let known = [(0, 4.493_409), (1, 2.081_576), (2, 3.342_094), (3, 4.514_100)];
        for (degree, zero) in known {
            assert!((zeros(degree, 5.0)[0] - zero).abs() < 1e-6, "{degree}");
        }
    }

    #[test]
    fn harmonics_are_orthonormal_over_the_wall() {
        let modes = modes(8.0);
        for a in &modes[..13] {
            for b in &modes[..13] {
                let mut mean = 0.0;
                for (x, share) in line(0.0, 1.0, 60) {
                    for k in 0..24 {
                        let y = (f64::from(k) + 0.5) / 24.0;
                        let area = 0.5 * PI * (PI * x).sin() * share / 24.0;
                        mean += area * a.harmonic(x, y) * b.harmonic(x, y);
                    }
                }
                let same = a.degree == b.degree && a.order == b.order;
                let expected = if same { 1.0 } else { 0.0 };
                assert!((mean - expected).abs() < 1e-6, "{a:?} {b:?} {mean}");
            }
        }
    }

    #[test]
    fn the_wall_has_its_share_of_the_volume() {
        // For degree 0, j = sin(kr)/kr: its mean square over the ball by quadrature.
        let mode = modes(12.0).into_iter().find(|mode| mode.degree == 0).unwrap();
        let j = |r: f64| if r == 0.0 { 1.0 } else { (mode.zero * r).sin() / (mode.zero * r) };
        let mean: f64 =
            line(0.0, 1.0, 60).iter().map(|(r, w)| 3.0 * r * r * w * j(*r).powi(2)).sum();
        assert!((mode.weight([0.4, 0.1]) - j(1.0).abs() / mean.sqrt()).abs() < 1e-9);
    }
}
