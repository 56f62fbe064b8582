//! What was played as a scene, which `carom run` renders.

use std::path::Path;

use carom_instrument::{Instrument, export as scene_of};

use crate::error::{CommandError, Target};
use crate::say::say;

/// Writes what instruments have kept as a scene file, and says how it differs.
pub(crate) fn export(
    instruments: &[Instrument],
    title: Option<&str>,
    mut target: Target,
) -> Result<(), CommandError> {
    let played: Vec<_> = instruments.iter().collect();
    let mut exported = scene_of(&played).map_err(CommandError::input)?;
    exported.scene.title = title.map(str::to_owned);
    let text = exported.scene.to_toml().map_err(CommandError::file)?;
    for warning in &exported.warnings {
        say!("warning: {warning}");
    }
    target.write(&text)?;
    target.commit()
}

/// Whether a name is that of a scene file.
pub(crate) fn is_scene(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("toml"))
}
