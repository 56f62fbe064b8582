//! Learning in a page: recordings of a struck object become a scene.
//!
//! Compiled for `wasm32-unknown-unknown` this is the second module of the page, apart from the engine: it is fetched
//! only by who has something to learn from. It speaks as the engine does: bytes pass through two buffers.

// No panic is reachable from a user.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod exports;

use carom_learn::{Options, learn};
use carom_listen::Recording;
use serde_json::{Value, json};

/// Bytes of all recordings together. `carom learn` reads longer ones.
const MOST_BYTES: usize = 32 << 20;

/// The largest number of modes, as that of `carom learn`.
const MODES: usize = 30;

/// What is learned from recordings. The question is a line of JSON, a list of names with sizes in bytes, such as
/// `[["bell.wav",1234]]`, and then the bytes of all files. The answer is JSON: the scene as TOML, how many modes there
/// are and how much they explain (dB), and what should be known about the recordings.
///
/// # Errors
///
/// If a file cannot be read or nothing can be learned from it, with the reason in words.
pub fn learned(question: &[u8]) -> Result<Value, String> {
    let recordings = recordings(question)?;
    let options = Options { modes: MODES, ..Options::default() };
    let learned = learn(&recordings, &options).map_err(|error| error.to_string())?;
    Ok(json!({
        "scene": learned.scene,
        "modes": learned.modes.len(),
        "snr_db": learned.snr_db,
        "warnings": learned.warnings,
    }))
}

fn recordings(question: &[u8]) -> Result<Vec<(String, Recording)>, String> {
    let end = question.iter().position(|byte| *byte == b'\n').unwrap_or(question.len());
    let (head, files) = question.split_at(end);
    let mut files = files.get(1..).unwrap_or_default();
    let named: Vec<(String, usize)> = serde_json::from_slice(head)
        .map_err(|error| format!("the list of recordings cannot be read: {error}"))?;
    if files.len() > MOST_BYTES {
        let (size, most) = (files.len() >> 20, MOST_BYTES >> 20);
        return Err(format!("the recordings have {size} MB; at most {most} are read here"));
    }
    let mut read = Vec::with_capacity(named.len());
    for (name, size) in named {
        let Some((file, rest)) = files.split_at_checked(size) else {
            return Err(format!("{name} has {size} bytes, of which {} came", files.len()));
        };
        let recording = Recording::read_from(file, &name).map_err(|error| error.to_string())?;
        read.push((name, recording));
        files = rest;
    }
    Ok(read)
}
