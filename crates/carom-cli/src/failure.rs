//! What can go wrong, and the exit status that says so.

use std::fmt;
use std::io;
use std::path::Path;
use std::process::ExitCode;

/// A reason to stop.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input makes no sense: status 2.
    Input(String),
    /// A file, or standard output, could not be read or written: status 3.
    File(String),
}

impl Failure {
    pub(crate) fn writing(path: &Path, error: &io::Error) -> Self {
        Self::File(format!("cannot write {}: {error}", path.display()))
    }

    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Self::Input(_) => ExitCode::from(2),
            Self::File(_) => ExitCode::from(3),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(message) | Self::File(message) => f.write_str(message),
        }
    }
}
