//! The methods by which a collision is computed, and their parameters.

use carom_rigid::Convention as Reading;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The method by which a collision is computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Steps in the normal impulse: Coulomb's friction in three dimensions to rounding. It has no
    /// contact time and no force.
    Mirtich,
    /// A force of given shape over time, with Coulomb's friction at every step. With more steps it
    /// tends to "mirtich".
    #[default]
    Pulse,
    /// The method of Iguchi, Kodama and Noborio as printed, in steps of 20 µs.
    Iguchi,
    /// Hunt and Crossley's normal force, and friction by bristles that store energy along the
    /// surface, as in superballs. The contact time follows from the stiffness.
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

/// The normal force over time. Only its shape is given; its size follows from the restitution.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table with shape and steps")]
pub struct Pulse {
    /// The shape of the force over time; "hertz" if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<PulseShape>,
    /// The number of steps of equal time; 1000 if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 1_000_000))]
    pub steps: Option<u32>,
}

/// The shape of a pulse, by its `kind`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", expecting = "a table with a kind")]
pub enum PulseShape {
    /// Two halves of Gaussians that meet at the peak, each cut at 4σ.
    Gaussian(Gaussian),
    /// Half a period of a sine, as long as `duration`.
    HalfSine(Lasting),
    /// The force of a lossless contact of round bodies, as long as `duration`.
    Hertz(Lasting),
    /// A measured force. Its size does not matter.
    File(File),
}

/// Two halves of Gaussians; their sizes follow from `duration` if left out.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Gaussian {
    /// σ before the peak (s); an eighth of `duration` if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("minimum" = 1e-9, "maximum" = 10, "unit" = "s"))]
    pub rise: Option<f64>,
    /// σ after the peak (s); an eighth of `duration` if left out.
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
    /// The path of a CSV file, relative to the directory of this file. Its header names `time` (s,
    /// rising) and `force` (0 or above, in any unit).
    pub path: String,
}

/// Hunt and Crossley's normal force k·δⁿ·(1 + …·δ̇), whose loss follows from the restitution, and
/// bristles for friction. The restitution must be above 0.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Compliant {
    /// The stiffness k (N/m^exponent). If left out, a contact without friction lasts `duration`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub stiffness: Option<f64>,
    /// The exponent n; 1.5 if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 10))]
    pub exponent: Option<f64>,
    /// The model of friction; "bristle" if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tangential: Option<Tangential>,
    /// The approximate number of steps in a contact; 1000 if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 10, max = 1_000_000))]
    pub steps: Option<u32>,
}

/// The model of friction, by its `kind`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", expecting = "a table with a kind")]
pub enum Tangential {
    /// A spring and a damper that slip when their force exceeds the friction.
    Bristle(Bristle),
    /// LuGre's bristles, which bend back while they slide. Their friction falls from `static` to
    /// `dynamic` with the slip (Stribeck).
    Lugre(Lugre),
}

/// A spring and a damper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Bristle {
    /// The stiffness (N/m). If left out, 0.82 of the normal stiffness, after Mindlin (1949) for
    /// ν = 0.3.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub stiffness: Option<f64>,
    /// The damping (N·s/m).
    #[serde(default)]
    #[schemars(extend("minimum" = 0, "unit" = "N·s/m"))]
    pub damping: f64,
}

/// LuGre's bristles.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Lugre {
    /// The stiffness (N/m). If left out, 0.82 of the normal stiffness, after Mindlin (1949) for
    /// ν = 0.3.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub stiffness: Option<f64>,
    /// The damping (N·s/m).
    #[serde(default)]
    #[schemars(extend("minimum" = 0, "unit" = "N·s/m"))]
    pub damping: f64,
    /// The slip (m/s) around which the friction falls.
    #[serde(default = "slow")]
    #[schemars(extend("exclusiveMinimum" = 0, "unit" = "m/s"))]
    pub stribeck: f64,
}

fn slow() -> f64 {
    0.1
}

/// The pulse of the method, and which of its printed conventions are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Iguchi {
    /// σ_A before the peak (s), cut at 5σ; a tenth of `duration` if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("minimum" = 1e-9, "maximum" = 10, "unit" = "s"))]
    pub rise: Option<f64>,
    /// σ_B after the peak (s), cut at 5σ; a tenth of `duration` if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("minimum" = 1e-9, "maximum" = 10, "unit" = "s"))]
    pub fall: Option<f64>,
    /// The convention.
    #[serde(default)]
    pub convention: Convention,
    /// Whether the rule of sticking (8) is used; as in the convention if left out. By this rule no
    /// friction acts while a contact sticks, so that more `static` friction gives less friction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sticking: Option<bool>,
}

/// The convention of the method: the tables of the paper were not computed by its text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Convention {
    /// The equations as printed.
    #[default]
    Text,
    /// As in table 3: the opposite sign of the spin, and friction that reverses where the slip
    /// vanishes.
    #[serde(rename = "table-3")]
    Table3,
    /// As in tables 1 and 4: the opposite sign of the spin, a radius of 23.4 mm in place of 32.4 mm,
    /// and no rule of sticking.
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
