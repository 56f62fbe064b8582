//! What can go wrong, and its exit status.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

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

    /// Prints what went wrong.
    pub(crate) fn report(&self) {
        match self {
            Self::Check(message) | Self::Input(message) | Self::File(message) => {
                eprintln!("error: {message}");
            }
            Self::Rendered(message) => eprintln!("{message}"),
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

/// Prints to standard output.
pub(crate) fn print(text: &str) -> Result<(), CommandError> {
    let mut out = io::stdout().lock();
    match writeln!(out, "{text}").and_then(|()| out.flush()) {
        // A reader that closes early, such as `head`, has seen what it wanted.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(CommandError::File(format!("cannot write to standard output: {error}")))
        }
        _ => Ok(()),
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
