//! Experiments on the engine: an impact computed by several schemes and set beside the exact
//! answer, the stimuli of a listening test, a hammer of felt; and recordings of
//! collisions turned into what calibration reads. No scheme lives here, only questions.

// No panic is reachable from a user.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod avanzini;
pub mod impact;
pub mod measure;
