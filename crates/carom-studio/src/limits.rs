//! How many connections there may be, and how slow.

use std::time::Duration;

/// Connections at once; more wait to be accepted.
pub(crate) const MOST_CONNECTIONS: usize = 256;

/// Pages of studies that wait to be computed; more get an error.
pub(crate) const MOST_WAITING: usize = 64;

/// How long the head of a request and a pause while an answer is read may take.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);
