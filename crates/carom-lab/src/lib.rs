//! Experiments on the engine: an impact computed by several schemes and set beside the exact answer
//! ([`impact`]), two rigid bodies that collide ([`collision`]), a piano hammer on a wall ([`felt`]), rebounds
//! under a force ([`rebounds`]), many impacts at once ([`batch`]), and what a laboratory records turned into the parameters of a contact ([`measure`], [`calibration`]). No
//! scheme lives here.

// No panic is reachable from a user.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod batch;
pub mod calibration;
pub mod collision;
mod disc;
pub mod felt;
pub mod impact;
pub mod lanes;
mod least_squares;
pub mod measure;
pub mod parallel;
pub mod rebounds;
pub mod wall;
