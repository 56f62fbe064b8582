//! The result of a collision, as numbers.

use carom_files::{FileErrors, Record};
use carom_rigid as rigid;
use carom_rigid::algebra::{add, apply, cross, length, scale, subtract};
use carom_rigid::{CollisionError, ForceSample, Outcome, Vector};
use serde::Serialize;
use thiserror::Error;

use super::{Method, Parsed};

/// A collision by one method, SI units, vectors in the axes of the world.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Answer {
    /// The version of this structure.
    pub version: u32,
    /// The title of the collision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// How it was computed.
    pub method: &'static str,
    /// The bodies as they leave, in the order of the file.
    pub bodies: [BodyState; 2],
    /// The impulse on the first body (N·s); the second took its opposite.
    pub impulse: Vector,
    /// How long they touched (s); 0 for mirtich, which knows no time.
    pub contact_time: f64,
    /// The largest force (N); none for mirtich.
    pub peak_force: Option<f64>,
    /// The share of the normal impulse that acted while the contact stuck; none without friction and
    /// for lugre's bristles.
    pub sticking: Option<f64>,
    /// Of the point of contact of the first body over that of the second.
    pub slip: Slip,
    /// Kinetic energy.
    pub energy: Energy,
    /// The bodies as they came.
    pub before: [BodyState; 2],
    /// What is missing from the balances of momentum.
    pub residual: Residual,
    /// The force on the first body as a picture needs it; empty for mirtich.
    #[serde(skip)]
    pub curve: Vec<ForceSample>,
    /// The same at the rate of the caller.
    #[serde(skip)]
    pub history: Vec<ForceSample>,
}

/// How a body moves.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BodyState {
    /// Its name.
    pub name: String,
    /// Of the centre of mass (m/s).
    pub velocity: Vector,
    /// rad/s.
    pub spin: Vector,
}

/// Velocities of the points of contact (m/s).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Slip {
    /// As they touch.
    pub before: Vector,
    /// As they part.
    pub after: Vector,
}

/// Kinetic energy of both bodies (J); that of an immovable one counts as 0.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Energy {
    /// As they touch.
    pub before: f64,
    /// As they part.
    pub after: f64,
}

/// What is missing from balances, relative to what is balanced.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Residual {
    /// m·Δv against the impulse, the worse of both bodies.
    pub momentum: f64,
    /// J·Δω against the moment of the impulse, the worse of both bodies.
    pub angular_momentum: f64,
}

/// The same collision by several methods.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The version of this structure.
    pub version: u32,
    /// The results of the methods that could compute it.
    pub collisions: Vec<Answer>,
    /// The errors of the others.
    pub refused: Vec<MethodError>,
}

/// The error of a method that could not compute the collision.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MethodError {
    /// Its name.
    pub method: &'static str,
    /// Why, in one line.
    pub message: String,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum CollideError {
    /// The file does not fit the method; shown with the lines that are meant.
    #[error("{0}")]
    Scene(#[from] FileErrors),
    /// The engine gave up.
    #[error(transparent)]
    Engine(#[from] CollisionError),
    /// The history would not fit.
    #[error(
        "a contact of {contact_time:.3e} s has {samples:.3e} samples at {rate} Hz, more than the \
         {most} allowed; the rate must be at most {highest:.3e} Hz"
    )]
    TooManySamples {
        /// s.
        contact_time: f64,
        /// How many there would be.
        samples: f64,
        /// Hz.
        rate: f64,
        /// How many are allowed.
        most: usize,
        /// The highest rate with which they would fit (Hz).
        highest: f64,
    },
}

impl CollideError {
    /// The reason alone, in one line.
    #[must_use]
    pub fn reason(&self) -> String {
        match self {
            Self::Scene(errors) => {
                errors.errors().first().map_or_else(String::new, |error| error.message.clone())
            }
            other => other.to_string(),
        }
    }
}

/// Periods of the curve for pictures and for the peak.
const PERIODS: f64 = 500.0;

/// The most samples of a history.
pub const MOST_SAMPLES: usize = 1_000_000;

/// The usual rate of a history (Hz), lower where it would not fit.
const RATE: f64 = 1e6;

/// Computes a collision by one method, and its force `rate` times per second; without a rate, a
/// million times, or fewer where they would not fit.
pub fn collide(parsed: &Parsed, method: Method, rate: Option<f64>) -> Result<Answer, CollideError> {
    let engine = parsed.method(method)?;
    let after = rigid::collide(&parsed.bodies, &engine)?;
    let time = after.contact_time;
    let most = MOST_SAMPLES as f64;
    let sampled = |rate: f64| rigid::collide_with_history(&parsed.bodies, &engine, rate);
    let (mut curve, mut history) = (Vec::new(), Vec::new());
    if time > 0.0 {
        let rate = rate.unwrap_or_else(|| RATE.min(most / time));
        let samples = rate * time;
        if samples > most * (1.0 + 1e-9) {
            let highest = most / time;
            let (contact_time, most) = (time, MOST_SAMPLES);
            return Err(CollideError::TooManySamples {
                contact_time,
                samples,
                rate,
                most,
                highest,
            });
        }
        curve = sampled(PERIODS / time)?.history;
        history = sampled(rate)?.history;
    }
    Ok(answer(parsed, method, &after, curve, history))
}

/// Computes a collision by all methods; those that cannot do it give an error.
#[must_use]
pub fn compare(parsed: &Parsed, rate: Option<f64>) -> Comparison {
    let (mut collisions, mut refused) = (Vec::new(), Vec::new());
    for method in Method::ALL {
        match collide(parsed, method, rate) {
            Ok(answer) => collisions.push(answer),
            Err(error) => {
                refused.push(MethodError { method: method.name(), message: error.reason() });
            }
        }
    }
    Comparison { version: 1, collisions, refused }
}

fn answer(
    parsed: &Parsed,
    method: Method,
    after: &Outcome,
    curve: Vec<ForceSample>,
    history: Vec<ForceSample>,
) -> Answer {
    let (holds, _) = parsed.collision.friction.coefficients();
    let peak = curve.iter().map(|sample| length(sample.force)).reduce(f64::max);
    let [first, second] = &after.bodies;
    let slip = subtract(first.contact_velocity(), second.contact_velocity());
    Answer {
        version: 1,
        title: parsed.collision.title.clone(),
        method: method.name(),
        bodies: states(parsed, &after.bodies),
        impulse: plain(after.impulse),
        contact_time: after.contact_time,
        peak_force: peak,
        sticking: after.sticking.filter(|_| holds > 0.0),
        slip: Slip { before: plain(parsed.bodies.slip()), after: plain(slip) },
        energy: Energy { before: after.energy_before, after: after.energy_after },
        before: states(parsed, parsed.bodies.bodies()),
        residual: residual(&parsed.bodies, after),
        curve,
        history,
    }
}

fn states(parsed: &Parsed, bodies: &[rigid::Body; 2]) -> [BodyState; 2] {
    [0, 1].map(|i| BodyState {
        name: parsed.collision.body.get(i).map(|body| body.name.clone()).unwrap_or_default(),
        velocity: plain(bodies[i].velocity()),
        spin: plain(bodies[i].spin()),
    })
}

/// Without the sign of a zero.
fn plain(a: Vector) -> Vector {
    add(a, [0.0; 3])
}

fn residual(before: &rigid::Collision, after: &Outcome) -> Residual {
    let mut worst = Residual { momentum: 0.0, angular_momentum: 0.0 };
    for (i, sign) in [(0, 1.0), (1, -1.0)] {
        let (old, new) = (&before.bodies()[i], &after.bodies[i]);
        if old.is_immovable() {
            continue;
        }
        let impulse = scale(after.impulse, sign);
        let momentum = [old, new].map(|body| scale(body.velocity(), body.mass()));
        worst.momentum = worst.momentum.max(off(momentum, impulse));
        let turning = [old, new].map(|body| apply(body.inertia(), body.spin()));
        let moment = cross(old.contact(), impulse);
        worst.angular_momentum = worst.angular_momentum.max(off(turning, moment));
    }
    worst
}

/// How far a gain is from what was given, relative to all of them.
fn off([before, after]: [Vector; 2], given: Vector) -> f64 {
    let size = length(before) + length(after) + length(given);
    let error = length(subtract(subtract(after, before), given));
    if size > 0.0 { error / size } else { 0.0 }
}

/// What came of a collision by one method, or by several.
#[derive(Clone, Debug)]
pub enum Results {
    /// By one method.
    One(Box<Answer>),
    /// By several.
    All(Comparison),
}

impl Results {
    /// The answers.
    #[must_use]
    pub fn answers(&self) -> &[Answer] {
        match self {
            Self::One(answer) => std::slice::from_ref(answer),
            Self::All(comparison) => &comparison.collisions,
        }
    }

    /// The answers with their record as JSON.
    pub fn to_json(&self, record: &Record) -> serde_json::Result<String> {
        let mut value = match self {
            Self::One(answer) => serde_json::to_value(answer)?,
            Self::All(comparison) => serde_json::to_value(comparison)?,
        };
        record.add_to(&mut value);
        serde_json::to_string_pretty(&value)
    }
}
