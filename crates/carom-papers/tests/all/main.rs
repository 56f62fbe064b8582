//! The tests of carom-papers, in one program: it is linked once.

mod avanzini;
mod calibration;
mod chatziioannou;
mod framework;
mod listening;
mod studies;
