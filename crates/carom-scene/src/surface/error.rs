//! What can be wrong with a path.

use thiserror::Error;

/// Why no profile can be made.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ProfileError {
    /// A number that makes no sense.
    #[error("the {what} is {value}, but must be {allowed}")]
    Value {
        /// Which number.
        what: &'static str,
        /// Its value.
        value: f64,
        /// What is allowed.
        allowed: &'static str,
    },
    /// The finest features are too fine for so long a path.
    #[error(
        "a path of {length} m over features of {finest} m needs at least {needed:.0} points, more \
         than the {most} allowed: a shorter path, or a surface without such fine features, would \
         do"
    )]
    TooLong {
        /// The path (m).
        length: f64,
        /// The finest feature (m).
        finest: f64,
        /// Points at two per feature.
        needed: f64,
        /// Points allowed.
        most: usize,
    },
}
