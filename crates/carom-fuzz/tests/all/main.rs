//! The tests of carom-fuzz, in one program: it is linked once.

mod short;
