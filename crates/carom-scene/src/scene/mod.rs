//! The one configuration of rendering: a scene file and what it means.
//!
//! A scene is TOML in SI units. [`Scene::parse`] reads one and checks it; whatever is wrong with it
//! is reported together, each finding with the line it is about:
//!
//! ```
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
//! help: `mass` must be a finite number above 0 (kg)");
//!
//! let mended = Scene::parse_with("mallet.toml", text, &["body.mallet.mass=0.01"]).unwrap();
//! assert_eq!(mended.scene.body[0].mass, Some(0.01));
//! ```

pub mod check;
pub mod decode;
pub mod document;
pub mod error;
mod gesture;
mod json;
mod law;
pub mod map;
pub mod path;
pub mod schema;
mod shape;
mod source;
mod types;
mod values;
mod write;

pub use error::{SceneError, SceneErrors, Severity};
pub(crate) use gesture::Way;
pub use gesture::{Bounce, DrumRoll, Gesture, Roll, Scrape};
pub use law::{
    ConstantRestitution, Felt, Hertz, HuntCrossley, Law, Power, Rattle, Spring, Surface,
};
pub use shape::Shape;
pub use source::Source;
pub use types::{Body, Contact, Kind, Modes, Pickup, Scene, Strike};
pub use values::{At, Format, Level, Numbers, Quantity, Scheme, Solver, Substeps};

pub use check::MOST_MODES;

use std::sync::Arc;

use decode::Holds;
use map::SourceMap;
use path::Path;
use toml::de::ValueDeserializer;

use crate::surface;

/// A scene that was read and checked, and where everything in it was written.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The scene.
    pub scene: Scene,
    /// What may not be as it was meant.
    pub warnings: Vec<SceneError>,
    map: SourceMap,
}

impl Parsed {
    /// What the scene was read from.
    #[must_use]
    pub fn source(&self) -> &Source {
        &self.map.source
    }

    /// An error that points at a value, such as `contact.0.law`; if it was left out, at the table
    /// that lacks it.
    #[must_use]
    pub fn error_at(&self, path: &str, message: impl Into<String>) -> SceneError {
        self.map.error(&Path::parse(path).unwrap_or_default(), message)
    }

    /// The same as a warning.
    #[must_use]
    pub fn warning_at(&self, path: &str, message: impl Into<String>) -> SceneError {
        self.map.warning(&Path::parse(path).unwrap_or_default(), message)
    }

    /// Errors found later, to be shown as those found here.
    #[must_use]
    pub fn report(&self, errors: Vec<SceneError>) -> SceneErrors {
        SceneErrors::new(errors, Arc::clone(&self.map.source))
    }

    /// The warnings, to be shown as errors are; nothing without any.
    #[must_use]
    pub fn warnings_report(&self) -> Option<SceneErrors> {
        (!self.warnings.is_empty()).then(|| self.report(self.warnings.clone()))
    }
}

/// Reads a file with assignments laid over it, and where everything in it stands.
pub fn read<T: Holds>(
    file_name: &str,
    text: &str,
    assignments: &[impl AsRef<str>],
) -> Result<(T, SourceMap), SceneErrors> {
    let source = Arc::new(Source::new(file_name, text, assignments));
    let failed = |errors| SceneErrors::new(errors, Arc::clone(&source));
    let document = document::document(&source, T::LISTS).map_err(failed)?;
    let map = SourceMap::new(Arc::clone(&source), &document);
    let held = decode::decode(document, &map).map_err(failed)?;
    Ok((held, map))
}

impl Holds for Scene {
    const LISTS: &'static [&'static str] = &["body", "contact", "gesture", "pickup", "strikes"];

    fn kind_error(
        path: &Path,
        kind: &str,
        parameters: ValueDeserializer<'_>,
    ) -> Option<toml::de::Error> {
        match (path.steps().first().map(String::as_str)?, path.last()?) {
            (_, "law") => law::read_kind(kind, parameters).err(),
            (_, "shape") => shape::read_kind(kind, parameters).err(),
            ("gesture", "surface") => surface::read_kind(kind, parameters).err(),
            ("gesture", _) => gesture::read_kind(kind, parameters).err(),
            _ => None,
        }
    }
}

impl Scene {
    /// Reads a scene and checks it. The name of the file only appears in errors.
    pub fn parse(file_name: &str, text: &str) -> Result<Parsed, SceneErrors> {
        Self::parse_with(file_name, text, &[""; 0])
    }

    /// Reads a scene, changes it and then checks it. An assignment such as `body.mallet.mass=0.02`,
    /// `contact.0.law.mu=0.3` or `scheme=rk4` names elements of lists by name or by index; a value
    /// that is not TOML is taken as text.
    pub fn parse_with(
        file_name: &str,
        text: &str,
        assignments: &[impl AsRef<str>],
    ) -> Result<Parsed, SceneErrors> {
        checked(read(file_name, text, assignments)?, check::Files::Read)
    }

    /// Reads a scene that came from elsewhere and must stand alone: it may not have files of this
    /// machine read.
    pub fn parse_alone(file_name: &str, text: &str) -> Result<Parsed, SceneErrors> {
        checked(read(file_name, text, &[""; 0])?, check::Files::Refuse)
    }

    /// The scene as TOML.
    pub fn to_toml(&self) -> Result<String, toml::ser::Error> {
        toml::to_string(self)
    }
}

fn checked(
    (mut scene, map): (Scene, SourceMap),
    files: check::Files,
) -> Result<Parsed, SceneErrors> {
    let directory = std::path::Path::new(map.source.file()).parent();
    scene.directory = directory.unwrap_or("".as_ref()).into();
    let failed = |errors| SceneErrors::new(errors, Arc::clone(&map.source));
    let warnings = check::check(&scene, &map, files).map_err(failed)?;
    Ok(Parsed { scene, warnings, map })
}
