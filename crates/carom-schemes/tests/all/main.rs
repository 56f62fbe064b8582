//! The tests of carom-schemes, in one program: it is linked once.

#[path = "../../../carom/tests/all/support/data.rs"]
mod data;
mod ducceschi;
mod names;
mod schemes;
mod spectrum;
#[path = "../../../carom/tests/all/support/mod.rs"]
mod support;
