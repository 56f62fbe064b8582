//! From the first sample to the last: what is set up, how long it goes on, and one chunk of it.

use std::f64::consts::FRAC_PI_4;
use std::sync::Arc;

use carom::{Block, ContactSample, Method, Player, PlayerOptions, Substeps};

use super::{CHUNK, Chunk, END_DB, RenderError, RenderOptions, Run, Sink};
use crate::build::{Moving, build_with};
use crate::scene::{self, Scene, Solver};

/// A run without a given duration ends here at the latest (s), or here if nothing is heard.
const LONGEST: f64 = 60.0;
const LONGEST_SILENCE: f64 = 10.0;

/// So many modes are worth a word.
const MANY_MODES: usize = 2000;

/// Steps of a first contact that are kept, and of all of them together.
const MOST_CONTACT_STEPS: usize = 4096;
const MOST_TRACED: usize = 1 << 20;

impl<'a> Run<'a> {
    pub(in super::super) fn new(
        scene: &'a Scene,
        options: RenderOptions<'a>,
    ) -> Result<Self, RenderError> {
        let built = build_with(scene, options.build)?;
        let player_options = PlayerOptions {
            method: match (scene.scheme.method(), scene.solver) {
                (Method::Am1, Some(Solver::Table)) => Method::Am1Table,
                (method, _) => method,
            },
            substeps: match scene.substeps {
                scene::Substeps::Auto => Substeps::Auto,
                scene::Substeps::Fixed(count) => Substeps::Fixed(count),
            },
            blocks: !options.full,
        };
        let dt = 1.0 / scene.sample_rate;
        let mut player =
            Player::new(built.model.clone(), &built.state, dt, &built.force, player_options)?;
        let pairs = built.model.contacts().len();
        player.trace_first_contacts(MOST_CONTACT_STEPS.min(MOST_TRACED / pairs.max(1)));
        for Moving { contact, body, path } in &built.travels {
            player.travel(*contact, *body, Arc::clone(path))?;
        }
        let pickups = scene.pickups();
        let gains = pickups.iter().map(|pickup| {
            let angle = (pickup.pan + 1.0) * FRAC_PI_4;
            (pickup.gain * angle.cos(), pickup.gain * angle.sin())
        });
        let (gains, contacts) = (gains.collect::<Vec<_>>(), built.model.contacts().len());
        let frame = |time: f64| (time * scene.sample_rate).round() as u64;
        let strikes =
            built.strikes.iter().map(|&(time, body, velocity)| (frame(time), body, velocity));
        let strikes = strikes.collect();
        let warnings = crate::stability::warnings(scene, &built.model);
        if let Some(announce) = options.announce {
            for (body, object) in scene.body.iter().zip(&built.objects) {
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
            frames: scene
                .duration
                .map(|seconds| (seconds * scene.sample_rate).round().max(1.0) as u64),
            pickups: vec![0.0; gains.len() * CHUNK],
            left: vec![0.0; CHUNK],
            right: vec![0.0; CHUNK],
            contacts: vec![ContactSample::default(); contacts * CHUNK],
            first_contacts: vec![Vec::new(); contacts],
            scene,
            options,
            built,
            player,
            gains,
            strikes,
            peak: 0.0,
            squares: 0.0,
            quiet: 0,
            heard: Vec::new(),
            touched: Vec::new(),
            ledgers: Vec::new(),
            warnings,
            touches: 0,
            free: None,
        })
    }

    pub(in super::super) fn goes_on(&mut self) -> bool {
        let played = self.player.frames();
        if let Some(frames) = self.frames {
            return played < frames;
        }
        let seconds = played as f64 / self.scene.sample_rate;
        if seconds <= self.built.busy_until() {
            return true;
        }
        if self.peak == 0.0 && seconds >= LONGEST_SILENCE {
            self.warnings
                .push(format!("nothing was heard in {LONGEST_SILENCE} s; the run was ended"));
            return false;
        }
        if seconds >= LONGEST.max(self.built.busy_until() + LONGEST_SILENCE) {
            self.warnings.push(format!(
                "the sound was not {END_DB} dB below its peak after {LONGEST} s; the run was ended \
                 (give a duration, or the modes a q)"
            ));
            return false;
        }
        // Quiet for as long as the slowest audible beat.
        self.peak == 0.0 || (self.quiet as f64) < 0.05 * self.scene.sample_rate
    }

    /// The samples until the next strike, the end, or a whole chunk.
    fn next_frames(&mut self) -> usize {
        let played = self.player.frames();
        while let Some(&(at, body, velocity)) = self.strikes.front() {
            if at > played {
                break;
            }
            self.strikes.pop_front();
            self.player.strike(self.built.bodies[body], velocity);
            self.quiet = 0;
        }
        let until = |at: u64| usize::try_from(at.saturating_sub(played)).unwrap_or(CHUNK);
        let strike = self.strikes.front().map_or(CHUNK, |strike| until(strike.0));
        CHUNK.min(strike).min(self.frames.map_or(CHUNK, until)).max(1)
    }

    pub(in super::super) fn chunk(&mut self, sink: &mut dyn Sink) -> Result<(), RenderError> {
        let frames = self.next_frames();
        let start = self.player.frames();
        let (pickups, contacts) = (self.gains.len() * frames, self.first_contacts.len() * frames);
        let mut block = Block {
            frames,
            pickups: &mut self.pickups[..pickups],
            contacts: &mut self.contacts[..contacts],
        };
        let (rate, duration) = (self.scene.sample_rate, self.scene.duration);
        let go_on = |played: u64| match self.options.progress {
            Some(progress) => progress(played as f64 / rate, duration).is_continue(),
            None => true,
        };
        let time = start as f64 / rate;
        let step_failed = |error| RenderError::Step { time, error };
        if !self.player.advance_while(&mut block, &go_on).map_err(step_failed)? {
            return Err(RenderError::Stopped { time: self.player.frames() as f64 / rate });
        }
        self.mix(frames);
        self.note(start, frames);
        let ledger = self.player.ledger();
        if !(ledger.residual().is_finite() && self.squares.is_finite()) {
            return Err(RenderError::NotFinite { time });
        }
        sink.take(&Chunk {
            start,
            rate: self.scene.sample_rate,
            frames,
            pickups: &self.pickups[..pickups],
            left: &self.left[..frames],
            right: &self.right[..frames],
            contacts: &self.contacts[..contacts],
        })?;
        Ok(())
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
