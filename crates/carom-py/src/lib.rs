//! What the Python package `carom` is made of: numbers and texts in, arrays and JSON out.
//!
//! Everything that people see (names, defaults, results that draw themselves) is Python and stands in
//! `python/carom`. Here arguments become those of the engine and its vectors become numpy arrays, without a
//! copy. No computation holds the interpreter's lock.

// No panic is reachable from a user.
#![warn(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
// Arguments come from Python by value.
#![allow(clippy::needless_pass_by_value)]

mod collisions;
mod error;
mod impact;
mod lab;
mod patience;
mod player;
mod rows;
mod scene;
mod sweep;

use pyo3::prelude::*;

/// The engine behind the package `carom`.
#[pymodule]
fn _engine(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    rows::add(module)?;
    impact::add(module)?;
    collisions::add(module)?;
    lab::add(module)?;
    scene::add(module)?;
    module.add_class::<player::Player>()?;
    module.add_class::<sweep::Sweep>()
}
