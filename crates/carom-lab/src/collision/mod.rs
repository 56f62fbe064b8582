//! Two rigid bodies that touch at a point, from a file: velocities after, and the force while it
//! lasts. Several bodies that touch at several points are [`several`].
//!
//! ```
//! use carom_lab::collision::{Collision, collide};
//! let parsed = Collision::parse("ball.toml", r#"
//! version = 1
//! method = "mirtich"
//! restitution = 0.8
//! friction = { coefficient = 0.2 }
//! [[body]]
//! name = "ball"
//! mass = 0.17
//! shape = { kind = "sphere", diameter = 0.0572 }
//! velocity = [1.0, 0.0, -2.0]
//! [[body]]
//! name = "floor"
//! immovable = true
//! "#)?;
//! let answer = collide(&parsed, parsed.collision.method, None)?;
//! assert!((answer.bodies[0].velocity[2] - 1.6).abs() < 1e-12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod check;
mod examples;
mod inertia;
mod method;
#[cfg(feature = "pages")]
mod output;
mod record;
#[cfg(feature = "pages")]
mod report;
mod setup;
pub mod several;
mod shape;
mod types;
mod values;

pub use answer::{
    Answer, BodyState, CollideError, Comparison, Energy, MethodError, Residual, Slip,
};
pub use answer::{MOST_SAMPLES, Results};
pub use answer::{collide, compare};
pub use examples::{EXAMPLES, Example, SEVERAL};
pub use method::{
    Bristle, Compliant, Convention, File, Gaussian, Iguchi, Lasting, Lugre, Method, Pulse,
    PulseShape, Tangential,
};
#[cfg(feature = "pages")]
pub use output::{rerun, write_all};
pub use record::How;
pub use shape::{Disc, HollowSphere, Rod, Shape, Sizes, Sphere, Tube};
pub use types::{Body, Collision, Contact};
pub use values::{Falling, Friction, Inertia, Orientation, Restitution};

use std::sync::OnceLock;

use carom_files::csv::Tables;
use carom_files::{Document, FileError, FileErrors, Findings, Format, Path, Source, schema_of};
use carom_rigid as rigid;
use serde_json::Value;

/// A collision that was read and checked, the bodies of the engine, and where everything in it was
/// written.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The content of the file.
    pub collision: Collision,
    /// The bodies at the moment they touch.
    pub bodies: rigid::Collision,
    document: Document,
}

impl Parsed {
    fn new(document: Document) -> Result<Self, FileErrors> {
        let (collision, errors) = document.read::<Collision>()?;
        let mut findings = Findings::new(&document, errors);
        check::check(&mut findings, &collision);
        findings.finish()?;
        if !collision.contact.is_empty() {
            let path = Path::default().join("contact");
            let error = document.error(&path, "this collision has several contacts");
            let help = "`carom collide` computes it; here a collision has one point of contact";
            return Err(document.errors(vec![error.help(help)]));
        }
        let bodies = setup::bodies(&collision, &document);
        let bodies = bodies.map_err(|errors| document.errors(errors))?;
        Ok(Self { collision, bodies, document })
    }

    /// The collision as a file: what was written, with its comments and with the assignments made.
    #[must_use]
    pub fn to_toml(&self) -> String {
        self.document.to_toml::<Collision>()
    }

    /// What it was read from.
    #[must_use]
    pub fn source(&self) -> &Source {
        self.document.source()
    }

    fn errors(&self, error: FileError) -> FileErrors {
        self.document.errors(vec![error])
    }
}

impl Format for Collision {
    fn schema() -> &'static Value {
        static SCHEMA: OnceLock<Value> = OnceLock::new();
        SCHEMA.get_or_init(schema_of::<Self>)
    }
}

impl Collision {
    /// The table of a measured force, if there is one.
    fn table(&self) -> Option<&str> {
        match &self.pulse.shape {
            Some(PulseShape::File(file)) => Some(&file.path),
            _ => None,
        }
    }

    /// Reads a collision and checks it. The name of the file appears in errors, and the path
    /// of a measured force starts at its directory.
    pub fn parse(file_name: &str, text: &str) -> Result<Parsed, FileErrors> {
        Self::parse_with(file_name, text, &[""; 0])
    }

    /// Reads a collision, changes it and then checks it. An assignment such as
    /// `body.puck.velocity=[1, 0, -2]` or `friction.coefficient=0.3` names bodies by name or by index.
    pub fn parse_with(
        file_name: &str,
        text: &str,
        assignments: &[impl AsRef<str>],
    ) -> Result<Parsed, FileErrors> {
        Parsed::new(Document::parse::<Self>(file_name, text, assignments)?)
    }

    /// Reads a collision that came from elsewhere and must stand alone: no files of this machine are read.
    pub fn parse_alone(file_name: &str, text: &str) -> Result<Parsed, FileErrors> {
        let mut document = Document::parse::<Self>(file_name, text, &[""; 0])?;
        document.tables = Tables::default();
        Parsed::new(document)
    }

    /// Reads a collision that is written as JSON, with the keys of its file. It must stand alone: no
    /// files are read.
    pub fn from_json(json: &Value) -> Result<Parsed, FileErrors> {
        Parsed::new(Document::from_json("the collision", json)?)
    }

    /// The collision as TOML.
    pub fn to_toml(&self) -> Result<String, toml::ser::Error> {
        toml::to_string(self)
    }

    /// The JSON Schema (draft 2020-12) of the file.
    #[must_use]
    pub fn schema() -> &'static Value {
        <Self as Format>::schema()
    }
}
