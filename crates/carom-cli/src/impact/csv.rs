//! Every sample as a table, streamed to a temporary file that takes its place when it is whole.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use carom_files::WholeFile;
use carom_lab::impact::Sample;

use crate::error::CommandError;
use crate::say::say;

/// A table in the making.
pub(super) struct Table {
    path: PathBuf,
    out: BufWriter<WholeFile>,
    error: Option<io::Error>,
}

impl Table {
    /// Opens it beside its target.
    pub(super) fn create(path: &Path) -> Result<Self, CommandError> {
        let start = || {
            let mut out = BufWriter::new(WholeFile::create(path)?);
            writeln!(out, "scheme,time_s,x_m,v_m_per_s,force_n,energy_j")?;
            Ok(out)
        };
        let out = start().map_err(|error| CommandError::writing(path, &error))?;
        Ok(Self { path: path.to_owned(), out, error: None })
    }

    /// One line; the first error is kept for the end.
    pub(super) fn add(&mut self, sample: &Sample) {
        if self.error.is_some() {
            return;
        }
        let Sample { scheme, time, x, v, force, energy } = sample;
        self.error = writeln!(self.out, "{scheme},{time:e},{x:e},{v:e},{force:e},{energy:e}").err();
    }

    /// Puts the whole table in place.
    pub(super) fn finish(self) -> Result<(), CommandError> {
        let Self { path, out, error } = self;
        let whole = error
            .map_or(Ok(()), Err)
            .and_then(|()| out.into_inner().map_err(io::IntoInnerError::into_error)?.commit());
        whole.map_err(|error| CommandError::writing(&path, &error))?;
        say!("wrote {}", path.display());
        Ok(())
    }
}
