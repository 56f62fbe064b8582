//! A model that plays: block by block, by any scheme.

use std::sync::Arc;

use super::engine::{Engine, FirstRelease, Substeps};
use super::free::BLOCK;
use super::log::{ContactLog, ContactPoint, ContactStep, Trace};
use super::travel::Travel;
use crate::energy::Ledger;
use crate::error::{finite, positive};
use crate::model::{BodyId, Model, Quantity, State};
use crate::scheme::{SchemeError, StepError};
use crate::simulation::{Method, SetupError, Simulation};

/// How a player is to work.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayerOptions {
    /// The scheme.
    pub method: Method,
    /// Steps per sample while bodies touch. Only the two-point scheme adapts them; others take a
    /// fixed number all the time, one for `Auto`.
    pub substeps: Substeps,
    /// Whether blocks in which nothing touches may be passed in closed form.
    pub blocks: bool,
}

impl Default for PlayerOptions {
    fn default() -> Self {
        Self { method: Method::TwoPoint, substeps: Substeps::Auto, blocks: true }
    }
}

/// A contact at one sample.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ContactSample {
    /// Displacements of the two ports (m).
    pub ports: [f64; 2],
    /// The force over the last step (N).
    pub force: f64,
    /// False within a block that was passed in closed form: nothing touched, nothing was looked at.
    pub known: bool,
}

/// Room for what happens in a number of samples: one row of `frames` per pickup and per contact.
/// Either may be empty.
#[derive(Debug)]
pub struct Block<'a> {
    /// Number of samples.
    pub frames: usize,
    /// Pickup p at sample n: `pickups[p·frames + n]`.
    pub pickups: &'a mut [f64],
    /// Contact c at sample n: `contacts[c·frames + n]`.
    pub contacts: &'a mut [ContactSample],
}

/// A model that plays.
///
/// ```
/// use carom::{Block, Mode, Model, Player, PlayerOptions, Quantity, law::Law};
/// let mut model = Model::default();
/// let mallet = model.body(&[Mode::free(0.01)])?;
/// let bar = model.body(&[Mode::ringing(0.05, 523.0, 800.0)])?;
/// let (tip, end) = (model.port(mallet, &[1.0])?, model.port(bar, &[1.0])?);
/// model.pickup(&end, Quantity::Velocity);
/// model.contact(tip, end, 0.0, Law::power(1e9, 1.5)?)?;
/// let mut state = model.rest();
/// state.velocity[0] = 1.0;
/// let mut player = Player::new(model, &state, 1.0 / 44_100.0, &[], PlayerOptions::default())?;
/// let mut sound = vec![0.0; 44_100];
/// player.advance(&mut Block { frames: 44_100, pickups: &mut sound, contacts: &mut [] })?;
/// assert_eq!(player.logs()[0].count, 1);
/// assert!(player.ledger().residual().abs() < 1e-12 * player.ledger().initial());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Player {
    model: Model,
    options: PlayerOptions,
    inner: Inner,
    state: State,
}

#[derive(Clone, Debug)]
enum Inner {
    Modal(Box<Engine>),
    Plain(Box<Plain>),
}

/// A scheme that knows nothing of blocks.
#[derive(Clone, Debug)]
struct Plain {
    simulation: Simulation,
    substeps: u32,
    frame: u64,
    logs: Vec<ContactLog>,
    traces: Vec<Trace>,
    iterations: u32,
    first_release: Option<FirstRelease>,
    /// Compressions and rates before the step.
    before: Vec<(f64, f64)>,
    state: State,
    /// The constant force on each mode (N).
    forces: Vec<f64>,
}

impl Player {
    /// Starts from a state, with a sample every `dt` seconds and a constant force on each mode
    /// (empty for none).
    pub fn new(
        model: Model,
        state: &State,
        dt: f64,
        force: &[f64],
        options: PlayerOptions,
    ) -> Result<Self, SetupError> {
        positive("time step", dt)?;
        model.check_state(state)?;
        for &value in force {
            finite("force", value)?;
        }
        if options.method == Method::TwoPoint {
            model.check_below_nyquist("two-point", dt)?;
        }
        let inner = if options.method == Method::TwoPoint {
            Inner::Modal(Box::new(Engine::new(&model, state, dt, force, options.substeps)))
        } else {
            Inner::Plain(Box::new(Plain::new(&model, state, dt, force, options)?))
        };
        let state = state.clone();
        Ok(Self { model, options, inner, state })
    }

    /// Plays as many samples as the block has room for.
    pub fn advance(&mut self, block: &mut Block) -> Result<(), StepError> {
        self.advance_while(block, &|_| true).map(drop)
    }

    /// Plays until the block is full or `go_on`, which is told how many samples were played since
    /// the start, says no; true if the block is full.
    pub fn advance_while(
        &mut self,
        block: &mut Block,
        go_on: &dyn Fn(u64) -> bool,
    ) -> Result<bool, StepError> {
        let frames = block.frames;
        let mut at = 0;
        while at < frames {
            if !go_on(self.frames()) {
                return Ok(false);
            }
            if let Inner::Modal(engine) = &mut self.inner
                && self.options.blocks
                && frames - at >= BLOCK
                && engine.try_block(block.pickups, frames, at)
            {
                for row in block.contacts.chunks_exact_mut(frames) {
                    row[at..at + BLOCK].fill(ContactSample::default());
                }
                at += BLOCK;
                continue;
            }
            match &mut self.inner {
                Inner::Modal(engine) => engine.frame(),
                Inner::Plain(plain) => plain.frame()?,
            }
            self.report(block, at);
            at += 1;
        }
        Ok(true)
    }

    /// Keeps the first contact of every pair from now on, step by step, up to so many steps.
    pub fn trace_first_contacts(&mut self, steps: usize) {
        let traces = self.model.contacts().iter().map(|_| Trace::new(steps)).collect();
        match &mut self.inner {
            Inner::Modal(engine) => engine.traces = traces,
            Inner::Plain(plain) => plain.traces = traces,
        }
    }

    /// The first contact of a pair as far as it was traced: where it began, then the end of every
    /// step.
    #[must_use]
    pub fn first_contact(&self, contact: usize) -> &[ContactPoint] {
        let traces = match &self.inner {
            Inner::Modal(engine) => &engine.traces,
            Inner::Plain(plain) => &plain.traces,
        };
        traces.get(contact).map_or(&[], |trace| &trace.points)
    }

    fn report(&mut self, block: &mut Block, at: usize) {
        let frames = block.frames;
        for (p, row) in block.pickups.chunks_exact_mut(frames).enumerate() {
            row[at] = match &self.inner {
                Inner::Modal(engine) => engine.hear(p),
                Inner::Plain(plain) => plain.hear(&self.model, p),
            };
        }
        for (c, row) in block.contacts.chunks_exact_mut(frames).enumerate() {
            let (ports, force) = match &self.inner {
                Inner::Modal(engine) => (engine.ports(c), engine.force(c)),
                Inner::Plain(plain) => {
                    (self.model.port_displacements(c, &plain.state), plain.simulation.forces()[c])
                }
            };
            row[at] = ContactSample { ports, force, known: true };
        }
    }

    /// Gives a free mass a new approach: at the surface of its first contact, with this velocity.
    /// The energy that it takes is booked as supplied.
    pub fn strike(&mut self, body: BodyId, velocity: f64) {
        let Some(mode) = self.model.modes_of(body).next() else { return };
        match &mut self.inner {
            Inner::Modal(engine) => engine.strike(mode, velocity),
            Inner::Plain(plain) => plain.strike(&self.model, mode, velocity),
        }
    }

    /// Has a contact moved over one of its bodies: `body` must be one of the two.
    pub fn travel(
        &mut self,
        contact: usize,
        body: BodyId,
        path: Arc<dyn Travel>,
    ) -> Result<(), SetupError> {
        let bodies = self.model.contacts().get(contact).map(crate::model::Contact::bodies);
        let side = bodies.and_then(|bodies| bodies.iter().position(|b| *b == body));
        let (Inner::Modal(engine), Some(side)) = (&mut self.inner, side) else {
            let (scheme, reason) = (self.options.method.name(), "it cannot move this contact");
            return Err(SchemeError { scheme, reason }.into());
        };
        engine.set_travel(contact, side, self.model.modes_of(body), path);
        Ok(())
    }

    /// Whether a constant force drives a mass that touches nothing towards what it can touch: it
    /// will be heard again.
    #[must_use]
    pub fn falls(&self) -> bool {
        match &self.inner {
            Inner::Modal(engine) => engine.falls(),
            Inner::Plain(plain) => plain.falls(),
        }
    }

    /// The physical state now.
    pub fn state(&mut self) -> &State {
        match &mut self.inner {
            Inner::Modal(engine) => engine.store(&mut self.state, engine.dt()),
            Inner::Plain(plain) => self.state.copy_from(plain.simulation.state()),
        }
        &self.state
    }

    /// The account so far.
    #[must_use]
    pub fn ledger(&self) -> Ledger {
        match &self.inner {
            Inner::Modal(engine) => {
                let mut ledger = engine.ledger;
                ledger.note_stored(engine.energy());
                ledger
            }
            Inner::Plain(plain) => plain.simulation.ledger(),
        }
    }

    /// What happened at each contact.
    #[must_use]
    pub fn logs(&self) -> &[ContactLog] {
        match &self.inner {
            Inner::Modal(engine) => &engine.logs,
            Inner::Plain(plain) => &plain.logs,
        }
    }

    /// The state when the first contact first came apart.
    #[must_use]
    pub fn first_release(&self) -> Option<&FirstRelease> {
        match &self.inner {
            Inner::Modal(engine) => engine.first_release(),
            Inner::Plain(plain) => plain.first_release.as_ref(),
        }
    }

    /// The most iterations that a step needed.
    #[must_use]
    pub fn iterations_max(&self) -> u32 {
        match &self.inner {
            Inner::Modal(engine) => engine.iterations,
            Inner::Plain(plain) => plain.iterations,
        }
    }

    /// Samples played.
    #[must_use]
    pub fn frames(&self) -> u64 {
        match &self.inner {
            Inner::Modal(engine) => engine.frame,
            Inner::Plain(plain) => plain.frame,
        }
    }

    /// The model.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }
}

impl Plain {
    fn new(
        model: &Model,
        state: &State,
        dt: f64,
        force: &[f64],
        options: PlayerOptions,
    ) -> Result<Self, SetupError> {
        let substeps = match options.substeps {
            Substeps::Auto => 1,
            Substeps::Fixed(count) => count.max(1),
        };
        let mut forces = vec![0.0; model.modes().mass.len()];
        for (slot, force) in forces.iter_mut().zip(force) {
            *slot = *force;
        }
        let step = dt / f64::from(substeps);
        let simulation =
            Simulation::with_force(model.clone(), state, options.method, step, forces.clone())?;
        let contacts = model.contacts().len();
        Ok(Self {
            simulation,
            substeps,
            frame: 0,
            logs: vec![ContactLog::default(); contacts],
            traces: Vec::new(),
            iterations: 0,
            first_release: None,
            before: vec![(0.0, 0.0); contacts],
            state: state.clone(),
            forces,
        })
    }

    fn frame(&mut self) -> Result<(), StepError> {
        let dt = self.simulation.dt();
        for i in 0..self.substeps {
            self.state.copy_from(self.simulation.state());
            for c in 0..self.before.len() {
                self.before[c] = self.depth_and_rate(c);
            }
            let flow = self.simulation.step()?;
            self.iterations = self.iterations.max(flow.iterations);
            self.state.copy_from(self.simulation.state());
            let end = (self.frame * u64::from(self.substeps) + u64::from(i) + 1) as f64 * dt;
            for c in 0..self.before.len() {
                let ((before, rate_before), (after, rate_after)) =
                    (self.before[c], self.depth_and_rate(c));
                let force = self.simulation.forces()[c];
                let substeps = self.substeps;
                let step = ContactStep {
                    end,
                    dt,
                    before,
                    after,
                    compression: after,
                    force,
                    rate_before,
                    rate_after,
                    substeps,
                };
                let released = self.logs[c].see(&step);
                if let Some(trace) = self.traces.get_mut(c) {
                    trace.note(&step, &self.logs[c]);
                }
                if released && c == 0 && self.first_release.is_none() {
                    self.first_release =
                        Some(FirstRelease { time: end, state: self.state.clone() });
                }
            }
        }
        self.frame += 1;
        Ok(())
    }

    fn falls(&self) -> bool {
        let couplings = self.simulation.model().couplings().iter().zip(&self.logs);
        let falls = |(mode, force): (usize, &f64)| {
            let mut contacts = couplings.clone().filter_map(|(coupling, log)| {
                let at = coupling.modes.iter().position(|&i| i == mode)?;
                Some((coupling.weights[at] * force > 0.0, log.is_touching()))
            });
            contacts.clone().any(|(towards, _)| towards) && !contacts.any(|(_, touches)| touches)
        };
        self.forces.iter().enumerate().any(falls)
    }

    fn depth_and_rate(&self, contact: usize) -> (f64, f64) {
        let model = self.simulation.model();
        let potential = model.contacts()[contact].law.potential();
        (
            potential.depth(model.compression(contact, &self.state)).0,
            model.rate(contact, &self.state),
        )
    }

    fn hear(&self, model: &Model, pickup: usize) -> f64 {
        let definition = &model.pickups()[pickup];
        let coupling = &definition.coupling;
        let forces = self.simulation.forces();
        match definition.quantity {
            Quantity::Displacement => coupling.dot(&self.state.displacement),
            Quantity::Velocity => coupling.dot(&self.state.velocity),
            Quantity::Acceleration => {
                let values = coupling.modes.iter().zip(&coupling.weights);
                values.map(|(&i, w)| w * model.acceleration(i, &self.state, forces)).sum()
            }
            Quantity::Force => {
                let touching = model.contacts().iter().zip(forces);
                let on_body = touching.filter(|(c, _)| c.bodies().contains(&definition.body));
                on_body.map(|(_, force)| force).sum()
            }
        }
    }

    fn strike(&mut self, model: &Model, mode: usize, velocity: f64) {
        let mut state = self.simulation.state().clone();
        state.velocity[mode] = velocity;
        let weight_in = |c: usize| {
            let coupling = &model.couplings()[c];
            let at = coupling.modes.iter().position(|&i| i == mode)?;
            Some(coupling.weights[at]).filter(|weight| *weight != 0.0)
        };
        let found = (0..model.contacts().len()).find_map(|c| weight_in(c).map(|w| (c, w)));
        if let Some((contact, weight)) = found {
            let potential = model.contacts()[contact].law.potential();
            let depth = potential.depth(model.compression(contact, &state)).0;
            state.displacement[mode] -= depth / weight;
        }
        // The state came from this simulation: it fits.
        let _ = self.simulation.load(&state);
    }
}
