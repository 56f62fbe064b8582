//! The one configuration of rendering: a scene file and what it means.
//!
//! A scene is TOML or JSON in SI units. [`Scene::parse`] reads one and resolves it into a
//! [`Plan`]; whatever is wrong with it is reported together, each error with its line:
//!
//! ```
//! use carom_scene::plan::Kind;
//! use carom_scene::scene::Scene;
//! let text = r#"
//! version = 1
//! [[body]]
//! name = "mallet"
//! mass = -0.01
//! [[body]]
//! name = "floor"
//! wall = true
//! [[contact]]
//! between = ["mallet", "floor"]
//! law = { kind = "power", stiffness = 1e9, exponent = 1.5 }
//! [[pickup]]
//! body = "mallet"
//! "#;
//! let errors = Scene::parse("mallet.toml", text).unwrap_err().to_string();
//! assert_eq!(errors, "\
//! error: body `mallet`: `mass` is -0.01
//!   --> mallet.toml:5:8
//!    |
//!  5 | mass = -0.01
//!    |        ^^^^^ out of range
//! help: `mass` must be a number from 1e-9 to 1e7 (kg)");
//!
//! let mended = Scene::parse_with("mallet.toml", text, &["body.mallet.mass=0.01"]).unwrap();
//! assert_eq!(mended.scene.body[0].mass, Some(0.01));
//! assert!(matches!(mended.plan.bodies[0].kind, Kind::Mass { mass: 0.01, .. }));
//! ```

mod gesture;
mod instrument;
mod material;
mod types;
mod values;

pub use gesture::{Bounce, Damp, Drag, DrumRoll, Gesture, Press, Roll, Scrape};
pub use instrument::InstrumentSpec;
pub use material::{MaterialSpec, OwnMaterial, PerAxis, SupportSpec};
pub use types::{Along, Body, Contact, Modes, Pickup, Scene, Strike};
pub use values::{At, Container, Correct, Format, Level, Numbers, Solver};

use std::sync::OnceLock;

use carom_files::csv::Tables;
use carom_files::{Document, FileError, FileErrors, Path, Record, Source, schema_of};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::plan::{Plan, plan};

/// A scene that was read, what it means, and where everything in it was written.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The scene as it is written.
    pub scene: Scene,
    /// The scene as it is built.
    pub plan: Plan,
    /// What may not be as it was meant.
    pub warnings: Vec<FileError>,
    document: Document,
}

impl Parsed {
    fn new(mut document: Document) -> Result<Self, FileErrors> {
        let (scene, errors) = document.read::<Scene>()?;
        let mut tables = std::mem::take(&mut document.tables);
        let (plan, warnings) = plan(&scene, &document, errors, &mut tables)?;
        document.tables = tables;
        Ok(Self { scene, plan, warnings, document })
    }

    /// The same scene with further assignments made, as [`Scene::parse_with`] makes them.
    ///
    /// # Errors
    ///
    /// Assignments that cannot be made, and what is wrong with the scene then.
    pub fn with(&self, assignments: &[impl AsRef<str>]) -> Result<Self, FileErrors> {
        Self::new(self.document.with::<Scene>(assignments)?)
    }

    /// What the scene was read from.
    #[must_use]
    pub fn source(&self) -> &Source {
        self.document.source()
    }

    /// An error that points at a value, such as `contact.0.law`; if it was left out, at the table
    /// that lacks it.
    #[must_use]
    pub fn error_at(&self, path: &str, message: impl Into<String>) -> FileError {
        self.document.error(&Path::parse(path).unwrap_or_default(), message)
    }

    /// The same as a warning.
    #[must_use]
    pub fn warning_at(&self, path: &str, message: impl Into<String>) -> FileError {
        self.document.warning(&Path::parse(path).unwrap_or_default(), message)
    }

    /// Errors found later, to be shown as those found here.
    #[must_use]
    pub fn report(&self, errors: Vec<FileError>) -> FileErrors {
        self.document.errors(errors)
    }

    /// The warnings, to be shown as errors are; nothing without any.
    #[must_use]
    pub fn warnings_report(&self) -> Option<FileErrors> {
        (!self.warnings.is_empty()).then(|| self.report(self.warnings.clone()))
    }

    /// The scene as JSON: what was written, nothing else, in the order of the schema.
    #[must_use]
    pub fn to_json(&self) -> Value {
        self.document.to_json::<Scene>()
    }

    /// The scene as a file: what was written, with its comments and with the assignments made.
    #[must_use]
    pub fn to_toml(&self) -> String {
        self.document.to_toml::<Scene>()
    }
}

/// How a scene was rendered, beside what is in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct How {
    /// Tables with every sample.
    pub full: bool,
    /// One more sound file per pickup.
    pub pickups: bool,
    /// One sound file and nothing else, of this kind.
    pub only: Option<Container>,
}

/// The kind of the records of renderings.
const KIND: &str = "scene";

impl Parsed {
    /// The record that a rendering carries, from which it can be made again.
    #[must_use]
    pub fn record(&self, how: How) -> Record {
        self.document.record(KIND, &self.scene, how)
    }

    /// The scene of a record, and how it was rendered.
    ///
    /// # Errors
    ///
    /// With what is wrong with the record.
    pub fn of_record(record: &Record) -> Result<(Self, How), String> {
        let (document, how) = Document::of_record(KIND, record)?;
        Ok((Self::new(document).map_err(|errors| errors.to_string())?, how))
    }
}

impl carom_files::Format for Scene {
    fn schema() -> &'static Value {
        static SCHEMA: OnceLock<Value> = OnceLock::new();
        SCHEMA.get_or_init(schema_of::<Self>)
    }
}

impl Scene {
    /// Reads a scene and resolves it. The name of the file only appears in errors, and its
    /// directory is where the paths of surface files start.
    pub fn parse(file_name: &str, text: &str) -> Result<Parsed, FileErrors> {
        Self::parse_with(file_name, text, &[""; 0])
    }

    /// Reads a scene, changes it and then resolves it. An assignment such as
    /// `body.mallet.mass=0.02`, `contact.0.law.mu=0.3` or `scheme=rk4` names elements of lists by
    /// name or by index; a value that is not TOML is taken as text.
    pub fn parse_with(
        file_name: &str,
        text: &str,
        assignments: &[impl AsRef<str>],
    ) -> Result<Parsed, FileErrors> {
        Parsed::new(Document::parse::<Self>(file_name, text, assignments)?)
    }

    /// Reads a scene that came from elsewhere and must stand alone: it may not have files of this
    /// machine read.
    pub fn parse_alone(file_name: &str, text: &str) -> Result<Parsed, FileErrors> {
        let mut document = Document::parse::<Self>(file_name, text, &[""; 0])?;
        document.tables = Tables::default();
        Parsed::new(document)
    }

    /// Reads a scene that is written as JSON, with the keys of a scene file. It must stand alone: no
    /// files are read.
    ///
    /// ```
    /// use carom_scene::scene::Scene;
    /// let floor = serde_json::json!({ "version": 1, "body": [{ "name": "ball", "mass": -1 }] });
    /// let errors = Scene::from_json(&floor).unwrap_err();
    /// assert_eq!(errors.errors()[0].path.as_deref(), Some("body.0.mass"));
    /// ```
    pub fn from_json(json: &Value) -> Result<Parsed, FileErrors> {
        Parsed::new(Document::from_json("the scene", json)?)
    }

    /// Resolves a scene that was made by a program.
    pub fn resolve(&self) -> Result<Parsed, FileErrors> {
        Self::from_json(&serde_json::to_value(self).unwrap_or_default())
    }

    /// The scene as TOML.
    pub fn to_toml(&self) -> Result<String, toml::ser::Error> {
        toml::to_string(self)
    }

    /// The JSON Schema (draft 2020-12) of a scene file.
    #[must_use]
    pub fn schema() -> &'static Value {
        <Self as carom_files::Format>::schema()
    }
}
