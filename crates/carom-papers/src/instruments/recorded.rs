//! What was measured on the recordings.

use carom_shapes::TunedBar;
use serde::Deserialize;

use crate::study::prelude::*;

/// The recorded bars.
#[derive(Debug, Deserialize)]
pub(super) struct Recorded {
    pub(super) marimba: Vec<Bar>,
    pub(super) xylophone: Vec<Bar>,
}

/// A bar.
#[derive(Debug, Deserialize)]
pub(super) struct Bar {
    pub(super) name: String,
    /// Hz.
    pub(super) f1: f64,
    /// Of the left and the right channel (s).
    pub(super) t60: [f64; 2],
    #[serde(default)]
    pub(super) overtones: Vec<Overtone>,
}

/// A further mode of bending.
#[derive(Debug, Deserialize)]
pub(super) struct Overtone {
    /// Over the fundamental.
    pub(super) ratio: f64,
    /// s.
    pub(super) t60: f64,
}

impl Bar {
    /// The mean over both channels (s).
    pub(super) fn decay(&self) -> f64 {
        0.5 * (self.t60[0] + self.t60[1])
    }

    /// A bar that sounds like it, with the arch that gives f1 and f2. Of the instrument no sizes are
    /// known. One of the same note was measured by Bork, Chaigne, Trebuchet, Kosfelder and Pillot
    /// (manuscript of 1997): 46 cm by 6 cm by 2.35 cm for 130 Hz. The others have its
    /// section, and lengths as if all arches were alike.
    pub(super) fn tuned(&self, stretch: f64) -> Option<TunedBar> {
        let ratio = self.overtones.first()?.ratio;
        Some(TunedBar {
            length: stretch * 0.46 * (130.0 / self.f1).sqrt(),
            tuning: Some(vec![1.0, ratio]),
            fundamental: Some(self.f1),
            ..TunedBar::default()
        })
    }
}

/// Reads them.
pub(super) fn read() -> Result<Recorded> {
    Ok(toml::from_str(include_str!("../../data/published/instruments.toml"))?)
}
