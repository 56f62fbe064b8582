//! The tests of carom-sweep, in one program: it is linked once.

mod sweep;
