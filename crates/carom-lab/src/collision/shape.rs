//! The solids whose inertia a body may have.

use carom_rigid::{Solid, Vector};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A homogeneous solid, by its `kind`. All lengths are in m.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", expecting = "a table with a kind")]
pub enum Shape {
    /// A ball.
    Sphere(Sphere),
    /// A hollow ball, such as a table tennis ball.
    HollowSphere(HollowSphere),
    /// A disc, such as a puck, a coin or a wheel.
    Disc(Disc),
    /// A round rod.
    Rod(Rod),
    /// A hollow tube.
    Tube(Tube),
    /// A block.
    #[serde(alias = "box")]
    #[schemars(extend("aliases" = ["box"]))]
    Block(Sizes),
    /// An ellipsoid.
    Ellipsoid(Sizes),
}

/// A ball.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Sphere {
    /// The diameter (m).
    #[schemars(extend("minimum" = 1e-12, "maximum" = 1e9, "unit" = "m", "examples" = [0.05]))]
    pub diameter: f64,
}

/// A hollow ball.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct HollowSphere {
    /// The outer diameter (m).
    #[schemars(extend("minimum" = 1e-12, "maximum" = 1e9, "unit" = "m", "examples" = [0.05]))]
    pub diameter: f64,
    /// The thickness of the wall (m); 0 stands for a very thin wall.
    #[serde(default)]
    #[schemars(extend("minimum" = 0, "maximum" = 1e9, "unit" = "m", "examples" = [0.001], "allowed" = "a number, 0 or above (m)"))]
    pub wall: f64,
}

/// A disc.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Disc {
    /// The diameter (m).
    #[schemars(extend("minimum" = 1e-12, "maximum" = 1e9, "unit" = "m", "examples" = [0.05]))]
    pub diameter: f64,
    /// The thickness (m); 0 stands for a very thin disc.
    #[serde(default)]
    #[schemars(extend("minimum" = 0, "maximum" = 1e9, "unit" = "m", "examples" = [0.001], "allowed" = "a number, 0 or above (m)"))]
    pub thickness: f64,
    /// The axis, a vector of any length.
    #[serde(default = "upright")]
    pub axis: Vector,
}

/// A round rod.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Rod {
    /// The length (m).
    #[schemars(extend("minimum" = 1e-12, "maximum" = 1e9, "unit" = "m", "examples" = [0.05]))]
    pub length: f64,
    /// The diameter (m).
    #[schemars(extend("minimum" = 1e-12, "maximum" = 1e9, "unit" = "m", "examples" = [0.05]))]
    pub diameter: f64,
    /// The axis, a vector of any length.
    #[serde(default = "upright")]
    pub axis: Vector,
}

/// A hollow tube.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Tube {
    /// The length (m).
    #[schemars(extend("minimum" = 1e-12, "maximum" = 1e9, "unit" = "m", "examples" = [0.05]))]
    pub length: f64,
    /// The outer diameter (m).
    #[schemars(extend("minimum" = 1e-12, "maximum" = 1e9, "unit" = "m", "examples" = [0.05]))]
    pub diameter: f64,
    /// The thickness of the wall (m); 0 stands for a very thin wall.
    #[schemars(extend("minimum" = 0, "maximum" = 1e9, "unit" = "m", "examples" = [0.001], "allowed" = "a number, 0 or above (m)"))]
    pub wall: f64,
    /// The axis, a vector of any length.
    #[serde(default = "upright")]
    pub axis: Vector,
}

/// Sizes along x, y and z.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Sizes {
    /// The size along x (m).
    #[schemars(extend("minimum" = 1e-12, "maximum" = 1e9, "unit" = "m", "examples" = [0.05]))]
    pub length: f64,
    /// The size along y (m).
    #[schemars(extend("minimum" = 1e-12, "maximum" = 1e9, "unit" = "m", "examples" = [0.05]))]
    pub width: f64,
    /// The size along z (m).
    #[schemars(extend("minimum" = 1e-12, "maximum" = 1e9, "unit" = "m", "examples" = [0.05]))]
    pub height: f64,
}

impl Sizes {
    fn vector(self) -> Vector {
        [self.length, self.width, self.height]
    }
}

fn upright() -> Vector {
    [0.0, 0.0, 1.0]
}

impl Shape {
    /// The solid in the axes of the body.
    #[must_use]
    pub fn solid(&self) -> Solid {
        match *self {
            Self::Sphere(Sphere { diameter }) => Solid::Ball { radius: 0.5 * diameter },
            Self::HollowSphere(HollowSphere { diameter, wall }) => {
                Solid::Shell { radius: 0.5 * diameter, wall }
            }
            Self::Disc(Disc { diameter, thickness, axis }) => {
                Solid::Cylinder { radius: 0.5 * diameter, length: thickness, axis }
            }
            Self::Rod(Rod { length, diameter, axis }) => {
                Solid::Cylinder { radius: 0.5 * diameter, length, axis }
            }
            Self::Tube(Tube { length, diameter, wall, axis }) => {
                Solid::Tube { radius: 0.5 * diameter, wall, length, axis }
            }
            Self::Block(sizes) => Solid::Block { size: sizes.vector() },
            Self::Ellipsoid(sizes) => Solid::Ellipsoid { size: sizes.vector() },
        }
    }
}
