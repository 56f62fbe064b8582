//! A key and how it stands.

use crate::hands::Note;
use crate::key::Key;

/// How a key stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Stage {
    /// It is silent and costs nothing.
    Asleep,
    /// It sounds.
    Awake,
    /// It is faded out, from this sample on.
    Fading(u64),
}

/// A key and what is going on with it.
#[derive(Debug)]
pub(super) struct Slot {
    pub(super) key: Key,
    pub(super) stage: Stage,
    pub(super) note: Note,
    /// A blow that is about to fall.
    pub(super) blow: Option<f64>,
    /// When the next stroke of a drum roll falls.
    pub(super) stroke: Option<u64>,
    /// Where the probe is drawn and by what share of the force it is pressed.
    pub(super) drag: Option<(f64, f64)>,
    /// The loudest sample of these 64, and of the 64 before.
    pub(super) loudest: f64,
    pub(super) level: f64,
    /// How many times 64 samples it has been quiet, and how many its object has been still.
    pub(super) quiet: u32,
    pub(super) still: u32,
    /// Which blow it was, of all.
    pub(super) order: u64,
    /// Its gain, as it is and as it was 64 samples ago.
    pub(super) gain: [f64; 2],
    /// The steps that it had taken at the last multiple of 64 samples, and how many it may take since.
    pub(super) steps_before: u64,
    pub(super) allowance: u32,
}

impl Slot {
    pub(super) fn new(key: Key) -> Self {
        Self {
            key,
            stage: Stage::Asleep,
            note: Note::default(),
            blow: None,
            stroke: None,
            drag: None,
            loudest: 0.0,
            level: 0.0,
            quiet: 0,
            still: 0,
            order: 0,
            gain: [1.0; 2],
            steps_before: 0,
            allowance: 0,
        }
    }

    /// The steps that it has taken since the last multiple of 64 samples.
    pub(super) fn steps(&self) -> u32 {
        let steps = self.key.voice.counts().work - self.steps_before;
        u32::try_from(steps).unwrap_or(u32::MAX)
    }

    /// Allows it so many steps until the next multiple of 64 samples, beside those taken.
    pub(super) fn allow(&mut self, steps: u32) {
        self.allowance = self.steps() + steps;
        self.key.voice.set_budget(steps);
    }

    /// Takes back the steps that it has not taken.
    pub(super) fn take_back(&mut self) -> u32 {
        let taken = self.steps();
        std::mem::replace(&mut self.allowance, taken).saturating_sub(taken)
    }

    /// Takes the probe off, whoever draws it.
    pub(super) fn let_go(&mut self) {
        self.drag = None;
        self.key.take_probe_off();
    }

    /// Silent from now on, as it is.
    pub(super) fn sleep(&mut self) {
        (self.stage, self.quiet, self.still, self.stroke) = (Stage::Asleep, 0, 0, None);
        (self.loudest, self.level) = (0.0, 0.0);
    }

    /// Silent from now on, with everything at rest and the dampers up.
    pub(super) fn end(&mut self) {
        self.sleep();
        self.key.raise_pads();
        self.key.rest();
    }
}
