//! The tests of carom-listen, in one program: it is linked once.

mod faults;
mod listen;
mod listen_files;
#[path = "support/score.rs"]
mod score;
mod truth;
