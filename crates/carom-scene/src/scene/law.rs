//! The laws that a contact may follow, by the names that a scene uses.

use carom::law::Damping;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

/// The law of the force between two bodies; `kind` says which.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", expecting = "a table with a kind")]
pub enum Law {
    /// Hunt and Crossley's wall, f = k·x^α·(1 + μẋ).
    HuntCrossley(HuntCrossley),
    /// A wall that loses nothing, f = k·x^α.
    Power(Power),
    /// A wall that returns the same share of the speed at any speed.
    ConstantRestitution(ConstantRestitution),
    /// A spring that pulls and pushes, of energy k/(α+1)·|u|^(α+1).
    Spring(Spring),
    /// Two walls with play between them, as when something rattles.
    Rattle(Rattle),
    /// Hertz's contact of two spheres, or of a sphere and a plane, f = k·x^(3/2)·(1 + μẋ).
    Hertz(Hertz),
    /// Felt that recovers more slowly than it gives way, as on a piano hammer (Stulov).
    Felt(Felt),
}

/// Hunt and Crossley's wall, f = k·x^α·(1 + μẋ). What it loses is given by at most one of `mu`,
/// `lambda`, and `restitution` with `speed`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct HuntCrossley {
    /// k (N/m^α), above 0.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub stiffness: f64,
    /// α, 1 or above.
    #[schemars(range(min = 1))]
    pub exponent: f64,
    /// μ = λ/k (s/m), 0 or above.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0))]
    pub mu: Option<f64>,
    /// λ (N·s/m^(α+1)), 0 or above.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0))]
    pub lambda: Option<f64>,
    /// Speed after over speed before an impact at `speed`: above 0, at most 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0), range(max = 1))]
    pub restitution: Option<f64>,
    /// The approach speed (m/s) at which `restitution` holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub speed: Option<f64>,
    /// Whether it may pull while bodies part fast, as its formula says; true if left out. If false,
    /// it never pulls: the force is 0 there, and what the surfaces still store is lost.
    #[serde(default = "adhesive", skip_serializing_if = "is_adhesive")]
    pub adhesive: bool,
}

impl HuntCrossley {
    /// What it loses, as the engine wants to hear it; nothing if nothing is given.
    #[must_use]
    pub fn damping(&self) -> Damping {
        damping(self.mu, self.lambda, self.restitution, self.speed)
    }
}

fn damping(
    mu: Option<f64>,
    lambda: Option<f64>,
    restitution: Option<f64>,
    speed: Option<f64>,
) -> Damping {
    match (restitution, speed, lambda) {
        (Some(restitution), Some(speed), _) => Damping::Restitution { restitution, speed },
        (_, _, Some(lambda)) => Damping::Lambda(lambda),
        _ => Damping::Mu(mu.unwrap_or(0.0)),
    }
}

/// A wall that loses nothing, f = k·x^α.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Power {
    /// k (N/m^α), above 0.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub stiffness: f64,
    /// α, 1 or above.
    #[schemars(range(min = 1))]
    pub exponent: f64,
    /// Whether it may pull while bodies part fast, as its formula says; true if left out. If false,
    /// it never pulls: the force is 0 there, and what the surfaces still store is lost.
    #[serde(default = "adhesive", skip_serializing_if = "is_adhesive")]
    pub adhesive: bool,
}

/// A wall that returns the same share of the speed at any speed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct ConstantRestitution {
    /// k (N/m^α), above 0.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub stiffness: f64,
    /// α, 1 or above.
    #[schemars(range(min = 1))]
    pub exponent: f64,
    /// Speed after over speed before an impact: above 0, at most 1.
    #[schemars(extend("exclusiveMinimum" = 0), range(max = 1))]
    pub restitution: f64,
    /// Whether it may pull while bodies part fast, as its formula says; true if left out. If false,
    /// it never pulls: the force is 0 there, and what the surfaces still store is lost.
    #[serde(default = "adhesive", skip_serializing_if = "is_adhesive")]
    pub adhesive: bool,
}

/// A spring that pulls and pushes and loses nothing, of energy k/(α+1)·|u|^(α+1).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Spring {
    /// k (N/m^α), above 0.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub stiffness: f64,
    /// α, 1 or above.
    #[schemars(range(min = 1))]
    pub exponent: f64,
    /// Only true is allowed: what holds from two sides pulls.
    #[serde(default = "adhesive", skip_serializing_if = "is_adhesive")]
    #[schemars(extend("const" = true))]
    pub adhesive: bool,
}

/// Two walls with play between them: nothing until |u| exceeds `half_gap`, then as a wall.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Rattle {
    /// k (N/m^α), above 0.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub stiffness: f64,
    /// α, 1 or above.
    #[schemars(range(min = 1))]
    pub exponent: f64,
    /// How far each way before it touches (m), 0 or above.
    #[schemars(range(min = 0))]
    pub half_gap: f64,
    /// μ (s/m), 0 or above; without it nothing is lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0))]
    pub mu: Option<f64>,
    /// Only true is allowed: what holds from two sides pulls.
    #[serde(default = "adhesive", skip_serializing_if = "is_adhesive")]
    #[schemars(extend("const" = true))]
    pub adhesive: bool,
}

/// Hertz's contact of two spheres, or of a sphere and a plane, f = k·x^(3/2)·(1 + μẋ). What it
/// loses is given by at most one of `mu`, and `restitution` with `speed`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Hertz {
    /// The first body where it is touched.
    pub first: Surface,
    /// The second body where it is touched.
    pub second: Surface,
    /// μ (s/m), 0 or above.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0))]
    pub mu: Option<f64>,
    /// Speed after over speed before an impact at `speed`: above 0, at most 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0), range(max = 1))]
    pub restitution: Option<f64>,
    /// The approach speed (m/s) at which `restitution` holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub speed: Option<f64>,
    /// Whether it may pull while bodies part fast, as its formula says; true if left out. If false,
    /// it never pulls: the force is 0 there, and what the surfaces still store is lost.
    #[serde(default = "adhesive", skip_serializing_if = "is_adhesive")]
    pub adhesive: bool,
}

impl Hertz {
    /// What it loses, as the engine wants to hear it; nothing if nothing is given.
    #[must_use]
    pub fn damping(&self) -> Damping {
        damping(self.mu, None, self.restitution, self.speed)
    }
}

/// Stulov's felt, f = k·(x^α − ε·z) with ż = (x^α − z)/τ: the parameters of a piano hammer by its
/// key, or one by one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Felt {
    /// The hammer of this key of a piano, from 1 (lowest) to 88, instead of everything below.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 88))]
    pub key: Option<u32>,
    /// k (N/m^α), above 0: the stiffness of a strike too fast for the felt to yield.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub stiffness: Option<f64>,
    /// α, 1 or above.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub exponent: Option<f64>,
    /// ε, above 0 and below 1: how much of the force the felt gives up in time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0, "exclusiveMaximum" = 1))]
    pub hysteresis: Option<f64>,
    /// τ (s), above 0: the time it takes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub relaxation: Option<f64>,
    /// Whether it may pull while bodies part fast, as its formula says; true if left out. If false,
    /// it never pulls: the force is 0 there, and what the surfaces still store is lost.
    #[serde(default = "adhesive", skip_serializing_if = "is_adhesive")]
    pub adhesive: bool,
}

fn adhesive() -> bool {
    true
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
fn is_adhesive(adhesive: &bool) -> bool {
    *adhesive
}

impl Law {
    /// Whether it may pull while bodies part.
    #[must_use]
    pub fn is_adhesive(&self) -> bool {
        match self {
            Self::HuntCrossley(law) => law.adhesive,
            Self::Power(law) => law.adhesive,
            Self::ConstantRestitution(law) => law.adhesive,
            Self::Spring(law) => law.adhesive,
            Self::Rattle(law) => law.adhesive,
            Self::Hertz(law) => law.adhesive,
            Self::Felt(law) => law.adhesive,
        }
    }

    /// Whether bodies are held from two sides, and not only pushed apart.
    #[must_use]
    pub fn has_two_sides(&self) -> bool {
        matches!(self, Self::Spring(_) | Self::Rattle(_))
    }
}

/// An elastic body near the point where it is touched.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table with young, poisson and radius")]
pub struct Surface {
    /// Young's modulus (Pa), above 0.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub young: f64,
    /// Poisson's ratio, above −1 and at most 0.5.
    #[schemars(extend("exclusiveMinimum" = -1), range(max = 0.5))]
    pub poisson: f64,
    /// Radius of curvature (m), above 0; without it the surface is a plane.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub radius: Option<f64>,
}

impl From<&Surface> for carom::law::Surface {
    fn from(surface: &Surface) -> Self {
        Self { young: surface.young, poisson: surface.poisson, radius: surface.radius }
    }
}

/// Reads the parameters of one kind, only to learn what is wrong with them: an enum told apart by
/// a key forgets where in the file its parameters stand.
pub(super) fn read_kind<'de, D: Deserializer<'de>>(
    kind: &str,
    parameters: D,
) -> Result<(), D::Error> {
    match kind {
        "hunt-crossley" => HuntCrossley::deserialize(parameters).map(drop),
        "power" => Power::deserialize(parameters).map(drop),
        "constant-restitution" => ConstantRestitution::deserialize(parameters).map(drop),
        "spring" => Spring::deserialize(parameters).map(drop),
        "rattle" => Rattle::deserialize(parameters).map(drop),
        "hertz" => Hertz::deserialize(parameters).map(drop),
        "felt" => Felt::deserialize(parameters).map(drop),
        _ => Ok(()),
    }
}
