//! The plan of an impact: the one struct that the command, the studio and studies fill in.

use carom::check::{check, finite, positive};
use carom::exact::WallImpact;
use carom::law::{Damping, Law};
use carom::{InvalidValue, Substeps};
use carom_schemes::Method;
use carom_schemes::correction::Correction;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::values;

/// When a constant force acts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "kebab-case")]
pub enum ForceDuring {
    /// All the time
    #[default]
    Always,
    /// Only while the mass does not touch the wall: in a step that touches, for the part before
    Free,
}

/// How one impact of a sequence follows another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "kebab-case")]
pub enum ReboundKind {
    /// The mass is put back at the wall with the speed that it left with (Papetti 2011)
    #[default]
    Restart,
    /// It flies until the force brings it back
    Flight,
}

/// Several schemes. The alias makes the command read them as one value.
pub type Methods = Vec<Method>;

/// Everything about the experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(deny_unknown_fields)]
pub struct Impact {
    /// The mass, above 0
    #[cfg_attr(feature = "clap", arg(long, value_name = "KG"))]
    pub mass: f64,

    /// The stiffness k, above 0
    #[cfg_attr(feature = "clap", arg(long, value_name = "N/M^A"))]
    pub stiffness: f64,

    /// The exponent α, 1 or above (1.5 for Hertz)
    #[cfg_attr(feature = "clap", arg(long, value_name = "ALPHA"))]
    pub exponent: f64,

    /// The damping μ = λ/k, 0 or above; without any damping the impact is lossless
    #[serde(default)]
    #[cfg_attr(feature = "clap", arg(long, value_name = "S/M", group = "damping"))]
    pub mu: Option<f64>,

    /// The damping λ = μ·k (N·s/m^(α+1)), 0 or above
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "clap", arg(long, value_name = "LAMBDA", group = "damping"))]
    pub lambda: Option<f64>,

    /// The restitution at --velocity, above 0 and at most 1
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "clap", arg(long, value_name = "E", group = "damping"))]
    pub restitution: Option<f64>,

    /// The velocity towards the wall, above 0
    #[cfg_attr(feature = "clap", arg(long, value_name = "M/S"))]
    pub velocity: f64,

    /// The sample rate, above 0
    #[serde(default = "values::usual_rate")]
    #[cfg_attr(feature = "clap", arg(long, value_name = "HZ", default_value_t = USUAL_RATE))]
    pub rate: f64,

    /// Steps per sample: a whole number, or `auto` for at least twenty steps during the contact
    #[serde(default = "values::one_step")]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N|auto", default_value = "1"))]
    pub substeps: Substeps,

    /// Start at x = −phase·velocity/rate, 0 to 1: where between two samples the impact falls
    #[serde(default)]
    #[cfg_attr(feature = "clap", arg(long, value_name = "0..1", default_value_t = 0.0))]
    pub phase: f64,

    /// The schemes, separated by commas, or `all`
    #[serde(default = "values::all_methods")]
    #[cfg_attr(
        feature = "clap",
        arg(
            long = "scheme",
            value_name = "NAME,...",
            default_value = "all",
            value_parser = values::parse_methods
        )
    )]
    pub methods: Methods,

    /// What to correct: hybrid (x from v in contact), v-out (v at release), both of these, duration
    /// (stiffness in closed form) or duration-phase (stiffness and loss for where between samples it falls)
    #[serde(default, rename = "correction")]
    #[cfg_attr(
        feature = "clap",
        arg(
            long,
            default_value = "none",
            hide_possible_values = true,
            value_parser = values::correction_parser()
        )
    )]
    pub correct: Correction,

    /// A constant force on the mass, positive towards the wall
    #[serde(default)]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = 0.0))]
    pub force: f64,

    /// When the force acts: always, or only while the mass does not touch the wall
    #[serde(default)]
    #[cfg_attr(feature = "clap", arg(long, value_enum, default_value_t))]
    pub force_during: ForceDuring,

    /// A sequence of this many impacts instead of one
    #[serde(default)]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    pub rebounds: Option<u32>,

    /// How one impact follows another: restarted at the wall, or in flight until the force brings
    /// the mass back
    #[serde(default)]
    #[cfg_attr(feature = "clap", arg(long, value_enum, default_value_t, requires = "rebounds"))]
    pub rebound_kind: ReboundKind,
}

/// The sample rate unless given (1/s).
pub const USUAL_RATE: f64 = 44_100.0;

/// The longest sequence of impacts.
const MOST_REBOUNDS: u32 = 100_000;

/// The steps that [`Impact::enough_substeps`] makes a contact span.
const STEPS_IN_CONTACT: f64 = 20.0;

/// The most steps per sample: a step is a sample of a voice of its own.
const MOST_SUBSTEPS: u32 = 1_000_000;

/// Why an experiment cannot be run.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ImpactError {
    /// A number is out of range.
    #[error(transparent)]
    Value(#[from] InvalidValue),
    /// The damping is given in two ways.
    #[error("restitution, lambda and mu all give the damping; only one of them can be given")]
    TwoDampings,
    /// A scheme is listed twice.
    #[error("methods: {0} is listed twice")]
    RepeatedMethod(Method),
    /// A flight needs something to bring the mass back.
    #[error(
        "force is {0}, it must be above 0 for rebounds in flight: nothing else brings the mass back"
    )]
    NoReturn(f64),
    /// The force stops the mass before the wall.
    #[error("force is {0}, with it the mass turns back before it reaches the wall")]
    NeverTouches(f64),
    /// The contact is too short for `auto`.
    #[error(
        "substeps auto: {0:.3e} steps per sample would be needed, and at most {most} are \
         allowed; a higher rate or a lower stiffness needs fewer",
        most = MOST_SUBSTEPS
    )]
    TooManySubsteps(f64),
}

impl Impact {
    /// A lossless impact at 1 m/s and 44.1 kHz by all schemes.
    #[must_use]
    pub fn new(mass: f64, stiffness: f64, exponent: f64) -> Self {
        Self {
            mass,
            stiffness,
            exponent,
            mu: None,
            lambda: None,
            restitution: None,
            velocity: 1.0,
            rate: USUAL_RATE,
            substeps: Substeps::Fixed(1),
            phase: 0.0,
            methods: Method::CONTACT.to_vec(),
            correct: Correction::None,
            force: 0.0,
            force_during: ForceDuring::Always,
            rebounds: None,
            rebound_kind: ReboundKind::Restart,
        }
    }

    /// Checks every field.
    ///
    /// # Errors
    ///
    /// The first field that is not allowed.
    pub fn check(&self) -> Result<(), ImpactError> {
        WallImpact::new(self.mass, self.stiffness, self.exponent, 0.0, self.velocity)?;
        if [self.mu, self.lambda, self.restitution].iter().flatten().count() > 1 {
            return Err(ImpactError::TwoDampings);
        }
        self.law()?;
        positive("rate", self.rate)?;
        if let Substeps::Fixed(count) = self.substeps {
            let holds = (1..=MOST_SUBSTEPS).contains(&count);
            check(holds, "substeps", count.into(), "auto or a whole number from 1 to 1000000")?;
        }
        check((0.0..=1.0).contains(&self.phase), "phase", self.phase, "between 0 and 1")?;
        finite("force", self.force)?;
        let is_repeated = |i: &usize| self.methods[..*i].contains(&self.methods[*i]);
        if let Some(i) = (0..self.methods.len()).find(is_repeated) {
            return Err(ImpactError::RepeatedMethod(self.methods[i]));
        }
        if let Some(count) = self.rebounds {
            let holds = (1..=MOST_REBOUNDS).contains(&count);
            check(holds, "rebounds", count.into(), "a whole number from 1 to 100000")?;
            if self.is_flight() && self.force <= 0.0 {
                return Err(ImpactError::NoReturn(self.force));
            }
        }
        if self.speed_at_wall(self.velocity).is_none() {
            return Err(ImpactError::NeverTouches(self.force));
        }
        self.steps_per_sample().map(drop)
    }

    /// The damping μ (s/m).
    pub fn mu(&self) -> Result<f64, InvalidValue> {
        self.damping().mu(self.stiffness)
    }

    fn damping(&self) -> Damping {
        match (self.lambda, self.restitution) {
            (Some(lambda), _) => Damping::Lambda(lambda),
            (_, Some(restitution)) => Damping::Restitution { restitution, speed: self.velocity },
            _ => Damping::Mu(self.mu.unwrap_or(0.0)),
        }
    }

    /// The law of the contact.
    pub fn law(&self) -> Result<Law, InvalidValue> {
        Law::hunt_crossley(self.stiffness, self.exponent, self.damping())
    }

    /// How many impacts.
    pub(super) fn count(&self) -> u32 {
        self.rebounds.unwrap_or(1)
    }

    /// Whether the mass flies from one impact to the next.
    pub(super) fn is_flight(&self) -> bool {
        self.rebounds.is_some() && self.rebound_kind == ReboundKind::Flight
    }

    /// Where a mass with this speed starts (m).
    pub(super) fn start(&self, velocity: f64) -> f64 {
        if self.phase == 0.0 { 0.0 } else { -self.phase * velocity / self.rate }
    }

    /// The speed at the wall of a mass that starts with this speed; the force acts on the way.
    pub(super) fn speed_at_wall(&self, velocity: f64) -> Option<f64> {
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
    pub fn closed_form(&self) -> Result<WallImpact, ImpactError> {
        let speed = self.speed_at_wall(self.velocity);
        let speed = speed.ok_or(ImpactError::NeverTouches(self.force))?;
        Ok(WallImpact::new(self.mass, self.stiffness, self.exponent, self.mu()?, speed)?)
    }

    /// How many steps per sample make the contact span at least twenty of them.
    pub fn enough_substeps(&self) -> Result<f64, ImpactError> {
        let time = self.closed_form()?.contact_time();
        Ok((STEPS_IN_CONTACT / (time * self.rate)).ceil().max(1.0))
    }

    /// How many steps are taken in each sample.
    pub fn steps_per_sample(&self) -> Result<u32, ImpactError> {
        if let Substeps::Fixed(count) = self.substeps {
            return Ok(count);
        }
        let steps = self.enough_substeps()?;
        if steps > f64::from(MOST_SUBSTEPS) {
            return Err(ImpactError::TooManySubsteps(steps));
        }
        Ok(steps as u32)
    }
}
