//! A mass against a wall, by every scheme that is asked for, beside the exact answer.
//!
//! ```
//! use carom_lab::impact::{Impact, compare};
//! let hard = Impact { velocity: 1.0, ..Impact::new(0.01, 1e9, 1.5) };
//! let comparison = compare(&hard)?;
//! assert!(comparison.runs.iter().any(|run| run.scheme == "two-point"));
//! # Ok::<(), carom_lab::impact::InvalidImpact>(())
//! ```

mod answer;
mod run;
pub mod survey;
mod watch;

pub use answer::{Approximated, Exact};
pub use run::{Run, Sample, Status};

use carom::correction::Correction;
use carom::exact::WallImpact;
use carom::law::{Damping, Law};
use carom::{InvalidValue, Method};
use serde::Serialize;
use thiserror::Error;

/// When a constant force acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForceDuring {
    /// All the time.
    Always,
    /// Only while the mass does not touch the wall: in a step that touches, for the part before.
    Free,
}

/// How a sequence of rebounds goes on after a release.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReboundKind {
    /// The mass is put back at the wall with the speed that it left with, as papetti does.
    Restart,
    /// It flies until the force brings it back.
    Flight,
}

/// A sequence of impacts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rebounds {
    /// How many impacts.
    pub count: u32,
    /// How one follows the other.
    pub kind: ReboundKind,
}

/// The correction of a run, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Correct {
    /// None.
    None,
    /// Compression from velocity while in contact.
    Hybrid,
    /// The exact outgoing velocity.
    VOut,
    /// Both.
    Both,
    /// The stiffness in closed form.
    Duration,
    /// The stiffness for the phase of the impact.
    DurationPhase,
}

impl Correct {
    /// All of them, in the order in which they are listed.
    pub const ALL: [Self; 6] =
        [Self::None, Self::Hybrid, Self::VOut, Self::Both, Self::Duration, Self::DurationPhase];

    /// The name that the command uses.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Hybrid => "hybrid",
            Self::VOut => "v-out",
            Self::Both => "both",
            Self::Duration => "duration",
            Self::DurationPhase => "duration-phase",
        }
    }

    fn correction(self) -> Correction {
        match self {
            Self::None => Correction::None,
            Self::Hybrid => Correction::Hybrid,
            Self::VOut => Correction::VOut,
            Self::Both => Correction::Both,
            Self::Duration => Correction::Duration,
            Self::DurationPhase => Correction::DurationPhase,
        }
    }
}

/// Everything about the experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct Impact {
    /// kg.
    pub mass: f64,
    /// N/m^α.
    pub stiffness: f64,
    /// α ≥ 1.
    pub exponent: f64,
    /// The loss; a restitution is that at `velocity`.
    pub damping: Damping,
    /// m/s, towards the wall.
    pub velocity: f64,
    /// Samples per second.
    pub rate: f64,
    /// Steps per sample.
    pub substeps: u32,
    /// The mass starts at −phase·velocity/rate, 0 ≤ phase ≤ 1.
    pub phase: f64,
    /// N, positive towards the wall.
    pub force: f64,
    /// When the force acts.
    pub force_during: ForceDuring,
    /// A sequence instead of one impact.
    pub rebounds: Option<Rebounds>,
    /// The schemes to run.
    pub methods: Vec<Method>,
    /// The correction of all of them.
    pub correct: Correct,
}

/// The sample rate unless given (1/s).
pub const DEFAULT_RATE: f64 = 44_100.0;

/// A contact longer than this (in steps) is refused before it starts.
pub const MOST_CONTACT_STEPS: f64 = 1e7;

/// A whole run longer than this (in steps) is refused before it starts.
pub const MOST_STEPS: f64 = 1e9;

/// The longest sequence of impacts.
pub const MOST_REBOUNDS: u32 = 100_000;

/// The steps that [`Impact::enough_substeps`] makes a contact span.
const STEPS_IN_CONTACT: f64 = 20.0;

/// An experiment that makes no sense.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum InvalidImpact {
    /// A number is out of range.
    #[error(transparent)]
    Value(#[from] InvalidValue),
    /// A flight needs something to bring the mass back.
    #[error(
        "force is {0}, it must be above 0 for rebounds in flight: nothing else brings the mass back"
    )]
    NoReturn(f64),
    /// The force stops the mass before the wall.
    #[error("force is {0}, with it the mass turns back before it reaches the wall")]
    NeverTouches(f64),
}

impl Impact {
    /// A lossless impact at 1 m/s and 44.1 kHz by all schemes.
    #[must_use]
    pub fn new(mass: f64, stiffness: f64, exponent: f64) -> Self {
        Self {
            mass,
            stiffness,
            exponent,
            damping: Damping::Mu(0.0),
            velocity: 1.0,
            rate: DEFAULT_RATE,
            substeps: 1,
            phase: 0.0,
            force: 0.0,
            force_during: ForceDuring::Always,
            rebounds: None,
            methods: Method::CONTACT.to_vec(),
            correct: Correct::None,
        }
    }

    /// Checks every field.
    pub fn check(&self) -> Result<(), InvalidImpact> {
        let rule = |holds: bool, field, value, allowed| {
            if holds { Ok(()) } else { Err(InvalidValue { field, value, allowed }) }
        };
        WallImpact::new(self.mass, self.stiffness, self.exponent, 0.0, self.velocity)?;
        self.law()?;
        let positive = self.rate.is_finite() && self.rate > 0.0;
        rule(positive, "rate", self.rate, "a finite number above 0")?;
        rule(self.substeps > 0, "substeps", 0.0, "a whole number, 1 or above")?;
        let phase_holds = (0.0..=1.0).contains(&self.phase);
        rule(phase_holds, "phase", self.phase, "between 0 and 1")?;
        rule(self.force.is_finite(), "force", self.force, "a finite number")?;
        if let Some(rebounds) = self.rebounds {
            let count = f64::from(rebounds.count);
            let allowed = "a whole number from 1 to 100000";
            rule((1..=MOST_REBOUNDS).contains(&rebounds.count), "rebounds", count, allowed)?;
            if rebounds.kind == ReboundKind::Flight && self.force <= 0.0 {
                return Err(InvalidImpact::NoReturn(self.force));
            }
        }
        if self.speed_at_wall(self.velocity).is_none() {
            return Err(InvalidImpact::NeverTouches(self.force));
        }
        Ok(())
    }

    /// The damping μ (s/m).
    pub fn mu(&self) -> Result<f64, InvalidValue> {
        self.damping.mu(self.stiffness)
    }

    fn law(&self) -> Result<Law, InvalidValue> {
        Law::hunt_crossley(self.stiffness, self.exponent, self.damping)
    }

    /// The time step (s).
    #[must_use]
    pub fn dt(&self) -> f64 {
        1.0 / (self.rate * f64::from(self.substeps))
    }

    /// Where a mass with this speed starts (m).
    fn start(&self, velocity: f64) -> f64 {
        if self.phase == 0.0 { 0.0 } else { -self.phase * velocity / self.rate }
    }

    /// The speed at the wall of a mass that starts with this speed; the force acts on the way.
    fn speed_at_wall(&self, velocity: f64) -> Option<f64> {
        // Relative to the square of the velocity, which may be too small to be squared.
        let gain = -2.0 * self.force / self.mass * self.start(velocity) / velocity / velocity;
        (gain > -1.0).then(|| velocity * (1.0 + gain).sqrt())
    }

    /// Whether the force acts during contact, so that there is no closed form.
    #[must_use]
    pub fn is_pressed(&self) -> bool {
        self.force != 0.0 && self.force_during == ForceDuring::Always
    }

    /// The closed form of the first impact, without a force during contact.
    pub fn closed_form(&self) -> Result<WallImpact, InvalidImpact> {
        let speed = self.speed_at_wall(self.velocity);
        let speed = speed.ok_or(InvalidImpact::NeverTouches(self.force))?;
        Ok(WallImpact::new(self.mass, self.stiffness, self.exponent, self.mu()?, speed)?)
    }

    /// How many steps per sample make the contact span at least twenty of them.
    pub fn enough_substeps(&self) -> Result<f64, InvalidImpact> {
        let time = self.closed_form()?.contact_time();
        Ok((STEPS_IN_CONTACT / (time * self.rate)).ceil().max(1.0))
    }
}

/// The exact answer and what every scheme made of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The version of this structure.
    pub version: u32,
    /// What was asked.
    pub input: Input,
    /// The exact answer.
    pub exact: Exact,
    /// papetti's approximation of order 4.
    pub approx: Approximated,
    /// One for each scheme.
    pub runs: Vec<Run>,
}

/// The experiment as numbers, the damping as the μ it means.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Input {
    /// kg.
    pub mass: f64,
    /// N/m^α.
    pub stiffness: f64,
    /// α.
    pub exponent: f64,
    /// s/m.
    pub mu: f64,
    /// m/s.
    pub velocity: f64,
    /// 1/s.
    pub rate: f64,
    /// 0 to 1.
    pub phase: f64,
    /// N.
    pub force: f64,
    /// Impacts, if a sequence was asked for.
    pub rebounds: Option<u32>,
}

impl Impact {
    fn input(&self) -> Result<Input, InvalidValue> {
        let Self { mass, stiffness, exponent, velocity, rate, phase, force, .. } = *self;
        let (mu, rebounds) = (self.mu()?, self.rebounds.map(|rebounds| rebounds.count));
        Ok(Input { mass, stiffness, exponent, mu, velocity, rate, phase, force, rebounds })
    }
}

/// Runs the experiment.
pub fn compare(impact: &Impact) -> Result<Comparison, InvalidImpact> {
    run_all(impact, None)
}

/// Runs the experiment and shows every sample of every run, in order.
pub fn compare_and_observe(
    impact: &Impact,
    observe: &mut dyn FnMut(&Sample),
) -> Result<Comparison, InvalidImpact> {
    run_all(impact, Some(observe))
}

fn run_all(
    impact: &Impact,
    mut observe: Option<&mut dyn FnMut(&Sample)>,
) -> Result<Comparison, InvalidImpact> {
    impact.check()?;
    let answer = answer::Answer::new(impact)?;
    let mut runs = Vec::with_capacity(impact.methods.len());
    for &method in &impact.methods {
        let observe: Option<&mut dyn FnMut(&Sample)> = match &mut observe {
            Some(observe) => Some(&mut **observe),
            None => None,
        };
        runs.push(run::run(impact, &answer, method, observe));
    }
    let input = impact.input()?;
    Ok(Comparison { version: 1, input, exact: answer.exact, approx: answer.approx, runs })
}
