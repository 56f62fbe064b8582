//! Shapes that go around an axis as cos m(φ − φ₀), found from their weights.

use std::f64::consts::TAU;

use super::Sampled;

/// Circles on which the waves are counted: no mode rests on all of them.
const CIRCLES: [f64; 4] = [1.0, 0.83, 0.55, 0.31];

/// A mode of a round thing.
#[derive(Clone, Debug, Default)]
pub(super) struct Wave {
    /// How many waves go around.
    pub(super) waves: u32,
    /// The pattern around is c·cos mφ + s·sin mφ with c² + s² = 1.
    pattern: [f64; 2],
    /// Along the radius, at the places asked for.
    pub(super) profile: Vec<f64>,
}

impl Wave {
    /// The pattern at an angle.
    pub(super) fn at(&self, angle: f64) -> f64 {
        let (sine, cosine) = (f64::from(self.waves) * angle).sin_cos();
        self.pattern[0] * cosine + self.pattern[1] * sine
    }

    /// The integral of the pattern's square over a turn.
    pub(super) fn square(&self) -> f64 {
        if self.waves == 0 { TAU } else { 0.5 * TAU }
    }

    /// Of values at even angles: the strongest pattern of them, and its height.
    fn of(values: &[f64]) -> (Self, f64) {
        let count = values.len();
        let turn: Vec<[f64; 2]> = (0..count)
            .map(|i| (TAU * i as f64 / count as f64).sin_cos())
            .map(|(sine, cosine)| [cosine, sine])
            .collect();
        let mut best = (Self { pattern: [1.0, 0.0], ..Self::default() }, 0.0);
        for m in 0..count.div_ceil(2) {
            let mut sum = [0.0; 2];
            for (i, value) in values.iter().enumerate() {
                let [cosine, sine] = turn[i * m % count];
                sum[0] += value * cosine;
                sum[1] += value * sine;
            }
            let scale = if m == 0 { 1.0 } else { 2.0 } / count as f64;
            let height = scale * sum[0].hypot(sum[1]);
            if height > best.1 {
                let pattern = sum.map(|part| part * scale / height);
                best = (Self { waves: m as u32, pattern, profile: Vec::new() }, height);
            }
        }
        best
    }
}

/// The modes with at most so many waves around, and their profiles at radii from 0 to 1.
pub(super) fn waves(sampled: Sampled, most: usize, radii: &[f64]) -> Vec<Wave> {
    let turns = 2 * most + 2;
    let mut waves = vec![(Wave::default(), -1.0); sampled.count];
    for circle in CIRCLES {
        let rows: Vec<Vec<f64>> =
            (0..turns).map(|i| sampled.weights([circle, i as f64 / turns as f64])).collect();
        for (mode, best) in waves.iter_mut().enumerate() {
            let values: Vec<f64> = rows.iter().map(|row| row[mode]).collect();
            // The others are looked at only where this one is weak.
            let strongest = values.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
            if strongest > 2.0 * best.1 {
                *best = Wave::of(&values);
            }
        }
    }
    // Along two rays, of which a pattern rests on one at most.
    let rays = [0.0, 0.25 / (most + 1) as f64];
    for radius in radii {
        let rows = rays.map(|ray| sampled.weights([*radius, ray]));
        for (mode, (wave, _)) in waves.iter_mut().enumerate() {
            let heights = rays.map(|ray| wave.at(TAU * ray));
            let ray = usize::from(heights[1].abs() > heights[0].abs());
            wave.profile.push(rows[ray][mode] / heights[ray]);
        }
    }
    waves.into_iter().map(|(wave, _)| wave).collect()
}
