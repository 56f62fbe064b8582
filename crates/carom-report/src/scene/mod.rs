//! What is rendered of a scene as files: sounds, tables, a summary, a page; and the gallery.

mod files;
pub mod gallery;
mod gallery_page;
mod page;
mod sound_file;
mod tables;

pub use files::{Written, summary_json, write};
pub use sound_file::{Layout, Tag, TakeRows, read_comment, save_sound, wav};
