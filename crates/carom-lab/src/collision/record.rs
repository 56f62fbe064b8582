//! The record of a collision, and the collision made again from it.

use std::io;
use std::path::{Path, PathBuf};

use carom_files::{Document, Record};
use serde::{Deserialize, Serialize};

use super::several::{self, Pile};
use super::{CollideError, Collision, Method, Parsed, Results, collide, compare, write_all};

/// The kind of such a record.
pub(super) const KIND: &str = "collision";

/// How a collision was computed, beside what is in its file.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct How {
    /// By which method; all of them without one.
    pub method: Option<Method>,
    /// The samples per second of tables of the force.
    pub rate: Option<f64>,
}

impl Parsed {
    /// The collision by the method that is wanted, or by all of them.
    pub fn results(&self, how: How) -> Result<Results, CollideError> {
        Ok(match how.method {
            None => Results::All(compare(self, how.rate)),
            Some(method) => Results::One(Box::new(collide(self, method, how.rate)?)),
        })
    }

    /// The record that results carry, from which they can be made again.
    #[must_use]
    pub fn record(&self, how: How) -> Record {
        let mut document = self.document.clone();
        if let Some(name) = self.collision.table() {
            // A table that cannot be read was an error before.
            let _ = document.tables.read(name);
        }
        document.record(KIND, &self.collision, how)
    }
}

/// Makes the files of a record again.
///
/// # Errors
///
/// With what is wrong with the record; inside, if a file cannot be written.
pub fn rerun(record: &Record, directory: &Path) -> Result<io::Result<Vec<PathBuf>>, String> {
    let (document, how): (Document, How) = Document::of_record(KIND, record)?;
    let (collision, _) = document.read::<Collision>().map_err(|errors| errors.to_string())?;
    if !collision.contact.is_empty() {
        let pile = Pile::new(document).map_err(|errors| errors.to_string())?;
        let answer = pile.resolve(how.rate).map_err(|error| error.to_string())?;
        return Ok(several::write_all(&pile, &answer, &pile.record(how.rate), directory));
    }
    let parsed = Parsed::new(document).map_err(|errors| errors.to_string())?;
    let results = parsed.results(how).map_err(|error| error.to_string())?;
    Ok(write_all(&parsed, &results, &parsed.record(how), directory))
}
