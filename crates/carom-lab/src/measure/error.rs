//! Errors of measurements, and checks of settings.

use std::io;
use std::path::{Path, PathBuf};

use carom::InvalidValue;
use carom_files::csv::CsvError;
use thiserror::Error;

/// Why a recording cannot be measured.
#[derive(Debug, Error)]
pub enum MeasureError {
    /// A file or directory could not be read.
    #[error("{}: cannot be read: {error}", file.display())]
    Read {
        /// Which.
        file: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The content of a recording cannot be measured.
    #[error("{}: {what}", file.display())]
    Recording {
        /// Which file or directory.
        file: PathBuf,
        /// Where in it, what is wrong, and what is needed.
        what: String,
    },
    /// A table cannot be used.
    #[error(transparent)]
    Table(#[from] CsvError),
    /// A setting is outside what makes sense.
    #[error(transparent)]
    Setting(#[from] InvalidValue),
}

impl MeasureError {
    /// An error in the content of a recording.
    pub(crate) fn recording(file: &Path, what: impl Into<String>) -> Self {
        Self::Recording { file: file.to_owned(), what: what.into() }
    }

    pub(crate) fn read(file: &Path, error: io::Error) -> Self {
        Self::Read { file: file.to_owned(), error }
    }
}

/// Measures every recording. If some cannot be measured, returns the errors of all of those.
pub fn measure_all<P: AsRef<Path>, T>(
    recordings: &[P],
    mut measure: impl FnMut(&Path) -> Result<T, MeasureError>,
) -> Result<Vec<T>, Vec<MeasureError>> {
    let mut bad = Vec::new();
    let mut good = Vec::with_capacity(recordings.len());
    for recording in recordings {
        match measure(recording.as_ref()) {
            Ok(trial) => good.push(trial),
            Err(error) => bad.push(error),
        }
    }
    if bad.is_empty() { Ok(good) } else { Err(bad) }
}
