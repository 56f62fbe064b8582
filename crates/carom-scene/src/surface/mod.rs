//! The surfaces that balls roll over and probes scrape along.
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

use carom::check::{FieldError, Fields};
use carom_files::csv::{CsvError, Tables};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use error::ProfileError;
pub use file::File;
use file::Measured;
pub use grooves::Grooves;
pub use height::Height;
pub use profile::{Ball, Profile};
pub use ridges::Ridges;
pub use rough::Rough;

/// The height of a surface along a path, by its `kind`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", expecting = "a table with a kind")]
#[schemars(rename = "SurfaceHeight")]
pub enum Surface {
    /// A plane.
    Smooth(Smooth),
    /// Random roughness, such as that of stone, wood or ground metal.
    Rough(Rough),
    /// Round ridges across the path, such as those of a corrugated sheet or a washboard.
    Ridges(Ridges),
    /// Grooves across the path, such as the joints between tiles or boards.
    Grooves(Grooves),
    /// Measured heights from a CSV file.
    File(File),
}

/// A plane.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Smooth {}

impl Default for Surface {
    fn default() -> Self {
        Self::Smooth(Smooth {})
    }
}

impl Surface {
    /// Everything that is wrong with it.
    #[must_use]
    pub fn errors(&self) -> Vec<FieldError> {
        match self {
            Self::Smooth(Smooth {}) => Vec::new(),
            Self::Rough(rough) => rough.errors(),
            Self::Ridges(ridges) => ridges.field_errors(),
            Self::Grooves(grooves) => grooves.errors(),
            Self::File(file) => file.errors(),
        }
    }

    /// The file that it is read from, if it is.
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        match self {
            Self::File(file) => Some(&file.path),
            _ => None,
        }
    }

    /// Makes it ready for use.
    ///
    /// # Errors
    ///
    /// If a table cannot be read or does not hold a surface.
    pub fn load(&self, tables: &mut Tables) -> Result<Height, CsvError> {
        Ok(match self {
            Self::Smooth(Smooth {}) => Height::smooth(),
            Self::Rough(rough) => Height::rough(rough),
            Self::Ridges(ridges) => Height::ridges(ridges.clone()),
            Self::Grooves(grooves) => Height::grooves(grooves.clone()),
            Self::File(file) => Height::measured(Measured::from_table(&tables.read(&file.path)?)?),
        })
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

    fn wrong(text: &str) -> Vec<&'static str> {
        read(text).unwrap().errors().iter().map(|error| error.field).collect()
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
            assert_eq!(surface.errors(), vec![]);
            assert_eq!(read(&toml::to_string(&surface).unwrap()).unwrap(), surface);
        }
    }

    #[test]
    fn unknown_kinds_and_fields_are_refused() {
        assert!(read("kind = 'velvet'").is_err());
        assert!(read("kind = 'smooth'\nrms = 1").is_err());
        assert!(read("kind = 'grooves'\ndepth = 1\nspacing = 1\nwidth = 1\nangle = 1").is_err());
    }

    #[test]
    fn errors_name_their_field() {
        let rough = "kind = 'rough'\n";
        assert_eq!(wrong(&format!("{rough}rms = 0\ncorrelation = -1")), ["rms", "correlation"]);
        let rough = "kind = 'rough'\nrms = 1e-6\ncorrelation = 1e-3\n";
        assert_eq!(wrong(&format!("{rough}finest = 2e-3\nhurst = 0")), ["finest", "hurst"]);
        assert_eq!(wrong(&format!("{rough}finest = nan\nhurst = 1.1")), ["finest", "hurst"]);
        let ridges = "kind = 'ridges'\nheight = inf\nspacing = 0\nroundness = 2\njitter = 0.6";
        assert_eq!(wrong(ridges), ["height", "spacing", "roundness", "jitter"]);
        assert_eq!(wrong("kind = 'grooves'\ndepth = 1\nspacing = 1\nwidth = 2"), ["width"]);
        assert_eq!(wrong("kind = 'file'\npath = ''"), ["path"]);
    }

    #[test]
    fn what_is_smooth_has_no_height() {
        let height = Surface::Smooth(Smooth {}).load(&mut Tables::default()).unwrap();
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
