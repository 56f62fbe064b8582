//! The tests of carom-studio, in one program: it is linked once.

mod robustness;
mod security;
mod site;
mod support;
