//! A scene and its parts, field by field as they are written in a file. The JSON Schema holds these
//! comments: editors and the reference of scene files show them.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::gesture::Gesture;
use super::instrument::InstrumentSpec;
use super::material::{MaterialSpec, SupportSpec};
use super::values::{At, Correct, Format, Level, Numbers, Solver};
use crate::law::LawSpec;
use carom::{Quantity, Substeps};
use carom_schemes::Method;
use carom_shapes::Shape;

/// A scene: the bodies, the contacts between them, the gestures and the pickups. All units are SI.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Scene {
    /// The version of this format: 1.
    #[schemars(range(min = 1, max = 1))]
    pub version: u32,
    /// The title of the scene.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// A description of the scene.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The sample rate (Hz): a whole number, as sound files have.
    #[serde(default = "default_sample_rate")]
    #[schemars(range(min = 1000, max = 768_000), extend("unit" = "Hz", "multipleOf" = 1))]
    pub sample_rate: f64,
    /// The numerical scheme.
    #[serde(default)]
    pub scheme: Method,
    /// How the scheme "am1" finds the contact force; "newton" if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solver: Option<Solver>,
    /// What is corrected in contacts that last a few samples; with it, `substeps = "auto"` is one step per sample. For the
    /// scheme "two-point", and contacts by a power law or Hunt-Crossley; others are left as they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub correct: Option<Correct>,
    /// The length of the sound (s). If left out, the sound ends when it is 70 dB below its peak and
    /// no gesture or strike is to come.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend(
        "exclusiveMinimum" = 0, "maximum" = 3600, "unit" = "s", "examples" = [3],
        "allowed" = "a number above 0, at most 3600 (s), or left out"
    ))]
    pub duration: Option<f64>,
    /// Steps per sample while bodies touch.
    #[serde(default)]
    pub substeps: Substeps,
    /// The level of the sound file.
    #[serde(default)]
    pub level: Level,
    /// The format of the sound file.
    #[serde(default)]
    pub format: Format,
    /// The highest frequency (Hz) up to which modes of shapes are kept. If left out, they are heard
    /// up to 20000 Hz, and those above that a contact needs are kept, too: up to 1.5 divided by its
    /// duration, whatever the sample rate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0, "unit" = "Hz", "examples" = [20_000]))]
    pub highest_mode: Option<f64>,
    /// Further strikes by free masses, while the bodies still ring.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub strikes: Vec<Strike>,
    /// The bodies: free masses, bodies that ring, walls.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub body: Vec<Body>,
    /// The contacts: which bodies may touch, where, and by which law.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contact: Vec<Contact>,
    /// The gestures: a body bounces, rolls, scrapes, strikes again and again, or is pressed on another.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gesture: Vec<Gesture>,
    /// The pickups, whose sum is the sound. Without any, a listener hears all bodies from 1 m.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pickup: Vec<Pickup>,
    /// How the scene is played from keys; left out, everything has its usual value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instrument: Option<InstrumentSpec>,
}

fn default_sample_rate() -> f64 {
    44_100.0
}

impl Default for Scene {
    /// The scene of a file that holds only its version.
    fn default() -> Self {
        Self {
            version: carom_files::VERSION,
            title: None,
            description: None,
            sample_rate: default_sample_rate(),
            scheme: Method::default(),
            solver: None,
            correct: None,
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
            instrument: None,
        }
    }
}

/// A further strike by a free mass: at the given time it is placed in front of the other body of
/// its first contact, with the given velocity.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table with body, time and velocity")]
pub struct Strike {
    /// The name of a body with `mass`.
    pub body: String,
    /// The time of the strike (s).
    #[schemars(range(min = 0, max = 3600), extend("unit" = "s", "examples" = [0.5]))]
    pub time: f64,
    /// The velocity of the mass at that time (m/s). It must lead towards the other body.
    #[schemars(extend("unit" = "m/s", "examples" = [1]))]
    pub velocity: f64,
    /// The place on the other body where this strike lands; if left out, the place of the contact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<At>,
}

/// A body: a free mass (`mass`), a body that rings (`shape` or `modes`) or a wall (`wall = true`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table that describes a body")]
#[schemars(extend("oneOf" = [
    { "required": ["mass"] }, { "required": ["modes"] }, { "required": ["shape", "material"] },
    { "required": ["wall"] }
]))]
pub struct Body {
    /// The name by which contacts, gestures, strikes and pickups refer to it.
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
    /// The material. A free mass with a material is a ball of that mass. A contact without a law
    /// takes it from the materials of its bodies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("examples" = carom_shapes::material::names().collect::<Vec<_>>()))]
    pub material: Option<MaterialSpec>,
    /// What touches a shape and takes energy from its modes, each by how far it moves there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub support: Vec<SupportSpec>,
    /// The share of energy that the edges or ends of a shape absorb whenever a wave meets them; 0 if
    /// left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("minimum" = 0, "maximum" = 1, "examples" = [0.02]))]
    pub edge_loss: Option<f64>,
    /// The quality factor of all modes of a shape that ring, or a list for the first of them, with
    /// all that takes energy from them. Modes beyond the list have what follows from material,
    /// supports, edges and sound.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend(
        "exclusiveMinimum" = 0, "examples" = [500],
        "expected" = "a number, or a list of numbers for the first modes"
    ))]
    pub q: Option<Numbers>,
    /// The time (s) in which the modes of a shape fall by 60 dB, instead of `q`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend(
        "exclusiveMinimum" = 0, "unit" = "s", "examples" = [2],
        "expected" = "a number, or a list of numbers for the first modes"
    ))]
    pub decay: Option<Numbers>,
    /// The highest frequency (Hz) up to which modes of this shape are kept, instead of that of the
    /// scene.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0, "unit" = "Hz", "examples" = [20_000]))]
    pub highest_mode: Option<f64>,
    /// The radius of curvature of its surface at the contact (m), instead of that of its shape or
    /// ball.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0, "unit" = "m", "examples" = [0.01]))]
    pub radius: Option<f64>,
    /// The hardness of a hammer, from 0 (the softest felt, a contact time of 8 ms at 1 m/s against a
    /// wall) to 1 (metal, 0.15 ms). A contact without a law takes it from the hardness.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend(
        "minimum" = 0, "maximum" = 1, "examples" = [0.6],
        "allowed" = "a number from 0 (soft) to 1 (hard)"
    ))]
    pub hardness: Option<f64>,
    /// The speed (m/s) of the hardest blow that a free mass is meant for. What it strikes has the modes
    /// that such a blow needs, however fast it is then, and until it strikes it waits out of the way. If
    /// left out, this is the highest speed that the scene gives it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0, "unit" = "m/s", "examples" = [2]))]
    pub hardest_blow: Option<f64>,
    /// Whether the weight of a free mass or a free shape acts (g = 9.81 m/s²), towards the other body
    /// of its first contact; false if left out.
    #[serde(default, skip_serializing_if = "is_false")]
    pub gravity: bool,
    /// Whether the body is a wall, which never moves; false if left out.
    #[serde(default, skip_serializing_if = "is_false")]
    pub wall: bool,
    /// The velocity of a free mass or a free shape at the start (m/s). The first body of a contact
    /// moves towards the second if its velocity is above 0.
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
    /// Named points of a body with given modes: for each mode its weight at the point, with its sign.
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

/// The modes of a body. Each value is one number for all modes or a list with one number per mode.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table with frequency, q and mass")]
pub struct Modes {
    /// The undamped frequencies (Hz); 0 for a motion of the whole body.
    #[schemars(extend("minimum" = 0, "unit" = "Hz", "examples" = [440]))]
    pub frequency: Numbers,
    /// The quality factors; without them the modes lose no energy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend(
        "exclusiveMinimum" = 0, "examples" = [500],
        "allowed" = "a finite number above 0; leave it out for modes without losses"
    ))]
    pub q: Option<Numbers>,
    /// The times (s) in which the modes fall by 60 dB, instead of `q`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0, "unit" = "s", "examples" = [2]))]
    pub decay: Option<Numbers>,
    /// The modal masses (kg).
    #[schemars(extend("exclusiveMinimum" = 0, "unit" = "kg", "examples" = [0.05]))]
    pub mass: Numbers,
}

impl Modes {
    /// How many modes there are: as many as the first list has, 1 without any.
    #[must_use]
    pub fn count(&self) -> usize {
        let values =
            [Some(&self.frequency), Some(&self.mass), self.q.as_ref(), self.decay.as_ref()];
        values.into_iter().flatten().find_map(Numbers::listed).unwrap_or(1)
    }
}

/// A contact: two bodies that may touch.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table that describes a contact")]
pub struct Contact {
    /// The name of the contact; if left out, the names of its bodies with a hyphen between them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1))]
    pub name: Option<String>,
    /// The names of two bodies. The compression is the displacement of the first minus that of the
    /// second minus the gap.
    pub between: [String; 2],
    /// For each body by its name, the place where it is touched. If a body with given modes is left
    /// out, each of its modes has the weight 1.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub at: BTreeMap<String, At>,
    /// Many points instead of one: the other body is an edge or a surface along the length of a body with a
    /// shape, such as a bridge or a rail. It stands for `at` on that body.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub along: Option<Along>,
    /// The distance between the bodies at rest (m).
    #[serde(default)]
    #[schemars(extend("unit" = "m", "examples" = [1e-4]))]
    pub gap: f64,
    /// The most steps per sample that are taken for the sake of this contact; without it, as many as
    /// it needs. A soft pad that damps needs one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 1024), extend("examples" = [1]))]
    pub most_substeps: Option<u32>,
    /// The law of the contact force. If left out, it follows from the hardness of the hammer, or from
    /// materials and radii (Hertz) with the restitution of the materials; the force of such a
    /// contact is never below 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub law: Option<LawSpec>,
}

/// A line of contact points. What the law of the contact says is the stiffness of all of them together.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table that describes a line of points")]
pub struct Along {
    /// Where it begins on the body, from 0 to 1 along the length.
    #[schemars(range(min = 0, max = 1), extend("examples" = [0.005]))]
    pub from: f64,
    /// Where it ends.
    #[schemars(range(min = 0, max = 1), extend("examples" = [0.03]))]
    pub to: f64,
    /// How many points there are.
    #[schemars(range(min = 2, max = 200), extend("examples" = [50]))]
    pub points: u32,
    /// How much farther from the body it is at its end than at its beginning (m).
    #[serde(default)]
    #[schemars(extend("unit" = "m", "examples" = [2e-4]))]
    pub drop: f64,
    /// How it falls off in between: 1 for a straight line, 2 for a parabola that begins level.
    #[serde(default = "parabola")]
    #[schemars(range(min = 1, max = 8), extend("examples" = [2]))]
    pub bend: f64,
}

impl Along {
    /// How many points there may be.
    pub(crate) const POINTS: std::ops::RangeInclusive<u32> = 2..=200;
}

fn parabola() -> f64 {
    2.0
}

impl Contact {
    /// Its name, or the names of its bodies.
    #[must_use]
    pub fn label(&self) -> String {
        self.name.clone().unwrap_or_else(|| self.between.join("-"))
    }
}

/// A pickup: one signal of the sound. It is a listener in the room, or a point of a body.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table that describes a pickup")]
pub struct Pickup {
    /// The name of a body that is not a wall. A listener without one hears every body whose shape or
    /// radius is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// The quantity that is recorded: the pressure at the listener, or what a point of the body does.
    /// If left out, it is the pressure; the velocity where `at` is given or where nothing is known
    /// about how the body sounds (a body with given modes, a thin string).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quantity: Option<Quantity>,
    /// The place on the body, for all quantities but the pressure. If left out, it is near the edge of
    /// a shape; given modes each have the weight 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<At>,
    /// The distance of the listener from the middle of the bodies (m), 1 if left out. The sound
    /// arrives after its travel time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0, "maximum" = 1000, "unit" = "m", "examples" = [1]))]
    pub distance: Option<f64>,
    /// Where the listener is, by two angles (degrees): from straight in front to the right (−180 to
    /// 180), and up from the plane of the surface that is struck (−90 to 90). [0, 45] if left out;
    /// [0, 90] is straight above a table, [−30, 45] and [30, 45] are a stereo pair.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend(
        "unit" = "degrees", "examples" = [[0, 45]],
        "prefixItems" = [
            { "type": "number", "minimum": -180, "maximum": 180, "unit": "°", "title": "to the right" },
            { "type": "number", "minimum": -90, "maximum": 90, "unit": "°", "title": "up" }
        ]
    ))]
    pub direction: Option<[f64; 2]>,
    /// Whether a listener hears everything at once, without the travel time of sound; false if left
    /// out.
    #[serde(default, skip_serializing_if = "is_false")]
    pub at_once: bool,
    /// The gain.
    #[serde(default = "default_gain")]
    pub gain: f64,
    /// The place in the stereo image: −1 left, 0 centre, 1 right.
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
        let (body, quantity) = (Some(body.to_owned()), Some(Quantity::Velocity));
        Self { body, quantity, gain: default_gain(), ..Self::default() }
    }
}
