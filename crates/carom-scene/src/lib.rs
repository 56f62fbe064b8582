//! Scenes: what hits what, how hard, where; and what came of it.

// No panic is reachable from a user.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod build;
pub mod gallery;
pub mod modes;
pub mod render;
pub mod scene;
mod stability;
pub mod surface;
