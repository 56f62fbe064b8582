//! The solids that a body may be, by the names that files use.

use carom_rigid::{Solid, Vector};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use super::values::three;

/// A homogeneous solid, by its `kind`. Lengths in m.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", expecting = "a table with a kind")]
pub enum Shape {
    /// A ball.
    Sphere(Sphere),
    /// A hollow ball, such as one for table tennis.
    HollowSphere(HollowSphere),
    /// A disc: a puck, a coin, a wheel.
    Disc(Disc),
    /// A round rod.
    Rod(Rod),
    /// A hollow tube.
    Tube(Tube),
    /// A block, also called `box`.
    #[serde(alias = "box")]
    Block(Sizes),
    /// An ellipsoid.
    Ellipsoid(Sizes),
}

/// A ball.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Sphere {
    /// m.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub diameter: f64,
}

/// A hollow ball.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct HollowSphere {
    /// Outside (m).
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub diameter: f64,
    /// How thick its wall is (m); very thin if left out.
    #[serde(default)]
    #[schemars(range(min = 0))]
    pub wall: f64,
}

/// A disc.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Disc {
    /// m.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub diameter: f64,
    /// m; very thin if left out.
    #[serde(default)]
    #[schemars(range(min = 0))]
    pub thickness: f64,
    /// Its axis, of any length; `[0, 0, 1]` if left out.
    #[serde(default = "upright", deserialize_with = "three")]
    pub axis: Vector,
}

/// A round rod.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Rod {
    /// m.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub length: f64,
    /// m.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub diameter: f64,
    /// Its axis, of any length; `[0, 0, 1]` if left out.
    #[serde(default = "upright", deserialize_with = "three")]
    pub axis: Vector,
}

/// A hollow tube.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Tube {
    /// m.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub length: f64,
    /// Outside (m).
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub diameter: f64,
    /// How thick its wall is (m).
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub wall: f64,
    /// Its axis, of any length; `[0, 0, 1]` if left out.
    #[serde(default = "upright", deserialize_with = "three")]
    pub axis: Vector,
}

/// What is as long as x, as wide as y, as high as z.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Sizes {
    /// Along x (m).
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub length: f64,
    /// Along y (m).
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub width: f64,
    /// Along z (m).
    #[schemars(extend("exclusiveMinimum" = 0))]
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

/// Reads the parameters of one kind, only to learn what is wrong with them.
pub(super) fn read_kind<'de, D: Deserializer<'de>>(
    kind: &str,
    parameters: D,
) -> Result<(), D::Error> {
    match kind {
        "sphere" => Sphere::deserialize(parameters).map(drop),
        "hollow-sphere" => HollowSphere::deserialize(parameters).map(drop),
        "disc" => Disc::deserialize(parameters).map(drop),
        "rod" => Rod::deserialize(parameters).map(drop),
        "tube" => Tube::deserialize(parameters).map(drop),
        "block" | "box" | "ellipsoid" => Sizes::deserialize(parameters).map(drop),
        _ => Ok(()),
    }
}
