use carom::InvalidValue;
use thiserror::Error;

/// Why a collision could not be computed.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum CollisionError {
    /// A parameter outside what the physics allows.
    #[error(transparent)]
    Invalid(#[from] InvalidValue),
    /// The points of contact move apart, or only along each other, at this normal speed (m/s).
    #[error("the bodies do not approach: they separate at {speed} m/s")]
    Separating {
        /// How fast they separate.
        speed: f64,
    },
    /// Both bodies are immovable.
    #[error("both bodies are immovable")]
    NothingMoves,
    /// The method did not reach the end of the contact in the steps that it may take.
    #[error("the contact did not end within the steps that {method} may take")]
    Unfinished {
        /// Its name.
        method: &'static str,
    },
}
