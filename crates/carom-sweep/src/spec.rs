//! A sweep as it is written in a file. Editors show the comments through the JSON Schema.

use std::sync::OnceLock;

use carom_files::{Format, schema_of};
use carom_lab::impact::Impact;
use carom_scene::scene::Scene;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

/// A sweep: a scene or an impact, computed for many values. All units are SI.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Spec {
    /// The version of this format: 1.
    #[schemars(range(min = 1, max = 1))]
    pub version: u32,
    /// The title of the sweep.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// A description of the sweep.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The scene that is varied: a file, seen from the directory of this one, or a name of the gallery, or the
    /// scene itself. Either this or `impact` is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scene: Option<Base>,
    /// The impact that is varied, with the values of `carom impact`. Either this or `scene` is given.
    #[serde(default, skip_serializing_if = "Option::is_none", serialize_with = "without_null")]
    pub impact: Option<Impact>,
    /// The names of the numbers that are kept of every row: of `summary.json` for a scene, such as
    /// "contacts.0.peak_force", and of `carom impact --json` for an impact, such as "exact.contact_time" or
    /// "runs.two-point.v_out".
    pub outcomes: Vec<String>,
    /// How many samples the axes of the kinds "random" and "sobol" take together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 1_000_000_000), extend("examples" = [1000]))]
    pub samples: Option<u64>,
    /// Rows in each part, which is computed and written as a whole. If left out, 65536 for an impact and 256 for a
    /// scene.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 1_000_000), extend("examples" = [256]))]
    pub part_rows: Option<u64>,
    /// Whether the sound of every row is written, too, as a WAV file.
    #[serde(default)]
    pub audio: bool,
    /// The axes: which values are varied, and how. Axes of the kinds "list", "linear" and "log" make a grid, the
    /// first the slowest; those of the kinds "random" and "sobol" are sampled together at each of its points.
    #[serde(default)]
    pub axis: Vec<Axis>,
}

impl Format for Spec {
    fn schema() -> &'static Value {
        static SCHEMA: OnceLock<Value> = OnceLock::new();
        SCHEMA.get_or_init(schema_of::<Self>)
    }
}

/// An impact without what it lacks: a file has no null.
fn without_null<S: Serializer>(impact: &Option<Impact>, serializer: S) -> Result<S::Ok, S::Error> {
    let mut fields = serde_json::json!(impact);
    if let Some(fields) = fields.as_object_mut() {
        fields.retain(|_, value| !value.is_null());
    }
    fields.serialize(serializer)
}

/// A scene: where it is, or the scene itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(extend("expected" = "the path of a scene file, a name of the gallery, or a scene"))]
pub enum Base {
    /// A file or a name of the gallery.
    Name(String),
    /// The scene itself.
    Scene(Box<Scene>),
}

/// An axis, by its `kind`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", expecting = "a table with a kind")]
pub enum Axis {
    /// The values themselves.
    List(List),
    /// Values at equal distances.
    Linear(Steps),
    /// Values at equal ratios.
    Log(Steps),
    /// Random values.
    Random(Random),
    /// Values of a Sobol sequence, which fill the space of their axes evenly.
    Sobol(Sobol),
}

impl Axis {
    /// The path of the value that is varied.
    #[must_use]
    pub fn path(&self) -> &str {
        match self {
            Self::List(List { path, .. })
            | Self::Linear(Steps { path, .. })
            | Self::Log(Steps { path, .. })
            | Self::Random(Random { path, .. })
            | Self::Sobol(Sobol { path, .. }) => path,
        }
    }
}

/// The values themselves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct List {
    /// The value that is varied, as in `carom run --set`: body.mallet.velocity, or the name of a value of an impact.
    pub path: String,
    /// Its values.
    pub values: Vec<Given>,
}

/// A value of a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(extend("expected" = "a number, a text, true or false, or a list of numbers"))]
pub enum Given {
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
    /// True or false.
    Flag(bool),
    /// Several numbers, such as a place on a plate.
    Numbers(Vec<f64>),
}

/// Values from one number to another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Steps {
    /// The value that is varied, as in `carom run --set`: body.mallet.velocity, or the name of a value of an impact.
    pub path: String,
    /// The first value.
    pub from: f64,
    /// The last value.
    pub to: f64,
    /// How many values there are.
    #[schemars(range(min = 1, max = 1_000_000_000), extend("examples" = [10]))]
    pub count: u64,
}

/// Random values, evenly distributed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Random {
    /// The value that is varied, as in `carom run --set`: body.mallet.velocity, or the name of a value of an impact.
    pub path: String,
    /// The lowest value.
    pub from: f64,
    /// The value that none reaches.
    pub to: f64,
    /// Whether values or their logarithms are evenly distributed.
    #[serde(default)]
    pub scale: Scale,
    /// Another seed gives other values.
    #[serde(default)]
    pub seed: u64,
}

/// Values of a Sobol sequence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Sobol {
    /// The value that is varied, as in `carom run --set`: body.mallet.velocity, or the name of a value of an impact.
    pub path: String,
    /// The lowest value, which the first sample has.
    pub from: f64,
    /// The value that none reaches.
    pub to: f64,
    /// Whether values or their logarithms are evenly distributed.
    #[serde(default)]
    pub scale: Scale,
}

/// What is evenly distributed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    /// The values.
    #[default]
    Linear,
    /// Their logarithms.
    Log,
}
