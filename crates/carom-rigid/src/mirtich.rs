//! Stepping in normal impulse: Coulomb's friction in three dimensions and Stronge's restitution.

use super::algebra::{Planar, Tangent, Vector, add, apply, planar_dot, planar_length, scale};
use super::collision::Contact;
use super::sliding::{Turned, turn_slip};
use super::{CollisionError, Friction, Matrix, Solution};
use carom::InvalidValue;
use carom::check::check;

/// The collision as a path over the normal impulse p: du/dp = M·(friction, 1), iguchi (9) without
/// time. It ends when the normal force has given back E² of the work that compression took.
///
/// Phases in which the slip keeps its direction, or sticks, are closed forms; only a slip that turns
/// is integrated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mirtich {
    restitution: f64,
    friction: Friction,
    tolerance: f64,
}

/// The error that a step may have unless a larger one is allowed, where all is of order 1.
pub(super) const TOLERANCE: f64 = 1e-12;

pub(super) fn check_tolerance(tolerance: f64) -> Result<f64, InvalidValue> {
    let holds = (TOLERANCE..=1e-3).contains(&tolerance);
    check(holds, "tolerance", tolerance, "from 1e-12 to 1e-3")
}

pub(super) fn check_restitution(restitution: f64) -> Result<f64, InvalidValue> {
    check((0.0..=1.0).contains(&restitution), "restitution", restitution, "between 0 and 1")
}

impl Mirtich {
    /// Stronge's coefficient of restitution E (the root of the share of work given back) and the
    /// friction.
    pub fn new(restitution: f64, friction: Friction) -> Result<Self, InvalidValue> {
        Ok(Self { restitution: check_restitution(restitution)?, friction, tolerance: TOLERANCE })
    }

    /// The same to about this relative accuracy of the impulse, 1e-12 unless given: a slip that turns is
    /// followed in longer steps.
    pub fn with_tolerance(self, tolerance: f64) -> Result<Self, InvalidValue> {
        Ok(Self { tolerance: check_tolerance(tolerance)?, ..self })
    }

    /// No time passes in it.
    pub(super) fn solve(&self, contact: &Contact) -> Result<Solution, CollisionError> {
        let path = Path::new(contact, self.tolerance);
        let mut progress = Progress::new(self.restitution);
        let mut grip = Grip::Sliding;
        let mut stuck = 0.0;
        for _ in 0..PHASES {
            let (held, before) = (grip == Grip::Sticking, progress.impulse[2]);
            if path.phase(&self.friction, &mut progress, &mut grip) == Ending::Stuck {
                break;
            }
            if held {
                stuck += progress.impulse[2] - before;
            }
            if progress.is_done() {
                let impulse = scale(progress.impulse, path.unit);
                let sticking = Some(stuck / progress.impulse[2]);
                return Ok(Solution { impulse, contact_time: 0.0, sticking });
            }
        }
        Err(CollisionError::Unfinished { method: "mirtich" })
    }
}

/// More phases than a contact can have: each ends a compression, a restitution or a slip.
const PHASES: usize = 100;

/// A slip of this share of the tolerance, beside what it is the sum of, is none: with the smallest tolerance
/// its direction would be rounding.
const NO_SLIP: f64 = 0.1;

/// The tangential state of the contact.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Grip {
    Sliding,
    Sticking,
    /// Sliding off from rest, along the one direction that friction cannot turn.
    Leaving(Planar),
}

/// How a phase ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Ending {
    /// The slip vanished.
    Rest,
    /// Compression or restitution ended.
    Next,
    /// No end was found.
    Stuck,
}

/// How far a collision has come.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress {
    pub(super) impulse: Vector,
    /// Work of the normal force, negative while it compresses.
    pub(super) work: f64,
    pub(super) compressing: bool,
    /// Where the work ends the collision, once compression has ended.
    pub(super) target: f64,
    restitution: f64,
}

impl Progress {
    pub(super) fn new(restitution: f64) -> Self {
        Self { impulse: [0.0; 3], work: 0.0, compressing: true, target: 0.0, restitution }
    }

    pub(super) fn end_compression(&mut self) {
        self.compressing = false;
        let e = self.restitution;
        self.target = (1.0 - e) * (1.0 + e) * self.work;
    }

    pub(super) fn is_done(&self) -> bool {
        !self.compressing && self.work >= self.target
    }
}

/// The contact in units of its approach speed and its normal mobility, in which all is of order 1
/// however unequal the masses and however grazing the approach.
pub(super) struct Path {
    pub(super) slip: Vector,
    pub(super) matrix: Matrix,
    pub(super) tangent: Tangent,
    /// The unit of impulse.
    pub(super) unit: f64,
    /// The error that a step may have.
    pub(super) tolerance: f64,
}

impl Path {
    pub(super) fn new(contact: &Contact, tolerance: f64) -> Self {
        let mobility = contact.matrix[2][2];
        let approach = contact.approach();
        let matrix = contact.matrix.map(|row| scale(row, 1.0 / mobility));
        Self {
            slip: scale(contact.slip, 1.0 / approach),
            matrix,
            tangent: Tangent::of(&matrix),
            unit: approach / mobility,
            tolerance,
        }
    }

    #[inline]
    pub(super) fn slip_after(&self, impulse: Vector) -> Vector {
        add(self.slip, apply(&self.matrix, impulse))
    }

    /// The slip below which there is none.
    pub(super) fn no_slip(&self, impulse: Vector) -> f64 {
        let friction = self.tangent.largest() * planar_length([impulse[0], impulse[1]]);
        let coupling = planar_length(self.tangent.normal) * impulse[2];
        NO_SLIP
            * self.tolerance
            * (planar_length([self.slip[0], self.slip[1]]) + friction + coupling)
    }

    /// One phase: straight to its next event, or turning until the slip no longer does.
    fn phase(&self, friction: &Friction, progress: &mut Progress, grip: &mut Grip) -> Ending {
        let slip = self.slip_after(progress.impulse);
        let ending = match *grip {
            Grip::Sliding => self.slide(friction, progress, slip),
            Grip::Sticking => {
                let hold = self.tangent.solve(self.tangent.normal);
                self.straight(progress, [-hold[0], -hold[1], 1.0], slip[2], f64::INFINITY)
            }
            Grip::Leaving(push) => {
                self.straight(progress, [push[0], push[1], 1.0], slip[2], f64::INFINITY)
            }
        };
        if ending == Ending::Rest {
            *grip = self.grip_at_rest(friction);
        }
        ending
    }

    fn grip_at_rest(&self, friction: &Friction) -> Grip {
        let hold = planar_length(self.tangent.solve(self.tangent.normal));
        if hold <= friction.sticking() {
            return Grip::Sticking;
        }
        // Friction −μ·û with M_tn − μ M_tt û = c·û, c > 0: the minimum on the circle of μ.
        Grip::Leaving(if friction.sliding() == 0.0 {
            [0.0, 0.0]
        } else {
            self.tangent.minimum_on_circle(self.tangent.normal, friction.sliding())
        })
    }

    fn slide(&self, friction: &Friction, progress: &mut Progress, slip: Vector) -> Ending {
        let mu = friction.sliding();
        let speed = planar_length([slip[0], slip[1]]);
        if friction.sticking() == 0.0 {
            return self.straight(progress, [0.0, 0.0, 1.0], slip[2], f64::INFINITY);
        }
        if speed <= self.no_slip(progress.impulse) {
            return Ending::Rest;
        }
        let along = [slip[0] / speed, slip[1] / speed];
        let (growth, turning) = self.rates(along, mu);
        let rate = mu * self.tangent.largest() + planar_length(self.tangent.normal);
        let straight = STRAIGHT * self.tolerance * rate;
        if turning.abs() <= straight {
            return self.keep_direction(progress, mu, along, speed, growth);
        }
        match turn_slip(self, mu, straight, progress, slip) {
            Turned::Ended(ending) => ending,
            // With the direction it settled on: what is left of the slip may be too small to tell.
            Turned::Settled { along, speed } => {
                let (growth, _) = self.rates(along, mu);
                self.keep_direction(progress, mu, along, speed, growth)
            }
        }
    }

    fn keep_direction(
        &self,
        progress: &mut Progress,
        mu: f64,
        along: Planar,
        speed: f64,
        growth: f64,
    ) -> Ending {
        let normal = self.slip_after(progress.impulse)[2];
        let rest = if growth < 0.0 { speed / -growth } else { f64::INFINITY };
        self.straight(progress, [-mu * along[0], -mu * along[1], 1.0], normal, rest)
    }

    /// How the slip grows along its direction and how fast that turns, per normal impulse; the
    /// latter times the slip.
    #[inline]
    pub(super) fn rates(&self, along: Planar, mu: f64) -> (f64, f64) {
        let image = self.tangent.apply(along);
        let change =
            [self.tangent.normal[0] - mu * image[0], self.tangent.normal[1] - mu * image[1]];
        (planar_dot(along, change), along[0] * change[1] - along[1] * change[0])
    }

    /// Along a ray of impulse the normal velocity is linear and its work quadratic: the next event
    /// is a closed form.
    fn straight(&self, progress: &mut Progress, ray: Vector, normal: f64, rest: f64) -> Ending {
        let slope = apply(&self.matrix, ray)[2];
        let (advance, turns) = if progress.compressing {
            (if slope > 0.0 { (-normal).max(0.0) / slope } else { f64::INFINITY }, true)
        } else {
            restitution_ends(normal.max(0.0), slope, progress.target - progress.work)
        };
        if advance.is_infinite() && rest.is_infinite() {
            return Ending::Stuck;
        }
        let way = advance.min(rest);
        progress.impulse = add(progress.impulse, scale(ray, way));
        progress.work += (normal + 0.5 * slope * way) * way;
        if rest < advance {
            return Ending::Rest;
        }
        if !turns {
            progress.work = progress.target;
        } else if progress.compressing {
            progress.end_compression();
        } else {
            progress.compressing = true;
        }
        Ending::Next
    }
}

/// A slip that turns less than this many tolerances, relative to how it changes, keeps its direction.
const STRAIGHT: f64 = 10.0;

/// Where normal·x + slope·x²/2 reaches `missing`; or, if friction presses the bodies together
/// again before, where the normal velocity vanishes (and true).
fn restitution_ends(normal: f64, slope: f64, missing: f64) -> (f64, bool) {
    let square = normal * normal + 2.0 * slope * missing;
    if square >= 0.0 && normal + square.sqrt() > 0.0 {
        (2.0 * missing / (normal + square.sqrt()), false)
    } else {
        (normal / -slope, true)
    }
}
