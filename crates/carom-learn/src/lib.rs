//! Makes objects of recordings.
//!
//! [`learn`] takes recordings of one struck object and gives its modes with standard deviations, the
//! contact that explains how blows of several speeds differ, and a scene in which both can be struck.

mod blow;
mod contact;
mod descend;
mod found;
mod gains;
mod linear;
mod model;
mod object;
mod parts;
mod place;
mod rest;
mod shaped;
mod spectra;
mod text;
mod tied;
mod touch;

pub use gains::amplitudes;
pub use object::{LearnError, Learned, LearnedMode, Options, learn};
pub use place::shape;
pub use touch::{Contact, Interval};
