//! Surfaces: what a ball rolls over, or a probe scrapes along.
//!
//! The height of a [`Surface`] is a function of metres along the path. A ball does not follow it:
//! it cannot reach the bottom of a narrow valley, and its patch of contact lies on many small
//! bumps at once. What its centre follows is a [`Profile`]. Neither knows of a sample rate.

mod envelope;
mod error;
mod file;
mod grooves;
mod height;
mod patch;
mod profile;
mod ridges;
mod rough;
mod table;

use std::path::Path;

use carom_files::csv::CsvError;
use carom_shapes::Fault;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

pub use error::ProfileError;
pub use file::File;
use file::Measured;
pub use grooves::Grooves;
pub use height::Height;
pub use profile::{Ball, Profile};
pub use ridges::Ridges;
pub use rough::Rough;

/// The height of a surface along a path; `kind` says which.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", expecting = "a table with a kind")]
#[schemars(rename = "SurfaceHeight")]
pub enum Surface {
    /// No height at all.
    Smooth(Smooth),
    /// Random roughness, as of stone, wood or ground metal.
    Rough(Rough),
    /// Round ridges across the path, as of corrugated sheet or a washboard.
    Ridges(Ridges),
    /// Joints between tiles or boards.
    Grooves(Grooves),
    /// Heights that were measured, from a table.
    File(File),
}

/// No height at all.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Smooth {}

impl Default for Surface {
    fn default() -> Self {
        Self::Smooth(Smooth {})
    }
}

impl Surface {
    /// Values that are not allowed. Nothing else may be asked of a surface with faults.
    #[must_use]
    pub fn faults(&self) -> Vec<Fault> {
        match self {
            Self::Smooth(Smooth {}) => Vec::new(),
            Self::Rough(rough) => rough.faults(),
            Self::Ridges(ridges) => ridges.faults(),
            Self::Grooves(grooves) => grooves.faults(),
            Self::File(file) => file.faults(),
        }
    }

    /// Makes it ready for use; paths of files start at `base`, the directory of the scene.
    ///
    /// # Errors
    ///
    /// If a file cannot be read or does not hold a surface.
    pub fn load(&self, base: &Path) -> Result<Height, CsvError> {
        Ok(match self {
            Self::Smooth(Smooth {}) => Height::smooth(),
            Self::Rough(rough) => Height::rough(rough),
            Self::Ridges(ridges) => Height::ridges(ridges.clone()),
            Self::Grooves(grooves) => Height::grooves(grooves.clone()),
            Self::File(file) => Height::measured(Measured::read(&base.join(&file.path))?),
        })
    }
}

/// Reads the parameters of one kind, only to learn what is wrong with them: an enum told apart by
/// a key forgets where in the file its parameters stand.
pub(crate) fn read_kind<'de, D: Deserializer<'de>>(
    kind: &str,
    parameters: D,
) -> Result<(), D::Error> {
    match kind {
        "smooth" => Smooth::deserialize(parameters).map(drop),
        "rough" => Rough::deserialize(parameters).map(drop),
        "ridges" => Ridges::deserialize(parameters).map(drop),
        "grooves" => Grooves::deserialize(parameters).map(drop),
        "file" => File::deserialize(parameters).map(drop),
        _ => Ok(()),
    }
}

/// The seed of a surface that names none.
fn first_seed() -> u64 {
    1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Surface, toml::de::Error> {
        toml::from_str(text)
    }

    fn faulty(text: &str) -> Vec<&'static str> {
        read(text).unwrap().faults().iter().map(|fault| fault.field).collect()
    }

    #[test]
    fn every_kind_is_read_and_written_back() {
        for text in [
            "kind = 'smooth'",
            "kind = 'rough'\nrms = 1e-6\ncorrelation = 1e-3",
            "kind = 'rough'\nrms = 1e-6\ncorrelation = 1e-3\nfinest = 1e-4\nhurst = 1\nseed = 3",
            "kind = 'ridges'\nheight = 1e-3\nspacing = 1e-2",
            "kind = 'grooves'\ndepth = 1e-3\nspacing = 0.1\nwidth = 2e-3",
            "kind = 'file'\npath = 'stone.csv'",
        ] {
            let surface = read(text).unwrap();
            assert_eq!(surface.faults(), vec![]);
            assert_eq!(read(&toml::to_string(&surface).unwrap()).unwrap(), surface);
        }
    }

    #[test]
    fn unknown_kinds_and_fields_are_refused() {
        assert!(read("kind = 'velvet'").is_err());
        assert!(read("kind = 'smooth'\nrms = 1").is_err());
        assert!(read("kind = 'grooves'\ndepth = 1\nspacing = 1\nwidth = 1\nangle = 1").is_err());
        let table: toml::Table = toml::from_str("rms = 1e-6").unwrap();
        let error = read_kind("rough", table).unwrap_err().to_string();
        assert!(error.contains("correlation"), "{error}");
    }

    #[test]
    fn faults_name_their_field() {
        let rough = "kind = 'rough'\n";
        assert_eq!(faulty(&format!("{rough}rms = 0\ncorrelation = -1")), ["rms", "correlation"]);
        let rough = "kind = 'rough'\nrms = 1e-6\ncorrelation = 1e-3\n";
        assert_eq!(faulty(&format!("{rough}finest = 2e-3\nhurst = 0")), ["finest", "hurst"]);
        assert_eq!(faulty(&format!("{rough}finest = nan\nhurst = 1.1")), ["finest", "hurst"]);
        let ridges = "kind = 'ridges'\nheight = inf\nspacing = 0\nroundness = 2\njitter = 0.6";
        assert_eq!(faulty(ridges), ["height", "spacing", "roundness", "jitter"]);
        assert_eq!(faulty("kind = 'grooves'\ndepth = 1\nspacing = 1\nwidth = 2"), ["width"]);
        assert_eq!(faulty("kind = 'file'\npath = ''"), ["path"]);
    }

    #[test]
    fn what_is_smooth_has_no_height() {
        let height = Surface::Smooth(Smooth {}).load(Path::new("")).unwrap();
        let profile = Profile::new(&height, &Ball { radius: 0.01, patch: 1e-4 }, 3.0).unwrap();
        assert_eq!((height.at(1.7), profile.at(1.7), profile.slope(1.7)), (0.0, 0.0, 0.0));
    }

    #[test]
    fn the_schema_tells_the_kinds_apart() {
        let schema = serde_json::to_string(&schemars::schema_for!(Surface)).unwrap();
        for kind in ["smooth", "rough", "ridges", "grooves", "file"] {
            assert!(schema.contains(&format!("\"const\":\"{kind}\"")), "{schema}");
        }
    }
}
