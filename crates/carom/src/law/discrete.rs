//! A law over one step: its mean force, what it stores and what it loses.

/// A law over one step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Discrete {
    /// The mean force (N).
    pub force: f64,
    /// Its derivative by the end of the step (N/m).
    pub slope: f64,
    /// The energy that the potential gains (J).
    pub stored: f64,
    /// The energy that the loss takes (J), never negative.
    pub lost: f64,
    /// The elastic force at the end of the step (N): how what is stored grows with it.
    pub elastic: f64,
    /// The elastic part of the force, its derivative by the end of the step, and μ/Δt.
    pub(crate) parts: [f64; 3],
}

/// The work of a force may differ from what is stored and lost by this share of the energies that take part, or of
/// all the energy there is: that many steps cannot be seen in any ledger.
const ROUNDING: f64 = 1e-12;
const UNSEEN: f64 = 1e-18;

impl Discrete {
    /// The energy (J) that the step would create if its bodies came this much closer (m), and the size of the
    /// energies that take part if that is a sum of distances of `far` in all.
    #[inline(always)]
    pub(crate) fn created(&self, way: f64, far: f64) -> (f64, f64) {
        let created = self.stored + self.lost - self.force * way;
        (created, (self.force * far).abs() + self.stored.abs() + self.lost.abs())
    }

    /// Whether the energy of a step adds up, up to rounding, if there is this much (J) in all: see
    /// [`created`](Self::created).
    #[inline(always)]
    pub(crate) fn adds_up((created, size): (f64, f64), energy: f64) -> bool {
        created.abs() <= ROUNDING * size + UNSEEN * energy
    }

    /// Moves the end of the step by a little.
    pub(crate) fn shift(&mut self, d: f64, by: f64) {
        let [secant, slope, resistance] = self.parts;
        if resistance.is_nan() {
            self.lost += (self.slope * d + self.force - self.elastic) * by;
            self.stored += self.elastic * by;
            self.force += self.slope * by;
            return;
        }
        if self.force == 0.0 && self.slope == 0.0 {
            // No force: the stored energy is lost.
            self.stored += self.elastic * by;
            self.lost -= self.elastic * by;
            return;
        }
        // The loss grows with the square of the way, which may be short beside the depth.
        let (secant, d) = (secant + slope * by, d + by);
        let loss = resistance * secant.abs() * d;
        (self.force, self.stored, self.lost) = (secant + loss, secant * d, loss * d);
    }
}
