//! The tests of carom-report, in one program: it is linked once.

mod common;
mod figures;
mod pages;
