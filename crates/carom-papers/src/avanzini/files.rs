//! The stimuli as files, each whole or not there.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

use carom_files::WholeFiles;
use serde::Serialize;

use super::brightness::Brightness;
use super::stimuli::{Row, Stimuli};
use super::{StimuliError, figures, listening, page, wav};

/// Bits of a sample in the sound files.
const BITS: u16 = 24;

/// Writes the sounds, tables, figure and page and returns their paths; the page is the last.
pub fn write(
    directory: &Path,
    stimuli: &Stimuli,
    brightness: &Brightness,
) -> Result<Vec<PathBuf>, StimuliError> {
    let mut pending = WholeFiles::in_directory(directory)?;
    for (row, sound) in stimuli.stimuli.iter().zip(&stimuli.sounds) {
        let bytes = wav::wav(sound, stimuli.choices.sample_rate, BITS)?;
        pending.add(&row.file, bytes)?;
    }
    pending.add("stimuli.csv", table(&stimuli.stimuli))?;
    pending.add("stimuli.json", json(stimuli, brightness)?)?;
    pending.add("centroid.svg", figures::brightness(brightness).to_svg())?;
    pending.add("test.html", listening::test_page(stimuli).map_err(io::Error::other)?)?;
    let page = page::page(stimuli, brightness)?;
    pending.add("report.html", page.to_html())?;
    Ok(pending.commit()?)
}

/// Everything as one JSON object.
pub fn json(stimuli: &Stimuli, brightness: &Brightness) -> io::Result<String> {
    #[derive(Serialize)]
    struct All<'a> {
        #[serde(flatten)]
        stimuli: &'a Stimuli,
        brightness: &'a Brightness,
    }
    serde_json::to_string_pretty(&All { stimuli, brightness }).map_err(io::Error::other)
}

fn table(rows: &[Row]) -> String {
    let mut text = String::from(
        "file,pitch_hz,q,mass_kg,decay_s,measured_decay_s,peak_dbfs,contact_time_s,contacts,\
         length_s,materials,materials_by_q\n",
    );
    for row in rows {
        let measured = row.measured_decay_s.map_or_else(String::new, |decay| decay.to_string());
        // Writing to a text cannot fail.
        let _ = writeln!(
            text,
            "{},{},{},{},{},{measured},{},{},{},{},{},{}",
            row.file,
            row.pitch_hz,
            row.q,
            row.mass,
            row.decay_s,
            row.peak_dbfs,
            row.contact_time_s,
            row.contacts,
            row.length_s,
            row.materials.join(" "),
            row.materials_by_q.join(" ")
        );
    }
    text
}
