//! A scene played from beginning to end: the sound streamed, the rest measured on the way.

mod blow;
mod energies;
mod level;
mod mix;
mod motion;
mod players;
mod ringing;
mod sound;
mod summary;

pub use blow::{Bend, BentBody, Blow, Look, View, blow};
pub use energies::{Energies, Stores, columns};
pub use level::{FinalLevel, distance, full_scale, unit};
pub use mix::{
    Chunk, Keep, Progress, RenderError, RenderOptions, Rendering, Sink, render, render_into,
};
pub use motion::{Motion, RingingBody, RingingMode, motion};
pub use sound::{Sound, render_sound};
pub use summary::{
    AudioSummary, BodyState, ContactSummary, EnergySummary, ModeCount, Moment, Summary,
};
