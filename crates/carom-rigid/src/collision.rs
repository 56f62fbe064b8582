//! Two bodies at the moment they touch.

use super::algebra::{Matrix, Vector, cross, dot, is_finite, length, scale, subtract};
use super::{Body, CollisionError};
use carom::check::{check, positive};

/// Two bodies that touch at a point and approach each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Collision {
    bodies: [Body; 2],
    normal: Vector,
}

impl Collision {
    /// Two bodies, and the normal at their point of contact from the second to the first (of any
    /// length). Bodies that separate or only slide along each other are refused.
    pub fn new(bodies: [Body; 2], normal: Vector) -> Result<Self, CollisionError> {
        let size = positive("length of the normal", length(normal))?;
        for body in &bodies {
            let known = is_finite(body.velocity()) && is_finite(body.spin());
            let sum: f64 = body.velocity().iter().chain(&body.spin()).sum();
            check(known, "velocity or spin", sum, "finite in every component")?;
            let sum = body.contact().iter().sum();
            check(is_finite(body.contact()), "point of contact", sum, "finite")?;
        }
        if bodies.iter().all(Body::is_immovable) {
            return Err(CollisionError::NothingMoves);
        }
        let collision = Self { bodies, normal: scale(normal, 1.0 / size) };
        let speed = dot(collision.slip(), collision.normal);
        // A zero is no approach either.
        if speed < 0.0 { Ok(collision) } else { Err(CollisionError::Separating { speed }) }
    }

    /// The bodies before the collision.
    #[must_use]
    pub fn bodies(&self) -> &[Body; 2] {
        &self.bodies
    }

    /// The unit normal, from the second body to the first.
    #[must_use]
    pub fn normal(&self) -> Vector {
        self.normal
    }

    /// The velocity of the first body's point of contact relative to the second's (m/s), from ω × r.
    #[must_use]
    pub fn slip(&self) -> Vector {
        subtract(self.bodies[0].contact_velocity(), self.bodies[1].contact_velocity())
    }

    /// The collision matrix M of both bodies in the axes of the world (1/kg): Δu = M·p, iguchi (5).
    #[must_use]
    pub fn matrix(&self) -> Matrix {
        self.matrix_in(&[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], 1.0)
    }

    /// Kinetic energy of both bodies (J).
    #[must_use]
    pub fn energy(&self) -> f64 {
        self.bodies[0].energy() + self.bodies[1].energy()
    }

    pub(super) fn matrix_in(&self, frame: &Matrix, lever: f64) -> Matrix {
        let mut sum = [[0.0; 3]; 3];
        for body in &self.bodies {
            body.add_mobility(frame, scale(body.contact(), lever), &mut sum);
        }
        sum
    }

    /// Slip and collision matrix in the axes of the contact: two tangents, then the normal.
    pub(super) fn contact(&self) -> Contact {
        let frame = frame(self.normal);
        let slip = self.slip();
        Contact {
            frame,
            slip: frame.map(|axis| dot(axis, slip)),
            matrix: self.matrix_in(&frame, 1.0),
        }
    }

    /// Both bodies after `impulse` on the first and its opposite on the second.
    pub(super) fn struck(&self, impulse: Vector) -> [Body; 2] {
        [self.bodies[0].struck(impulse), self.bodies[1].struck(scale(impulse, -1.0))]
    }
}

/// A collision seen from its point of contact.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contact {
    /// Rows are the tangents and the normal.
    pub(super) frame: Matrix,
    pub(super) slip: Vector,
    pub(super) matrix: Matrix,
}

impl Contact {
    /// A vector of the contact in the axes of the world.
    pub(super) fn in_world(&self, a: Vector) -> Vector {
        let column =
            |j: usize| self.frame[0][j] * a[0] + self.frame[1][j] * a[1] + self.frame[2][j] * a[2];
        [column(0), column(1), column(2)]
    }

    /// How fast the bodies approach (m/s), above 0.
    pub(super) fn approach(&self) -> f64 {
        -self.slip[2]
    }
}

/// Two tangents and the normal, right-handed; for a normal along z the axes of the world.
pub(super) fn frame(normal: Vector) -> Matrix {
    // The axis least along the normal, with y before z and x so that plane problems stay in x.
    let axis = if normal[1].abs() <= 0.7 { [0.0, 1.0, 0.0] } else { [0.0, 0.0, 1.0] };
    let first = cross(axis, normal);
    let first = scale(first, 1.0 / length(first));
    [first, cross(normal, first), normal]
}
