//! Values of a collision that are more than a number or a text.

use carom_rigid::{Matrix, Vector};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
pub(super) fn is_false(value: &bool) -> bool {
    !value
}

/// The inertia about the centre of mass (kg·m²).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(extend("expected" = "three principal moments, or three rows of three numbers"))]
pub enum Inertia {
    /// The principal moments, about the axes of the body.
    Principal(Vector),
    /// The tensor, row by row.
    Tensor(Matrix),
}

impl Inertia {
    /// The tensor in the axes of the body.
    #[must_use]
    pub fn tensor(&self) -> Matrix {
        match *self {
            Self::Principal([x, y, z]) => [[x, 0.0, 0.0], [0.0, y, 0.0], [0.0, 0.0, z]],
            Self::Tensor(rows) => rows,
        }
    }
}

/// A rotation from the axes of the body to those of the world.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table with axis and angle")]
pub struct Orientation {
    /// The axis of rotation, a vector of any length.
    pub axis: Vector,
    /// The angle (rad), right-handed.
    #[schemars(extend("minimum" = -1e6, "maximum" = 1e6, "unit" = "rad", "allowed" = "a finite number (rad)"))]
    pub angle: f64,
}

/// The coefficient of restitution.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(extend(
    "expected" = "a number from 0 to 1, or { slow = …, mu = … } where it falls with speed"
))]
pub enum Restitution {
    /// The same at every speed.
    Constant(#[schemars(range(min = 0, max = 1))] f64),
    /// A coefficient that falls with the speed of approach.
    Falling(Falling),
}

/// A coefficient of restitution e that falls with the speed v of approach, as in Hunt and Crossley's
/// contact: it solves ln[(1+a)/(1−a·e)] = a(1+e), where a is mu·v plus the a of `slow`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table with slow and mu")]
pub struct Falling {
    /// The coefficient of the slowest contact.
    #[schemars(extend("exclusiveMinimum" = 0), range(max = 1))]
    pub slow: f64,
    /// μ (s/m), as in the law `hunt-crossley` of a scene.
    #[schemars(extend("minimum" = 0, "maximum" = 1e6, "unit" = "s/m"))]
    pub mu: f64,
}

impl Default for Restitution {
    fn default() -> Self {
        Self::Constant(1.0)
    }
}

/// Dry friction: one `coefficient`, or `static` and `dynamic`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table with coefficient, or static and dynamic")]
pub struct Friction {
    /// One coefficient for sticking and sliding.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("minimum" = 0, "maximum" = 1e6))]
    pub coefficient: Option<f64>,
    /// The coefficient while the contact sticks, not below `dynamic`; `dynamic` if left out.
    #[serde(default, rename = "static", skip_serializing_if = "Option::is_none")]
    #[schemars(extend("minimum" = 0, "maximum" = 1e6))]
    pub sticking: Option<f64>,
    /// The coefficient while the contact slides.
    #[serde(default, rename = "dynamic", skip_serializing_if = "Option::is_none")]
    #[schemars(extend("minimum" = 0, "maximum" = 1e6))]
    pub sliding: Option<f64>,
}

impl Friction {
    pub(super) fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// The coefficients of sticking and of sliding.
    #[must_use]
    pub fn coefficients(&self) -> (f64, f64) {
        let sliding = self.coefficient.or(self.sliding).unwrap_or(0.0);
        (self.coefficient.or(self.sticking).unwrap_or(sliding), sliding)
    }
}
