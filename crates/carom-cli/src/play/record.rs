//! What a song was played from, so that it can be played again.

use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use carom_files::Record;
use carom_instrument::Song;
use carom_scene::scene::Container;
use carom_scene::scene::{Format, How, Parsed};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Seat, Take, perform};
use crate::error::CommandError;

/// The kind of the records of songs.
pub(crate) const KIND: &str = "song";

/// The kind of the records of scenes, of which a seat holds the input.
const SCENE: &str = "scene";

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Recorded {
    /// The MIDI file, in base64.
    song: String,
    seats: Vec<RecordedSeat>,
    set: Vec<String>,
    rate: u32,
    voices: u16,
    format: Format,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RecordedSeat {
    name: String,
    scene: Value,
    parts: Vec<usize>,
}

impl Take {
    /// The record that the sound carries.
    pub(super) fn record(&self) -> Record {
        let seats = self.seats.iter().map(|seat| RecordedSeat {
            name: seat.name.clone(),
            scene: seat.scene.record(How::default()).input,
            parts: seat.parts.clone(),
        });
        let recorded = Recorded {
            song: STANDARD.encode(&self.bytes),
            seats: seats.collect(),
            set: self.settings.iter().map(|setting| setting.text.clone()).collect(),
            rate: self.rate,
            voices: self.voices,
            format: self.format,
        };
        Record::new(KIND, serde_json::to_value(recorded).unwrap_or_default())
    }

    fn of_record(record: &Record) -> Result<Self, String> {
        let recorded = Recorded::deserialize(&record.input)
            .map_err(|error| format!("its record is not one of a song: {error}"))?;
        let bytes = STANDARD.decode(&recorded.song);
        let bytes = bytes.map_err(|error| format!("the song in its record is damaged: {error}"))?;
        let seats = recorded.seats.into_iter().map(|RecordedSeat { name, scene, parts }| {
            let (scene, _) = Parsed::of_record(&Record::new(SCENE, scene))?;
            Ok(Seat { name, scene, parts })
        });
        Ok(Self {
            song: Song::read(&bytes).map_err(|error| error.to_string())?,
            bytes,
            seats: seats.collect::<Result<_, String>>()?,
            settings: recorded.set.iter().map(|text| text.parse()).collect::<Result<_, _>>()?,
            rate: recorded.rate,
            voices: recorded.voices,
            format: recorded.format,
            keeps: false,
        })
    }
}

/// Plays a song again; the file.
pub(crate) fn rerun(
    record: &Record,
    out: &Path,
    bad: &dyn Fn(String) -> CommandError,
) -> Result<Vec<PathBuf>, CommandError> {
    let take = Take::of_record(record).map_err(bad)?;
    if Container::of(out).is_none() {
        return Err(bad("it was a sound file: --out must name one".to_owned()));
    }
    perform(&take, Some(out))?;
    Ok(vec![out.to_owned()])
}
