//! `carom measure --example`.

use std::fs;
use std::path::Path;

use carom_files::write_whole;
use carom_lab::measure::example::recordings;

use super::output::setting;
use crate::error::CommandError;
use crate::say::say;

/// Writes the example recordings and prints how to measure them.
pub(super) fn write(directory: &Path) -> Result<(), CommandError> {
    let files = recordings().map_err(setting)?;
    for (name, bytes) in &files {
        let path = directory.join(name);
        let parent = path.parent().unwrap_or(directory);
        fs::create_dir_all(parent).map_err(|error| CommandError::writing(parent, &error))?;
        write_whole(&path, bytes).map_err(|error| CommandError::writing(&path, &error))?;
    }
    let lab = directory.display();
    say!(
        "wrote {} files to {lab}; try\n  \
         carom measure landmarks {lab}/trial1 {lab}/trial2 {lab}/trial3 --rate 1000 --distance 0.036\n  \
         carom measure accelerometers {lab}/accelerometers1.csv --sensor1 0.022,0 --sensor2=-0.022,0 \
         --mass 0.008 --radius 0.0324\n  \
         carom measure force {lab}/force1.csv {lab}/force2.csv {lab}/force3.csv\n\
         and compare with {lab}/truth.csv",
        files.len()
    );
    Ok(())
}
