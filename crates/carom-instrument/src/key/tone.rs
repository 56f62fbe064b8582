//! How an object differs from that of its scene while it is played.

use std::f64::consts::TAU;

use carom::Mode;

/// A frequency changes by at most this share in 64 samples.
const FASTEST: f64 = 0.01;

/// Between these shares of the sample rate what is bent upwards is faded out, at most so fast (1/s): above
/// half the sample rate it would be heard as something lower.
const TOO_HIGH: [f64; 2] = [0.4, 0.47];
const FADED: f64 = 4000.0;

/// How an object differs from that of the scene: factors of its frequencies, masses and losses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Tone {
    pub(crate) frequency: f64,
    pub(crate) mass: f64,
    pub(crate) loss: f64,
}

impl Tone {
    pub(crate) const SAME: Self = Self { frequency: 1.0, mass: 1.0, loss: 1.0 };

    /// A step towards another, evenly in octaves; there if it is near. Frequencies move no faster than a
    /// click would be heard of.
    pub(super) fn towards(self, other: Self, share: f64) -> Self {
        let step = |from: f64, to: f64, most: f64| {
            let way = (to / from).ln();
            if way.abs() < 1e-4 { to } else { from * (share * way).clamp(-most, most).exp() }
        };
        let most = if share < 1.0 { FASTEST } else { f64::INFINITY };
        Self {
            frequency: step(self.frequency, other.frequency, most),
            mass: step(self.mass, other.mass, f64::INFINITY),
            loss: step(self.loss, other.loss, f64::INFINITY),
        }
    }

    /// A mode of the scene in this tone, at a sample rate (Hz).
    pub(super) fn of(self, mode: &Mode, rate: f64) -> Mode {
        if self == Self::SAME {
            // No rounding: it is the same again.
            return *mode;
        }
        let Self { frequency, mass, loss } = self;
        let inner = (mode.sigma - mode.radiation - mode.support).max(0.0);
        let (radiation, support) = (mode.radiation / mass, mode.support / mass);
        let omega = mode.omega * frequency;
        let [low, high] = TOO_HIGH;
        let share = (omega / (TAU * rate) - low) / (high - low);
        let share = if frequency > 1.0 { share.clamp(0.0, 1.0) } else { 0.0 };
        Mode {
            mass: mode.mass * mass,
            omega,
            sigma: inner * frequency * loss + radiation + support + FADED * share * share,
            radiation,
            support,
        }
    }
}
