use carom::InvalidValue;
use carom::check::FieldError;
use thiserror::Error;

/// Why a batch cannot be computed: found before any work.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum BatchError {
    /// A column has the wrong length, or a value that is not allowed.
    #[error(transparent)]
    Column(#[from] FieldError),
    /// A number that is the same for all rows is not allowed.
    #[error(transparent)]
    Value(#[from] InvalidValue),
    /// There is no such column.
    #[error("there is no column `{name}`; the columns are {allowed}")]
    UnknownColumn {
        /// What was asked for.
        name: String,
        /// What there is.
        allowed: String,
    },
    /// A column is given twice.
    #[error("the column `{0}` is given twice")]
    Repeated(&'static str),
    /// A column is missing.
    #[error("the column `{0}` is missing")]
    Missing(&'static str),
    /// A column that a resonator does not have.
    #[error(
        "the column `{0}` has no meaning for a resonator, which has one rate and starts at the touch"
    )]
    NoMeaning(&'static str),
    /// The damping is given in several ways.
    #[error("restitution, lambda and mu all give the damping; only one of them can be given")]
    TwoDampings,
    /// The place for results has the wrong length.
    #[error(
        "the place for {what} has {length} numbers; it must have one for each of the {rows} rows"
    )]
    Place {
        /// For what.
        what: &'static str,
        /// How many numbers it has.
        length: usize,
        /// How many rows there are.
        rows: usize,
    },
    /// There is no memory for so many rows.
    #[error("there is no memory for the outcomes of {0} rows; compute them in parts")]
    TooManyRows(usize),
    /// The engine refuses it.
    #[error("{0}")]
    Refused(String),
    /// The number of threads is 0.
    #[error("threads is 0, it must be 1 or above (1 starts none)")]
    NoThreads,
}

impl From<carom::Error> for BatchError {
    fn from(error: carom::Error) -> Self {
        match error {
            carom::Error::Value(error) => Self::Value(error),
            carom::Error::Field(error) => Self::Column(error),
            other => Self::Refused(other.to_string()),
        }
    }
}
