//! Force against compression of a piano hammer whose felt remembers, on a rigid wall.
//!
//! Stulov's felt gives way more easily than it recovers: the way back lies below the way in, and
//! the hammer leaves while the felt is still dented. avanzini (section 5.1.1) compares Hunt and
//! Crossley's contact with it, whose force ends only where the compression does.
//!
//! ```
//! use carom_lab::felt::{Question, strike_wall};
//! let answer = strike_wall(&Question { key: 40, speeds: vec![1.0, 2.0] })?;
//! assert!(answer.loops[1].peak_force > answer.loops[0].peak_force);
//! # Ok::<(), carom_lab::felt::FeltError>(())
//! ```

#[cfg(feature = "pages")]
mod figure;
mod fit;
mod strike;

#[cfg(feature = "pages")]
pub use figure::figure;
pub use fit::{Rival, rival};
pub use strike::Loop;

use carom::InvalidValue;
use carom::scheme::StepError;
use carom_shapes::felt::{FeltHammer, piano_hammer};
use serde::Serialize;
use thiserror::Error;

/// The key unless given: A4.
pub const DEFAULT_KEY: u32 = 49;
/// The slowest and the fastest strike (m/s): no pianist leaves this range.
pub const SPEEDS: (f64, f64) = (0.01, 20.0);
/// The most strikes.
pub const MOST_SPEEDS: usize = 16;

/// Which hammer, and how fast.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// From 1 (A0) to 88 (C8).
    pub key: u32,
    /// m/s.
    pub speeds: Vec<f64>,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Answer {
    /// The version of this structure.
    pub version: u32,
    /// From 1 to 88.
    pub key: u32,
    /// The hammer of the key.
    pub hammer: Hammer,
    /// One for each speed.
    pub loops: Vec<Loop>,
}

/// A hammer in SI units.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Hammer {
    /// kg.
    pub mass: f64,
    /// k (N/m^α), to a sudden blow.
    pub stiffness: f64,
    /// α.
    pub exponent: f64,
    /// ε.
    pub hysteresis: f64,
    /// τ (s).
    pub relaxation: f64,
}

impl From<FeltHammer> for Hammer {
    fn from(hammer: FeltHammer) -> Self {
        let FeltHammer { mass, stiffness, exponent, epsilon, tau } = hammer;
        Self { mass, stiffness, exponent, hysteresis: epsilon, relaxation: tau }
    }
}

/// Why there is no answer.
#[derive(Debug, Error)]
pub enum FeltError {
    /// A number is out of range.
    #[error(transparent)]
    Value(#[from] InvalidValue),
    /// The engine refused.
    #[error(transparent)]
    Setup(#[from] carom::Error),
    /// A step failed.
    #[error(transparent)]
    Step(#[from] StepError),
    /// The hammer never left the wall.
    #[error("at {speed} m/s the hammer stays on the wall")]
    Stays {
        /// m/s.
        speed: f64,
    },
}

/// Strikes a rigid wall once at each speed.
pub fn strike_wall(question: &Question) -> Result<Answer, FeltError> {
    let hammer = Hammer::from(piano_hammer(question.key)?);
    check(&question.speeds)?;
    let loops: Result<_, _> =
        question.speeds.iter().map(|speed| strike::strike(&hammer, *speed)).collect();
    Ok(Answer { version: 1, key: question.key, hammer, loops: loops? })
}

fn check(speeds: &[f64]) -> Result<(), InvalidValue> {
    let wrong = |value, allowed| Err(InvalidValue { field: "speeds", value, allowed });
    if speeds.is_empty() || speeds.len() > MOST_SPEEDS {
        return wrong(speeds.len() as f64, "1 to 16 speeds");
    }
    match speeds.iter().find(|speed| !(SPEEDS.0..=SPEEDS.1).contains(*speed)) {
        Some(speed) => wrong(*speed, "from 0.01 to 20 (m/s)"),
        None => Ok(()),
    }
}
