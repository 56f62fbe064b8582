//! The small amount of numerical mathematics that the physics stands on, and what a number may be ([`check`]).
//!
//! Everything here is written for one property: no digit is lost where a textbook formula would
//! subtract two nearly equal numbers.

// No panic is reachable from a user.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod bessel;
pub mod check;
pub mod cpu;
mod digits;
pub mod extrapolation;
pub mod quadrature;
mod random;
pub mod root;
pub mod special;
mod sum;
pub mod vector;

pub use digits::five_digits;
pub use random::Random;
pub use sum::{Sum, two_sum};
