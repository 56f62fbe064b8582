//! The record of a collision, and the collision made again from it.

use carom_files::Record;
use serde::{Deserialize, Serialize};

use super::{CollideError, Method, Parsed, Results, collide, compare};

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
