//! How large and how long requests and answers may be.

use std::time::Duration;

/// Bytes of a request body.
pub(crate) const MOST_BODY: usize = 1 << 20;

/// Bytes of a body that is too large which are still read, so that its sender gets the error.
pub(crate) const MOST_DRAINED: usize = 256 << 20;

/// Connections at once; more wait to be accepted.
pub(crate) const MOST_CONNECTIONS: usize = 256;

/// Requests that wait for a thread; more get an error.
pub(crate) const MOST_WAITING: usize = 64;

/// Answers that were computed and not yet sent.
pub(crate) const MOST_UNSENT: usize = 8;

/// Seconds of sound. After a minute a run ends by itself: what rings as long has no end.
pub(crate) const LONGEST: f64 = 59.0;

/// Samples per channel: a minute at 48 kHz.
pub(crate) const MOST_SAMPLES: f64 = 60.0 * 48_000.0;

/// Modes of all bodies together.
pub(crate) const MOST_MODES: usize = 20_000;

/// Elements of the lists of a scene.
pub(crate) const MOST_ELEMENTS: [(&str, usize); 5] =
    [("body", 256), ("contact", 256), ("gesture", 16), ("pickup", 32), ("strikes", 4096)];

/// Steps per sample.
pub(crate) const MOST_SUBSTEPS: u32 = 1024;

/// Samples of the contact of an impact, and rates at which it is computed.
pub(crate) const MOST_CONTACT_SAMPLES: f64 = 20_000.0;
pub(crate) const MOST_RATES: usize = 8;

/// Errors in one answer.
pub(crate) const MOST_ERRORS: usize = 20;

/// How long one render may take.
pub(crate) const LONGEST_RENDER: Duration = Duration::from_secs(5);

/// How long the head of a request, its body, and a pause while an answer is read may take.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);
