use std::io;
use std::path::Path;

use carom_files::FileErrors;
use carom_files::parquet::ParquetError;
use thiserror::Error;

/// Why a sweep is not done.
#[derive(Debug, Error)]
pub enum SweepError {
    /// The file is wrong.
    #[error(transparent)]
    File(#[from] FileErrors),
    /// The directory holds something else.
    #[error("{0}")]
    Directory(String),
    /// There is no such part or row.
    #[error("{what} is {number}, it must be a whole number from {least} to {most}")]
    Number {
        /// A part or a row.
        what: &'static str,
        /// Which.
        number: u64,
        /// The first that there is.
        least: u64,
        /// The last that there is.
        most: u64,
    },
    /// A row cannot be made.
    #[error("{0}")]
    Row(String),
    /// The record of a result is not that of a sweep.
    #[error("{0}")]
    Record(String),
    /// A table cannot be written or read.
    #[error(transparent)]
    Table(#[from] ParquetError),
    /// A file cannot be written or read.
    #[error("{message}")]
    Files {
        /// Which, and why.
        message: String,
        /// What the system says.
        source: io::Error,
    },
    /// The caller ended it.
    #[error("the sweep was ended; start it again to go on")]
    Stopped,
}

impl SweepError {
    pub(crate) fn writing(path: &Path, error: &io::Error) -> Self {
        Self::files("write", path, error)
    }

    pub(crate) fn files(verb: &str, path: &Path, error: &io::Error) -> Self {
        let message = format!("cannot {verb} {}: {error}", path.display());
        Self::Files { message, source: io::Error::new(error.kind(), error.to_string()) }
    }
}
