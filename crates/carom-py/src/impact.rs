//! Many impacts at once.

use std::ops::Range;
use std::str::FromStr;
use std::thread;
use std::time::{Duration, Instant};

use carom::{Method, Mode};
use carom_batch::{
    Answers, Batch, BatchError, Column, Outcome, Resonator, Solver, Status, WallScheme,
};
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

impl<'py> Numbers<'py> {
    pub(crate) fn column(&self) -> PyResult<Column<'_>> {
        Ok(match self {
            Self::Each(array) => Column::Each(array.as_slice().map_err(refused)?),
            Self::Same(value) => Column::Same(*value),
        })
    }
}

/// The rows of a column that are in a range.
fn within<'a>(column: Column<'a>, rows: &Range<usize>) -> Column<'a> {
    match column {
        Column::Same(value) => Column::Same(value),
        Column::Each(values) => Column::Each(values.get(rows.clone()).unwrap_or_default()),
    }
}

/// Modes of a body that rings: frequency (Hz), Q, mass (kg) and weight of each.
type Modes = Vec<(f64, f64, f64, f64)>;

/// A solver by its name, and how many rows a thread of it takes at a time.
fn solver<'a>(name: &str, resonator: Option<&'a Resonator>) -> PyResult<(Solver<'a>, usize)> {
    if let Some(resonator) = resonator {
        return Ok((Solver::Resonator(resonator), 64));
    }
    if name == "exact" {
        return Ok((Solver::Exact, 4096));
    }
    let scheme = Method::from_str(name).ok().and_then(WallScheme::of);
    let unknown = || {
        refused(format!(
            "scheme is {name:?}, it must be \"exact\", \"two-point\", \"verlet\" or \"rk4\""
        ))
    };
    Ok((Solver::Scheme(scheme.ok_or_else(unknown)?), 4096))
}

/// How long a Ctrl-C waits, about, unless a few rows take longer.
const SHORT: Duration = Duration::from_millis(100);

/// How many threads are used where none are asked for.
pub(crate) fn usual_threads(threads: Option<usize>) -> usize {
    threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from))
}

/// Outcomes of many impacts: an array for each, and how every row ended.
#[pyfunction]
#[pyo3(signature = (columns, rows, scheme, resonator, outcomes, threads, most_steps, progress))]
#[expect(clippy::too_many_arguments, clippy::type_complexity)]
fn impact<'py>(
    py: Python<'py>,
    columns: Vec<(String, Numbers<'py>)>,
    rows: usize,
    scheme: &str,
    resonator: Option<(Modes, f64)>,
    outcomes: Vec<String>,
    threads: Option<usize>,
    most_steps: Option<u64>,
    progress: Listener,
) -> PyResult<(Vec<Bound<'py, PyArray1<f64>>>, Bound<'py, PyArray1<u8>>)> {
    let resonator = resonator.map(|(modes, rate)| Resonator {
        modes: modes.iter().map(|&(hertz, q, mass, _)| Mode::ringing(mass, hertz, q)).collect(),
        weights: modes.iter().map(|mode| mode.3).collect(),
        rate,
    });
    let (solver, least) = solver(scheme, resonator.as_ref())?;
    let outcomes: Vec<Outcome> =
        outcomes.iter().map(|name| name.parse().map_err(refused)).collect::<PyResult<_>>()?;
    let columns: Vec<(&str, Column)> = columns
        .iter()
        .map(|(name, numbers)| Ok((name.as_str(), numbers.column()?)))
        .collect::<PyResult<_>>()?;
    let threads = usual_threads(threads);
    let batch = |range: Range<usize>| -> Result<Batch, BatchError> {
        let mut batch = Batch::new(range.len());
        for (name, column) in &columns {
            batch = batch.column(name, within(*column, &range))?;
        }
        Ok(most_steps.map_or(batch.clone(), |steps| batch.most_steps(steps)))
    };
    // What is wrong in any row is found before the first is computed.
    py.detach(|| batch(0..rows)).map_err(refused)?;
    let mut values: Vec<Vec<f64>> = outcomes.iter().map(|_| vec![0.0; rows]).collect();
    let mut status = vec![Status::default(); rows];
    // Between two looks at Ctrl-C: something for every thread, and more if that is done at once.
    let least = least.saturating_mul(threads.max(1));
    let (mut start, mut piece) = (0_usize, least);
    loop {
        let begun = Instant::now();
        let range = start..rows.min(start.saturating_add(piece));
        py.detach(|| {
            let places = values.iter_mut().map(|values| &mut values[range.clone()]);
            let outcomes = outcomes.iter().copied().zip(places).collect();
            let mut answers = Answers { outcomes, status: &mut status[range.clone()] };
            batch(range.clone())?.run(&solver, &mut answers, threads)
        })
        .map_err(refused)?;
        start = range.end;
        piece =
            if begun.elapsed() < SHORT { piece.saturating_mul(2) } else { least.max(piece / 2) };
        look(py, &progress, Some((start as f64, Some(rows as f64))))?;
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
    module.add("OUTCOMES", Outcome::ALL.map(Outcome::name))?;
    module.add("STATUSES", STATUSES.map(Status::name))?;
    module.add_function(wrap_pyfunction!(impact, module)?)
}
