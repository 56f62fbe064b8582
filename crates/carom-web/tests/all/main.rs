//! The tests of carom-web, in one program: it is linked once.

mod allocation;
mod answers;
mod laboratory;
mod live;
mod packets;
mod pitches;
mod refusals;
mod support;
