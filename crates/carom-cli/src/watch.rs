//! Progress, for a person who watches.

use crate::say::show;
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

/// Says how far something is, twice a second after the first second, and only on a terminal.
pub(crate) struct Watch {
    next: Option<Instant>,
}

impl Watch {
    pub(crate) fn new() -> Self {
        let watched = io::stderr().is_terminal();
        Self { next: watched.then(|| Instant::now() + Duration::from_secs(1)) }
    }

    pub(crate) fn report(&mut self, words: impl FnOnce() -> String) {
        let now = Instant::now();
        if self.next.is_some_and(|next| now >= next) {
            self.next = Some(now + Duration::from_millis(500));
            // The line is written over, and cleared at the end.
            show!("\r{}\x1b[K\r", words());
        }
    }

    pub(crate) fn clear(&self) {
        if self.next.is_some() {
            show!("\x1b[K");
        }
    }
}
