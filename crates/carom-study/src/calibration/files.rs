//! A calibration as files, whole or not there.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use carom_report::files::WholeFile;

use super::{Calibration, Trace, Trial, page};

/// Makes sure that files can go to a directory, which is made if it is not there.
pub fn prepare(directory: &Path) -> io::Result<()> {
    if directory.exists() && !directory.is_dir() {
        return Err(io::Error::new(io::ErrorKind::NotADirectory, "it is a file, not a directory"));
    }
    fs::create_dir_all(directory)
}

/// Writes `calibration.json` and `report.html`, and says where they are.
pub fn write(
    directory: &Path,
    calibration: &Calibration,
    trials: &[Trial],
    traces: &[Trace],
) -> io::Result<Vec<PathBuf>> {
    prepare(directory)?;
    let contents = [
        ("calibration.json", json(calibration)? + "\n"),
        ("report.html", page::page(calibration, trials, traces).to_html()),
    ];
    let mut files = Vec::new();
    for (name, text) in contents {
        let path = directory.join(name);
        let mut file = WholeFile::create(&path)?;
        file.write_all(text.as_bytes())?;
        files.push((file, path));
    }
    // All are whole before the first appears.
    let commit = |(file, path): (WholeFile, PathBuf)| file.commit().map(|()| path);
    files.into_iter().map(commit).collect()
}

/// Everything as one JSON object.
pub fn json(calibration: &Calibration) -> io::Result<String> {
    serde_json::to_string_pretty(calibration).map_err(io::Error::other)
}
