//! What vibrating things do to the air around them, and what the air does to them.
//!
//! Time goes as e^{jωt}, and a far field is what is left of the pressure (Pa) at a distance r (m)
//! after r·e^{jkr} is multiplied with it, over the acceleration (m/s²) that makes it. Its square
//! over all directions is the power: [`Air::resistance`].

pub mod cylinder;
pub mod edge;
pub mod face;
pub mod sphere;

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

impl Air {
    /// The resistance (kg/s) that a motion meets whose far field over its acceleration has this
    /// integral of the square over all directions: ω²/(ρc)·∫|G|²dΩ, from the power |p|²/(2ρc) per
    /// area.
    #[must_use]
    pub fn resistance(&self, omega: f64, square: f64) -> f64 {
        omega * omega * square / (self.density * self.speed)
    }
}

/// 1, j, −1, −j, …
#[must_use]
pub fn power_of_j(order: u32) -> Complex<f64> {
    let [re, im] = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]][order as usize % 4];
    Complex::new(re, im)
}
