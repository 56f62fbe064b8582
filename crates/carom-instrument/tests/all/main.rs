//! The tests of carom-instrument, in one program: it is linked once.

mod agreement;
mod allocation;
mod bounded;
mod budget;
mod clicks;
mod damper;
mod gestures;
mod pitch;
mod song;
mod support;
mod timing;
