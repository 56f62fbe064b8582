//! Makes objects of recordings, and many sounds of one scene.
//!
//! [`learn`] takes recordings of one struck object and gives its modes with standard deviations, the
//! contact that explains how blows of several speeds differ, and a scene in which both can be struck.
//! [`vary`] changes a scene within given ranges, [`instrument`] gives it the pitches and strengths of
//! a keyboard.

mod blow;
mod contact;
mod descend;
mod found;
mod gains;
mod instrument;
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
mod vary;

pub use gains::amplitudes;
pub use instrument::{Key, instrument, sfz};
pub use object::{LearnError, Learned, LearnedMode, Options, learn};
pub use place::shape;
pub use touch::{Contact, Interval};
pub use vary::{Ranges, Variation, changed, vary};
