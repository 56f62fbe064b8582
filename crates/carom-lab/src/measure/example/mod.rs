//! Made-up recordings whose truth is known, computed by the engine.
//!
//! For trying the way from a recording to a table without a laboratory, and for tests.

mod camera;
mod noise;
mod recordings;
mod ride;
mod sensors;

pub use camera::Camera;
pub use noise::{normal, quantised};
pub use recordings::{File, accelerometers, camera, recordings};
pub use ride::{Ride, State, Triple};
pub use sensors::{Accelerometers, ForceSensor};
