//! A rigid body as a collision sees it.

use super::algebra::{Matrix, Vector, add, apply, cross, dot, inverse_of_positive, length, scale};
use carom::InvalidValue;
use carom::check::{check, positive};

/// A rigid body: mass and inertia tensor about its centre of mass, how it moves, and where it
/// touches, all in the axes of the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    mass: f64,
    inertia: Matrix,
    inverse_mass: f64,
    inverse_inertia: Matrix,
    velocity: Vector,
    spin: Vector,
    contact: Vector,
}

const DIAGONAL: &str = "that of a symmetric positive definite matrix";

impl Body {
    /// A body of `mass` (kg) and `inertia` (kg·m²) at rest, touched at its centre of mass.
    pub fn new(mass: f64, inertia: Matrix) -> Result<Self, InvalidValue> {
        let mass = positive("mass", mass)?;
        let size = inertia.iter().flatten().fold(0.0, |most: f64, x| most.max(x.abs()));
        for (i, j) in [(0, 1), (0, 2), (1, 2)] {
            let skew = inertia[i][j] - inertia[j][i];
            check(skew.abs() <= 1e-9 * size, "asymmetry of the inertia", skew, "0")?;
        }
        for i in 0..3 {
            positive("diagonal entry of the inertia", inertia[i][i])?;
        }
        let inverse_inertia = inverse_of_positive(&inertia);
        let smallest = inertia[0][0].min(inertia[1][1]).min(inertia[2][2]);
        check(inverse_inertia.is_some(), "smallest entry of the inertia", smallest, DIAGONAL)?;
        Ok(Self {
            mass,
            inertia,
            inverse_mass: 1.0 / mass,
            inverse_inertia: inverse_inertia.unwrap_or_default(),
            ..Self::immovable()
        })
    }

    /// A body that no impulse moves: a wall, a table, the earth.
    #[must_use]
    pub fn immovable() -> Self {
        let infinite = f64::INFINITY;
        Self {
            mass: infinite,
            inertia: [[infinite, 0.0, 0.0], [0.0, infinite, 0.0], [0.0, 0.0, infinite]],
            inverse_mass: 0.0,
            inverse_inertia: [[0.0; 3]; 3],
            velocity: [0.0; 3],
            spin: [0.0; 3],
            contact: [0.0; 3],
        }
    }

    /// A homogeneous ball.
    pub fn sphere(mass: f64, radius: f64) -> Result<Self, InvalidValue> {
        let moment = 0.4 * mass * positive("radius", radius)?.powi(2);
        Self::new(mass, [[moment, 0.0, 0.0], [0.0, moment, 0.0], [0.0, 0.0, moment]])
    }

    /// A thin homogeneous disc about `axis`: m·r²/2 about it, half of that across.
    pub fn disc(mass: f64, radius: f64, axis: Vector) -> Result<Self, InvalidValue> {
        let across = 0.25 * mass * positive("radius", radius)?.powi(2);
        let size = positive("length of the axis", length(axis))?;
        let unit = scale(axis, 1.0 / size);
        let mut inertia = [[0.0; 3]; 3];
        for i in 0..3 {
            for j in 0..3 {
                inertia[i][j] = across * unit[i] * unit[j];
            }
            inertia[i][i] += across;
        }
        Self::new(mass, inertia)
    }

    /// The same body, its centre of mass moving at `velocity` (m/s), turning with `spin` (rad/s).
    #[must_use]
    pub fn moving(self, velocity: Vector, spin: Vector) -> Self {
        Self { velocity, spin, ..self }
    }

    /// The same body, touched at `contact` (m from its centre of mass).
    #[must_use]
    pub fn touched_at(self, contact: Vector) -> Self {
        Self { contact, ..self }
    }

    /// Mass (kg), infinite for an immovable body.
    #[must_use]
    pub fn mass(&self) -> f64 {
        self.mass
    }

    /// Inertia tensor about the centre of mass (kg·m²).
    #[must_use]
    pub fn inertia(&self) -> &Matrix {
        &self.inertia
    }

    /// Velocity of the centre of mass (m/s).
    #[must_use]
    pub fn velocity(&self) -> Vector {
        self.velocity
    }

    /// Angular velocity (rad/s).
    #[must_use]
    pub fn spin(&self) -> Vector {
        self.spin
    }

    /// From the centre of mass to the point of contact (m).
    #[must_use]
    pub fn contact(&self) -> Vector {
        self.contact
    }

    /// Whether no impulse moves it.
    #[must_use]
    pub fn is_immovable(&self) -> bool {
        self.inverse_mass == 0.0
    }

    /// Kinetic energy (J); 0 for an immovable body, whose motion is given.
    #[must_use]
    pub fn energy(&self) -> f64 {
        if self.is_immovable() {
            return 0.0;
        }
        let turning = dot(self.spin, apply(&self.inertia, self.spin));
        0.5 * (self.mass * dot(self.velocity, self.velocity) + turning)
    }

    /// The velocity of the point of contact, v + ω × r.
    #[must_use]
    pub fn contact_velocity(&self) -> Vector {
        add(self.velocity, cross(self.spin, self.contact))
    }

    /// The body after an impulse at its point of contact: iguchi (2) and (4), once.
    #[must_use]
    pub fn struck(self, impulse: Vector) -> Self {
        self.struck_with_lever(impulse, self.contact)
    }

    pub(super) fn inverse_mass(&self) -> f64 {
        self.inverse_mass
    }

    pub(super) fn inverse_inertia(&self) -> &Matrix {
        &self.inverse_inertia
    }

    pub(super) fn struck_with_lever(self, impulse: Vector, lever: Vector) -> Self {
        let turn = apply(&self.inverse_inertia, cross(lever, impulse));
        Self {
            velocity: add(self.velocity, scale(impulse, self.inverse_mass)),
            spin: add(self.spin, turn),
            ..self
        }
    }

    /// Adds (1/m)·I − r̃ J⁻¹ r̃ in the axes of `frame`, iguchi (2); as (r×e_i)·J⁻¹(r×e_j) it is
    /// symmetric and never negative, whatever is rounded.
    pub(super) fn add_mobility(&self, frame: &Matrix, lever: Vector, sum: &mut Matrix) {
        let arms = frame.map(|axis| cross(lever, axis));
        for i in 0..3 {
            sum[i][i] += self.inverse_mass;
            let turn = apply(&self.inverse_inertia, arms[i]);
            for j in 0..=i {
                let entry = dot(turn, arms[j]);
                sum[i][j] += entry;
                if i != j {
                    sum[j][i] += entry;
                }
            }
        }
    }
}
