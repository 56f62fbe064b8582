//! Files that are read strictly and appear whole or not at all.
//!
//! A [`Document`] is TOML with assignments laid over it, or JSON. Its form is checked against the
//! JSON Schema of what it holds ([`Format`]): keys, types, words, ranges, units and defaults are
//! declared there and nowhere else. Errors point at the line, or at the path in JSON.
//! [`WholeFile`] writes files that appear whole or not at all.

// No panic is reachable from a user.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

#[cfg(feature = "documents")]
mod assign;
#[cfg(feature = "documents")]
mod document;
#[cfg(feature = "documents")]
mod error;
#[cfg(feature = "documents")]
mod findings;
#[cfg(feature = "documents")]
mod form;
#[cfg(feature = "documents")]
mod node;
#[cfg(feature = "documents")]
mod path;
#[cfg(feature = "documents")]
mod schema;
#[cfg(feature = "documents")]
mod source;
#[cfg(feature = "documents")]
mod suggest;
mod whole;
#[cfg(feature = "documents")]
mod write;

#[cfg(feature = "documents")]
pub use {
    document::Document,
    error::{FileError, FileErrors, Severity},
    findings::{Findings, Part},
    form::{Format, VERSION},
    node::{Node, Value},
    path::Path,
    schema::schema_of,
    source::Source,
    suggest::{did_you_mean, listed, nearest},
};

pub use whole::*;
