//! Many impacts at once.
//!
//! A [`Batch`] is a table of impacts: each quantity is a column, one number for all rows or one for each.
//! The caller names the [outcomes](Outcome) that are wanted and how they are computed ([`Solver`]); rows go
//! side by side through the vector lanes of the [engine](crate::lanes), and in parts over as many threads
//! as are asked for. What comes out of a row depends on that row alone: not on its neighbours, the length of
//! the table or the number of threads. It is what one impact at a time gives, to twelve digits.
//!
//! ```
//! use carom_lab::batch::{Batch, Outcome, Solver};
//!
//! // Contact time and restitution against the velocity, for a 10 g mass.
//! let velocity: Vec<f64> = (1..=1000).map(|i| 0.01 * f64::from(i)).collect();
//! let batch = Batch::new(velocity.len())
//!     .column("mass", 0.01)?
//!     .column("stiffness", 1e9)?
//!     .column("exponent", 1.5)?
//!     .column("mu", 0.5)?
//!     .column("velocity", &velocity)?;
//! let table = batch.compute(&Solver::Exact, &[Outcome::Restitution, Outcome::ContactTime], 2)?;
//! let time = table.column(Outcome::ContactTime).ok_or("not computed")?;
//! assert!((time[99] / 1.328982359258666e-4 - 1.0).abs() < 1e-12);
//! // What is wrong is said before any work.
//! let error = Batch::new(3).column("mass", &[0.01, f64::NAN, 0.01]).unwrap_err();
//! assert!(error.to_string().contains("`mass` is NaN in row 1"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Collisions`] does the same for two rigid bodies.

mod collisions;
mod columns;
mod error;
mod hammer;
mod table;
mod threads;

pub use crate::lanes::{Answers, Column, Outcome, Status, WallScheme};
pub use collisions::{After, Axis, Collisions, RigidSolver};
pub use columns::{Batch, Solver};
pub use error::BatchError;
pub use hammer::Resonator;
pub use table::Table;
