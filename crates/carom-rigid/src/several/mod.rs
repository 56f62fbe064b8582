//! Several contacts of rigid bodies at once.
//!
//! Each contact has a stiffness and a finite time: forces follow from compressions, and act together.
//! Which contact passes on its impulse first is decided by stiffness and gaps, not by an order of a list.

mod law;
mod point;
mod run;

pub use law::ContactLaw;
pub use point::ContactPoint;

use crate::algebra::{Vector, is_finite, scale};
use crate::history::Recorder;
use crate::{Body, CollisionError, ForceSample};
use carom::InvalidValue;
use carom::check::{check, positive};
use run::Run;

/// What several contacts at once did.
#[derive(Clone, Debug, PartialEq)]
pub struct Resolved {
    /// The bodies as they leave.
    pub bodies: Vec<Body>,
    /// The impulse of each contact on the first of its bodies (N·s), in the axes of the world.
    pub impulses: Vec<Vector>,
    /// When each contact first touched and when it parted for good (s); none if it never touched.
    pub touched: Vec<Option<(f64, f64)>>,
    /// From the start until the last contact parted (s).
    pub duration: f64,
    /// How many steps it took.
    pub steps: usize,
    /// Kinetic energy before (J).
    pub energy_before: f64,
    /// Kinetic energy after (J); more than before only if an immovable body moves and so drives.
    pub energy_after: f64,
    /// The force of each contact on the first of its bodies, where a rate is given; else empty.
    pub histories: Vec<Vec<ForceSample>>,
}

/// How finely several contacts are followed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Resolution {
    steps: usize,
    rate: Option<f64>,
}

impl Default for Resolution {
    fn default() -> Self {
        Self { steps: 400, rate: None }
    }
}

impl Resolution {
    /// About this many steps for the shortest contact that acts.
    pub fn with_steps(self, steps: usize) -> Result<Self, InvalidValue> {
        check((20..=100_000).contains(&steps), "steps", steps as f64, "from 20 to 100000")?;
        Ok(Self { steps, ..self })
    }

    /// With histories of the forces, sampled this often (Hz).
    pub fn with_history(self, rate: f64) -> Result<Self, InvalidValue> {
        Ok(Self { rate: Some(positive("rate of the history", rate)?), ..self })
    }
}

/// The most contacts at once.
pub const MOST_CONTACTS: usize = 4096;

/// Computes what several contacts at once do to several bodies, until all of them have parted.
///
/// The places of the bodies stay as they are while it lasts; only compressions and gaps change.
///
/// ```
/// use carom_rigid::{Body, ContactLaw, ContactPoint, resolve};
/// // Newton's cradle of three balls that touch: the first moves.
/// let ball = Body::sphere(0.1, 0.01)?;
/// let balls = [ball.moving([1.0, 0.0, 0.0], [0.0; 3]), ball, ball];
/// let steel = ContactLaw::new(1e10, 1.5, 1.0)?;
/// let levers = [[0.01, 0.0, 0.0], [-0.01, 0.0, 0.0]];
/// let touch = |i| ContactPoint::new([i, i + 1], levers, [-1.0, 0.0, 0.0], steel);
/// let after = resolve(&balls, &[touch(0), touch(1)])?;
/// let speeds: Vec<f64> = after.bodies.iter().map(|ball| ball.velocity()[0]).collect();
/// assert!(speeds[0] < 0.0 && speeds[1] > 0.0 && speeds[2] > 0.9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn resolve(bodies: &[Body], contacts: &[ContactPoint]) -> Result<Resolved, CollisionError> {
    resolve_with(bodies, contacts, Resolution::default())
}

/// The same, as finely as wanted, and with histories of the forces.
pub fn resolve_with(
    bodies: &[Body],
    contacts: &[ContactPoint],
    resolution: Resolution,
) -> Result<Resolved, CollisionError> {
    let listed = checked(bodies, contacts)?;
    // Sums are taken in an order of the contacts' own: where bodies rattle, a different last digit
    // would grow to a different result.
    let mut order: Vec<usize> = (0..listed.len()).collect();
    order.sort_by(|a, b| listed[*a].order(&listed[*b]));
    let contacts: Vec<ContactPoint> = order.iter().map(|i| listed[*i]).collect();
    let mut recorders: Vec<Recorder> =
        contacts.iter().map(|_| Recorder::new(resolution.rate.is_some())).collect();
    let mut run = Run::new(bodies, &contacts, resolution.steps);
    run.approaching()?;
    run.finish(&mut recorders)?;
    let impulses = run.impulses();
    let bodies_after = struck(bodies, &contacts, &impulses);
    let fine = bodies_after.iter().all(|body| is_finite(body.velocity()) && is_finite(body.spin()));
    if !fine {
        return Err(CollisionError::Unfinished { method: "several contacts" });
    }
    let sample = |(c, recorder): (usize, &Recorder)| match resolution.rate {
        Some(rate) => recorder.sampled(rate, |force| run.in_world(c, force)),
        None => Vec::new(),
    };
    let histories: Vec<Vec<ForceSample>> = match resolution.rate {
        Some(_) => recorders.iter().enumerate().map(sample).collect(),
        None => Vec::new(),
    };
    let energy = |bodies: &[Body]| bodies.iter().map(Body::energy).sum();
    Ok(Resolved {
        impulses: as_listed(&order, impulses),
        touched: as_listed(&order, run.touched()),
        duration: run.duration(),
        steps: run.steps_taken(),
        energy_before: energy(bodies),
        energy_after: energy(&bodies_after),
        bodies: bodies_after,
        histories: as_listed(&order, histories),
    })
}

/// Values of contacts, back in the order of the list.
fn as_listed<T>(order: &[usize], values: Vec<T>) -> Vec<T> {
    let mut placed: Vec<(usize, T)> = order.iter().copied().zip(values).collect();
    placed.sort_by_key(|(place, _)| *place);
    placed.into_iter().map(|(_, value)| value).collect()
}

fn checked(
    bodies: &[Body],
    contacts: &[ContactPoint],
) -> Result<Vec<ContactPoint>, CollisionError> {
    let count = contacts.len();
    let allowed = "from 1 to 4096";
    check((1..=MOST_CONTACTS).contains(&count), "number of contacts", count as f64, allowed)?;
    for body in bodies {
        let known = is_finite(body.velocity()) && is_finite(body.spin());
        let sum: f64 = body.velocity().iter().chain(&body.spin()).sum();
        check(known, "velocity or spin", sum, "finite in every component")?;
    }
    contacts.iter().map(|contact| contact.checked(bodies)).collect()
}

/// The bodies after the whole impulse of every contact, each once: momentum to rounding, whatever
/// the number of steps.
fn struck(bodies: &[Body], contacts: &[ContactPoint], impulses: &[Vector]) -> Vec<Body> {
    let mut after = bodies.to_vec();
    for (contact, impulse) in contacts.iter().zip(impulses) {
        for (side, sign) in [(0, 1.0), (1, -1.0)] {
            let body = &mut after[contact.between[side]];
            *body = body.struck_with_lever(scale(*impulse, sign), contact.levers[side]);
        }
    }
    after
}
