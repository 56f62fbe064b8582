//! How large questions and answers may be.

/// Seconds of sound: five minutes. `carom run` renders longer.
pub(crate) const LONGEST: f64 = 300.0;

/// Samples per channel: as long at 48 kHz.
pub(crate) const MOST_SAMPLES: f64 = LONGEST * 48_000.0;

/// Modes of all bodies together.
pub(crate) const MOST_MODES: usize = 20_000;

/// Elements of the lists of a scene.
pub(crate) const MOST_ELEMENTS: [(&str, usize); 5] =
    [("body", 256), ("contact", 256), ("gesture", 65_536), ("pickup", 64), ("strikes", 65_536)];

/// Steps per sample.
pub(crate) const MOST_SUBSTEPS: u32 = 1024;

/// Samples of the contact of an impact, and rates at which it is computed.
pub(crate) const MOST_CONTACT_SAMPLES: f64 = 20_000.0;
pub(crate) const MOST_RATES: usize = 8;

/// Errors in one answer.
pub(crate) const MOST_ERRORS: usize = 20;

/// Bytes of a recording. `carom listen` reads longer ones.
pub(crate) const MOST_BYTES: usize = 32 << 20;

/// Rows of a table of trials.
pub(crate) const MOST_TRIALS: usize = 200;

/// Keys that go down or up in a take.
pub(crate) const MOST_NOTES: usize = 65_536;
