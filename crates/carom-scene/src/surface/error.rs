//! What can be wrong with a table, and with a path.

use thiserror::Error;

/// Why a table, of heights or of forces, cannot be used.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SurfaceError {
    /// The file is missing, or reading it failed.
    #[error("{file}: cannot be read: {reason}")]
    Unreadable {
        /// The file.
        file: String,
        /// What the system says.
        reason: String,
    },
    /// A line is longer than any table has, or not text.
    #[error("{file}, line {line}: not a line of a CSV table: {reason}")]
    NotATable {
        /// The file.
        file: String,
        /// Counted from 1.
        line: u64,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// The header lacks a column.
    #[error(
        "{file}, line 1: no column \"{column}\": the header must name {} and {}, but is \
         \"{header}\"", wanted[0], wanted[1]
    )]
    NoColumn {
        /// The file.
        file: String,
        /// The column.
        column: &'static str,
        /// All columns that are needed.
        wanted: [&'static str; 2],
        /// The header as it stands.
        header: String,
    },
    /// A row ends before a column.
    #[error("{file}, line {line}, column \"{column}\": the row ends before it")]
    NoCell {
        /// The file.
        file: String,
        /// Counted from 1.
        line: u64,
        /// The column.
        column: &'static str,
    },
    /// Something else than a number.
    #[error("{file}, line {line}, column \"{column}\": \"{text}\" is not a finite number")]
    NotANumber {
        /// The file.
        file: String,
        /// Counted from 1.
        line: u64,
        /// The column.
        column: &'static str,
        /// What stands there.
        text: String,
    },
    /// A position or a time that is not beyond the one before.
    #[error(
        "{file}, line {line}, column \"{column}\": {value} does not lie beyond {before} of the row \
         before: this column must rise"
    )]
    NotRising {
        /// The file.
        file: String,
        /// Counted from 1.
        line: u64,
        /// The column.
        column: &'static str,
        /// What stands there.
        value: f64,
        /// What stands in the row before.
        before: f64,
    },
    /// Too few rows to tell a shape.
    #[error("{file}: {rows} rows below the header: at least 2 are needed")]
    TooFewRows {
        /// The file.
        file: String,
        /// How many there are.
        rows: usize,
    },
    /// More rows than are read.
    #[error("{file}, line {line}: more than {most} rows")]
    TooManyRows {
        /// The file.
        file: String,
        /// Counted from 1.
        line: u64,
        /// How many are allowed.
        most: usize,
    },
}

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
