//! Many impacts at once.

mod collisions;
mod exact;
mod hammers;
mod refusals;
mod schemes;
