//! From what a laboratory records of a collision to the table that calibration reads.
//!
//! Three kinds of recordings, after iguchi: two coloured [`landmarks`] in the frames of a high-speed
//! camera (section 5.1), two [`accelerometers`] on the body (section 4), and the [`force`] between
//! body and wall (section 3.2). Every value comes with its standard deviation, in one convention: the
//! wall below, z away from it, x along it, the spin about +y, so that the point that touches slides at
//! vx − radius·spin.

pub mod accelerometers;
mod baseline;
mod error;
pub mod example;
mod filter;
pub mod force;
pub mod landmarks;
mod line;
#[cfg(feature = "pages")]
pub mod page;
mod times;
mod trial;

pub use crate::disc::Disc;
pub use error::{MeasureError, measure_all};
pub use trial::{Impact, Measured, Motion, Trial, Wall, csv, document};
