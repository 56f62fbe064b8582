//! Contact models and the parameters that measurements may decide.

use carom::exact;
use carom::numeric::special::beta;
use carom_rigid::{
    CollisionError, Compliant, Friction, Iguchi, Method, Mirtich, Pulse, Shape, Tangential,
};

use super::uncertainty::NORMAL_95;
use super::{CalibrationError, Disc, Estimate, PulseShape, Trial};
use crate::measure::Measured;

/// A model of the contact between a disc and a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// Constant restitution and Coulomb's friction, by Mirtich's method.
    Mirtich,
    /// The same with a restitution that falls with the speed of approach.
    MirtichFalling,
    /// A pulse of prescribed shape, with friction of sticking and of sliding.
    Pulse,
    /// Hunt and Crossley's force with LuGre's bristles.
    Compliant,
    /// The method of iguchi as printed, calibrated by its three steps in their order.
    Iguchi,
}

/// A number to be fitted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Parameter {
    pub(super) name: &'static str,
    pub(super) unit: &'static str,
    pub(super) meaning: &'static str,
    pub(super) low: f64,
    pub(super) high: f64,
    /// Searched by its logarithm.
    pub(super) log: bool,
}

impl Parameter {
    const fn new(name: &'static str, unit: &'static str, meaning: &'static str, high: f64) -> Self {
        Self { name, unit, meaning, low: 0.0, high, log: false }
    }

    /// The value at a share of the range.
    pub(super) fn value(&self, share: f64) -> f64 {
        if self.log {
            self.low * (self.high / self.low).powf(share)
        } else {
            self.low + share * (self.high - self.low)
        }
    }

    /// The share of the range below a value.
    pub(super) fn share(&self, value: f64) -> f64 {
        let share = if self.log {
            (value / self.low).ln() / (self.high / self.low).ln()
        } else {
            (value - self.low) / (self.high - self.low)
        };
        share.clamp(0.0, 1.0)
    }

    /// A deviation in shares as one of the value.
    pub(super) fn deviation(&self, share: f64, deviation: f64) -> f64 {
        let slope = if self.log {
            self.value(share) * (self.high / self.low).ln()
        } else {
            self.high - self.low
        };
        slope * deviation
    }
}

/// What is known apart from the velocities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setup {
    /// The body.
    pub disc: Disc,
    /// The shape of the force, where it was measured.
    pub pulse: Option<PulseShape>,
}

/// A contact of this length (s) at 1 m/s is assumed where no force was measured: velocities do not
/// depend on it.
const ASSUMED_CONTACT: f64 = 1e-3;
/// The sides of the pulse (s) where no force was measured.
pub(super) const ASSUMED_SIDES: [f64; 2] = [0.25e-3, 0.15e-3];
/// The share of Hertz's contact in which the force is above a twentieth of its peak.
const ABOVE_TWENTIETH: f64 = 0.913;
/// What the unknown restitution of a measured blow leaves open in the stiffness.
const SPEED_OPEN: f64 = 0.18;
/// Hertz's exponent.
const EXPONENT: f64 = 1.5;
/// Damping of the bristles as a share of critical.
const DAMPING: f64 = 0.1;
/// The angular frequency of the disc on its bristles times the contact time: below, they hardly bend
/// back while it lasts; above, they follow Coulomb's friction.
const SOFTEST: f64 = 0.5;
const STIFFEST: f64 = 15.0;
/// Steps of a compliant contact: velocities come out to a few 1e-4, far below any measurement.
const STEPS: usize = 64;

const RESTITUTION: Parameter = Parameter::new("E", "", "restitution", 1.0);
const FRICTION: Parameter = Parameter::new("mu", "", "friction", 1.5);
const SLIDING: Parameter = Parameter::new("mu_d", "", "friction of sliding", 1.5);
const STICKING: Parameter = Parameter::new("mu_s", "", "friction of sticking", 1.5);

impl Model {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Mirtich, Self::MirtichFalling, Self::Pulse, Self::Compliant, Self::Iguchi];

    /// What it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Mirtich => "mirtich",
            Self::MirtichFalling => "mirtich-falling",
            Self::Pulse => "pulse",
            Self::Compliant => "compliant",
            Self::Iguchi => "iguchi",
        }
    }

    /// What it is, in a line.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Self::Mirtich => "constant restitution, Coulomb's friction",
            Self::MirtichFalling => "restitution that falls with speed, Coulomb's friction",
            Self::Pulse => "pulse of prescribed shape, friction of sticking and sliding",
            Self::Compliant => "Hunt and Crossley's force, bristles that bend (LuGre)",
            Self::Iguchi => "iguchi's own method, calibrated by its three steps in their order",
        }
    }

    /// The model of this name.
    pub fn named(name: &str) -> Result<Self, CalibrationError> {
        let names = Self::ALL.map(Self::name);
        Self::ALL.into_iter().find(|model| model.name() == name).ok_or_else(|| {
            CalibrationError::UnknownModel { name: name.to_owned(), known: names.join(", ") }
        })
    }

    /// What is fitted. The ranges of what multiplies a speed follow from the speeds of the trials.
    pub(super) fn parameters(self, setup: &Setup, trials: &[Trial]) -> Vec<Parameter> {
        let approaches: f64 = trials.iter().map(Trial::approach).sum();
        let mean = approaches / trials.len().max(1) as f64;
        let falling =
            Parameter::new("lambda", "s/m", "loss that grows with speed", LARGEST_LOSS / mean);
        let constant = Parameter::new("d", "", "loss at any speed", LARGEST_LOSS);
        match self {
            Self::Mirtich => vec![RESTITUTION, FRICTION],
            Self::MirtichFalling => vec![falling, constant, FRICTION],
            Self::Pulse => vec![RESTITUTION, SLIDING],
            Self::Iguchi => vec![RESTITUTION, STICKING, SLIDING],
            Self::Compliant => {
                let stiffness =
                    |turns: f64| (turns / setup.contact_time()).powi(2) / setup.disc.mobility();
                let bristles = Parameter {
                    name: "k_t",
                    unit: "N/m",
                    meaning: "tangential stiffness",
                    low: stiffness(SOFTEST),
                    high: stiffness(STIFFEST),
                    log: true,
                };
                vec![falling, constant, FRICTION, bristles]
            }
        }
    }

    /// Where to begin: the restitution from the normal velocities, iguchi (3.1), and the friction
    /// from the tangential ones, as if all trials slid throughout.
    pub(super) fn guess(self, setup: &Setup, trials: &[Trial]) -> Vec<f64> {
        let e = restitution(trials).clamp(0.05, 0.999);
        let mu = sliding(&setup.disc, trials);
        let loss = exact::damping_product(e);
        let mean = trials.iter().map(Trial::approach).sum::<f64>() / trials.len().max(1) as f64;
        match self {
            Self::Mirtich | Self::Pulse => vec![e, mu],
            Self::MirtichFalling => vec![0.3 * loss / mean, 0.7 * loss, mu],
            Self::Iguchi => vec![e, mu, mu],
            Self::Compliant => {
                let stiff = (8.0 / setup.contact_time()).powi(2) / setup.disc.mobility();
                vec![0.3 * loss / mean, 0.7 * loss, mu, stiff]
            }
        }
    }

    /// The method with these values of its parameters, for an approach at this speed.
    pub(super) fn method(
        self,
        setup: &Setup,
        values: &[f64],
        approach: f64,
    ) -> Result<Method, CollisionError> {
        let at = |i: usize| values.get(i).copied().unwrap_or(f64::NAN);
        Ok(match self {
            Self::Mirtich => Method::Mirtich(Mirtich::new(at(0), Friction::coulomb(at(1))?)?),
            Self::MirtichFalling => {
                let e = exact::restitution(at(0) * approach + at(1));
                Method::Mirtich(Mirtich::new(e, Friction::coulomb(at(2))?)?)
            }
            Self::Pulse => {
                let [rise, fall] = setup.sides();
                let shape = Shape::Gaussian { rise, fall };
                Method::Pulse(Pulse::new(at(0), Friction::coulomb(at(1))?, &shape)?.with_steps(64)?)
            }
            Self::Compliant => {
                let damping = 2.0 * DAMPING * (at(3) / setup.disc.mobility()).sqrt();
                let bristles = Tangential::LuGre { stiffness: at(3), damping, stribeck: 0.1 };
                let friction = Friction::coulomb(at(2))?;
                let k = setup.stiffness();
                let contact = Compliant::new(k, EXPONENT, (at(0), at(1)), friction, bristles)?;
                Method::Compliant(contact.with_steps(STEPS)?)
            }
            Self::Iguchi => {
                let [rise, fall] = setup.sides();
                Method::Iguchi(Iguchi::new(at(0), friction(at(1), at(2))?, rise, fall)?)
            }
        })
    }

    /// Parameters that are not fitted to velocities; force traces determine some of them.
    pub(super) fn held(self, setup: &Setup, values: &[f64]) -> Vec<Estimate> {
        let deviation = |i: usize| setup.pulse.as_ref().map(|pulse| pulse.sides[i].sd);
        let [rise, fall] = setup.sides();
        let sides = [
            held(("sigma_A", "s", "width of the pulse before its peak"), rise, deviation(0)),
            held(("sigma_B", "s", "width of the pulse after its peak"), fall, deviation(1)),
        ];
        match self {
            Self::Mirtich | Self::MirtichFalling => Vec::new(),
            Self::Pulse => {
                let sliding = values.last().copied().unwrap_or(f64::NAN);
                let mut sticking = held(("mu_s", "", STICKING.meaning), sliding, None);
                sticking.reason = Some(NOTHING_TO_HOLD.into());
                [sticking].into_iter().chain(sides).collect()
            }
            Self::Iguchi => sides.to_vec(),
            Self::Compliant => {
                let stiffness = setup.stiffness();
                // k goes with the contact time to the power −5/2.
                let sd = setup.pulse.as_ref().map(|pulse| {
                    let Measured { value, sd } = pulse.scaled_duration;
                    stiffness * (2.5 * sd / value).hypot(SPEED_OPEN)
                });
                vec![held(("k", "N/m^1.5", "normal stiffness"), stiffness, sd)]
            }
        }
    }

    /// The step of difference quotients, in shares of a range. The sticking rule of iguchi is applied
    /// every 20 µs: its results come in steps.
    pub(super) fn difference(self) -> f64 {
        match self {
            Self::Mirtich | Self::MirtichFalling => 1e-5,
            Self::Pulse | Self::Compliant => 1e-3,
            Self::Iguchi => 1e-2,
        }
    }
}

/// Losses beyond this leave a restitution below a tenth.
const LARGEST_LOSS: f64 = 10.0;

const NOTHING_TO_HOLD: &str = "taken as mu_d: the contact of a disc that has stopped slipping needs \
    nothing to hold it";
const NOT_IN_VELOCITIES: &str =
    "assumed: velocities do not depend on it, a force trace (--force) shows it";

/// A parameter that was not fitted, with its name, unit and meaning; decided where its deviation is
/// known.
fn held(
    (name, unit, meaning): (&'static str, &'static str, &'static str),
    value: f64,
    sd: Option<f64>,
) -> Estimate {
    Estimate {
        name,
        value,
        sd,
        interval: sd.map(|sd| [value - NORMAL_95 * sd, value + NORMAL_95 * sd]),
        identified: sd.is_some(),
        reason: sd.is_none().then(|| NOT_IN_VELOCITIES.into()),
        unit,
        meaning,
        bounds: None,
    }
}

/// A contact that sticks holds at least what it does when it slides.
fn friction(sticking: f64, sliding: f64) -> Result<Friction, carom::InvalidValue> {
    Friction::new(sticking.max(sliding), sliding)
}

impl Setup {
    pub(super) fn sides(&self) -> [f64; 2] {
        self.pulse.as_ref().map_or(ASSUMED_SIDES, |pulse| pulse.sides.map(|side| side.value))
    }

    /// How long a lossless contact lasts at 1 m/s. The impulse of a blow is m(1+E)v: of its speed,
    /// of which the contact time has the fifth root, the restitution leaves a third open.
    fn contact_time(&self) -> f64 {
        let at_one = |pulse: &PulseShape| {
            pulse.scaled_duration.value / ABOVE_TWENTIETH / (1.5 * self.disc.mass()).powf(0.2)
        };
        self.pulse.as_ref().map_or(ASSUMED_CONTACT, at_one)
    }

    /// The k (N/m^1.5) of a lossless contact that lasts as long at 1 m/s.
    pub(super) fn stiffness(&self) -> f64 {
        let share = 1.0 / (EXPONENT + 1.0);
        let deepest = 0.5 * self.contact_time() / (share * beta(share, 0.5));
        0.5 * (EXPONENT + 1.0) * self.disc.mass() * deepest.powf(-(EXPONENT + 1.0))
    }
}

/// The E that makes Σ(v_after + E·v_before)² least over the normal velocities, iguchi (3.1).
pub(super) fn restitution(trials: &[Trial]) -> f64 {
    let sum = |value: &dyn Fn(&Trial) -> f64| trials.iter().map(value).sum::<f64>();
    -sum(&|trial| trial.after[1] * trial.before[1]) / sum(&|trial| trial.before[1].powi(2))
}

/// The μ that makes Σ(p_x + μ·p_z·sign)² least.
pub(super) fn sliding(disc: &Disc, trials: &[Trial]) -> f64 {
    let (mut above, mut below) = (0.0, 0.0);
    for trial in trials {
        let normal = trial.after[1] - trial.before[1];
        let along = disc.slip(trial.before).signum() * (trial.before[0] - trial.after[0]);
        above += along * normal;
        below += normal * normal;
    }
    if below > 0.0 { (above / below).clamp(0.001, 1.0) } else { 0.1 }
}
