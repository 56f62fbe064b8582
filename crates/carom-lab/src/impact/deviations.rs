//! Measures the deviations of an impact while it is computed.

use carom::exact::WallImpact;

/// papetti's deviations (27), (28) and the counts, over the samples of one impact.
#[derive(Default)]
pub(super) struct Deviations<'a> {
    exact: Option<&'a WallImpact>,
    stiffness: f64,
    pub(super) samples: u64,
    pub(super) x_max: f64,
    deviation_x: f64,
    deviation_h: f64,
    /// The kinetic energy of the first sample after release against the exact one.
    deviation_at_release: f64,
    released: bool,
}

impl<'a> Deviations<'a> {
    /// Measures against `exact`, the closed form of the impact, where there is one.
    pub(super) fn new(exact: Option<&'a WallImpact>, stiffness: f64) -> Self {
        Self { exact, stiffness, ..Self::default() }
    }

    /// A sample, counted if it falls on the sample grid.
    pub(super) fn add(&mut self, x: f64, v: f64, counts: bool) {
        if x > 0.0 {
            self.samples += u64::from(counts);
            self.x_max = self.x_max.max(x);
        }
        // Apart before the impact, or for more than one sample after it.
        if self.released || (x <= 0.0 && v > 0.0) {
            return;
        }
        self.released = x <= 0.0;
        let Some(exact) = self.exact else { return };
        let p = exact.exponent() + 1.0;
        // Velocities that the impact never has belong to no compression.
        let share = exact.elastic_share_at(v).max(0.0);
        if x <= 0.0 {
            // What is left against what should be left; there is no H(v) to compare with.
            let deviation = 0.5 * exact.mass() * (v * v - exact.v_out() * exact.v_out());
            self.deviation_at_release = deviation.abs();
            return;
        }
        let stored = self.stiffness * x.powf(p) / p;
        let deviation = (stored - share * exact.energy_in()).abs();
        self.deviation_h = self.deviation_h.max(deviation);
        let compression = share.powf(1.0 / p) * exact.lossless_x_max();
        self.deviation_x = self.deviation_x.max((x - compression).abs());
    }

    /// % of the largest compression, papetti (28).
    pub(super) fn dev_x(&self) -> Option<f64> {
        self.exact.map(|exact| 100.0 * self.deviation_x / exact.x_max())
    }

    /// % of the energy lost, papetti (27), over the samples in contact; without losses it means
    /// nothing.
    pub(super) fn dev_h(&self) -> Option<f64> {
        self.share_of_loss(self.deviation_h)
    }

    /// The same with the energy that is left at release, as papetti's Table III has it.
    pub(super) fn dev_h_with_release(&self) -> Option<f64> {
        self.share_of_loss(self.deviation_h.max(self.deviation_at_release))
    }

    fn share_of_loss(&self, deviation: f64) -> Option<f64> {
        let lost = self.exact.map(WallImpact::energy_lost).filter(|lost| *lost > 0.0)?;
        Some(100.0 * deviation / lost)
    }
}
