//! An independent reference: masses on a line with lossless contacts, by Runge and Kutta's fourth order in
//! steps far below what they need.

/// Masses, contacts k·δⁿ between neighbours, gaps, and velocities before.
pub(crate) struct Line<'a> {
    pub(crate) masses: &'a [f64],
    pub(crate) stiffness: &'a [f64],
    pub(crate) exponent: f64,
    pub(crate) gaps: &'a [f64],
    pub(crate) velocities: &'a [f64],
}

impl Line<'_> {
    fn rate(&self, state: &[f64], rate: &mut [f64]) {
        let n = self.masses.len();
        rate.fill(0.0);
        rate[..n].copy_from_slice(&state[n..]);
        for i in 0..n - 1 {
            let depth = state[i] - state[i + 1] - self.gaps[i];
            if depth > 0.0 {
                let force = self.stiffness[i] * depth.powf(self.exponent);
                rate[n + i] -= force / self.masses[i];
                rate[n + i + 1] += force / self.masses[i + 1];
            }
        }
    }

    /// Velocities after `time` in `steps` steps.
    pub(crate) fn after(&self, time: f64, steps: usize) -> Vec<f64> {
        let n = self.masses.len();
        let h = time / steps as f64;
        let mut y = vec![0.0; 2 * n];
        y[n..].copy_from_slice(self.velocities);
        let mut k = vec![vec![0.0; 2 * n]; 4];
        let mut at = vec![0.0; 2 * n];
        for _ in 0..steps {
            for stage in 0..4 {
                let share = [0.0, 0.5, 0.5, 1.0][stage];
                for i in 0..2 * n {
                    at[i] = y[i] + if stage > 0 { share * h * k[stage - 1][i] } else { 0.0 };
                }
                self.rate(&at, &mut k[stage]);
            }
            for i in 0..2 * n {
                y[i] += h / 6.0 * (k[0][i] + 2.0 * k[1][i] + 2.0 * k[2][i] + k[3][i]);
            }
        }
        y[n..].to_vec()
    }
}
