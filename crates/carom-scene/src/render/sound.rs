//! A rendering in memory: the samples that [`write_all`](super::write_all) writes into `sound.wav`.

use std::io;

use super::level::FinalLevel;
use super::mix::{Chunk, RenderError, RenderOptions, Rendering, Sink, render_into};
use crate::plan::Plan;

/// A run and its sound, gain and fade applied.
#[derive(Clone, Debug)]
pub struct Sound {
    /// The run.
    pub rendering: Rendering,
    /// The left channel.
    pub left: Vec<f32>,
    /// The right channel.
    pub right: Vec<f32>,
}

/// Renders a scene and keeps its sound: eight bytes per sample. Where a scene gives no duration,
/// `options.progress` can end a run that becomes too long.
pub fn render_sound<'a>(plan: &'a Plan, options: RenderOptions<'a>) -> Result<Sound, RenderError> {
    let mut raw = Raw::default();
    let rendering = render_into(plan, options, &mut raw)?;
    let level = FinalLevel::new(&rendering);
    level.raise(0, &mut raw.left);
    level.raise(0, &mut raw.right);
    Ok(Sound { rendering, left: raw.left, right: raw.right })
}

/// The sound before the gain is known.
#[derive(Default)]
struct Raw {
    left: Vec<f32>,
    right: Vec<f32>,
}

impl Sink for Raw {
    fn take(&mut self, chunk: &Chunk) -> io::Result<()> {
        self.left.extend(chunk.left.iter().map(|value| *value as f32));
        self.right.extend(chunk.right.iter().map(|value| *value as f32));
        Ok(())
    }
}
