//! A scene played from beginning to end: the sound streamed, the rest measured on the way.

mod mix;
mod output;
mod report;
mod summary;
mod tables;

pub use mix::{RenderError, RenderOptions, Rendering, render};
pub use output::{Written, write_all};
pub(crate) use report::{spectrogram_figure, waveform_figure};
pub use summary::{
    AudioSummary, BodyState, ContactSummary, EnergySummary, ModeCount, Moment, Summary,
};
