//! Files that are read whole, up to a size.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Why a file was not read.
#[derive(Debug)]
pub enum ReadError {
    /// It could not be opened or read.
    Unreadable {
        /// Its name.
        file: String,
        /// Why.
        source: io::Error,
    },
    /// It has more bytes than are read.
    TooLarge {
        /// Its name.
        file: String,
        /// How many are read.
        most: u64,
    },
    /// It is not text.
    NotText {
        /// Its name.
        file: String,
        /// The line with the first byte that no text has.
        line: usize,
    },
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { file, source } => write!(f, "cannot read {file}: {source}"),
            Self::TooLarge { file, most } => {
                write!(f, "{file} is too large: at most {} are read", in_bytes(*most))
            }
            Self::NotText { file, line } => write!(f, "{file} is not UTF-8 text, at line {line}"),
        }
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Unreadable { source, .. } => Some(source),
            _ => None,
        }
    }
}

/// A number of bytes as one says it.
fn in_bytes(count: u64) -> String {
    match count {
        0x10_0000.. => format!("{} MB", count >> 20),
        0x400.. => format!("{} kB", count >> 10),
        _ => format!("{count} bytes"),
    }
}

/// The bytes of a file that has at most so many.
///
/// # Errors
///
/// If it cannot be read or has more.
pub fn read_bytes(path: &Path, most: u64) -> Result<Vec<u8>, ReadError> {
    let file = path.display().to_string();
    if path.is_dir() {
        let source = io::Error::new(io::ErrorKind::IsADirectory, "it is a directory");
        return Err(ReadError::Unreadable { file, source });
    }
    match File::open(path) {
        Ok(opened) => read_from(opened, &file, most),
        Err(source) => Err(ReadError::Unreadable { file, source }),
    }
}

/// The text of a file that has at most so many bytes.
///
/// # Errors
///
/// If it cannot be read, has more, or is not UTF-8.
pub fn read_text(path: &Path, most: u64) -> Result<String, ReadError> {
    text_of(read_bytes(path, most)?, &path.display().to_string())
}

/// The text of standard input if that has at most so many bytes.
///
/// # Errors
///
/// As [`read_text`].
pub fn read_standard_input(most: u64) -> Result<String, ReadError> {
    const NAME: &str = "standard input";
    text_of(read_from(io::stdin().lock(), NAME, most)?, NAME)
}

fn read_from(source: impl Read, file: &str, most: u64) -> Result<Vec<u8>, ReadError> {
    let mut bytes = Vec::new();
    let read = source.take(most + 1).read_to_end(&mut bytes);
    let file = || file.to_owned();
    read.map_err(|source| ReadError::Unreadable { file: file(), source })?;
    if bytes.len() as u64 > most {
        return Err(ReadError::TooLarge { file: file(), most });
    }
    Ok(bytes)
}

fn text_of(bytes: Vec<u8>, file: &str) -> Result<String, ReadError> {
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        ReadError::NotText { file: file.to_owned(), line }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_end_is_read_up_to_one() {
        let path = Path::new("/dev/zero");
        if path.exists() {
            let error = read_bytes(path, 3 << 20).unwrap_err();
            assert_eq!(error.to_string(), "/dev/zero is too large: at most 3 MB are read");
        }
        let file = std::env::temp_dir().join(format!("carom-read-{}", std::process::id()));
        std::fs::write(&file, b"one\ntwo\xff").unwrap();
        assert_eq!(read_bytes(&file, 8).unwrap().len(), 8);
        assert!(matches!(read_bytes(&file, 7), Err(ReadError::TooLarge { most: 7, .. })));
        assert!(matches!(read_text(&file, 8), Err(ReadError::NotText { line: 2, .. })));
        std::fs::remove_file(&file).unwrap();
        assert!(matches!(read_text(&file, 8), Err(ReadError::Unreadable { .. })));
    }
}
