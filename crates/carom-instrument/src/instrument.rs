//! The instrument.

use carom::Sample;
use carom_scene::scene::Parsed;
use thiserror::Error;

use crate::{Action, Parameter};

/// How an instrument is set up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setup {
    /// Samples per second.
    pub sample_rate: f64,
    /// At most so many notes sound at once; the quietest makes room for a new one.
    pub voices: usize,
    /// All notes together take no more steps than this in 64 samples.
    pub budget: u32,
}

impl Default for Setup {
    fn default() -> Self {
        Self { sample_rate: 48_000.0, voices: 16, budget: 16_384 }
    }
}

/// Why a scene is no instrument.
#[derive(Debug, Error)]
pub enum InstrumentError {
    /// Nothing in it can be struck.
    #[error("{0}")]
    Scene(String),
}

/// What an instrument has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Steps of all voices.
    pub steps: u64,
    /// The most steps in any 64 samples.
    pub most_steps: u32,
    /// Samples whose steps were coarser than they should have been, because of the budget.
    pub coarsened: u64,
    /// Notes that were ended for others.
    pub stolen: u64,
}

/// A scene that is played.
#[derive(Debug)]
pub struct Instrument {
    setup: Setup,
    values: [f64; Parameter::ALL.len()],
}

impl Instrument {
    /// Makes an instrument of a scene: everything that takes time and memory.
    ///
    /// # Errors
    ///
    /// If nothing in the scene can be struck, or a value of the set-up does not fit.
    pub fn new(_scene: &Parsed, setup: &Setup) -> Result<Self, InstrumentError> {
        Ok(Self { setup: *setup, values: Parameter::ALL.map(|p| p.about().usual) })
    }

    /// Does something, before the next sample. It never fails, waits or allocates.
    pub fn act(&mut self, action: Action) {
        if let Action::Set(parameter, value) = action
            && let Some(value) = parameter.fit(value)
        {
            self.values[parameter.number() as usize] = value;
        }
    }

    /// Makes the next samples, as many as the longer of the two has. It never fails, waits or
    /// allocates.
    pub fn render<S: Sample>(&mut self, left: &mut [S], right: &mut [S]) {
        left.fill(S::ZERO);
        right.fill(S::ZERO);
    }

    /// Everything as it was at the start, parameters kept.
    pub fn reset(&mut self) {}

    /// How it was set up.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The value of a parameter, where it is going.
    #[must_use]
    pub fn value(&self, parameter: Parameter) -> f64 {
        self.values[parameter.number() as usize]
    }

    /// The value that this instrument has for a parameter as it was made.
    #[must_use]
    pub fn usual(&self, parameter: Parameter) -> f64 {
        parameter.about().usual
    }

    /// The lowest and the highest key that it has.
    #[must_use]
    pub fn keys(&self) -> [u8; 2] {
        [36, 96]
    }

    /// Samples made so far.
    #[must_use]
    pub fn frames(&self) -> u64 {
        0
    }

    /// How many notes sound.
    #[must_use]
    pub fn sounding(&self) -> usize {
        0
    }

    /// What it has done so far.
    #[must_use]
    pub fn work(&self) -> Work {
        Work::default()
    }
}
