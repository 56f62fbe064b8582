//! The scene that a command is given: a file, standard input, or none.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use carom_scene::scene::{Parsed, Scene};

use crate::error::CommandError;

/// The scene of a command that is given none.
const BUILT_IN: &str = include_str!("../../../scenes/bar.toml");

/// The scene of a file, of standard input for `-`, or the built-in one; its warnings are printed.
pub(crate) fn parse(path: Option<&Path>, set: &[String]) -> Result<Parsed, CommandError> {
    let (name, text) = read(path)?;
    let parsed = Scene::parse_with(&name, &text, set).map_err(CommandError::rendered)?;
    if let Some(warnings) = parsed.warnings_report() {
        eprintln!("{warnings}");
    }
    Ok(parsed)
}

/// The name and the text of a scene.
fn read(path: Option<&Path>) -> Result<(String, String), CommandError> {
    let (name, text) = match path {
        None => return Ok(("the built-in scene".into(), BUILT_IN.into())),
        Some(path) if path == Path::new("-") => {
            let mut text = String::new();
            ("standard input".into(), io::stdin().read_to_string(&mut text).map(|_| text))
        }
        Some(path) => (path.display().to_string(), fs::read_to_string(path)),
    };
    let text = text.map_err(|error| CommandError::reading(&name, &error))?;
    Ok((name, text))
}
