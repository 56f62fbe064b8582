//! Writes a calibration as files.

use std::io;
use std::path::{Path, PathBuf};

use carom_files::WholeFiles;

use super::{Calibration, Trace, Trial, page};

/// Writes `calibration.json` and `report.html`, and returns their paths.
pub fn write(
    directory: &Path,
    calibration: &Calibration,
    trials: &[Trial],
    traces: &[Trace],
) -> io::Result<Vec<PathBuf>> {
    let mut files = WholeFiles::in_directory(directory)?;
    let json = serde_json::to_string_pretty(calibration).map_err(io::Error::other)?;
    files.add("calibration.json", json + "\n")?;
    files.add("report.html", page::page(calibration, trials, traces).to_html())?;
    files.commit()
}
