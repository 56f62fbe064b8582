//! Sweeps: a part follows from the record of its sweep and its number, wherever it is computed.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use carom_files::{Record, write_whole};
use carom_sweep::SweepError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::error::{refused, unusable};
use crate::patience::{Listener, wait};
use crate::rows::usual_threads;

fn failed(error: SweepError) -> PyErr {
    match error {
        SweepError::Files { .. } => unusable(error),
        error => refused(error),
    }
}

/// A sweep that was read and checked.
#[pyclass(frozen)]
pub(crate) struct Sweep {
    inner: carom_sweep::Sweep,
}

#[pymethods]
impl Sweep {
    /// Reads a sweep.
    #[new]
    fn new(name: &str, text: &str, set: Vec<String>) -> PyResult<Self> {
        Ok(Self { inner: carom_sweep::Sweep::parse(name, text, &set).map_err(failed)? })
    }

    /// The sweep of a record: it needs no files.
    #[staticmethod]
    fn of_record(text: &str) -> PyResult<Self> {
        let record = Record::find(text).map_err(refused)?;
        Ok(Self { inner: carom_sweep::Sweep::of_record(&record).map_err(failed)?.0 })
    }

    /// Its record, from which it can be made again.
    fn record(&self) -> String {
        self.inner.record(None).to_text()
    }

    /// How many rows there are.
    fn rows(&self) -> u64 {
        self.inner.rows()
    }

    /// How many parts there are.
    fn parts(&self) -> u64 {
        self.inner.parts()
    }

    /// How many rows are in each part but the last.
    fn part_rows(&self) -> u64 {
        self.inner.part_rows()
    }

    /// The names of its outcomes.
    fn outcomes(&self) -> Vec<String> {
        self.inner.spec().outcomes.clone()
    }

    /// Whether the sound of every row is written.
    fn audio(&self) -> bool {
        self.inner.spec().audio
    }

    /// The name of the file of a part.
    #[staticmethod]
    fn part_name(part: u64) -> String {
        carom_sweep::Sweep::part_name(part)
    }

    /// Makes a directory the one of this sweep; true if another build began it.
    fn claim(&self, out: PathBuf) -> PyResult<bool> {
        self.inner.claim(&out).map_err(failed)
    }

    /// The parts that a directory lacks.
    fn missing(&self, out: PathBuf) -> Vec<u64> {
        self.inner.missing(&out)
    }

    /// A part as a Parquet file.
    fn part<'py>(&self, py: Python<'py>, part: u64) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = py.detach(|| self.inner.part(part)).map_err(failed)?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Computes a part and writes it, with its sounds.
    fn write_part(&self, py: Python<'_>, part: u64, out: PathBuf) -> PyResult<PathBuf> {
        py.detach(|| self.inner.write_part(part, &out)).map_err(failed)
    }

    /// Puts the bytes of a part into a directory: the file appears whole.
    #[staticmethod]
    fn save(part: u64, bytes: &[u8], out: PathBuf) -> PyResult<()> {
        let path = out.join(carom_sweep::Sweep::part_name(part));
        let cannot = |error| unusable(format!("cannot write {}: {error}", path.display()));
        write_whole(&path, bytes).map_err(cannot)
    }

    /// Computes what a directory lacks on several threads; how many rows were computed.
    fn run(
        &self,
        py: Python<'_>,
        out: PathBuf,
        threads: Option<usize>,
        progress: Listener,
    ) -> PyResult<u64> {
        let (sweep, threads) = (self.inner.clone(), usual_threads(threads));
        let done = wait(py, &progress, move |shared| {
            sweep.run(Path::new(&out), threads, &mut |state| -> ControlFlow<()> {
                shared.note((state.found + state.computed) as f64, Some(state.rows as f64))
            })
        })?;
        Ok(done.map_err(failed)?.computed)
    }
}
