//! Values of a scene that are more than a number or a text.

use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How the scheme "am1" finds the contact force.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Solver {
    /// Newton's method, at every step.
    #[default]
    Newton,
    /// A table that is computed before the run.
    Table,
}

/// What is corrected in contacts that last a few samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Correct {
    /// Stiffness and loss, so that impulse and spread in time of the force are exact, and modes below half the inverse of
    /// the contact time get their energy.
    Spectrum,
}

/// The format of the sound file. All but "flac" are WAV files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Floating point, 32 bits; values above full scale are kept.
    #[default]
    Float32,
    /// Whole numbers, 24 bits; values above full scale are cut off.
    Int24,
    /// Whole numbers, 16 bits, rounded without dither; values above full scale are cut off.
    Int16,
    /// A FLAC file with the samples of "int24".
    Flac,
}

/// The level of the sound file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum Level {
    /// The peak is at −3 dBFS.
    #[default]
    #[serde(rename = "auto")]
    Auto,
    /// This value of the sum of the pickups is full scale.
    #[serde(rename = "full_scale")]
    FullScale(
        #[schemars(range(min = 1e-15, max = 1e15), extend(
            "examples" = [1], "description" = "The value that is full scale."
        ))]
        f64,
    ),
    /// The largest momentary loudness is this (ITU-R BS.1770), or less where the peak would leave
    /// full scale.
    #[serde(rename = "loudness")]
    Loudness(
        #[schemars(range(min = -70, max = 0), extend(
            "examples" = [-23], "unit" = "LUFS", "description" = "The largest momentary loudness (LUFS)."
        ))]
        f64,
    ),
}

/// A place on a body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(extend(
    "expected" = "a number from 0 to 1, two numbers in brackets, or the name of a point"
))]
pub enum At {
    /// On a line: from 0 to 1, along the length, in the middle of the width.
    Along(f64),
    /// On a rectangle or a bar: from 0 to 1 along the length, and from 0 to 1 along the width. On a round
    /// shape: the radius from 0 (centre, pole or crown) to 1 (rim), and the angle in turns.
    On([f64; 2]),
    /// On a body with given modes: the name of one of its `points`.
    Name(String),
}

impl At {
    /// The place on a shape, if it is one.
    #[must_use]
    pub fn place(&self) -> Option<[f64; 2]> {
        match self {
            Self::Along(at) => Some([*at, 0.5]),
            Self::On(place) => Some(*place),
            Self::Name(_) => None,
        }
    }
}

/// One number for all modes, or one for each.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(inline, extend("expected" = "a number or a list with one number per mode"))]
pub enum Numbers {
    /// The same for all.
    All(f64),
    /// One for each.
    Each(Vec<f64>),
}

impl Numbers {
    /// The number for mode `i`, if there is one.
    #[must_use]
    pub fn get(&self, i: usize) -> Option<f64> {
        match self {
            Self::All(value) => Some(*value),
            Self::Each(values) => values.get(i).copied(),
        }
    }

    /// Each number changed.
    #[must_use]
    pub fn map(&self, change: impl Fn(f64) -> f64) -> Self {
        match self {
            Self::All(value) => Self::All(change(*value)),
            Self::Each(values) => Self::Each(values.iter().map(|value| change(*value)).collect()),
        }
    }

    /// How long the list is, if it is one.
    #[must_use]
    pub fn listed(&self) -> Option<usize> {
        match self {
            Self::All(_) => None,
            Self::Each(values) => Some(values.len()),
        }
    }

    /// The numbers that are written down.
    #[must_use]
    pub fn written(&self) -> &[f64] {
        match self {
            Self::All(value) => std::slice::from_ref(value),
            Self::Each(values) => values,
        }
    }
}

/// The kind of a sound file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Container {
    /// RIFF WAVE.
    Wav,
    /// The Free Lossless Audio Codec.
    Flac,
}

impl Container {
    /// The container of a file name that ends in `.wav` or `.flac`, in any case.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        [Self::Wav, Self::Flac].into_iter().find(|container| container.extension() == extension)
    }

    /// How the names of its files end.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Self::Wav => "wav",
            Self::Flac => "flac",
        }
    }
}
