//! One scheme through one impact, or through a sequence of them.

use carom::scheme::StepError;
use carom::{Hands, Method, Options, PortId, Voice};
use serde::Serialize;

use super::answer::{Answer, Link};
use super::watch::Watch;
use super::{ForceDuring, Impact, MOST_CONTACT_STEPS, MOST_STEPS, ReboundKind};
use crate::wall;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// As it should.
    Ok,
    /// The mass left with more energy than it brought, or a number left the range of a double.
    GainedEnergy,
    /// The quadratic equation of a step had no real root.
    ComplexRoot,
    /// The mass was still at the wall when the run was ended.
    NotReleased,
    /// The scheme cannot treat the correction or the length of the contact.
    Refused,
}

/// What a scheme made of the impact: SI units and percentages; `None` where a field does not apply.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Run {
    /// The scheme.
    pub scheme: &'static str,
    /// The correction.
    pub correct: &'static str,
    /// Samples per second.
    pub rate: f64,
    /// Steps per sample.
    pub substeps: u32,
    /// How it ended.
    pub status: Status,
    /// Why, if not well.
    pub message: Option<String>,
    /// Samples with x > 0 (of the first impact, as are the fields below).
    pub samples: u64,
    /// Between the lines of free flight before and after.
    pub contact_time: Option<f64>,
    /// Outgoing velocity.
    pub v_out: Option<f64>,
    /// The largest compression at any step.
    pub x_max: Option<f64>,
    /// % of the exact x_max, papetti (28).
    pub dev_x: Option<f64>,
    /// % of the exact energy loss, papetti (27).
    pub dev_h: Option<f64>,
    /// % of the exact outgoing velocity, positive if too fast.
    pub err_v_out: Option<f64>,
    /// The same against papetti's approximation, as Table II(b) was printed.
    pub err_v_out_approx: Option<f64>,
    /// The most iterations that a step needed; `None` for schemes that do not iterate.
    pub iterations_max: Option<u32>,
    /// What went missing (negative) or appeared over the whole run, relative to the initial energy.
    pub energy_residual: Option<f64>,
    /// % of the exact energy after the last rebound, signed.
    pub accumulated: Option<f64>,
    /// The largest dev_h of all rebounds.
    pub max_dev: Option<f64>,
}

/// One sample of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The scheme.
    pub scheme: &'static str,
    /// s, from the start of the run.
    pub time: f64,
    /// Compression (m), negative apart from the wall.
    pub x: f64,
    /// m/s.
    pub v: f64,
    /// The contact law at this sample (N).
    pub force: f64,
    /// Kinetic and elastic energy (J).
    pub energy: f64,
}

/// Relative gain of energy that is not rounding.
const GAIN: f64 = 1e-9;

pub(super) fn run(
    impact: &Impact,
    answer: &Answer,
    method: Method,
    observe: Option<&mut dyn FnMut(&Sample)>,
) -> Run {
    let mut report = blank(impact, method);
    let outcome =
        Runner::new(impact, answer, method, observe).and_then(|mut runner| runner.all(&mut report));
    if let Err(Failure { status, message }) = outcome {
        report.status = status;
        report.message = Some(message);
    }
    report
}

fn blank(impact: &Impact, method: Method) -> Run {
    Run {
        scheme: method.name(),
        correct: impact.correct.name(),
        rate: impact.rate,
        substeps: impact.substeps,
        status: Status::Ok,
        message: None,
        samples: 0,
        contact_time: None,
        v_out: None,
        x_max: None,
        dev_x: None,
        dev_h: None,
        err_v_out: None,
        err_v_out_approx: None,
        iterations_max: None,
        energy_residual: None,
        accumulated: None,
        max_dev: None,
    }
}

struct Failure {
    status: Status,
    message: String,
}

fn refused(message: impl Into<String>) -> Failure {
    Failure { status: Status::Refused, message: message.into() }
}

impl From<carom::Error> for Failure {
    fn from(error: carom::Error) -> Self {
        refused(error.to_string())
    }
}

impl From<carom::InvalidValue> for Failure {
    fn from(error: carom::InvalidValue) -> Self {
        refused(error.to_string())
    }
}

impl From<StepError> for Failure {
    fn from(error: StepError) -> Self {
        let status = match error {
            StepError::ComplexRoot { .. } => Status::ComplexRoot,
            StepError::Diverged => Status::GainedEnergy,
            StepError::Duration(_) => Status::Refused,
        };
        Self { status, message: error.to_string() }
    }
}

/// How one impact came out, at the wall.
struct Outcome {
    v_out: f64,
    contact_time: f64,
}

struct Runner<'a, 'o> {
    impact: &'a Impact,
    answer: &'a Answer,
    method: Method,
    thrown: Thrown,
    /// The energy at the start, and what went missing before the mass was last thrown (J).
    initial: f64,
    residual: f64,
    observe: Option<&'o mut dyn FnMut(&Sample)>,
    steps: u64,
    iterations: u32,
    /// The part of the step of a release in which a free force has yet to act.
    owed: f64,
    /// The part of the last step in which it acted, 1 for a force that always acts.
    share: f64,
    /// Whether the state was just put there.
    fresh: bool,
}

/// A mass on its way to the wall, and the force on it.
struct Thrown {
    voice: Voice,
    hands: Hands,
    force: PortId,
}

impl Thrown {
    /// From where the impact begins, with this velocity.
    fn new(impact: &Impact, method: Method, velocity: f64) -> Result<Self, Failure> {
        let from = (impact.start(velocity), velocity);
        let (mut world, mass) = wall::thrown(impact.mass, impact.law()?, from)?;
        let always = impact.force_during == ForceDuring::Always;
        let force = world.push(&mass, if always { impact.force } else { 0.0 })?;
        let options = Options { correction: impact.correct.correction(), ..Options::plain(method) };
        let (voice, hands) = world.start(impact.rate * f64::from(impact.substeps), options)?;
        Ok(Self { voice, hands, force })
    }
}

impl<'a, 'o> Runner<'a, 'o> {
    fn new(
        impact: &'a Impact,
        answer: &'a Answer,
        method: Method,
        observe: Option<&'o mut dyn FnMut(&Sample)>,
    ) -> Result<Self, Failure> {
        if impact.is_pressed() && impact.correct != super::Correct::None {
            return Err(refused(
                "corrections need the closed form, which a force during contact does not have \
                 (let it act in free motion only)",
            ));
        }
        refuse_long_runs(impact, answer)?;
        let mut thrown = Thrown::new(impact, method, impact.velocity)?;
        Ok(Self {
            impact,
            answer,
            method,
            initial: thrown.voice.energy(),
            residual: 0.0,
            thrown,
            observe,
            steps: 0,
            iterations: 0,
            owed: 0.0,
            share: 1.0,
            fresh: true,
        })
    }

    /// All impacts of the run.
    fn all(&mut self, report: &mut Run) -> Result<(), Failure> {
        let count = self.impact.rebounds.map_or(1, |rebounds| rebounds.count);
        let mut deviation: Option<f64> = None;
        let result = (1..=count).try_for_each(|i| {
            let (outcome, dev_h) = self.one(report, i == 1).map_err(|mut failure| {
                if count > 1 {
                    failure.message = format!("impact {i} of {count}: {}", failure.message);
                }
                failure
            })?;
            deviation = dev_h.into_iter().chain(deviation).reduce(f64::max);
            if i < count {
                return self.go_on(outcome.v_out);
            }
            if self.impact.rebounds.is_some() {
                let exact = self.answer.chain.get(count as usize - 1);
                report.accumulated =
                    exact.map(|exact| 100.0 * ((outcome.v_out / exact.speed_out).powi(2) - 1.0));
                report.max_dev = deviation;
            }
            Ok(())
        });
        self.close();
        report.energy_residual = Some(self.residual / self.initial);
        let iterates = matches!(self.method, Method::Am1 | Method::TwoPoint | Method::ThreePoint);
        report.iterations_max = iterates.then_some(self.iterations);
        result
    }

    /// Takes over what the voice has counted.
    fn close(&mut self) {
        let voice = &mut self.thrown.voice;
        self.residual += voice.ledger().residual();
        self.iterations = self.iterations.max(voice.iterations_max());
    }

    /// One impact: until the mass is free again.
    fn one(&mut self, report: &mut Run, first: bool) -> Result<(Outcome, Option<f64>), Failure> {
        let (x, v) = self.now();
        let v_in = self.speed_at_wall(x, v);
        let exact = self.answer.at(v_in).ok_or_else(|| refused("the mass came to rest"))?;
        self.thrown.voice.set_approach(v_in);
        let closed_form = (!self.impact.is_pressed()).then_some(&exact);
        let mut watch = Watch::new(closed_form, self.impact.stiffness);
        let touch = self.time() + self.time_to_wall(x, v);
        let contact = (exact.contact_time() / self.impact.dt()).min(MOST_CONTACT_STEPS);
        let end = self.steps + (20.0 * contact) as u64 + 1000;
        let before = self.energy();
        let supplied = self.thrown.voice.ledger().supplied();
        let result = self.until_released(&mut watch, end);
        if first {
            fill(report, &watch);
        }
        result?;
        let (x, v) = self.now();
        let v_out = -self.speed_at_wall(x, v);
        let release = self.time() - self.time_since_wall(x, v);
        let outcome = Outcome { v_out, contact_time: release - touch };
        if first {
            self.fill_outcome(report, &outcome);
        }
        let work = self.thrown.voice.ledger().supplied() - supplied;
        let gain = (self.energy() - before - work) / before.max(work.abs());
        if gain.is_nan() || gain > GAIN {
            return Err(Failure {
                status: Status::GainedEnergy,
                message: format!(
                    "the mass leaves with {} more energy than it brought",
                    percent(gain)
                ),
            });
        }
        Ok((outcome, watch.dev_h_with_release()))
    }

    /// The energy by which a gain is judged: the scheme's own if it keeps account of one.
    fn energy(&mut self) -> f64 {
        let voice = &mut self.thrown.voice;
        if self.method.has_exact_balance() { voice.energy() } else { voice.hamiltonian() }
    }

    fn until_released(&mut self, watch: &mut Watch, end: u64) -> Result<(), Failure> {
        let mut touched = false;
        loop {
            let (x, v) = self.now();
            self.show(x, v);
            watch.see(x, v, self.steps.is_multiple_of(u64::from(self.impact.substeps)));
            let pushed = self.thrown.voice.forces()[0] != 0.0;
            touched |= x > 0.0 || pushed;
            // Three-point stencils still feel the wall one sample after they left it.
            if touched && x <= 0.0 && v < 0.0 && !pushed && self.share == 1.0 {
                return Ok(());
            }
            if !touched && x < 0.0 && v < 0.0 {
                let message = "the contact falls between two samples and is missed".into();
                return Err(Failure { status: Status::NotReleased, message });
            }
            if self.steps >= end {
                return Err(self.not_released(x, v));
            }
            self.step(x, v)?;
        }
    }

    fn not_released(&self, x: f64, v: f64) -> Failure {
        let held = if self.answer.exact.v_out.is_none() {
            "held at the wall, as it should be"
        } else {
            "not away from the wall"
        };
        Failure {
            status: Status::NotReleased,
            message: format!(
                "{held}, after {} steps: compression {x:.3e} m, velocity {v:.3e} m/s",
                self.steps
            ),
        }
    }

    fn step(&mut self, x: f64, v: f64) -> Result<(), Failure> {
        if self.impact.force_during == ForceDuring::Free && self.impact.force != 0.0 {
            let force = self.free_force(x, v);
            self.thrown.hands.push(self.thrown.force, force)?;
        }
        self.thrown.voice.advance(1)?;
        self.fresh = false;
        self.steps += 1;
        if self.impact.force_during == ForceDuring::Free && x > 0.0 {
            let (x, v) = self.now();
            self.owed =
                if x <= 0.0 && v < 0.0 { (x / (v * self.impact.dt())).min(1.0) } else { 0.0 };
        }
        Ok(())
    }

    /// A force that acts in free motion only, over the part of the step in which the mass is free:
    /// until it touches, and after a release also for what was left of the step before.
    fn free_force(&mut self, x: f64, v: f64) -> f64 {
        let (dt, force) = (self.impact.dt(), self.impact.force);
        if x > 0.0 {
            self.share = 0.0;
            return 0.0;
        }
        // A scheme of two samples kicks at the sample, for half a step before it and half after;
        // at a start there is nothing before.
        let two_samples = !self.method.is_one_step();
        let lag = if two_samples && !self.fresh { 0.5 } else { 0.0 };
        let whole = if two_samples && self.fresh { 0.5 } else { 1.0 };
        let ahead = x + v * dt + 0.5 * self.fall() * dt * dt;
        let share = if ahead > 0.0 {
            (self.time_to_wall(x, v) / dt).clamp(0.0, 1.0) + lag
        } else if self.owed > 0.0 {
            1.0 + std::mem::take(&mut self.owed) - lag
        } else {
            whole
        };
        self.share = share;
        force * share
    }

    /// Brings the mass back to the wall.
    fn go_on(&mut self, v_out: f64) -> Result<(), Failure> {
        match self.impact.rebounds.map(|rebounds| rebounds.kind) {
            Some(ReboundKind::Flight) => self.fly(),
            _ => {
                let thrown = Thrown::new(self.impact, self.method, -v_out)?;
                self.close();
                self.thrown = thrown;
                (self.owed, self.fresh) = (0.0, true);
                Ok(())
            }
        }
    }

    /// Until the next step would touch.
    fn fly(&mut self) -> Result<(), Failure> {
        let dt = self.impact.dt();
        loop {
            let (x, v) = self.now();
            if v > 0.0 && x + v * dt + 0.5 * self.fall() * dt * dt > 0.0 {
                return Ok(());
            }
            self.show(x, v);
            self.step(x, v)?;
        }
    }

    fn fill_outcome(&self, report: &mut Run, outcome: &Outcome) {
        let percent = |exact: f64| 100.0 * (outcome.v_out / exact - 1.0);
        report.v_out = Some(outcome.v_out);
        report.contact_time = Some(outcome.contact_time);
        report.err_v_out = self.answer.exact.v_out.map(percent);
        report.err_v_out_approx = self.answer.approx.v_out.map(percent);
    }

    /// The constant acceleration of the flight next to the wall.
    fn fall(&self) -> f64 {
        self.impact.force / self.impact.mass
    }

    /// The speed with which a mass at x ≤ 0 meets or left the wall.
    fn speed_at_wall(&self, x: f64, v: f64) -> f64 {
        (v * v - 2.0 * self.fall() * x.min(0.0)).max(0.0).sqrt()
    }

    fn time_to_wall(&self, x: f64, v: f64) -> f64 {
        if x >= 0.0 { 0.0 } else { -2.0 * x / (v + self.speed_at_wall(x, v)) }
    }

    fn time_since_wall(&self, x: f64, v: f64) -> f64 {
        if x >= 0.0 { 0.0 } else { 2.0 * x / (v - self.speed_at_wall(x, v)) }
    }

    fn time(&self) -> f64 {
        self.steps as f64 * self.impact.dt()
    }

    fn now(&mut self) -> (f64, f64) {
        wall::motion(&mut self.thrown.voice)
    }

    fn show(&mut self, x: f64, v: f64) {
        let (time, mass) = (self.time(), self.impact.mass);
        let Some(observe) = &mut self.observe else { return };
        let law = &self.thrown.voice.model().contacts()[0].law;
        let sample = Sample {
            scheme: self.method.name(),
            time,
            x,
            v,
            force: law.force(x, v, 0.0),
            energy: 0.5 * mass * v * v + law.potential().energy(x),
        };
        observe(&sample);
    }
}

fn fill(report: &mut Run, watch: &Watch) {
    report.samples = watch.samples;
    report.x_max = Some(watch.x_max);
    report.dev_x = watch.dev_x();
    report.dev_h = watch.dev_h();
}

/// A share for people: three digits.
fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    if (1e-3..1e4).contains(&percent) {
        let decimals = (2 - percent.log10().floor() as i32).max(0) as usize;
        return format!("{percent:.decimals$} %");
    }
    if percent.is_finite() { format!("{percent:.2e} %") } else { "infinitely".into() }
}

/// Refuses what would take for ever.
fn refuse_long_runs(impact: &Impact, answer: &Answer) -> Result<(), Failure> {
    let steps = impact.rate * f64::from(impact.substeps);
    let flight = impact.rebounds.is_some_and(|rebounds| rebounds.kind == ReboundKind::Flight);
    // A mass that is held has no contact time; that without the force is the best guess.
    let free = impact.closed_form().map_or(0.0, |free| free.contact_time());
    let longest = answer.chain.iter().map(|link| link.contact_time).fold(free, f64::max) * steps;
    if longest > MOST_CONTACT_STEPS {
        return Err(refused(format!(
            "the contact would take {longest:.4e} samples; at most {MOST_CONTACT_STEPS:.0e} are run"
        )));
    }
    let time = |link: &Link| {
        let away = if flight { 2.0 * link.speed_out * impact.mass / impact.force } else { 0.0 };
        link.contact_time + away
    };
    let total = answer.chain.iter().map(time).sum::<f64>() * steps;
    if total > MOST_STEPS {
        return Err(refused(format!(
            "the sequence would take {total:.4e} samples; at most {MOST_STEPS:.0e} are run"
        )));
    }
    Ok(())
}
