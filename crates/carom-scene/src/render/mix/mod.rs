//! A run: a scene played chunk by chunk.

mod finish;
mod note;
mod run;

use std::io;
use std::ops::{ControlFlow, Range};

use carom::scheme::StepError;
use carom::{ContactPoint, ContactSample, Ledger, State};
use carom_listen::Loudness;
use thiserror::Error;

use super::energies::{Energies, Stores};
use super::players::Players;
use super::summary::Summary;
use crate::build::{BuildError, BuildOptions, Built};
use crate::plan::Plan;

/// What is kept of a run besides its samples; each includes those before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Keep {
    /// Nothing that the level does not need.
    Samples,
    /// The summary without what only listening tells: the centroid is 0, and there are no partials.
    Sums,
    /// The whole summary.
    Summary,
    /// Energies, distances and first contacts over time.
    #[default]
    History,
}

/// How a scene is rendered.
#[derive(Clone, Copy, Default)]
pub struct RenderOptions<'a> {
    /// Look at every contact at every sample, also where nothing can touch.
    pub full: bool,
    /// Told how many seconds are done, and of how many if that is known, every few samples.
    pub progress: Option<&'a Progress<'a>>,
    /// How the model is built.
    pub build: BuildOptions,
    /// Take the partials from the modes, where the scheme leaves them as they are, instead of
    /// listening for them, which takes longer.
    pub partials_from_modes: bool,
    /// What is kept besides the samples.
    pub keep: Keep,
    /// Told beforehand what may take long.
    pub announce: Option<fn(&str)>,
}

/// Takes how many seconds are done, and of how many; a break ends the run.
pub type Progress<'a> = dyn Fn(f64, Option<f64>) -> ControlFlow<()> + 'a;

/// Why a scene could not be rendered.
#[derive(Debug, Error)]
pub enum RenderError {
    /// The scheme or a value does not fit the scene.
    #[error(transparent)]
    Setup(#[from] carom::Error),
    /// The scene cannot become a model.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// A step failed.
    #[error("at {time:.6} s: {error}")]
    Step {
        /// When.
        time: f64,
        /// How.
        error: StepError,
    },
    /// Numbers left the range of a double.
    #[error(
        "at {time:.6} s the numbers are no longer finite: a value of the scene is far too large or \
         far too small"
    )]
    NotFinite {
        /// When (s).
        time: f64,
    },
    /// The caller ended the run.
    #[error("the run was ended at {time:.6} s")]
    Stopped {
        /// When (s).
        time: f64,
    },
    /// What was rendered could not be passed on.
    #[error(transparent)]
    Write(#[from] io::Error),
}

/// Samples between two looks at the level.
pub(super) const CHUNK: usize = 256;

/// A sound that is this much below its peak has ended (dB).
const END_DB: f64 = 70.0;

/// What a run leaves behind.
#[derive(Clone, Debug)]
pub struct Rendering {
    /// What it came to.
    pub summary: Summary,
    /// Things worth saying that are not errors.
    pub warnings: Vec<String>,
    /// The gain that was chosen.
    pub gain: f64,
    /// The first seconds, mixed to one channel, before the gain.
    pub heard: Vec<f64>,
    /// Time and ledger, at the start and every 256 samples; in a long run at every second of these times, or every
    /// fourth, and so on.
    pub ledgers: Vec<(f64, Ledger)>,
    /// At the same times: where the energy is.
    pub stores: Vec<Stores>,
    /// At the same times: how far the bodies of each contact are apart (m), below 0 while compressed.
    pub apart: Vec<Vec<f64>>,
    /// The first contact of each pair: time, port displacements and force.
    pub first_contacts: Vec<Vec<(f64, ContactSample)>>,
    /// The same at the steps of the scheme, however fine: the first thousands of them.
    pub first_steps: Vec<Vec<ContactPoint>>,
}

/// Takes the sound as it comes.
pub trait Sink {
    /// One chunk: a row per pickup, left and right, and a row per contact.
    fn take(&mut self, chunk: &Chunk) -> io::Result<()>;
}

/// A piece of a run.
pub struct Chunk<'a> {
    /// The index of its first sample.
    pub start: u64,
    /// Samples per second.
    pub rate: f64,
    /// How many samples each row has.
    pub frames: usize,
    /// The mix, before the final gain.
    pub left: &'a [f64],
    /// Its other channel.
    pub right: &'a [f64],
    /// Where the energy is, if the history is kept.
    pub energies: &'a Energies,
    players: &'a Players,
}

impl Chunk<'_> {
    /// The samples of a pickup.
    #[must_use]
    pub fn pickup(&self, pickup: usize) -> &[f64] {
        &self.players.heard(pickup)[..self.frames]
    }

    /// A contact at each sample.
    #[must_use]
    pub fn contact(&self, contact: usize) -> &[ContactSample] {
        &self.players.touched(contact)[..self.frames]
    }

    /// All contacts at one sample.
    pub fn contacts_at(&self, sample: usize) -> impl Iterator<Item = ContactSample> {
        (0..self.players.contacts()).map(move |c| self.players.touched(c)[sample])
    }
}

/// Renders a scene without keeping its sound.
pub fn render<'a>(plan: &'a Plan, options: RenderOptions<'a>) -> Result<Rendering, RenderError> {
    struct Nowhere;
    impl Sink for Nowhere {
        fn take(&mut self, _: &Chunk) -> io::Result<()> {
            Ok(())
        }
    }
    render_into(plan, options, &mut Nowhere)
}

/// Renders a plan, handing every chunk to `sink`.
pub fn render_into<'a>(
    plan: &'a Plan,
    options: RenderOptions<'a>,
    sink: &mut dyn Sink,
) -> Result<Rendering, RenderError> {
    let mut run = Run::new(plan, options)?;
    while run.goes_on() {
        run.chunk(sink)?;
    }
    Ok(run.finish())
}

pub(super) struct Run<'a> {
    pub(super) plan: &'a Plan,
    pub(super) options: RenderOptions<'a>,
    pub(super) built: Built,
    pub(super) players: Players,
    /// Gains of each pickup to the left and to the right.
    gains: Vec<(f64, f64)>,
    frames: Option<u64>,
    peak: f64,
    squares: f64,
    loudness: Loudness,
    /// Those of the present chunk.
    energies: Energies,
    quiet: u64,
    left: Vec<f64>,
    right: Vec<f64>,
    heard: Vec<f64>,
    /// When something touched, as far as it is listened to.
    touched: Vec<Range<usize>>,
    ledgers: Vec<(f64, Ledger)>,
    stores: Vec<Stores>,
    apart: Vec<Vec<f64>>,
    /// The history has what was at the end of every so many chunks.
    every: u64,
    first_contacts: Vec<Vec<(f64, ContactSample)>>,
    warnings: Vec<String>,
    /// The contacts that there were, where everything was soon after the last, and how soon (s).
    touches: u64,
    free: Option<(State, f64)>,
}
