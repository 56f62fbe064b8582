//! The scene that a command is given: a file, standard input, or none.

use std::path::Path;

use carom_files::{Document, read_standard_input, read_text};
use carom_scene::scene::{Parsed, Scene};

use crate::error::CommandError;
use crate::gallery;
use crate::say::say;

/// The piece of the gallery that a command takes if it is given no scene.
const BUILT_IN: &str = "bar";

/// The scene of a file, of standard input for `-`, of the gallery by its name, or the built-in one; its warnings are
/// printed.
pub(crate) fn parse(path: Option<&Path>, set: &[String]) -> Result<Parsed, CommandError> {
    let (name, text) = read(path)?;
    let parsed = Scene::parse_with(&name, &text, set).map_err(CommandError::rendered)?;
    if let Some(warnings) = parsed.warnings_report() {
        say!("{warnings}");
    }
    Ok(parsed)
}

fn read(path: Option<&Path>) -> Result<(String, String), CommandError> {
    match path {
        Some(path) if is_name(path) => {
            let name = path.display().to_string();
            let text = gallery::find(&name)?.text.into();
            Ok((name, text))
        }
        Some(path) => text_of(path),
        None => Ok(("the built-in scene".into(), gallery::find(BUILT_IN)?.text.into())),
    }
}

/// Whether it can only be the name of a piece of the gallery.
fn is_name(path: &Path) -> bool {
    let is_plain = path.extension().is_none() && path.components().count() == 1;
    is_plain && path != Path::new("-") && !path.exists()
}

/// The name and the text of a file, of standard input for `-`.
pub(crate) fn text_of(path: &Path) -> Result<(String, String), CommandError> {
    let (name, text) = if path == Path::new("-") {
        ("standard input".into(), read_standard_input(Document::LARGEST))
    } else {
        (path.display().to_string(), read_text(path, Document::LARGEST))
    };
    let text = text.map_err(|error| CommandError::of_reading(&error))?;
    Ok((name, text))
}
