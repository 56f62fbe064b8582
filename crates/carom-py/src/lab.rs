//! Rigid collisions, calibration, listening and studies: texts in, JSON out.

use std::path::PathBuf;

use carom_files::csv::CsvError;
use carom_lab::calibration::{
    CalibrationError, Disc, Model, PulseShape, Setup, Trace, Trials, calibrate as fit, example,
};
use carom_lab::collision::{Collision, Example, How, Method};
use carom_listen::{Cues, Recording};
use carom_papers::study::{self, site};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use serde::Serialize;

use crate::error::{refused, unusable};
use crate::patience::{Listener, wait};

fn json(value: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(refused)
}

type Curve<'py> = (Bound<'py, PyArray1<f64>>, Bound<'py, PyArray2<f64>>);

/// A collision of two rigid bodies as JSON, and the force over time by each method.
#[pyfunction]
fn collide<'py>(
    py: Python<'py>,
    name: &str,
    text: &str,
    set: Vec<String>,
    method: Option<&str>,
    rate: Option<f64>,
) -> PyResult<(String, Vec<Curve<'py>>)> {
    let parsed = Collision::parse_with(name, text, &set).map_err(refused)?;
    let method = match method {
        Some("all") => None,
        None => Some(parsed.collision.method),
        Some(name) => Some(rigid_method(name)?),
    };
    let how = How { method, rate };
    let (text, answers) = wait(py, &None, move |_| -> Result<_, String> {
        let results = parsed.results(how).map_err(|error| error.to_string())?;
        let text = results.to_json(&parsed.record(how)).map_err(|error| error.to_string())?;
        Ok((text, results.answers().to_vec()))
    })?
    .map_err(refused)?;
    let curve = |answer: &carom_lab::collision::Answer| -> PyResult<Curve> {
        let times = answer.history.iter().map(|sample| sample.time).collect();
        let forces: Vec<f64> = answer.history.iter().flat_map(|sample| sample.force).collect();
        let rows = answer.history.len();
        Ok((PyArray1::from_vec(py, times), PyArray1::from_vec(py, forces).reshape([rows, 3])?))
    };
    Ok((text, answers.iter().map(curve).collect::<PyResult<_>>()?))
}

pub(crate) fn rigid_method(name: &str) -> PyResult<Method> {
    Method::ALL.into_iter().find(|method| method.name() == name).ok_or_else(|| {
        let known = Method::ALL.map(Method::name).join(", ");
        refused(format!("method is {name:?}, it must be one of {known}, all"))
    })
}

/// The example of a collision that has this name, as TOML.
#[pyfunction]
fn collision_example(name: &str) -> Option<&'static str> {
    Example::find(name).ok().map(|example| example.text)
}

/// Contact models fitted to a table of collisions, as JSON.
#[pyfunction]
#[expect(clippy::too_many_arguments)]
fn calibrate(
    py: Python<'_>,
    name: &str,
    text: &str,
    mass: f64,
    radius: f64,
    inertia: Option<f64>,
    models: Option<Vec<String>>,
    forces: Vec<PathBuf>,
) -> PyResult<String> {
    let disc = Disc::new(mass, radius, inertia).map_err(refused)?;
    let models = match models {
        None => Model::ALL.to_vec(),
        Some(names) => {
            names.iter().map(|name| Model::named(name).map_err(refused)).collect::<PyResult<_>>()?
        }
    };
    let trials = Trials::parse(text, name).map_err(refused)?;
    let pulses = forces
        .iter()
        .map(|path| Trace::read(path)?.pulse())
        .collect::<Result<Vec<_>, _>>()
        .map_err(|error| match error {
            CalibrationError::Table(CsvError::Unreadable { .. }) => unusable(error),
            error => refused(error),
        })?;
    let setup = Setup { disc, pulse: PulseShape::of(&pulses) };
    let found = wait(py, &None, move |_| fit(&trials.trials, &setup, &models, &pulses))?;
    json(&found.map_err(refused)?)
}

/// Ten measured collisions, as CSV.
#[pyfunction]
fn calibration_example() -> &'static str {
    example()
}

/// Level, attack and partials of a sound, as JSON.
#[pyfunction]
fn listen(py: Python<'_>, sound: PyReadonlyArray1<'_, f64>, rate: f64) -> PyResult<String> {
    let sound = sound.as_slice().map_err(refused)?.to_vec();
    let cues: Cues = wait(py, &None, move |_| carom_listen::listen(&sound, rate))?;
    json(&cues)
}

/// The sound of a WAV file mixed to one channel, and its samples per second.
#[pyfunction]
fn read_wav(py: Python<'_>, path: PathBuf) -> PyResult<(Bound<'_, PyArray1<f64>>, f64)> {
    let recording = py.detach(|| Recording::read(path)).map_err(unusable)?;
    Ok((PyArray1::from_vec(py, recording.mono()), recording.rate))
}

/// Ids and titles of studies: all of them, or those with these names.
#[pyfunction]
fn studies(ids: Vec<String>) -> PyResult<Vec<(&'static str, &'static str)>> {
    let chosen = study::select(&ids).map_err(refused)?;
    Ok(chosen.iter().map(|study| (study.id, study.title)).collect())
}

/// Studies rerun, as JSON, and the page of each; the site is written if there is a place for it.
#[pyfunction]
fn study_run(
    py: Python<'_>,
    ids: Vec<String>,
    out: Option<PathBuf>,
    progress: Listener,
) -> PyResult<(String, Vec<String>)> {
    let chosen = study::select(&ids).map_err(refused)?;
    let results = wait(py, &progress, move |shared| {
        let (mut done, of) = (0.0, chosen.len() as f64);
        // A study cannot be stopped half-way, and is short.
        study::run(&chosen, &mut |_| {
            done += 1.0;
            let _ = shared.note(done, Some(of));
        })
    })?
    .map_err(refused)?;
    if let Some(out) = out {
        site::write(&results, &out).map_err(unusable)?;
    }
    let pages = results.iter().map(site::study_page).collect();
    Ok((site::to_json(&results).to_string(), pages))
}

pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(collide, module)?)?;
    module.add_function(wrap_pyfunction!(collision_example, module)?)?;
    module.add_function(wrap_pyfunction!(calibrate, module)?)?;
    module.add_function(wrap_pyfunction!(calibration_example, module)?)?;
    module.add_function(wrap_pyfunction!(listen, module)?)?;
    module.add_function(wrap_pyfunction!(read_wav, module)?)?;
    module.add_function(wrap_pyfunction!(studies, module)?)?;
    module.add_function(wrap_pyfunction!(study_run, module)?)
}
