//! What can go wrong, and its exit status.

use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::say::say;
use carom_files::{ReadError, WholeFile};
use serde::Serialize;
use serde_json::Value;

/// A reason to stop.
#[derive(Debug)]
pub(crate) enum CommandError {
    /// It ran, but a check failed: status 1.
    #[cfg_attr(not(feature = "papers"), allow(dead_code))]
    Check(String),
    /// The input makes no sense: status 2.
    Input(String),
    /// The same, already rendered with its source: status 2.
    Rendered(String),
    /// A file, or standard output, could not be read or written: status 3.
    File(String),
}

impl CommandError {
    pub(crate) fn writing(path: &Path, error: &io::Error) -> Self {
        Self::File(format!("cannot write {}: {error}", path.display()))
    }

    pub(crate) fn reading(name: impl fmt::Display, error: &dyn fmt::Display) -> Self {
        Self::File(format!("cannot read {name}: {error}"))
    }

    /// A file or JSON that could not be made.
    pub(crate) fn file(error: impl fmt::Display) -> Self {
        Self::File(error.to_string())
    }

    /// Input that makes no sense.
    pub(crate) fn input(error: impl fmt::Display) -> Self {
        Self::Input(error.to_string())
    }

    /// Errors that show the lines of their source.
    pub(crate) fn rendered(errors: impl fmt::Display) -> Self {
        Self::Rendered(errors.to_string())
    }

    /// Content that cannot be used is bad input; what cannot be opened or read is not.
    pub(crate) fn of_reading(error: &ReadError) -> Self {
        match error {
            ReadError::Unreadable { source, .. } if source.kind() == io::ErrorKind::NotFound => {
                let here = std::env::current_dir()
                    .map_or_else(|_| ".".into(), |here| here.display().to_string());
                Self::File(format!(
                    "{error}\nhelp: paths are taken from the current directory, {here}"
                ))
            }
            ReadError::Unreadable { .. } => Self::File(error.to_string()),
            _ => Self::Input(error.to_string()),
        }
    }

    /// Prints what went wrong.
    pub(crate) fn report(&self) {
        match self {
            Self::Check(message) | Self::Input(message) | Self::File(message) => {
                say!("error: {message}");
            }
            Self::Rendered(message) => say!("{message}"),
        }
    }

    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Self::Check(_) => ExitCode::FAILURE,
            Self::Input(_) | Self::Rendered(_) => ExitCode::from(2),
            Self::File(_) => ExitCode::from(3),
        }
    }
}

/// Prints to standard output; text from files must not steer the terminal.
pub(crate) fn print(text: &str) -> Result<(), CommandError> {
    let mut out = io::stdout().lock();
    match writeln!(out, "{}", carom_files::visible(text)).and_then(|()| out.flush()) {
        // A reader that closes early, such as `head`, has seen what it wanted.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(CommandError::File(format!("cannot write to standard output: {error}")))
        }
        _ => Ok(()),
    }
}

/// Prints as JSON, with full precision.
pub(crate) fn print_json(value: &impl Serialize) -> Result<(), CommandError> {
    print(&serde_json::to_string_pretty(value).map_err(CommandError::file)?)
}

/// Reports files that were written, beside the output.
pub(crate) fn report_files(files: &[PathBuf]) {
    for file in files {
        say!("wrote {}", file.display());
    }
}

/// The directory to write to: the given one, or the usual one unless JSON is printed.
pub(crate) fn directory(out: Option<&PathBuf>, json: bool, usual: &str) -> Option<PathBuf> {
    out.cloned().or_else(|| (!json).then(|| PathBuf::from(usual)))
}

/// A file that is opened before anything is computed, and appears when it is whole.
pub(crate) struct Target<'a> {
    path: &'a Path,
    file: WholeFile,
}

impl<'a> Target<'a> {
    pub(crate) fn open(path: &'a Path) -> Result<Self, CommandError> {
        let file = WholeFile::create(path).map_err(|error| CommandError::writing(path, &error))?;
        Ok(Self { path, file })
    }

    pub(crate) fn write(&mut self, text: &str) -> Result<(), CommandError> {
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|error| CommandError::writing(self.path, &error))
    }

    /// Puts the file in place and reports it.
    pub(crate) fn commit(self) -> Result<(), CommandError> {
        self.file.commit().map_err(|error| CommandError::writing(self.path, &error))?;
        say!("wrote {}", self.path.display());
        Ok(())
    }
}

/// Prints the JSON Schema of a file format, or its reference.
pub(crate) fn print_schema(
    schema: &Value,
    title: &str,
    markdown: bool,
) -> Result<(), CommandError> {
    if markdown {
        return print(carom_files::reference_of(schema, title).trim_end());
    }
    print(&format!("{schema:#}"))
}
