//! Scenes as instruments: each key an object, each note a blow, each release a felt damper, played
//! while they sound.
//!
//! ```
//! use carom_instrument::{Action, Instrument, Setup};
//! use carom_scene::scene::Scene;
//!
//! let text = r#"
//! version = 1
//! [[body]]
//! name = "mallet"
//! mass = 0.02
//! hardness = 0.6
//! [[body]]
//! name = "bar"
//! material = "aluminium"
//! shape = { kind = "bar", length = 0.28, width = 0.035, thickness = 0.008, suspension = 30 }
//! [[contact]]
//! between = ["mallet", "bar"]
//! at = { bar = 0.3 }
//! "#;
//! let scene = Scene::parse("bar.toml", text).unwrap();
//! let mut instrument = Instrument::new(&scene, &Setup::default())?;
//! instrument.act(Action::NoteOn { id: None, channel: 0, key: 60, velocity: 0.8 });
//! let (mut left, mut right) = ([0.0f32; 256], [0.0f32; 256]);
//! instrument.render(&mut left, &mut right);
//! assert!(left.iter().any(|sample| *sample != 0.0));
//! # Ok::<(), carom_instrument::InstrumentError>(())
//! ```

mod action;
mod export;
mod felt;
mod hands;
mod instrument;
mod key;
mod midi;
mod parameter;
mod patch;
mod player;
mod probe;
mod song;
mod template;
mod tuning;

pub use action::{Action, Who};
pub use export::{Export, export};
pub use instrument::{Addition, Instrument, InstrumentError, Rest, Setup, Work, own_key};
pub use midi::Midi;
pub use parameter::{About, GESTURES, Parameter, Scale};
pub use patch::{Patch, PatchError};
pub use player::Player;
pub use song::{Event, Note, Part, Song, SongError};
pub use tuning::key_frequency;
