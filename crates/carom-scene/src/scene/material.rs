//! What bodies are made of and what takes their energy, as files write it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::values::At;

/// A material, by its name or by its constants.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(extend("expected" = "the name of a material, or a table with its constants"))]
pub enum MaterialSpec {
    /// One of the known materials.
    Name(
        #[schemars(extend("examples" = carom_shapes::material::names().collect::<Vec<_>>()))]
        String,
    ),
    /// A material of one's own.
    Own(Box<OwnMaterial>),
}

/// A material of one's own: `like` a known one but for what is given. Without `like` it needs
/// `young`, `density`, `poisson` and `loss`. Wood has three numbers for `young`, `shear` and `poisson`: L is
/// along the grain, R across the rings, T along them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table with the constants of a material")]
pub struct OwnMaterial {
    /// What it is called; for the reader only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The name of a known material, whose constants it has where none are given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub like: Option<String>,
    /// Young's modulus (Pa); of wood E_L, or E_L, E_R and E_T.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0, "unit" = "Pa", "examples" = [2e11]))]
    pub young: Option<PerAxis>,
    /// The density (kg/m³).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0, "unit" = "kg/m³", "examples" = [7850]))]
    pub density: Option<f64>,
    /// Poisson's ratio, above −1 and below 0.5; of wood ν_LR, ν_LT and ν_RT, for which no strain may
    /// set energy free.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("examples" = [0.3]))]
    pub poisson: Option<PerAxis>,
    /// The shear modulus (Pa); of wood G_LR, G_LT and G_RT. If left out, it follows from `young` and
    /// `poisson`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0, "unit" = "Pa", "examples" = [8e10]))]
    pub shear: Option<PerAxis>,
    /// The loss factor η at 1 kHz; of wood, along the grain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("minimum" = 0, "examples" = [1e-3]))]
    pub loss: Option<f64>,
    /// The loss factor of shear at 1 kHz; if left out, in proportion to `loss`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("minimum" = 0, "examples" = [0.02]))]
    pub shear_loss: Option<f64>,
    /// The loss factor of strings and skins under tension; if left out, in proportion to `loss`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("minimum" = 0, "examples" = [4e-4]))]
    pub taut_loss: Option<f64>,
    /// The power of the frequency with which `loss` and `shear_loss` grow; 0 if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("minimum" = -2, "maximum" = 2, "examples" = [0.1]))]
    pub loss_growth: Option<f64>,
    /// The power of the frequency with which the moduli grow, from what they are at 1 Hz; 0 if left
    /// out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("minimum" = 0, "maximum" = 1, "examples" = [0.1]))]
    pub stiffening: Option<f64>,
    /// The thermal expansion (1/K). With `conductivity` and `heat_capacity` it gives the
    /// thermoelastic loss of what bends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("unit" = "1/K", "examples" = [1.2e-5]))]
    pub expansion: Option<f64>,
    /// The thermal conductivity (W/(m·K)).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0, "unit" = "W/(m·K)", "examples" = [50]))]
    pub conductivity: Option<f64>,
    /// The heat capacity (J/(kg·K)).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0, "unit" = "J/(kg·K)", "examples" = [480]))]
    pub heat_capacity: Option<f64>,
    /// Speed after over speed before when a ball of it meets a hard plate at about 1 m/s; 0.6 if
    /// left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0, "maximum" = 1, "examples" = [0.6]))]
    pub restitution: Option<f64>,
}

/// The same in every direction, or one number for each.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(inline, extend("expected" = "a number or a list of three numbers"))]
pub enum PerAxis {
    /// The same, or the first of wood.
    One(f64),
    /// One for each direction or plane.
    Three([f64; 3]),
}

/// Something that touches a shape at a place and takes energy there: a `resistance`, or a spring
/// (`stiffness`) with a `loss`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table with at and resistance")]
#[schemars(extend("oneOf" = [
    { "required": ["resistance"] }, { "required": ["stiffness", "loss"] }
]))]
pub struct SupportSpec {
    /// The place on the body.
    pub at: At,
    /// The resistance (N·s/m).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("minimum" = 0, "unit" = "N·s/m", "examples" = [0.5]))]
    pub resistance: Option<f64>,
    /// The stiffness of a spring (N/m).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("minimum" = 0, "unit" = "N/m", "examples" = [1000]))]
    pub stiffness: Option<f64>,
    /// The loss factor of that spring.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("minimum" = 0, "examples" = [0.1]))]
    pub loss: Option<f64>,
}
