//! Many collisions of two rigid bodies at once.

use std::ops::Range;

use carom_lab::batch::{After, BatchError, Collisions, Column, RigidSolver};
use carom_lab::collision::{Collision, Method, Parsed, Restitution};
use pyo3::prelude::*;

use crate::error::refused;
use crate::lab::rigid_method;
use crate::patience::Listener;
use crate::rows::{self, Arrays, Given, in_pieces, usual_threads, within};

/// Rows that a thread takes at a time.
const LEAST: usize = 256;

/// Outcomes of many collisions: an array for each, and how every row ended.
#[pyfunction]
#[pyo3(signature = (name, text, set, columns, count, method, tolerance, outcomes, threads, progress))]
#[expect(clippy::too_many_arguments)]
fn collisions<'py>(
    py: Python<'py>,
    name: &str,
    text: &str,
    set: Vec<String>,
    columns: Given<'py>,
    count: usize,
    method: Option<&str>,
    tolerance: f64,
    outcomes: Vec<String>,
    threads: Option<usize>,
    progress: Listener,
) -> PyResult<Arrays<'py>> {
    let parsed = Collision::parse_with(name, text, &set).map_err(refused)?;
    let method = method.map_or(Ok(parsed.collision.method), rigid_method)?;
    let solver = match method {
        Method::Mirtich => RigidSolver::Mirtich { tolerance },
        Method::Pulse => RigidSolver::Pulse {
            shape: parsed.pulse_shape().map_err(refused)?,
            steps: parsed.pulse_steps(),
            tolerance,
        },
        other => {
            let name = other.name();
            return Err(refused(format!(
                "method is {name:?}, it must be \"mirtich\" or \"pulse\" for many collisions"
            )));
        }
    };
    let known: Vec<_> = After::all().map(After::name).collect();
    let find = |name: &String| {
        After::named(name).ok_or_else(|| {
            refused(format!("there is no outcome {name:?}; there are {}", known.join(", ")))
        })
    };
    let outcomes: Vec<After> = outcomes.iter().map(find).collect::<PyResult<_>>()?;
    let mut columns = rows::columns(&columns)?;
    for (name, usual) in usual(&parsed) {
        if !columns.iter().any(|(given, _)| *given == name) {
            columns.push((name, Column::Same(usual.map_err(refused)?)));
        }
    }
    let batch = |range: Range<usize>| -> Result<Collisions, BatchError> {
        let mut batch = Collisions::new(parsed.bodies, range.len());
        for (name, column) in &columns {
            batch = batch.column(name, within(*column, &range))?;
        }
        Ok(batch)
    };
    py.detach(|| batch(0..count)).map_err(refused)?;
    let threads = usual_threads(threads);
    let least = LEAST.saturating_mul(threads.max(1));
    in_pieces(py, count, least, &outcomes, &progress, |range, answers| {
        batch(range)?.run(&solver, answers, threads)
    })
}

/// What the file says about restitution and friction, or why it is no single number.
fn usual(parsed: &Parsed) -> [(&'static str, Result<f64, &'static str>); 2] {
    let restitution = match parsed.collision.restitution {
        Restitution::Constant(value) => Ok(value),
        Restitution::Falling(_) => {
            Err("the restitution of the file falls with speed: give a column `restitution`")
        }
    };
    let (sticking, sliding) = parsed.collision.friction.coefficients();
    let friction = if sticking == sliding {
        Ok(sliding)
    } else {
        Err("the friction of the file has two coefficients: give a column `friction`")
    };
    [("restitution", restitution), ("friction", friction)]
}

pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("AFTER", After::all().map(After::name).collect::<Vec<_>>())?;
    module.add_function(wrap_pyfunction!(collisions, module)?)
}
