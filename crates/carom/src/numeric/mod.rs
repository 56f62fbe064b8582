//! The small amount of numerical mathematics that the physics stands on.
//!
//! Everything here is written for one property: no digit is lost where a textbook formula would
//! subtract two nearly equal numbers.

pub(crate) mod extrapolation;
pub(crate) mod quadrature;
mod random;
pub(crate) mod root;
pub mod special;
mod sum;

pub use random::Random;
pub use sum::Sum;
