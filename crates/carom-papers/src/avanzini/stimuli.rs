//! All hundred sounds of the listening test, and what can be measured on them.

use carom_listen::listen;
use carom_scene::render::{RenderOptions, Rendering, render as render_scene};
use serde::Serialize;

use super::StimuliError;
use super::published::{Hammer, Material, Published};
use super::stimulus::{END_DB, LONGEST, OBJECT_STIFFNESS, RATE, Stimulus};
use super::wav::FADE;
use carom_lab::parallel;

/// The decay is measured on this much of a sound at most (s).
const MEASURED: f64 = 0.25;

/// The stimuli as measured.
#[derive(Clone, Debug, Serialize)]
pub struct Stimuli {
    /// The version of this structure.
    pub version: u32,
    /// What avanzini leaves open, as it is decided here.
    pub choices: Choices,
    /// How the stimuli lie in Table 5.2.
    pub counts: Counts,
    /// One for each, by pitch and then by quality factor.
    pub stimuli: Vec<Row>,
    /// Their sounds in full scales, in the same order.
    #[serde(skip)]
    pub sounds: Vec<Vec<f64>>,
}

/// What avanzini leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Choices {
    /// N/m, of every object.
    pub object_stiffness: f64,
    /// The hammer of Figure 5.1 and how fast it is.
    pub hammer: Hammer,
    /// What is heard.
    pub quantity: &'static str,
    /// Samples per second.
    pub sample_rate: f64,
    /// The velocity (m/s) that is full scale, the same for all, so that relative levels stay.
    pub full_scale: f64,
    /// A sound ends this far below its peak (dB) ...
    pub ends_db: f64,
    /// ... or after this time (s).
    pub longest_s: f64,
    /// The end of every file fades over this time (s).
    pub fade_s: f64,
}

/// How the stimuli lie in Table 5.2.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Counts {
    /// How many lie in the ranges of two materials or more, by quality factor alone.
    pub in_two_by_q: usize,
    /// The same by quality factor and decay.
    pub in_two: usize,
    /// How many lie in no material's ranges of quality factor and decay.
    pub in_none: usize,
    /// From the quietest peak to the loudest (dB).
    pub level_range_db: f64,
    /// The largest error of a measured decay, relative to its design, for Q of 20 and above.
    pub largest_decay_error: f64,
    /// The same for all.
    pub largest_decay_error_of_all: f64,
}

/// One stimulus.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The name of its sound file.
    pub file: String,
    /// Hz.
    pub pitch_hz: f64,
    /// Quality factor.
    pub q: f64,
    /// The modal mass of the object (kg).
    pub mass: f64,
    /// The time (s) to 1/e by design.
    pub decay_s: f64,
    /// The same, measured on the sound after the hammer has left; none if it cannot be measured.
    pub measured_decay_s: Option<f64>,
    /// The largest sample (dB relative to full scale).
    pub peak_dbfs: f64,
    /// How long the hammer touched at first (s).
    pub contact_time_s: f64,
    /// How often it touched.
    pub contacts: u64,
    /// How long the sound is (s).
    pub length_s: f64,
    /// The materials of Table 5.2 whose ranges of quality factor and decay hold it.
    pub materials: Vec<String>,
    /// Those whose range of quality factors does, whatever the decay.
    pub materials_by_q: Vec<String>,
}

impl Row {
    /// The measured decay relative to its design, minus one.
    pub fn decay_error(&self) -> Option<f64> {
        self.measured_decay_s.map(|measured| measured / self.decay_s - 1.0)
    }
}

/// The stimuli of section 5.3.1, by pitch and then by quality factor.
pub fn design(published: &Published) -> Vec<Stimulus> {
    let grid = &published.stimuli;
    let at = |pitch_hz: f64| grid.q.values().map(move |q| Stimulus { pitch_hz, q });
    grid.pitch_hz.values().flat_map(at).collect()
}

/// Renders and measures all of them; `progress` is called with how many are done, and of how many.
pub fn render(progress: &mut dyn FnMut(usize, usize)) -> Result<Stimuli, StimuliError> {
    let published = Published::read()?;
    let designed = design(&published);
    let work = |stimulus: &Stimulus| one(stimulus, &published);
    let rendered = parallel::map(&designed, work, &mut |done| progress(done, designed.len()))?;
    let (stimuli, sounds): (Vec<Row>, _) = rendered.into_iter().unzip();
    let (counts, choices) = (count(&stimuli), choices(published.hammer));
    Ok(Stimuli { version: 1, choices, counts, stimuli, sounds })
}

fn choices(hammer: Hammer) -> Choices {
    Choices {
        object_stiffness: OBJECT_STIFFNESS,
        hammer,
        quantity: "velocity",
        sample_rate: RATE,
        full_scale: hammer.velocity,
        ends_db: END_DB,
        longest_s: LONGEST,
        fade_s: FADE,
    }
}

/// One stimulus and its sound in full scales.
fn one(stimulus: &Stimulus, published: &Published) -> Result<(Row, Vec<f64>), StimuliError> {
    let scene = stimulus.scene(&published.hammer);
    let rendering = render_scene(&scene.resolve()?.plan, RenderOptions::default())
        .map_err(|error| StimuliError::Render { what: stimulus.file(), error })?;
    let contact = &rendering.summary.contacts[0];
    let (Some(start), Some(contact_time_s)) =
        (contact.log.first_contact_at, contact.log.first_contact_time)
    else {
        return Err(StimuliError::NoContact { what: stimulus.file(), how: "did not come apart" });
    };
    let named = |holds: &dyn Fn(&Material) -> bool| {
        published.material.iter().filter(|m| holds(m)).map(|m| m.name.clone()).collect()
    };
    let (q, decay_s) = (stimulus.q, stimulus.decay_s());
    let row = Row {
        file: stimulus.file(),
        pitch_hz: stimulus.pitch_hz,
        q,
        mass: stimulus.mass(),
        decay_s,
        measured_decay_s: measured_decay(&rendering.heard, start + contact_time_s),
        peak_dbfs: 20.0 * (rendering.summary.audio.peak * rendering.gain).log10(),
        contact_time_s,
        contacts: contact.log.count,
        length_s: rendering.heard.len() as f64 / RATE,
        materials: named(&|material| material.holds(q, decay_s)),
        materials_by_q: named(&|material| material.holds_q(q)),
    };
    Ok((row, gained(rendering)))
}

fn gained(rendering: Rendering) -> Vec<f64> {
    let gain = rendering.gain;
    rendering.heard.into_iter().map(|value| value * gain).collect()
}

/// The time to 1/e of the strongest partial from `release` (s) on.
fn measured_decay(sound: &[f64], release: f64) -> Option<f64> {
    let free = sound.get((release * RATE).ceil() as usize..)?;
    let enough = free.len().min((MEASURED * RATE) as usize);
    let partials = listen(&free[..enough], RATE).partials;
    let strongest = partials.into_iter().max_by(|a, b| a.level_db.total_cmp(&b.level_db));
    strongest.and_then(|partial| partial.decay_s)
}

fn count(rows: &[Row]) -> Counts {
    let matching = |test: &dyn Fn(&Row) -> bool| rows.iter().filter(|row| test(row)).count();
    let peaks = || rows.iter().map(|row| row.peak_dbfs);
    let (loudest, quietest) = (peaks().fold(f64::MIN, f64::max), peaks().fold(f64::MAX, f64::min));
    let worst = |least_q: f64| {
        let rows = rows.iter().filter(|row| row.q >= least_q);
        rows.filter_map(Row::decay_error).fold(0.0, |worst: f64, error| worst.max(error.abs()))
    };
    Counts {
        in_two_by_q: matching(&|row| row.materials_by_q.len() >= 2),
        in_two: matching(&|row| row.materials.len() >= 2),
        in_none: matching(&|row| row.materials.is_empty()),
        level_range_db: loudest - quietest,
        largest_decay_error: worst(20.0),
        largest_decay_error_of_all: worst(0.0),
    }
}
