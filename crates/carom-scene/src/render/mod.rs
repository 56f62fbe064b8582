//! A scene played from beginning to end: the sound streamed, the rest measured on the way.

mod level;
mod mix;
mod motion;
mod output;
mod report;
mod ringing;
mod sound;
mod summary;
mod tables;

pub use mix::{Progress, RenderError, RenderOptions, Rendering, render};
pub use motion::{Motion, RingingBody, RingingMode, motion};
pub use output::{Written, write_all};
pub(crate) use report::{spectrogram_figure, waveform_figure};
pub use sound::{Sound, render_sound};
pub use summary::{
    AudioSummary, BodyState, ContactSummary, EnergySummary, ModeCount, Moment, Summary,
};
