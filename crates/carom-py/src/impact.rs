//! Many impacts at once.

use std::ops::Range;
use std::str::FromStr;

use carom::Mode;
use carom_lab::batch::{Batch, BatchError, Outcome, Resonator, Solver, WallScheme};
use carom_schemes::Method;
use pyo3::prelude::*;

use crate::error::refused;
use crate::patience::Listener;
use crate::rows::{self, Arrays, Given, in_pieces, usual_threads, within};

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

/// Outcomes of many impacts: an array for each, and how every row ended.
#[pyfunction]
#[pyo3(signature = (columns, count, scheme, resonator, outcomes, threads, most_steps, progress))]
#[expect(clippy::too_many_arguments)]
fn impact<'py>(
    py: Python<'py>,
    columns: Given<'py>,
    count: usize,
    scheme: &str,
    resonator: Option<(Modes, f64)>,
    outcomes: Vec<String>,
    threads: Option<usize>,
    most_steps: Option<u64>,
    progress: Listener,
) -> PyResult<Arrays<'py>> {
    let resonator = resonator.map(|(modes, rate)| Resonator {
        modes: modes.iter().map(|&(hertz, q, mass, _)| Mode::ringing(mass, hertz, q)).collect(),
        weights: modes.iter().map(|mode| mode.3).collect(),
        rate,
    });
    let (solver, least) = solver(scheme, resonator.as_ref())?;
    let outcomes: Vec<Outcome> =
        outcomes.iter().map(|name| name.parse().map_err(refused)).collect::<PyResult<_>>()?;
    let columns = rows::columns(&columns)?;
    let threads = usual_threads(threads);
    let batch = |range: Range<usize>| -> Result<Batch, BatchError> {
        let mut batch = Batch::new(range.len());
        for (name, column) in &columns {
            batch = batch.column(name, within(*column, &range))?;
        }
        Ok(most_steps.map_or(batch.clone(), |steps| batch.most_steps(steps)))
    };
    // What is wrong in any row is found before the first is computed.
    py.detach(|| batch(0..count)).map_err(refused)?;
    // Something for every thread.
    let least = least.saturating_mul(threads.max(1));
    in_pieces(py, count, least, &outcomes, &progress, |range, answers| {
        batch(range)?.run(&solver, answers, threads)
    })
}

pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("OUTCOMES", Outcome::ALL.map(Outcome::name))?;
    module.add_function(wrap_pyfunction!(impact, module)?)
}
