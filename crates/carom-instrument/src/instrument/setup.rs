//! How an instrument is set up, why it cannot be, and what it has done.

use carom::InvalidValue;
use thiserror::Error;

use crate::key::CELL;

/// How long a note that makes room for another is faded out (s).
const FADE: f64 = 0.004;

/// How an instrument is set up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setup {
    /// Samples per second.
    pub sample_rate: f64,
    /// At most so many notes sound at once; the quietest makes room for a new one.
    pub voices: usize,
    /// All notes together take no more [work](carom::Options::budget) than this in 64 samples, 8192 unless given:
    /// what is never needed for long, two milliseconds of one core.
    pub budget: u32,
    /// An object has at most so many modes: the highest are left out.
    pub modes: usize,
    /// Only keys between these two are made, of those that the scene has.
    pub keys: [u8; 2],
}

impl Default for Setup {
    fn default() -> Self {
        Self { sample_rate: 48_000.0, voices: 16, budget: 8192, modes: 1024, keys: [0, 127] }
    }
}

impl Setup {
    /// The least that a key may take: as many as sound may be fading at the same time.
    pub(crate) fn share(&self) -> u32 {
        (self.budget / (2 * self.voices as u32)).max(CELL as u32)
    }

    /// In how many samples a note that makes room for another is faded out.
    pub(super) fn fade(&self) -> u64 {
        (FADE * self.sample_rate).ceil() as u64
    }

    pub(super) fn check(&self) -> Result<(), InvalidValue> {
        let wrong = |field, value, allowed| Err(InvalidValue { field, value, allowed });
        if !(1_000.0..=768_000.0).contains(&self.sample_rate) {
            return wrong("sample rate", self.sample_rate, "from 1000 to 768000 Hz");
        }
        if !(1..=128).contains(&self.voices) {
            return wrong("voices", self.voices as f64, "from 1 to 128");
        }
        let least = 2 * (CELL * self.voices) as u32;
        if self.budget < least {
            let allowed = "at least 128 for each voice";
            return wrong("budget", f64::from(self.budget), allowed);
        }
        if self.modes == 0 {
            return wrong("modes", 0.0, "at least 1");
        }
        Ok(())
    }
}

/// Why a scene is no instrument.
#[derive(Debug, Error)]
pub enum InstrumentError {
    /// Nothing in it can be struck, or not in such a way.
    #[error("{0}")]
    Scene(String),
    /// A value of the set-up does not fit.
    #[error(transparent)]
    Setup(#[from] InvalidValue),
    /// The object of a key cannot be made.
    #[error("key {key}: {text}")]
    Key {
        /// Which.
        key: u8,
        /// Why.
        text: String,
    },
}

/// What an instrument has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// The work of all voices, as [the budget](Setup::budget) counts it.
    pub total: u64,
    /// The most in any 64 samples, counted from the start.
    pub most: u32,
    /// Samples of voices whose steps were coarser than they should have been, because of the budget.
    pub coarsened: u64,
    /// Notes that were ended for others.
    pub stolen: u64,
    /// Notes whose numbers failed: they ended, and their keys play again.
    pub failed: u64,
}
