//! What a recording tells.

use carom_listen::{Axis, Recording, listen as heard, spectrogram_of_channels};
use serde_json::json;

use super::Question;
use super::render::{FLOOR_DB, PICTURE, described};
use crate::encode::Arrays;
use crate::error::Refusal;
use crate::limits::MOST_BYTES;

/// Points of the curve of the level.
const POINTS: usize = 600;

/// The lowest level that is shown (dB).
const QUIETEST_DB: f64 = -120.0;

/// Level, attack, partials and spectrogram of a WAV file, which is the body of the question.
pub(super) fn listen(question: &Question<'_>) -> Result<Vec<u8>, Refusal> {
    let bytes = question.body.len();
    if bytes > MOST_BYTES {
        let error = Refusal::new(format!("the recording has {} MB", bytes >> 20)).at("file");
        return Err(error.allowed(format!("at most {} MB here", MOST_BYTES >> 20)));
    }
    let recording = Recording::read_from(question.body, "this")
        .map_err(|error| Refusal::new(error.to_string()).at("file"))?;
    let mono = recording.mono();
    let cues = heard(&mono, recording.rate);
    let (columns, rows) = PICTURE;
    let channels: Vec<&[f64]> = recording.channels.iter().map(Vec::as_slice).collect();
    let picture = spectrogram_of_channels(
        &channels,
        recording.rate,
        columns,
        rows,
        FLOOR_DB,
        Axis::Logarithmic,
    );
    let mut arrays = Arrays::default();
    arrays.add("spectrogram", picture.decibels.iter().flatten().copied());
    let last = recording.channels.len().min(2) - 1;
    for (name, channel) in [("left", 0), ("right", last)] {
        arrays.add(name, recording.channels[channel].iter().map(|sample| *sample as f32));
    }
    let window = mono.len().div_ceil(POINTS).max(1);
    let middle = |i: usize| (i * window) as f64 + 0.5 * window.min(mono.len() - i * window) as f64;
    let count = mono.len().div_ceil(window);
    arrays.add("level_time", (0..count).map(|i| (middle(i) / recording.rate) as f32));
    arrays.add("level", mono.chunks(window).map(level));
    let head = json!({
        "version": 1,
        "rate": recording.rate,
        "channels": recording.channels.len(),
        "duration": recording.duration(),
        "cues": cues,
        "spectrogram": described(&picture),
    });
    Ok(arrays.finish(head))
}

/// The level of some samples (dB, full scale is 0).
fn level(samples: &[f64]) -> f32 {
    let square = samples.iter().map(|x| x * x).sum::<f64>() / samples.len() as f64;
    (10.0 * square.log10()).max(QUIETEST_DB) as f32
}
