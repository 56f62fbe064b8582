//! Files that are read strictly and appear whole or not at all.

// No panic is reachable from a user.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod csv;
pub mod nearest;
mod whole;

pub use whole::*;
