//! Files that are read strictly and appear whole or not at all.
//!
//! A [`Document`] is TOML with assignments laid over it, or JSON. Its form is checked against the
//! JSON Schema of what it holds ([`Format`]): keys, types, words, ranges, units and defaults are
//! declared there and nowhere else. Errors point at the line, or at the path in JSON. [`csv`] reads
//! tables with named columns, [`parquet`] writes them, and [`WholeFile`] writes files that appear whole or not at all.

// No panic is reachable from a user.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod csv;
mod document;
mod nearest;
pub mod parquet;
mod read;
mod visible;
mod whole;

pub use document::*;
pub use nearest::{did_you_mean, listed, nearest};
pub use read::*;
pub use visible::visible;
pub use whole::*;
