//! Many impacts at once: the rows of a table stand side by side in vectors.
//!
//! What is computed here is what [`exact`](carom::exact) and the schemes compute for one impact. The
//! functions are without branches and work on blocks of rows; nothing is allocated. Who has several cores
//! gives each a part of the rows.
//!
//! Numbers are trusted: whoever calls has checked them ([`Column::check`]).

mod contact_time;
mod exact;
mod explicit;
mod math;
mod rows;
mod two_point;
mod wall;

pub use exact::answers;
pub use rows::{Answers, Column, Outcome, Status, WallRows};
pub use wall::{SchemeRows, WallScheme, run};

#[cfg(test)]
mod tests;
