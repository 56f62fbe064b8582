//! Straight lines through points, and how well they are known.

/// A least-squares line, held by its value in the middle of its points, where value and slope err
/// independently.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Line {
    pub(crate) count: f64,
    pub(crate) centre: f64,
    pub(crate) value: f64,
    pub(crate) slope: f64,
    /// Σ (t − centre)².
    pub(crate) spread: f64,
    /// Σ residual².
    pub(crate) squares: f64,
}

impl Line {
    /// Through points (t, y); flat through fewer than two different t.
    pub(crate) fn through(points: impl Iterator<Item = (f64, f64)> + Clone) -> Self {
        let mut sums = (0.0, 0.0, 0.0);
        for (t, y) in points.clone() {
            sums = (sums.0 + 1.0, sums.1 + t, sums.2 + y);
        }
        let count: f64 = sums.0;
        let (centre, value) = (sums.1 / count.max(1.0), sums.2 / count.max(1.0));
        let (mut spread, mut product) = (0.0, 0.0);
        for (t, y) in points.clone() {
            spread += (t - centre) * (t - centre);
            product += (t - centre) * (y - value);
        }
        let slope = if spread > 0.0 { product / spread } else { 0.0 };
        let mut line = Self { count, centre, value, slope, spread, squares: 0.0 };
        line.squares = points.map(|(t, y)| (y - line.at(t)).powi(2)).sum();
        line
    }

    pub(crate) fn at(&self, t: f64) -> f64 {
        self.value + self.slope * (t - self.centre)
    }

    /// Standard deviation of the slope where each point has the variance `noise`.
    pub(crate) fn slope_sd(&self, noise: f64) -> f64 {
        (noise / self.spread).sqrt()
    }

    pub(crate) fn value_sd(&self, noise: f64) -> f64 {
        (noise / self.count).sqrt()
    }

    /// Where two lines meet, if they do.
    pub(crate) fn meets(&self, other: &Self) -> Option<f64> {
        let t = self.centre + (other.at(self.centre) - self.value) / (self.slope - other.slope);
        t.is_finite().then_some(t)
    }

    /// The standard deviation of that moment.
    pub(crate) fn meeting_sd(&self, other: &Self, t: f64, noise: f64) -> f64 {
        self.sd_at(t, noise).hypot(other.sd_at(t, noise)) / (self.slope - other.slope).abs()
    }

    /// The standard deviation of the line at `t`.
    pub(crate) fn sd_at(&self, t: f64, noise: f64) -> f64 {
        (noise * (1.0 / self.count + (t - self.centre).powi(2) / self.spread)).sqrt()
    }
}
