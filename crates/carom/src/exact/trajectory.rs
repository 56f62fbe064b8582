//! The exact impact as a function of time.

use super::impact::{Branch, WallImpact};
use crate::numeric::quadrature::unit_integral;
use crate::numeric::root;

impl WallImpact {
    /// How long mass and wall touch (s), papetti (9).
    ///
    /// In y = log(1+μv) the integrand is (φ(s) − φ(w))^(−α/(α+1)), singular at both ends;
    /// depth = end·u^(α+1) makes it smooth.
    #[must_use]
    pub fn contact_time(&self) -> f64 {
        self.branch_time(Branch::Compression) + self.branch_time(Branch::Release)
    }

    /// Compression and velocity at time `t` after the first touch. Before it and after the release
    /// the mass flies freely, with negative compression.
    #[must_use]
    pub fn at(&self, t: f64) -> (f64, f64) {
        self.sample(&[t])[0]
    }

    /// [`at`](Self::at) for many instants.
    #[must_use]
    pub fn sample(&self, instants: &[f64]) -> Vec<(f64, f64)> {
        let turning = self.branch_time(Branch::Compression);
        let end = turning + self.branch_time(Branch::Release);
        instants
            .iter()
            .map(|&t| {
                if t <= 0.0 {
                    (self.v_in() * t, self.v_in())
                } else if t >= end {
                    (self.v_out() * (t - end), self.v_out())
                } else if t <= turning {
                    self.on_branch(Branch::Compression, t, turning)
                } else {
                    self.on_branch(Branch::Release, end - t, end - turning)
                }
            })
            .collect()
    }

    /// The time from the touching end of a branch to the turning point.
    fn branch_time(&self, branch: Branch) -> f64 {
        self.time_to(branch, 1.0)
    }

    /// The time from the touching end of a branch to the depth end·u^(α+1).
    fn time_to(&self, branch: Branch, u: f64) -> f64 {
        u * unit_integral(|part| self.pace(branch, u * part))
    }

    /// dt/du on a branch.
    fn pace(&self, branch: Branch, u: f64) -> f64 {
        let alpha = self.exponent();
        let end = self.end(branch);
        let depth = end * u.powf(alpha + 1.0);
        // gain is proportional to the depth near its end: their ratio is taken before the power,
        // so that u^α cancels instead of dividing 0 by 0.
        let ratio = if depth > f64::MIN_POSITIVE {
            self.gain(branch, depth) / depth
        } else {
            2.0 * if branch == Branch::Compression { 1.0 } else { self.restitution() }
        };
        // (x_s/v)·2/(α+1)·∫ gain^(−α/(α+1)) d(depth).
        2.0 * self.length / self.v_in()
            * end.powf(1.0 / (alpha + 1.0))
            * ratio.powf(-alpha / (alpha + 1.0))
    }

    fn on_branch(&self, branch: Branch, time: f64, whole: f64) -> (f64, f64) {
        let (u, _) = root::increasing(0.0, 1.0, time / whole, |u| {
            (self.time_to(branch, u) - time, self.pace(branch, u))
        });
        let depth = self.end(branch) * u.powf(self.exponent() + 1.0);
        (self.compression(self.gain(branch, depth)), self.v_in() * self.speed(branch, depth))
    }
}
