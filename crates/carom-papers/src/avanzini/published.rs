//! The numbers that avanzini printed.

use serde::{Deserialize, Serialize};

use crate::study::Printed;

/// The file that holds them.
const TEXT: &str = include_str!("../../data/published/avanzini.toml");

/// What the thesis gives.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Published {
    /// Table 5.2, in its order.
    pub material: Vec<Material>,
    /// Section 5.3.1.
    pub stimuli: Grid,
    /// Figure 5.1.
    pub hammer: Hammer,
    /// Section 5.2.2.
    pub strikes: Strikes,
}

impl Published {
    /// Reads them.
    pub fn read() -> Result<Self, toml::de::Error> {
        toml::from_str(TEXT)
    }
}

/// The ranges in which most listeners heard a material.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Material {
    /// What it is called.
    pub name: String,
    /// Least and largest quality factor.
    pub q: [Printed; 2],
    /// Least and largest time (s) to 1/e.
    pub decay_s: [Printed; 2],
}

impl Material {
    /// Whether its range of quality factors holds this one.
    pub fn holds_q(&self, q: f64) -> bool {
        holds(&self.q, q)
    }

    /// Whether both of its ranges hold these.
    pub fn holds(&self, q: f64, decay_s: f64) -> bool {
        self.holds_q(q) && holds(&self.decay_s, decay_s)
    }
}

/// The bounds are values of stimuli, rounded or cut to as little as one digit.
fn holds([least, largest]: &[Printed; 2], value: f64) -> bool {
    value >= least.value() - 0.5 * least.unit() && value < largest.value() + largest.unit()
}

/// Pitches and quality factors, every one of the first with every one of the second.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Grid {
    /// Hz.
    pub pitch_hz: Spaced,
    /// Quality factors.
    pub q: Spaced,
    /// How far the next lower and the next higher quality factor are (%).
    pub spacing: [Printed; 2],
}

/// Values evenly spaced in the logarithm.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub struct Spaced {
    from: f64,
    to: f64,
    count: u32,
}

impl Spaced {
    /// All of them, from the first to the last.
    pub fn values(self) -> impl Iterator<Item = f64> {
        let steps = f64::from(self.count.saturating_sub(1).max(1));
        (0..self.count).map(move |i| self.from * (self.to / self.from).powf(f64::from(i) / steps))
    }
}

/// A hammer with Hunt and Crossley's contact.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hammer {
    /// kg.
    pub mass: f64,
    /// k (N/m^α).
    pub stiffness: f64,
    /// α.
    pub exponent: f64,
    /// μ (s/m).
    pub mu: f64,
    /// m/s.
    pub velocity: f64,
}

/// The experiments on contact times.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Strikes {
    /// m/s, of Figure 5.1.
    pub velocities: Vec<f64>,
    /// Least and largest m/k (kg·m^α/N) of Figures 5.4 and 5.5.
    pub mass_over_stiffness: [f64; 2],
    /// Least and largest μ (s/m).
    pub mu: [f64; 2],
    /// Samples per second.
    pub rate: f64,
    /// Partials of the resonator.
    pub partials: usize,
    /// The most iterations of Newton's method.
    pub iterations: Printed,
}
