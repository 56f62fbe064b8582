//! What an impact sounds like: the experiments of avanzini's chapter 5 on perception.
//!
//! [`stimuli`] makes the hundred sounds of the listening test on materials (section 5.3), [`listening`] asks
//! listeners and analyses what they answer, and
//! [`brightness`] measures how the attack darkens as a contact lasts longer (section 5.2).
//!
//! ```no_run
//! use carom_papers::avanzini::{brightness, files, stimuli};
//! let (stimuli, brightness) = (stimuli::render(&mut |_, _| {})?, brightness::measure()?);
//! files::write("stimuli".as_ref(), &stimuli, &brightness)?;
//! # Ok::<(), carom_papers::avanzini::StimuliError>(())
//! ```

pub mod brightness;
mod figures;
pub mod files;
pub mod listening;
mod page;
pub mod published;
mod scenes;
pub mod stimuli;
mod stimulus;
mod studies;
mod wav;

pub use stimulus::Stimulus;
pub(crate) use studies::PAPER;

use std::io;

use carom_scene::render::RenderError;
use thiserror::Error;

/// Why the stimuli could not be made.
#[derive(Debug, Error)]
pub enum StimuliError {
    /// The published numbers cannot be read.
    #[error("the published numbers of avanzini: {0}")]
    Published(#[from] toml::de::Error),
    /// A scene is not right.
    #[error(transparent)]
    Scene(#[from] carom_files::FileErrors),
    /// A scene could not be rendered.
    #[error("{what}: {error}")]
    Render {
        /// The scene.
        what: String,
        /// Why.
        error: RenderError,
    },
    /// The bodies never touched, or never came apart.
    #[error("{what}: the contact {how}")]
    NoContact {
        /// The scene.
        what: String,
        /// What happened instead.
        how: &'static str,
    },
    /// A file could not be written.
    #[error(transparent)]
    Write(#[from] io::Error),
}
