//! Collisions of two rigid bodies.

use std::ops::Range;

use crate::lanes::{Answers, Column, Status};
use carom::check::Limit;
use carom_rigid::algebra::Vector;
use carom_rigid::{
    Collision, CollisionError, Friction, Method, Mirtich, Outcome as Collided, Pulse, Shape,
    collide,
};

use super::BatchError;
use super::table::{Columns, Known, Table};
use super::threads::{check, spread};

/// How collisions are computed.
#[derive(Clone, Debug, PartialEq)]
pub enum RigidSolver {
    /// Stepping in normal impulse.
    Mirtich {
        /// How far the impulse may be off, from 1e-12 to 1e-3 of it.
        tolerance: f64,
    },
    /// A pulse of prescribed shape.
    Pulse {
        /// Its shape.
        shape: Shape,
        /// In how many steps, from 1 to a million.
        steps: usize,
        /// How exactly its area is found, from 1e-12 to 1e-3 of it.
        tolerance: f64,
    },
}

impl RigidSolver {
    fn method(&self, restitution: f64, friction: Friction) -> Result<Method, CollisionError> {
        Ok(match self {
            Self::Mirtich { tolerance } => {
                Method::Mirtich(Mirtich::new(restitution, friction)?.with_tolerance(*tolerance)?)
            }
            Self::Pulse { shape, steps, tolerance } => {
                let pulse = Pulse::new(restitution, friction, shape)?;
                Method::Pulse(pulse.with_steps(*steps)?.with_tolerance(*tolerance)?)
            }
        })
    }
}

/// A direction of the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// The first.
    X,
    /// The second.
    Y,
    /// The third.
    Z,
}

impl Axis {
    const ALL: [Self; 3] = [Self::X, Self::Y, Self::Z];

    fn of(self, vector: Vector) -> f64 {
        vector[self as usize]
    }
}

/// A quantity that a collision ends with, of the first body unless it says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// The velocity (m/s).
    Velocity(Axis),
    /// The spin (rad/s).
    Spin(Axis),
    /// The velocity of the second body (m/s).
    OtherVelocity(Axis),
    /// The spin of the second body (rad/s).
    OtherSpin(Axis),
    /// The impulse (N·s).
    Impulse(Axis),
    /// The energy that both lost (J).
    EnergyLost,
    /// The share of the normal impulse that acted while the contact stuck.
    Sticking,
}

impl After {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        let kinds =
            [Self::Velocity, Self::Spin, Self::OtherVelocity, Self::OtherSpin, Self::Impulse];
        let vectors = kinds.into_iter().flat_map(|kind| Axis::ALL.map(kind));
        vectors.chain([Self::EnergyLost, Self::Sticking])
    }

    /// The one of this name, such as `velocity.x` or `energy_lost`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|after| after.name() == name)
    }

    /// The name.
    #[must_use]
    pub fn name(self) -> &'static str {
        let (names, axis) = match self {
            Self::Velocity(axis) => (["velocity.x", "velocity.y", "velocity.z"], axis),
            Self::Spin(axis) => (["spin.x", "spin.y", "spin.z"], axis),
            Self::OtherVelocity(axis) => {
                (["other.velocity.x", "other.velocity.y", "other.velocity.z"], axis)
            }
            Self::OtherSpin(axis) => (["other.spin.x", "other.spin.y", "other.spin.z"], axis),
            Self::Impulse(axis) => (["impulse.x", "impulse.y", "impulse.z"], axis),
            Self::EnergyLost => return "energy_lost",
            Self::Sticking => return "sticking",
        };
        names[axis as usize]
    }

    fn of(self, after: &Collided) -> f64 {
        match self {
            Self::Velocity(axis) => axis.of(after.bodies[0].velocity()),
            Self::Spin(axis) => axis.of(after.bodies[0].spin()),
            Self::OtherVelocity(axis) => axis.of(after.bodies[1].velocity()),
            Self::OtherSpin(axis) => axis.of(after.bodies[1].spin()),
            Self::Impulse(axis) => axis.of(after.impulse),
            Self::EnergyLost => after.energy_before - after.energy_after,
            Self::Sticking => after.sticking.unwrap_or(f64::NAN),
        }
    }
}

const SPEED: Limit = Limit::any("m/s");
const SPIN: Limit = Limit::any("rad/s");

const KNOWN: &[Known] = &[
    Known { name: "velocity.x", limit: SPEED },
    Known { name: "velocity.y", limit: SPEED },
    Known { name: "velocity.z", limit: SPEED },
    Known { name: "spin.x", limit: SPIN },
    Known { name: "spin.y", limit: SPIN },
    Known { name: "spin.z", limit: SPIN },
    Known { name: "restitution", limit: Limit::between(0.0, 1.0, "") },
    Known { name: "friction", limit: Limit::from(0.0, "") },
];

/// Many collisions of the same two bodies: the columns `velocity.x` to `spin.z` say how the first moves,
/// where it moves otherwise than in the collision that is given. `restitution` and `friction` are needed.
///
/// ```
/// use carom_lab::batch::{After, Axis, Collisions, RigidSolver};
/// use carom_rigid::{Body, Collision};
///
/// let ball = Body::sphere(0.1, 0.02)?.moving([1.0, 0.0, -1.0], [0.0; 3]).touched_at([0.0, 0.0, -0.02]);
/// let collision = Collision::new([ball, Body::immovable()], [0.0, 0.0, 1.0])?;
/// let speeds = [0.5, 1.0, 4.0];
/// let table = Collisions::new(collision, speeds.len())
///     .column("velocity.x", &speeds)?
///     .column("restitution", 0.8)?
///     .column("friction", 0.1)?
///     .compute(&RigidSolver::Mirtich { tolerance: 1e-6 }, &[After::Velocity(Axis::X)], 1)?;
/// // It slides throughout: friction takes μ(1+E) of the normal speed.
/// let after = table.column(After::Velocity(Axis::X)).ok_or("not computed")?;
/// assert!((after[2] - (4.0 - 0.1 * 1.8)).abs() < 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Collisions<'a> {
    base: Collision,
    columns: Columns<'a>,
}

/// Rows that a thread takes at a time.
const PART: usize = 256;

impl<'a> Collisions<'a> {
    /// Collisions of these bodies, without columns.
    #[must_use]
    pub fn new(base: Collision, rows: usize) -> Self {
        Self { base, columns: Columns::new(rows, KNOWN) }
    }

    /// The same with a column: one number for all rows, or a slice with one for each.
    ///
    /// # Errors
    ///
    /// As [`Batch::column`](super::Batch::column).
    pub fn column(mut self, name: &str, column: impl Into<Column<'a>>) -> Result<Self, BatchError> {
        self.columns.set(name, column.into())?;
        Ok(self)
    }

    /// Computes some outcomes of all rows.
    ///
    /// # Errors
    ///
    /// What [`run`](Self::run) refuses.
    pub fn compute(
        &self,
        solver: &RigidSolver,
        outcomes: &[After],
        threads: usize,
    ) -> Result<Table<After>, BatchError> {
        let mut table = Table::new(self.columns.rows, outcomes)?;
        self.run(solver, &mut table.answers(), threads)?;
        Ok(table)
    }

    /// The same into memory of the caller. Rows whose bodies do not approach each other have the status
    /// [`Apart`](Status::Apart).
    ///
    /// # Errors
    ///
    /// A column that is missing, a tolerance or a number of steps that is not allowed, a place that is too
    /// short, no thread.
    pub fn run(
        &self,
        solver: &RigidSolver,
        answers: &mut Answers<After>,
        threads: usize,
    ) -> Result<(), BatchError> {
        check(self.columns.rows, answers, |after| after.name(), threads)?;
        let (restitution, friction) = (self.columns.need(6)?, self.columns.need(7)?);
        let one = |row| -> Result<Method, CollisionError> {
            solver.method(restitution.at(row), Friction::coulomb(friction.at(row))?)
        };
        // Where both are the same for all rows, so is the method, and a shape is tabulated once.
        let same = matches!((restitution, friction), (Column::Same(_), Column::Same(_)));
        let method = if self.columns.rows == 0 { None } else { Some(one(0).map_err(refused)?) };
        let row = |row: usize| -> Result<Collided, CollisionError> {
            let collision = self.collision(row)?;
            match &method {
                Some(method) if same => collide(&collision, method),
                _ => collide(&collision, &one(row)?),
            }
        };
        spread(answers, threads, PART, || {
            |range: Range<usize>, answers: &mut Answers<After>| {
                for (to, of) in range.enumerate() {
                    let after = row(of);
                    answers.status[to] = match &after {
                        Ok(_) => Status::Ok,
                        Err(CollisionError::Unfinished { .. }) => Status::Unfinished,
                        Err(CollisionError::Separating { .. } | CollisionError::NothingMoves) => {
                            Status::Apart
                        }
                        Err(CollisionError::Invalid(_)) => Status::OutOfRange,
                    };
                    for (outcome, place) in &mut answers.outcomes {
                        place[to] = after.as_ref().map_or(f64::NAN, |after| outcome.of(after));
                    }
                }
            }
        });
        Ok(())
    }

    fn collision(&self, row: usize) -> Result<Collision, CollisionError> {
        let [first, second] = *self.base.bodies();
        let motion: [Vector; 2] = [first.velocity(), first.spin()];
        let at = |place: usize| {
            let given = self.columns.get(place).map(|column| column.at(row));
            given.unwrap_or(motion[place / 3][place % 3])
        };
        let moving = first.moving([at(0), at(1), at(2)], [at(3), at(4), at(5)]);
        Collision::new([moving, second], self.base.normal())
    }
}

fn refused(error: CollisionError) -> BatchError {
    match error {
        CollisionError::Invalid(error) => BatchError::Value(error),
        other => BatchError::Refused(other.to_string()),
    }
}
