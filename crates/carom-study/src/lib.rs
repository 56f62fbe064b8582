//! Experiments on the engine: an impact computed by several schemes and set beside the exact
//! answer, the stimuli of a listening test, a hammer of felt, every published result rerun
//! ([`study`]), and what a laboratory records turned into the parameters of a contact
//! ([`measure`], [`calibration`]). No scheme lives here, only questions.

// No panic is reachable from a user.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod avanzini;
pub mod calibration;
mod chatziioannou;
mod comparison;
mod ducceschi;
mod iguchi;
pub mod impact;
pub mod measure;
mod outside;
mod papetti;
mod parallel;
pub mod study;
mod wall;
