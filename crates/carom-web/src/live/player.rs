//! One island of a live scene: bodies that may touch each other, run as a voice.

use carom::{ContactSample, Hands, Options, State, Voice};
use carom_scene::build::{AWAY, Built};
use carom_scene::plan::{Island, Kind, Plan, PlannedPickup, Spot};

use crate::error::Refusal;

/// Samples that are made at once, at the most: a quantum of the audio worklet.
pub(super) const QUANTUM: usize = 128;

/// Work of 64 samples: far more than blows need, and little enough that none of them is
/// late by more than a few quanta.
pub(super) const BUDGET: u32 = 32_768;

/// A voice and what it is made of.
pub(super) struct Player {
    pub(super) plan: Plan,
    pub(super) built: Built,
    pub(super) voice: Voice,
    /// Holds the commands of the scene's own gestures.
    _hands: Hands,
    /// Which bodies of the scene these are.
    pub(super) bodies: Vec<usize>,
    gains: Vec<[f64; 2]>,
    rows: Vec<Vec<f64>>,
    pub(super) touched: Vec<Vec<ContactSample>>,
}

impl Player {
    pub(super) fn new(island: Island, built: Built) -> Result<Self, Refusal> {
        let Island { plan, bodies, .. } = island;
        let (voice, hands) = start(&plan, &built, 0)?;
        let gains = plan.pickups.iter().map(PlannedPickup::gains);
        let (pickups, count) = (plan.pickups.len(), plan.contacts.len());
        Ok(Self {
            gains: gains.collect(),
            rows: vec![vec![0.0; QUANTUM]; pickups],
            touched: vec![vec![ContactSample::default(); QUANTUM]; count],
            plan,
            built,
            voice,
            _hands: hands,
            bodies,
        })
    }

    /// Divides all that it gives by full scale.
    pub(super) fn set_full_scale(&mut self, full: f64) {
        self.gains.iter_mut().flatten().for_each(|gain| *gain /= full);
    }

    /// Whether it does something without being struck: gestures, weights, or bodies that start in motion.
    pub(super) fn moves_by_itself(&self) -> bool {
        let Plan { strikes, presses, damps, ways, bodies, .. } = &self.plan;
        let moves = |kind: &Kind| match kind {
            Kind::Wall => false,
            Kind::Mass { start, .. } | Kind::Shape { start, .. } => {
                start.velocity != 0.0 || start.gravity != 0.0 || start.force != 0.0
            }
            Kind::Modes { start, .. } => start.iter().any(|mode| *mode != [0.0; 2]),
        };
        let empty = strikes.is_empty() && presses.is_empty() && damps.is_empty();
        !(empty && ways.is_empty()) || bodies.iter().any(|body| moves(&body.kind))
    }

    /// Begins anew at a sample; what the scene's own gestures did before it is left out.
    pub(super) fn begin(&mut self, frame: u64) -> Result<(), Refusal> {
        for probe in &self.built.probes {
            probe.path.clear();
        }
        if self.moves_by_itself() {
            (self.voice, self._hands) = start(&self.plan, &self.built, frame)?;
        } else {
            self.voice.rest();
            self.let_go();
            for probe in &self.built.probes {
                let _ = self.voice.push(probe.port, 0.0);
                let _ = self.voice.gap(probe.contact, AWAY, 0.0);
            }
        }
        self.voice.skip_to(frame);
        Ok(())
    }

    /// No hand damps anything.
    fn let_go(&mut self) {
        for body in &self.built.bodies {
            // What does not ring cannot be damped.
            let _ = self.voice.damp(body, 0.0);
        }
    }

    /// Adds its next samples.
    pub(super) fn add(&mut self, left: &mut [f32], right: &mut [f32]) {
        let count = left.len();
        // There is room for a quantum: nothing is allocated.
        self.rows.iter_mut().for_each(|row| row.resize(count, 0.0));
        self.touched.iter_mut().for_each(|row| row.resize(count, ContactSample::default()));
        if self.rows.is_empty() && self.touched.is_empty() {
            let _ = self.voice.advance(count as u64);
            return;
        }
        self.voice.watch(&mut self.rows, &mut self.touched);
        for (row, [to_left, to_right]) in self.rows.iter().zip(&self.gains) {
            for (n, sample) in row.iter().enumerate() {
                left[n] += (to_left * sample) as f32;
                right[n] += (to_right * sample) as f32;
            }
        }
    }

    /// The weights of a place on a body where a contact may strike it.
    pub(super) fn weigh(&self, body: usize, contact: usize, at: &Spot, weights: &mut Vec<f64>) {
        self.built.weigh(&self.plan, body, at, Some(contact), weights);
    }

    /// Modes of the body that has most of them.
    pub(super) fn most_modes(&self) -> usize {
        let modes =
            (0..self.bodies.len()).map(|body| self.built.world.model().modes_of(body).len());
        let objects = self.built.objects.iter().flatten().map(|object| object.modes.len());
        modes.chain(objects).max().unwrap_or(0)
    }

    pub(super) fn state(&mut self) -> &State {
        self.voice.state()
    }
}

/// Starts a voice with what the scene's own gestures do from a sample on.
fn start(plan: &Plan, built: &Built, frame: u64) -> Result<(Voice, Hands), Refusal> {
    let failed = |error: carom::Error| Refusal::new(error.to_string());
    let from = frame as f64 / plan.sample_rate;
    let mut later = plan.clone();
    later.strikes.retain(|strike| strike.time >= from);
    later.presses.retain(|press| press.time >= from);
    later.damps.retain(|damp| damp.time >= from);
    let commands = later.commands().max(1);
    let options = Options { budget: BUDGET, commands, ..Options::default() };
    let (voice, mut hands) = plan.start(&built.world, options).map_err(failed)?;
    built.command(&later, &mut hands).map_err(failed)?;
    Ok((voice, hands))
}
