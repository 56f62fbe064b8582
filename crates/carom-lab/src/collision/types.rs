//! A collision and its parts, field by field as they are written in a file. Editors
//! show the comments through the JSON Schema.

use carom_rigid::Vector;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::method::{Compliant, Iguchi, Method, Pulse};
use super::shape::Shape;
use super::values::{Friction, Inertia, Orientation, Restitution, is_false};

/// Two rigid bodies that touch at a point, or several bodies that touch at several points. All units are SI; vectors are `[x, y, z]` in the axes of
/// the world.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Collision {
    /// The version of this format: 1.
    #[schemars(range(min = 1, max = 1))]
    pub version: u32,
    /// The title of the collision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// A description of the collision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The method by which it is computed.
    #[serde(default)]
    pub method: Method,
    /// The normal at the point of contact, from the second body to the first, of any length.
    #[serde(default = "up")]
    pub normal: Vector,
    /// Stronge's coefficient of restitution: the root of the share of the work of compression that
    /// is returned. With 1 no energy is lost.
    #[serde(default)]
    pub restitution: Restitution,
    /// Dry friction; if left out, there is none.
    #[serde(default, skip_serializing_if = "Friction::is_none")]
    pub friction: Friction,
    /// The contact time (s), where it does not follow from the method.
    #[serde(default = "one_millisecond")]
    #[schemars(extend("minimum" = 1e-9, "maximum" = 10, "unit" = "s"))]
    pub duration: f64,
    /// The parameters of the method "pulse".
    #[serde(default, skip_serializing_if = "is_default")]
    pub pulse: Pulse,
    /// The parameters of the method "compliant".
    #[serde(default, skip_serializing_if = "is_default")]
    pub compliant: Compliant,
    /// The parameters of the method "iguchi".
    #[serde(default, skip_serializing_if = "is_default")]
    pub iguchi: Iguchi,
    /// The two bodies; with `contact`, two or more.
    #[serde(default)]
    #[schemars(length(min = 2, max = 100))]
    pub body: Vec<Body>,
    /// Several points of contact, which act together; one point if left out. Then `method`, `normal`,
    /// `duration`, `pulse` and `iguchi` have no effect.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 400))]
    pub contact: Vec<Contact>,
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

/// A rigid body at the start of the contact.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table that describes a body")]
pub struct Body {
    /// The name of the body.
    #[schemars(length(min = 1))]
    pub name: String,
    /// The mass (kg).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("minimum" = 1e-30, "maximum" = 1e30, "unit" = "kg", "examples" = [0.1]))]
    pub mass: Option<f64>,
    /// The material of a shape, instead of its mass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("examples" = carom_shapes::material::names().collect::<Vec<_>>()))]
    pub material: Option<String>,
    /// The inertia about the centre of mass (kg·m²), in the axes of the body.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inertia: Option<Inertia>,
    /// A homogeneous solid whose inertia the body has, instead of `inertia`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<Shape>,
    /// The rotation from the axes of the body, in which inertia and shape are given, to those of the
    /// world; none if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub orientation: Option<Orientation>,
    /// Whether no impulse changes its motion, such as that of a wall or of a racket held
    /// firmly; false if left out.
    #[serde(default, skip_serializing_if = "is_false")]
    pub immovable: bool,
    /// The velocity of the centre of mass (m/s).
    #[serde(default)]
    #[schemars(extend(
        "minimum" = -3e8, "maximum" = 3e8, "unit" = "m/s",
        "allowed" = "a finite number (m/s), not beyond the speed of light"
    ))]
    pub velocity: Vector,
    /// The angular velocity (rad/s).
    #[serde(default)]
    #[schemars(extend("minimum" = -1e12, "maximum" = 1e12, "unit" = "rad/s"))]
    pub spin: Vector,
    /// Where the centre of mass is (m); only with `contact`, where bodies of several points are placed.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(extend("minimum" = -1e9, "maximum" = 1e9, "unit" = "m"))]
    pub position: Vector,
    /// The vector from the centre of mass to the point of contact (m). It may be left out if it
    /// follows from shape and normal, and for an immovable body without spin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("minimum" = -1e9, "maximum" = 1e9, "unit" = "m"))]
    pub contact: Option<Vector>,
}

/// One of several points at which two bodies touch, or will touch soon. What is left out is as for all
/// contacts of the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table that describes a contact")]
pub struct Contact {
    /// The names of the two bodies.
    pub between: [String; 2],
    /// Where they touch, from the centre of mass of the first body (m). It may be left out if it
    /// follows from the shape of the first body and the normal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("minimum" = -1e9, "maximum" = 1e9, "unit" = "m"))]
    pub at: Option<Vector>,
    /// The normal, from the second body to the first, of any length; if left out, along the line
    /// between their positions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub normal: Option<Vector>,
    /// The gap along the normal before they touch (m).
    #[serde(default)]
    #[schemars(extend("minimum" = 0, "maximum" = 1e9, "unit" = "m"))]
    pub gap: f64,
    /// The stiffness k (N/m^exponent); that of `compliant` if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub stiffness: Option<f64>,
    /// The exponent n; that of `compliant` if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 10))]
    pub exponent: Option<f64>,
    /// Stronge's coefficient of restitution, 0.01 or above; `restitution` of the file if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub restitution: Option<Restitution>,
    /// Dry friction; `friction` of the file if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub friction: Option<Friction>,
}
