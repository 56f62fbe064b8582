//! A scene played from beginning to end: the sound streamed, the rest measured on the way.

mod blow;
mod energies;
mod level;
mod mix;
mod motion;
mod output;
mod players;
mod report;
mod ringing;
mod sound;
mod sound_file;
mod summary;
mod tables;

pub use blow::{Bend, BentBody, Blow, Look, View, blow};
pub use energies::Stores;
pub use level::{distance, full_scale, unit};
pub use mix::{Progress, RenderError, RenderOptions, Rendering, render};
pub use motion::{Motion, RingingBody, RingingMode, motion};
pub use output::{Written, summary_json, write};
pub(crate) use report::{spectrogram_figure, waveform_figure};
pub use sound::{Sound, render_sound};
pub use sound_file::{Container, Layout, Tag, TakeFrame, read_comment, save_sound};

pub use summary::{
    AudioSummary, BodyState, ContactSummary, EnergySummary, ModeCount, Moment, Summary,
};
