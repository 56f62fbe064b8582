//! Several bodies that touch at several points, from a file with `[[contact]]`.
//!
//! ```
//! use carom_lab::collision::several::Pile;
//! use carom_lab::collision::Example;
//! let pile = Pile::parse_with("cradle.toml", Example::find("cradle")?.text, &[""; 0])?;
//! let answer = pile.resolve(None)?;
//! assert!(answer.bodies[4].velocity[0] > 0.98);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod check;
#[cfg(feature = "pages")]
mod output;
mod setup;

pub use answer::{ContactAnswer, SeveralAnswer};
pub(super) use check::check;
#[cfg(feature = "pages")]
pub use output::{to_json, write_all};

use carom_files::{Document, FileErrors, Findings, Record};
use carom_rigid as rigid;

use super::record::{How, KIND};
use super::{Collision, check as whole};

/// A collision with several contacts that was read and checked.
#[derive(Clone, Debug)]
pub struct Pile {
    /// The content of the file.
    pub collision: Collision,
    /// The bodies as they come.
    pub bodies: Vec<rigid::Body>,
    /// Where they touch.
    pub contacts: Vec<rigid::ContactPoint>,
    document: Document,
}

impl Pile {
    pub(super) fn new(document: Document) -> Result<Self, FileErrors> {
        let (collision, errors) = document.read::<Collision>()?;
        let mut findings = Findings::new(&document, errors);
        whole::check(&mut findings, &collision);
        findings.finish()?;
        let built = setup::build(&collision, &document);
        let (bodies, contacts) = built.map_err(|error| document.errors(vec![*error]))?;
        Ok(Self { collision, bodies, contacts, document })
    }

    /// Reads a collision with several contacts, changes it and then checks it.
    pub fn parse_with(
        file_name: &str,
        text: &str,
        assignments: &[impl AsRef<str>],
    ) -> Result<Self, FileErrors> {
        Self::new(Document::parse::<Collision>(file_name, text, assignments)?)
    }

    /// Whether a file has several contacts; false if it cannot be read.
    #[must_use]
    pub fn is_in(file_name: &str, text: &str, assignments: &[impl AsRef<str>]) -> bool {
        Document::parse::<Collision>(file_name, text, assignments)
            .is_ok_and(|document| document.root().get("contact").is_some())
    }

    /// The collision as a file.
    #[must_use]
    pub fn to_toml(&self) -> String {
        self.document.to_toml::<Collision>()
    }

    /// The record that results carry, from which they can be made again.
    #[must_use]
    pub fn record(&self, rate: Option<f64>) -> Record {
        self.document.clone().record(KIND, &self.collision, How { method: None, rate })
    }
}
