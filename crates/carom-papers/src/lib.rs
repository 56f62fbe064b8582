//! Published results rerun on the engine and set beside the printed ones ([`study`]), the stimuli of a
//! listening test and a hammer of felt ([`avanzini`]).

// No panic is reachable from a user.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod avanzini;
mod chatziioannou;
mod comparison;
mod ducceschi;
mod iguchi;
mod instruments;
mod outside;
mod papetti;
pub mod study;
