//! The run itself.

use std::collections::VecDeque;
use std::f64::consts::FRAC_PI_4;
use std::io;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use carom::scheme::StepError;
use carom::{
    Block, ContactLog, ContactPoint, ContactSample, Ledger, Method, Player, PlayerOptions,
    SetupError, State, Substeps,
};
use thiserror::Error;

use super::ringing;
use super::summary::{Summary, summarise};
use crate::build::{BuildError, BuildOptions, Built, Moving, build_with};
use crate::listen::{Cues, centroid, glance};
use crate::scene::{self, Level, Scene, Solver};

/// What to keep of a run besides its summary.
#[derive(Clone, Copy, Default)]
pub struct RenderOptions<'a> {
    /// Look at every contact at every sample, also where nothing can touch.
    pub full: bool,
    /// Told how many seconds are done, and of how many if that is known, at every sample or block.
    pub progress: Option<&'a Progress<'a>>,
    /// How the model is built.
    pub build: BuildOptions<'a>,
    /// Take the partials from the modes, where the scheme leaves them as they are, instead of
    /// listening for them: quicker than a glance.
    pub partials_from_modes: bool,
    /// Told beforehand what may take long.
    pub announce: Option<fn(&str)>,
}

/// Is told how many seconds are done and of how many; a break ends the run.
pub type Progress<'a> = dyn Fn(f64, Option<f64>) -> ControlFlow<()> + 'a;

/// Why a scene could not be rendered.
#[derive(Debug, Error)]
pub enum RenderError {
    /// The scheme or a value does not fit the scene.
    #[error(transparent)]
    Setup(#[from] SetupError),
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
    /// The one who was told of the progress asked for an end.
    #[error("the run was ended at {time:.6} s")]
    Stopped {
        /// When (s).
        time: f64,
    },
    /// What was rendered could not be passed on.
    #[error(transparent)]
    Write(#[from] io::Error),
}

/// Samples between two looks at the ledger and at the level.
pub(super) const CHUNK: usize = 256;

/// A sound that is this much below its peak has ended (dB).
const END_DB: f64 = 70.0;

/// A run without a given duration ends here at the latest (s), or here if nothing is heard.
const LONGEST: f64 = 60.0;
const LONGEST_SILENCE: f64 = 10.0;

/// As much of the sound as is listened to (s).
const LISTENED: f64 = 10.0;

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
    /// Time and ledger, every 256 samples.
    pub ledgers: Vec<(f64, Ledger)>,
    /// The first contact of each pair: time, port displacements and force.
    pub first_contacts: Vec<Vec<(f64, ContactSample)>>,
    /// The same at the steps of the scheme, however fine: the first thousands of them.
    pub first_steps: Vec<Vec<ContactPoint>>,
}

/// Takes the sound as it comes.
pub(super) trait Sink {
    /// One chunk: a row per pickup, left and right, and a row per contact.
    fn take(&mut self, chunk: &Chunk) -> io::Result<()>;
}

/// A piece of a run.
pub(super) struct Chunk<'a> {
    /// The index of its first sample.
    pub(super) start: u64,
    pub(super) rate: f64,
    pub(super) frames: usize,
    pub(super) pickups: &'a [f64],
    pub(super) left: &'a [f64],
    pub(super) right: &'a [f64],
    pub(super) contacts: &'a [ContactSample],
}

/// Renders a scene without keeping its sound.
pub fn render<'a>(scene: &'a Scene, options: RenderOptions<'a>) -> Result<Rendering, RenderError> {
    struct Nowhere;
    impl Sink for Nowhere {
        fn take(&mut self, _: &Chunk) -> io::Result<()> {
            Ok(())
        }
    }
    render_into(scene, options, &mut Nowhere)
}

/// Renders a scene, handing every chunk to `sink`.
pub(super) fn render_into<'a>(
    scene: &'a Scene,
    options: RenderOptions<'a>,
    sink: &mut dyn Sink,
) -> Result<Rendering, RenderError> {
    let mut run = Run::new(scene, options)?;
    while run.goes_on() {
        run.chunk(sink)?;
    }
    Ok(run.finish())
}

pub(super) struct Run<'a> {
    scene: &'a Scene,
    options: RenderOptions<'a>,
    pub(super) built: Built,
    pub(super) player: Player,
    /// Gains of each pickup to the left and to the right.
    gains: Vec<(f64, f64)>,
    strikes: VecDeque<(u64, usize, f64)>,
    frames: Option<u64>,
    peak: f64,
    squares: f64,
    quiet: u64,
    pickups: Vec<f64>,
    left: Vec<f64>,
    right: Vec<f64>,
    contacts: Vec<ContactSample>,
    heard: Vec<f64>,
    /// When something touched, as far as it is listened to.
    touched: Vec<Range<usize>>,
    ledgers: Vec<(f64, Ledger)>,
    first_contacts: Vec<Vec<(f64, ContactSample)>>,
    warnings: Vec<String>,
    /// The contacts that there were, where everything was soon after the last, and how soon (s).
    touches: u64,
    free: Option<(State, f64)>,
}

/// So many modes are worth a word.
const MANY_MODES: usize = 2000;

/// A louder gain than this (dB) is worth a word: what is heard then is hardly there.
const LARGE_GAIN: f64 = 100.0;

/// What may be missing of the energy without a word.
const LARGE_RESIDUAL: f64 = 1e-9;

/// Samples of a first contact that are kept for drawing.
const MOST_CONTACT_SAMPLES: usize = 20_000;

/// Steps of a first contact that are kept, and of all of them together.
const MOST_CONTACT_STEPS: usize = 4096;
const MOST_TRACED: usize = 1 << 20;

impl<'a> Run<'a> {
    pub(super) fn new(scene: &'a Scene, options: RenderOptions<'a>) -> Result<Self, RenderError> {
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

    pub(super) fn goes_on(&mut self) -> bool {
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

    pub(super) fn chunk(&mut self, sink: &mut dyn Sink) -> Result<(), RenderError> {
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

    /// Level, ledger, and what happened at the contacts.
    fn note(&mut self, start: u64, frames: usize) {
        let rate = self.scene.sample_rate;
        let mut loudest = 0.0f64;
        for n in 0..frames {
            let (left, right) = (self.left[n], self.right[n]);
            loudest = loudest.max(left.abs()).max(right.abs());
            self.squares += 0.5 * (left * left + right * right);
        }
        self.peak = self.peak.max(loudest);
        let ended = loudest <= self.peak * 10f64.powf(-END_DB / 20.0);
        // What falls will be heard again.
        let ended = ended && !self.player.falls();
        self.quiet = if ended { self.quiet + frames as u64 } else { 0 };
        self.note_touches(frames);
        self.note_freedom(frames);
        let room = ((LISTENED * rate) as usize).saturating_sub(self.heard.len());
        let mono =
            self.left[..frames].iter().zip(&self.right[..frames]).map(|(l, r)| 0.5 * (l + r));
        self.heard.extend(mono.take(room));
        let time = (start + frames as u64) as f64 / rate;
        self.ledgers.push((time, self.player.ledger()));
        for (c, row) in
            self.contacts.chunks_exact(frames).take(self.first_contacts.len()).enumerate()
        {
            let over = self.player.logs()[c].first_contact_time.is_some();
            let kept = &mut self.first_contacts[c];
            let open = kept.last().is_none_or(|(_, sample)| sample.force != 0.0);
            if (over && !open) || kept.len() >= MOST_CONTACT_SAMPLES {
                continue;
            }
            for (n, sample) in row.iter().enumerate() {
                let touching = sample.force != 0.0;
                let after = kept.last().is_some_and(|(_, last)| last.force != 0.0);
                if sample.known && (touching || after) {
                    kept.push(((start + n as u64 + 1) as f64 / rate, *sample));
                    if !touching {
                        break;
                    }
                }
            }
        }
    }

    /// Remembers where everything was when the last contact was over.
    fn note_freedom(&mut self, frames: usize) {
        if !self.takes_partials_from_modes() {
            return;
        }
        let logs = self.player.logs();
        let touches = logs.iter().map(|log| log.count).sum();
        if logs.iter().any(ContactLog::is_touching) {
            self.free = None;
        } else if self.free.is_none() || touches > self.touches {
            self.touches = touches;
            let rows = self.contacts[..self.first_contacts.len() * frames].chunks_exact(frames);
            let last = rows.filter_map(|row| row.iter().rposition(|c| c.force != 0.0)).max();
            let since = frames - last.map_or(0, |last| last + 1);
            let since = since as f64 / self.scene.sample_rate;
            self.free = Some((self.player.state().clone(), since));
        }
    }

    /// Others than the two-point scheme change what the modes sound like.
    fn takes_partials_from_modes(&self) -> bool {
        self.options.partials_from_modes && self.scene.scheme.method() == Method::TwoPoint
    }

    /// Notes the samples in which anything touched.
    fn note_touches(&mut self, frames: usize) {
        let first = self.heard.len();
        let contacts = &self.contacts[..self.first_contacts.len() * frames];
        for n in 0..frames {
            if contacts[n.min(contacts.len())..].iter().step_by(frames).all(|c| c.force == 0.0) {
                continue;
            }
            let now = first + n;
            match self.touched.last_mut() {
                // A hop of a millisecond does not ring.
                Some(last) if now <= last.end + 50 => last.end = now + 1,
                _ => self.touched.push(now..now + 1),
            }
        }
    }

    /// What is over full scale is cut off or plays back distorted; what is far below is no sound.
    fn warn_of_level(&mut self, gain: f64) {
        let over = 20.0 * (self.peak * gain).log10();
        if over > 0.0 {
            self.warnings.push(format!(
                "the peak is {over:.1} dB over full scale; level.full_scale = {:.3e} would do",
                self.peak
            ));
        }
        let decibels = 20.0 * gain.log10();
        if decibels > LARGE_GAIN && self.scene.level == Level::Auto {
            self.warnings.push(format!(
                "the sound is raised by {decibels:.0} dB: hardly anything moves in this scene"
            ));
        }
    }

    fn finish(mut self) -> Rendering {
        let samples = self.player.frames();
        let gain = match self.scene.level {
            Level::Auto if self.peak > 0.0 => 10f64.powf(-3.0 / 20.0) / self.peak,
            Level::Auto => 1.0,
            Level::FullScale(full) => 1.0 / full,
        };
        if self.built.left_out > 0 {
            self.warnings.push(format!(
                "{} modes at or above half the sample rate were left out",
                self.built.left_out
            ));
        }
        let rms = (self.squares / samples.max(1) as f64).sqrt();
        self.warn_of_level(gain);
        let contacts = 0..self.built.model.contacts().len();
        let first_steps = contacts.map(|c| self.player.first_contact(c).to_vec()).collect();
        let level = [self.peak, gain, rms];
        let heard = if self.takes_partials_from_modes() {
            let pickups = self.scene.pickups();
            let partials = self.free.as_ref().map(|(state, since)| {
                ringing::partials(&self.built, &pickups, &self.gains, state, *since)
            });
            let partials = partials.unwrap_or_default();
            (centroid(&self.heard, self.scene.sample_rate), partials)
        } else {
            let Cues { centroid_hz, partials, .. } =
                glance(&self.heard, self.scene.sample_rate, &self.touched);
            (centroid_hz, partials)
        };
        let summary = summarise(self.scene, &self.built, &mut self.player, heard, level);
        let residual = summary.energy.residual.abs();
        if residual > LARGE_RESIDUAL && self.scene.scheme.method().has_exact_balance() {
            self.warnings.push(format!(
                "{residual:.1e} of the energy is missing: the numbers of the scene are too far apart"
            ));
        }
        Rendering {
            summary,
            warnings: self.warnings,
            gain,
            heard: self.heard,
            ledgers: self.ledgers,
            first_contacts: self.first_contacts,
            first_steps,
        }
    }
}
