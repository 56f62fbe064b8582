//! The result of several contacts, as numbers.

use carom_rigid as rigid;
use carom_rigid::algebra::{add, apply, cross, length, scale, subtract};
use carom_rigid::{Body, ForceSample, Resolution, Resolved, Vector, resolve_with};
use serde::Serialize;

use super::super::answer::{BodyState, CollideError, Energy, MOST_SAMPLES, Residual};
use super::Pile;

/// Several contacts at once, SI units, vectors in the axes of the world.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeveralAnswer {
    /// The version of this structure.
    pub version: u32,
    /// The title of the collision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Always `several`.
    pub method: &'static str,
    /// The bodies as they leave, in the order of the file.
    pub bodies: Vec<BodyState>,
    /// The contacts, in the order of the file.
    pub contacts: Vec<ContactAnswer>,
    /// From the start until the last contact parted (s).
    pub duration: f64,
    /// Kinetic energy of all bodies.
    pub energy: Energy,
    /// The bodies as they came.
    pub before: Vec<BodyState>,
    /// What is missing from the balances of momentum, of the worst body.
    pub residual: Residual,
    /// How many steps it took.
    pub steps: usize,
}

/// What one of several contacts did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ContactAnswer {
    /// The names of its bodies.
    pub between: [String; 2],
    /// The impulse on the first of them (N·s); the second took its opposite.
    pub impulse: Vector,
    /// When it first touched and when it parted for good (s); none if it never touched.
    pub touched: Option<(f64, f64)>,
    /// The largest force (N), as the mean over a five hundredth of the duration.
    pub peak_force: f64,
    /// The force on the first body, at the rate of the caller.
    #[serde(skip)]
    pub history: Vec<ForceSample>,
    /// The same as a picture needs it.
    #[serde(skip)]
    pub curve: Vec<ForceSample>,
}

/// Periods of the curve for pictures and for the peak.
const PERIODS: f64 = 500.0;

impl Pile {
    /// Computes all contacts together, and their forces `rate` times per second; without a rate, a
    /// thousand times in all.
    pub fn resolve(&self, rate: Option<f64>) -> Result<SeveralAnswer, CollideError> {
        let steps = self.collision.compliant.steps.unwrap_or(400) as usize;
        let steps = steps.clamp(20, 100_000);
        let resolution =
            Resolution::default().with_steps(steps).map_err(rigid::CollisionError::from)?;
        let found = resolve_with(&self.bodies, &self.contacts, resolution)?;
        let rate = rate.unwrap_or(2.0 * PERIODS / found.duration);
        let samples = rate * found.duration;
        if samples > MOST_SAMPLES as f64 * (1.0 + 1e-9) {
            return Err(CollideError::TooManySamples {
                contact_time: found.duration,
                samples,
                rate,
                most: MOST_SAMPLES,
                highest: MOST_SAMPLES as f64 / found.duration,
            });
        }
        let sampled = |rate: f64| -> Result<Vec<Vec<ForceSample>>, CollideError> {
            let resolution = resolution.with_history(rate).map_err(rigid::CollisionError::from)?;
            Ok(resolve_with(&self.bodies, &self.contacts, resolution)?.histories)
        };
        let (curves, histories) = (sampled(PERIODS / found.duration)?, sampled(rate)?);
        Ok(self.answer(&found, curves, histories))
    }

    fn answer(
        &self,
        found: &Resolved,
        curves: Vec<Vec<ForceSample>>,
        histories: Vec<Vec<ForceSample>>,
    ) -> SeveralAnswer {
        let forces = curves.into_iter().zip(histories);
        let contacts = forces.enumerate().map(|(i, (curve, history))| ContactAnswer {
            between: self.collision.contact[i].between.clone(),
            impulse: plain(found.impulses[i]),
            touched: found.touched[i],
            peak_force: curve.iter().map(|sample| length(sample.force)).fold(0.0, f64::max),
            history,
            curve,
        });
        SeveralAnswer {
            version: 1,
            title: self.collision.title.clone(),
            method: "several",
            bodies: self.states(&found.bodies),
            contacts: contacts.collect(),
            duration: found.duration,
            energy: Energy { before: found.energy_before, after: found.energy_after },
            before: self.states(&self.bodies),
            residual: self.residual(found),
            steps: found.steps,
        }
    }

    fn states(&self, bodies: &[Body]) -> Vec<BodyState> {
        let named = self.collision.body.iter().zip(bodies);
        let state = |(named, body): (&super::super::Body, &Body)| BodyState {
            name: named.name.clone(),
            velocity: plain(body.velocity()),
            spin: plain(body.spin()),
        };
        named.map(state).collect()
    }

    fn residual(&self, found: &Resolved) -> Residual {
        let mut worst = Residual { momentum: 0.0, angular_momentum: 0.0 };
        for (i, (old, new)) in self.bodies.iter().zip(&found.bodies).enumerate() {
            if old.is_immovable() {
                continue;
            }
            let [push, turn] = self.given(i, &found.impulses);
            let momentum = [old, new].map(|body| scale(body.velocity(), body.mass()));
            worst.momentum = worst.momentum.max(off(momentum, push));
            let turning = [old, new].map(|body| apply(body.inertia(), body.spin()));
            worst.angular_momentum = worst.angular_momentum.max(off(turning, turn));
        }
        worst
    }

    /// Impulse and moment that all contacts give to a body, each with the sum of their sizes.
    fn given(&self, body: usize, impulses: &[Vector]) -> [(Vector, f64); 2] {
        let mut sums = [([0.0; 3], 0.0); 2];
        for (contact, impulse) in self.contacts.iter().zip(impulses) {
            for (side, sign) in [(0, 1.0), (1, -1.0)] {
                if contact.between()[side] == body {
                    let push = scale(*impulse, sign);
                    let turn = cross(contact.levers()[side], push);
                    for (sum, part) in sums.iter_mut().zip([push, turn]) {
                        *sum = (add(sum.0, part), sum.1 + length(part));
                    }
                }
            }
        }
        sums
    }
}

/// Without the sign of a zero.
fn plain(a: Vector) -> Vector {
    add(a, [0.0; 3])
}

/// How far a gain is from what was given, relative to all of them.
fn off([before, after]: [Vector; 2], (given, sizes): (Vector, f64)) -> f64 {
    let size = length(before) + length(after) + sizes;
    let error = length(subtract(subtract(after, before), given));
    if size > 0.0 { error / size } else { 0.0 }
}
