//! The record of a collision, and the collision made again from it.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use carom_files::csv::Tables;
use carom_files::{Document, Record};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Method, Parsed, Results, collide, compare, write_all};

/// The kind of such a record.
const KIND: &str = "collision";

/// What a record of a collision holds.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Input {
    /// The collision with its overrides and defaults.
    collision: Value,
    /// The file as the page shows it.
    source: String,
    /// The tables that it names.
    tables: BTreeMap<String, String>,
    /// By which method; all of them without one.
    method: Option<Method>,
    /// The samples per second of tables of the force.
    rate: Option<f64>,
}

impl Parsed {
    /// The record that results carry, from which they can be made again.
    #[must_use]
    pub fn record(&self, method: Option<Method>, rate: Option<f64>) -> Record {
        let mut tables = self.tables.clone();
        if let Some(name) = self.collision.table() {
            // A table that cannot be read was an error before.
            let _ = tables.read(name);
        }
        let input = Input {
            collision: serde_json::to_value(&self.collision).unwrap_or_default(),
            source: self.to_toml(),
            tables: tables.texts().clone(),
            method,
            rate,
        };
        Record::new(KIND, serde_json::to_value(input).unwrap_or_default())
    }
}

/// Makes the files of a record again.
///
/// # Errors
///
/// With what is wrong with the record; inside, if a file cannot be written.
pub fn rerun(record: &Record, directory: &Path) -> Result<io::Result<Vec<PathBuf>>, String> {
    let input = Input::deserialize(&record.input)
        .map_err(|error| format!("its record is not one of a collision: {error}"))?;
    let document = Document::from_json("the recorded collision", &input.collision);
    let parsed = document
        .and_then(|document| Parsed::new(document, Tables::from_texts(input.tables)))
        .map_err(|errors| errors.to_string())?;
    let parsed = Parsed { shown: Some(input.source), ..parsed };
    let results = match input.method {
        None => Results::All(compare(&parsed, input.rate)),
        Some(method) => {
            let answer = collide(&parsed, method, input.rate);
            Results::One(Box::new(answer.map_err(|error| error.to_string())?))
        }
    };
    Ok(write_all(&parsed, &results, &parsed.record(input.method, input.rate), directory))
}
