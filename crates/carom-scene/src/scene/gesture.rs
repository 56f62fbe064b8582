//! What a hand does with a body, by the names that a scene uses.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::values::{At, Numbers};
use crate::surface::Surface;

/// What a hand does; `kind` says what.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", expecting = "a table with a kind")]
pub enum Gesture {
    /// A free mass falls from a height and bounces until it rests.
    Bounce(Bounce),
    /// A ball rolls over a body, pressed by its weight.
    Roll(Roll),
    /// A light probe is pressed on a body and drawn across it.
    Scrape(Scrape),
    /// Sticks strike by turns.
    DrumRoll(DrumRoll),
}

/// A free mass falls from a height and bounces until it rests.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Bounce {
    /// The name of a body with `mass`.
    pub body: String,
    /// From how far above the surface that it touches first (m).
    #[schemars(extend("exclusiveMinimum" = 0, "unit" = "m", "examples" = [0.1]))]
    pub height: f64,
}

/// A ball rolls over a body, pressed by its weight. It follows its own envelope over the surface,
/// averaged over the patch where the two touch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Roll {
    /// The name of the ball: a body with `mass` and a radius (given, or from its material).
    pub body: String,
    /// The name of the body it rolls over: one with a `shape`, in contact with the ball.
    pub on: String,
    /// Where it starts.
    pub from: At,
    /// Where it stops. On a round shape radius and angle change evenly, so that
    /// `from = [0.6, 0.0]`, `to = [0.6, 5.0]` are five rounds, and a radius below 0 lies beyond the
    /// centre.
    pub to: At,
    /// How fast (m/s): one number, or two for a speed that changes evenly from the start to the
    /// end.
    #[schemars(extend("minimum" = 0, "unit" = "m/s", "examples" = [1]))]
    pub speed: Numbers,
    /// What the surface is like, smooth if left out.
    #[serde(default)]
    pub surface: Surface,
    /// How far the centre of mass is from the centre of the ball (m): it limps once in every turn.
    #[serde(default)]
    #[schemars(range(min = 0), extend("unit" = "m"))]
    pub asymmetry: f64,
}

/// A light probe is pressed on a body and drawn across it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Scrape {
    /// The name of the probe: a body with `mass` and the `radius` of its tip.
    pub body: String,
    /// The name of the body that is scraped: one with a `shape`, in contact with the probe.
    pub on: String,
    /// Where it starts.
    pub from: At,
    /// Where it stops, as for a roll.
    pub to: At,
    /// How fast (m/s), as for a roll.
    #[schemars(extend("minimum" = 0, "unit" = "m/s", "examples" = [1]))]
    pub speed: Numbers,
    /// How hard it is pressed (N).
    #[schemars(extend("exclusiveMinimum" = 0, "unit" = "N", "examples" = [1]))]
    pub force: f64,
    /// What the surface is like, smooth if left out.
    #[serde(default)]
    pub surface: Surface,
}

/// Sticks strike by turns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct DrumRoll {
    /// The names of the sticks, each a body with `mass`, in the order in which they strike.
    pub bodies: Vec<String>,
    /// Strokes per second.
    #[schemars(range(min = 0.01, max = 1000), extend("unit" = "1/s", "examples" = [8]))]
    pub rate: f64,
    /// The speed of a stroke (m/s): one number, or two for a swell from the first to the last.
    #[schemars(extend("minimum" = 0, "unit" = "m/s", "examples" = [1]))]
    pub velocity: Numbers,
    /// When the first stroke falls (s).
    #[serde(default)]
    #[schemars(range(min = 0, max = 3600), extend("unit" = "s"))]
    pub start: f64,
    /// For how long (s).
    #[schemars(extend("exclusiveMinimum" = 0, "maximum" = 3600, "unit" = "s", "examples" = [3]))]
    pub duration: f64,
    /// By which share of the time between strokes each is early or late, at most 0.5.
    #[serde(default = "default_jitter")]
    #[schemars(range(min = 0, max = 0.5))]
    pub jitter: f64,
    /// By which share of its speed each is softer or harder, at most 0.9.
    #[serde(default = "default_spread")]
    #[schemars(range(min = 0, max = 0.9))]
    pub spread: f64,
    /// Which of all such rolls.
    #[serde(default = "default_seed")]
    pub seed: u32,
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
