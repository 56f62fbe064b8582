//! The air in a cube of side 1 with hard walls.

use std::f64::consts::{PI, SQRT_2};

use crate::Place;
use crate::special::cos_pi;

/// The mode cos(lπx)·cos(mπy)·cos(nπz).
#[derive(Clone, Copy, Debug)]
pub(super) struct CubeMode {
    waves: [u32; 3],
}

/// All modes up to a wave number, rising, without that of the mean pressure.
pub(super) fn modes(highest: f64) -> Vec<CubeMode> {
    let limit = (highest / PI).powi(2);
    let most = (highest / PI) as u32;
    let mut modes = Vec::new();
    for l in 0..=most {
        for m in 0..=most {
            let all = (0..=most).map(|n| CubeMode { waves: [l, m, n] });
            modes.extend(all.filter(|mode| (1.0..=limit).contains(&f64::from(mode.square()))));
        }
    }
    modes.sort_by_key(CubeMode::square);
    modes
}

impl CubeMode {
    fn square(&self) -> u32 {
        self.waves.iter().map(|count| count * count).sum()
    }

    /// π·√(l² + m² + n²).
    pub(super) fn wave_number(&self) -> f64 {
        PI * f64::from(self.square()).sqrt()
    }

    pub(super) fn name(&self) -> String {
        let [l, m, n] = self.waves;
        format!("({l}, {m}, {n})")
    }

    /// On the face z = 0, scaled to mean square 1 over the volume.
    pub(super) fn weight(&self, [x, y]: Place) -> f64 {
        self.at([x, y, 0.0])
    }

    fn at(&self, point: [f64; 3]) -> f64 {
        let along = |(count, place): (&u32, f64)| match count {
            0 => 1.0,
            _ => SQRT_2 * cos_pi(f64::from(*count) * place),
        };
        self.waves.iter().zip(point).map(along).product()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::special::testing::line;

    #[test]
    fn shapes_are_orthonormal() {
        let modes = modes(8.0);
        let side = line(0.0, 1.0, 24);
        for a in &modes[..12] {
            for b in &modes[..12] {
                let mut mean = 0.0;
                for x in &side {
                    for y in &side {
                        for z in &side {
                            let point = [x.0, y.0, z.0];
                            mean += x.1 * y.1 * z.1 * a.at(point) * b.at(point);
                        }
                    }
                }
                let expected = if a.waves == b.waves { 1.0 } else { 0.0 };
                assert!((mean - expected).abs() < 1e-6, "{a:?} {b:?} {mean}");
            }
        }
    }
}
