//! The values that a scene is made of, where they are more than a number or a text.

use std::borrow::Cow;
use std::fmt;

use carom::Method;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// How time advances. "two-point" treats every scene and keeps its energy. "am1", "verlet", "heun"
/// and "rk4" treat bodies with modes, felt and moved contacts, too; their energy drifts.
/// "three-point", "quadratic" and "quadratised" treat one mass against a wall.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Scheme {
    /// The trapezoidal rule by the K method: not two contacts on one mode.
    Am1,
    /// Velocity Verlet.
    Verlet,
    /// Heun's predictor-corrector.
    Heun,
    /// Runge-Kutta of fourth order.
    Rk4,
    /// Two points, two variables, energy conserving: everything.
    #[default]
    TwoPoint,
    /// Three points, one variable, energy conserving: one mass against a wall, no felt, no law that
    /// never pulls.
    ThreePoint,
    /// Energy conserving without iteration: one mass against a wall, no felt, no law that never
    /// pulls.
    Quadratic,
    /// Energy quadratisation: one mass against a wall, no felt, no law that never pulls.
    Quadratised,
}

impl Scheme {
    /// The method of the engine.
    #[must_use]
    pub fn method(self) -> Method {
        match self {
            Self::Am1 => Method::Am1,
            Self::Verlet => Method::Verlet,
            Self::Heun => Method::Heun,
            Self::Rk4 => Method::Rk4,
            Self::TwoPoint => Method::TwoPoint,
            Self::ThreePoint => Method::ThreePoint,
            Self::Quadratic => Method::Quadratic { s: None },
            Self::Quadratised => Method::Quadratised,
        }
    }
}

/// How the scheme "am1" finds the contact force.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Solver {
    /// Newton's method, at every step.
    #[default]
    Newton,
    /// A table computed beforehand.
    Table,
}

/// The format of the sound file. All but "flac" are WAV files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Floating point, 32 bits.
    #[default]
    Float32,
    /// Whole numbers, 24 bits.
    Int24,
    /// Whole numbers, 16 bits, rounded without dither.
    Int16,
    /// A FLAC file, whole numbers, 24 bits.
    Flac,
}

/// What of a body's motion is heard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Quantity {
    /// Velocity (m/s).
    #[default]
    Velocity,
    /// Displacement (m).
    Displacement,
    /// Acceleration (m/s²).
    Acceleration,
    /// The contact force on the body (N).
    Force,
}

/// How loud.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum Level {
    /// The peak is at −3 dBFS.
    #[default]
    #[serde(rename = "auto")]
    Auto,
    /// This value of the pickup is full scale.
    #[serde(rename = "full_scale")]
    FullScale(#[schemars(range(min = 1e-15, max = 1e15), extend("examples" = [1]))] f64),
}

/// A place on a body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(extend(
    "expected" = "a number from 0 to 1, two numbers in brackets, or the name of a point"
))]
pub enum At {
    /// Along a bar, a string, a tube: from 0 to 1.
    Along(f64),
    /// On a surface: two numbers from 0 to 1, along length and width; on a round one the radius
    /// from centre to rim and the angle in turns.
    On([f64; 2]),
    /// The name of one of its `points`.
    Name(String),
}

impl At {
    /// The place on a shape, if it is one.
    #[must_use]
    pub fn place(&self) -> Option<[f64; 2]> {
        match self {
            Self::Along(at) => Some([*at, 0.0]),
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

/// Steps per sample while bodies touch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Substeps {
    /// As many as the contacts need.
    #[default]
    Auto,
    /// This many.
    Fixed(u32),
}

impl Substeps {
    /// The most steps per sample.
    pub const MOST: u32 = 65_536;
}

impl Serialize for Substeps {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Auto => serializer.serialize_str("auto"),
            Self::Fixed(steps) => serializer.serialize_u32(*steps),
        }
    }
}

impl<'de> Deserialize<'de> for Substeps {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(SubstepsVisitor)
    }
}

struct SubstepsVisitor;

impl Visitor<'_> for SubstepsVisitor {
    type Value = Substeps;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"auto\" or a whole number from 1 to {}", Substeps::MOST)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Substeps, E> {
        let known = (text == "auto").then_some(Substeps::Auto);
        known.ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Substeps, E> {
        let steps = u32::try_from(value).ok().filter(|steps| (1..=Substeps::MOST).contains(steps));
        let error = || E::invalid_value(Unexpected::Signed(value), &self);
        steps.map(Substeps::Fixed).ok_or_else(error)
    }
}

impl JsonSchema for Substeps {
    fn schema_name() -> Cow<'static, str> {
        "Substeps".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "Steps per sample while bodies touch.",
            "oneOf": [
                { "const": "auto", "description": "As many as the contacts need." },
                { "type": "integer", "minimum": 1, "maximum": Self::MOST }
            ]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schemes_are_called_as_in_the_engine() {
        for method in Method::CONTACT {
            let text = format!("\"{}\"", method.name());
            let scheme: Scheme = serde_json::from_str(&text).unwrap();
            assert_eq!(scheme.method(), method);
        }
    }
}
