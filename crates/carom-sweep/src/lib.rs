//! Parameter studies: one scene or impact, computed for many values.
//!
//! A [`Sweep`] is a file: what is varied, along which axes, and which numbers are kept. Its rows are written to
//! Parquet files in parts. A part follows from the sweep and its number alone ([`Sweep::part`]), so that parts can
//! be computed in any order, by any number of threads, processes or machines, and what was interrupted is continued
//! by making the parts that are missing ([`Sweep::run`]).
//!
//! ```
//! use carom_files::parquet::{Column, Table};
//! use carom_sweep::Sweep;
//!
//! let sweep = Sweep::parse("times.toml", r#"
//! version = 1
//! outcomes = ["exact.contact_time"]
//! [impact]
//! mass = 0.01
//! stiffness = 1e9
//! exponent = 1.5
//! velocity = 1.0
//! [[axis]]
//! path = "velocity"
//! kind = "log"
//! from = 0.1
//! to = 10.0
//! count = 3
//! "#, &[""; 0])?;
//! let part = Table::from_bytes(&sweep.part(0)?)?;
//! let Some(Column::Numbers(times)) = part.column("exact.contact_time") else { panic!() };
//! // By Hertz's law the contact time goes with the velocity to the power −1/5.
//! let ratio = times[0].unwrap() / times[2].unwrap();
//! assert!((ratio - 100f64.powf(0.2)).abs() < 1e-12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// No panic is reachable from a user.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod axes;
mod error;
mod impacts;
mod lanes;
mod outcome;
mod part;
mod rows;
mod run;
mod scenes;
mod sobol;
mod spec;
mod sweep;

pub use axes::MOST_ROWS;
pub use error::SweepError;
pub use part::{Again, RECORD};
pub use run::{Done, Progress};
pub use spec::{Axis, Base, Given, List, Random, Scale, Sobol, Spec, Steps};
pub use sweep::{KIND, MOST_PARTS, Sweep};
