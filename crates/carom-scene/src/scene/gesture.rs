//! The gestures of a scene.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::values::{At, Numbers};
use crate::surface::Surface;

/// A gesture, by its `kind`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", expecting = "a table with a kind")]
pub enum Gesture {
    /// A free mass falls from a height and bounces until it rests.
    Bounce(Bounce),
    /// A ball rolls over a body, pressed by its weight.
    Roll(Roll),
    /// A light probe is pressed on a body and moved along it.
    Scrape(Scrape),
    /// One or more sticks strike in turn.
    DrumRoll(DrumRoll),
    /// A body is pressed on another or lifted from it, as a damper is.
    Press(Press),
    /// A hand damps a body that rings, or lets go of it.
    Damp(Damp),
    /// A hand puts a light probe on a body, draws it along a path and lifts it.
    Drag(Drag),
}

/// A free mass falls from a height and bounces until it rests.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Bounce {
    /// The name of a body with `mass`.
    pub body: String,
    /// The height above the other body of its first contact (m).
    #[schemars(extend("exclusiveMinimum" = 0, "unit" = "m", "examples" = [0.1]))]
    pub height: f64,
}

/// A ball rolls over a body, pressed by its weight. Its centre follows the envelope of the ball over
/// the surface, averaged over the patch of contact.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Roll {
    /// The name of the ball: a body with `mass` and a radius (given, or from its material).
    pub body: String,
    /// The name of the body that it rolls over: one with a `shape` that is in contact with the ball.
    pub on: String,
    /// The place where it starts.
    pub from: At,
    /// The place where it stops. On a round shape, radius and angle change evenly: `from = [0.6, 0.0]`
    /// and `to = [0.6, 5.0]` are five rounds. A radius below 0 lies beyond the centre.
    pub to: At,
    /// The speed (m/s): one number, or two for a speed that changes evenly from the start to the end.
    #[schemars(extend(
        "minimum" = 0, "unit" = "m/s", "examples" = [1], "expected" = "one number, or two in brackets"
    ))]
    pub speed: Numbers,
    /// The surface along the path.
    #[serde(default)]
    pub surface: Surface,
    /// The distance of the centre of mass from the centre of the ball (m). The force then changes once
    /// in every turn.
    #[serde(default)]
    #[schemars(range(min = 0), extend("unit" = "m"))]
    pub asymmetry: f64,
}

/// A light probe is pressed on a body and moved along it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Scrape {
    /// The name of the probe: a body with `mass` and the `radius` of its tip.
    pub body: String,
    /// The name of the body that is scraped: one with a `shape` that is in contact with the probe.
    pub on: String,
    /// The place where it starts.
    pub from: At,
    /// The place where it stops, as for a roll.
    pub to: At,
    /// The speed (m/s), as for a roll.
    #[schemars(extend(
        "minimum" = 0, "unit" = "m/s", "examples" = [1], "expected" = "one number, or two in brackets"
    ))]
    pub speed: Numbers,
    /// The force that presses the probe on the body (N).
    #[schemars(extend("exclusiveMinimum" = 0, "unit" = "N", "examples" = [1]))]
    pub force: f64,
    /// The surface along the path.
    #[serde(default)]
    pub surface: Surface,
}

/// One or more sticks strike in turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct DrumRoll {
    /// The names of the sticks in the order of their strikes, each a body with `mass`.
    pub bodies: Vec<String>,
    /// Strikes per second (1/s).
    #[schemars(range(min = 0.01, max = 1000), extend("unit" = "1/s", "examples" = [8]))]
    pub rate: f64,
    /// The speed of a strike (m/s): one number, or two for a speed that changes evenly from the first
    /// strike to the last.
    #[schemars(extend(
        "minimum" = 0, "unit" = "m/s", "examples" = [1], "expected" = "one number, or two in brackets"
    ))]
    pub velocity: Numbers,
    /// The time of the first strike (s).
    #[serde(default)]
    #[schemars(range(min = 0, max = 3600), extend("unit" = "s"))]
    pub start: f64,
    /// The length of the drum roll (s).
    #[schemars(extend("exclusiveMinimum" = 0, "maximum" = 3600, "unit" = "s", "examples" = [3]))]
    pub duration: f64,
    /// How early or late a strike may be, at random, as a share of the time between two strikes.
    #[serde(default = "default_jitter")]
    #[schemars(range(min = 0, max = 0.5))]
    pub jitter: f64,
    /// How much slower or faster a strike may be, at random, as a share of its speed.
    #[serde(default = "default_spread")]
    #[schemars(range(min = 0, max = 0.9))]
    pub spread: f64,
    /// The seed of the random numbers.
    #[serde(default = "default_seed")]
    pub seed: u32,
}

/// A body is pressed on another or lifted from it: the gap of their contact changes in a straight line
/// from what it is to a new distance. Several presses of one contact may follow each other. A damper is
/// a wall (`wall = true`) whose contact has a soft law with losses.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Press {
    /// The name of the body that is pressed or lifted.
    pub body: String,
    /// The name of the other body of the contact.
    pub on: String,
    /// The time at which the gap begins to change (s).
    #[schemars(range(min = 0, max = 3600), extend("unit" = "s", "examples" = [1]))]
    pub time: f64,
    /// The distance between the bodies at rest to which it changes (m): below 0 presses, above 0 lifts.
    #[schemars(range(min = -1, max = 1), extend("unit" = "m", "examples" = [-5e-4]))]
    pub gap: f64,
    /// How long the change takes (s); 0 for at once.
    #[serde(default = "default_over")]
    #[schemars(range(min = 0, max = 60), extend("unit" = "s"))]
    pub over: f64,
}

/// A hand damps a body that rings, or lets go of it: from some time on all its modes decay faster, each by as much,
/// until the next such gesture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Damp {
    /// The name of a body with `shape` or `modes`.
    pub body: String,
    /// The time from which on it is damped (s).
    #[schemars(range(min = 0, max = 3600), extend("unit" = "s", "examples" = [1]))]
    pub time: f64,
    /// In what time (s) the hand alone would let it fall by 60 dB; if left out, the hand lets go.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("minimum" = 0.001, "unit" = "s", "examples" = [0.2]))]
    pub decay: Option<f64>,
}

/// A hand puts a light probe on a body, draws it along a path and lifts it. One probe may be drawn several times, one
/// after the other, always with the same force over the same surface.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Drag {
    /// The name of the probe: a body with `mass` and the `radius` of its tip.
    pub body: String,
    /// The name of the body that it is drawn over: one with a `shape` that is in contact with the probe.
    pub on: String,
    /// The time at which it is put on (s).
    #[schemars(range(min = 0, max = 3600), extend("unit" = "s", "examples" = [1]))]
    pub time: f64,
    /// The time from each place of the path to the next (s).
    #[serde(default = "default_every")]
    #[schemars(range(min = 0.002, max = 60), extend("unit" = "s"))]
    pub every: f64,
    /// Two places or more: it moves from each to the next in a straight line and is lifted at the last. On a round
    /// shape, radius and angle change evenly.
    #[schemars(extend("minItems" = 2))]
    pub path: Vec<At>,
    /// The force that presses the probe on the body (N).
    #[schemars(extend("exclusiveMinimum" = 0, "unit" = "N", "examples" = [1]))]
    pub force: f64,
    /// The surface along the path: 0.25 m of it, forth and back.
    #[serde(default)]
    pub surface: Surface,
}

fn default_every() -> f64 {
    0.01
}

fn default_over() -> f64 {
    0.02
}

fn default_jitter() -> f64 {
    0.08
}

fn default_spread() -> f64 {
    0.15
}

fn default_seed() -> u32 {
    1
}
