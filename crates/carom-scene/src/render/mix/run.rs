//! From the first sample to the last: what is set up, how long it goes on, and one chunk of it.

use carom::scheme::StepError;
use carom::{ContactSample, Options};
use carom_listen::Loudness;

use super::super::energies::Energies;
use super::super::players::Players;
use super::{CHUNK, Chunk, END_DB, RenderError, RenderOptions, Run, Sink};
use crate::build::build_islands;
use crate::plan::Plan;

/// A run without a given duration ends here at the latest (s), or here if nothing is heard.
const LONGEST: f64 = 60.0;
const LONGEST_SILENCE: f64 = 10.0;

/// More modes than this are announced before the run.
const MANY_MODES: usize = 2000;

/// The caller can end the run after so many samples.
const PIECE: usize = 16;

/// Steps of a first contact that are kept, and of all of them together.
const MOST_CONTACT_STEPS: usize = 4096;
const MOST_TRACED: usize = 1 << 20;

impl<'a> Run<'a> {
    pub(in super::super) fn new(
        plan: &'a Plan,
        options: RenderOptions<'a>,
    ) -> Result<Self, RenderError> {
        let (built, islands) = build_islands(plan, options.build)?;
        let pairs = built.world.model().contacts().len();
        let traced = MOST_CONTACT_STEPS.min(MOST_TRACED / pairs.max(1));
        let playing = Options { traced, ..Options::offline() };
        let players = Players::start(&built, &islands, &playing)?;
        let gains: Vec<(f64, f64)> =
            plan.pickups.iter().map(|pickup| pickup.gains().into()).collect();
        let warnings = crate::stability::warnings(plan, built.world.model());
        if let Some(announce) = options.announce {
            for (body, object) in plan.bodies.iter().zip(&built.objects) {
                let count = object.as_ref().map_or(0, |object| object.modes.len());
                if count > MANY_MODES {
                    announce(&format!(
                        "body `{}` has {count} modes, which takes its time; `highest_mode` of the \
                         scene keeps fewer",
                        body.name
                    ));
                }
            }
        }
        Ok(Self {
            frames: plan
                .duration
                .map(|seconds| (seconds * plan.sample_rate).round().max(1.0) as u64),
            pickups: vec![0.0; gains.len() * CHUNK],
            left: vec![0.0; CHUNK],
            right: vec![0.0; CHUNK],
            contacts: vec![ContactSample::default(); pairs * CHUNK],
            first_contacts: vec![Vec::new(); pairs],
            plan,
            options,
            built,
            players,
            gains,
            peak: 0.0,
            squares: 0.0,
            energies: Energies::default(),
            loudness: Loudness::new(plan.sample_rate, plan.channels()),
            quiet: 0,
            heard: Vec::new(),
            touched: Vec::new(),
            ledgers: Vec::new(),
            stores: Vec::new(),
            apart: Vec::new(),
            warnings,
            touches: 0,
            free: None,
        })
    }

    pub(in super::super) fn goes_on(&mut self) -> bool {
        let played = self.players.frames();
        if let Some(frames) = self.frames {
            return played < frames;
        }
        let seconds = played as f64 / self.plan.sample_rate;
        if seconds <= self.built.busy_until {
            return true;
        }
        if self.peak == 0.0 && seconds >= LONGEST_SILENCE {
            self.warnings
                .push(format!("nothing was heard in {LONGEST_SILENCE} s; the run was ended"));
            return false;
        }
        if seconds >= LONGEST.max(self.built.busy_until + LONGEST_SILENCE) {
            self.warnings.push(format!(
                "the sound was not {END_DB} dB below its peak after {LONGEST} s; the run was ended \
                 (give a duration, or the modes a q)"
            ));
            return false;
        }
        // Quiet for as long as the slowest audible beat.
        self.peak == 0.0 || (self.quiet as f64) < 0.05 * self.plan.sample_rate
    }

    pub(in super::super) fn chunk(&mut self, sink: &mut dyn Sink) -> Result<(), RenderError> {
        let start = self.players.frames();
        if start == 0 && !self.options.bare {
            self.energies.note(self.plan, &mut self.players);
            self.note_energies();
        }
        let left = self.frames.map_or(CHUNK as u64, |frames| frames.saturating_sub(start).max(1));
        let frames = CHUNK.min(usize::try_from(left).unwrap_or(CHUNK));
        let (pickups, contacts) = (self.gains.len() * frames, self.first_contacts.len() * frames);
        let piece = match self.options {
            RenderOptions { full: true, .. } => 1,
            // Nobody looks at it before it is over.
            RenderOptions { bare: true, progress: None, .. } => frames,
            _ => PIECE,
        };
        self.energies.clear();
        for from in (0..frames).step_by(piece) {
            self.piece(frames, from, piece.min(frames - from))?;
        }
        let time = start as f64 / self.plan.sample_rate;
        self.mix(frames);
        self.note(start, frames);
        let ledger = self.players.ledger();
        // Samples are kept in single precision.
        let loudest = self.left[..frames].iter().chain(&self.right[..frames]);
        let fits = loudest.map(|value| value.abs()).fold(0.0, f64::max) <= f64::from(f32::MAX);
        if !(ledger.residual().is_finite() && self.squares.is_finite() && fits) {
            return Err(self.diverged(time));
        }
        sink.take(&Chunk {
            start,
            rate: self.plan.sample_rate,
            frames,
            pickups: &self.pickups[..pickups],
            left: &self.left[..frames],
            right: &self.right[..frames],
            contacts: &self.contacts[..contacts],
            energies: &self.energies,
        })?;
        Ok(())
    }

    /// Numbers grew beyond all bounds.
    fn diverged(&self, time: f64) -> RenderError {
        if self.plan.method.holds() {
            return RenderError::NotFinite { time };
        }
        RenderError::Step { time, error: StepError::Diverged }
    }

    /// Some samples of a chunk of so many.
    fn piece(&mut self, frames: usize, from: usize, count: usize) -> Result<(), RenderError> {
        let part = from..from + count;
        let rows = self.pickups.chunks_exact_mut(frames).take(self.gains.len());
        let mut rows: Vec<_> = rows.map(|row| &mut row[part.clone()]).collect();
        let contacts = self.contacts.chunks_exact_mut(frames).take(self.first_contacts.len());
        let mut contacts: Vec<_> = contacts.map(|row| &mut row[part.clone()]).collect();
        let time = self.players.frames() as f64 / self.plan.sample_rate;
        self.players.watch(&mut rows, &mut contacts);
        match self.players.stopped() {
            Some(StepError::Diverged) => return Err(self.diverged(time)),
            Some(error) => return Err(RenderError::Step { time, error }),
            None => {}
        }
        if self.options.full && contacts.iter().any(|row| row.iter().any(|c| !c.known)) {
            for (c, row) in contacts.iter_mut().enumerate() {
                row.fill(self.players.contact(c));
            }
        }
        let touching = contacts.iter().any(|row| row.iter().any(|sample| sample.force != 0.0));
        if (touching || part.end == frames) && !self.options.bare {
            self.energies.note(self.plan, &mut self.players);
        }
        let time = self.players.frames() as f64 / self.plan.sample_rate;
        match self.options.progress {
            Some(progress) if progress(time, self.plan.duration).is_break() => {
                Err(RenderError::Stopped { time })
            }
            _ => Ok(()),
        }
    }

    fn mix(&mut self, frames: usize) {
        self.left[..frames].fill(0.0);
        self.right[..frames].fill(0.0);
        for (row, (left, right)) in self.pickups.chunks_exact(frames).zip(&self.gains) {
            for n in 0..frames {
                self.left[n] += left * row[n];
                self.right[n] += right * row[n];
            }
        }
    }
}
