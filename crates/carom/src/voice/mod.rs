//! A voice: a world that is run, sample by sample, by one of the schemes.

mod blow;
mod commands;
mod delay;
mod direct;
mod hands;
mod log;
mod losses;
mod motion;
mod options;
mod plain;
mod rest;
mod rules;
mod run;
mod start;
mod step;
mod substeps;
mod tension;

pub use hands::Hands;
pub use log::{ContactLog, ContactPoint};
pub use losses::{Account, ContactEnergy, Losses};
pub use motion::Travel;
pub use options::{Hold, Options};
pub use substeps::Substeps;
pub(crate) use tension::Held;
pub use tension::Tension;

use crate::correction::Corrector;
use crate::energy::{Flow, Ledger};
use crate::hold::LONGEST;
use crate::model::{Model, State};
use crate::port::PushPoint;
use crate::scheme::{Abilities, StepError};
use crate::stepper::{Drive, Row, Stepper, Touch};
use blow::Blow;
use delay::Delay;
use hands::{Command, VoiceQueues};
use log::Trace;
use losses::Booked;
use motion::Motion;
use rest::Rest;
use rules::Playing;

/// A number type of audio samples.
pub trait Sample: Copy {
    /// Silence.
    const ZERO: Self;

    /// The nearest that is finite.
    fn from_f64(value: f64) -> Self;
}

impl Sample for f64 {
    const ZERO: Self = 0.0;

    fn from_f64(value: f64) -> Self {
        value
    }
}

impl Sample for f32 {
    const ZERO: Self = 0.0;

    fn from_f64(value: f64) -> Self {
        (value as Self).clamp(Self::MIN, Self::MAX)
    }
}

/// A contact at one sample.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ContactSample {
    /// Displacements of the two ports (m).
    pub ports: [f64; 2],
    /// Their velocities (m/s).
    pub velocities: [f64; 2],
    /// The mean force over the sample (N): its impulse divided by its length.
    pub force: f64,
    /// False in a flight that was passed in closed form: nothing touched, nothing was looked at.
    pub known: bool,
}

/// The state when the first contact of the world first came apart.
#[derive(Clone, Debug, PartialEq)]
pub struct FirstRelease {
    /// s.
    pub time: f64,
    /// Where everything was.
    pub state: State,
}

/// Counts of the work of a voice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Steps. A flight in which nothing touches takes none.
    pub steps: u64,
    /// The work of these steps as [the budget](Options::budget) counts it, and the most in any 64 samples, counted
    /// from the start.
    pub work: u64,
    /// See `work`.
    pub most_work: u32,
    /// Samples whose steps were coarser than they should have been, because of the budget.
    pub coarsened: u64,
    /// Steps that were taken in halves because their energy did not add up, and those in which halves did not help:
    /// contacts acted as viscous stops.
    pub halved: u64,
    /// See `halved`.
    pub stopped: u64,
    /// Steps of contacts, and evaluations of their laws: all, and the most in one step of one
    /// contact.
    pub contact_steps: u64,
    /// See `contact_steps`.
    pub evaluations: u64,
    /// See `contact_steps`.
    pub most_evaluations: u32,
    /// Commands that came after their sample.
    pub late: u64,
}

/// Samples that are ready: where in the rows, how many, and whether the contacts were looked at.
#[derive(Clone, Copy, Debug)]
struct Piece {
    from: usize,
    count: usize,
    looked: Looked,
}

/// Whether contacts were looked at in some samples: not at all, in the one that is now, or in each of those
/// that were prepared ahead.
#[derive(Clone, Copy, Debug)]
enum Looked {
    Not,
    Now,
    Ahead,
}

/// Samples that were prepared: how many, how many of them have passed, and the contact that presses in
/// them; none in a flight.
#[derive(Clone, Copy, Debug)]
struct Ahead {
    length: usize,
    used: usize,
    press: Option<usize>,
}

/// A world that sounds. [`World::start`](crate::World::start) makes it, with the [`Hands`] that play it.
#[derive(Debug)]
pub struct Voice {
    model: Model,
    /// The model at the start, to which a reset returns.
    origin: Model,
    origin_state: State,
    origin_ports: Vec<PushPoint>,
    playing: Playing,
    stepper: Box<dyn Stepper>,
    drive: Drive,
    /// The modes with a force on them.
    forced: Vec<usize>,
    ports: Vec<PushPoint>,
    /// What hands added to the decay of each body (1/s), and the decay of each mode without it:
    /// all, and what supports take.
    damping: Vec<f64>,
    undamped: Vec<[f64; 2]>,
    motions: Vec<Motion>,
    /// Whether anything is moved in this sample.
    moving: bool,
    corrector: Option<Box<dyn Corrector>>,
    dt: f64,
    budget: u32,
    frame: u64,
    /// Which 64 samples these are, and the work that they took so far.
    cell: u64,
    cell_work: u32,
    ledger: Ledger,
    losses: Booked,
    logs: Vec<ContactLog>,
    traces: Vec<Trace>,
    tracing: bool,
    touches: Vec<Touch>,
    /// The contacts that are looked at in this sample.
    seen: Vec<usize>,
    /// The force of each contact times its time, in this sample.
    impulses: Vec<f64>,
    means: Vec<f64>,
    rows: Vec<Row>,
    blows: Vec<Blow>,
    delays: Vec<Delay>,
    ahead: Option<Ahead>,
    /// When a flight may be tried again.
    retry: u64,
    rest: Rest,
    queues: VoiceQueues,
    pending: Vec<Command>,
    counts: Counts,
    iterations: u32,
    stopped: Option<StepError>,
    first_release: FirstRelease,
    released: bool,
    state: State,
}

impl Voice {
    /// Plays into rows of samples, one per pickup: as many samples as the longest row has. Rows that are
    /// missing are skipped, rows beyond the last pickup are filled with silence. It never fails, never
    /// waits and never allocates; a scheme that fails falls silent, and [`stopped`](Self::stopped)
    /// returns the error.
    pub fn process<S: Sample, R: AsMut<[S]>>(&mut self, rows: &mut [R]) {
        self.watch::<S, R, &mut [ContactSample]>(rows, &mut []);
    }

    /// The same, with a row of samples for each contact. Contacts and pickups are given as many samples
    /// as the longest of their rows has.
    pub fn watch<S: Sample, R: AsMut<[S]>, C: AsMut<[ContactSample]>>(
        &mut self,
        rows: &mut [R],
        contacts: &mut [C],
    ) {
        let longest = rows.iter_mut().map(|row| row.as_mut().len()).max().unwrap_or(0);
        let frames = contacts.iter_mut().map(|row| row.as_mut().len()).fold(longest, usize::max);
        let mut at = 0;
        while at < frames {
            let Piece { from, count, looked } = self.produce(frames - at);
            self.give(rows, at, from, count);
            for (c, row) in contacts.iter_mut().enumerate() {
                let row = row.as_mut();
                let end = (at + count).min(row.len());
                let Some(part) = row.get_mut(at..end) else { continue };
                match looked {
                    Looked::Now if c < self.means.len() => part.fill(self.contact_sample(c)),
                    Looked::Ahead if c < self.means.len() => {
                        for (n, sample) in part.iter_mut().enumerate() {
                            *sample = self.pressed_sample(c, from + n);
                        }
                    }
                    _ => part.fill(ContactSample::default()),
                }
            }
            at += count;
        }
    }

    /// Advances by so many samples without returning them; an error if the scheme has failed.
    pub fn advance(&mut self, frames: u64) -> Result<(), StepError> {
        let end = self.frame.saturating_add(frames);
        if frames > 0 {
            self.take_commands();
        }
        while self.frame < end && self.stopped.is_none() {
            self.produce(usize::try_from(end - self.frame).unwrap_or(LONGEST));
        }
        self.stopped.map_or(Ok(()), Err)
    }

    fn give<S: Sample, R: AsMut<[S]>>(&self, rows: &mut [R], at: usize, from: usize, count: usize) {
        for (p, row) in rows.iter_mut().enumerate() {
            let row = row.as_mut();
            let end = (at + count).min(row.len());
            let Some(part) = row.get_mut(at..end) else { continue };
            match self.rows.get(p) {
                Some(heard) => {
                    for (sample, value) in part.iter_mut().zip(&heard.samples[from..]) {
                        *sample = S::from_f64(*value);
                    }
                }
                None => part.fill(S::ZERO),
            }
        }
    }

    fn contact_sample(&self, c: usize) -> ContactSample {
        let [ports, velocities] = self.stepper.port_motion(&self.model, c);
        ContactSample { ports, velocities, force: self.means[c], known: true }
    }

    /// A contact in one of the samples that were prepared while one presses.
    fn pressed_sample(&mut self, c: usize, n: usize) -> ContactSample {
        let [ports, velocities] = self.stepper.port_motion_after(&self.model, c, n + 1);
        let pressing = self.ahead.is_some_and(|ahead| ahead.press == Some(c));
        let force = if pressing { self.stepper.pressed()[n].force } else { 0.0 };
        ContactSample { ports, velocities, force, known: true }
    }

    /// Why the voice has fallen silent, if it has.
    #[must_use]
    pub fn stopped(&self) -> Option<StepError> {
        self.stopped
    }

    /// Samples played.
    #[must_use]
    pub fn frames(&self) -> u64 {
        self.frame
    }

    /// The length of a sample (s).
    #[must_use]
    pub fn dt(&self) -> f64 {
        self.dt
    }

    /// The physical state now. (In a flight it is computed by this call, hence `&mut`; the signals do not
    /// change.)
    pub fn state(&mut self) -> &State {
        self.look();
        &self.state
    }

    /// The account so far, closed with the energy now.
    pub fn ledger(&mut self) -> Ledger {
        let (energy, flow) = self.look();
        let mut ledger = self.ledger;
        ledger.book(&flow);
        ledger.note_stored(energy);
        ledger
    }

    /// The energy that the scheme keeps account of (J).
    pub fn energy(&mut self) -> f64 {
        self.look().0
    }

    /// The physical energy (J).
    pub fn hamiltonian(&mut self) -> f64 {
        self.look();
        self.model.hamiltonian(&self.state)
    }

    /// Leaves the present state in `state`; energy, and what happened since the last booking.
    fn look(&mut self) -> (f64, Flow) {
        let used = self.ahead.map_or(0, |ahead| ahead.used);
        if used > 0 {
            let lost = &mut self.losses.since;
            return self.stepper.peek(&self.model, used, (&mut self.state, lost));
        }
        self.stepper.lost(&mut self.losses.since);
        self.stepper.store(&self.model, &mut self.state);
        (self.stepper.energy(&self.model), Flow::default())
    }

    /// The history of each contact.
    #[must_use]
    pub fn logs(&self) -> &[ContactLog] {
        &self.logs
    }

    /// The mean force in each contact over the last sample (N).
    #[must_use]
    pub fn forces(&self) -> &[f64] {
        &self.means
    }

    /// The first contact of a pair as far as [it was traced](Options::traced): where it began, then the
    /// end of every step.
    #[must_use]
    pub fn first_contact(&self, contact: usize) -> &[ContactPoint] {
        self.traces.get(contact).map_or(&[], |trace| &trace.points)
    }

    /// The state when the first contact first came apart.
    #[must_use]
    pub fn first_release(&self) -> Option<&FirstRelease> {
        self.released.then_some(&self.first_release)
    }

    /// Counts of its work.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The most iterations that a step needed.
    #[must_use]
    pub fn iterations_max(&self) -> u32 {
        self.iterations
    }

    /// Bodies and contacts as they are now.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The name of its scheme.
    #[must_use]
    pub fn scheme(&self) -> &'static str {
        self.playing.scheme
    }

    /// What its scheme can do.
    #[must_use]
    pub fn abilities(&self) -> Abilities {
        self.playing.abilities
    }

    /// Tells the speed at the wall of the impact that the next step begins, where a force in flight
    /// makes it another than that of the last sample apart: for corrections.
    pub fn set_approach(&mut self, speed: f64) {
        if let Some(corrector) = &mut self.corrector {
            corrector.set_approach(speed);
        }
    }

    /// Whether a mass that touches nothing will touch a body: a constant force drives it there, or it is
    /// on its way and arrives within ten seconds.
    #[must_use]
    pub fn falls(&self) -> bool {
        const SOON: f64 = 10.0;
        let falls = |mode: &usize| {
            let mut contacts = self.model.contacts.iter().enumerate().filter_map(|(c, contact)| {
                let at = contact.coupling.modes.iter().position(|i| i == mode)?;
                let driven = contact.coupling.weights[at] * self.drive.force[*mode] > 0.0;
                let [[first, second], [v, w]] = self.stepper.port_motion(&self.model, c);
                let (x, rate) = (first - second - contact.gap, v - w);
                let arrives = x < 0.0 && rate * SOON > -x;
                Some((driven || arrives, self.logs[c].is_touching()))
            });
            contacts.clone().any(|(towards, _)| towards) && !contacts.any(|(_, touches)| touches)
        };
        let omega = self.model.modes.omega.iter().enumerate();
        omega.filter(|(_, omega)| **omega == 0.0).any(|(mode, _)| falls(&mode))
    }
}

/// The force on each mode of everything that pushes.
fn add_forces(model: &Model, ports: &[PushPoint], forces: &mut [f64]) {
    forces.fill(0.0);
    for port in ports {
        for (i, weight) in model.modes_of(port.body).zip(&port.weights) {
            forces[i] += weight * port.force;
        }
    }
}
