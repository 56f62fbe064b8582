//! What the command says beside its output. Standard error may be closed or full: that stops nothing.

use std::fmt;
use std::io::{self, Write};

/// Says a line on standard error; text from files must not steer the terminal.
pub(crate) fn line(text: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "{}", carom_files::visible(&text.to_string()));
}

/// Writes to the terminal as it is, for lines that are written over.
pub(crate) fn raw(text: fmt::Arguments<'_>) {
    let _ = write!(io::stderr(), "{text}");
}

/// As `eprintln!`, but nothing goes wrong if nobody can read it.
macro_rules! say {
    ($($text:tt)*) => { $crate::say::line(format_args!($($text)*)) };
}

/// As `eprint!`, but nothing goes wrong if nobody can read it.
macro_rules! show {
    ($($text:tt)*) => { $crate::say::raw(format_args!($($text)*)) };
}

pub(crate) use {say, show};

/// A word as a shell takes it.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,:+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}
