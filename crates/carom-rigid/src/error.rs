use carom::InvalidValue;
use std::fmt;

/// Why a collision could not be computed.
#[derive(Clone, Debug, PartialEq)]
pub enum CollisionError {
    /// A parameter outside what the physics allows.
    Invalid(InvalidValue),
    /// The points of contact move apart, or only along each other, at this normal speed (m/s).
    Separating {
        /// How fast they separate.
        speed: f64,
    },
    /// Both bodies are immovable.
    NothingMoves,
    /// The method did not reach the end of the contact in the effort it allows itself.
    Unfinished {
        /// Its name.
        method: &'static str,
    },
}

impl fmt::Display for CollisionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid(invalid) => invalid.fmt(f),
            Self::Separating { speed } => {
                write!(f, "the bodies do not approach: they separate at {speed} m/s")
            }
            Self::NothingMoves => write!(f, "both bodies are immovable"),
            Self::Unfinished { method } => {
                write!(f, "the contact did not end within the steps that {method} allows itself")
            }
        }
    }
}

impl std::error::Error for CollisionError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Invalid(invalid) => Some(invalid),
            _ => None,
        }
    }
}

impl From<InvalidValue> for CollisionError {
    fn from(invalid: InvalidValue) -> Self {
        Self::Invalid(invalid)
    }
}
