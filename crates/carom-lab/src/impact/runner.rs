//! One scheme taken through one impact, or through a sequence of them.

use carom::{Hands, Options, PortId, Voice};
use carom_schemes::correction::Correction;
use carom_schemes::{How, Method};

use super::answer::{Answer, Link};
use super::deviations::Deviations;
use super::plan::{ForceDuring, Impact};
use super::run::{Run, RunError, Sample, Status};
use crate::wall;

/// Relative gain of energy that is not rounding.
const GAIN: f64 = 1e-9;

/// A longer contact (in steps) is refused before it starts.
const MOST_CONTACT_STEPS: f64 = 1e7;

/// A longer run (in steps) is refused before it starts.
const MOST_STEPS: f64 = 1e9;

/// Runs one scheme.
pub(super) fn run(
    impact: &Impact,
    substeps: u32,
    answer: &Answer,
    method: Method,
    observe: Option<&mut dyn FnMut(&Sample)>,
) -> Run {
    let (scheme, correct, rate) = (method.name(), impact.correct.name(), impact.rate);
    let mut run = Run { scheme, correct, rate, substeps, ..Run::default() };
    let result = Runner::new(impact, substeps, answer, method, observe)
        .and_then(|mut runner| runner.all(&mut run));
    if let Err(RunError { status, message }) = result {
        run.status = status;
        run.message = Some(message);
    }
    run
}

/// The result of one impact, at the wall.
struct Outcome {
    v_out: f64,
    contact_time: f64,
}

struct Runner<'a, 'o> {
    impact: &'a Impact,
    substeps: u32,
    /// The time step (s).
    dt: f64,
    answer: &'a Answer,
    method: Method,
    thrown: Thrown,
    /// The energy at the start, and the residual of the ledger up to the last throw (J).
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
    fn new(
        impact: &Impact,
        substeps: u32,
        method: Method,
        velocity: f64,
    ) -> Result<Self, RunError> {
        let from = (impact.start(velocity), velocity);
        let (mut world, mass) = wall::thrown(impact.mass, impact.law()?, from)?;
        let always = impact.force_during == ForceDuring::Always;
        let force = world.push(&mass, if always { impact.force } else { 0.0 })?;
        let how = How { method, correction: impact.correct, ..How::default() };
        let rate = impact.rate * f64::from(substeps);
        let (voice, hands) = carom_schemes::start(&world, rate, how, Options::plain())?;
        Ok(Self { voice, hands, force })
    }
}

impl<'a, 'o> Runner<'a, 'o> {
    fn new(
        impact: &'a Impact,
        substeps: u32,
        answer: &'a Answer,
        method: Method,
        observe: Option<&'o mut dyn FnMut(&Sample)>,
    ) -> Result<Self, RunError> {
        if impact.is_pressed() && !matches!(impact.correct, Correction::None | Correction::VOut) {
            return Err(RunError::refused(
                "this correction needs the closed form, which a force during contact does not have \
                 (use v-out, or let the force act in free motion only)",
            ));
        }
        let rate = impact.rate * f64::from(substeps);
        refuse_long_runs(impact, rate, answer)?;
        let mut thrown = Thrown::new(impact, substeps, method, impact.velocity)?;
        Ok(Self {
            impact,
            substeps,
            dt: 1.0 / rate,
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
    fn all(&mut self, report: &mut Run) -> Result<(), RunError> {
        let count = self.impact.count();
        let mut deviation: Option<f64> = None;
        let result = (1..=count).try_for_each(|i| {
            let (outcome, dev_h) = self.one(report, i == 1).map_err(|mut error| {
                if count > 1 {
                    error.message = format!("impact {i} of {count}: {}", error.message);
                }
                error
            })?;
            deviation = dev_h.into_iter().chain(deviation).reduce(f64::max);
            if i < count {
                return self.bring_back(outcome.v_out);
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

    /// Adds the counts of the voice to those of the run.
    fn close(&mut self) {
        let voice = &mut self.thrown.voice;
        self.residual += voice.ledger().residual();
        self.iterations = self.iterations.max(voice.iterations_max());
    }

    /// One impact: until the mass is free again.
    fn one(&mut self, report: &mut Run, first: bool) -> Result<(Outcome, Option<f64>), RunError> {
        let (x, v) = self.now();
        let v_in = self.speed_at_wall(x, v);
        let exact =
            self.answer.at(v_in).ok_or_else(|| RunError::refused("the mass came to rest"))?;
        if !self.impact.is_pressed() {
            self.thrown.voice.set_approach(v_in);
        }
        let closed_form = (!self.impact.is_pressed()).then_some(&exact);
        let mut deviations = Deviations::new(closed_form, self.impact.stiffness);
        let touch = self.time() + self.time_to_wall(x, v);
        let contact = (exact.contact_time() / self.dt).min(MOST_CONTACT_STEPS);
        let end = self.steps + (20.0 * contact) as u64 + 1000;
        let before = self.energy();
        let supplied = self.thrown.voice.ledger().supplied();
        let result = self.until_released(&mut deviations, end);
        if first {
            fill(report, &deviations);
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
            return Err(RunError {
                status: Status::GainedEnergy,
                message: format!(
                    "the mass leaves with {} more energy than it brought",
                    percent(gain)
                ),
            });
        }
        Ok((outcome, deviations.dev_h_with_release()))
    }

    /// The energy by which a gain is judged: the scheme's own if it keeps account of one.
    fn energy(&mut self) -> f64 {
        let voice = &mut self.thrown.voice;
        if self.method.has_exact_balance() { voice.energy() } else { voice.hamiltonian() }
    }

    fn until_released(&mut self, deviations: &mut Deviations, end: u64) -> Result<(), RunError> {
        let mut touched = false;
        loop {
            let (x, v) = self.now();
            self.report(x, v);
            deviations.add(x, v, self.steps.is_multiple_of(u64::from(self.substeps)));
            let pushed = self.thrown.voice.forces()[0] != 0.0;
            touched |= x > 0.0 || pushed;
            // Three-point stencils still feel the wall one sample after they left it.
            if touched && x <= 0.0 && v < 0.0 && !pushed && self.share == 1.0 {
                return Ok(());
            }
            if !touched && x < 0.0 && v < 0.0 {
                let message = "the contact falls between two samples and is missed".into();
                return Err(RunError { status: Status::NotReleased, message });
            }
            if self.steps >= end {
                return Err(self.not_released(x, v));
            }
            self.step(x, v)?;
        }
    }

    fn not_released(&self, x: f64, v: f64) -> RunError {
        let held = if self.answer.exact.v_out.is_none() {
            "held at the wall, as it should be"
        } else {
            "not away from the wall"
        };
        RunError {
            status: Status::NotReleased,
            message: format!(
                "{held}, after {} steps: compression {x:.3e} m, velocity {v:.3e} m/s",
                self.steps
            ),
        }
    }

    fn step(&mut self, x: f64, v: f64) -> Result<(), RunError> {
        if self.impact.force_during == ForceDuring::Free && self.impact.force != 0.0 {
            let force = self.free_force(x, v);
            self.thrown.hands.push(self.thrown.force, force)?;
        }
        self.thrown.voice.advance(1)?;
        self.fresh = false;
        self.steps += 1;
        if self.impact.force_during == ForceDuring::Free && x > 0.0 {
            let (x, v) = self.now();
            self.owed = if x <= 0.0 && v < 0.0 { (x / (v * self.dt)).min(1.0) } else { 0.0 };
        }
        Ok(())
    }

    /// A force that acts in free motion only, over the part of the step in which the mass is free:
    /// until it touches, and after a release also for what was left of the step before.
    fn free_force(&mut self, x: f64, v: f64) -> f64 {
        let dt = self.dt;
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
        self.impact.force * share
    }

    /// Brings the mass back to the wall.
    fn bring_back(&mut self, v_out: f64) -> Result<(), RunError> {
        if self.impact.is_flight() {
            return self.fly();
        }
        let thrown = Thrown::new(self.impact, self.substeps, self.method, -v_out)?;
        self.close();
        self.thrown = thrown;
        (self.owed, self.fresh) = (0.0, true);
        Ok(())
    }

    /// Until the next step would touch.
    fn fly(&mut self) -> Result<(), RunError> {
        let dt = self.dt;
        loop {
            let (x, v) = self.now();
            if v > 0.0 && x + v * dt + 0.5 * self.fall() * dt * dt > 0.0 {
                return Ok(());
            }
            self.report(x, v);
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
        self.steps as f64 * self.dt
    }

    fn now(&mut self) -> (f64, f64) {
        wall::motion(&mut self.thrown.voice)
    }

    fn report(&mut self, x: f64, v: f64) {
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

fn fill(report: &mut Run, deviations: &Deviations) {
    report.samples = deviations.samples;
    report.x_max = Some(deviations.x_max);
    report.dev_x = deviations.dev_x();
    report.dev_h = deviations.dev_h();
}

/// A share in per cent, with three digits.
fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    if (1e-3..1e4).contains(&percent) {
        let decimals = (2 - percent.log10().floor() as i32).max(0) as usize;
        return format!("{percent:.decimals$} %");
    }
    if percent.is_finite() { format!("{percent:.2e} %") } else { "infinitely".into() }
}

/// Refuses runs of too many steps, at this many per second.
fn refuse_long_runs(impact: &Impact, rate: f64, answer: &Answer) -> Result<(), RunError> {
    // A mass that is held has no contact time; that without the force is the best guess.
    let free = impact.closed_form().map_or(0.0, |free| free.contact_time());
    let longest = answer.chain.iter().map(|link| link.contact_time).fold(free, f64::max) * rate;
    if longest > MOST_CONTACT_STEPS {
        return Err(RunError::refused(format!(
            "the contact would take {longest:.4e} samples; at most {MOST_CONTACT_STEPS:.0e} are run"
        )));
    }
    let time = |link: &Link| {
        let away = if impact.is_flight() {
            2.0 * link.speed_out * impact.mass / impact.force
        } else {
            0.0
        };
        link.contact_time + away
    };
    let total = answer.chain.iter().map(time).sum::<f64>() * rate;
    if total > MOST_STEPS {
        return Err(RunError::refused(format!(
            "the sequence would take {total:.4e} samples; at most {MOST_STEPS:.0e} are run"
        )));
    }
    Ok(())
}
