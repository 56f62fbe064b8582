//! The tests of carom-batch, in one program: it is linked once.

mod collisions;
mod exact;
mod hammers;
mod refusals;
mod schemes;
