//! A collision and its parts, field by field as they are written in a file. Editors
//! show the comments through the JSON Schema.

use carom_rigid::Vector;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::method::{Compliant, Iguchi, Method, Pulse};
use super::shape::Shape;
use super::values::{Friction, Inertia, Orientation, Restitution, is_false};

/// Two rigid bodies that touch at a point. SI units throughout, vectors in the axes of the world.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Collision {
    /// The version of this format: 1.
    #[schemars(range(min = 1, max = 1))]
    pub version: u32,
    /// What the collision is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What to look at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// How it is computed, "pulse" if left out.
    #[serde(default)]
    pub method: Method,
    /// The normal at the point of contact, from the second body to the first, of any length;
    /// `[0, 0, 1]` if left out.
    #[serde(default = "up")]
    pub normal: Vector,
    /// Stronge's coefficient, 1 if left out (nothing is lost): one number from 0 to 1, or
    /// `{ slow, mu }` where it falls with speed.
    #[serde(default)]
    pub restitution: Restitution,
    /// Dry friction, none if left out.
    #[serde(default, skip_serializing_if = "Friction::is_none")]
    pub friction: Friction,
    /// How long they touch (s) where it does not follow from the method, 0.001 if left out.
    #[serde(default = "one_millisecond")]
    #[schemars(extend("minimum" = 1e-9, "maximum" = 10, "unit" = "s"))]
    pub duration: f64,
    /// How the method "pulse" shapes the force.
    #[serde(default, skip_serializing_if = "is_default")]
    pub pulse: Pulse,
    /// The laws of the method "compliant".
    #[serde(default, skip_serializing_if = "is_default")]
    pub compliant: Compliant,
    /// How the method "iguchi" is read.
    #[serde(default, skip_serializing_if = "is_default")]
    pub iguchi: Iguchi,
    /// Exactly two.
    #[serde(default)]
    #[schemars(length(min = 2, max = 2))]
    pub body: Vec<Body>,
}

fn up() -> Vector {
    [0.0, 0.0, 1.0]
}

fn one_millisecond() -> f64 {
    1e-3
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A rigid body at the moment it touches the other.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table that describes a body")]
pub struct Body {
    /// What it is called.
    #[schemars(length(min = 1))]
    pub name: String,
    /// kg.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("minimum" = 1e-30, "maximum" = 1e30, "unit" = "kg", "examples" = [0.1]))]
    pub mass: Option<f64>,
    /// What a shape is made of, instead of its mass: steel, wood, ...
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("examples" = carom_shapes::material::names().collect::<Vec<_>>()))]
    pub material: Option<String>,
    /// Inertia about the centre of mass (kg·m²) in the axes of the body: three principal moments, or
    /// three rows of three.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inertia: Option<Inertia>,
    /// A homogeneous solid, instead of the inertia.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<Shape>,
    /// How the axes of the body lie in the world; as they are if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub orientation: Option<Orientation>,
    /// Whether no impulse moves it, such as a wall, a floor, or a racket held firmly.
    #[serde(default, skip_serializing_if = "is_false")]
    pub immovable: bool,
    /// Of the centre of mass (m/s).
    #[serde(default)]
    #[schemars(extend(
        "minimum" = -3e8, "maximum" = 3e8, "unit" = "m/s",
        "allowed" = "a finite number (m/s), not beyond the speed of light"
    ))]
    pub velocity: Vector,
    /// Angular velocity (rad/s).
    #[serde(default)]
    #[schemars(extend("minimum" = -1e12, "maximum" = 1e12, "unit" = "rad/s"))]
    pub spin: Vector,
    /// From the centre of mass to the point of contact (m). May be left out where shape and normal
    /// say it, and for an immovable body that does not turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("minimum" = -1e9, "maximum" = 1e9, "unit" = "m"))]
    pub contact: Option<Vector>,
}
