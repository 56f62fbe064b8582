//! One sound of the listening test.

use std::f64::consts::{PI, TAU};

use carom_scene::scene::{Modes, Numbers, Scene};

use super::published::Hammer;
use super::scenes::{Recording, struck};

/// k_o (N/m) of every object: avanzini fixes it and does not say at what. This one gives objects of
/// 50 g to 12 g, so that the hammer of 10 g strikes all of them about equally loud.
pub(super) const OBJECT_STIFFNESS: f64 = 1.97e6;
/// Samples per second, as in avanzini's section 5.2.
pub(super) const RATE: f64 = 44_100.0;
/// How far a sound decays before it ends (dB), unless it would be longer than `LONGEST`.
pub(super) const END_DB: f64 = 70.0;
/// No sound is longer than this (s).
pub(super) const LONGEST: f64 = 10.0;

/// A sound of one partial.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stimulus {
    /// Its undamped frequency f (Hz).
    pub pitch_hz: f64,
    /// Its quality factor Q.
    pub q: f64,
}

impl Stimulus {
    /// The time (s) to 1/e, Q/(π·f): avanzini's q_o = ω_o·t_e/2.
    pub fn decay_s(&self) -> f64 {
        self.q / (PI * self.pitch_hz)
    }

    /// The modal mass (kg), k_o/ω².
    pub fn mass(&self) -> f64 {
        OBJECT_STIFFNESS / (TAU * self.pitch_hz).powi(2)
    }

    /// The name of its sound file.
    pub fn file(&self) -> String {
        format!("stimulus-{:04.0}Hz-{:04.0}.wav", self.pitch_hz, self.q)
    }

    /// The hammer strikes it; full scale is the speed of the hammer.
    pub fn scene(&self, hammer: &Hammer) -> Scene {
        let object = Modes {
            decay: None,
            frequency: Numbers::All(self.pitch_hz),
            q: Some(Numbers::All(self.q)),
            mass: Numbers::All(self.mass()),
        };
        // Time for END_DB, from the time for 20·log10(e) dB.
        let whole = self.decay_s() * END_DB / (20.0 * std::f64::consts::LOG10_E);
        let duration = (whole > LONGEST).then_some(LONGEST);
        let how = Recording { rate: RATE, duration, full_scale: hammer.velocity };
        struck(format!("{:.0} Hz, Q {:.1}", self.pitch_hz, self.q), hammer, object, how)
    }
}
