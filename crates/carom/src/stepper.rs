//! The interface between a voice and the code that takes its steps.

use std::fmt::Debug;
use std::ops::Range;

use crate::cpu::Cpu;
use crate::energy::Flow;
use crate::hold::{Lanes, add_up, is_within};
use crate::model::{Model, State};
use crate::scheme::{Abilities, StepError};

/// Forces from outside, and the state of the contacts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Drive {
    /// The constant force on each mode (N).
    pub(crate) force: Vec<f64>,
    /// How far each gap moves in the present step (m).
    pub(crate) gap_step: Vec<f64>,
    /// Where each gap is at the end of a flight (m).
    pub(crate) next_gap: Vec<f64>,
    /// How far the gap of the contact that presses moves in each of the samples to come (m).
    pub(crate) gap_steps: Vec<f64>,
    /// Whether the gap or the place of each contact moves in the present sample.
    pub(crate) moving: Vec<bool>,
    /// Whether the bodies of each contact touch.
    pub(crate) touching: Vec<bool>,
    /// The energy of everything (J).
    pub(crate) energy: f64,
    /// No less than the energy that everything may have in the next samples (J).
    pub(crate) reach: f64,
}

/// A contact over the last step.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Touch {
    /// Compression before and after (m).
    pub(crate) from: f64,
    pub(crate) to: f64,
    /// The mean force (N).
    pub(crate) force: f64,
    /// How far the compression would grow in a step without the contact, before and after (m).
    pub(crate) way: f64,
    pub(crate) way_after: f64,
    /// Evaluations of the law.
    pub(crate) evaluations: u32,
}

/// What was lost where (J).
#[derive(Clone, Debug, Default)]
pub(crate) struct Lost {
    pub(crate) modes: Vec<f64>,
    pub(crate) contacts: Vec<f64>,
}

/// Samples of a pickup. Modes and filters add to them in lanes, side by side, which are summed once all have.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) samples: Vec<f64>,
    lanes: Vec<Lanes>,
    /// Whether there is something in the lanes.
    open: bool,
    cpu: Cpu,
}

impl Row {
    /// Room for so many samples.
    pub(crate) fn with_room(samples: usize) -> Self {
        let (samples, lanes) = (vec![0.0; samples], vec![Lanes::default(); samples]);
        Self { samples, lanes, open: false, cpu: Cpu::detect() }
    }

    /// The lanes of so many samples, whatever they hold: the caller sets them.
    pub(crate) fn set_lanes(&mut self, samples: usize) -> &mut [Lanes] {
        self.open = true;
        &mut self.lanes[..samples]
    }

    /// The lanes of so many samples, to add to.
    pub(crate) fn lanes(&mut self, samples: usize) -> &mut [Lanes] {
        if !self.open {
            self.lanes[..samples].fill(Lanes::default());
        }
        self.set_lanes(samples)
    }

    /// Whether some samples are numbers no larger than this.
    pub(crate) fn is_within(&self, range: Range<usize>, most: f64) -> bool {
        is_within(self.cpu, &self.samples[range], most)
    }

    /// Adds the lanes of so many samples to the samples.
    pub(crate) fn close(&mut self, samples: usize) {
        if std::mem::take(&mut self.open) {
            add_up(self.cpu, &self.lanes[..samples], &mut self.samples[..samples]);
        }
    }
}

/// A row per pickup.
pub(crate) type Rows = [Row];

/// The work that is left for the present sample and those that share its budget. A unit is about a quarter
/// of a microsecond: a step of one contact on 200 modes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowance {
    /// How much is left; `None` without a budget.
    pub(crate) spare: Option<u32>,
    /// How many samples come later, each of which takes a step at least.
    pub(crate) later: u32,
}

/// How a contact would move in a step.
#[derive(Clone, Copy, Debug)]
pub struct Approach {
    /// The compression (m), negative apart.
    pub x: f64,
    /// Its change over the step without a force (m).
    pub change: f64,
    /// By how much a force of 1 N reduces that change (m/N).
    pub compliance: f64,
    /// The step (s).
    pub dt: f64,
}

/// Takes the steps of a voice: exact hold, or any [`Scheme`](crate::scheme::Scheme).
pub(crate) trait Stepper: Debug + Send {
    /// What it can do.
    fn abilities(&self) -> Abilities;

    /// How many steps the next sample takes within this allowance; 0 if nothing can touch in it.
    fn plan(&mut self, model: &Model, drive: &Drive, allowance: Allowance) -> u32;

    /// How many steps the sample should have taken with more work allowed.
    fn wanted(&self) -> u32;

    /// The work of the steps of this sample.
    fn work(&self) -> u32;

    /// The contacts that are looked at in the sample that was planned.
    fn seen(&self) -> &[usize];

    /// One of the steps that were planned; what it moves is added to the flow.
    fn step(
        &mut self,
        model: &Model,
        drive: &Drive,
        touches: &mut [Touch],
        flow: &mut Flow,
    ) -> Result<(), StepError>;

    /// The sample for all that took no part in its steps.
    fn finish(&mut self, model: &Model, drive: &Drive) -> Flow;

    /// Writes the signals of all pickups now, with these mean forces in the contacts, as the first sample of each row.
    fn hear(&self, model: &Model, means: &[f64], rows: &mut Rows);

    /// Prepares at most `frames` samples in which nothing touches and writes the signals to `rows`; how many,
    /// 0 if something may touch too soon.
    fn begin_flight(
        &mut self,
        model: &Model,
        drive: &Drive,
        frames: usize,
        rows: &mut Rows,
    ) -> usize {
        let _ = (model, drive, frames, rows);
        0
    }

    /// Prepares at most `frames` samples in which one contact goes on pressing while nothing else can
    /// touch, and writes the signals to `rows`; which contact, if there are such samples.
    fn begin_press(
        &mut self,
        model: &Model,
        drive: &Drive,
        frames: usize,
        rows: &mut Rows,
    ) -> Option<usize> {
        let _ = (model, drive, frames, rows);
        None
    }

    /// The contact in each of the samples in which it presses.
    fn pressed(&self) -> &[Touch] {
        &[]
    }

    /// Passes so many samples of the flight, or of the press, that was prepared.
    fn end_flight(&mut self, model: &Model, frames: usize) -> Flow {
        let _ = (model, frames);
        Flow::default()
    }

    /// State and energy as they will be after so many samples of the flight, and what happens until
    /// then.
    fn peek(
        &mut self,
        model: &Model,
        frames: usize,
        (state, lost): (&mut State, &mut Lost),
    ) -> (f64, Flow) {
        let _ = (frames, lost);
        self.store(model, state);
        (self.energy(model), Flow::default())
    }

    /// Gives what was lost where since that was last cleared; false if it is not known.
    fn lost(&self, lost: &mut Lost) -> bool {
        let _ = lost;
        false
    }

    /// Begins a new account of what is lost where.
    fn clear_lost(&mut self) {}

    /// Displacement of the first port of a contact minus that of the second (m).
    fn distance(&self, model: &Model, contact: usize) -> f64;

    /// The displacements (m) of both, and their velocities (m/s).
    fn port_motion(&self, model: &Model, contact: usize) -> [[f64; 2]; 2];

    /// The same as they will be after so many samples of those prepared.
    fn port_motion_after(&mut self, model: &Model, contact: usize, frames: usize) -> [[f64; 2]; 2] {
        let _ = frames;
        self.port_motion(model, contact)
    }

    /// How fast the free masses of a contact approach each other, without anything that rings, before and after
    /// the last step (m/s). In it, the contact had this mean force; what else touches them is not known.
    fn free_speeds(&self, model: &Model, contact: usize, force: f64, dt: f64) -> [f64; 2];

    /// How a contact would move in the next step of those planned, if nothing touched; `None` if it is out of reach or
    /// not known.
    fn approach(&mut self, model: &Model, drive: &Drive, contact: usize) -> Option<Approach> {
        let _ = (model, drive, contact);
        None
    }

    /// The weights of a contact have changed.
    fn update_weights(&mut self, model: &Model, contact: usize);

    /// The law of a contact has changed; a state is loaded next.
    fn update_law(&mut self, model: &Model, contact: usize);

    /// The modes of a body have changed; a state is loaded next.
    fn update_modes(&mut self, model: &Model, body: usize);

    /// Forces from outside have changed.
    fn drive(&mut self, model: &Model, drive: &Drive);

    /// Takes over a physical state.
    fn load(&mut self, model: &Model, state: &State, drive: &Drive);

    /// Takes over velocities alone: displacements and contacts stay as they are.
    fn load_velocities(&mut self, model: &Model, state: &State, drive: &Drive) {
        self.load(model, state, drive);
    }

    /// Gives the physical state.
    fn store(&self, model: &Model, state: &mut State);

    /// The energy that the ledger counts (J).
    fn energy(&self, model: &Model) -> f64;

    /// Whether the kinetic energy is at most this (J); never for a scheme that is not to be put to rest.
    fn rests(&self, energy: f64) -> bool;

    /// The memory of the contacts.
    fn memory(&mut self) -> &mut [f64];
}
