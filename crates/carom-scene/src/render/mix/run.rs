//! From the first sample to the last: what is set up, how long it goes on, and one chunk of it.

use std::ops::Range;

use carom::Options;
use carom::scheme::StepError;
use carom_listen::Loudness;

use super::super::energies::Energies;
use super::super::players::Players;
use super::{CHUNK, Chunk, END_DB, Keep, RenderError, RenderOptions, Run, Sink};
use crate::build::build_islands;
use crate::plan::Plan;

/// A run without a given duration ends here at the latest (s), or here if nothing is heard.
const LONGEST: f64 = 60.0;
const LONGEST_SILENCE: f64 = 10.0;

/// More modes than this are announced before the run.
const MANY_MODES: usize = 2000;

/// Energies are noted every so many samples in which something touches.
const NOTED: usize = 16;

/// The caller can end the run after so many samples.
const WATCHED: usize = 64;

/// The ledger is looked at every so many chunks, if nobody keeps it.
const LOOKED: u64 = 64;

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
        let traced = if options.keep == Keep::History { traced } else { 0 };
        let playing = Options { traced, ..Options::offline() };
        let players = Players::start(&built, &islands, plan.pickups.len(), &playing)?;
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
            left: vec![0.0; CHUNK],
            right: vec![0.0; CHUNK],
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
            every: 1,
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
        let is_kept = self.options.keep == Keep::History;
        if start == 0 && is_kept {
            self.energies.note(self.plan, &mut self.players);
            self.note_energies();
        }
        let left = self.frames.map_or(CHUNK as u64, |frames| frames.saturating_sub(start).max(1));
        let frames = CHUNK.min(usize::try_from(left).unwrap_or(CHUNK));
        let piece = match self.options {
            RenderOptions { full: true, .. } => 1,
            _ if is_kept => NOTED,
            RenderOptions { progress: Some(_), .. } => WATCHED,
            _ => frames,
        };
        self.energies.clear();
        for from in (0..frames).step_by(piece) {
            self.piece(from..frames.min(from + piece), frames)?;
        }
        let time = start as f64 / self.plan.sample_rate;
        self.mix(frames);
        let loudest = self.note(start, frames);
        // Samples are kept in single precision. What is not finite stays so: the ledger is looked at now and then.
        let is_looked_at =
            is_kept || (start / CHUNK as u64).is_multiple_of(LOOKED) || left <= CHUNK as u64;
        if !(self.squares.is_finite() && loudest <= f64::from(f32::MAX))
            || is_looked_at && !self.players.ledger().residual().is_finite()
        {
            return Err(self.diverged(time));
        }
        sink.take(&Chunk {
            start,
            rate: self.plan.sample_rate,
            frames,
            left: &self.left[..frames],
            right: &self.right[..frames],
            energies: &self.energies,
            players: &self.players,
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

    /// A part of a chunk of so many samples.
    fn piece(&mut self, part: Range<usize>, frames: usize) -> Result<(), RenderError> {
        let time = self.players.frames() as f64 / self.plan.sample_rate;
        self.players.watch(part.clone());
        match self.players.stopped() {
            Some(StepError::Diverged) => return Err(self.diverged(time)),
            Some(error) => return Err(RenderError::Step { time, error }),
            None => {}
        }
        let contacts = 0..self.players.contacts();
        if self.options.full && contacts.clone().any(|c| !self.players.touched(c)[part.start].known)
        {
            for c in contacts {
                let now = self.players.contact(c);
                self.players.touched_mut(c)[part.clone()].fill(now);
            }
        }
        if self.options.keep == Keep::History
            && (part.end == frames || self.players.is_touching(&part))
        {
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
        let [left, right] = [&mut self.left[..frames], &mut self.right[..frames]];
        left.fill(0.0);
        right.fill(0.0);
        for (pickup, (to_left, to_right)) in self.gains.iter().enumerate() {
            let heard = &self.players.heard(pickup)[..frames];
            for ((left, right), heard) in left.iter_mut().zip(&mut *right).zip(heard) {
                *left += to_left * heard;
                *right += to_right * heard;
            }
        }
    }
}
