//! The tests of carom-shapes, in one program: it is linked once.

mod orders;
#[cfg(feature = "serde")]
mod reading;
mod zener;
