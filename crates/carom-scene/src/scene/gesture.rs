//! What a hand does with a body, by the names that a scene uses.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use super::types::Contact;
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
    #[schemars(extend("exclusiveMinimum" = 0))]
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
    pub speed: Numbers,
    /// What the surface is like, smooth if left out.
    #[serde(default)]
    pub surface: Surface,
    /// How far the centre of mass is from the centre of the ball (m): it limps once in every turn.
    #[serde(default)]
    #[schemars(range(min = 0))]
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
    pub speed: Numbers,
    /// How hard it is pressed (N).
    #[schemars(extend("exclusiveMinimum" = 0))]
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
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub rate: f64,
    /// The speed of a stroke (m/s): one number, or two for a swell from the first to the last.
    pub velocity: Numbers,
    /// When the first stroke falls (s).
    #[serde(default)]
    #[schemars(range(min = 0))]
    pub start: f64,
    /// For how long (s).
    #[schemars(extend("exclusiveMinimum" = 0))]
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

/// Reads the parameters of one kind, only to learn what is wrong with them.
pub(super) fn read_kind<'de, D: Deserializer<'de>>(
    kind: &str,
    parameters: D,
) -> Result<(), D::Error> {
    match kind {
        "bounce" => Bounce::deserialize(parameters).map(drop),
        "roll" => Roll::deserialize(parameters).map(drop),
        "scrape" => Scrape::deserialize(parameters).map(drop),
        "drum-roll" => DrumRoll::deserialize(parameters).map(drop),
        _ => Ok(()),
    }
}

/// Where a roll or a scrape goes, over what, and how fast.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way<'a> {
    pub(crate) body: &'a str,
    pub(crate) on: &'a str,
    pub(crate) from: &'a At,
    pub(crate) to: &'a At,
    pub(crate) speed: &'a Numbers,
    pub(crate) surface: &'a Surface,
}

impl Way<'_> {
    /// Whether it moves this contact.
    pub(crate) fn is_of(&self, contact: &Contact) -> bool {
        [self.body, self.on].iter().all(|name| contact.between.iter().any(|body| body == name))
    }
}

impl Gesture {
    /// Where it goes, if it goes anywhere.
    pub(crate) fn way(&self) -> Option<Way<'_>> {
        match self {
            Self::Roll(roll) => Some(roll.way()),
            Self::Scrape(scrape) => Some(scrape.way()),
            Self::Bounce(_) | Self::DrumRoll(_) => None,
        }
    }
}

impl Roll {
    pub(crate) fn way(&self) -> Way<'_> {
        let Self { body, on, from, to, speed, surface, .. } = self;
        Way { body, on, from, to, speed, surface }
    }
}

impl Scrape {
    pub(crate) fn way(&self) -> Way<'_> {
        let Self { body, on, from, to, speed, surface, .. } = self;
        Way { body, on, from, to, speed, surface }
    }
}
