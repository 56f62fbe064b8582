//! Two rigid bodies that touch at a point, from a file: velocities after, and the force while it
//! lasts.
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
mod output;
mod report;
mod setup;
mod shape;
mod types;
mod values;

pub use answer::{
    Answer, BodyState, CollideError, Comparison, Energy, MethodError, Residual, Slip,
};
pub use answer::{collide, compare};
pub use examples::{EXAMPLES, Example};
pub use method::{
    Bristle, Compliant, Convention, File, Gaussian, Iguchi, Lasting, Lugre, Method, Pulse,
    PulseShape, Tangential,
};
pub use output::{MOST_SAMPLES, Results, write_all};
pub use shape::{Disc, HollowSphere, Rod, Shape, Sizes, Sphere, Tube};
pub use types::{Body, Collision};
pub use values::{Falling, Friction, Inertia, Orientation, Restitution};

use std::sync::Arc;

use carom_rigid as rigid;
use serde_json::Value;
use toml::de::ValueDeserializer;

use carom_scene::scene::decode::Holds;
use carom_scene::scene::map::SourceMap;
use carom_scene::scene::path::Path;
use carom_scene::scene::{SceneError, SceneErrors, Source, read, schema};

/// A collision that was read and checked, the bodies of the engine, and where everything in it was
/// written.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The content of the file.
    pub collision: Collision,
    /// The bodies at the moment they touch.
    pub bodies: rigid::Collision,
    map: SourceMap,
}

impl Parsed {
    /// What it was read from.
    #[must_use]
    pub fn source(&self) -> &Source {
        &self.map.source
    }

    fn errors(&self, error: SceneError) -> SceneErrors {
        SceneErrors::new(vec![error], Arc::clone(&self.map.source))
    }
}

impl Holds for Collision {
    const LISTS: &'static [&'static str] = &["body"];

    fn kind_error(
        path: &Path,
        kind: &str,
        parameters: ValueDeserializer<'_>,
    ) -> Option<toml::de::Error> {
        match (path.steps().first().map(String::as_str)?, path.last()?) {
            ("body", "shape") => shape::read_kind(kind, parameters).err(),
            ("pulse", "shape") => method::read_pulse(kind, parameters).err(),
            ("compliant", "tangential") => method::read_tangential(kind, parameters).err(),
            _ => None,
        }
    }
}

impl Collision {
    /// Reads a collision and checks it. The name of the file appears in errors, and the path
    /// of a measured force starts at its directory.
    pub fn parse(file_name: &str, text: &str) -> Result<Parsed, SceneErrors> {
        Self::parse_with(file_name, text, &[""; 0])
    }

    /// Reads a collision, changes it and then checks it. An assignment such as
    /// `body.puck.velocity=[1, 0, -2]` or `friction.coefficient=0.3` names bodies by name or by index.
    pub fn parse_with(
        file_name: &str,
        text: &str,
        assignments: &[impl AsRef<str>],
    ) -> Result<Parsed, SceneErrors> {
        let (mut collision, map) = read::<Self>(file_name, text, assignments)?;
        collision.directory =
            std::path::Path::new(file_name).parent().unwrap_or("".as_ref()).into();
        let failed = |errors| SceneErrors::new(errors, Arc::clone(&map.source));
        check::check(&collision, &map).map_err(failed)?;
        let bodies = setup::bodies(&collision, &map).map_err(failed)?;
        Ok(Parsed { collision, bodies, map })
    }

    /// The collision as TOML.
    pub fn to_toml(&self) -> Result<String, toml::ser::Error> {
        toml::to_string(self)
    }

    /// The JSON Schema (draft 2020-12) of the file.
    #[must_use]
    pub fn schema() -> Value {
        schema::schema_of::<Self>()
    }
}
