//! What vibrating things do to the air around them, and what the air does to them.

// No panic is reachable from a user.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub use num_complex::Complex;

/// The air of a room.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Air {
    /// kg/m³.
    pub density: f64,
    /// The speed of sound (m/s).
    pub speed: f64,
}

/// Dry air at 20 °C and 101 325 Pa.
pub const ROOM: Air = Air { density: 1.204, speed: 343.0 };
