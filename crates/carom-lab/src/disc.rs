//! The body that was measured: a disc against a wall.

use carom::InvalidValue;
use carom::check::positive;
use carom_rigid::{Body, Collision, CollisionError, Method, collide};
use serde::Serialize;

/// Velocity along the wall, velocity away from it (m/s) and spin about +y (rad/s).
pub type Motion = [f64; 3];

/// A disc that touches a wall below it: its point of contact slips at vx − radius·spin.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Disc {
    mass: f64,
    radius: f64,
    inertia: f64,
}

impl Disc {
    /// Mass (kg), radius (m) and moment of inertia about its axis (kg·m²), m·r²/2 without one.
    pub fn new(mass: f64, radius: f64, inertia: Option<f64>) -> Result<Self, InvalidValue> {
        let mass = positive("mass", mass)?;
        let radius = positive("radius", radius)?;
        let inertia = positive("inertia", inertia.unwrap_or(0.5 * mass * radius * radius))?;
        Ok(Self { mass, radius, inertia })
    }

    /// kg.
    #[must_use]
    pub fn mass(&self) -> f64 {
        self.mass
    }

    /// m.
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// kg·m².
    #[must_use]
    pub fn inertia(&self) -> f64 {
        self.inertia
    }

    /// How fast the point of contact slips along the wall (m/s).
    #[must_use]
    pub fn slip(&self, motion: Motion) -> f64 {
        motion[0] - self.radius * motion[2]
    }

    /// How much a tangential impulse changes the slip: 1/m + r²/J (1/kg).
    #[must_use]
    pub fn mobility(&self) -> f64 {
        1.0 / self.mass + self.radius * self.radius / self.inertia
    }

    /// The motion after the impact.
    pub fn strike(&self, before: Motion, method: &Method) -> Result<Motion, CollisionError> {
        let after = collide(&self.against_wall(before)?, method)?.bodies[0];
        Ok([after.velocity()[0], after.velocity()[2], after.spin()[1]])
    }

    /// The disc at the wall, at the moment it touches.
    pub fn against_wall(&self, before: Motion) -> Result<Collision, CollisionError> {
        let half = 0.5 * self.inertia;
        let inertia = [[half, 0.0, 0.0], [0.0, self.inertia, 0.0], [0.0, 0.0, half]];
        let body = Body::new(self.mass, inertia)?
            .moving([before[0], 0.0, before[1]], [0.0, before[2], 0.0])
            .touched_at([0.0, 0.0, -self.radius]);
        Collision::new([body, Body::immovable()], [0.0, 0.0, 1.0])
    }
}
