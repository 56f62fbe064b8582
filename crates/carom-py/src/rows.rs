//! Many rows at once: columns in, an array for each outcome out, in pieces between which Python is asked for Ctrl-C.

use std::ops::Range;
use std::thread;
use std::time::{Duration, Instant};

use carom_lab::batch::{Answers, BatchError, Column, Status};
use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;

use crate::error::refused;
use crate::patience::{Listener, look};

/// A column as Python gives it.
#[derive(FromPyObject)]
pub(crate) enum Numbers<'py> {
    #[pyo3(transparent)]
    Each(PyReadonlyArray1<'py, f64>),
    #[pyo3(transparent)]
    Same(f64),
}

/// Columns by their names, as Python gives them.
pub(crate) type Given<'py> = Vec<(String, Numbers<'py>)>;

/// The same as the engine takes them.
pub(crate) fn columns<'a>(given: &'a Given<'_>) -> PyResult<Vec<(&'a str, Column<'a>)>> {
    let column = |numbers: &'a Numbers<'_>| match numbers {
        Numbers::Each(array) => array.as_slice().map(Column::Each).map_err(refused),
        Numbers::Same(value) => Ok(Column::Same(*value)),
    };
    given.iter().map(|(name, numbers)| Ok((name.as_str(), column(numbers)?))).collect()
}

/// The rows of a column that are in a range.
pub(crate) fn within<'a>(column: Column<'a>, rows: &Range<usize>) -> Column<'a> {
    match column {
        Column::Same(value) => Column::Same(value),
        Column::Each(values) => Column::Each(values.get(rows.clone()).unwrap_or_default()),
    }
}

/// How many threads are used where none are asked for.
pub(crate) fn usual_threads(threads: Option<usize>) -> usize {
    threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from))
}

/// How long a Ctrl-C waits, about, unless a few rows take longer.
const SHORT: Duration = Duration::from_millis(100);

/// An array for each outcome, and how every row ended.
pub(crate) type Arrays<'py> = (Vec<Bound<'py, PyArray1<f64>>>, Bound<'py, PyArray1<u8>>);

/// Computes all rows: some at a time, at least so many.
pub(crate) fn in_pieces<'py, T: Copy + Send + Sync>(
    py: Python<'py>,
    rows: usize,
    least: usize,
    outcomes: &[T],
    progress: &Listener,
    run: impl Fn(Range<usize>, &mut Answers<T>) -> Result<(), BatchError> + Sync,
) -> PyResult<Arrays<'py>> {
    let mut values: Vec<Vec<f64>> = outcomes.iter().map(|_| vec![0.0; rows]).collect();
    let mut status = vec![Status::default(); rows];
    let (mut start, mut piece) = (0_usize, least);
    loop {
        let begun = Instant::now();
        let range = start..rows.min(start.saturating_add(piece));
        py.detach(|| {
            let places = values.iter_mut().map(|values| &mut values[range.clone()]);
            let outcomes = outcomes.iter().copied().zip(places).collect();
            let mut answers = Answers { outcomes, status: &mut status[range.clone()] };
            run(range.clone(), &mut answers)
        })
        .map_err(refused)?;
        start = range.end;
        piece =
            if begun.elapsed() < SHORT { piece.saturating_mul(2) } else { least.max(piece / 2) };
        look(py, progress, Some((start as f64, Some(rows as f64))))?;
        if start == rows {
            break;
        }
    }
    let status = py.detach(|| status.iter().map(|status| *status as u8).collect());
    let arrays = values.into_iter().map(|values| PyArray1::from_vec(py, values)).collect();
    Ok((arrays, PyArray1::from_vec(py, status)))
}

const STATUSES: [Status; 6] = [
    Status::Ok,
    Status::OutOfRange,
    Status::GainedEnergy,
    Status::NotReleased,
    Status::Unfinished,
    Status::Apart,
];

pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("STATUSES", STATUSES.map(Status::name))
}
