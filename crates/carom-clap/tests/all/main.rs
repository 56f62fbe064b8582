//! The tests of carom-clap, in one program: it is linked once.

mod allocation;
mod document;
mod library;
mod sound;
mod support;
