//! How a collision is computed, by the names that a file uses.

use carom_rigid::Convention as Reading;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a collision is computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Stepping in normal impulse: velocities after, to the last digit; no time passes.
    Mirtich,
    /// A force of given shape with Coulomb's friction at every step.
    #[default]
    Pulse,
    /// The method of Iguchi, Kodama and Noborio as printed.
    Iguchi,
    /// Forces from compression and bristles, integrated in time.
    Compliant,
}

impl Method {
    /// All methods, in the order of comparisons.
    pub const ALL: [Self; 4] = [Self::Mirtich, Self::Pulse, Self::Compliant, Self::Iguchi];

    /// What a file calls it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Mirtich => "mirtich",
            Self::Pulse => "pulse",
            Self::Iguchi => "iguchi",
            Self::Compliant => "compliant",
        }
    }
}

/// The normal force over time but for its size, which follows from restitution.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table with shape and steps")]
pub struct Pulse {
    /// The force over time, "hertz" if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<PulseShape>,
    /// In how many steps, equal in time; 1000 if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 1_000_000))]
    pub steps: Option<u32>,
}

/// The shape of a pulse, by its `kind`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", expecting = "a table with a kind")]
pub enum PulseShape {
    /// Two halves of Gaussians that meet at the peak, each cut at four of its σ.
    Gaussian(Gaussian),
    /// Half a period of a sine.
    HalfSine(Lasting),
    /// The force of a lossless contact of round bodies.
    Hertz(Lasting),
    /// A force that was measured.
    File(File),
}

/// Two halves of Gaussians; their sizes follow from `duration` if left out.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Gaussian {
    /// σ before the peak (s).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("minimum" = 1e-9, "maximum" = 10, "unit" = "s"))]
    pub rise: Option<f64>,
    /// σ after the peak (s).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("minimum" = 1e-9, "maximum" = 10, "unit" = "s"))]
    pub fall: Option<f64>,
}

/// A pulse of the length `duration`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Lasting {}

/// A force that was measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct File {
    /// A CSV file, found from the directory of this one: a header that names `time` (s, rising) and
    /// `force` (0 or above, in any unit), then rows with both.
    pub path: String,
}

/// Hunt and Crossley's normal force k·δⁿ·(1 + …·δ̇), its loss by the restitution, and bristles for
/// friction.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Compliant {
    /// k (N/m^exponent). Left out, one with which a contact without friction lasts `duration`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub stiffness: Option<f64>,
    /// n, 1.5 if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 10))]
    pub exponent: Option<f64>,
    /// What carries the friction, "bristle" if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tangential: Option<Tangential>,
    /// About how many steps a contact takes, 1000 if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 10, max = 1_000_000))]
    pub steps: Option<u32>,
}

/// What carries the friction, by its `kind`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", expecting = "a table with a kind")]
pub enum Tangential {
    /// A spring and a damper that slip when they pull more than friction holds.
    Bristle(Bristle),
    /// Bristles that bend back while they slide, with Stribeck's fall from `static` to `dynamic`.
    Lugre(Lugre),
}

/// A spring and a damper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Bristle {
    /// N/m. Left out, 0.82 of the normal one, as Mindlin has it for ν = 0.3.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub stiffness: Option<f64>,
    /// N·s/m.
    #[serde(default)]
    #[schemars(extend("minimum" = 0, "unit" = "N·s/m"))]
    pub damping: f64,
}

/// LuGre's bristles.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Lugre {
    /// N/m. Left out, 0.82 of the normal one, as Mindlin has it for ν = 0.3.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub stiffness: Option<f64>,
    /// N·s/m.
    #[serde(default)]
    #[schemars(extend("minimum" = 0, "unit" = "N·s/m"))]
    pub damping: f64,
    /// The slip at which friction has mostly fallen (m/s), 0.1 if left out.
    #[serde(default = "slow")]
    #[schemars(extend("exclusiveMinimum" = 0, "unit" = "m/s"))]
    pub stribeck: f64,
}

fn slow() -> f64 {
    0.1
}

/// The pulse of the printed method, in its steps of 20 µs, and how its equations are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Iguchi {
    /// σ_A before the peak (s), a tenth of `duration` if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("minimum" = 1e-9, "maximum" = 10, "unit" = "s"))]
    pub rise: Option<f64>,
    /// σ_B after the peak (s), a tenth of `duration` if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("minimum" = 1e-9, "maximum" = 10, "unit" = "s"))]
    pub fall: Option<f64>,
    /// What is followed, "text" if left out.
    #[serde(default)]
    pub convention: Convention,
    /// Whether the sticking rule (8) is used; as in the convention if left out. Where the rule gives
    /// sticking, no friction acts, so that more `static` friction gives less.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sticking: Option<bool>,
}

/// What of the paper is followed: its tables were not computed by its text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Convention {
    /// The equations as printed.
    #[default]
    Text,
    /// Table 3: the opposite sign of the spin, friction that turns round where the slip vanishes.
    #[serde(rename = "table-3")]
    Table3,
    /// Tables 1 and 4: the opposite sign of the spin, 23.4 mm for a radius of 32.4, no sticking.
    #[serde(rename = "table-4")]
    Table4,
}

impl Iguchi {
    /// How the engine reads the paper.
    #[must_use]
    pub fn reading(&self) -> Reading {
        let reading = match self.convention {
            Convention::Text => Reading::default(),
            Convention::Table3 => Reading::table_3(),
            Convention::Table4 => Reading::table_4(),
        };
        Reading { sticking: self.sticking.unwrap_or(reading.sticking), ..reading }
    }
}
