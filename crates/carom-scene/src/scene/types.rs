//! A scene and its parts, field by field as they are written in a file. What the comments say is
//! what an editor shows through the JSON Schema.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::gesture::Gesture;
use super::values::{At, Format, Level, Numbers, Solver};
use carom::law::spec::LawSpec;
use carom::{Method, Quantity, Substeps};
use carom_shapes::Shape;

/// What hits what, how hard and where, and how it is heard. SI units throughout.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Scene {
    /// The version of this format: 1.
    #[schemars(range(min = 1, max = 1))]
    pub version: u32,
    /// What the scene is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What to listen for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Samples per second, 44100 if left out.
    #[serde(default = "default_sample_rate")]
    #[schemars(range(min = 1, max = 768_000), extend("unit" = "Hz"))]
    pub sample_rate: f64,
    /// How time advances, "two-point" if left out.
    #[serde(default)]
    pub scheme: Method,
    /// How the scheme "am1" finds the contact force, "newton" if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solver: Option<Solver>,
    /// How long (s), at most 3600. Left out: until the sound is 70 dB below its peak.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend(
        "exclusiveMinimum" = 0, "maximum" = 3600, "unit" = "s", "examples" = [3],
        "allowed" = "a number above 0, at most 3600 (s), or left out"
    ))]
    pub duration: Option<f64>,
    /// Steps per sample while bodies touch: "auto" (also if left out) or a whole number.
    #[serde(default)]
    pub substeps: Substeps,
    /// How loud: "auto" (also if left out) puts the peak at −3 dBFS, `{ full_scale = 0.5 }` says
    /// which value of the pickup is full scale.
    #[serde(default)]
    pub level: Level,
    /// The sample format of the WAV file, "float32" if left out.
    #[serde(default)]
    pub format: Format,
    /// Modes of shapes are kept up to this frequency (Hz), 20000 if left out, at every sample rate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0, "unit" = "Hz", "examples" = [20_000]))]
    pub highest_mode: Option<f64>,
    /// New approaches of free masses while everything still rings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub strikes: Vec<Strike>,
    /// What can move or be touched: free masses, bodies with modes, walls.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub body: Vec<Body>,
    /// Which bodies may touch, and by which law.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contact: Vec<Contact>,
    /// What hands do: bounce, roll, scrape, drum roll.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gesture: Vec<Gesture>,
    /// What is listened to; without any, the first body that rings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pickup: Vec<Pickup>,
}

fn default_sample_rate() -> f64 {
    44_100.0
}

impl Default for Scene {
    /// What a file says that says nothing but its version.
    fn default() -> Self {
        Self {
            version: carom_files::VERSION,
            title: None,
            description: None,
            sample_rate: default_sample_rate(),
            scheme: Method::default(),
            solver: None,
            duration: None,
            substeps: Substeps::default(),
            level: Level::default(),
            format: Format::default(),
            highest_mode: None,
            strikes: Vec::new(),
            body: Vec::new(),
            contact: Vec::new(),
            gesture: Vec::new(),
            pickup: Vec::new(),
        }
    }
}

/// A free mass strikes at some time: it meets the surface of its first contact anew.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table with body, time and velocity")]
pub struct Strike {
    /// The name of a body with `mass`.
    pub body: String,
    /// When (s).
    #[schemars(range(min = 0, max = 3600), extend("unit" = "s", "examples" = [0.5]))]
    pub time: f64,
    /// Its velocity from then on (m/s).
    #[schemars(extend("unit" = "m/s", "examples" = [1]))]
    pub velocity: f64,
}

/// A free mass (`mass`), something that rings (`shape` or `modes`) or a wall (`wall = true`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table that describes a body")]
#[schemars(extend("oneOf" = [
    { "required": ["mass"] }, { "required": ["modes"] }, { "required": ["shape", "material"] },
    { "required": ["wall"] }
]))]
pub struct Body {
    /// What contacts, strikes and pickups call it.
    #[schemars(length(min = 1))]
    pub name: String,
    /// The mass of a free mass (kg).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0, "unit" = "kg", "examples" = [0.02]))]
    pub mass: Option<f64>,
    /// The modes of a body that rings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub modes: Option<Modes>,
    /// The shape of a body that rings; its modes follow from shape and material.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<Shape>,
    /// What it is made of: rubber, wood, glass, steel, ... A mass of some material and no shape is a
    /// ball. Where a contact has no law, it follows from the materials.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("examples" = carom_shapes::material::names().collect::<Vec<_>>()))]
    pub material: Option<String>,
    /// One quality factor for all modes of a shape, instead of the damping of its material.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0, "examples" = [500]))]
    pub q: Option<f64>,
    /// The radius of its surface where it is touched (m), instead of that of its shape or ball.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0, "unit" = "m", "examples" = [0.01]))]
    pub radius: Option<f64>,
    /// How hard a hammer is, from 0 (the softest felt) to 1 (steel): its contact time at 1 m/s
    /// against a wall, where a contact has no law.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend(
        "minimum" = 0, "maximum" = 1, "examples" = [0.6],
        "allowed" = "a number from 0 (soft) to 1 (hard)"
    ))]
    pub hardness: Option<f64>,
    /// Whether its weight (9.81 N per kg) acts on a free mass or a free shape, towards what it
    /// touches first.
    #[serde(default, skip_serializing_if = "is_false")]
    pub gravity: bool,
    /// Whether this is a wall, which never moves.
    #[serde(default, skip_serializing_if = "is_false")]
    pub wall: bool,
    /// The velocity of a free mass or a free shape at the start (m/s).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("unit" = "m/s", "examples" = [1]))]
    pub velocity: Option<f64>,
    /// The displacement of a free mass or a free shape at the start (m).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("unit" = "m", "examples" = [0]))]
    pub displacement: Option<f64>,
    /// A constant force on a free mass (N).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("unit" = "N", "examples" = [1]))]
    pub force: Option<f64>,
    /// Named points of a body with modes: how far the point moves when a mode moves by one, for
    /// each mode, with its sign.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub points: BTreeMap<String, Vec<f64>>,
    /// The displacement of each mode at the start (m).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("unit" = "m"))]
    pub mode_displacement: Option<Numbers>,
    /// The velocity of each mode at the start (m/s).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("unit" = "m/s"))]
    pub mode_velocity: Option<Numbers>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
fn is_false(value: &bool) -> bool {
    !value
}

/// A bank of modes. Each value is one number for all of them or a list with one per mode.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table with frequency, q and mass")]
pub struct Modes {
    /// Undamped frequencies (Hz); 0 for a mode of the rigid body.
    #[schemars(extend("minimum" = 0, "unit" = "Hz", "examples" = [440]))]
    pub frequency: Numbers,
    /// Quality factors, above 0; without them nothing is lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend(
        "exclusiveMinimum" = 0, "examples" = [500],
        "allowed" = "a finite number above 0; leave it out for modes without losses"
    ))]
    pub q: Option<Numbers>,
    /// Modal masses (kg), above 0.
    #[schemars(extend("exclusiveMinimum" = 0, "unit" = "kg", "examples" = [0.05]))]
    pub mass: Numbers,
}

impl Modes {
    /// How many modes there are: as many as the first list has, 1 without any.
    #[must_use]
    pub fn count(&self) -> usize {
        let values = [Some(&self.frequency), Some(&self.mass), self.q.as_ref()];
        values.into_iter().flatten().find_map(Numbers::listed).unwrap_or(1)
    }
}

/// Two bodies that may touch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table that describes a contact")]
pub struct Contact {
    /// What it is called; the names of its bodies with a hyphen between them if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1))]
    pub name: Option<String>,
    /// The names of two bodies. They are compressed by the displacement of the first minus that of
    /// the second minus the gap.
    pub between: [String; 2],
    /// Where each body is touched: a number from 0 to 1 along a bar, two on a surface, or the name
    /// of a point. A body with given modes that is left out weighs each of them by 1.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub at: BTreeMap<String, At>,
    /// How far apart they are at rest (m).
    #[serde(default)]
    #[schemars(extend("unit" = "m", "examples" = [1e-4]))]
    pub gap: f64,
    /// The law of the force between them. Left out, it follows from the hardness of the hammer, or
    /// from materials and radii (Hertz) with the restitution of the materials; such a contact never
    /// pulls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub law: Option<LawSpec>,
}

impl Contact {
    /// Its name, or the names of its bodies.
    #[must_use]
    pub fn label(&self) -> String {
        self.name.clone().unwrap_or_else(|| self.between.join("-"))
    }
}

/// What is listened to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table that describes a pickup")]
pub struct Pickup {
    /// The name of a body that is no wall.
    pub body: String,
    /// Where; without it each given mode weighs 1, and a shape is heard near its edge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<At>,
    /// What of its motion, "velocity" if left out.
    #[serde(default)]
    pub quantity: Quantity,
    /// How much of it, 1 if left out.
    #[serde(default = "default_gain")]
    pub gain: f64,
    /// Where in the stereo image: −1 left, 0 centre, 1 right.
    #[serde(default)]
    #[schemars(extend(
        "minimum" = -1, "maximum" = 1, "allowed" = "a number from -1 (left) to 1 (right)"
    ))]
    pub pan: f64,
}

fn default_gain() -> f64 {
    1.0
}

impl Pickup {
    /// The velocity of a body, as loud as it is, in the centre.
    #[must_use]
    pub fn of(body: &str) -> Self {
        let (gain, pan) = (default_gain(), 0.0);
        Self { body: body.to_owned(), at: None, quantity: Quantity::default(), gain, pan }
    }
}
